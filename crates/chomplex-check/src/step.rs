//! A step says something of a down-set; what earlier steps said is known.

use crate::failure::Fault;
use crate::map::Maps;
use crate::poset::Poset;
use crate::read::{Reference, Words};

/// What a step says of its set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    /// The Grundy value is this one.
    Is(u32),
    /// The Grundy value is another one.
    IsNot(u32),
}

/// A move and what is known of the position after it, or after the other player's reply to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) element: u32,
    pub(crate) reply: Option<u32>,
    pub(crate) reference: Reference,
}

/// By what a step follows from earlier ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// By the moves of the step.
    Mex,
    /// By this move, which has no reply.
    Reply(Move),
    /// By the parts of the step.
    Components,
    /// By the order of the set alone.
    Chain,
}

/// A part of a sum and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Where its words end among those of all parts; they begin where those of the part before end.
    end: usize,
    reference: Reference,
}

/// A step as it is written. The same one is filled again and again.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) set: Vec<u64>,
    pub(crate) says: Says,
    pub(crate) rule: Rule,
    pub(crate) moves: Vec<Move>,
    parts: Vec<Part>,
    part_words: Vec<u64>,
}

impl Default for Step {
    fn default() -> Step {
        let (set, moves, parts, part_words) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Step { set, says: Says::Is(0), rule: Rule::Mex, moves, parts, part_words }
    }
}

impl Step {
    /// Reads what follows the word `s`.
    pub(crate) fn read(&mut self, line: &mut Words<'_>, known: &Known) -> Result<(), Fault> {
        let elements = known.poset.len();
        self.set.clear();
        line.gap("a set")?;
        line.set(elements, &mut self.set)?;

        line.gap("= or !")?;
        let says = match line.keyword() {
            "=" => Says::Is,
            "!" => Says::IsNot,
            _ => return Err(Fault::unreadable("expected = or ! after the set of the step")),
        };
        line.gap("a Grundy value")?;
        self.says = says(line.number("a Grundy value")?);

        line.gap("a rule")?;
        self.rule = match line.keyword() {
            "mex" => {
                self.moves.clear();
                while line.more()? {
                    let element = line.element(elements)?;
                    let reply = if line.take(b'/') { Some(line.element(elements)?) } else { None };
                    self.moves.push(Move { element, reply, reference: read_reference(line, known)? });
                }
                Rule::Mex
            }
            "reply" => {
                line.gap("a move")?;
                let element = line.element(elements)?;
                Rule::Reply(Move { element, reply: None, reference: read_reference(line, known)? })
            }
            "components" => {
                self.parts.clear();
                self.part_words.clear();
                while line.more()? {
                    line.set(elements, &mut self.part_words)?;
                    let end = self.part_words.len();
                    self.parts.push(Part { end, reference: read_reference(line, known)? });
                }
                Rule::Components
            }
            "chain" => Rule::Chain,
            _ => return Err(Fault::unreadable("expected a rule: mex, reply, components or chain")),
        };
        line.end()
    }

    /// The parts of a sum, each with its reference.
    pub(crate) fn parts(&self) -> impl ExactSizeIterator<Item = (&[u64], Reference)> {
        let mut start = 0;
        self.parts.iter().map(move |part| {
            let words = &self.part_words[start..part.end];
            start = part.end;
            (words, part.reference)
        })
    }
}

/// Reads `:REF`.
fn read_reference(line: &mut Words<'_>, known: &Known) -> Result<Reference, Fault> {
    if !line.take(b':') {
        return Err(line.expected("a colon and a reference"));
    }
    line.reference(known.steps(), known.maps.count())
}

/// What is known so far: the poset, the maps, and what each step says of its set.
pub(crate) struct Known {
    pub(crate) poset: Poset,
    pub(crate) maps: Maps,
    /// The set of step s is `words[starts[s - 1]..starts[s]]`.
    starts: Vec<usize>,
    words: Vec<u64>,
    says: Vec<Says>,
}

impl Known {
    pub(crate) fn new(poset: Poset) -> Known {
        Known { poset, maps: Maps::default(), starts: vec![0], words: Vec::new(), says: Vec::new() }
    }

    /// How many steps there are.
    pub(crate) fn steps(&self) -> usize {
        self.says.len()
    }

    /// The set a step is about. Steps are counted from 1.
    pub(crate) fn set(&self, step: usize) -> &[u64] {
        &self.words[self.starts[step - 1]..self.starts[step]]
    }

    /// What a step says of its set.
    pub(crate) fn says(&self, step: usize) -> Says {
        self.says[step - 1]
    }

    /// Adds a step that has been verified.
    pub(crate) fn learn(&mut self, step: &Step) {
        self.words.extend_from_slice(&step.set);
        self.starts.push(self.words.len());
        self.says.push(step.says);
    }
}
