//! Turns values into the steps that prove them.
//!
//! A proof that a position has value v needs the value of each option that is worth less than v,
//! and for each option that is worth more one reply that brings it back to v. So a proof needs far
//! fewer positions than the search examined: for v = 0 it is a strategy for the second player.
//! Positions that automorphisms map to each other are proved once. Folds and theorems used by the
//! search become steps of the proof.
//!
//! The steps go to a [`Sink`]; of a proved lemma only its number is kept.

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter};
use crate::canon::symmetry::{Automorphism, Symmetry};
use crate::element::ElementSet;
use crate::reason::unwritten::{Halt, Shown, Sink};
use crate::reason::{AfterMove, Claim, Finding, MapId, Reference, Rule, Step, StepId};
use crate::rule::{RuleId, Rules};
use crate::search::oracle::Oracle;
use crate::shape::Shape;
use crate::theorem::{THEOREMS, chain};
use crate::value::Grundy;

/// Number of good replies tried, in the hope of finding one that is already proved.
const REPLIES_TRIED: usize = 8;

/// A set to cite, its representative, and the automorphism between them.
#[derive(Clone, Copy)]
struct Carried<const N: usize> {
    set: Bits<N>,
    representative: Bits<N>,
    automorphism: Automorphism<N>,
}

/// Writes the steps of a proof.
pub(crate) struct Prover<'a, const N: usize, O> {
    board: &'a Board<N>,
    oracle: &'a mut O,
    symmetry: Symmetry<N>,
    /// The step that proves each representative.
    lemmas: HashMap<Bits<N>, StepId>,
    /// The ids of the automorphisms that were already given to the sink, by their places in the
    /// list of the group.
    maps: HashMap<usize, Option<MapId>>,
    use_chains: bool,
    meter: Meter,
    sink: &'a mut dyn Sink,
}

impl<'a, const N: usize, O: Oracle<N>> Prover<'a, N, O> {
    pub(crate) fn new(
        board: &'a Board<N>,
        oracle: &'a mut O,
        rules: &Rules,
        budget: &Budget,
        sink: &'a mut dyn Sink,
    ) -> Self {
        let symmetry = Symmetry::new(&board.poset, budget);
        let use_chains = rules.allow(RuleId::Chain);
        let (lemmas, maps, meter) = (HashMap::new(), HashMap::new(), budget.meter(1000));
        Prover { board, oracle, symmetry, lemmas, maps, use_chains, meter, sink }
    }

    /// Proves something about a set.
    pub(crate) fn prove(&mut self, set: Bits<N>, shown: Shown) -> Result<StepId, Halt> {
        match shown {
            Shown::Value(value) => self.derive(set, narrow(value)),
            Shown::Not(value) => self.prove_not(set, narrow(value)),
            Shown::Options => self.prove_options(set),
        }
    }

    /// Proves the value of every option of a set, and from these its own value.
    fn prove_options(&mut self, set: Bits<N>) -> Result<StepId, Halt> {
        let mut moves = Vec::with_capacity(set.len());
        for x in set.iter() {
            let option = set.without(self.board.up[x]);
            let value = self.oracle.value(self.board, option)?;
            moves.push((self.board.element(x), AfterMove::Known(self.lemma(option, value)?)));
        }
        let value = self.oracle.value(self.board, set)?;
        self.push(set, Claim::Value(wide(value)), Rule::Mex(moves))
    }

    /// Proves that a set does not have this value, by a move to an option that has it.
    fn prove_not(&mut self, set: Bits<N>, value: u16) -> Result<StepId, Halt> {
        let (x, carried) = self.reply_to(set, value)?;
        let reference = self.cite(&carried, value)?;
        self.push(set, Claim::Not(wide(value)), Rule::Reply(self.board.element(x), reference))
    }

    /// Proves that a set has this value, through lemmas about representatives.
    fn lemma(&mut self, set: Bits<N>, value: u16) -> Result<Reference, Halt> {
        let carried = self.carry(set)?;
        self.cite(&carried, value)
    }

    /// The set, or each of its parts if the sink takes sums, with its representative.
    fn carry(&mut self, set: Bits<N>) -> Result<Vec<Carried<N>>, Halt> {
        let mut all = Vec::with_capacity(1);
        let mut left = set;
        loop {
            let set = if left.is_empty() || !self.sink.takes_sums() { left } else { self.board.part(left) };
            let (representative, automorphism) = self.symmetry.carry(set)?;
            all.push(Carried { set, representative, automorphism });
            left = left.without(set);
            if left.is_empty() {
                return Ok(all);
            }
        }
    }

    /// Refers to a proof that a set has this value.
    fn cite(&mut self, carried: &[Carried<N>], value: u16) -> Result<Reference, Halt> {
        if let [one] = carried {
            return self.cite_one(one, value);
        }
        let mut terms = Vec::with_capacity(carried.len());
        for part in carried {
            let value = self.oracle.value(self.board, part.set)?;
            terms.push(self.cite_one(part, value)?);
        }
        Ok(Reference { step: self.sink.take_sum(terms)?, map: None })
    }

    fn cite_one(&mut self, carried: &Carried<N>, value: u16) -> Result<Reference, Halt> {
        let Carried { representative, automorphism, .. } = *carried;
        let step = match self.lemmas.get(&representative) {
            Some(&step) => step,
            None => {
                let step = self.derive(representative, value)?;
                self.meter.make_room(&mut self.lemmas, 0, 0)?;
                self.lemmas.insert(representative, step);
                step
            }
        };
        Ok(Reference { step, map: self.map(automorphism)? })
    }

    /// The sink's map for an automorphism of the board.
    fn map(&mut self, automorphism: Automorphism<N>) -> Result<Option<MapId>, Halt> {
        if let Automorphism::Listed(place) = automorphism
            && let Some(&map) = self.maps.get(&place)
        {
            return Ok(map);
        }
        if automorphism == Automorphism::Identity {
            return Ok(None);
        }
        let images = self.symmetry.images(automorphism);
        let map = self.take_map(&images, Bits::below(self.board.len()))?;
        if let Automorphism::Listed(place) = automorphism {
            self.maps.insert(place, map);
        }
        Ok(map)
    }

    /// Proves that a set has this value, by a theorem, a fold, or the values of its parts or
    /// options.
    fn derive(&mut self, set: Bits<N>, value: u16) -> Result<StepId, Halt> {
        if !set.is_empty() && self.board.part(set) != set {
            return self.derive_sum(set);
        }
        if !set.is_empty() && self.use_chains && self.board.is_chain(set) {
            let value = u32::try_from(set.len()).expect("at most 512");
            return self.push(set, Claim::Value(Grundy(value)), Rule::Theorem(chain::finding(set.len())));
        }
        if let Some((claim, finding)) = self.theorem(set) {
            return self.push(set, claim, Rule::Theorem(finding));
        }
        if let Some(images) = self.oracle.fold(self.board, set) {
            return self.derive_fold(set, &images, value);
        }
        let mut moves = Vec::with_capacity(set.len());
        let mut replies = HashMap::new();
        let smaller = if self.oracle.is_guided() { self.smaller(set, value)? } else { Vec::new() };
        for x in set.iter() {
            let after = match smaller.iter().find(|&&(y, _)| x == y) {
                Some(&(_, less)) => self.lemma(set.without(self.board.up[x]), less).map(AfterMove::Known)?,
                None => self.after_move(set, x, value, &mut replies)?,
            };
            moves.push((self.board.element(x), after));
        }
        self.push(set, Claim::Value(wide(value)), Rule::Mex(moves))
    }

    /// For each value below that of a set, a move to an option of that value; if possible one that
    /// is already known.
    fn smaller(&mut self, set: Bits<N>, value: u16) -> Result<Vec<(usize, u16)>, Halt> {
        let mut moves = Vec::new();
        for less in 0..value {
            let (board, oracle) = (self.board, &mut self.oracle);
            let known = |x: &usize| oracle.known(board, set.without(board.up[*x])).value() == Some(less);
            let x = match set.iter().find(known) {
                Some(x) => x,
                None => self.reply_to(set, less)?.0,
            };
            moves.push((x, less));
        }
        Ok(moves)
    }

    /// The statement of the theorem that gave the value of a set.
    fn theorem(&mut self, set: Bits<N>) -> Option<(Claim, Finding)> {
        let rule = self.oracle.theorem(self.board, set)?;
        let theorem = THEOREMS.iter().find(|theorem| theorem.card.rule == rule)?;
        let elements = self.board.elements(set);
        let (claim, finding) = (theorem.apply)(&Shape::new(&self.board.poset, &elements))?;
        let witness = finding.witness.iter().map(|set| self.board.outside_elements(set)).collect();
        claim.value().map(|_| (claim, Finding { witness, ..finding }))
    }

    /// Proves that a set has the value of the elements that an involution fixes.
    fn derive_fold(&mut self, set: Bits<N>, images: &[usize], value: u16) -> Result<StepId, Halt> {
        let fixed: Bits<N> = set.iter().filter(|&x| images[x] == x).collect();
        let reference = self.lemma(fixed, value)?;
        // One automorphism of the board folds many sets and is written once.
        let all = Bits::below(self.board.len());
        let domain = if self.board.is_automorphism(images) { all } else { set };
        let map = self.take_map(images, domain)?.expect("a fold moves something");
        self.push(set, Claim::Value(wide(value)), Rule::Fold(map, reference))
    }

    fn take_map(&mut self, images: &[usize], domain: Bits<N>) -> Result<Option<MapId>, Halt> {
        self.sink.take_map(self.board.outside_map(images, domain))
    }

    /// Explains why the option after a move does not prevent the position from having this value.
    /// Some replies are known beforehand.
    fn after_move(
        &mut self,
        set: Bits<N>,
        x: usize,
        value: u16,
        replies: &mut HashMap<usize, (usize, Vec<Carried<N>>)>,
    ) -> Result<AfterMove, Halt> {
        let option = set.without(self.board.up[x]);
        if self.oracle.is_guided()
            && let Some(known) = self.known_after_move(option, value)?
        {
            return Ok(known);
        }
        if let Some(less) = self.oracle.value_below(self.board, option, value)? {
            return self.lemma(option, less).map(AfterMove::Known);
        }
        let (y, carried) = match replies.remove(&x) {
            Some(known) => known,
            None => self.reply_to(option, value)?,
        };
        let reply = AfterMove::Reply(self.board.element(y), self.cite(&carried, value)?);
        // If x and y can be played in either order, they lead to the same position.
        if y > x {
            replies.insert(y, (x, carried));
        }
        Ok(reply)
    }

    /// Like `after_move`, but uses only what is known without further work, if that is enough.
    fn known_after_move(&mut self, option: Bits<N>, value: u16) -> Result<Option<AfterMove>, Halt> {
        let (board, oracle) = (self.board, &mut self.oracle);
        if let Some(less) = oracle.known(board, option).value().filter(|&less| less < value) {
            return self.lemma(option, less).map(|lemma| Some(AfterMove::Known(lemma)));
        }
        let good = |y: &usize| oracle.known(board, option.without(board.up[*y])).value() == Some(value);
        let replies: Vec<usize> = option.iter().filter(good).take(REPLIES_TRIED).collect();
        let mut best: Option<(usize, Vec<Carried<N>>)> = None;
        for y in replies {
            let carried = self.carry(option.without(board.up[y]))?;
            let is_proved = carried.iter().all(|part| self.lemmas.contains_key(&part.representative));
            if best.is_none() || is_proved {
                best = Some((y, carried));
            }
        }
        let Some((y, carried)) = best else { return Ok(None) };
        Ok(Some(AfterMove::Reply(board.element(y), self.cite(&carried, value)?)))
    }

    /// A move from a set to an option of this value; if possible one that is already proved.
    fn reply_to(&mut self, set: Bits<N>, value: u16) -> Result<(usize, Vec<Carried<N>>), Halt> {
        let mut first = None;
        let mut tried = 0;
        for y in set.iter() {
            self.meter.pause()?;
            let option = set.without(self.board.up[y]);
            if self.oracle.has_value(self.board, option, value)? {
                let carried = self.carry(option)?;
                if carried.iter().all(|part| self.lemmas.contains_key(&part.representative)) {
                    return Ok((y, carried));
                }
                first.get_or_insert((y, carried));
                tried += 1;
                if tried == REPLIES_TRIED {
                    break;
                }
            }
        }
        Ok(first.expect("a larger value has an option of each smaller one"))
    }

    fn derive_sum(&mut self, set: Bits<N>) -> Result<StepId, Halt> {
        let mut parts: Vec<(ElementSet, Reference)> = Vec::new();
        let mut sum = Grundy::ZERO;
        for part in self.board.parts(set) {
            let value = self.oracle.value(self.board, part)?;
            sum = sum + wide(value);
            parts.push((self.board.outside(part), self.lemma(part, value)?));
        }
        self.push(set, Claim::Value(sum), Rule::Components(parts))
    }

    fn push(&mut self, set: Bits<N>, claim: Claim, rule: Rule) -> Result<StepId, Halt> {
        self.meter.pause()?;
        self.sink.take(Step { set: self.board.outside(set), claim, rule })
    }
}

fn wide(value: u16) -> Grundy {
    Grundy(value.into())
}

fn narrow(value: Grundy) -> u16 {
    u16::try_from(value.0).expect("no value is greater than the number of elements, at most 512")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;
    use crate::budget::Stop;
    use crate::canon::down_sets::DownSets;
    use crate::canon::involution::{InvolutionSearch, find};
    use crate::certify;
    use crate::names::Names;
    use crate::position::Position;
    use crate::question::Question;
    use crate::reason::Reason;
    use crate::reason::unwritten::{Searched, Unwritten};
    use crate::search::engine::{DownSetSearch, Engine};
    use crate::search::keyed::Keyed;
    use crate::search::knowledge::Knowledge;
    use crate::search::select::Opening;
    use crate::search::tests::random_poset;

    const USED: [RuleId; 3] = [RuleId::Bipartite, RuleId::Cycle, RuleId::ParityUniform];

    /// An oracle that reports the folds and theorems that could have given its values.
    struct Ruled<const N: usize> {
        inner: Keyed<DownSets<N>, N, N>,
        folds: bool,
        theorems: bool,
    }

    impl<const N: usize> Oracle<N> for Ruled<N> {
        fn value(&mut self, board: &Board<N>, set: Bits<N>) -> Result<u16, Stop> {
            self.inner.value(board, set)
        }

        fn known(&mut self, board: &Board<N>, set: Bits<N>) -> Knowledge {
            self.inner.known(board, set)
        }

        fn positions(&self) -> u64 {
            self.inner.positions()
        }

        fn resume(&mut self, board: &Board<N>, budget: &Budget) -> Result<(), Stop> {
            self.inner.resume(board, budget)
        }

        fn fold(&mut self, board: &Board<N>, set: Bits<N>) -> Option<Vec<usize>> {
            let elements = board.elements(set);
            let shape = Shape::new(&board.poset, &elements);
            let InvolutionSearch::Involution(found) = find(&shape, 10_000, &Budget::default()) else { return None };
            let mut images: Vec<usize> = (0..board.len()).collect();
            for (x, y) in found.into_iter().enumerate() {
                images[shape.element(x).index()] = shape.element(y).index();
            }
            Some(images).filter(|_| self.folds)
        }

        fn theorem(&mut self, board: &Board<N>, set: Bits<N>) -> Option<RuleId> {
            let elements = board.elements(set);
            let shape = Shape::new(&board.poset, &elements);
            let known = THEOREMS.iter().filter(|theorem| USED.contains(&theorem.card.rule));
            known
                .filter(|theorem| self.theorems && (theorem.apply)(&shape).is_some())
                .map(|theorem| theorem.card.rule)
                .next()
        }
    }

    /// A search that has found the value of a whole position, as the step of a reason, and the
    /// value.
    fn searched(position: &Position, folds: bool, theorems: bool) -> (Reason, StepId, Grundy) {
        let (set, budget) = (position.remaining(), Budget::default());
        let board = Arc::new(Board::<1>::new(position.poset(), set, true));
        let symmetry = Symmetry::new(&board.poset, &budget);
        let question = Question::default();
        let opening = Opening { board: board.clone(), question: &question, budget: &budget };
        let inner = opening.up_to(symmetry).unwrap();
        let mut search = Engine { board, oracle: Ruled { inner, folds, theorems }, rules: Rules::default() };
        let value = search.value(set).unwrap();
        let search: Arc<Mutex<dyn Searched>> = Arc::new(Mutex::new(search));
        let proof = Some(Unwritten::new(search, Shown::Value(value)));
        let used = [&USED[..], &[RuleId::InvolutionFold]].concat();
        let mut reason = Reason::default();
        let rule = Rule::Search { positions: 0, used, tablebase: None, proof };
        let step = reason.push(Step { set: set.clone(), claim: Claim::Value(value), rule });
        reason.conclude(step);
        (reason, step, value)
    }

    fn positions() -> Vec<Position> {
        let mut state = 5;
        let named =
            ["wheel(5)", "petersen", "subsets(5,3)", "chomp(4,5)", "complete(6)", "subsets(4,4)", "gridgraph(3,3)"];
        let random = (0..40).map(|_| {
            let poset = random_poset(&mut state);
            let names = Names::new((0..poset.len()).map(|i| i.to_string())).unwrap();
            Position::new(poset, names)
        });
        named.into_iter().map(|expression| expression.parse().unwrap()).chain(random).collect()
    }

    /// Folds and theorems become steps of the proof, and the proof verifies.
    #[test]
    fn folds_and_theorems_are_written() {
        let (mut folds, mut theorems) = (0, 0);
        for position in positions() {
            for (with_folds, with_theorems) in [(true, false), (false, true), (true, true)] {
                let (reason, step, value) = searched(&position, with_folds, with_theorems);
                let mut text = Vec::new();
                certify::write(&position, &reason, &Budget::default(), &mut text).unwrap();
                let verified = chomplex_check::check(&text[..]).unwrap();
                assert_eq!(verified.claim.grundy, Some(value.0), "{position}");
                assert!(verified.assumed.iter().all(|id| reason.assumed_by(&[step]).contains(id.as_str())));
                let whole = reason.written_out(usize::MAX, &Budget::default());
                // In the reason, a sum is a separate step.
                assert!(whole.steps().len() >= verified.steps);
                let count = |what: fn(&Rule) -> bool| whole.steps().iter().filter(|step| what(&step.rule)).count();
                folds += count(|rule| matches!(rule, Rule::Fold(..)));
                theorems += count(|rule| matches!(rule, Rule::Theorem(finding) if finding.rule != RuleId::Chain));
            }
        }
        assert!(folds > 100 && theorems > 100, "{folds} folds, {theorems} theorems");
    }
}
