//! `chomplex tablebase probe`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::anyhow;
use chomplex::position::Position;
use chomplex::report::words::wins;
use chomplex::tablebase::{Probe, Recognised, Tablebase, TablebaseError};
use chomplex::value::Grundy;
use serde_json::{Value, json};

use super::{SMALL, open};
use crate::exit::Exit;
use crate::output::OutputArgs;
use crate::position::PositionArgs;
use crate::table::wrap;
use crate::tablebase::DirectoryArgs;
use crate::terminal::{LABEL, STRONG, WINS, paint, width};

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
        let recognised = Recognised::position(&position);
        let recognised = recognised.ok_or_else(|| anyhow!("{position} is not a complex on at most 7 vertices"))?;
        let directory = self.directory.directory()?;
        let vertices = recognised.complex().vertices();
        let table = match Tablebase::open_largest(&directory) {
            Ok(table) if table.vertices() >= vertices => table,
            Ok(_) | Err(TablebaseError::Missing { .. }) => open(&directory, vertices.max(SMALL))?,
            Err(error) => return Err(error.into()),
        };
        let probe = table.probe_recognised(&recognised)?;
        self.output.print(|| text(&position, &probe, &table), || describe(&position, &probe, &table))?;
        Ok(Exit::Answered)
    }
}

fn text(position: &Position, probe: &Probe, table: &Tablebase) -> String {
    let mut text = format!(
        "{position}: Grundy value {}, {}\nassumed {}\n",
        probe.grundy,
        wins(probe.grundy.outcome()),
        table.id()
    );
    let mut moves: BTreeMap<Grundy, Vec<&str>> = BTreeMap::new();
    for &(x, value) in &probe.moves {
        moves.entry(value).or_default().push(position.name(x));
    }
    if !moves.is_empty() {
        writeln!(text, "\n{}", paint(LABEL, "value        count  moves")).expect("a string takes it");
    }
    for (value, names) in moves {
        let wins = if value == Grundy::ZERO { "wins" } else { "" };
        for (i, line) in wrap(names.iter().copied(), width() - 20).into_iter().enumerate() {
            if i == 0 {
                let style = if value == Grundy::ZERO { WINS } else { STRONG };
                let value = paint(style, format!("{value:>5}  {wins:<4}"));
                writeln!(text, "{value}  {:>5}  {line}", names.len()).expect("a string takes it");
            } else {
                writeln!(text, "{:20}{line}", "").expect("a string takes it");
            }
        }
    }
    text
}

fn describe(position: &Position, probe: &Probe, table: &Tablebase) -> Value {
    let entry = |&(x, value): &(_, Grundy)| json!({ "move": position.name(x), "grundy": value.0 });
    json!({
        "position": position.to_string(),
        "outcome": probe.grundy.outcome().to_string(),
        "grundy": probe.grundy.0,
        "moves": probe.moves.iter().map(entry).collect::<Vec<_>>(),
        "assumed": [table.id()],
    })
}
