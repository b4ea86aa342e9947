//! A whole derivation in words, in the language of research papers.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::mem::discriminant;

use hashbrown::HashMap;

use crate::answer::Answer;
use crate::element::{Element, ElementSet};
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reason::unwritten::{Halt, Unwritten};
use crate::reason::{AfterMove, Claim, MapId, Reason, Reference, Rule, Step, StepId};
use crate::reduce::ordinal_sum::{Decomposition, Evaluation, Known, Need, OptionValues, colon};
use crate::registry;
use crate::report::fold;
use crate::report::map::telling;
use crate::report::words::{self, count, enumeration, shortened, value_of};
use crate::rule::RuleId;
use crate::shape::Shape;
use crate::value::Grundy;

/// Maximum total number of steps of the proofs of searches. If there are more, the proofs are
/// omitted.
pub const MOST_STEPS: usize = 10_000;

/// The whole derivation, with at most `most_lemmas` lemmas written out. Proofs of searches are
/// included as far as the reason has them [written out](Reason::written_out).
#[must_use]
pub fn explanation(position: &Position, answer: &Answer, most_lemmas: usize) -> String {
    let reason = &answer.reason;
    let Some(conclusion) = reason.conclusion() else { return words::answer(position, answer) };
    if answer.stopped_by.is_some() {
        return format!("{}\n{}", words::answer(position, answer), tell_all(position, reason, conclusion, most_lemmas));
    }
    tell_all(position, reason, conclusion, most_lemmas)
}

/// Explains a reason from its conclusion down, with at most `most_lemmas` lemmas.
fn tell_all(position: &Position, reason: &Reason, conclusion: StepId, most_lemmas: usize) -> String {
    let mut story = Story {
        position,
        scribe: Scribe::new(position),
        reason,
        numbers: HashMap::new(),
        order: Vec::new(),
        stated: BTreeSet::new(),
        text: String::new(),
    };
    let step = reason.step(conclusion);
    story.line(&format!("{position} {}.", sentence(step.claim)));
    story.tell(step);
    let mut told = 0;
    while told < story.order.len().min(most_lemmas) {
        let id = story.order[told];
        told += 1;
        let step = reason.step(id);
        let name = story.name(&step.set);
        story.line("");
        story.line(&format!("Lemma {told}. {name} {}.", sentence(step.claim)));
        story.tell(step);
    }
    let steps = reason.steps().len();
    if told < story.order.len() {
        story.line("");
        story.line(&format!("… and so on: the whole proof has {}.", count(steps as u64, "step")));
    }
    story.text
}

fn sentence(claim: Claim) -> String {
    match claim {
        Claim::Value(Grundy::ZERO) => "has Grundy value 0: the second player wins".to_owned(),
        Claim::Value(value) => format!("has Grundy value {value}: the first player wins"),
        Claim::Not(Grundy::ZERO) => "is a win for the first player".to_owned(),
        Claim::Not(value) => format!("does not have Grundy value {value}"),
        Claim::Above(Grundy::ZERO) => "is a win for the first player".to_owned(),
        Claim::Above(value) => format!("has a Grundy value of at least {}: the first player wins", value.0 + 1),
    }
}

/// For ordinal sums with more layers, the values of the layers are omitted.
const MOST_LAYERS: usize = 12;

/// Describes the length of a proof that is not written out.
fn how_long(steps: usize, halt: Halt) -> String {
    let steps = count(steps as u64, "step");
    match halt {
        Halt::Full => format!("Its proof has more than {steps}; a certificate holds it."),
        Halt::Stop(stop) => {
            format!("Its proof has more than {steps}; {} ended the writing.", words::stopped(stop))
        }
    }
}

/// A derivation being written. Lemmas are numbered in the order of their first use.
struct Story<'a> {
    position: &'a Position,
    scribe: Scribe<'a>,
    reason: &'a Reason,
    numbers: HashMap<StepId, usize>,
    order: Vec<StepId>,
    /// The theorems that have been stated.
    stated: BTreeSet<RuleId>,
    text: String,
}

impl Story<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// An expression for a set, truncated if it is long.
    fn name(&self, set: &ElementSet) -> String {
        shortened(self.position, &self.scribe, set)
    }

    /// Cites a reference as `Lemma 3` or `Lemma 3 with 0→1, 1→0`.
    fn cite(&mut self, reference: Reference, set: &ElementSet) -> String {
        let order = &mut self.order;
        let number = *self.numbers.entry(reference.step).or_insert_with(|| {
            order.push(reference.step);
            order.len()
        });
        match reference.map {
            None => format!("Lemma {number}"),
            Some(map) => format!("Lemma {number} with {}", self.map(map, set)),
        }
    }

    /// The first part of each kind, and the number of parts of that kind: their values come from
    /// the same lemma, or all are chains of one length.
    fn kinds<'b>(&self, parts: &'b [(ElementSet, Reference)]) -> Vec<(&'b ElementSet, Reference, usize)> {
        let mut place: HashMap<(Option<StepId>, Claim), usize> = HashMap::new();
        let mut kinds: Vec<(&ElementSet, Reference, usize)> = Vec::new();
        for (set, reference) in parts {
            let step = self.reason.step(reference.step);
            let lemma = Some(reference.step).filter(|_| step.rule.id() != RuleId::Chain.id());
            let at = *place.entry((lemma, step.claim)).or_insert(kinds.len());
            match kinds.get_mut(at) {
                Some((_, _, copies)) => *copies += 1,
                None => kinds.push((set, *reference, 1)),
            }
        }
        kinds
    }

    /// The images of the elements of a set that a map moves. For complexes and graphs only vertices
    /// are named.
    fn map(&self, map: MapId, set: &ElementSet) -> String {
        let images = self.reason.images(map);
        let moved = |x: Element| images[x.index()].filter(|&y| y != x).map(|y| (x, y));
        let told = telling(self.position, set)
            .iter()
            .filter_map(moved)
            .map(|(x, y)| format!("{}→{}", self.position.name(x), self.position.name(y)))
            .collect::<Vec<_>>();
        told.join(", ")
    }

    /// Explains why a step holds.
    fn tell(&mut self, step: &Step) {
        match (&step.rule, step.claim) {
            (Rule::Mex(moves), _) if moves.is_empty() => self.line("  There is no move."),
            (Rule::Mex(moves), Claim::Value(value)) => self.tell_mex(step, moves, value),
            (Rule::Mex(_), Claim::Not(_) | Claim::Above(_)) => unreachable!("a mex is a value"),
            (Rule::Reply(x, reference), _) => {
                let option = &step.set - self.position.poset().up_set(*x);
                let cited = self.cite(*reference, &option);
                let (x, name) = (self.position.name(*x).to_owned(), self.name(&option));
                self.line(&format!("  The move {x} wins: it leaves {name} ({cited})."));
            }
            (Rule::Components(parts), _) => {
                self.line(&format!("  It falls into {} parts; their values add up by nim-sum:", parts.len()));
                for (set, reference, copies) in self.kinds(parts) {
                    let cited = self.cite(reference, set);
                    let (name, value) = (self.name(set), value_of(self.reason, reference.step));
                    let likewise = match copies {
                        1 => String::new(),
                        2 => "; so is one more like it".to_owned(),
                        _ => format!("; so are {} more like it", copies - 1),
                    };
                    self.line(&format!("    {name} is worth {value} ({cited}){likewise}"));
                }
            }
            (Rule::OrdinalSum(leaves), _) => self.tell_ordinal_sum(step, leaves),
            (Rule::Fold(map, reference), _) => self.tell_fold(step, *map, *reference),
            (Rule::Twins(rule, left, reference), _) => self.tell_twins(step, *rule, left, *reference),
            (Rule::Theorem(finding), _) => {
                self.line(&format!("  It is {} ({}).", finding.shape, finding.rule.id()));
                if self.stated.insert(finding.rule) {
                    let card = registry::card(finding.rule);
                    self.line(&format!("  {}: {} ({}).", finding.rule.id(), card.statement, card.reference));
                }
            }
            (Rule::Added(id), _) => self.line(&format!("  The added rule {id} says so; it is taken on trust.")),
            (Rule::Search { positions, proof, tablebase, .. }, _) => {
                let positions = count(*positions, "position");
                self.line(&match tablebase {
                    Some(id) => format!("  Its value stands in the tablebase {id}."),
                    None => format!("  A search through {positions} found it."),
                });
                if let Some((steps, halt)) = proof.as_ref().and_then(Unwritten::tried) {
                    self.line(&format!("  {}", how_long(steps, halt)));
                }
            }
        }
    }

    /// Explains an involution and its fixed elements.
    fn tell_fold(&mut self, step: &Step, map: MapId, reference: Reference) {
        let images = self.reason.images(map);
        let fixed = step.set.iter().filter(|&x| images[x.index()] == Some(x));
        let left = ElementSet::from_iter_in(self.position.poset().len(), fixed);
        // No lemma is needed for the empty position.
        let cited = if left.is_empty() { String::new() } else { format!("; {}", self.cite(reference, &left)) };
        let name = self.name(&left);
        let image = |x: Element| images[x.index()].expect("a fold moves its set into itself");
        let images: Vec<Element> = step.set.iter().map(image).collect();
        for line in fold::sentences(self.position, &step.set, &images, &name, &cited) {
            self.line(&format!("  {line}"));
        }
    }

    /// Explains twins that cancel.
    fn tell_twins(&mut self, step: &Step, rule: RuleId, left: &ElementSet, reference: Reference) {
        let gone: Vec<&str> = (&step.set - left).iter().map(|x| self.position.name(x)).collect();
        let (gone, card) = (enumeration(&gone), registry::card(rule));
        let (cited, name) = (self.cite(reference, left), self.name(left));
        let why = match rule {
            RuleId::TwinTops => "come in pairs above the same elements and cancel",
            _ => "come in pairs below the same elements as others that stay, and cancel",
        };
        self.line(&format!("  {gone} {why} ({}).", card.reference));
        self.line(&format!("  What is left is {name}, which has the same Grundy value ({cited})."));
    }

    /// Explains the layers of an ordinal sum, and how its value follows from theirs.
    fn tell_ordinal_sum(&mut self, step: &Step, leaves: &[(ElementSet, Reference)]) {
        let shape = Shape::new(self.position.poset(), &step.set);
        let decomposition = Decomposition::new(&shape);
        let layers: Vec<usize> = decomposition.nodes()[0].children().collect();
        let names: Vec<String> = layers.iter().map(|&layer| self.name(&decomposition.set(layer))).collect();
        self.line("  It is an ordinal sum: every element of a layer lies above all elements of the layers before it.");
        self.line(&format!("  The layers, from below, are {}.", enumeration(&names)));
        self.line("  By the colon principle the value of A:B, where B lies above A, is found as follows: list the");
        self.line("  non-negative integers that are not values of options of A; A:B has the g(B)-th of them, counting");
        self.line("  from 0 (Berlekamp, Conway and Guy 1982; Deuber and Thomassé 1996).");
        let evaluation = decomposition.evaluate(Need::Value, |prime, need| {
            let (_, reference) = leaves.iter().find(|(leaf, _)| leaf == prime)?;
            let step = self.reason.step(reference.step);
            match need {
                Need::Value => step.claim.value().map(Known::Value),
                Need::Options => self.option_values(step).map(Known::Options),
            }
        });
        match evaluation.filter(|_| layers.len() <= MOST_LAYERS) {
            Some(evaluation) => self.tell_layers(&decomposition, &layers, &names, &evaluation, leaves),
            None => {
                for (leaf, reference) in leaves {
                    let (cited, name) = (self.cite(*reference, leaf), self.name(leaf));
                    self.line(&format!("    {name} has value {} ({cited})", value_of(self.reason, reference.step)));
                }
            }
        }
    }

    /// The values of the layers of an ordinal sum from the top down: each layer together with
    /// everything above it.
    fn tell_layers(
        &mut self,
        decomposition: &Decomposition,
        layers: &[usize],
        names: &[String],
        evaluation: &Evaluation,
        leaves: &[(ElementSet, Reference)],
    ) {
        let mut above: Option<Grundy> = None;
        for (&layer, name) in layers.iter().zip(names).rev() {
            let set = decomposition.set(layer);
            let cited: Vec<String> = leaves
                .iter()
                .filter(|(leaf, _)| leaf.is_subset(&set))
                .map(|(leaf, reference)| self.cite(*reference, leaf))
                .collect();
            let cited = if cited.is_empty() { String::new() } else { format!(" ({})", cited.join(", ")) };
            let line = match (above, evaluation.options_at(layer)) {
                (Some(upper), Some(options)) => {
                    let values: Vec<String> = options.iter().map(|value| value.to_string()).collect();
                    let left: Vec<String> = options.gaps().take(4).map(|value| value.to_string()).collect();
                    let value = colon(options, upper);
                    above = Some(value);
                    let plural = if values.len() == 1 { "value" } else { "values" };
                    format!(
                        "    The options of {name} have the {plural} {}{cited}: the others are {}, …; number {upper} is {value}.",
                        enumeration(&values),
                        left.join(", ")
                    )
                }
                (None, _) => {
                    let value = evaluation.value_at(layer);
                    above = Some(value);
                    format!("    {name} has value {value}{cited}.")
                }
                (Some(_), None) => continue,
            };
            self.line(&line);
        }
    }

    /// The values of all options, if a step lists them.
    fn option_values(&self, step: &Step) -> Option<OptionValues> {
        let Rule::Mex(moves) = &step.rule else { return None };
        let value = |after: &AfterMove| match after {
            AfterMove::Known(reference) => self.reason.step(reference.step).claim.value(),
            AfterMove::Reply(..) => None,
        };
        let values: Option<Vec<Grundy>> = moves.iter().map(|(_, after)| value(after)).collect();
        values.map(OptionValues::from_options)
    }

    /// Groups moves that rest on the same lemma in the same way.
    fn tell_mex(&mut self, step: &Step, moves: &[(Element, AfterMove)], value: Grundy) {
        let replies = moves.iter().all(|(_, after)| matches!(after, AfterMove::Reply(..)));
        self.line(&match value {
            Grundy::ZERO if replies => {
                "  Every move has a reply that leads to value 0. In x–y the reply to the move x is y:".to_owned()
            }
            Grundy::ZERO => "  No move leads to value 0:".to_owned(),
            value if moves.iter().any(|(_, after)| matches!(after, AfterMove::Reply(..))) => format!(
                "  Its moves lead to every value below {value}, and none leads to {value}. In x–y the reply y to the move x leads to {value}:"
            ),
            value => format!("  Its moves lead to every value below {value}, and none leads to {value}:"),
        });
        for (i, &(x, after)) in moves.iter().enumerate() {
            let alike = |other: &AfterMove| {
                other.reference().step == after.reference().step && discriminant(other) == discriminant(&after)
            };
            if moves[..i].iter().any(|(_, other)| alike(other)) {
                continue;
            }
            let likewise: Vec<String> = moves[i + 1..]
                .iter()
                .filter(|(_, other)| alike(other))
                .map(|&(y, after)| self.short(y, after))
                .collect();
            let mut line = self.tell_move(&(&step.set - self.position.poset().up_set(x)), x, after, value);
            if !likewise.is_empty() {
                write!(line, "; likewise {}", likewise.join("  ")).expect("a string takes it");
            }
            self.line(&line);
        }
    }

    /// A move, with its reply if there is one.
    fn short(&self, x: Element, after: AfterMove) -> String {
        match after {
            AfterMove::Known(_) => self.position.name(x).to_owned(),
            AfterMove::Reply(y, _) => format!("{}–{}", self.position.name(x), self.position.name(y)),
        }
    }

    fn tell_move(&mut self, option: &ElementSet, x: Element, after: AfterMove, value: Grundy) -> String {
        let move_name = self.position.name(x).to_owned();
        match after {
            AfterMove::Known(reference) => {
                let cited = self.cite(reference, option);
                let (name, worth) = (self.name(option), value_of(self.reason, reference.step));
                format!("    {move_name} leads to {name}, worth {worth} ({cited})")
            }
            AfterMove::Reply(y, reference) => {
                let answer = option - self.position.poset().up_set(y);
                let cited = self.cite(reference, &answer);
                let (reply, name) = (self.position.name(y).to_owned(), self.name(&answer));
                match value {
                    Grundy::ZERO => format!("    {move_name}–{reply} leaves {name} ({cited})"),
                    _ => format!("    {move_name}–{reply} leaves {name}, worth {value} ({cited})"),
                }
            }
        }
    }
}
