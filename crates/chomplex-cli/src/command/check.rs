//! `chomplex check`: verify a certificate.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use chomplex::budget::{Budget, Stop};
use chomplex::position::Position;
use chomplex::report::words::{count, stopped};
use chomplex_check::{Claim, Failure, Verified, check};
use serde_json::{Value, json};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::mistake;
use crate::output::OutputArgs;
use crate::position::NotationArgs;
use crate::progress;
use crate::shell::quoted;

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
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.as_deref().map(|text| self.notation.read(text)).transpose()?;
        let budget = self.budget.start()?;
        let verdict = match progress::watch_with(|| "checking".to_owned(), || self.check(&budget)) {
            Ok(verified) => Verdict::new(verified, position.as_ref()),
            Err(Failure::Rejected { claim, line, step, message }) => Verdict::Rejected { claim, line, step, message },
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::TimedOut && budget.check().is_err() => {
                let stop = budget.check().err();
                let _ =
                    writeln!(io::stderr(), "chomplex: not checked: stopped by {}", stopped(stop.unwrap_or(Stop::Time)));
                return Ok(stop.into());
            }
            Err(failure) => {
                let file = self.certificate.to_string_lossy();
                if !self.certificate.exists() && mistake::is_position(&file) {
                    let position = quoted(&file);
                    bail!(
                        "`{file}` is a position, and a certificate is expected: \
                         `chomplex solve {position} --certificate FILE` writes one"
                    );
                }
                return Err(failure).with_context(|| format!("cannot read {file}"));
            }
        };
        self.output.print(|| verdict.text(), || verdict.json())?;
        Ok(if matches!(verdict, Verdict::Verified(_)) { Exit::Answered } else { Exit::Wrong })
    }

    fn check(&self, budget: &Budget) -> Result<Verified, Failure> {
        if self.certificate.as_os_str() == "-" {
            return check(Limited { input: io::stdin().lock(), budget });
        }
        let file = File::open(&self.certificate).map_err(Failure::Io)?;
        check(Limited { input: BufReader::with_capacity(1 << 16, file), budget })
    }
}

/// A certificate that cannot be read any further once the budget is spent: so its check ends, which knows of no budget.
struct Limited<'a, R> {
    input: R,
    budget: &'a Budget,
}

impl<R: BufRead> Read for Limited<'_, R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(room)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Limited<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.budget.check() {
            Ok(()) => self.input.fill_buf(),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    fn consume(&mut self, read: usize) {
        self.input.consume(read);
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
