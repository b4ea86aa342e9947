//! Answers and reasons in words.

use std::fmt::Write as _;
use std::mem::discriminant;

use hashbrown::HashMap;

use crate::answer::{Answer, MoveClass, WinningMoves};
use crate::budget::Stop;
use crate::element::{Element, ElementSet};
use crate::family::remnant::Scribe;
use crate::position::Position;
use crate::reason::{AfterMove, Claim, MapId, Reason, Reference, Rule, Step, StepId};
use crate::value::{Grundy, Outcome};

/// The answer in a few lines.
#[must_use]
pub fn answer(position: &Position, answer: &Answer) -> String {
    let mut text = format!("{position}: {}\n", count(position.len() as u64, "element"));
    let mut line = |key: &str, value: &str| writeln!(text, "{key:<14} {value}").expect("a string takes it");
    line("outcome", answer.outcome.map_or("not known", wins));
    line("Grundy value", &grundy(answer));
    line("winning moves", &winning_moves(position, &answer.winning_moves));
    line("reason", &summary(&answer.reason));
    if let Some(stop) = answer.stopped_by {
        line("stopped by", &format!("{}, after {}", stopped(stop), count(answer.stats.positions, "position")));
    }
    text
}

fn wins(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::First => "the first player wins",
        Outcome::Second => "the second player wins",
    }
}

fn grundy(answer: &Answer) -> String {
    match (answer.grundy, &answer.candidates) {
        (Some(value), _) => value.to_string(),
        (None, Some(candidates)) => {
            format!("one of {}", candidates.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(", "))
        }
        (None, None) => "not known".to_owned(),
    }
}

/// More classes of winning moves are only counted.
const MOST_MOVES: usize = 12;

fn winning_moves(position: &Position, moves: &WinningMoves) -> String {
    let name = |class: &MoveClass| {
        let name = position.name(class.representative);
        match class.members.len() {
            1 => name.to_owned(),
            n => format!("{name} (and {} like it)", n - 1),
        }
    };
    let names = |classes: &[MoveClass]| {
        let shown = list(classes.iter().take(MOST_MOVES).map(name));
        match classes.len().saturating_sub(MOST_MOVES) {
            0 => shown,
            more => format!("{shown}  … and {}", count(more as u64, "more class")),
        }
    };
    match moves {
        WinningMoves::All(classes) if classes.is_empty() => "none".to_owned(),
        WinningMoves::All(classes) => names(classes),
        WinningMoves::Some(classes) => format!("{}; perhaps others", names(classes)),
        WinningMoves::NoneKnown => "none known".to_owned(),
        WinningMoves::NotSought => "not sought".to_owned(),
    }
}

/// What ended a computation early.
#[must_use]
pub fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time limit",
        Stop::Memory => "the memory limit",
        Stop::Interrupt => "an interruption",
        Stop::Size => "the size (a part has more than 512 elements, and no rule applies to it)",
    }
}

/// The reason in one line.
#[must_use]
pub fn summary(reason: &Reason) -> String {
    let Some(conclusion) = reason.conclusion() else { return "not decided".to_owned() };
    match &reason.step(conclusion).rule {
        Rule::Components(parts) => {
            let values: Vec<String> = parts.iter().map(|(_, part)| value_of(reason, part.step)).collect();
            if values.len() <= 8 {
                format!("{} parts, nim-sum {}", values.len(), values.join(" ⊕ "))
            } else {
                format!("{} parts, nim-sum of their values", values.len())
            }
        }
        Rule::Theorem(finding) => finding.shape.clone(),
        Rule::OrdinalSum(_) | Rule::Fold(..) | Rule::Twins(..) => todo!(),
        Rule::Search { positions } => format!("search through {}", count(*positions, "position")),
        Rule::Mex(moves) if moves.is_empty() => "no moves".to_owned(),
        Rule::Mex(_) | Rule::Reply(..) => format!("search, proved in {}", count(reason.steps().len() as u64, "step")),
    }
}

fn value_of(reason: &Reason, step: StepId) -> String {
    match reason.step(step).claim {
        Claim::Value(value) => value.to_string(),
        Claim::Not(value) => format!("≠{value}"),
        Claim::Above(value) => format!(">{value}"),
    }
}

/// The whole derivation, with at most so many lemmas written out.
#[must_use]
pub fn explanation(position: &Position, answer: &Answer, most_lemmas: usize) -> String {
    let reason = &answer.reason;
    let Some(conclusion) = reason.conclusion() else { return self::answer(position, answer) };
    let mut story = Story {
        position,
        scribe: Scribe::new(position),
        reason,
        numbers: HashMap::new(),
        order: Vec::new(),
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
        Claim::Above(value) => format!("has a Grundy value greater than {value}: the first player wins"),
    }
}

/// Longer expressions are shortened in sentences.
const MOST_NAMED: usize = 100;

/// A derivation on its way to paper. Lemmas are numbered in the order in which they are first used.
struct Story<'a> {
    position: &'a Position,
    scribe: Scribe<'a>,
    reason: &'a Reason,
    numbers: HashMap<StepId, usize>,
    order: Vec<StepId>,
    text: String,
}

impl Story<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// An expression for a set, or the beginning of it.
    fn name(&self, set: &ElementSet) -> String {
        let name = self.scribe.expression(set);
        if set.is_empty() {
            "the empty position".to_owned()
        } else if name.chars().count() <= MOST_NAMED {
            name
        } else {
            let beginning: String = name.chars().take(MOST_NAMED).collect();
            format!("{beginning}… ({})", count(set.len() as u64, "element"))
        }
    }

    /// A reference as `Lemma 3` or `Lemma 3 with 0→1, 1→0`.
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

    /// The first part of each kind and how many there are: the same lemma says what they are worth, or all are chains of
    /// one length.
    fn kinds<'b>(&self, parts: &'b [(ElementSet, Reference)]) -> Vec<(&'b ElementSet, Reference, usize)> {
        let mut place: HashMap<(Option<StepId>, Claim), usize> = HashMap::new();
        let mut kinds: Vec<(&ElementSet, Reference, usize)> = Vec::new();
        for (set, reference) in parts {
            let step = self.reason.step(reference.step);
            let lemma = Some(reference.step).filter(|_| step.rule.id() != "chain");
            let at = *place.entry((lemma, step.claim)).or_insert(kinds.len());
            match kinds.get_mut(at) {
                Some((_, _, copies)) => *copies += 1,
                None => kinds.push((set, *reference, 1)),
            }
        }
        kinds
    }

    /// What a map does to the minimal elements of a set; that is most often all there is to say.
    fn map(&self, map: MapId, set: &ElementSet) -> String {
        let images = self.reason.images(map);
        let poset = self.position.poset();
        let moved = |minimal: bool| -> Vec<String> {
            set.iter()
                .filter(|&x| !minimal || poset.lower_covers(x).is_empty())
                .filter_map(|x| images[x.index()].filter(|&y| y != x).map(|y| (x, y)))
                .map(|(x, y)| format!("{}→{}", self.position.name(x), self.position.name(y)))
                .collect()
        };
        let minimal = moved(true);
        if minimal.is_empty() { moved(false).join(", ") } else { minimal.join(", ") }
    }

    /// Why a step holds.
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
            (Rule::Theorem(finding), _) => self.line(&format!("  It is {}.", finding.shape)),
            (Rule::OrdinalSum(_) | Rule::Fold(..) | Rule::Twins(..), _) => todo!(),
            (Rule::Search { positions }, _) => {
                let positions = count(*positions, "position");
                self.line(&format!("  A search through {positions} found it."));
            }
        }
    }

    /// Moves that rest on the same lemma in the same way are told together.
    fn tell_mex(&mut self, step: &Step, moves: &[(Element, AfterMove)], value: Grundy) {
        self.line(&match value {
            Grundy::ZERO => "  Every move has a reply to a position of value 0 (move–reply):".to_owned(),
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

    /// A move, with its reply if it needs one.
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
                    _ => format!(
                        "    {move_name} does not lead to {value}, for from there {reply} leads to {name}, worth {value} ({cited})"
                    ),
                }
            }
        }
    }
}

/// `1 element`, `2 classes`, `1,000 positions`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    match (number, noun.ends_with('s')) {
        (1, _) => format!("1 {noun}"),
        (_, false) => format!("{} {noun}s", thousands(number)),
        (_, true) => format!("{} {noun}es", thousands(number)),
    }
}

/// A number with its thousands set apart.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

/// Things in a row; names may contain commas, so blanks set them apart.
fn list(items: impl Iterator<Item = impl ToString>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join("  ")
}
