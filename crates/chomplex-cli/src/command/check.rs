//! `chomplex check`: verify a certificate.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use anyhow::{Context, bail};
use chomplex::report::verdict::Verdict;
use chomplex::report::words::stopped;
use chomplex::{Budget, Stop};
use chomplex_api::verdict;
use chomplex_check::{Failure, Verified};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::mistake;
use crate::output::{OutputArgs, note};
use crate::position::NotationArgs;
use crate::progress;
use crate::shell::quoted;

/// Verify a certificate and print what it proves
///
/// This is the same code as the separate small program `chomplex-check`, which shares nothing with
/// the solver. It also compares the name in the file, which is only a label, with the poset
/// in the file, and rejects the certificate if the name denotes another position. The exit code is
/// 0 if the certificate is verified, 1 if it is rejected, and 2 if it cannot be read: not a
/// certificate, truncated, or of a later version.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex check petersen.cert
  chomplex check petersen.cert --position 'petersen'")]
pub(crate) struct Args {
    /// The certificate, or `-` for standard input
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    /// Check that it is about this position, element by element, regardless of its label
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
        let checked = progress::watch_with(|| "checking".to_owned(), || self.check(&budget));
        let verdict = match Verdict::new(checked, position.as_ref()) {
            Ok(verdict) => verdict,
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::TimedOut && budget.check().is_err() => {
                let stop = budget.check().err();
                note(format!("not checked: stopped by {}", stopped(stop.unwrap_or(Stop::Time))));
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
        self.output.print(|| verdict.text(), || verdict::Verdict::from(&verdict))?;
        Ok(if verdict.is_verified() { Exit::Answered } else { Exit::Wrong })
    }

    fn check(&self, budget: &Budget) -> Result<Verified, Failure> {
        if self.certificate.as_os_str() == "-" {
            return verdict::check(io::stdin().lock(), budget);
        }
        verdict::check(File::open(&self.certificate).map_err(Failure::Io)?, budget)
    }
}
