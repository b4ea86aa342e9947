//! Draws a position as text.
//!
//! A bar is a grid of cells with its poisoned corner X. Nim has a row for each heap. The parts of a
//! sum are drawn one after the other. Anything else is listed by levels, upper ones first; in a
//! complex these are the faces by size. A dot marks a removed element.

use std::collections::BTreeMap;

use chomplex::draw::board::{DrawnPart, Shape, parts};
use chomplex::{Element, Position};

use crate::table::{WIDTH, wrap};

/// Bold and dim text, or plain.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    colours: bool,
}

impl Style {
    /// With or without escape sequences.
    pub(crate) fn new(colours: bool) -> Self {
        Style { colours }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// In a muted colour.
    pub(crate) fn tint(self, text: &str) -> String {
        self.wrap("36", text)
    }

    /// In the colour for good news.
    pub(crate) fn good(self, text: &str) -> String {
        self.wrap("1;32", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Draws the remaining elements of a position, and dots for removed ones.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let board = Board { position, style };
    let mut text = String::new();
    for (i, part) in parts(position).iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        board.part(part, &mut text);
    }
    text
}

/// Kinds of positions that are drawn by levels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A complex: the name of a face shows what lies below it.
    Complex,
    /// Cells with more than two coordinates; their names also show what lies below.
    Box,
    /// Elements whose names do not show the order.
    Other,
}

/// Width of the headings.
const HEADING: usize = 11;

struct Board<'a> {
    position: &'a Position,
    style: Style,
}

impl Board<'_> {
    fn part(&self, part: &DrawnPart<'_>, text: &mut String) {
        match &part.shape {
            Shape::Bar(cells) if cells.keys().all(|place| place.len() == 2) => self.grid(cells, text),
            Shape::Bar(_) => self.levels(part, Kind::Box, text),
            Shape::Complex(_) => self.levels(part, Kind::Complex, text),
            Shape::Heaps(heaps) => self.rows(heaps, text),
            _ => self.levels(part, Kind::Other, text),
        }
    }

    fn grid(&self, cells: &BTreeMap<Vec<usize>, Element>, text: &mut String) {
        let width = cells.values().map(|&x| self.width(x)).max().unwrap_or(1);
        let rows = cells.keys().map(|place| place[0]).max().unwrap_or(1);
        for row in 1..=rows {
            let columns = cells.keys().filter(|place| place[0] == row).map(|place| place[1]).max().unwrap_or(1);
            text.push_str("  ");
            for column in 1..=columns {
                match cells.get(&vec![row, column]) {
                    Some(&x) => self.put(x, width, text),
                    None => text.push_str(&format!("{:<width$}", "X")),
                }
                text.push_str("  ");
            }
            end_line(text);
        }
    }

    fn rows(&self, heaps: &[Vec<Element>], text: &mut String) {
        for (i, heap) in heaps.iter().enumerate() {
            let heading = if heaps.len() == 1 { "chain".to_owned() } else { format!("heap {}", i + 1) };
            self.row(&heading, heap, text);
        }
    }

    fn levels(&self, part: &DrawnPart<'_>, kind: Kind, text: &mut String) {
        let poset = self.position.poset();
        let mut levels: BTreeMap<usize, Vec<Element>> = BTreeMap::new();
        for &(x, _) in &part.labels {
            levels.entry(poset.level(x)).or_default().push(x);
        }
        for (&level, elements) in levels.iter().rev() {
            let heading = match (kind, level) {
                (Kind::Complex, 0) => "vertices".to_owned(),
                (Kind::Complex, 1) => "edges".to_owned(),
                (Kind::Complex, 2) => "triangles".to_owned(),
                (Kind::Complex, _) => format!("size {}", level + 1),
                _ if levels.len() == 1 => "elements".to_owned(),
                _ => format!("level {}", level + 1),
            };
            if kind == Kind::Other && level > 0 {
                self.row_with_covers(&heading, elements, text);
            } else {
                self.row(&heading, elements, text);
            }
        }
    }

    /// Writes a heading and the remaining elements, each with the elements it covers.
    fn row_with_covers(&self, heading: &str, elements: &[Element], text: &mut String) {
        let name = |x: Element| self.position.name(x);
        let entry = |&x: &Element| {
            let below: Vec<&str> = self.position.poset().lower_covers(x).iter().map(|&y| name(y)).collect();
            format!("{} over {};", name(x), below.join(" "))
        };
        let remaining = elements.iter().filter(|&&x| self.position.remaining().contains(x));
        let mut entries: Vec<String> = remaining.map(entry).collect();
        if let Some(last) = entries.last_mut() {
            last.pop();
        }
        let mut heading = heading;
        for line in wrap(entries.iter().map(String::as_str), WIDTH - HEADING - 2) {
            text.push_str(&format!("  {}{line}\n", self.style.dim(&format!("{heading:<HEADING$}"))));
            heading = "";
        }
    }

    /// Writes a heading and names in columns.
    fn row(&self, heading: &str, elements: &[Element], text: &mut String) {
        let width = elements.iter().map(|&x| self.width(x)).max().unwrap_or(1);
        let per_line = ((WIDTH - HEADING - 2) / (width + 2)).max(1);
        let mut heading = heading;
        for line in elements.chunks(per_line) {
            text.push_str("  ");
            text.push_str(&self.style.dim(&format!("{heading:<HEADING$}")));
            heading = "";
            for &x in line {
                self.put(x, width, text);
                text.push_str("  ");
            }
            end_line(text);
        }
    }

    fn width(&self, x: Element) -> usize {
        self.position.name(x).chars().count()
    }

    fn put(&self, x: Element, width: usize, text: &mut String) {
        if self.position.remaining().contains(x) {
            text.push_str(&format!("{:<width$}", self.position.name(x)));
        } else {
            text.push_str(&self.style.dim(&format!("{:<width$}", "·")));
        }
    }
}

/// Removes trailing spaces and ends the line.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push('\n');
}
