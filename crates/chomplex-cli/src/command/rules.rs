//! `chomplex rules`: the rules used in answers.

use chomplex::RuleId;
use chomplex_api::catalogue::{Rule, Rules};

use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::question::rule;
use crate::table::fill;
use crate::terminal::{LABEL, STRONG, paint, width};

/// List the rules by which positions are decided without search
///
/// Each can be switched off with `--no-rule ID`; the answer stays the same.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex rules
  chomplex rules cycle
  chomplex rules --json")]
pub(crate) struct Args {
    /// Show these rules only
    #[arg(value_name = "ID", value_parser = rule(), hide_possible_values = true)]
    rules: Vec<RuleId>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let chosen = Rules::new(&self.rules);
        let text = || chosen.rules.iter().map(describe).collect::<Vec<_>>().join("\n");
        self.output.print(text, || &chosen)?;
        Ok(Exit::Answered)
    }
}

/// The id of a rule, its statement, its source, and a position to try it on.
fn describe(rule: &Rule) -> String {
    let room = width() - 2;
    let mut lines = fill(&format!("{}.", capital(rule.statement)), room);
    let source = format!("{}. It {}. Example: {}", rule.reference, rule.keeps, rule.example);
    lines.extend(fill(&source, room).iter().map(|line| paint(LABEL, line)));
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n{lines}", paint(STRONG, rule.id))
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
