//! `chomplex tablebase probe`.

use std::collections::BTreeMap;

use anyhow::anyhow;
use chomplex::report::words::wins;
use chomplex::tablebase::{Probe, Recognised, Tablebase, TablebaseError};
use chomplex::{Grundy, Position};
use chomplex_api::tablebase as shape;

use super::{SMALL, open};
use crate::command::moves::{MoveRow, table as move_table};
use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::position::PositionArgs;
use crate::tablebase::DirectoryArgs;

/// Look a position and all its options up in a tablebase
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex tablebase probe 'boundary(6)'
  chomplex tablebase probe 'simplex(7)' --after 012 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    directory: DirectoryArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Args {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let position = self.position.read()?;
        let recognised = Recognised::from_position(&position);
        let recognised = recognised.ok_or_else(|| anyhow!("{position} is not a complex on at most 7 vertices"))?;
        let directory = self.directory.directory()?;
        let vertices = recognised.complex().vertices();
        let table = match Tablebase::open_largest(&directory) {
            Ok(table) if table.vertices() >= vertices => table,
            Ok(_) | Err(TablebaseError::Missing { .. }) => open(&directory, vertices.max(SMALL))?,
            Err(error) => return Err(error.into()),
        };
        let probe = table.probe_recognised(&recognised)?;
        self.output.print(|| text(&position, &probe, &table), || shape::Probe::new(&position, &probe, table.id()))?;
        Ok(Exit::Answered)
    }
}

fn text(position: &Position, probe: &Probe, table: &Tablebase) -> String {
    let text = format!(
        "{position}: Grundy value {}, {}\nassumed {}\n",
        probe.grundy,
        wins(probe.grundy.outcome()),
        table.id()
    );
    let mut moves: BTreeMap<Grundy, Vec<&str>> = BTreeMap::new();
    for &(x, value) in &probe.moves {
        moves.entry(value).or_default().push(position.name(x));
    }
    let row = |(value, names): (Grundy, _)| MoveRow { value: Some(value), shown: value.to_string(), names };
    text + move_table(&moves.into_iter().map(row).collect::<Vec<_>>(), true).as_str()
}
