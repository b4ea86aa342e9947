//! The theorems taken on trust: their hypotheses are verified, their conclusions are not.
//!
//! In: the statement of a step, the induced poset on its set, and the sets that witness the
//! hypothesis. Out: nothing, or the condition that does not hold. A certificate that uses a theorem
//! is verified under the assumption that the theorem is true; its id is then listed.
//!
//! | file | theorems |
//! |---|---|
//! | `graph` | none; the view of a poset as a graph that the next four share |
//! | `complete` | `complete-graph`, `complete-multipartite` |
//! | `bipartite` | `bipartite` |
//! | `cycles` | `cycle`, `even-wheel`, `two-cycles`, `cycle-with-path` |
//! | `pseudotree` | `odd-cycle-pseudotree`, `gmk`, `hairball` |
//! | `two_level` | `zigzag`, `parity-uniform` |
//! | `stealing` | `strategy-stealing` |
//! | `subsets` | `published-table` |

mod graph;

mod complete;

mod bipartite;

mod cycles;

mod pseudotree;

mod two_level;

mod stealing;

mod subsets;

use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;
use crate::says::Says;
use crate::set::Sets;
use graph::Graph;

/// A theorem taken on trust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theorem {
    CompleteGraph,
    CompleteMultipartite,
    Bipartite,
    Cycle,
    EvenWheel,
    OddCyclePseudotree,
    Gmk,
    Hairball,
    TwoCycles,
    CycleWithPath,
    Zigzag,
    ParityUniform,
    StrategyStealing,
    PublishedTable,
}

/// The theorems by their ids.
const IDS: [(&str, Theorem); 14] = [
    ("complete-graph", Theorem::CompleteGraph),
    ("complete-multipartite", Theorem::CompleteMultipartite),
    ("bipartite", Theorem::Bipartite),
    ("cycle", Theorem::Cycle),
    ("even-wheel", Theorem::EvenWheel),
    ("odd-cycle-pseudotree", Theorem::OddCyclePseudotree),
    ("gmk", Theorem::Gmk),
    ("hairball", Theorem::Hairball),
    ("two-cycles", Theorem::TwoCycles),
    ("cycle-with-path", Theorem::CycleWithPath),
    ("zigzag", Theorem::Zigzag),
    ("parity-uniform", Theorem::ParityUniform),
    ("strategy-stealing", Theorem::StrategyStealing),
    ("published-table", Theorem::PublishedTable),
];

/// What a theorem states about a position.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// The Grundy value is this one.
    Exactly(u32),
    /// The Grundy value is greater than this one.
    Above(u32),
}

impl Theorem {
    pub(crate) fn by_id(id: &str) -> Option<Theorem> {
        IDS.iter().find(|entry| entry.0 == id).map(|entry| entry.1)
    }

    /// The id of the theorem.
    pub(crate) fn id(self) -> &'static str {
        IDS.iter().find(|entry| entry.1 == self).map_or("theorem", |entry| entry.0)
    }

    /// The least and the greatest number of sets that witness the hypothesis.
    pub(crate) fn witnesses(self) -> (usize, usize) {
        match self {
            Theorem::Bipartite | Theorem::EvenWheel | Theorem::ParityUniform => (1, 1),
            Theorem::CompleteMultipartite => (0, usize::MAX),
            _ => (0, 0),
        }
    }

    /// Verifies the hypothesis, and that the theorem then implies the statement of the step.
    pub(crate) fn verify(self, says: Says, position: &Induced, sets: &Sets, poset: &Poset) -> Result<(), Fault> {
        let value = self.value(position, sets, poset)?;
        let allowed = match (value, says) {
            (Value::Exactly(value), Says::Is(claimed)) if claimed == value => return Ok(()),
            (Value::Above(bound), Says::IsNot(claimed) | Says::Above(claimed)) if claimed <= bound => return Ok(()),
            (Value::Exactly(value), _) => format!("= {value}"),
            (Value::Above(bound), _) => format!("! V and > V, V at most {bound},"),
        };
        Err(Fault::rejected(format!("the rule `{}` allows {allowed} here, and not {says}", self.id())))
    }

    /// What the theorem states about a position that satisfies its hypothesis.
    fn value(self, position: &Induced, sets: &Sets, poset: &Poset) -> Result<Value, Fault> {
        let graph = || Graph::new(position, poset);
        match self {
            Theorem::CompleteGraph => complete::complete_graph(&graph()?),
            Theorem::CompleteMultipartite => complete::complete_multipartite(&graph()?, sets),
            Theorem::Bipartite => bipartite::bipartite(&graph()?, sets.get(0)),
            Theorem::Cycle => cycles::cycle(&graph()?),
            Theorem::EvenWheel => cycles::even_wheel(&graph()?, sets.get(0)),
            Theorem::OddCyclePseudotree => pseudotree::odd_cycle_pseudotree(&graph()?),
            Theorem::Gmk => pseudotree::gmk(&graph()?),
            Theorem::Hairball => pseudotree::hairball(&graph()?),
            Theorem::TwoCycles => cycles::two_cycles(&graph()?),
            Theorem::CycleWithPath => cycles::cycle_with_path(&graph()?),
            Theorem::Zigzag => two_level::zigzag(position, poset),
            Theorem::ParityUniform => two_level::parity_uniform(position, sets.get(0), poset),
            Theorem::StrategyStealing => stealing::strategy_stealing(position, poset),
            Theorem::PublishedTable => subsets::published_table(position, poset),
        }
    }
}
