//! `chomplex rules`: the rules an answer may rest on.

use chomplex::registry;
use chomplex::rule::Card;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::table::{WIDTH, fill};

/// List the rules by which positions are decided without search
///
/// Each can be switched off with `--no-rule ID`; the answer stays the same.
#[derive(clap::Args)]
#[command(after_help = "Example: chomplex rules")]
pub(crate) struct Args {
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let text = || registry::cards().map(describe).collect::<Vec<_>>().join("\n");
        self.output.print(text, json)?;
        Ok(Exit::Answered)
    }
}

/// All rules.
pub(crate) fn json() -> Value {
    let entry = |card: &Card| {
        json!({
            "id": card.rule.id(),
            "statement": card.statement,
            "reference": card.reference,
            "keeps": card.keeps.words(),
            "example": card.example,
        })
    };
    json!({ "rules": registry::cards().map(entry).collect::<Value>() })
}

/// The id of a rule, what it says, where it comes from, and a position to try it on.
fn describe(card: &Card) -> String {
    let mut lines = fill(&format!("{}.", capital(card.statement)), WIDTH - 2);
    lines.extend(fill(&format!("{}. It {}. Example: {}", card.reference, card.keeps.words(), card.example), WIDTH - 2));
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n{lines}", card.rule.id())
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
