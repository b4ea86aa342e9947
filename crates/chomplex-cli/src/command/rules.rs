//! `chomplex rules`: the rules an answer may rest on.

use chomplex::reason::RuleId;
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
        let text = || RuleId::ALL.iter().map(|rule| format!("{}\n", rule.id())).collect();
        let json = || json!({ "rules": RuleId::ALL.iter().map(|rule| json!({ "id": rule.id() })).collect::<Value>() });
        self.output.print(text, json)?;
        Ok(Exit::Answered)
    }
}
