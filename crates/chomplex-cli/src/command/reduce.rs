//! `chomplex reduce`: the simplest form of a position.

use chomplex::report::fold;
use chomplex::report::words::stopped;
use chomplex_api::reduction::{Reduction, reduce};

use crate::budget::BudgetArgs;
use crate::exit::Exit;
use crate::layout;
use crate::output::{OutputArgs, note};
use crate::position::PositionArgs;

/// Fold a position to its simplest form, which has the same Grundy value
///
/// A symmetry of order two whose fixed elements form a down-set folds the position onto them. This
/// is repeated until there is no such symmetry. Each fold is printed with its map.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex reduce 'multipartite(3,2,2)'
  chomplex reduce 'suspension(petersen)' --json")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        let budget = self.budget.start()?;
        let form = reduce(&position, &budget);
        let text = || layout::prose(&layout::abridged(&position, &fold::simplest_form(&position, &form)));
        self.output.print(text, || Reduction::new(&position, &form))?;
        let stop = if form.proved { None } else { budget.check().err() };
        if let Some(stop) = stop {
            note(format!("stopped by {}: further folds may apply", stopped(stop)));
        }
        Ok(stop.into())
    }
}
