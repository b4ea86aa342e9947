//! Questions about positions: what to find, by which rules, and with which earlier results.
//!
//! A [`Question`] is read by the driver ([`solve`](crate::solve())) and by the search below it.
//! [`Tables`] holds what outlasts a question; it does not know what the search stores there.

use std::any::{Any, TypeId};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::budget::Stop;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::rule::Rules;
#[cfg(feature = "tablebase")]
use crate::tablebase::{Recognised, Tablebase};

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

/// The goal of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The winner.
    Outcome,
    /// The Grundy value.
    Grundy,
}

/// Search results for graphs and complexes, kept from one question to the next and stored by
/// isomorphism type.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    kept: Arc<Mutex<Vec<KeptTable>>>,
    many: bool,
    #[cfg(feature = "tablebase")]
    tablebase: Option<Arc<Tablebase>>,
}

/// A table of the search. There is one for each kernel and set of rules, because an entry may rely
/// on a theorem.
#[derive(Debug)]
struct KeptTable {
    kernel: TypeId,
    rules: Rules,
    table: Arc<dyn Any + Send + Sync>,
}

impl Tables {
    /// Returns new tables with the same tablebase, for many questions about similar positions.
    /// Searches then find full values, since other questions will need them.
    #[must_use]
    pub fn for_many(&self) -> Self {
        let mut tables = self.clone();
        (tables.many, tables.kept) = (true, Arc::default());
        tables
    }

    /// Adds a tablebase, which is probed wherever it applies.
    #[cfg(feature = "tablebase")]
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<Tablebase>) -> Self {
        self.tablebase = Some(tablebase);
        self
    }

    /// The tablebase, if there is one.
    #[cfg(feature = "tablebase")]
    pub(crate) fn tablebase(&self) -> Option<&Arc<Tablebase>> {
        self.tablebase.as_ref()
    }

    /// Whether the tables serve many questions about similar positions.
    pub(crate) fn are_for_many(&self) -> bool {
        self.many
    }

    /// Whether there is a tablebase that covers a convex set.
    #[cfg(feature = "tablebase")]
    pub(crate) fn holds(&self, poset: &Poset, set: &ElementSet) -> bool {
        let knows = |tablebase: &Arc<Tablebase>| {
            Recognised::from_set(poset, set).is_some_and(|recognised| tablebase.covers(recognised.complex()))
        };
        self.tablebase.as_ref().is_some_and(knows)
    }

    /// Whether there is a tablebase that covers a convex set: without tablebases, never.
    #[cfg(not(feature = "tablebase"))]
    pub(crate) fn holds(&self, _: &Poset, _: &ElementSet) -> bool {
        false
    }

    /// The table of the kernel `K` with these rules, made when it is first needed. A kernel always
    /// has tables of the same type `T`.
    pub(crate) fn table<K: 'static, T: Any + Send + Sync>(
        &self,
        rules: &Rules,
        make: impl FnOnce() -> Result<T, Stop>,
    ) -> Result<Arc<T>, Stop> {
        let mut kept = self.kept.lock();
        let kernel = TypeId::of::<K>();
        if let Some(known) = kept.iter().find(|known| known.kernel == kernel && known.rules == *rules) {
            return Ok(known.table.clone().downcast().expect("a kernel has one type of table"));
        }
        let table = Arc::new(make()?);
        kept.push(KeptTable { kernel, rules: rules.clone(), table: table.clone() });
        Ok(table)
    }
}
