//! The result of checking a certificate, and of comparing its label with its poset.
//!
//! A certificate proves something about the poset it contains. The name in it is only a label,
//! which anybody can change. The label is therefore parsed as an expression and compared with the
//! poset, element by element; only then is the claim repeated under that name.

use chomplex_check::{Claim, Failure, Poset, Verified};

use crate::family::error::BuildError;
use crate::family::size::Size;
use crate::format::{ExpressionError, Problem};
use crate::position::Position;
use crate::report::difference;
use crate::report::words::count;

/// The result for a certificate that could be read.
#[derive(Debug)]
pub struct Verdict {
    /// What was verified and the result of comparing its label, or what does not hold.
    checked: Result<(Verified, Label), Rejection>,
    /// The position it was compared with, if one was given.
    position: Option<String>,
    /// Why it was not accepted, if it was not: a step does not hold, or it is about another
    /// position.
    message: Option<String>,
}

/// A step that does not hold.
#[derive(Debug)]
struct Rejection {
    /// The claim, if it was reached.
    claim: Option<Claim>,
    /// The line of the failure, counted from 1.
    line: usize,
    /// The step of the failure, counted from 1, if it is in a step.
    step: Option<usize>,
}

/// The result of comparing the label of a certificate with its poset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// The label is an expression for the poset of the certificate.
    Matches,
    /// The label is an expression for another poset; an element or a relation in which they differ.
    Differs(String),
    /// The label cannot be compared, for this reason.
    Unread(String),
}

impl Label {
    /// Parses the label of a certificate and compares it with the poset.
    #[must_use]
    pub fn new(verified: &Verified) -> Self {
        let label = &verified.claim.position;
        let error = match label.parse::<Position>() {
            Ok(position) => return difference_from(&verified.poset, &position).map_or(Label::Matches, Label::Differs),
            Err(error) => error,
        };
        if let Some(difference) = difference_in_size(label, &error, verified.poset.len()) {
            return Label::Differs(difference);
        }
        Label::Unread(match error.problem() {
            Problem::Family(error) => error.to_string(),
            _ => "it is no expression that can be read".to_owned(),
        })
    }

    /// The name used in output.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Label::Matches => "matches",
            Label::Differs(_) => "differs",
            Label::Unread(_) => "unread",
        }
    }
}

/// Explains why a label that is too large to be built cannot describe a poset with `elements`
/// elements.
fn difference_in_size(label: &str, error: &ExpressionError, elements: usize) -> Option<String> {
    let Problem::Family(BuildError::TooLarge { elements: named, exact }) = error.problem() else { return None };
    // The part that is too large must be the whole expression, or a summand of it.
    let before = label.get(..error.span().start)?;
    if before.matches(['(', '[']).count() != before.matches([')', ']']).count() {
        return None;
    }
    let exact = *exact && error.span().len() == label.trim().len();
    let differs = if exact { *named != Size::from(elements) } else { *named > Size::from(elements) };
    differs.then(|| {
        let bound = if exact { "" } else { "at least " };
        format!("the label stands for {bound}{named} elements, and the poset has {elements}")
    })
}

impl Verdict {
    /// The verdict on a certificate, compared with a position if one is given.
    ///
    /// # Errors
    /// If the certificate could not be read.
    pub fn new(checked: Result<Verified, Failure>, position: Option<&Position>) -> Result<Self, Failure> {
        let shown = position.map(ToString::to_string);
        let verified = match checked {
            Ok(verified) => verified,
            Err(Failure::Rejected { claim, line, step, message }) => {
                let checked = Err(Rejection { claim, line, step });
                return Ok(Verdict { checked, position: shown, message: Some(message) });
            }
            Err(failure) => return Err(failure),
        };
        let label = Label::new(&verified);
        let message = match (position, &label) {
            (Some(position), _) => difference_from(&verified.poset, position)
                .map(|difference| format!("it is about another position: {difference}")),
            (None, Label::Differs(difference)) => Some(format!(
                "the file is labelled {}, but its poset is another one: {difference}",
                verified.claim.position.escape_debug()
            )),
            (None, Label::Matches | Label::Unread(_)) => None,
        };
        Ok(Verdict { checked: Ok((verified, label)), position: shown, message })
    }

    /// Whether the claim is verified.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.message.is_none()
    }

    /// The claim of the certificate, if it was reached.
    #[must_use]
    pub fn claim(&self) -> Option<&Claim> {
        match &self.checked {
            Ok((verified, _)) => Some(&verified.claim),
            Err(rejection) => rejection.claim.as_ref(),
        }
    }

    /// The ids of the theorems that the proof assumes.
    #[must_use]
    pub fn assumed(&self) -> &[String] {
        self.checked.as_ref().map_or(&[], |(verified, _)| &verified.assumed)
    }

    /// The number of steps of the proof, if it was read to the end.
    #[must_use]
    pub fn steps(&self) -> Option<usize> {
        self.checked.as_ref().ok().map(|(verified, _)| verified.steps)
    }

    /// The line and the step of the failure, counted from 1.
    #[must_use]
    pub fn place(&self) -> (Option<usize>, Option<usize>) {
        self.checked.as_ref().err().map_or((None, None), |rejection| (Some(rejection.line), rejection.step))
    }

    /// The result of comparing the label, if the certificate was read to the end.
    #[must_use]
    pub fn label(&self) -> Option<&Label> {
        self.checked.as_ref().ok().map(|(_, label)| label)
    }

    /// Why the certificate was not accepted, if it was not.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The verdict in words. A name is used only if it was compared with the poset.
    #[must_use]
    pub fn text(&self) -> String {
        match (&self.checked, &self.message) {
            (Ok((verified, label)), None) => {
                let position = &self.position;
                let claim = &verified.claim;
                let told = match (position, label) {
                    (Some(position), _) => claim.about(position),
                    (None, Label::Matches) => claim.about(&claim.position),
                    (None, _) => claim.to_string(),
                };
                let mut text = format!("verified: {told} ({})\n", count(verified.steps as u64, "step"));
                match (position, label) {
                    (Some(_), Label::Differs(_)) => text.push_str("(the label in the file names another position)\n"),
                    (None, Label::Unread(why)) if !claim.position.is_empty() => {
                        text.push_str(&format!("(the label was not compared: {why})\n"));
                    }
                    _ => {}
                }
                if !verified.assumed.is_empty() {
                    text.push_str(&format!("assumed: {}\n", verified.assumed.join(", ")));
                }
                text
            }
            (Ok((verified, _)), Some(message)) => {
                let proved = verified.claim.about("the poset in this file");
                format!("rejected: {message}\n(what it proves holds: {proved})\n")
            }
            (Err(Rejection { claim, line, step }), message) => {
                let message = message.as_deref().unwrap_or_default();
                let claim = claim.as_ref().map(|claim| format!("it does not prove that {claim}: ")).unwrap_or_default();
                let step = step.map(|step| format!(", step {step}")).unwrap_or_default();
                format!("rejected: {claim}line {line}{step}: {message}\n")
            }
        }
    }
}

/// An element or a relation in which the poset of a certificate differs from a position.
fn difference_from(certificate: &Poset, position: &Position) -> Option<String> {
    let names: Vec<&str> = certificate.names().collect();
    let below = |i: usize| certificate.lower(i).iter().map(move |&j| (j as usize, i));
    difference(&names, (0..names.len()).flat_map(below), position)
}
