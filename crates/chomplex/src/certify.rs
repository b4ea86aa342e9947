//! Reason → certificate.
//!
//! The format is described in `docs/formats/certificate.md`; this room only writes it. Whether it holds is for
//! `chomplex-check` to say.

use std::io::{self, Write};

use crate::element::{Element, ElementSet};
use crate::position::Position;
use crate::reason::{AfterMove, Claim, Reason, Reference, Rule};
use crate::value::Outcome;

/// The version of the format that is written.
pub const VERSION: u32 = 1;

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
    let writer = Writer::new(position);
    writeln!(out, "chomplex-certificate {VERSION}")?;
    writeln!(out, "position {}", quoted(&position.to_string()))?;
    match reason.step(conclusion).claim {
        Claim::Value(value) => writeln!(out, "claim grundy {value}")?,
        claim @ Claim::Not(_) => {
            let outcome: Outcome = claim.outcome().ok_or(CertifyError::Incomplete)?;
            writeln!(out, "claim outcome {outcome}")?;
        }
    }
    writer.elements(out)?;
    for map in reason.maps() {
        writer.map(map, out)?;
    }
    for step in reason.steps() {
        let (sign, value) = match step.claim {
            Claim::Value(value) => ('=', value),
            Claim::Not(value) => ('!', value),
        };
        write!(out, "s {} {sign} {value} ", writer.hex(&step.set))?;
        writer.rule(&step.rule, out)?;
        writeln!(out)?;
    }
    writeln!(out, "qed {}", conclusion.index() + 1)?;
    Ok(())
}

/// Numbers the elements that remain from 0.
struct Writer<'a> {
    position: &'a Position,
    number: Vec<usize>,
}

impl<'a> Writer<'a> {
    fn new(position: &'a Position) -> Self {
        let mut number = vec![usize::MAX; position.poset().len()];
        for (i, x) in position.remaining().iter().enumerate() {
            number[x.index()] = i;
        }
        Writer { position, number }
    }

    fn number(&self, x: Element) -> usize {
        self.number[x.index()]
    }

    fn elements(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "elements {}", self.position.len())?;
        for x in self.position.remaining().iter() {
            write!(out, "e {}", quoted(self.position.name(x)))?;
            for &y in self.position.poset().lower_covers(x) {
                write!(out, " {}", self.number(y))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn map(&self, images: &[Option<Element>], out: &mut impl Write) -> io::Result<()> {
        write!(out, "m")?;
        for x in self.position.remaining().iter() {
            match images[x.index()] {
                Some(y) => write!(out, " {}", self.number(y))?,
                None => write!(out, " -")?,
            }
        }
        writeln!(out)
    }

    fn rule(&self, rule: &Rule, out: &mut impl Write) -> io::Result<()> {
        match rule {
            Rule::Mex(moves) => {
                write!(out, "mex")?;
                for &(x, after) in moves {
                    let x = self.number(x);
                    match after {
                        AfterMove::Known(r) => write!(out, " {x}:{}", reference(r))?,
                        AfterMove::Reply(y, r) => write!(out, " {x}/{}:{}", self.number(y), reference(r))?,
                    }
                }
                Ok(())
            }
            Rule::Reply(x, r) => write!(out, "reply {}:{}", self.number(*x), reference(*r)),
            Rule::Components(parts) => {
                write!(out, "sum")?;
                parts.iter().try_for_each(|(set, r)| write!(out, " {}:{}", self.hex(set), reference(*r)))
            }
            Rule::Chain => write!(out, "chain"),
            Rule::Search { .. } => unreachable!("a complete reason has no such step"),
        }
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

fn reference(r: Reference) -> String {
    match r.map {
        Some(map) => format!("{}~{}", r.step.index() + 1, map.index() + 1),
        None => (r.step.index() + 1).to_string(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
