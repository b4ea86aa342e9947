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
#[derive(Debug)]
pub(crate) struct Theorem {
    pub(crate) id: &'static str,
    /// The least and the greatest number of sets that witness the hypothesis.
    pub(crate) witnesses: (usize, usize),
    /// What it states about a position that satisfies its hypothesis.
    value: fn(&Case<'_>) -> Result<Value, Fault>,
}

/// What a theorem is applied to.
struct Case<'a> {
    position: &'a Induced,
    sets: &'a Sets,
    poset: &'a Poset,
}

impl<'a> Case<'a> {
    fn graph(&self) -> Result<Graph<'a>, Fault> {
        Graph::new(self.position, self.poset)
    }
}

const NONE: (usize, usize) = (0, 0);
const ONE: (usize, usize) = (1, 1);
const ANY: (usize, usize) = (0, usize::MAX);

macro_rules! theorems {
    ($($id:literal, $witnesses:expr, $value:expr;)*) => {
        &[$(Theorem { id: $id, witnesses: $witnesses, value: $value }),*]
    };
}

const THEOREMS: &[Theorem] = theorems![
    "complete-graph", NONE, |case| complete::complete_graph(&case.graph()?);
    "complete-multipartite", ANY, |case| complete::complete_multipartite(&case.graph()?, case.sets);
    "bipartite", ONE, |case| bipartite::bipartite(&case.graph()?, case.sets.get(0));
    "cycle", NONE, |case| cycles::cycle(&case.graph()?);
    "even-wheel", ONE, |case| cycles::even_wheel(&case.graph()?, case.sets.get(0));
    "odd-cycle-pseudotree", NONE, |case| pseudotree::odd_cycle_pseudotree(&case.graph()?);
    "gmk", NONE, |case| pseudotree::gmk(&case.graph()?);
    "hairball", NONE, |case| pseudotree::hairball(&case.graph()?);
    "two-cycles", NONE, |case| cycles::two_cycles(&case.graph()?);
    "cycle-with-path", NONE, |case| cycles::cycle_with_path(&case.graph()?);
    "zigzag", NONE, |case| two_level::zigzag(case.position, case.poset);
    "parity-uniform", ONE, |case| two_level::parity_uniform(case.position, case.sets.get(0), case.poset);
    "strategy-stealing", NONE, |case| stealing::strategy_stealing(case.position, case.poset);
    "published-table", NONE, |case| subsets::published_table(case.position, case.poset);
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
    pub(crate) fn by_id(id: &str) -> Option<&'static Theorem> {
        THEOREMS.iter().find(|theorem| theorem.id == id)
    }

    /// Verifies the hypothesis, and that the theorem then implies the statement of the step.
    pub(crate) fn verify(&self, says: Says, position: &Induced, sets: &Sets, poset: &Poset) -> Result<(), Fault> {
        let value = (self.value)(&Case { position, sets, poset })?;
        let allowed = match (value, says) {
            (Value::Exactly(value), Says::Is(claimed)) if claimed == value => return Ok(()),
            (Value::Above(bound), Says::IsNot(claimed) | Says::Above(claimed)) if claimed <= bound => return Ok(()),
            (Value::Exactly(value), _) => format!("= {value}"),
            (Value::Above(bound), _) => format!("! V and > V, V at most {bound},"),
        };
        Err(Fault::rejected(format!("the rule `{}` allows {allowed} here, and not {says}", self.id)))
    }
}
