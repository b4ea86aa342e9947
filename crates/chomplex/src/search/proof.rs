//! From values to the steps that show them.
//!
//! To prove that a position has value v it is enough to know the value of each option that is worth less than v, and for
//! each option that is worth more one reply that brings it back to v. So a proof needs far fewer positions than
//! the search looked at: for v = 0 it is a strategy for the second player. Classes of positions that automorphisms carry
//! into each other are proved once. What the search folded or knew by a theorem is folded or known here too.
//!
//! The steps go into a [`Sink`]; of a lemma that was proved only its number is kept.

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter};
use crate::canon::symmetry::Symmetry;
use crate::element::ElementSet;
use crate::reason::unwritten::{Halt, Shown, Sink};
use crate::reason::{AfterMove, Claim, Finding, MapId, Reference, Rule, Step, StepId};
use crate::rule::{RuleId, Rules};
use crate::search::Oracle;
use crate::shape::Shape;
use crate::theorem::{THEOREMS, chain};
use crate::value::Grundy;

/// Among several good replies, so many are tried in the hope of one that is proved already.
const REPLIES_TRIED: usize = 8;

/// Writes the steps of a proof.
pub(crate) struct Prover<'a, const N: usize, O> {
    board: &'a Board<N>,
    oracle: &'a mut O,
    symmetry: Symmetry<N>,
    lemmas: HashMap<Bits<N>, StepId>,
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
        let symmetry = Symmetry::of(&board.poset, budget);
        let use_chains = rules.allow(RuleId::Chain);
        Prover { board, oracle, symmetry, lemmas: HashMap::new(), use_chains, meter: budget.meter(1000), sink }
    }

    /// Shows something of a set.
    pub(crate) fn prove(&mut self, set: Bits<N>, shown: Shown) -> Result<StepId, Halt> {
        match shown {
            Shown::Value(value) => self.derive(set, narrow(value)),
            Shown::Not(value) => self.prove_not(set, narrow(value)),
            Shown::Options => self.prove_options(set),
        }
    }

    /// Shows the value of every option of a set, and with that its own.
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

    /// Shows a move to an option of this value.
    fn prove_not(&mut self, set: Bits<N>, value: u16) -> Result<StepId, Halt> {
        let (x, option) = self.reply_to(set, value)?;
        let reference = self.lemma(option, value)?;
        self.push(set, Claim::Not(wide(value)), Rule::Reply(self.board.element(x), reference))
    }

    /// That a set has this value, through the lemma about its representative.
    fn lemma(&mut self, set: Bits<N>, value: u16) -> Result<Reference, Halt> {
        let representative = self.symmetry.representative(set)?;
        let step = match self.lemmas.get(&representative) {
            Some(&step) => step,
            None => {
                let step = self.derive(representative, value)?;
                self.meter.make_room(&mut self.lemmas, 0, 0)?;
                self.lemmas.insert(representative, step);
                step
            }
        };
        let map = if representative == set { None } else { self.map(set)? };
        Ok(Reference { step, map })
    }

    /// An automorphism of the board that takes a set to its representative.
    fn map(&mut self, set: Bits<N>) -> Result<Option<MapId>, Halt> {
        let images = self.symmetry.map(set)?;
        self.take_map(&images, Bits::below(self.board.len()))
    }

    /// That a set has this value, from the values of its parts or options.
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
        for x in set.iter() {
            moves.push((self.board.element(x), self.after_move(set.without(self.board.up[x]), value)?));
        }
        self.push(set, Claim::Value(wide(value)), Rule::Mex(moves))
    }

    /// What the theorem says by which the value of a set was found.
    fn theorem(&mut self, set: Bits<N>) -> Option<(Claim, Finding)> {
        let rule = self.oracle.theorem(self.board, set)?;
        let theorem = THEOREMS.iter().find(|theorem| theorem.card.rule == rule)?;
        let elements = self.board.elements(set);
        let (claim, finding) = (theorem.apply)(&Shape::new(&self.board.poset, &elements))?;
        let witness = finding.witness.iter().map(|set| self.board.outside_elements(set)).collect();
        claim.value().map(|_| (claim, Finding { witness, ..finding }))
    }

    /// That a set has the value of the elements that an involution fixes.
    fn derive_fold(&mut self, set: Bits<N>, images: &[usize], value: u16) -> Result<StepId, Halt> {
        let fixed: Bits<N> = set.iter().filter(|&x| images[x] == x).collect();
        let reference = self.lemma(fixed, value)?;
        // One automorphism of the board folds many sets, and is written once.
        let all = Bits::below(self.board.len());
        let domain = if self.board.is_automorphism(images) { all } else { set };
        let map = self.take_map(images, domain)?.expect("a fold moves something");
        self.push(set, Claim::Value(wide(value)), Rule::Fold(map, reference))
    }

    fn take_map(&mut self, images: &[usize], domain: Bits<N>) -> Result<Option<MapId>, Halt> {
        self.sink.take_map(self.board.outside_map(images, domain))
    }

    /// Why an option does not keep a position from having this value.
    fn after_move(&mut self, option: Bits<N>, value: u16) -> Result<AfterMove, Halt> {
        if let Some(less) = self.oracle.value_below(self.board, option, value)? {
            return self.lemma(option, less).map(AfterMove::Known);
        }
        let (y, answer) = self.reply_to(option, value)?;
        Ok(AfterMove::Reply(self.board.element(y), self.lemma(answer, value)?))
    }

    /// A move from a set to an option of this value, if possible one that is proved already.
    fn reply_to(&mut self, set: Bits<N>, value: u16) -> Result<(usize, Bits<N>), Halt> {
        let mut first = None;
        let mut tried = 0;
        for y in set.iter() {
            self.meter.pause()?;
            let option = set.without(self.board.up[y]);
            if self.oracle.has_value(self.board, option, value)? {
                if self.lemmas.contains_key(&self.symmetry.representative(option)?) {
                    return Ok((y, option));
                }
                first.get_or_insert((y, option));
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
        self.sink.take(Step { set: self.board.outside(set), claim, rule })
    }
}

fn wide(value: u16) -> Grundy {
    Grundy(value.into())
}

fn narrow(value: Grundy) -> u16 {
    u16::try_from(value.0).expect("no value is greater than the number of elements, at most 512")
}
