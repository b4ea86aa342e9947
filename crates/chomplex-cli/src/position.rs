//! The argument POSITION: an expression, `@FILE`, or `-` for standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use chomplex::family::FAMILIES;
use chomplex::format::{self, Reading};
use chomplex::{Notation, Position};

use crate::known::Known;
use crate::output::note;

/// A position, in whatever notation, after some moves.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    /// An expression such as `simplex(4)`, `@FILE` to read a file, or `-` to read standard input
    #[arg(value_name = "POSITION", value_parser = position(), hide_possible_values = true)]
    position: String,
    #[command(flatten)]
    notation: NotationArgs,
    /// Play this move first; may be given several times
    #[arg(long, value_name = "MOVE")]
    after: Vec<String>,
}

/// The notation positions are written in.
#[derive(clap::Args)]
pub(crate) struct NotationArgs {
    /// The notation of POSITION: expression, json, graph6, matrix, facets, edges, adjacency, pairs,
    /// chains or sage
    #[arg(long, value_name = "NOTATION", value_parser = notation(), hide_possible_values = true)]
    from: Option<Notation>,
}

/// Any text, which may begin with the name of a family.
pub(crate) fn position() -> Known<String> {
    let name = |signature: &'static str| signature.split(['(', '[', ' ']).next().unwrap_or_default();
    let names = FAMILIES.iter().map(|family| name(family.signature));
    Known::new(names.filter(|name| name.len() > 1), |text| Ok(text.to_owned()))
}

fn notation() -> Known<Notation> {
    Known::new(Notation::readable().map(Notation::name), |name| Notation::parse_readable(name).map_err(Into::into))
}

impl PositionArgs {
    /// Reads the position and plays the moves.
    pub(crate) fn read(&self) -> anyhow::Result<Position> {
        let mut position = self.notation.read(&self.position)?;
        for name in &self.after {
            position = position
                .find(name)
                .and_then(|x| position.play(x))
                .map_err(|error| anyhow!("--after: {error} (`chomplex moves` lists the names)"))?;
        }
        Ok(position)
    }
}

impl NotationArgs {
    /// Reads a position. If its notation is ambiguous, prints the one assumed to standard error.
    pub(crate) fn read(&self, argument: &str) -> anyhow::Result<Position> {
        let (reading, place) = match argument.strip_prefix('@') {
            _ if argument == "-" => {
                let mut input = io::stdin().lock();
                if input.is_terminal() {
                    note("reading a position; end it with Ctrl-D");
                }
                let text = take(&mut input).context("cannot read standard input")?;
                (format::read_noting(&text, self.from).context("in standard input")?, "standard input: ".to_owned())
            }
            Some("") => bail!("the name of a file is expected after `@`"),
            Some(path) => {
                let text = File::open(path).and_then(|mut file| take(&mut file));
                let text = text.with_context(|| format!("cannot read `{path}`"))?;
                (format::read_noting(&text, self.from).with_context(|| format!("in `{path}`"))?, format!("`{path}`: "))
            }
            None => (self.read_argument(argument)?, String::new()),
        };
        if let Some(assumed) = &reading.note {
            note(format!("{place}{assumed}"));
        }
        Ok(reading.position)
    }

    fn read_argument(&self, argument: &str) -> anyhow::Result<Reading> {
        if self.from.is_some() {
            return Ok(format::read_noting(argument.as_bytes(), self.from)?);
        }
        format::read_argument(argument).map_err(|error| {
            if Path::new(argument).is_file() {
                anyhow!("{error}\nThere is a file of this name; to read it, write `@{argument}`.")
            } else {
                error.into()
            }
        })
    }
}

/// Reads all input, or just enough to show that it is too long.
fn take(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    input.take(format::MAX_TEXT as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
