//! From rules to steps: what follows about a set, and why.
//!
//! A set is split into its parts; a theorem is looked for; else it is reduced; and what no rule reduces is searched. Each
//! conclusion becomes a step of the reason.

use hashbrown::HashMap;

use crate::canon::canonical::MAX_LABELLED;
use crate::budget::{Budget, Stop};
use crate::canon::copies::representatives;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::reason::{AfterMove, Claim, IsomorphismMap, Reason, Reference, Rule, Step, StepId};
use crate::reduce::ordinal_sum::{Decomposition, Evaluation, Known, Need, Node, OptionValues};
use crate::reduce::{REDUCTIONS, Reduced, Reduction};
use crate::rule::RuleId;
use crate::search::{self, Goal, Question, Search};
use crate::shape::Shape;
use crate::theorem::{SUGGESTIONS, THEOREMS};
use crate::value::{Candidates, Grundy, Outcome, mex};

use super::options::{OptionAnswer, candidates, look_ahead};
use super::sum::{Parts, push_sum};

/// How far to go where no rule applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// Rules alone.
    Rules,
    /// Searches of very few positions, where the winner is known already and only a move is missing.
    Least,
    /// Searches of few positions.
    Little,
    /// Whatever the budget allows.
    Full,
}

impl Effort {
    /// How many positions a search of so many elements may look at. Large ones take longer each.
    fn positions(self, elements: usize) -> u64 {
        let cube = (elements as u64).pow(3);
        // All positions of `boundary(6)`, which has 62 elements, are fewer.
        let few = (30_000 * 62_u64.pow(3) / cube.max(1)).min(30_000);
        match self {
            Effort::Rules => 0,
            Effort::Least => few / 20,
            Effort::Little => few,
            Effort::Full => u64::MAX,
        }
    }
}

/// A search of fewer positions is not worth opening.
const FEWEST: u64 = 100;

/// What is known of a set when the question about it is not decided.
#[derive(Debug)]
pub(crate) struct Undecided {
    /// What ended the work.
    pub(crate) stop: Stop,
    /// What the value can be.
    pub(crate) candidates: Candidates,
    /// A step that says less than was asked.
    pub(crate) bound: Option<StepId>,
}

impl Undecided {
    fn new(stop: Stop) -> Self {
        Undecided { stop, candidates: Candidates::ANY, bound: None }
    }
}

/// The values of all options of a set, in the order of its elements, and the step that lists them.
#[derive(Clone)]
struct Listed {
    step: StepId,
    values: Vec<Grundy>,
}

/// Derives steps about sets of one poset.
pub(crate) struct Deriver<'a> {
    pub(crate) poset: &'a Poset,
    pub(crate) question: Question,
    pub(crate) budget: &'a Budget,
    pub(crate) effort: Effort,
    pub(crate) reason: Reason,
    known: HashMap<ElementSet, StepId>,
    /// Sets the values of all of whose options are known.
    listed: HashMap<ElementSet, Listed>,
    /// A down-set on all of which one search is opened, instead of one for each set within it.
    root: Option<ElementSet>,
    /// The last search, and the set it was opened on.
    search: Option<(ElementSet, Box<dyn Search>)>,
    /// The number of positions earlier searches looked at.
    positions: u64,
}

type Derived = Result<StepId, Undecided>;

impl<'a> Deriver<'a> {
    pub(crate) fn new(poset: &'a Poset, question: Question, budget: &'a Budget, effort: Effort) -> Self {
        let (reason, known, listed) = (Reason::default(), HashMap::new(), HashMap::new());
        Deriver { poset, question, budget, effort, reason, known, listed, root: None, search: None, positions: 0 }
    }

    /// The same with one search on a whole down-set, whose table serves all sets within it.
    pub(crate) fn searching(mut self, root: &ElementSet) -> Self {
        self.root = Some(root.clone());
        self
    }

    /// The number of positions that searches looked at.
    pub(crate) fn positions(&self) -> u64 {
        self.positions + self.search.as_ref().map_or(0, |(_, search)| search.positions())
    }

    /// The search on exactly this set, if that was the last one.
    pub(crate) fn search_on(&mut self, set: &ElementSet) -> Option<&mut (dyn Search + 'static)> {
        self.search.as_mut().filter(|(root, _)| root == set).map(|(_, search)| &mut **search)
    }

    /// The value of a set that is decided.
    pub(crate) fn value(&mut self, set: &ElementSet) -> Result<Grundy, Undecided> {
        let step = self.derive(set, Goal::Grundy)?;
        Ok(self.reason.step(step).claim.value().expect("that was asked"))
    }

    /// The outcome of a set that is decided.
    pub(crate) fn outcome(&mut self, set: &ElementSet) -> Result<Outcome, Undecided> {
        let step = self.derive(set, Goal::Outcome)?;
        Ok(self.reason.step(step).claim.outcome().expect("that was asked"))
    }

    /// A step that answers the question about a convex set.
    pub(crate) fn derive(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        if let Some(&step) = self.known.get(set)
            && decides(self.reason.step(step).claim, goal)
        {
            return Ok(step);
        }
        let step = self.derive_anew(set, goal)?;
        self.known.insert(set.clone(), step);
        Ok(step)
    }

    fn derive_anew(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        self.budget.check().map_err(Undecided::new)?;
        if set.is_empty() {
            return Ok(self.push(set, Claim::Value(Grundy::ZERO), Rule::Mex(Vec::new())));
        }
        if self.allows(RuleId::Components) {
            let parts = self.poset.components(set);
            if parts.len() > 1 {
                return self.derive_sum(set, parts, goal);
            }
        }
        let poset = self.poset;
        let shape = Shape::new(poset, set);
        let bound = match self.theorem(&shape) {
            Some(step) if self.reason.step(step).claim.value().is_some() => return Ok(step),
            bound => bound,
        };
        // A bound may decide who wins; then it takes little to look for a move as well.
        let decided = bound.filter(|_| goal == Goal::Outcome);
        let effort = if decided.is_some() { Effort::Least } else { Effort::Full };
        let derived = self.with_effort(effort, |deriver| {
            if let Some(decomposition) = deriver.decomposition(&shape) {
                deriver.derive_ordinal_sum(set, &decomposition)
            } else if let Some((reduction, reduced)) = deriver.reduction(&shape) {
                deriver.derive_reduced(&shape, reduction, reduced, goal)
            } else {
                deriver.derive_irreducible(&shape, goal)
            }
        });
        match (derived, decided) {
            (Err(_), Some(step)) => Ok(step),
            (derived, _) => derived.map_err(|undecided| self.with_bound(undecided, bound)),
        }
    }

    /// Does something with no more than this effort.
    fn with_effort<T>(&mut self, most: Effort, work: impl FnOnce(&mut Self) -> T) -> T {
        let effort = self.effort;
        self.effort = effort.min(most);
        let done = work(self);
        self.effort = effort;
        done
    }

    /// The step of the first theorem that gives the value, or else of the one that says most.
    fn theorem(&mut self, shape: &Shape<'_>) -> Option<StepId> {
        let mut best = None;
        for theorem in THEOREMS.iter().filter(|theorem| self.question.rules.allow(theorem.card.rule)) {
            match (theorem.apply)(shape) {
                Some((claim @ Claim::Value(_), finding)) => {
                    best = Some((claim, finding));
                    break;
                }
                Some((claim, finding)) if best.as_ref().is_none_or(|(known, _)| least(claim) > least(*known)) => {
                    best = Some((claim, finding));
                }
                Some(_) | None => {}
            }
        }
        best.map(|(claim, finding)| self.push(shape.set(), claim, Rule::Theorem(finding)))
    }

    /// The sum of the parts.
    fn derive_sum(&mut self, set: &ElementSet, parts: Vec<ElementSet>, goal: Goal) -> Derived {
        let mut undecided: Vec<(ElementSet, Undecided)> = Vec::new();
        let mut cited: Vec<(ElementSet, Reference)> = Vec::new();
        for part in parts {
            match self.derive(&part, Goal::Grundy) {
                Ok(step) => cited.push((part, cite(step))),
                Err(Undecided { stop: Stop::Interrupt, .. }) => return Err(Undecided::new(Stop::Interrupt)),
                Err(part_undecided) => undecided.push((part, part_undecided)),
            }
        }
        let Some((_, Undecided { stop, .. })) = undecided.first() else {
            return Ok(push_sum(&mut self.reason, set, cited).expect("all parts have a value"));
        };
        let stop = *stop;
        let sum: Grundy = cited.iter().map(|(_, part)| self.value_of(part.step)).sum();
        let candidates =
            undecided.iter().fold(Candidates::exactly(sum), |sum, (_, part)| &sum + &part.candidates);
        let bounds: Option<Vec<_>> =
            undecided.into_iter().map(|(part, undecided)| Some((part, cite(undecided.bound?)))).collect();
        let bound = bounds.and_then(|bounds| {
            cited.extend(bounds);
            push_sum(&mut self.reason, set, cited)
        });
        match bound {
            Some(step) if goal == Goal::Outcome => Ok(step),
            bound => Err(Undecided { stop, candidates, bound }),
        }
    }

    /// The decomposition of an ordinal sum.
    fn decomposition(&self, shape: &Shape<'_>) -> Option<Decomposition> {
        let is_ordinal = |decomposition: &Decomposition| matches!(decomposition.nodes()[0], Node::Ordinal(_));
        self.allows(RuleId::OrdinalSum).then(|| Decomposition::of(shape)).filter(is_ordinal)
    }

    /// The value of an ordinal sum, from the values of its upper pieces and the exact options of its lower ones.
    fn derive_ordinal_sum(&mut self, set: &ElementSet, decomposition: &Decomposition) -> Derived {
        let (evaluation, leaves) = self.evaluate(decomposition)?;
        Ok(self.push(set, Claim::Value(evaluation.value()), Rule::OrdinalSum(leaves)))
    }

    fn evaluate(&mut self, decomposition: &Decomposition) -> Result<(Evaluation, Parts), Undecided> {
        let mut leaves = Vec::new();
        let mut stop = Stop::Positions;
        let evaluation = decomposition.evaluate(Need::Value, |prime, need| {
            let found = match need {
                Need::Value => self.derive(prime, Goal::Grundy).map(|step| (step, Known::Value(self.value_of(step)))),
                Need::Options => self.derive_options(prime).map(|listed| {
                    let options = OptionValues::of_all(listed.values.iter().copied());
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

    /// A step that lists the values of all options of a set, and these values in the order of the elements.
    fn derive_options(&mut self, set: &ElementSet) -> Result<Listed, Undecided> {
        if let Some(listed) = self.listed.get(set) {
            return Ok(listed.clone());
        }
        // Lists within lists would lead through all positions.
        if self.effort == Effort::Rules {
            return Err(Undecided::new(Stop::Positions));
        }
        let listed = match self.options_by_rules(set) {
            Some(listed) => listed,
            None => self.options_by_search(set).map_err(Undecided::new)?,
        };
        self.listed.insert(set.clone(), listed.clone());
        Ok(listed)
    }

    fn options_by_rules(&mut self, set: &ElementSet) -> Option<Listed> {
        let poset = self.poset;
        let steps: Result<Vec<(Element, StepId)>, Undecided> = self.with_effort(Effort::Rules, |deriver| {
            let option = |x: Element| deriver.derive(&(set - poset.up_set(x)), Goal::Grundy).map(|step| (x, step));
            set.iter().map(option).collect()
        });
        let steps = steps.ok()?;
        let values: Vec<Grundy> = steps.iter().map(|&(_, step)| self.value_of(step)).collect();
        let moves = steps.into_iter().map(|(x, step)| (x, AfterMove::Known(cite(step)))).collect();
        let step = self.push(set, Claim::Value(mex(values.iter().copied())), Rule::Mex(moves));
        Some(Listed { step, values })
    }

    fn options_by_search(&mut self, set: &ElementSet) -> Result<Listed, Stop> {
        let (root, mut search) = self.open(set)?;
        let value = |x: Element| search.value(&(set - self.poset.up_set(x)));
        let values: Result<Vec<Grundy>, Stop> = set.iter().map(value).collect();
        let listed = values.and_then(|values| {
            let step = if self.question.proof {
                search.prove_options(set, &self.question, self.budget, &mut self.reason)?
            } else {
                let claim = Claim::Value(mex(values.iter().copied()));
                self.push(set, claim, Rule::Search { positions: search.positions() })
            };
            Ok(Listed { step, values })
        });
        self.search = Some((root, search));
        listed
    }

    /// The value of the option by each element of an ordinal sum, as far as it takes little to see.
    pub(crate) fn options_of_ordinal_sum(&mut self, shape: &Shape<'_>) -> Option<Vec<Option<Grundy>>> {
        let decomposition = self.decomposition(shape)?;
        let (evaluation, _) = self.evaluate(&decomposition).ok()?;
        Some(decomposition.option_values(&evaluation, |prime| {
            if let Some(listed) = self.listed.get(prime) {
                return listed.values.iter().copied().map(Some).collect();
            }
            let moves: Vec<Element> = prime.iter().collect();
            self.options_ahead(prime, &moves).into_iter().map(|option| option.value).collect()
        }))
    }

    /// The first reduction that applies.
    fn reduction(&self, shape: &Shape<'_>) -> Option<(&'static Reduction, Reduced)> {
        REDUCTIONS
            .iter()
            .filter(|reduction| self.allows(reduction.card.rule))
            .find_map(|reduction| Some((reduction, (reduction.apply)(shape, self.budget)?)))
    }

    /// What holds of what is left holds of the set.
    fn derive_reduced(&mut self, shape: &Shape<'_>, reduction: &Reduction, reduced: Reduced, goal: Goal) -> Derived {
        let Reduced { left, symmetry } = reduced;
        let derived = self.derive(&left, goal);
        let map = symmetry.and_then(|images| {
            let mut map: IsomorphismMap = vec![None; self.poset.len()].into();
            shape.set().iter().zip(images).for_each(|(x, y)| map[x.index()] = Some(y));
            self.reason.map(map)
        });
        let mut carry = |step: StepId| {
            let reference = cite(step);
            let rule = match map {
                Some(map) => Rule::Fold(map, reference),
                None => Rule::Twins(reduction.card.rule, left.clone(), reference),
            };
            let claim = self.reason.step(step).claim;
            self.push(shape.set(), claim, rule)
        };
        match derived {
            Ok(step) => Ok(carry(step)),
            Err(undecided) => Err(Undecided { bound: undecided.bound.map(carry), ..undecided }),
        }
    }

    /// What no rule reduces.
    fn derive_irreducible(&mut self, shape: &Shape<'_>, goal: Goal) -> Derived {
        let set = shape.set();
        if goal == Goal::Outcome
            && let Some(step) = self.suggested(shape)
        {
            return Ok(step);
        }
        if self.effort == Effort::Rules {
            return Err(Undecided::new(Stop::Positions));
        }
        let stop = match self.with_effort(Effort::Little, |deriver| deriver.search(set, goal)) {
            Ok(step) => return Ok(step),
            Err(stop) => stop,
        };
        if self.effort < Effort::Full || !matches!(stop, Stop::Positions | Stop::Size) {
            return Err(self.after_search(set, stop));
        }
        let ahead = match self.look_ahead(set, goal) {
            Ok(step) => return Ok(step),
            Err(undecided) => undecided,
        };
        self.search(set, goal).map_err(|stop| {
            let searched = self.after_search(set, stop);
            Undecided { candidates: searched.candidates.and(&ahead.candidates), bound: ahead.bound, stop }
        })
    }

    /// A win by a move that a rule suggests.
    fn suggested(&mut self, shape: &Shape<'_>) -> Option<StepId> {
        let rules = &self.question.rules;
        let suggested: Vec<Element> = SUGGESTIONS
            .iter()
            .filter(|suggestion| rules.allow(suggestion.card.rule))
            .flat_map(|suggestion| (suggestion.moves)(shape))
            .collect();
        let mut try_all = |effort| suggested.iter().find_map(|&x| self.derive_win(shape.set(), x, effort));
        try_all(Effort::Rules).or_else(|| try_all(Effort::Little))
    }

    /// That a move wins, if no more than this effort is needed to see it.
    fn derive_win(&mut self, set: &ElementSet, x: Element, effort: Effort) -> Option<StepId> {
        let option = set - self.poset.up_set(x);
        let derived = self.with_effort(effort, |deriver| deriver.derive(&option, Goal::Grundy));
        let step = derived.ok().filter(|&step| self.value_of(step) == Grundy::ZERO)?;
        Some(self.push(set, Claim::Not(Grundy::ZERO), Rule::Reply(x, cite(step))))
    }

    fn options_ahead(&self, set: &ElementSet, moves: &[Element]) -> Vec<OptionAnswer> {
        look_ahead(self.poset, set, moves, &self.question.rules, self.budget, Effort::Little)
    }

    /// What the options say that are decided by rules and small searches.
    fn look_ahead(&mut self, set: &ElementSet, goal: Goal) -> Derived {
        let moves = representatives(self.poset, set, MAX_LABELLED);
        let options = self.options_ahead(set, &moves);
        let lost = options.iter().position(|option| option.value == Some(Grundy::ZERO));
        let bound = lost.and_then(|i| self.derive_win(set, moves[i], Effort::Little));
        match bound {
            Some(step) if goal == Goal::Outcome => Ok(step),
            bound => Err(Undecided { stop: Stop::Positions, candidates: candidates(&options), bound }),
        }
    }

    /// What a search that was stopped has left.
    fn after_search(&mut self, set: &ElementSet, stop: Stop) -> Undecided {
        let poset = self.poset;
        let Some(search) = self.search_on(set) else { return Undecided::new(stop) };
        let moves = representatives(poset, set, MAX_LABELLED);
        let options: Vec<OptionAnswer> =
            moves.iter().map(|&x| OptionAnswer::known(search, &(set - poset.up_set(x)))).collect();
        Undecided { candidates: candidates(&options), ..Undecided::new(stop) }
    }

    /// Searches a set, and writes the proof if that is wanted.
    fn search(&mut self, set: &ElementSet, goal: Goal) -> Result<StepId, Stop> {
        let (root, mut search) = self.open(set)?;
        let found = match goal {
            Goal::Outcome => search.outcome(set).map(|outcome| match outcome {
                Outcome::First => Claim::Not(Grundy::ZERO),
                Outcome::Second => Claim::Value(Grundy::ZERO),
            }),
            Goal::Grundy => search.value(set).map(Claim::Value),
        };
        let step = found.and_then(|claim| {
            if self.question.proof {
                let question = Question { goal, ..self.question.clone() };
                return search.prove(set, &question, self.budget, &mut self.reason);
            }
            let rule = Rule::Search { positions: search.positions() };
            Ok(self.push(set, claim, rule))
        });
        self.search = Some((root, search));
        step
    }

    /// A search for a set, and the set it is opened on.
    fn open(&mut self, set: &ElementSet) -> Result<(ElementSet, Box<dyn Search>), Stop> {
        let poset = self.poset;
        // What is much smaller is better searched by itself.
        let within = |root: &&ElementSet| {
            2 * set.len() > root.len() && set.is_subset(root) && poset.is_down_closed(set)
        };
        let root = self.root.as_ref().filter(within).unwrap_or(set).clone();
        let old = self.search.take();
        if let Some((old, search)) = old {
            if self.root.is_some() && old == root {
                return Ok((root, search));
            }
            self.positions += search.positions();
        }
        let positions = self.effort.positions(root.len());
        if positions < FEWEST {
            return Err(Stop::Positions);
        }
        let budget = self.budget.clone().with_positions(positions);
        let search = search::open(poset, &root, &self.question.rules, &budget)?;
        Ok((root, search))
    }

    /// Adds a weaker step to what is known.
    fn with_bound(&self, mut undecided: Undecided, bound: Option<StepId>) -> Undecided {
        let Some(bound) = bound else { return undecided };
        let strength = |step: StepId| least(self.reason.step(step).claim);
        undecided.candidates = undecided.candidates.and(&Candidates::AtLeast(strength(bound)));
        if undecided.bound.is_none_or(|known| strength(known) < strength(bound)) {
            undecided.bound = Some(bound);
        }
        undecided
    }

    fn allows(&self, rule: RuleId) -> bool {
        self.question.rules.allow(rule)
    }

    fn value_of(&self, step: StepId) -> Grundy {
        self.reason.step(step).claim.value().expect("the value was asked for")
    }

    fn push(&mut self, set: &ElementSet, claim: Claim, rule: Rule) -> StepId {
        self.reason.push(Step { set: set.clone(), claim, rule })
    }
}

/// A step about the same set.
fn cite(step: StepId) -> Reference {
    Reference { step, map: None }
}

/// Whether a claim answers the question.
fn decides(claim: Claim, goal: Goal) -> bool {
    match goal {
        Goal::Grundy => claim.value().is_some(),
        Goal::Outcome => claim.outcome().is_some(),
    }
}

/// The least value a claim allows.
fn least(claim: Claim) -> Grundy {
    match claim {
        Claim::Value(value) => value,
        Claim::Above(value) => Grundy(value.0 + 1),
        Claim::Not(value) => Grundy(u32::from(value == Grundy::ZERO)),
    }
}
