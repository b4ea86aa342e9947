//! Shows the place of a mistake: the line of the input with carets under it.

use std::fmt;
use std::ops::Range;

/// A part of an input line with a span marked in it.
///
/// Long lines are trimmed around the span, and invisible characters are escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    shown: String,
    indent: usize,
    width: usize,
    line: Option<usize>,
}

/// The number of columns shown before and after the start of the span.
const BEFORE: usize = 40;
const AFTER: usize = 60;

impl Excerpt {
    /// The line in which `span`, a range of bytes, begins. The span is marked up to the end of that
    /// line.
    #[must_use]
    pub fn new(text: &str, span: &Range<usize>) -> Self {
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        let (start, end) = (floor(span.start), floor(span.end));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text.trim_end().contains('\n').then(|| text[..start].matches('\n').count() + 1);
        let marked = &text[start..end.clamp(start, line_end)];

        let before: Vec<char> = text[line_start..start].chars().rev().take(BEFORE + 1).collect();
        let mut shown = String::new();
        if before.len() > BEFORE {
            shown.push('…');
        }
        before.iter().take(BEFORE).rev().for_each(|&c| push(&mut shown, c));
        let indent = columns(&shown);
        let mut width = 0;
        let mut rest = text[start..line_end].trim_end_matches('\r').chars();
        let mut marked_left = marked.chars().count();
        for c in rest.by_ref().take(AFTER) {
            let already = columns(&shown);
            push(&mut shown, c);
            if marked_left > 0 {
                marked_left -= 1;
                width += columns(&shown) - already;
            }
        }
        if rest.next().is_some() {
            shown.push('…');
        }
        Excerpt { shown, indent, width: width.max(1), line }
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.shown.trim().is_empty()
    }

    /// The number of the line, counted from 1, if the text has several.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {}\n  {}{}", self.shown, " ".repeat(self.indent), "^".repeat(self.width))
    }
}

/// Appends a character, escaped if it is invisible.
fn push(shown: &mut String, c: char) {
    if c.is_control() || (columns_of(c) == 0) || (c.is_whitespace() && c != ' ') {
        shown.extend(c.escape_default());
    } else {
        shown.push(c);
    }
}

/// The text with invisible characters escaped, trimmed to fit a message.
pub(crate) fn showable(text: &str) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    characters.by_ref().take(60).for_each(|c| push(&mut shown, c));
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The number of terminal columns of a character: zero if it combines, two if it is wide.
fn columns_of(c: char) -> usize {
    match c as u32 {
        0x0300..=0x036f | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_place() {
        assert_eq!(Excerpt::new("boundry(6)", &(0..7)).to_string(), "  boundry(6)\n  ^^^^^^^");
        assert_eq!(Excerpt::new("path(", &(5..5)).to_string(), "  path(\n       ^");
        assert_eq!(Excerpt::new("жж+я", &(5..7)).to_string(), "  жж+я\n     ^");
        assert_eq!(Excerpt::new("子+子", &(4..7)).to_string(), "  子+子\n     ^^");
        assert_eq!(Excerpt::new("a\tb", &(2..3)).to_string(), "  a\\tb\n     ^");
        assert_eq!(Excerpt::new("a\nbc\nd", &(3..5)).to_string(), "  bc\n   ^");
        assert_eq!(Excerpt::new("a\nbc\nd", &(3..5)).line(), Some(2));
    }

    #[test]
    fn long_lines_are_trimmed() {
        let text = format!("{}!{}", "x".repeat(1000), "y".repeat(1000));
        let excerpt = Excerpt::new(&text, &(1000..1001)).to_string();
        assert!(excerpt.lines().all(|line| line.chars().count() < 110));
        let (shown, carets) = excerpt.split_once('\n').unwrap();
        assert_eq!(shown.chars().position(|c| c == '!'), carets.chars().position(|c| c == '^'));
    }
}
