//! The terminal: its width and its colours.
//!
//! Text is wrapped to the width of the terminal and coloured there. In a pipe or a file it is plain
//! and at most [`WIDTH`] wide, whatever terminal the program was started from.

use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::table::WIDTH;

/// For the answer itself: a value, a heading.
pub(crate) const STRONG: Style = Style::new().bold();
/// For what is good for the player to move: a winning move.
pub(crate) const WINS: Style = AnsiColor::Green.on_default().bold();
/// For what is good for the other player.
pub(crate) const LOSES: Style = AnsiColor::Magenta.on_default().bold();
/// For what is unknown.
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default();
/// For labels and column titles.
pub(crate) const LABEL: Style = Style::new().dimmed();

/// Minimum width; narrower text is unreadable.
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

/// Sets when colours are used, for the whole process.
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

/// The text in a style, if standard output shows colours.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    if has_colours(&io::stdout()) { format!("{style}{text}{style:#}") } else { text.to_string() }
}

/// The width for text on standard output.
pub(crate) fn width() -> usize {
    let out = io::stdout();
    if !out.is_terminal() {
        return WIDTH;
    }
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = terminal_size::terminal_size_of(&out).map(|(width, _)| usize::from(width.0));
    told.or(found).unwrap_or(WIDTH).clamp(LEAST, WIDTH)
}
