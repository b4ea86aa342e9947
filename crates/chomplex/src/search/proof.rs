//! From values to the steps that show them.
//!
//! To prove that a position has value v it is enough to know the value of each option that is worth less than v, and for
//! each option that is worth more one reply that brings it back to v. So a proof needs far fewer positions than
//! the search looked at: for v = 0 it is a strategy for the second player. Classes of positions that automorphisms carry
//! into each other are proved once.

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::symmetry::Symmetry;
use crate::element::{Element, ElementSet};
use crate::reason::{AfterMove, Claim, MapId, Reason, Reference, Rule, Step, StepId};
use crate::rule::{RuleId, Rules};
use crate::search::{Goal, Oracle, Proof};
use crate::theorem::chain;
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
    /// Roughly how many bytes the steps take.
    bytes: usize,
    reason: &'a mut Reason,
}

impl<'a, const N: usize, O: Oracle<N>> Prover<'a, N, O> {
    pub(crate) fn new(
        board: &'a Board<N>,
        oracle: &'a mut O,
        rules: &Rules,
        budget: &Budget,
        reason: &'a mut Reason,
    ) -> Self {
        let symmetry = Symmetry::of(&board.poset, budget);
        let use_chains = rules.allow(RuleId::Chain);
        let meter = budget.meter(1000);
        Prover { board, oracle, symmetry, lemmas: HashMap::new(), use_chains, meter, bytes: 0, reason }
    }

    /// Proves the value of a set, or who wins it, or the values of its options.
    pub(crate) fn prove(&mut self, set: Bits<N>, what: Proof) -> Result<StepId, Stop> {
        match what {
            Proof::Of(Goal::Outcome) if !self.oracle.loses(self.board, set)? => self.prove_win(set),
            Proof::Of(Goal::Outcome | Goal::Grundy) => self.derive(set),
            Proof::Options => self.prove_options(set),
        }
    }

    /// Proves the value of every option of a set, and with that its own.
    fn prove_options(&mut self, set: Bits<N>) -> Result<StepId, Stop> {
        let mut moves = Vec::with_capacity(set.len());
        for x in set.iter() {
            let option = self.lemma(set.without(self.board.up[x]))?;
            moves.push((self.board.element(x), AfterMove::Known(option)));
        }
        let value = self.oracle.value(self.board, set)?;
        self.push(set, Claim::Value(Grundy(value.into())), Rule::Mex(moves))
    }

    /// Shows a winning move.
    fn prove_win(&mut self, set: Bits<N>) -> Result<StepId, Stop> {
        let (x, option) = self.reply_to(set, 0)?;
        let reference = self.lemma(option)?;
        self.push(set, Claim::Not(Grundy::ZERO), Rule::Reply(self.board.element(x), reference))
    }

    /// The value of a set, through the lemma about its representative.
    fn lemma(&mut self, set: Bits<N>) -> Result<Reference, Stop> {
        let representative = self.symmetry.representative(set)?;
        let step = match self.lemmas.get(&representative) {
            Some(&step) => step,
            None => {
                let step = self.derive(representative)?;
                self.lemmas.insert(representative, step);
                step
            }
        };
        let map = if representative == set { None } else { self.map(set)? };
        Ok(Reference { step, map })
    }

    /// An automorphism of the board that takes a set to its representative.
    fn map(&mut self, set: Bits<N>) -> Result<Option<MapId>, Stop> {
        let images = self.symmetry.map(set)?;
        Ok(self.reason.map(self.board.outside_map(&images)))
    }

    /// The value of a set, from the values of its parts or options.
    fn derive(&mut self, set: Bits<N>) -> Result<StepId, Stop> {
        if !set.is_empty() && self.board.part(set) != set {
            return self.derive_sum(set);
        }
        if !set.is_empty() && self.use_chains && self.board.is_chain(set) {
            let value = u32::try_from(set.len()).expect("at most 512");
            return self.push(set, Claim::Value(Grundy(value)), Rule::Theorem(chain::finding(set.len())));
        }
        let value = if self.oracle.loses(self.board, set)? { 0 } else { self.oracle.value(self.board, set)? };
        let mut moves = Vec::with_capacity(set.len());
        for x in set.iter() {
            moves.push((self.board.element(x), self.after_move(set.without(self.board.up[x]), value)?));
        }
        self.push(set, Claim::Value(Grundy(value.into())), Rule::Mex(moves))
    }

    /// Why an option does not keep a position from having this value.
    fn after_move(&mut self, option: Bits<N>, value: u16) -> Result<AfterMove, Stop> {
        if value > 0 && self.oracle.value(self.board, option)? < value {
            return self.lemma(option).map(AfterMove::Known);
        }
        let (y, answer) = self.reply_to(option, value)?;
        Ok(AfterMove::Reply(self.board.element(y), self.lemma(answer)?))
    }

    /// A move from a set to an option of this value, if possible one that is proved already.
    fn reply_to(&mut self, set: Bits<N>, value: u16) -> Result<(usize, Bits<N>), Stop> {
        let mut first = None;
        let mut tried = 0;
        for y in set.iter() {
            self.meter.pause()?;
            let option = set.without(self.board.up[y]);
            let fits = match value {
                0 => self.oracle.loses(self.board, option)?,
                _ => self.oracle.value(self.board, option)? == value,
            };
            if fits {
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

    fn derive_sum(&mut self, set: Bits<N>) -> Result<StepId, Stop> {
        let mut parts: Vec<(ElementSet, Reference)> = Vec::new();
        let mut sum = Grundy::ZERO;
        for part in self.board.parts(set) {
            sum = sum + Grundy(self.oracle.value(self.board, part)?.into());
            parts.push((self.board.outside(part), self.lemma(part)?));
        }
        self.push(set, Claim::Value(sum), Rule::Components(parts))
    }

    fn push(&mut self, set: Bits<N>, claim: Claim, rule: Rule) -> Result<StepId, Stop> {
        let step = Step { set: self.board.outside(set), claim, rule };
        self.bytes += step.bytes();
        let maps = self.reason.maps().len() * 2 * size_of::<Option<Element>>() * step.set.universe();
        self.meter.hold((self.bytes + maps) as u64)?;
        Ok(self.reason.push(step))
    }
}
