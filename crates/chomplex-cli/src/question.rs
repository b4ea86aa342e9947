//! Options that `solve`, `explain` and `moves` share.

use chomplex::{Answer, Budget, Goal, Position, Question, RuleId, Rules, solve};

use crate::budget::{BudgetArgs, ThreadsArgs};
use crate::known::Known;
use crate::position::PositionArgs;
use crate::progress;
use crate::tablebase::TablebaseArgs;

/// A question.
#[derive(clap::Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    tablebase: TablebaseArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
}

/// The rules that may be used.
#[derive(clap::Args)]
pub(crate) struct RulesArgs {
    /// Disable this rule; may be given several times (`chomplex rules` lists them)
    #[arg(long = "no-rule", value_name = "ID", value_parser = rule(), hide_possible_values = true)]
    without: Vec<RuleId>,
}

/// The id of a rule.
pub(crate) fn rule() -> Known<RuleId> {
    Known::new(RuleId::ALL.iter().map(|rule| rule.id()), |id| id.parse::<RuleId>().map_err(Into::into))
}

impl RulesArgs {
    /// All rules except the disabled ones.
    pub(crate) fn rules(&self) -> Rules {
        self.without.iter().fold(Rules::default(), |rules, &rule| rules.without(rule))
    }
}

/// A question ready to be answered; its time is running.
pub(crate) struct Asked {
    pub(crate) position: Position,
    pub(crate) question: Question,
    pub(crate) budget: Budget,
}

impl QuestionArgs {
    /// Reads the position and starts the budget.
    pub(crate) fn ask(&self, goal: Goal, proof: bool) -> anyhow::Result<Asked> {
        let position = self.position.read()?;
        let budget = self.threads.apply(self.budget.start()?);
        let (rules, tables) = (self.rules.rules(), self.tablebase.tables()?);
        Ok(Asked { position, question: Question { goal, proof, rules, tables, ..Question::default() }, budget })
    }
}

impl Asked {
    /// Solves the position and shows progress on a terminal.
    pub(crate) fn solve(&self) -> Answer {
        self.watch(|budget| solve(&self.position, &self.question, budget))
    }

    /// Runs other work within the same budget and shows progress on a terminal.
    pub(crate) fn watch<T>(&self, work: impl FnOnce(&Budget) -> T) -> T {
        progress::watch(&self.budget, || work(&self.budget))
    }
}
