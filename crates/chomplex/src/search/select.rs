//! Opens the kind of search that suits a set.
//!
//! The first of these that applies is chosen:
//!
//! 1. for a graph with a hub, a search by the segments of its rim;
//! 2. for a complex that a tablebase covers, the tablebase;
//! 3. for another graph or complex on few vertices, a search by isomorphism type;
//! 4. for a set covered by few chains, a table of its down-sets;
//! 5. for a set of at most 24 elements, a table of its subsets;
//! 6. else a search on its down-sets, up to symmetry.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::bits::{MAX_WIDTH, with_width};
use crate::board::Board;
use crate::budget::{Budget, Stop};
use crate::canon::complex::Complexes;
use crate::canon::down_sets::DownSets;
use crate::canon::graph::graphs::Graphs;
use crate::canon::hub::hubs::Hubs;
use crate::canon::hub::key::most_vertices;
use crate::canon::kernel::Kernel;
use crate::canon::symmetry::Symmetry;
use crate::element::ElementSet;
use crate::poset::Poset;
use crate::question::Question;
use crate::rule::RuleId;

use super::chains::{Chains, is_narrow};
use super::dense::{self, Dense};
use super::encoder::{ComplexBoard, Encoder, Open};
use super::engine::{DownSetSearch, Engine};
use super::hub::HubBoard;
use super::keyed::Keyed;
use super::oracle::Oracle;
use super::pairs::Manner;
#[cfg(feature = "tablebase")]
use super::probed::Probed;
use super::shared::Shared;

/// An open search, which a reason may keep to write a proof later.
type OpenSearch = Arc<Mutex<dyn DownSetSearch>>;

/// Any set with at most this many elements is searched almost instantly.
pub(crate) const SMALL: usize = dense::MAX_ELEMENTS;

/// A search limited to fewer positions than this is not worth opening.
pub(crate) const FEWEST: u64 = 1_000;

/// From this many vertices around the hub, the kernel for hubs is better than the one for all
/// graphs.
const FEWEST_AROUND: usize = 10;

/// The most options, over all down-sets, for which a table on chains is filled: with a limit on
/// positions, where filling takes tenths of a second, and without one, where it takes some seconds.
const FEW_CHAIN_OPTIONS: usize = 1 << 27;
const MOST_CHAIN_OPTIONS: usize = 1 << 31;

/// Up to this many down-sets, looking for symmetry costs more than it saves.
const FEW_DOWN_SETS: usize = 50_000;
/// Up to this many down-sets, a table of all subsets costs more than it saves.
const VERY_FEW_DOWN_SETS: usize = 2_000;

/// Opens a search on a convex set, with the rules and tables of a question.
pub(crate) fn open(poset: &Poset, set: &ElementSet, question: &Question, budget: &Budget) -> Result<OpenSearch, Stop> {
    if set.len() > MAX_WIDTH {
        return Err(Stop::Size);
    }
    with_width!(set.len(), N => open_with_width::<N>(poset, set, question, budget))
}

fn open_with_width<const N: usize>(
    poset: &Poset,
    set: &ElementSet,
    question: &Question,
    budget: &Budget,
) -> Result<OpenSearch, Stop> {
    let board = Arc::new(Board::<N>::new(poset, set, question.rules.allow(RuleId::Components)));
    let opening = Opening { board, question, budget };
    if let Some(search) = opening.by_hub()? {
        return Ok(search);
    }
    if let Some(search) = opening.by_isomorphism_type()? {
        return Ok(search);
    }
    if is_narrow(poset, set)
        && let Some(search) = opening.by_chains()
    {
        return Ok(search);
    }
    if budget.most_positions() < FEWEST {
        return Err(Stop::Positions);
    }
    if let Some(search) = opening.by_subsets(poset, set) {
        return Ok(search);
    }
    opening.by_down_sets()
}

/// What is needed to open a search on a board.
pub(super) struct Opening<'a, const B: usize> {
    pub(super) board: Arc<Board<B>>,
    pub(super) question: &'a Question,
    pub(super) budget: &'a Budget,
}

impl<const B: usize> Opening<'_, B> {
    /// A search by segments of the rim, if the board is a graph with a hub and enough vertices.
    fn by_hub(&self) -> Result<Option<OpenSearch>, Stop> {
        match HubBoard::new(&self.board) {
            Some(hub) if hub.vertices() >= FEWEST_AROUND => self.around(hub),
            _ => Ok(None),
        }
    }

    /// A search by segments of the rim around this hub, if the rules it uses are allowed.
    pub(super) fn around(&self, hub: HubBoard) -> Result<Option<OpenSearch>, Stop> {
        if hub.vertices() <= most_vertices(1) { self.around_with::<1>(hub) } else { self.around_with::<2>(hub) }
    }

    /// The same, with keys of `N` words.
    fn around_with<const N: usize>(&self, hub: HubBoard) -> Result<Option<OpenSearch>, Stop> {
        let Some(kernel) = Hubs::<N>::new(&self.question.rules) else { return Ok(None) };
        Ok(Some(self.search(self.keyed(kernel, hub)?.guided())))
    }

    /// A search by isomorphism type, if the board is a graph or a complex on few vertices; a
    /// tablebase has the values of all that it covers.
    pub(super) fn by_isomorphism_type(&self) -> Result<Option<OpenSearch>, Stop> {
        let Question { rules, tables, .. } = self.question;
        let Some(faces) = ComplexBoard::new(&self.board) else { return Ok(None) };
        #[cfg(feature = "tablebase")]
        if let Some(tablebase) = tables.tablebase().filter(|tablebase| faces.vertices() <= tablebase.vertices()) {
            return Ok(Some(self.search(Probed::new(tablebase.clone(), faces))));
        }
        let manner = if tables.are_for_many() { Manner::Values } else { Manner::Pairs };
        let [split, fold] = [RuleId::Components, RuleId::InvolutionFold].map(|rule| rules.allow(rule));
        if let Some(kernel) = Graphs::new(rules).filter(|_| faces.is_graph()) {
            return Ok(Some(self.search(self.keyed(kernel, faces)?.beginning(manner))));
        }
        Ok(match faces.vertices() {
            ..=7 => {
                let kernel = Complexes::<2>::new(split, fold);
                Some(self.search(self.keyed(kernel, faces)?.beginning(manner)))
            }
            8 => {
                let kernel = Complexes::<4>::new(split, fold);
                Some(self.search(self.keyed(kernel, faces)?.beginning(manner)))
            }
            _ => None,
        })
    }

    /// A table of all down-sets by the number of elements in each chain, if it is not too large.
    fn by_chains(&self) -> Option<OpenSearch> {
        let is_limited = self.budget.most_positions() < u64::MAX;
        let most = if is_limited { FEW_CHAIN_OPTIONS } else { MOST_CHAIN_OPTIONS };
        let unlimited = self.budget.clone().with_positions(u64::MAX);
        let chains = Chains::new(&self.board, most, &unlimited).ok().flatten()?;
        Some(self.search(chains))
    }

    /// A table of all subsets, if the board is small, but not so small that it is not worthwhile.
    fn by_subsets(&self, poset: &Poset, set: &ElementSet) -> Option<OpenSearch> {
        if self.board.len() > dense::MAX_ELEMENTS || self.board.has_at_most(VERY_FEW_DOWN_SETS) {
            return None;
        }
        let board = Arc::new(Board::new(poset, set, self.question.rules.allow(RuleId::Components)));
        let dense = Dense::new(&board, self.budget).ok()?;
        Some(Opening { board, question: self.question, budget: self.budget }.search(dense))
    }

    /// A search on the down-sets of the board.
    fn by_down_sets(&self) -> Result<OpenSearch, Stop> {
        let few = self.board.has_at_most(FEW_DOWN_SETS);
        let poset = &self.board.poset;
        let symmetry = if few { Symmetry::trivial(poset) } else { Symmetry::new(poset, self.budget) };
        Ok(self.search(self.up_to(symmetry)?))
    }

    /// A search on the down-sets of the board up to these symmetries. Its table is its own.
    pub(super) fn up_to(&self, symmetry: Symmetry<B>) -> Result<Keyed<DownSets<B>, B, B>, Stop> {
        let kernel = DownSets::new(self.board.clone(), symmetry, self.question.rules.allow(RuleId::Chain));
        Ok(Keyed::new(kernel, Box::new(Open), Arc::new(Shared::new(self.budget)?), self.budget))
    }

    /// A search through a kernel, with the table that all searches through it share.
    fn keyed<K: Kernel<N> + 'static, const N: usize>(
        &self,
        kernel: K,
        encoder: impl Encoder<K, N, B> + 'static,
    ) -> Result<Keyed<K, N, B>, Stop> {
        let Question { rules, tables, .. } = self.question;
        let shared = tables.table::<K, Shared<N>>(rules, || Shared::new(self.budget))?;
        Ok(Keyed::new(kernel, Box::new(encoder), shared, self.budget))
    }

    /// The search with this source of values.
    fn search(&self, oracle: impl Oracle<B> + 'static) -> OpenSearch {
        Arc::new(Mutex::new(Engine { board: self.board.clone(), oracle, rules: self.question.rules.clone() }))
    }
}
