//! `chomplex check`: verify a certificate.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use chomplex::budget::{Budget, Stop};
use chomplex::family::fault::Fault;
use chomplex::family::size::Size;
use chomplex::format::{ExpressionError, Problem};
use chomplex::poset::MAX_ELEMENTS;
use chomplex::position::Position;
use chomplex::report::verdict::{Label, Verdict};
use chomplex::report::words::stopped;
use chomplex_check::{Failure, Verified, check};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::mistake;
use crate::output::OutputArgs;
use crate::position::NotationArgs;
use crate::progress;
use crate::shell::quoted;

/// Verify a certificate and print what it proves
///
/// This is the same code as the separate small program `chomplex-check`, which shares nothing with the solver. Besides,
/// the name in the file, which is only a label, is read and compared with the poset in the file; if it names another
/// position, the certificate is rejected. Exit code 0 means verified, 1 rejected, 2 that the file cannot be read: it is not
/// a certificate, truncated, or of a later version.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex check petersen.cert
  chomplex check petersen.cert --position 'petersen'")]
pub(crate) struct Args {
    /// The certificate, or `-` for standard input
    #[arg(value_name = "FILE")]
    certificate: PathBuf,
    /// Check that it is about this position, element by element, whatever its label says
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
            Ok(verdict) => with_large_label(verdict),
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
        self.output.print(|| text(&verdict), || verdict.json())?;
        Ok(if verdict.is_verified() { Exit::Answered } else { Exit::Wrong })
    }

    fn check(&self, budget: &Budget) -> Result<Verified, Failure> {
        if self.certificate.as_os_str() == "-" {
            return check(Limited { input: io::stdin().lock(), budget });
        }
        let file = File::open(&self.certificate).map_err(Failure::Io)?;
        check(Limited { input: BufReader::with_capacity(1 << 16, file), budget })
    }
}

/// The verdict, in which a label for something too large to be built differs from the poset if the sizes do.
fn with_large_label(verdict: Verdict) -> Verdict {
    let (Verdict::Verified { verified, label: Label::Unread, .. }
    | Verdict::Another { verified, label: Label::Unread, .. }) = &verdict
    else {
        return verdict;
    };
    let Some(difference) = difference_in_size(&verified.claim.position, verified.poset.len()) else { return verdict };
    let shown = verified.claim.position.escape_debug();
    let rejection = format!("the file is labelled {shown}, but its poset is another one: {difference}");
    let label = Label::Differs(difference);
    match verdict {
        Verdict::Verified { verified, position: None, .. } => Verdict::Another { verified, label, message: rejection },
        Verdict::Verified { verified, position, .. } => Verdict::Verified { verified, label, position },
        Verdict::Another { verified, message, .. } => Verdict::Another { verified, label, message },
        rejected @ Verdict::Rejected { .. } => rejected,
    }
}

/// Why a label cannot be about a poset with so many elements: it has another number of them, too many to be built.
fn difference_in_size(label: &str, elements: usize) -> Option<String> {
    let error = label.parse::<Position>().err()?;
    let Problem::Family(Fault::TooLarge { elements: named, exact }) = error.problem() else { return None };
    // What is too large must be the whole, or a summand of it.
    let before = label.get(..error.span().start)?;
    let depth = before.matches(['(', '[']).count().abs_diff(before.matches([')', ']']).count());
    let exact = *exact && error.span().len() == label.trim().len();
    let differs = if exact { *named != Size::from(elements) } else { *named > Size::from(elements) };
    (depth == 0 && differs).then(|| {
        let bound = if exact { "" } else { "at least " };
        format!(
            "the label stands for {bound}{named} elements, more than any position here can have \
             ({MAX_ELEMENTS}), and the poset has {elements}"
        )
    })
}

/// The verdict in words. Where a label is an expression that was refused, it says why.
fn text(verdict: &Verdict) -> String {
    let text = verdict.text();
    let Verdict::Verified { verified, label: Label::Unread, .. } = verdict else { return text };
    match verified.claim.position.parse::<Position>().as_ref().map_err(ExpressionError::problem) {
        Err(Problem::Family(fault)) => text.replace(
            "(the label was not compared: it is no expression that can be read)\n",
            &format!("(the label was not compared: {fault})\n"),
        ),
        _ => text,
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
