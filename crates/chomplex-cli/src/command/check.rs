//! `chomplex check`: verify a certificate.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;

use anyhow::Context;
use chomplex::position::Position;
use chomplex::report::words::count;
use chomplex_check::{Claim, Failure, Verified, check};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::position::NotationArgs;

/// Verify a certificate and print what it proves
///
/// This is the same code as the separate small program `chomplex-check`, which shares nothing with the solver. Exit code
/// 0 means verified, 1 rejected, 2 that the file cannot be read: it is not a certificate, truncated, or of a later version.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex check petersen.cert
  chomplex check petersen.cert --position 'petersen'")]
pub(crate) struct Args {
    /// The certificate, or `-` for standard input
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    /// Check also that it is about this position, element by element
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    #[command(flatten)]
    notation: NotationArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.as_deref().map(|text| self.notation.read(text)).transpose()?;
        let verdict = match self.check() {
            Ok(verified) => Verdict::new(verified, position.as_ref()),
            Err(Failure::Rejected { claim, line, step, message }) => Verdict::Rejected { claim, line, step, message },
            Err(failure) => {
                return Err(failure).with_context(|| format!("cannot read {}", self.certificate.display()));
            }
        };
        self.output.print(|| verdict.text(), || verdict.json())?;
        Ok(if matches!(verdict, Verdict::Verified(_)) { Exit::Answered } else { Exit::Wrong })
    }

    fn check(&self) -> Result<Verified, Failure> {
        if self.certificate.as_os_str() == "-" {
            return check(io::stdin().lock());
        }
        check(BufReader::with_capacity(1 << 16, File::open(&self.certificate).map_err(Failure::Io)?))
    }
}

enum Verdict {
    Verified(Verified),
    /// A condition does not hold.
    Rejected {
        claim: Option<Claim>,
        line: usize,
        step: Option<usize>,
        message: String,
    },
    /// All conditions hold, but of another position.
    Other {
        verified: Verified,
        difference: String,
    },
}

impl Verdict {
    fn new(verified: Verified, position: Option<&Position>) -> Self {
        match position.and_then(|position| difference(&verified.poset, position)) {
            None => Verdict::Verified(verified),
            Some(difference) => Verdict::Other { verified, difference },
        }
    }

    fn text(&self) -> String {
        match self {
            Verdict::Verified(verified) => {
                let mut text = format!("verified: {} ({})\n", verified.claim, count(verified.steps as u64, "step"));
                if !verified.assumed.is_empty() {
                    text.push_str(&format!("assumed: {}\n", verified.assumed.join(", ")));
                }
                text
            }
            Verdict::Rejected { claim, line, step, message } => {
                let claim = claim.as_ref().map(|claim| format!("it does not prove that {claim}: ")).unwrap_or_default();
                let step = step.map(|step| format!(", step {step}")).unwrap_or_default();
                format!("rejected: {claim}line {line}{step}: {message}\n")
            }
            Verdict::Other { verified, difference } => {
                let proved = &verified.claim;
                format!("rejected: it is about another position: {difference}\n(what it proves holds: {proved})\n")
            }
        }
    }

    fn json(&self) -> Value {
        match self {
            Verdict::Verified(verified) => json!({
                "verdict": "verified",
                "claim": claim_json(&verified.claim),
                "assumed": verified.assumed,
                "step": null,
                "steps": verified.steps,
            }),
            Verdict::Rejected { claim, line, step, message } => json!({
                "verdict": "rejected",
                "claim": claim.as_ref().map(claim_json),
                "assumed": [],
                "step": step,
                "line": line,
                "message": message,
            }),
            Verdict::Other { verified, difference } => json!({
                "verdict": "rejected",
                "claim": claim_json(&verified.claim),
                "assumed": verified.assumed,
                "step": null,
                "steps": verified.steps,
                "message": format!("it is about another position: {difference}"),
            }),
        }
    }
}

fn claim_json(claim: &Claim) -> Value {
    json!({
        "position": claim.position,
        "outcome": claim.outcome.to_string(),
        "grundy": claim.grundy,
        "grundy_at_least": claim.above.map(|above| u64::from(above) + 1),
    })
}

/// An element or a relation in which the poset of a certificate differs from a position.
fn difference(certificate: &chomplex_check::Poset, position: &Position) -> Option<String> {
    let names: Vec<&str> = certificate.names().collect();
    let below = |i: usize| certificate.lower(i).iter().map(move |&j| (j as usize, i));
    chomplex::report::difference(&names, (0..names.len()).flat_map(below), position)
}
