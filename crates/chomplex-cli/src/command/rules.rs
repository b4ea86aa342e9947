//! `chomplex rules`: the rules an answer may rest on.

use chomplex::registry;
use chomplex::rule::Card;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::OutputArgs;

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
        let line = |card: &Card| format!("{:<12} {} ({})\n", card.rule.id(), card.statement, card.reference);
        let entry =
            |card: &Card| json!({ "id": card.rule.id(), "statement": card.statement, "reference": card.reference });
        let text = || registry::cards().map(line).collect();
        let json = || json!({ "rules": registry::cards().map(entry).collect::<Value>() });
        self.output.print(text, json)?;
        Ok(Exit::Answered)
    }
}
