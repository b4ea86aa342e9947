//! What is asked about a position: the options that `solve`, `explain` and `moves` share.

use chomplex::budget::Budget;
use chomplex::names::nearest;
use chomplex::reason::{RuleId, Rules};
use chomplex::solve::{Goal, Question};

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::position::PositionArgs;

/// A question.
#[derive(clap::Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Do without this rule; may be given several times (`chomplex rules` lists them)
    #[arg(long = "no-rule", value_name = "ID", value_parser = parse_rule)]
    without: Vec<RuleId>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

impl QuestionArgs {
    /// The budget, counted from now.
    pub(crate) fn budget(&self) -> anyhow::Result<Budget> {
        Ok(self.threads.apply(self.budget.start()?))
    }

    /// The question, with the rules that were not switched off.
    pub(crate) fn question(&self, goal: Goal, proof: bool) -> Question {
        let rules = self.without.iter().fold(Rules::default(), |rules, &rule| rules.without(rule));
        Question { goal, proof, rules }
    }
}

fn parse_rule(text: &str) -> Result<RuleId, String> {
    let ids = || RuleId::ALL.iter().map(|rule| rule.id());
    RuleId::ALL.iter().copied().find(|rule| rule.id() == text).ok_or_else(|| {
        let meant = nearest(text, ids()).map(|id| format!("; did you mean `{id}`?")).unwrap_or_default();
        format!("no rule has this id{meant} (the rules are {})", ids().collect::<Vec<_>>().join(", "))
    })
}
