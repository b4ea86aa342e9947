//! Reduction preserves the value of a graph.

use std::collections::HashMap;

use super::super::adjacency::{Adjacency, members};
use super::super::graphs::Graphs;
use super::super::small;
use super::{Random, cycle, each_graph, pairs, wheel};
use crate::bits::Bits;
use crate::canon::kernel::{Kernel, Parts};
use crate::element::{Element, ElementSet};
use crate::naive;
use crate::poset::{Draft, Poset};
use crate::rule::{RuleId, Rules};
use crate::value::Grundy;

/// The complete graph as a poset, and the values of its positions by the definition.
struct Oracle {
    poset: Poset,
    n: usize,
    known: HashMap<ElementSet, Grundy>,
}

impl Oracle {
    fn new(n: usize) -> Self {
        let edges = pairs(n).enumerate().flat_map(|(i, (v, w))| [(v, n + i), (w, n + i)]);
        let draft = Draft { size: n + pairs(n).count(), relations: edges.collect() };
        let (poset, _) = draft.check().unwrap();
        // The draft's numbering is kept, since it is a linear extension.
        assert!((0..draft.size).all(|x| poset.down_set(Element::new(x)).len() == if x < n { 1 } else { 3 }));
        Oracle { poset, n, known: HashMap::new() }
    }

    fn value(&mut self, graph: &Adjacency) -> u16 {
        let edges = pairs(self.n).enumerate().filter(|&(_, (v, w))| graph.row(v) >> w & 1 == 1);
        let elements = members(graph.vertices()).chain(edges.map(|(i, _)| self.n + i)).map(Element::new);
        let set = ElementSet::from_iter_in(self.poset.len(), elements);
        let Grundy(value) = naive::grundy_with(&self.poset, &set, &mut self.known);
        u16::try_from(value).unwrap()
    }

    /// The value of the result of a reduction.
    fn value_of_parts(&mut self, parts: &Parts<2>, kernel: &Graphs) -> u16 {
        parts.open.iter().fold(parts.sum, |sum, &key| sum ^ self.value(&kernel.position(key)))
    }
}

/// All rules; splitting alone; all but one; splitting and one other.
fn choices() -> Vec<Rules> {
    let some = [RuleId::InvolutionFold, RuleId::Bipartite, RuleId::Cycle];
    let bare = Rules::none().with(RuleId::Components);
    let mut choices = vec![Rules::default(), bare.clone()];
    choices.extend(some.map(|rule| Rules::default().without(rule)));
    choices.extend(some.map(|rule| bare.clone().with(rule)));
    choices
}

fn reduced(graph: &Adjacency, rules: &Rules) -> (Parts<2>, Graphs) {
    let mut kernel = Graphs::new(rules).unwrap();
    let mut parts = Parts::default();
    kernel.reduce(*graph, &mut parts).unwrap();
    assert!(parts.used.iter().all(|&rule| rules.allow(rule)));
    (parts, kernel)
}

#[test]
fn there_is_no_kernel_without_splitting() {
    assert!(Graphs::new(&Rules::default().without(RuleId::Components)).is_none());
}

#[test]
fn the_table_of_small_graphs_is_right() {
    let mut oracle = Oracle::new(small::SMALL);
    for graph in (1..=small::SMALL).flat_map(each_graph) {
        assert_eq!(u16::from(small::VALUES[small::index(&graph)]), oracle.value(&graph), "{graph:?}");
        // The vertices may be any numbers, in any order.
        let any = graph.relabelled(&std::array::from_fn(|v| (3 * v % 16) as u8));
        assert_eq!(small::VALUES[small::index(&any)], small::VALUES[small::index(&graph)]);
    }
}

#[test]
fn reducing_keeps_the_value_of_all_graphs_on_five_vertices() {
    let mut oracle = Oracle::new(5);
    for graph in (0..=5).flat_map(each_graph) {
        for rules in choices() {
            let (parts, _) = reduced(&graph, &rules);
            assert!(parts.open.is_empty());
            assert_eq!(parts.sum, oracle.value(&graph), "{graph:?}");
        }
    }
}

/// Counts of what happened.
#[derive(Default)]
struct Tally {
    used: HashMap<RuleId, usize>,
    folded: usize,
    kept: usize,
    split: usize,
}

impl Tally {
    /// Reduces a graph with every choice of rules and compares the values.
    fn check(&mut self, oracle: &mut Oracle, graph: &Adjacency) {
        let value = oracle.value(graph);
        for rules in choices() {
            let (parts, kernel) = reduced(graph, &rules);
            assert_eq!(oracle.value_of_parts(&parts, &kernel), value, "{graph:?} {rules:?}");
            for &key in &parts.open {
                let part = kernel.position(key);
                assert_eq!(kernel.len(key), part.order() + part.edges());
                // What is left is already reduced.
                assert_eq!(reduced(&part, &rules).0.open, [key]);
            }
            parts.used.iter().for_each(|&rule| *self.used.entry(rule).or_default() += 1);
            self.kept += usize::from(!parts.open.is_empty());
            self.split += usize::from(parts.open.len() > 1);
            let unfolded = rules.allow(RuleId::InvolutionFold) && {
                let without = rules.clone().without(RuleId::InvolutionFold);
                reduced(graph, &without).0.open != parts.open
            };
            self.folded += usize::from(unfolded);
        }
    }

    fn assert_all_happened(&self, times: usize) {
        assert!(self.used[&RuleId::Bipartite] > times);
        assert!(self.folded > times && self.kept > times, "{} {}", self.folded, self.kept);
    }
}

#[test]
fn reducing_keeps_the_value_of_all_graphs_on_six_vertices() {
    let mut oracle = Oracle::new(6);
    let mut tally = Tally::default();
    each_graph(6).for_each(|graph| tally.check(&mut oracle, &graph));
    tally.assert_all_happened(1000);
}

#[test]
fn reducing_keeps_the_value_of_random_graphs_on_seven_vertices() {
    let mut oracle = Oracle::new(7);
    let mut random = Random(8);
    let mut tally = Tally::default();
    for _ in 0..400 {
        let edges = 6 + random.below(7);
        let graph = random.graph_with_edges(7, edges);
        tally.check(&mut oracle, &graph);
    }
    for _ in 0..20 {
        tally.check(&mut oracle, &cycle(7).relabelled(&random.permutation(7)));
    }
    tally.assert_all_happened(100);
    assert!(tally.used[&RuleId::Cycle] >= 20);
}

/// Computes values from the definition, on the reduced options of each position.
struct Solver {
    kernel: Graphs,
    known: HashMap<Bits<2>, u16>,
}

impl Solver {
    fn new(rules: &Rules) -> Self {
        Solver { kernel: Graphs::new(rules).unwrap(), known: HashMap::new() }
    }

    fn value(&mut self, graph: &Adjacency) -> u16 {
        let mut parts = Parts::default();
        self.kernel.reduce(*graph, &mut parts).unwrap();
        parts.open.into_iter().fold(parts.sum, |sum, key| sum ^ self.value_of_key(key))
    }

    fn value_of_key(&mut self, key: Bits<2>) -> u16 {
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let mut options = Vec::new();
        self.kernel.options(self.kernel.position(key), 0..usize::MAX, &mut options);
        let seen = options.iter().fold(0u64, |seen, option| seen | 1 << self.value(option));
        let value = u16::try_from(seen.trailing_ones()).unwrap();
        self.known.insert(key, value);
        value
    }
}

/// With splitting alone, the complete graph leads to every connected graph (OEIS A001349: 112, 853
/// and 11117 on six, seven and eight vertices).
#[test]
fn no_rule_changes_the_value_of_a_graph_on_eight_vertices() {
    let mut bare = Solver::new(&Rules::none().with(RuleId::Components));
    let complete = Adjacency::from_edges(8, pairs(8));
    let value = bare.value(&complete);
    assert_eq!(bare.known.len(), 112 + 853 + 11117);
    for rules in choices() {
        let mut solver = Solver::new(&rules);
        assert_eq!(solver.value(&complete), value);
        for (&key, &value) in &bare.known {
            let graph = bare.kernel.position(key);
            assert_eq!(solver.value(&graph), value, "{graph:?} {rules:?}");
        }
        let saves =
            [RuleId::InvolutionFold, RuleId::Bipartite, RuleId::Cycle].into_iter().any(|rule| rules.allow(rule));
        assert_eq!(solver.known.len() < bare.known.len(), saves);
    }
}

/// Khandhawit and Ye 2011, Conjecture 3: a wheel has value 1.
#[test]
fn wheels_are_worth_one() {
    for n in [5, 6, 7, 8, 9, 10, 11, 12, 14] {
        assert_eq!(Solver::new(&Rules::default()).value(&wheel(n)), 1);
    }
}

#[test]
fn equal_parts_cancel_and_others_add_up() {
    // Two odd wheels, optionally with a path of two more vertices on one of them.
    let tail = |shift: usize| [(0, 12 + shift), (12 + shift, 13 + shift)];
    let wheels = |tail: &[(usize, usize)]| {
        let one = pairs(6).filter(|&(v, w)| wheel(5).row(v) >> w & 1 == 1);
        let both: Vec<_> = one.flat_map(|(v, w)| [(v, w), (v + 6, w + 6)]).chain(tail.iter().copied()).collect();
        Adjacency::from_edges(16, both)
    };
    let rules = Rules::default();
    let (equal, _) = reduced(&wheels(&[]).induced(0xfff), &rules);
    assert!(equal.open.is_empty() && equal.sum == 0);
    // Four lone vertices cancel as well; with the tail two are left.
    let (equal, _) = reduced(&wheels(&[]), &rules);
    assert!(equal.open.is_empty() && equal.sum == 0);
    let (different, kernel) = reduced(&wheels(&tail(0)), &rules);
    assert_eq!(different.sum, 0);
    let mut orders: Vec<usize> = different.open.iter().map(|&key| kernel.position(key).order()).collect();
    orders.sort_unstable();
    assert_eq!(orders, [6, 8]);
}

#[test]
fn options_are_what_a_move_leaves() {
    let kernel = Graphs::new(&Rules::default()).unwrap();
    let mut random = Random(9);
    for _ in 0..200 {
        let n = 1 + random.below(16);
        let graph = random.graph(n, 40);
        let size = |graph: &Adjacency| graph.order() + graph.edges();
        let mut options = Vec::new();
        kernel.options(graph, 0..usize::MAX, &mut options);
        assert_eq!(options.len(), size(&graph));
        assert!(options.is_sorted_by_key(size));
        let mut some = Vec::new();
        (0..=options.len()).step_by(3).for_each(|i| kernel.options(graph, i..i + 3, &mut some));
        assert_eq!(some, options);
        let expected = members(graph.vertices()).map(|v| size(&graph) - 1 - graph.row(v).count_ones() as usize);
        let mut expected: Vec<usize> = expected.chain((0..graph.edges()).map(|_| size(&graph) - 1)).collect();
        expected.sort_unstable();
        assert_eq!(options.iter().map(size).collect::<Vec<_>>(), expected);
    }
}
