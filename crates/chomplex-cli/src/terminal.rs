//! The terminal: how wide it is, and what stands out on it.
//!
//! Text is wrapped to the width of the terminal and coloured there. In a pipe or a file it is plain and
//! at most [`WIDTH`] wide, whatever the terminal that the program was started from.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::table::WIDTH;

/// What answers a question: a value, a heading.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is good for the player to move: a winning move.
pub(crate) const WINS: Style = AnsiColor::Green.on_default().bold();
/// What is good for the other player.
pub(crate) const LOSES: Style = AnsiColor::Magenta.on_default().bold();
/// What is not known.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// What stands back: labels, titles of columns.
pub(crate) const LABEL: Style = Style::new().dimmed();

/// Nothing is readable in less.
const LEAST: usize = 40;

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// In pipes and files too
    Always,
    /// Nowhere
    Never,
}

/// Decides when colours are used, for all that follows.
pub(crate) fn choose(colour: Colour) {
    let choice = match colour {
        Colour::Auto => ColorChoice::Auto,
        Colour::Always => ColorChoice::AlwaysAnsi,
        Colour::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether a stream shows colours.
pub(crate) fn has_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// The text in a style, if standard output shows it.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    if has_colours(&io::stdout()) { format!("{style}{text}{style:#}") } else { text.to_string() }
}

/// The width to which text on standard output is wrapped.
pub(crate) fn width() -> usize {
    let out = io::stdout();
    if !out.is_terminal() {
        return WIDTH;
    }
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = terminal_size::terminal_size_of(&out).map(|(width, _)| usize::from(width.0));
    told.or(found).unwrap_or(WIDTH).clamp(LEAST, WIDTH)
}
