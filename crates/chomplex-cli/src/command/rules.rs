//! `chomplex rules`: the rules used in answers.

use chomplex::registry;
use chomplex::rule::{Card, RuleId};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::OutputArgs;
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
    #[arg(value_name = "ID")]
    rules: Vec<RuleId>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let chosen = || registry::cards().filter(|card| self.rules.is_empty() || self.rules.contains(&card.rule));
        let text = || chosen().map(describe).collect::<Vec<_>>().join("\n");
        self.output.print(text, || listed(chosen()))?;
        Ok(Exit::Answered)
    }
}

/// All rules as JSON.
pub(crate) fn json() -> Value {
    listed(registry::cards())
}

fn listed<'a>(cards: impl Iterator<Item = &'a Card>) -> Value {
    let entry = |card: &Card| {
        json!({
            "id": card.rule.id(),
            "statement": card.statement,
            "reference": card.reference,
            "keeps": card.keeps.words(),
            "example": card.example,
        })
    };
    json!({ "rules": cards.map(entry).collect::<Value>() })
}

/// The id of a rule, its statement, its source, and a position to try it on.
fn describe(card: &Card) -> String {
    let room = width() - 2;
    let mut lines = fill(&format!("{}.", capital(card.statement)), room);
    let source = format!("{}. It {}. Example: {}", card.reference, card.keeps.words(), card.example);
    lines.extend(fill(&source, room).iter().map(|line| paint(LABEL, line)));
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n{lines}", paint(STRONG, card.rule.id()))
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
