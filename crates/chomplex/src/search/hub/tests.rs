//! Reducing a graph with a hub keeps its value; the search finds that value; and its proofs verify.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::budget::Budget;
use crate::canon::kernel::{Kernel, Parts};
use crate::certify;
use crate::element::ElementSet;
use crate::naive;
use crate::poset::{Draft, Poset};
use crate::position::Position;
use crate::question::Question;
use crate::reason::{Reason, Rule};
use crate::rule::Rules;
use crate::search::DownSetSearch;
use crate::search::select::Opening;
use crate::solve::solve;
use crate::value::Grundy;

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }
}

/// Finds values by the definition, from what the kernel leaves of each option.
struct Solver<const N: usize> {
    kernel: Hubs<N>,
    known: HashMap<Bits<N>, u16>,
    used: Vec<RuleId>,
}

impl<const N: usize> Solver<N> {
    fn new() -> Self {
        Solver { kernel: Hubs::new(&Rules::default()).unwrap(), known: HashMap::new(), used: Vec::new() }
    }

    fn reduced(&mut self, rim: Rim) -> Parts<N> {
        let mut parts = Parts::default();
        self.kernel.reduce(rim, &mut parts).unwrap();
        self.used.extend(&parts.used);
        parts
    }

    fn value(&mut self, rim: Rim) -> u16 {
        let parts = self.reduced(rim);
        parts.open.into_iter().fold(parts.sum, |sum, key| sum ^ self.value_of_key(key))
    }

    fn value_of_key(&mut self, key: Bits<N>) -> u16 {
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let rim = self.kernel.position(key);
        // The result is fully reduced, and has as many options as elements.
        assert_eq!(self.reduced(rim).open, [key]);
        let mut options = Vec::new();
        self.kernel.options(rim, 0..usize::MAX, &mut options);
        assert_eq!(options.len(), self.kernel.len(key));
        let seen = options.iter().fold(0u64, |seen, &option| seen | 1 << self.value(option));
        let value = u16::try_from(seen.trailing_ones()).unwrap();
        self.known.insert(key, value);
        value
    }
}

/// How often each case occurred.
#[derive(Default, Debug)]
struct Cases {
    positions: usize,
    folded: usize,
    open: usize,
    rings: usize,
}

impl Cases {
    /// Compares the values of all down-sets of a board with those given by the definition.
    fn check(&mut self, poset: &Poset) {
        let all = ElementSet::full(poset.len());
        let board = Board::<1>::new(poset, &all, true);
        let around = HubBoard::new(&board).unwrap();
        let mut known = HashMap::new();
        let (mut one, mut two) = (Solver::<1>::new(), Solver::<2>::new());
        for set in naive::down_sets(poset) {
            let Grundy(value) = naive::grundy_with(poset, &set, &mut known);
            let rim = around.rim(board.inside(&set));
            assert_eq!(u32::from(one.value(rim)), value, "{rim:?}");
            assert_eq!(u32::from(two.value(rim)), value, "{rim:?}");
            self.positions += 1;
            self.open += usize::from(!one.reduced(rim).open.is_empty());
            self.folded += usize::from(rim.has_hub() && fold(&rim).is_some());
            self.rings += usize::from(rim.ring().is_some());
        }
        assert!(one.known.len() == two.known.len());
        for rule in [RuleId::Bipartite, RuleId::Cycle] {
            assert!(one.used.contains(&rule) || around.ring == 0);
        }
    }
}

fn poset(expression: &str) -> Poset {
    expression.parse::<Position>().unwrap().poset().clone()
}

#[test]
fn all_positions_of_wheels_have_their_values() {
    let mut cases = Cases::default();
    (3..=8).for_each(|n| cases.check(&poset(&format!("wheel({n})"))));
    assert!(cases.positions > 50_000 && cases.folded > 10_000 && cases.open > 10_000 && cases.rings > 500, "{cases:?}");
}

/// A hub, perhaps a ring, and paths, with random spokes and randomly numbered vertices.
fn random_graph(random: &mut Random) -> Poset {
    let ring = [0, 3, 4, 5, 6][random.below(5)];
    let paths: Vec<usize> = (0..random.below(3)).map(|_| 1 + random.below(3)).collect();
    let vertices = 1 + ring + paths.iter().sum::<usize>();
    let mut edges: Vec<(usize, usize)> = (0..ring).map(|i| (1 + i, 1 + (i + 1) % ring)).collect();
    let mut begin = 1 + ring;
    for len in paths {
        edges.extend((begin..begin + len - 1).map(|v| (v, v + 1)));
        begin += len;
    }
    edges.extend((1..vertices).filter(|_| random.below(3) > 0).map(|v| (0, v)));
    let mut names: Vec<usize> = (0..vertices).collect();
    (1..vertices).for_each(|i| names.swap(i, random.below(i + 1)));
    let relations = edges.iter().enumerate().flat_map(|(i, &(v, w))| [v, w].map(|x| (names[x], vertices + i)));
    let draft = Draft { size: vertices + edges.len(), relations: relations.collect() };
    draft.check().unwrap().0
}

#[test]
fn all_positions_of_random_graphs_with_a_hub_have_their_values() {
    let mut random = Random(1);
    let mut cases = Cases::default();
    for _ in 0..150 {
        let poset = random_graph(&mut random);
        // Another vertex may become the hub, and its removal may leave two rings.
        let all = ElementSet::full(poset.len());
        if poset.len() <= 20 && HubBoard::new(&Board::<1>::new(&poset, &all, true)).is_some() {
            cases.check(&poset);
        }
    }
    assert!(cases.positions > 20_000 && cases.folded > 2_000 && cases.open > 2_000 && cases.rings > 500, "{cases:?}");
}

#[test]
fn what_has_no_hub_is_refused() {
    let other = ["gridgraph(4,4)", "petersen", "simplex(3)", "graph[01 12 20 34 45 53 06 36]", "hypergraph[abc ad ad]"];
    for expression in other.into_iter().chain(["suspension(cycle(5))", "path(70)", "chain(3)"]) {
        let poset = poset(expression);
        let board = Board::<4>::new(&poset, &ElementSet::full(poset.len()), true);
        assert!(HubBoard::new(&board).is_none(), "{expression}");
    }
}

/// What is left of a wheel after some moves.
fn played(random: &mut Random, n: usize, moves: usize) -> (Poset, ElementSet) {
    let poset = poset(&format!("wheel({n})"));
    let mut set = ElementSet::full(poset.len());
    for _ in 0..moves {
        let x = set.iter().nth(random.below(set.len())).unwrap();
        set = &set - poset.up_set(x);
    }
    (poset, set)
}

/// The search by segments and the search by isomorphism type of graphs.
fn both(poset: &Poset, set: &ElementSet) -> [Arc<Mutex<dyn DownSetSearch>>; 2] {
    let (question, budget) = (Question::default(), Budget::default());
    let opening = Opening { board: Arc::new(Board::<1>::new(poset, set, true)), question: &question, budget: &budget };
    let hub = HubBoard::new(&opening.board).unwrap();
    [opening.around(hub), opening.by_isomorphism_type()].map(|search| search.unwrap().unwrap())
}

#[test]
fn the_search_agrees_with_the_one_for_all_graphs() {
    let mut random = Random(2);
    for n in 7..=11 {
        for moves in [0, 1, 1, 2, 2, 2, 3, 3, 4, 5] {
            let (poset, set) = played(&mut random, n, moves);
            let [hubs, graphs] = both(&poset, &set);
            let value = |search: &Arc<Mutex<dyn DownSetSearch>>| search.lock().value(&set).unwrap();
            assert_eq!(value(&hubs), value(&graphs), "{n} {set:?}");
            for x in set.iter() {
                let option = &set - poset.up_set(x);
                let outcome = |search: &Arc<Mutex<dyn DownSetSearch>>| search.lock().outcome(&option).unwrap();
                assert_eq!(outcome(&hubs), outcome(&graphs), "{n} {option:?}");
            }
        }
    }
}

/// Solves a position with a proof and verifies it; returns the value and the reason.
fn proved(position: &Position) -> (Grundy, Reason) {
    let budget = Budget::default();
    let rules = Rules::default().without(RuleId::EvenWheel);
    let answer = solve(position, &Question { proof: true, rules, ..Question::default() }, &budget);
    let mut text = Vec::new();
    certify::write(position, &answer.reason, &budget, &mut text).unwrap();
    let verified = chomplex_check::check(&text[..]).unwrap();
    assert_eq!(verified.claim.grundy, answer.grundy.map(|value| value.0), "{position}");
    (answer.grundy.unwrap(), answer.reason)
}

/// Folds and theorems of the kernel become steps of a proof, and the proof verifies.
#[test]
fn proofs_verify() {
    let expressions = ["wheel(10)", "wheel(11)", "wheel(13)", "graph[0a 1a 2a 4a 6a 8a 01 12 20 45 56 67 78 89 9a]"];
    let mut folds = 0;
    for expression in expressions {
        let (_, reason) = proved(&expression.parse().unwrap());
        let whole = reason.written_out(usize::MAX, &Budget::default());
        folds += whole.steps().iter().filter(|step| matches!(step.rule, Rule::Fold(..))).count();
    }
    assert!(folds > 50, "{folds} folds");
}

/// A proof of a larger value needs an option of each smaller value.
#[test]
fn proofs_of_what_is_left_of_a_wheel_verify() {
    let mut random = Random(3);
    let mut values = [0usize; 16];
    for i in 0..9 {
        let mut position: Position = "wheel(11)".parse().unwrap();
        for _ in 0..1 + i % 3 {
            let remaining = position.remaining();
            let x = remaining.iter().nth(random.below(remaining.len())).unwrap();
            position = position.play(x).unwrap();
        }
        let (Grundy(value), _) = proved(&position);
        values[value as usize] += 1;
    }
    assert!(values[1..].iter().sum::<usize>() > 4 && values[2..].iter().sum::<usize>() > 2, "{values:?}");
}

/// The hub with one segment.
fn fan(word: &str) -> Rim {
    let spokes = word.bytes().rev().fold(0, |spokes, byte| spokes << 1 | u64::from(byte == b'1'));
    Rim::from_segments(spokes, 1 << (word.len() - 1), false)
}

/// The order of the search relies on this: the words u'0u1, where u' is u read backwards, are worth
/// 1 (computed by the definition).
#[test]
fn words_that_nearly_fold_are_worth_one() {
    let mut solver = Solver::<1>::new();
    for len in 0..6 {
        for bits in 0..1u32 << len {
            let u: String = (0..len).map(|i| if bits >> i & 1 == 1 { '1' } else { '0' }).collect();
            let backwards: String = u.chars().rev().collect();
            assert_eq!(solver.value(fan(&format!("{backwards}0{u}1"))), 1, "{u}");
        }
    }
}
