//! Ordinal sums: the value from the values of upper pieces and the values of all options of lower
//! ones.

use std::ops::ControlFlow;

use crate::budget::Stop;
use crate::element::{Element, ElementSet};
use crate::question::Goal;
use crate::reason::unwritten::Shown;
use crate::reason::{AfterMove, Claim, Rule, StepId};
use crate::reduce::ordinal_sum::{Decomposition, Evaluation, Known, Need, Node, OptionValues};
use crate::rule::RuleId;
use crate::shape::Shape;
use crate::value::{Grundy, mex};

use super::derive::{Derived, Deriver, Undecided, cite};
use super::effort::Effort;
use super::options::OptionAnswer;
use super::sum::Summands;

/// The values of all options of a set, in the order of its elements, and the step that lists them.
#[derive(Clone)]
pub(super) struct Listed {
    pub(super) step: StepId,
    /// Whether the step can be proved.
    is_proved: bool,
    values: Vec<Grundy>,
}

impl Deriver<'_> {
    /// The decomposition of a set, if it is an ordinal sum.
    pub(super) fn decomposition(&self, shape: &Shape<'_>) -> Option<Decomposition> {
        let is_ordinal = |decomposition: &Decomposition| matches!(decomposition.nodes()[0], Node::Ordinal(_));
        self.allows(RuleId::OrdinalSum).then(|| Decomposition::new(shape)).filter(is_ordinal)
    }

    /// Derives the value of an ordinal sum from the values of its upper pieces and the values of
    /// all options of its lower ones. If that takes long, the options of the whole set are examined
    /// in between, so that something is known if the budget ends the work.
    pub(super) fn derive_ordinal_sum(
        &mut self,
        set: &ElementSet,
        decomposition: &Decomposition,
        goal: Goal,
    ) -> Derived {
        let mut known = Undecided::new(Stop::Positions);
        if self.effort >= Effort::More {
            let half = |deriver: &Self| deriver.budget.clone().half();
            let evaluated = self.with_budget(half(self), |deriver| {
                deriver.with_effort(Effort::More, |deriver| deriver.evaluate(decomposition))
            });
            if let Ok((evaluation, leaves)) = evaluated {
                return Ok(self.push(set, Claim::Value(evaluation.value()), Rule::OrdinalSum(leaves)));
            }
            self.close();
            match self.with_budget(half(self), |deriver| deriver.derive_from_options(set, goal, Effort::Some)) {
                ControlFlow::Break(step) => return Ok(step),
                ControlFlow::Continue(ahead) => known = ahead,
            }
            if self.effort == Effort::More {
                return Err(known);
            }
        }
        match self.evaluate(decomposition) {
            Ok((evaluation, leaves)) => Ok(self.push(set, Claim::Value(evaluation.value()), Rule::OrdinalSum(leaves))),
            Err(Undecided { stop, .. }) => Err(Undecided { stop, ..known }),
        }
    }

    fn evaluate(&mut self, decomposition: &Decomposition) -> Result<(Evaluation, Summands), Undecided> {
        let mut leaves = Vec::new();
        let mut stop = Stop::Positions;
        let evaluation = decomposition.evaluate(Need::Value, |prime, need| {
            let found = match need {
                Need::Value => self.derive(prime, Goal::Grundy).map(|step| (step, Known::Value(self.value_of(step)))),
                Need::Options => self.derive_options(prime).map(|listed| {
                    let options = OptionValues::from_options(listed.values.iter().copied());
                    (listed.step, Known::Options(options))
                }),
            };
            match found {
                Ok((step, known)) => {
                    leaves.push((prime.clone(), cite(step)));
                    Some(known)
                }
                Err(undecided) => {
                    stop = undecided.stop;
                    None
                }
            }
        });
        evaluation.map(|evaluation| (evaluation, leaves)).ok_or_else(|| Undecided::new(stop))
    }

    /// A step that lists the values of all options of a set, and these values in the order of the
    /// elements.
    fn derive_options(&mut self, set: &ElementSet) -> Result<Listed, Undecided> {
        if let Some(listed) = self.listed.get(set)
            && (listed.is_proved || !self.question.proof)
        {
            return Ok(listed.clone());
        }
        // Lists within lists would visit all positions.
        if self.effort == Effort::Rules {
            return Err(Undecided::new(Stop::Positions));
        }
        let listed = match self.list_options(set, Effort::Rules) {
            Some(listed) => listed,
            None => self.options_by_search(set).map_err(Undecided::new)?,
        };
        self.listed.insert(set.clone(), listed.clone());
        Ok(listed)
    }

    /// The values of all options, if this effort is enough for each.
    pub(super) fn list_options(&mut self, set: &ElementSet, effort: Effort) -> Option<Listed> {
        let poset = self.poset;
        let steps: Result<Vec<(Element, StepId)>, Undecided> = self.with_effort(effort, |deriver| {
            let option = |x: Element| deriver.derive(&(set - poset.up_set(x)), Goal::Grundy).map(|step| (x, step));
            set.iter().map(option).collect()
        });
        let steps = steps.ok()?;
        let values: Vec<Grundy> = steps.iter().map(|&(_, step)| self.value_of(step)).collect();
        let moves = steps.into_iter().map(|(x, step)| (x, AfterMove::Known(cite(step)))).collect();
        let step = self.push(set, Claim::Value(mex(values.iter().copied())), Rule::Mex(moves));
        Some(Listed { step, is_proved: self.question.proof, values })
    }

    fn options_by_search(&mut self, set: &ElementSet) -> Result<Listed, Stop> {
        let opened = self.open(set)?;
        let value = |x: Element| opened.search().value(&(set - self.poset.up_set(x)));
        let values: Result<Vec<Grundy>, Stop> = set.iter().map(value).collect();
        let listed = values.map(|values| {
            let claim = Claim::Value(mex(values.iter().copied()));
            let step = self.push_found(set, claim, Shown::Options, &opened);
            Listed { step, is_proved: self.question.proof, values }
        });
        self.search = Some(opened);
        listed
    }

    /// The value of the option after each element of an ordinal sum, where it is cheap to find.
    pub(crate) fn options_of_ordinal_sum(&mut self, shape: &Shape<'_>) -> Option<Vec<Option<Grundy>>> {
        let decomposition = self.decomposition(shape)?;
        let (evaluation, _) = self.evaluate(&decomposition).ok()?;
        Some(decomposition.option_values(&evaluation, |prime| {
            if let Some(listed) = self.listed.get(prime) {
                return listed.values.iter().copied().map(Some).collect();
            }
            let moves: Vec<Element> = prime.iter().collect();
            self.examine_options(prime, &moves, Effort::Little).options.iter().map(OptionAnswer::value).collect()
        }))
    }
}
