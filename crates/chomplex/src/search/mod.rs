//! The memoised search, which decides positions that no rule decides by looking at their options.
//!
//! In: a connected convex set of a poset, and a budget. Out: its value or its outcome, those of its
//! options, and on request the steps of a proof.
//!
//! - [`chains`]: a table of all down-sets of a board covered by few chains, filled bottom-up.
//! - [`cubes`]: all down-sets, 64 at a time, filled bottom-up.
//! - [`dense`]: one byte for each set of at most 24 elements, filled bottom-up.
//! - [`encoder`]: converts sets to the positions of the kernels.
//! - [`engine`]: the top-down search over pairs (position, nimber); [`keyed`] runs it on one thread
//!   or several.
//! - [`hub`]: the entry to the kernel for graphs with a hub.
//! - [`knowledge`], [`table`], [`shared`]: what is known of a position; where that is stored; what
//!   threads share.
//! - [`probed`]: looks values up in a tablebase instead of searching.
//! - [`proof`]: turns values into the steps that prove them.

mod chains;
mod cubes;
mod dense;
mod encoder;
mod engine;
mod hub;
mod keyed;
mod knowledge;
mod pages;
mod probed;
mod proof;
mod shared;
mod table;

use std::sync::{Arc, Mutex, PoisonError};

use crate::bits::{Bits, MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::complex::Complexes;
use crate::canon::down_sets::DownSets;
use crate::canon::graph::graphs::Graphs;
use crate::canon::hub::hubs::Hubs;
use crate::canon::hub::key::most_vertices;
use crate::canon::symmetry::Symmetry;
use crate::crew::descend;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::reason::StepId;
use crate::reason::unwritten::{Halt, Searched, Shown, Sink};
use crate::rule::{RuleId, Rules};
use crate::tablebase::{Recognised, Tablebase};
use crate::value::{Grundy, Outcome};

use self::chains::Chains;
pub(crate) use self::chains::is_narrow;
use self::dense::Dense;
use self::encoder::{ComplexBoard, Open};
use self::engine::Manner;
use self::hub::HubBoard;
use self::keyed::Keyed;
use self::probed::Probed;
use self::proof::Prover;
use self::shared::Shared;

/// A search on one convex set; every set it is asked about is a down-set of that one.
pub(crate) trait Search: Searched {
    /// The Grundy value of a set.
    fn value(&mut self, set: &ElementSet) -> Result<Grundy, Stop>;
    /// The winner of a set; often decided sooner than the value.
    fn outcome(&mut self, set: &ElementSet) -> Result<Outcome, Stop>;
    /// The value, if it is known without further work.
    fn known_value(&mut self, set: &ElementSet) -> Option<Grundy>;
    /// The outcome, if it is known without further work.
    fn known_outcome(&mut self, set: &ElementSet) -> Option<Outcome>;
    /// The number of positions examined so far.
    fn positions(&self) -> u64;
    /// The theorems that the results rely on.
    fn used(&self) -> Vec<RuleId>;
    /// The id of the tablebase in use, if there is one.
    fn tablebase(&self) -> Option<Arc<str>>;
    /// Frees memory that is cheap to recompute, for when at most a proof is still wanted.
    fn rest(&mut self);
    /// Continues with another budget.
    fn go_on(&mut self, budget: &Budget);
}

/// What is asked about a position, and how to answer it.
#[derive(Clone, Debug)]
pub struct Question {
    /// Whether to find the Grundy value or only the winner.
    pub goal: Goal,
    /// Whether to write out the reason step by step.
    pub proof: bool,
    /// Whether to look for winning moves.
    pub moves: bool,
    /// The rules that may be used.
    pub rules: Rules,
    /// Results of earlier questions. Clones share them.
    pub tables: Tables,
}

impl Default for Question {
    fn default() -> Self {
        let (rules, tables) = (Rules::default(), Tables::default());
        Question { goal: Goal::Grundy, proof: false, moves: true, rules, tables }
    }
}

/// Search results for graphs and complexes, kept from one question to the next and stored by
/// isomorphism type.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    graphs: Slot<2>,
    hubs: Slot<1>,
    large_hubs: Slot<2>,
    complexes: Slot<2>,
    large_complexes: Slot<4>,
    many: bool,
    tablebase: Option<Arc<Tablebase>>,
}

impl Tables {
    /// Returns new tables with the same tablebase, for many questions about similar positions.
    /// Searches then find full values, since other questions will need them.
    #[must_use]
    pub fn for_many(&self) -> Self {
        Tables { many: true, tablebase: self.tablebase.clone(), ..Tables::default() }
    }

    /// Adds a tablebase, which is probed wherever it applies.
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<Tablebase>) -> Self {
        self.tablebase = Some(tablebase);
        self
    }

    /// Whether there is a tablebase that covers a convex set.
    pub(crate) fn holds(&self, poset: &Poset, set: &ElementSet) -> bool {
        let knows = |tablebase: &Arc<Tablebase>| {
            Recognised::set(poset, set).is_some_and(|recognised| tablebase.covers(recognised.complex()))
        };
        self.tablebase.as_ref().is_some_and(knows)
    }

    /// The way of searching for values to begin with.
    fn manner(&self) -> Manner {
        if self.many { Manner::Values } else { Manner::Pairs }
    }
}

/// One table per set of rules, because an entry may rely on a theorem.
type Slot<const N: usize> = Arc<Mutex<Vec<(Rules, Arc<Shared<N>>)>>>;

/// The table for these rules.
fn table_for<const N: usize>(slot: &Slot<N>, rules: &Rules, budget: &Budget) -> Result<Arc<Shared<N>>, Stop> {
    let mut tables = slot.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, shared)) = tables.iter().find(|(others, _)| others == rules) {
        return Ok(shared.clone());
    }
    let shared = Arc::new(Shared::new(budget)?);
    tables.push((rules.clone(), shared.clone()));
    Ok(shared)
}

/// The goal of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The winner.
    Outcome,
    /// The Grundy value.
    Grundy,
}

/// A source of values; sets are subsets of a [`Board`].
pub(crate) trait Oracle<const N: usize>: Send {
    fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop>;
    fn loses(&mut self, board: &Board<N>, set: Bits<N>) -> Result<bool, Stop>;
    fn known_value(&mut self, board: &Board<N>, set: Bits<N>) -> Option<u16>;
    fn known_loses(&mut self, board: &Board<N>, set: Bits<N>) -> Option<bool>;
    fn positions(&self) -> u64;
    /// The theorems that the results rely on.
    fn used(&self) -> Vec<RuleId> {
        Vec::new()
    }

    /// The id of the tablebase in use, if there is one.
    fn tablebase(&self) -> Option<Arc<str>> {
        None
    }

    /// Whether a proof should be built from what is already known, because looking for something
    /// better may take long.
    fn is_guided(&self) -> bool {
        false
    }

    /// Continues with another budget, perhaps after `rest`, so that results can be proved later.
    fn resume(&mut self, board: &Board<N>, budget: &Budget) -> Result<(), Stop>;

    /// Frees memory that is cheap to recompute.
    fn rest(&mut self) {}

    /// Whether a set has this value.
    fn has_value(&mut self, board: &Board<N>, set: Bits<N>, value: u16) -> Result<bool, Stop> {
        if value == 0 { self.loses(board, set) } else { Ok(self.value(board, set)? == value) }
    }

    /// The value of a set, if it is less than `bound`.
    fn value_below(&mut self, board: &Board<N>, set: Bits<N>, bound: u16) -> Result<Option<u16>, Stop> {
        if bound == 0 { Ok(None) } else { Ok(Some(self.value(board, set)?).filter(|&value| value < bound)) }
    }

    /// The involution that was used to fold a connected set and so find its value, if that is how
    /// the value was found: the image of each element. It maps the set to itself, and its fixed
    /// elements in the set are closed downwards. Its action outside the set does not matter, though
    /// an automorphism of the board is the shortest to write down.
    fn fold(&mut self, _: &Board<N>, _: Bits<N>) -> Option<Vec<usize>> {
        None
    }

    /// The theorem that gave the value of a connected set, if that is how the value was found.
    fn theorem(&mut self, _: &Board<N>, _: Bits<N>) -> Option<RuleId> {
        None
    }
}

/// Any set with at most this many elements is searched almost instantly.
pub(crate) const SMALL: usize = dense::MAX_ELEMENTS;

/// Opens a search on a convex set.
pub(crate) fn open(
    poset: &Poset,
    set: &ElementSet,
    rules: &Rules,
    tables: &Tables,
    budget: &Budget,
) -> Result<Arc<Mutex<dyn Search>>, Stop> {
    if set.len() > MAX_WIDTH {
        return Err(Stop::Size);
    }
    with_width!(set.len(), open_with_width(poset, set, rules, tables, budget))
}

/// A search limited to fewer positions than this is not worth opening.
pub(crate) const FEWEST: u64 = 1_000;

/// The most options, over all down-sets, for which a table on chains is filled: with a limit on
/// positions, where filling takes tenths of a second, and without one, where it takes some seconds.
const FEW_CHAIN_OPTIONS: usize = 1 << 27;
const MOST_CHAIN_OPTIONS: usize = 1 << 31;

/// Up to this many down-sets, looking for symmetry costs more than it saves.
const FEW_DOWN_SETS: usize = 50_000;
/// Up to this many down-sets, a table of all subsets costs more than it saves.
const VERY_FEW_DOWN_SETS: usize = 2_000;

fn open_with_width<const N: usize>(
    poset: &Poset,
    set: &ElementSet,
    rules: &Rules,
    tables: &Tables,
    budget: &Budget,
) -> Result<Arc<Mutex<dyn Search>>, Stop> {
    let split = rules.allow(RuleId::Components);
    let board = Arc::new(Board::<N>::new(poset, set, split));
    if let Some(search) = open_by_hub(&board, rules, tables, budget)? {
        return Ok(search);
    }
    if let Some(search) = open_by_type(&board, rules, tables, budget)? {
        return Ok(search);
    }
    let limit = budget.most_positions();
    if is_narrow(poset, set) {
        let most = if limit == u64::MAX { MOST_CHAIN_OPTIONS } else { FEW_CHAIN_OPTIONS };
        let unlimited = budget.clone().with_positions(u64::MAX);
        if let Ok(Some(oracle)) = Chains::of(&board, most, &unlimited) {
            return Ok(Arc::new(Mutex::new(Engine { board, oracle, rules: rules.clone() })));
        }
    }
    if limit < FEWEST {
        return Err(Stop::Positions);
    }
    let few = |most| board.has_at_most(most);
    if board.len() <= dense::MAX_ELEMENTS && !few(VERY_FEW_DOWN_SETS) {
        let board = Board::<1>::new(poset, set, split);
        if let Ok(dense) = Dense::new(&board, budget) {
            return Ok(Arc::new(Mutex::new(Engine { board: Arc::new(board), oracle: dense, rules: rules.clone() })));
        }
    }
    let symmetry =
        if few(FEW_DOWN_SETS) { Symmetry::trivial(&board.poset) } else { Symmetry::of(&board.poset, budget) };
    Ok(Arc::new(Mutex::new(on_down_sets(board, symmetry, rules, budget)?)))
}

/// From this many vertices around the hub, the kernel for hubs is better than the one for all
/// graphs.
const FEWEST_AROUND: usize = 10;

/// A search by segments of the rim, if the board is a graph with a hub and enough vertices.
fn open_by_hub<const B: usize>(
    board: &Arc<Board<B>>,
    rules: &Rules,
    tables: &Tables,
    budget: &Budget,
) -> Result<Option<Arc<Mutex<dyn Search>>>, Stop> {
    let Some(around) = HubBoard::of(board).filter(|around| around.vertices() >= FEWEST_AROUND) else { return Ok(None) };
    if around.vertices() <= most_vertices(1) {
        on_hubs(board, around, &tables.hubs, rules, budget)
    } else {
        on_hubs(board, around, &tables.large_hubs, rules, budget)
    }
}

/// A search by segments with keys of `N` words.
fn on_hubs<const N: usize, const B: usize>(
    board: &Arc<Board<B>>,
    around: HubBoard,
    slot: &Slot<N>,
    rules: &Rules,
    budget: &Budget,
) -> Result<Option<Arc<Mutex<dyn Search>>>, Stop> {
    let Some(kernel) = Hubs::<N>::new(rules) else { return Ok(None) };
    let shared = table_for(slot, rules, budget)?;
    let oracle = Keyed::new(kernel, Box::new(around), shared, budget).guided();
    Ok(Some(Arc::new(Mutex::new(Engine { board: board.clone(), oracle, rules: rules.clone() }))))
}

/// A search by isomorphism type, if the board is a graph or a complex on few vertices.
fn open_by_type<const B: usize>(
    board: &Arc<Board<B>>,
    rules: &Rules,
    tables: &Tables,
    budget: &Budget,
) -> Result<Option<Arc<Mutex<dyn Search>>>, Stop> {
    let Some(faces) = ComplexBoard::new(board) else { return Ok(None) };
    if let Some(tablebase) = tables.tablebase.as_ref().filter(|tablebase| faces.vertices() <= tablebase.vertices()) {
        let oracle = Probed::new(tablebase.clone(), faces);
        return Ok(Some(Arc::new(Mutex::new(Engine { board: board.clone(), oracle, rules: rules.clone() }))));
    }
    let [split, fold] = [RuleId::Components, RuleId::InvolutionFold].map(|rule| rules.allow(rule));
    let (board, rules) = (board.clone(), rules.clone());
    Ok(Some(match (Graphs::new(&rules).filter(|_| faces.is_graph()), faces.vertices()) {
        (Some(graphs), _) => {
            let shared = table_for(&tables.graphs, &rules, budget)?;
            let oracle = Keyed::new(graphs, Box::new(faces), shared, budget).beginning(tables.manner());
            Arc::new(Mutex::new(Engine { board, oracle, rules }))
        }
        (None, ..=7) => {
            let shared = table_for(&tables.complexes, &rules, budget)?;
            let kernel = Complexes::<2>::new(split, fold);
            let oracle = Keyed::new(kernel, Box::new(faces), shared, budget).beginning(tables.manner());
            Arc::new(Mutex::new(Engine { board, oracle, rules }))
        }
        (None, 8) => {
            let shared = table_for(&tables.large_complexes, &rules, budget)?;
            let kernel = Complexes::<4>::new(split, fold);
            let oracle = Keyed::new(kernel, Box::new(faces), shared, budget).beginning(tables.manner());
            Arc::new(Mutex::new(Engine { board, oracle, rules }))
        }
        (None, _) => return Ok(None),
    }))
}

/// A search on the down-sets of a board.
fn on_down_sets<const N: usize>(
    board: Arc<Board<N>>,
    symmetry: Symmetry<N>,
    rules: &Rules,
    budget: &Budget,
) -> Result<Engine<N, Keyed<DownSets<N>, N, N>>, Stop> {
    let kernel = DownSets::new(board.clone(), symmetry, rules.allow(RuleId::Chain));
    let shared = Arc::new(Shared::new(budget)?);
    Ok(Engine { board, oracle: Keyed::new(kernel, Box::new(Open), shared, budget), rules: rules.clone() })
}

/// A board and a source of values for it.
struct Engine<const N: usize, O> {
    board: Arc<Board<N>>,
    oracle: O,
    rules: Rules,
}

impl<const N: usize, O: Oracle<N>> Searched for Engine<N, O> {
    fn prove(&mut self, set: &ElementSet, shown: Shown, budget: &Budget, sink: &mut dyn Sink) -> Result<StepId, Halt> {
        let Engine { board, oracle, rules } = self;
        oracle.resume(board, budget)?;
        budget.check()?;
        descend(|| Prover::new(board, oracle, rules, budget, sink).prove(board.inside(set), shown))
    }
}

impl<const N: usize, O: Oracle<N>> Search for Engine<N, O> {
    fn value(&mut self, set: &ElementSet) -> Result<Grundy, Stop> {
        self.oracle.value(&self.board, self.board.inside(set)).map(|value| Grundy(value.into()))
    }

    fn outcome(&mut self, set: &ElementSet) -> Result<Outcome, Stop> {
        self.oracle.loses(&self.board, self.board.inside(set)).map(outcome_of)
    }

    fn known_value(&mut self, set: &ElementSet) -> Option<Grundy> {
        self.oracle.known_value(&self.board, self.board.inside(set)).map(|value| Grundy(value.into()))
    }

    fn known_outcome(&mut self, set: &ElementSet) -> Option<Outcome> {
        self.oracle.known_loses(&self.board, self.board.inside(set)).map(outcome_of)
    }

    fn positions(&self) -> u64 {
        self.oracle.positions()
    }

    fn used(&self) -> Vec<RuleId> {
        self.oracle.used()
    }

    fn tablebase(&self) -> Option<Arc<str>> {
        self.oracle.tablebase()
    }

    fn rest(&mut self) {
        self.oracle.rest();
    }

    fn go_on(&mut self, budget: &Budget) {
        // If this fails, the next query reports it.
        let _ = self.oracle.resume(&self.board, budget);
    }
}

fn outcome_of(loses: bool) -> Outcome {
    if loses { Outcome::Second } else { Outcome::First }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::naive;
    use crate::poset::Draft;

    /// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A random poset of 11 elements, the last three being twins of others, so that automorphism
    /// groups of all sizes occur.
    pub(crate) fn random_poset(state: &mut u64) -> Poset {
        let mut draft = Draft { size: 11, relations: Vec::new() };
        let percent = 10 + random(state) % 40;
        for (y, x) in (0..8).flat_map(|y| (0..y).map(move |x| (y, x))) {
            if random(state) % 100 < percent {
                draft.relations.push((x, y));
            }
        }
        for twin in 8..11 {
            let of = random(state) as usize % 8;
            let copies: Vec<_> =
                draft.relations.iter().filter(|(x, y)| (*x == of || *y == of) && *x < 8 && *y < 8).copied().collect();
            draft.relations.extend(copies.into_iter().map(|(x, y)| if x == of { (twin, y) } else { (x, twin) }));
        }
        draft.check().expect("relations go up").0
    }

    fn engines<const N: usize>(poset: &Poset, set: &ElementSet, split: bool) -> Vec<Box<dyn Search>> {
        let budget = Budget::default();
        let board = || Board::<N>::new(poset, set, split);
        let dense_board = Board::<1>::new(poset, set, split);
        let dense = Dense::new(&dense_board, &budget).unwrap();
        let mut engines: Vec<Box<dyn Search>> =
            vec![Box::new(Engine { board: Arc::new(dense_board), oracle: dense, rules: Rules::default() })];
        let kernels: [fn(&Poset, &Budget) -> Symmetry<N>; 3] =
            [|poset, _| Symmetry::trivial(poset), Symmetry::of, Symmetry::labelled];
        for kernel in kernels {
            let board = Arc::new(board());
            let symmetry = kernel(&board.poset, &budget);
            engines.push(Box::new(on_down_sets(board, symmetry, &Rules::default(), &budget).unwrap()));
        }
        engines
    }

    /// Every engine, with every kernel and at every width, finds the values given by the
    /// definition.
    #[test]
    fn engines_agree_with_naive() {
        let mut state = 1;
        for round in 0..120 {
            let poset = random_poset(&mut state);
            let all = ElementSet::full(poset.len());
            let mut truths = HashMap::new();
            let mut naive = |set: &ElementSet| naive::grundy_with(&poset, set, &mut truths);
            let truth = naive(&all);
            let split = round % 2 == 0;
            let all_engines = [
                engines::<1>(&poset, &all, split),
                engines::<2>(&poset, &all, split),
                engines::<4>(&poset, &all, split),
                engines::<8>(&poset, &all, split),
            ];
            for mut engine in all_engines.into_iter().flatten() {
                // If the outcome comes first, later values must be found from what it left in the
                // table.
                let outcome_first = round % 3 == 0;
                if outcome_first {
                    assert_eq!(engine.outcome(&all), Ok(truth.outcome()));
                }
                assert_eq!(engine.value(&all), Ok(truth));
                for x in poset.elements() {
                    let option = &all - poset.up_set(x);
                    let value = naive(&option);
                    let known = engine.known_value(&option);
                    assert!(known == Some(value) || known.is_none());
                    assert_eq!(engine.outcome(&option), Ok(value.outcome()));
                    assert_eq!(engine.value(&option), Ok(value));
                    assert_eq!(engine.known_outcome(&option), Some(value.outcome()));
                }
                assert!(engine.positions() > 0);
            }
        }
    }
}
