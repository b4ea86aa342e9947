//! A step makes a statement about a convex set; the statements of earlier steps are known.

use std::hint;

use crate::failure::Fault;
use crate::map::Maps;
use crate::poset::Poset;
use crate::read::{Term, Words};
use crate::says::Says;
use crate::set::{self, Sets};
use crate::theorem::Theorem;

/// A reference: one or more of the terms of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    first: u32,
    terms: u32,
}

/// A move and a reference to the position after it, or after the other player's reply to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) element: u32,
    pub(crate) reply: Option<u32>,
    pub(crate) reference: Reference,
}

/// The rule by which a step follows from earlier ones.
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
    /// By this map, and what is known of the set of its fixed elements.
    Fold { map: usize, fixed: Reference },
    /// By what is left after removing pairs of maximal elements, which is the only part of the
    /// step.
    TwinTops,
    /// By what is left after removing pairs of minimal elements, which is the only part of the
    /// step.
    TwinBottoms,
    /// By the leaves of a decomposition, which are the parts of the step.
    OrdinalSum,
    /// By a theorem taken on trust, whose hypothesis is witnessed by the sets of the step.
    Theorem(&'static Theorem),
}

const RULES: &str = "expected a rule: mex, reply, components, chain, involution-fold, twin-tops, twin-bottoms, \
                     ordinal-sum or the name of a theorem";

/// A step as written. The same value is reused for all steps.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) set: Vec<u64>,
    pub(crate) says: Says,
    pub(crate) rule: Rule,
    pub(crate) moves: Vec<Move>,
    /// Other sets: parts of the set, leaves, witnesses.
    pub(crate) sets: Sets,
    /// The reference of each other set, if the rule has them.
    references: Vec<Reference>,
    /// The terms of all references.
    terms: Vec<Term>,
}

impl Default for Step {
    fn default() -> Step {
        let (set, moves, sets, references, terms) = (Vec::new(), Vec::new(), Sets::default(), Vec::new(), Vec::new());
        Step { set, says: Says::Is(0), rule: Rule::Mex, moves, sets, references, terms }
    }
}

impl Step {
    /// Reads the line after the word `s`.
    pub(crate) fn read(&mut self, line: &mut Words<'_>, known: &Known) -> Result<(), Fault> {
        self.set.clear();
        self.moves.clear();
        self.sets.clear();
        self.references.clear();
        self.terms.clear();
        line.gap("a set")?;
        line.set(known.poset.len(), &mut self.set)?;

        line.gap("=, ! or >")?;
        let says = match line.keyword() {
            "=" => Says::Is,
            "!" => Says::IsNot,
            ">" => Says::Above,
            _ => return Err(Fault::unreadable("expected =, ! or > after the set of the step")),
        };
        line.gap("a Grundy value")?;
        self.says = says(line.number("a Grundy value")?);

        line.gap("a rule")?;
        self.rule = self.read_rule(line, known)?;
        line.end()
    }

    fn read_rule(&mut self, line: &mut Words<'_>, known: &Known) -> Result<Rule, Fault> {
        let elements = known.poset.len();
        Ok(match line.keyword() {
            "mex" => {
                while line.more()? {
                    let element = line.element(elements)?;
                    let reply = if line.take(b'/') { Some(line.element(elements)?) } else { None };
                    let reference = self.read_reference(line, known)?;
                    self.moves.push(Move { element, reply, reference });
                }
                Rule::Mex
            }
            "reply" => {
                line.gap("a move")?;
                let element = line.element(elements)?;
                Rule::Reply(Move { element, reply: None, reference: self.read_reference(line, known)? })
            }
            "components" => {
                self.read_parts(line, known)?;
                Rule::Components
            }
            "chain" => Rule::Chain,
            "involution-fold" => {
                line.gap("the number of a map")?;
                let map = line.map(known.maps.count())?;
                Rule::Fold { map, fixed: self.read_reference(line, known)? }
            }
            "twin-tops" => {
                line.gap("a set")?;
                self.read_part(line, known)?;
                Rule::TwinTops
            }
            "twin-bottoms" => {
                line.gap("a set")?;
                self.read_part(line, known)?;
                Rule::TwinBottoms
            }
            "ordinal-sum" => {
                self.read_parts(line, known)?;
                Rule::OrdinalSum
            }
            id => {
                let theorem = Theorem::by_id(id).ok_or_else(|| Fault::unreadable(RULES))?;
                self.read_witness(theorem, line, elements)?;
                Rule::Theorem(theorem)
            }
        })
    }

    /// Reads `SET:REF` until the end of the line.
    fn read_parts(&mut self, line: &mut Words<'_>, known: &Known) -> Result<(), Fault> {
        while line.more()? {
            self.read_part(line, known)?;
        }
        Ok(())
    }

    /// Reads `SET:REF`.
    fn read_part(&mut self, line: &mut Words<'_>, known: &Known) -> Result<(), Fault> {
        self.sets.push_with(|words| line.set(known.poset.len(), words))?;
        let reference = self.read_reference(line, known)?;
        self.references.push(reference);
        Ok(())
    }

    /// Reads `:REF`.
    fn read_reference(&mut self, line: &mut Words<'_>, known: &Known) -> Result<Reference, Fault> {
        if !line.take(b':') {
            return Err(line.expected("a colon and a reference"));
        }
        let first = self.terms.len();
        loop {
            self.terms.push(line.term(known.steps(), known.maps.count())?);
            if !line.take(b'+') {
                break;
            }
        }
        // Both numbers fit: no line is that long.
        Ok(Reference { first: first as u32, terms: (self.terms.len() - first) as u32 })
    }

    /// Reads the sets that witness the hypothesis of a theorem.
    fn read_witness(&mut self, theorem: &Theorem, line: &mut Words<'_>, elements: usize) -> Result<(), Fault> {
        let (least, most) = theorem.witnesses;
        for number in 0..most {
            if number < least {
                line.gap("a set")?;
            } else if !line.more()? {
                break;
            }
            self.sets.push_with(|words| line.set(elements, words))?;
        }
        Ok(())
    }

    /// The terms of a reference.
    pub(crate) fn terms(&self, reference: Reference) -> &[Term] {
        &self.terms[reference.first as usize..][..reference.terms as usize]
    }

    /// The parts of a sum, or the other sets that the rule needs, each with its reference.
    pub(crate) fn parts(&self) -> impl ExactSizeIterator<Item = (&[u64], Reference)> {
        self.sets.iter().zip(self.references.iter().copied())
    }
}

/// What is known so far: the poset, the maps, and the statement of each step.
pub(crate) struct Known {
    pub(crate) poset: Poset,
    pub(crate) maps: Maps,
    steps: Vec<Kept>,
    /// For each step the words of its set, followed by those of the set of the values of its
    /// options, if it tells them.
    words: Vec<u64>,
}

/// What is kept of a step.
struct Kept {
    says: Says,
    /// The start of its words.
    start: usize,
    /// The number of words of its set, and of the values of its options.
    set: u32,
    values: u32,
}

impl Known {
    pub(crate) fn new(poset: Poset) -> Known {
        Known { poset, maps: Maps::default(), steps: Vec::new(), words: Vec::new() }
    }

    /// The number of steps.
    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    /// The set a step is about. Steps are counted from 1.
    pub(crate) fn set(&self, step: usize) -> &[u64] {
        let kept = &self.steps[step - 1];
        &self.words[kept.start..kept.start + kept.set as usize]
    }

    /// The statement of a step about its set.
    pub(crate) fn says(&self, step: usize) -> Says {
        self.steps[step - 1].says
    }

    /// The values of all options of the set of a step, if the set is not empty and the step tells
    /// them.
    pub(crate) fn option_values(&self, step: usize) -> Option<impl Iterator<Item = u32>> {
        let kept = &self.steps[step - 1];
        let start = kept.start + kept.set as usize;
        let values = &self.words[start..start + kept.values as usize];
        (!values.is_empty()).then(|| set::elements(values))
    }

    /// Looks at the sets that a step refers to, so that the processor fetches them in parallel.
    /// They lie far apart, and waiting for one after the other would take longer than anything
    /// else.
    pub(crate) fn fetch(&self, step: &Step) {
        let first = |term: &Term| self.set(term.step).first().copied().unwrap_or(0);
        hint::black_box(step.terms.iter().map(first).fold(0, |all, word| all | word));
    }

    /// The nim-sum of the values of the sets of some terms, if all these values are known.
    pub(crate) fn sum(&self, terms: &[Term]) -> Option<u32> {
        terms.iter().try_fold(0, |sum, term| match self.says(term.step) {
            Says::Is(value) => Some(sum ^ value),
            Says::IsNot(_) | Says::Above(_) => None,
        })
    }

    /// Adds a step that has been verified.
    pub(crate) fn learn(&mut self, step: &Step) {
        let start = self.words.len();
        self.words.extend_from_slice(&step.set);
        if matches!(step.rule, Rule::Mex)
            && let Some(values) = self.told(step)
        {
            self.words.extend_from_slice(&values);
        }
        // Both numbers fit: there are fewer than 2^32 elements.
        let (set, all) = (step.set.len(), self.words.len() - start);
        self.steps.push(Kept { says: step.says, start, set: set as u32, values: (all - set) as u32 });
    }

    /// The set of the values of all options, if the value after each move is known.
    fn told(&self, step: &Step) -> Option<Vec<u64>> {
        let mut values = Vec::new();
        for played in &step.moves {
            let value = self.sum(step.terms(played.reference)).filter(|_| played.reply.is_none())?;
            // The value of an option is at most its number of elements. This bounds the set by the
            // length of the line.
            if value as usize >= step.moves.len() {
                return None;
            }
            set::insert(&mut values, value);
        }
        Some(values)
    }
}
