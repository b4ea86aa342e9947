//! The checker's verdict on a certificate.

use std::io::{self, BufReader, Read};

use chomplex::Budget;
use chomplex::report::verdict;
use chomplex_check::{Failure, Verified};
use serde::Serialize;

use crate::answer::Player;

/// Checks a certificate within a budget. If that is spent, reading fails with `TimedOut`.
///
/// # Errors
/// If the certificate is wrong, or cannot be read.
pub fn check(input: impl Read, budget: &Budget) -> Result<Verified, Failure> {
    chomplex_check::check(BufReader::with_capacity(1 << 16, Limited { input, budget }))
}

/// A reader that fails once the budget is spent. The checker knows no budget; this is how its work
/// is stopped.
struct Limited<'a, R> {
    input: R,
    budget: &'a Budget,
}

impl<R: Read> Read for Limited<'_, R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.budget.check() {
            Ok(()) => self.input.read(room),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

/// The verdict on a certificate, as `check --json` prints it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// `verified` or `rejected`.
    pub verdict: &'static str,
    /// What the certificate claims; null if the checker did not reach it.
    pub claim: Option<CertifiedClaim>,
    /// The ids of the theorems that the proof assumes.
    pub assumed: Vec<String>,
    /// The step that fails, counted from 1.
    pub step: Option<usize>,
    /// The number of steps of the proof, if it was read to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// The line that fails, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Whether the label in the file names its poset: `matches`, `differs` or `unread`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
    /// What fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What a certificate claims.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertifiedClaim {
    /// The label of the position.
    pub position: String,
    /// Who wins.
    pub outcome: Player,
    /// The Grundy value.
    pub grundy: Option<u32>,
    /// A lower bound for the value.
    pub grundy_at_least: Option<u64>,
}

impl From<&verdict::Verdict> for Verdict {
    fn from(verdict: &verdict::Verdict) -> Self {
        let (line, step) = verdict.place();
        let claim = |claim: &chomplex_check::Claim| CertifiedClaim {
            position: claim.position.clone(),
            outcome: match claim.outcome {
                chomplex_check::Outcome::First => Player::First,
                chomplex_check::Outcome::Second => Player::Second,
            },
            grundy: claim.grundy,
            grundy_at_least: claim.above.map(|above| u64::from(above) + 1),
        };
        Verdict {
            verdict: if verdict.is_verified() { "verified" } else { "rejected" },
            claim: verdict.claim().map(claim),
            assumed: verdict.assumed().to_vec(),
            step,
            steps: verdict.steps(),
            line,
            label: verdict.label().map(verdict::Label::id),
            message: verdict.message().map(str::to_owned),
        }
    }
}
