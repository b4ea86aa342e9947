//! `chomplex explain`: the whole derivation in words.

use chomplex::report::{story, words};
use chomplex::{Answer, Goal, Position};
use chomplex_api::explain::{Explanation, LEMMAS, explain, stopped_by};

use crate::exit::Exit;
use crate::layout;
use crate::output::OutputArgs;
use crate::question::QuestionArgs;

/// Explain in words why the answer holds
///
/// Each reduction comes with its map, each theorem with why it applies, each search with its
/// strategy. A lemma that is used several times is stated once. Very long proofs of searches are
/// left out; `solve --certificate` writes them down.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex explain 'boundary(3)'
  chomplex explain 'chomp(3,4)' --outcome --lemmas all")]
pub(crate) struct Args {
    /// Explain only who wins, not the Grundy value
    #[arg(long)]
    outcome: bool,
    /// Print this many lemmas at most, or `all` [default: 40]
    #[arg(long, value_name = "N", value_parser = parse_lemmas, default_value_t = LEMMAS, hide_default_value = true)]
    lemmas: usize,
    /// The former name of `--lemmas all`
    #[arg(long, hide = true, conflicts_with = "lemmas")]
    all: bool,
    #[command(flatten)]
    question: QuestionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let goal = if self.outcome { Goal::Outcome } else { Goal::Grundy };
        let asked = self.question.ask(goal, true)?;
        let position = &asked.position;
        let answer = asked.watch(|budget| explain(position, &asked.question, budget));
        let most = if self.all { usize::MAX } else { self.lemmas };
        self.output.print(|| text(position, &answer, most), || Explanation::new(position, &answer))?;
        Ok(stopped_by(&answer).into())
    }
}

/// Lays out the explanation. If a limit stopped the work, the known facts come first, as `solve`
/// prints them.
fn text(position: &Position, answer: &Answer, most: usize) -> String {
    let text = story::explanation(position, answer, most);
    let told = |text: &str| layout::prose(&layout::abridged(position, text));
    match text.strip_prefix(&words::answer(position, answer)) {
        None => told(&text),
        Some(rest) => {
            let rest = rest.strip_prefix('\n').map(|rest| format!("\n{}", told(rest))).unwrap_or_default();
            layout::answer(position, answer) + rest.as_str()
        }
    }
}

/// Parses a number of lemmas, or `all`.
fn parse_lemmas(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| "a number is expected, such as 10, or `all`".to_owned()),
    }
}
