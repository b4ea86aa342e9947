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
        let line = |rule: &RuleId| format!("{:<12} {} ({})\n", rule.id(), rule.statement(), rule.reference());
        let entry =
            |rule: &RuleId| json!({ "id": rule.id(), "statement": rule.statement(), "reference": rule.reference() });
        let text = || RuleId::ALL.iter().map(line).collect();
        let json = || json!({ "rules": RuleId::ALL.iter().map(entry).collect::<Value>() });
        self.output.print(text, json)?;
        Ok(Exit::Answered)
    }
}
