//! `chomplex solve`: who wins, the Grundy value, the winning moves.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::bail;
use chomplex::answer::Stats;
use chomplex::certify::{self, CertifyError};
use chomplex::report::words::thousands;
use chomplex::{Answer, Goal, Position, Stop};
use chomplex_api::answer;
use chomplex_api::certificate::too_late;

use crate::exit::Exit;
use crate::file::Target;
use crate::guard;
use crate::layout;
use crate::output::{OutputArgs, note};
use crate::question::{Asked, QuestionArgs};

/// Find out who wins, the Grundy value and the winning moves
///
/// Lists one winning move per symmetry class, with the size of its class.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex solve 'boundary(4)'
  chomplex solve 'cycle(5) + nim(3)' --after 1:01
  chomplex solve 'subsets(7,4)' --outcome --time 10m --memory 8GiB
  chomplex solve 'petersen' --certificate petersen.cert")]
pub(crate) struct Args {
    /// Decide only who wins, which is often faster than the Grundy value
    #[arg(long)]
    outcome: bool,
    /// Write a proof of the answer to this file, for `chomplex check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print statistics to standard error
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let goal = if self.outcome { Goal::Outcome } else { Goal::Grundy };
        let asked = self.question.ask(goal, self.certificate.is_some())?;
        let target = self.certificate.as_deref().map(Target::new).transpose()?;
        self.set_last_words(&asked.position);
        let (position, answer) = (&asked.position, asked.solve());
        self.output.print(|| layout::answer(position, &answer), || answer::Answer::new(position, &answer))?;
        if self.stats {
            let _ = writeln!(io::stderr(), "{}", describe(&answer.stats));
        }
        let stopped = target.map(|target| certify(&asked, &answer, &target)).transpose()?.flatten();
        Ok(answer.stopped_by.or(stopped).into())
    }
}

impl Args {
    /// Sets the answer to print if the work is ended: nothing is known.
    fn set_last_words(&self, position: &Position) {
        let (position, output) = (position.clone(), self.output.clone());
        guard::set_last_words(move |stop| {
            let answer = Answer::unknown(stop);
            output.render(|| layout::answer(&position, &answer), || answer::Answer::new(&position, &answer))
        });
    }
}

/// Writes the certificate, if there is a proof. If a limit stops this early, prints and returns
/// that limit.
fn certify(asked: &Asked, answer: &Answer, target: &Target) -> anyhow::Result<Option<Stop>> {
    let none = |why: &str| note(format!("no certificate was written, since {why}"));
    if !answer.reason.is_complete() {
        if answer.stopped_by.is_none() {
            bail!("no certificate was written: {}", CertifyError::Incomplete);
        }
        none("the proof is not complete");
        return Ok(None);
    }
    let written = asked.watch(|budget| {
        let content = |out: &mut BufWriter<File>| certify::write(&asked.position, &answer.reason, budget, out);
        target.write(content)
    });
    match written.as_ref().map_err(|error| error.downcast_ref()) {
        Err(Some(&CertifyError::Stopped(stop))) => {
            none(&too_late(stop));
            Ok(Some(stop))
        }
        _ => written.map(|()| None),
    }
}

fn describe(stats: &Stats) -> String {
    let (positions, seconds, mebibytes) =
        (thousands(stats.positions), stats.time.as_secs_f64(), stats.peak_bytes >> 20);
    format!("{positions} positions, {seconds:.2} s, at most {mebibytes} MiB")
}
