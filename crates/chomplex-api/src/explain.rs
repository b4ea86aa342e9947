//! Why an answer holds.

use chomplex::report::story;
use chomplex::{Budget, Position, Question, Stop, solve};
use serde::Serialize;

use crate::answer::Answer;
use crate::derivation::Derivation;

/// Number of lemmas shown if no other number is asked for.
pub const LEMMAS: usize = 40;

/// An answer with its derivation, as `explain --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AnswerWithDerivation"))]
pub struct Explanation {
    /// What is known.
    #[serde(flatten)]
    pub answer: Answer,
    /// Why it holds.
    pub derivation: Derivation,
}

/// An explanation with its words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Explanation"))]
pub struct ExplanationInWords {
    /// What is known, and why.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// The derivation in words.
    pub text: String,
}

/// Solves a position with a proof that is written out, unless it is too long to be read.
#[must_use]
pub fn explain(position: &Position, question: &Question, budget: &Budget) -> chomplex::Answer {
    let question = Question { proof: true, ..question.clone() };
    let mut answer = solve(position, &question, budget);
    answer.reason = answer.reason.written_out(story::MOST_STEPS, budget);
    answer
}

/// The limit that stopped an explanation early, if one did.
#[must_use]
pub fn stopped_by(answer: &chomplex::Answer) -> Option<Stop> {
    answer.stopped_by.or(answer.reason.stopped_by())
}

impl Explanation {
    /// The explanation of an answer about this position.
    #[must_use]
    pub fn new(position: &Position, answer: &chomplex::Answer) -> Self {
        Explanation { answer: Answer::new(position, answer), derivation: Derivation::new(position, &answer.reason) }
    }

    /// Adds the words, with the usual number of lemmas.
    #[must_use]
    pub fn in_words(self, position: &Position, answer: &chomplex::Answer) -> ExplanationInWords {
        ExplanationInWords { explanation: self, text: story::explanation(position, answer, LEMMAS) }
    }
}
