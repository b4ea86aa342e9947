//! `chomplex draw`: a picture of a position.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use chomplex::budget::Stop;
use chomplex::draw::board::DrawError;
use chomplex::draw::picture::Picture;
use chomplex::position::Position;
use chomplex::report::words::{count, stopped, thousands};
use chomplex::solve::{Goal, move_values};
use chomplex_api::picture::{Drawing, Format, render};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::exit::Exit;
use crate::file::Target;
use crate::output::print_json;
use crate::plot::ending;
use crate::png::{self, TooLarge};
use crate::progress;
use crate::question::{Asked, QuestionArgs};

/// Draw a position
///
/// Complexes and graphs are drawn as vertices, edges and triangles, bars as chocolate, Nim as
/// heaps, anything else as a Hasse diagram. Elements that earlier moves removed are
/// drawn with broken lines.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex draw 'wheel(5)' -o wheel.svg
  chomplex draw 'chomp(3,4)' --values -o bar.png
  chomplex draw 'petersen' --after 01 -o petersen.tex
  chomplex draw 'cycle(5)' --json")]
pub(crate) struct Args {
    #[command(flatten)]
    question: QuestionArgs,
    /// Write the picture to this file; its extension determines the format. Without it, SVG goes
    /// to standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The format: svg, png or tikz
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Option<Format>,
    /// Show the value that each move leads to; 0 wins
    #[arg(long)]
    values: bool,
    /// The width of a PNG in pixels [default: 1200]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=10_000))]
    width: Option<u32>,
    /// Print a description of the picture as JSON; without `-o` it contains the picture
    #[arg(long)]
    json: bool,
}

/// The formats by name.
fn formats() -> impl TypedValueParser<Value = Format> {
    let names = [PossibleValue::new("svg"), PossibleValue::new("png"), PossibleValue::new("tikz").alias("tex")];
    PossibleValuesParser::new(names).map(|name| match &*name {
        "png" => Format::Png,
        "tikz" | "tex" => Format::Tikz,
        _ => Format::Svg,
    })
}

/// Default width of a PNG in pixels.
pub(crate) const WIDTH: u32 = 1200;

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let format = self.format()?;
        let target = self.file.as_deref().map(Target::new).transpose()?;
        let Asked { position, question, budget } = self.question.ask(Goal::Grundy, false)?;
        let mut picture = match Picture::new(&position, &budget) {
            Err(DrawError::Stopped(stop)) => return self.not_drawn(&position, format, stop),
            picture => picture?,
        };
        let (mut stopped_by, mut missing) = (None, 0);
        if self.values {
            let list = progress::watch(&budget, || move_values(&position, &question, &budget));
            let values = list.values();
            missing = position.len() - values.len();
            picture = picture.with_values(values);
            stopped_by = list.stopped_by;
        }
        let bytes = match write(render(&picture, format), format, self.width.unwrap_or(WIDTH), budget.memory()) {
            Err(error) if error.is::<TooLarge>() => {
                let _ = writeln!(io::stderr(), "chomplex: not drawn: {error}");
                return Ok(Exit::Stopped);
            }
            drawn => drawn?,
        };
        let picture = match target {
            Some(target) => {
                target.write(|out| out.write_all(&bytes))?;
                None
            }
            None if self.json => Some(String::from_utf8(bytes).context("a PNG is not text: name a file with `-o`")?),
            None => {
                io::stdout().write_all(&bytes)?;
                None
            }
        };
        if self.json {
            let file = self.file.as_ref().map(|path| path.display().to_string());
            print_json(describe(&position, format, file, picture, stopped_by))?;
        }
        if let Some(stop) = stopped_by {
            let (stop, of) = (stopped(stop), count(position.len() as u64, "value"));
            let _ = writeln!(
                io::stderr(),
                "chomplex: stopped by {stop}: {} of {of} are missing",
                thousands(missing as u64)
            );
        }
        Ok(stopped_by.into())
    }

    /// Reports that a limit stopped the work before there was a picture.
    fn not_drawn(&self, position: &Position, format: Format, stop: Stop) -> anyhow::Result<Exit> {
        if self.json {
            print_json(describe(position, format, None, None, Some(stop)))?;
        }
        let _ = writeln!(io::stderr(), "chomplex: not drawn: stopped by {}", stopped(stop));
        Ok(Some(stop).into())
    }

    /// The requested format, or the one given by the file extension.
    fn format(&self) -> anyhow::Result<Format> {
        let Some(path) = &self.file else { return Ok(self.format.unwrap_or(Format::Svg)) };
        let named = match ending(path).as_deref() {
            Some("svg") => Some(Format::Svg),
            Some("png") => Some(Format::Png),
            Some("tex" | "tikz") => Some(Format::Tikz),
            _ => None,
        };
        let path = path.display();
        match (self.format, named) {
            (Some(asked), Some(named)) if asked != named => {
                bail!("`{path}` ends like a file of another format than the one asked for with `--format`")
            }
            (None, None) => bail!("`{path}` should end in .svg, .png or .tex, or say the format with `--format`"),
            (asked, named) => Ok(asked.or(named).expect("one is there")),
        }
    }
}

/// What was drawn, as JSON.
fn describe(
    position: &Position,
    format: Format,
    file: Option<String>,
    picture: Option<String>,
    stopped_by: Option<Stop>,
) -> Drawing {
    Drawing { position: position.to_string(), format, file, picture, stopped_by: stopped_by.map(Stop::id) }
}

/// The content of the picture file: what was drawn, or for a PNG its pixels.
pub(crate) fn write(drawn: String, format: Format, width: u32, memory: u64) -> anyhow::Result<Vec<u8>> {
    if format == Format::Png { png::render(&drawn, width, memory) } else { Ok(drawn.into_bytes()) }
}
