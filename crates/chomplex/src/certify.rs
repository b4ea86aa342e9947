//! Reason → certificate.
//!
//! The format is described in `docs/formats/certificate.md`; this room only writes it. Whether it holds is for
//! `chomplex-check` to say.

use std::io::{self, Write};

use crate::element::{Element, ElementSet};
use crate::position::Position;
use crate::reason::{AfterMove, Claim, Reason, Reference, Rule, Step};
use crate::rule::RuleId;
use crate::value::Outcome;

/// The version of the format that is written.
pub const VERSION: u32 = 2;

/// A line adds at most so many parts, so that no line becomes too long; more are added in groups.
const MOST_PARTS: usize = 1000;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The reason does not reach a conclusion, or leaves out the steps of a search.
    #[error("there is no complete proof to write down")]
    Incomplete,
    /// The certificate could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes the proof that a reason gives about a position.
///
/// # Errors
/// If the reason is not complete, or writing fails.
pub fn write(position: &Position, reason: &Reason, out: &mut impl Write) -> Result<(), CertifyError> {
    let (Some(conclusion), true) = (reason.conclusion(), reason.is_complete()) else {
        return Err(CertifyError::Incomplete);
    };
    let mut writer = Writer::new(position, reason, out);
    writer.header(reason.step(conclusion).claim)?;
    for map in reason.maps() {
        writer.map(map)?;
    }
    for step in reason.steps() {
        let line = writer.step(step)?;
        writer.lines.push(line);
    }
    let last = writer.lines[conclusion.index()];
    writeln!(writer.out, "qed {last}")?;
    Ok(())
}

/// Numbers the elements that remain from 0 and the steps from 1.
struct Writer<'a, W> {
    position: &'a Position,
    reason: &'a Reason,
    out: &'a mut W,
    /// The number of each element.
    number: Vec<usize>,
    /// The number in the file of each step of the reason.
    lines: Vec<usize>,
    written: usize,
}

/// A part of a sum and what is cited for it.
struct Part {
    set: ElementSet,
    reference: String,
    claim: Claim,
}

impl<'a, W: Write> Writer<'a, W> {
    fn new(position: &'a Position, reason: &'a Reason, out: &'a mut W) -> Self {
        let mut number = vec![usize::MAX; position.poset().len()];
        for (i, x) in position.remaining().iter().enumerate() {
            number[x.index()] = i;
        }
        Writer { position, reason, out, number, lines: Vec::new(), written: 0 }
    }

    fn number(&self, x: Element) -> usize {
        self.number[x.index()]
    }

    fn header(&mut self, claim: Claim) -> Result<(), CertifyError> {
        writeln!(self.out, "chomplex-certificate {VERSION}")?;
        writeln!(self.out, "position {}", quoted(&self.position.to_string()))?;
        match claim {
            Claim::Value(value) => writeln!(self.out, "claim grundy {value}")?,
            Claim::Above(value) => writeln!(self.out, "claim grundy > {value}")?,
            Claim::Not(_) => {
                let outcome: Outcome = claim.outcome().ok_or(CertifyError::Incomplete)?;
                writeln!(self.out, "claim outcome {outcome}")?;
            }
        }
        writeln!(self.out, "elements {}", self.position.len())?;
        for x in self.position.remaining().iter() {
            write!(self.out, "e {}", quoted(self.position.name(x)))?;
            for &y in self.position.poset().lower_covers(x) {
                write!(self.out, " {}", self.number[y.index()])?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn map(&mut self, images: &[Option<Element>]) -> io::Result<()> {
        write!(self.out, "m")?;
        for x in self.position.remaining().iter() {
            match images[x.index()] {
                Some(y) => write!(self.out, " {}", self.number(y))?,
                None => write!(self.out, " -")?,
            }
        }
        writeln!(self.out)
    }

    /// Writes a step and returns its number.
    fn step(&mut self, step: &Step) -> io::Result<usize> {
        if let Rule::Components(parts) = &step.rule {
            return self.components(parts, step.claim);
        }
        self.begin_step(&step.set, step.claim, step.rule.id())?;
        match &step.rule {
            Rule::Mex(moves) => {
                for &(x, after) in moves {
                    write!(self.out, " {}", self.number(x))?;
                    if let AfterMove::Reply(y, _) = after {
                        write!(self.out, "/{}", self.number(y))?;
                    }
                    write!(self.out, ":{}", self.reference(after.reference()))?;
                }
            }
            Rule::Reply(x, r) => write!(self.out, " {}:{}", self.number(*x), self.reference(*r))?,
            Rule::OrdinalSum(leaves) => {
                for (leaf, r) in leaves {
                    write!(self.out, " {}:{}", self.hex(leaf), self.reference(*r))?;
                }
            }
            Rule::Fold(map, r) => write!(self.out, " {}:{}", map.index() + 1, self.reference(*r))?,
            Rule::Twins(_, left, r) => write!(self.out, " {}:{}", self.hex(left), self.reference(*r))?,
            Rule::Theorem(finding) => {
                for set in &finding.witness {
                    write!(self.out, " {}", self.hex(set))?;
                }
            }
            Rule::Components(_) | Rule::Search { .. } => unreachable!("written elsewhere, or not complete"),
        }
        self.end_step()
    }

    /// Adds up parts, in groups if there are very many, and returns the number of the last step.
    fn components(&mut self, parts: &[(ElementSet, Reference)], claim: Claim) -> io::Result<usize> {
        let part = |(set, r): &(ElementSet, Reference)| {
            let claim = self.reason.step(r.step).claim;
            Part { set: set.clone(), reference: self.reference(*r), claim }
        };
        // A part of which only a bound is known is added last, when all others are.
        let (mut parts, bounds): (Vec<Part>, Vec<Part>) =
            parts.iter().map(part).partition(|part| part.claim.value().is_some());
        while parts.len() > MOST_PARTS {
            let sum = |group: &[Part]| group.iter().filter_map(|part| part.claim.value()).sum();
            let group = |group: &[Part]| self.sum(group, Claim::Value(sum(group)));
            parts = parts.chunks(MOST_PARTS).map(group).collect::<io::Result<_>>()?;
        }
        parts.extend(bounds);
        self.sum(&parts, claim)?;
        Ok(self.written)
    }

    fn sum(&mut self, parts: &[Part], claim: Claim) -> io::Result<Part> {
        let mut set = ElementSet::empty(self.position.poset().len());
        parts.iter().for_each(|part| set |= &part.set);
        self.begin_step(&set, claim, RuleId::Components.id())?;
        for part in parts {
            write!(self.out, " {}:{}", self.hex(&part.set), part.reference)?;
        }
        self.end_step()?;
        Ok(Part { set, reference: self.written.to_string(), claim })
    }

    fn begin_step(&mut self, set: &ElementSet, claim: Claim, rule: &str) -> io::Result<()> {
        let (sign, value) = match claim {
            Claim::Value(value) => ('=', value),
            Claim::Not(value) => ('!', value),
            Claim::Above(value) => ('>', value),
        };
        write!(self.out, "s {} {sign} {value} {rule}", self.hex(set))
    }

    fn end_step(&mut self) -> io::Result<usize> {
        writeln!(self.out)?;
        self.written += 1;
        Ok(self.written)
    }

    fn reference(&self, r: Reference) -> String {
        let step = self.lines[r.step.index()];
        r.map.map_or(step.to_string(), |map| format!("{step}~{}", map.index() + 1))
    }

    /// The set as a hexadecimal number with bit i for element i.
    fn hex(&self, set: &ElementSet) -> String {
        let mut digits: Vec<u8> = Vec::new();
        for i in set.iter().map(|x| self.number(x)) {
            if digits.len() <= i / 4 {
                digits.resize(i / 4 + 1, 0);
            }
            digits[i / 4] |= 1 << (i % 4);
        }
        if digits.is_empty() {
            digits.push(0);
        }
        digits.iter().rev().map(|&d| char::from(b"0123456789abcdef"[usize::from(d)])).collect()
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
