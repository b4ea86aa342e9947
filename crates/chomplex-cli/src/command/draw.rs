//! `chomplex draw`: a picture of a position.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use chomplex::draw::picture::Picture;
use chomplex::solve::{Goal, move_values};

use crate::exit::Exit;
use crate::file::Target;
use crate::png::{self, TooLarge};
use crate::progress;
use crate::question::{Asked, QuestionArgs};

/// Draw a position
///
/// A complex is drawn as vertices, edges and triangles, a graph likewise, a bar as chocolate, Nim as heaps, anything else as a Hasse diagram.
/// What earlier moves have removed is dotted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chomplex draw 'wheel(5)' -o wheel.svg
  chomplex draw 'chomp(3,4)' --values -o bar.png
  chomplex draw 'petersen' --after 0,1 -o petersen.tex")]
pub(crate) struct Args {
    #[command(flatten)]
    question: QuestionArgs,
    /// Write the picture to this file; its ending tells the format. Without it, SVG goes to standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The format: svg, png or tikz
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Show the value that each move leads to; 0 wins
    #[arg(long)]
    values: bool,
    /// The width of a PNG in pixels, 1,200 if not said
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=10_000))]
    width: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    Svg,
    Png,
    #[value(alias = "tex")]
    Tikz,
}

/// The width of a PNG in pixels, if nobody says another.
pub(crate) const WIDTH: u32 = 1200;

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let format = self.format()?;
        let target = self.file.as_deref().map(Target::new).transpose()?;
        let Asked { position, question, budget } = self.question.ask(Goal::Grundy, false)?;
        let mut picture = Picture::of(&position)?;
        let mut exit = Exit::Answered;
        if self.values {
            let list = progress::watch(&budget, || move_values(&position, &question, &budget));
            picture = picture.with_values(list.values());
            exit = list.stopped_by.into();
        }
        let bytes = match write(&picture, format, self.width.unwrap_or(WIDTH), budget.memory()) {
            Err(error) if error.is::<TooLarge>() => {
                let _ = writeln!(io::stderr(), "chomplex: not drawn: {error}");
                return Ok(Exit::Stopped);
            }
            drawn => drawn?,
        };
        match target {
            Some(target) => target.write(|out| out.write_all(&bytes))?,
            None => io::stdout().write_all(&bytes)?,
        }
        Ok(exit)
    }

    /// The format that was asked for, or that the name of the file tells.
    fn format(&self) -> anyhow::Result<Format> {
        let named = match &self.file {
            None => Some(Format::Svg),
            Some(path) => match path.extension().and_then(|ending| ending.to_str()) {
                Some("svg") => Some(Format::Svg),
                Some("png") => Some(Format::Png),
                Some("tex" | "tikz") => Some(Format::Tikz),
                _ => None,
            },
        };
        match self.format.or(named) {
            Some(format) => Ok(format),
            None => bail!("which format? The file should end in .svg, .png or .tex, or say --format"),
        }
    }
}

/// The file of a picture.
pub(crate) fn write(picture: &Picture<'_>, format: Format, width: u32, memory: u64) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Svg => picture.svg().into_bytes(),
        Format::Tikz => picture.tikz().into_bytes(),
        Format::Png => png::render(&picture.svg(), width, memory)?,
    })
}
