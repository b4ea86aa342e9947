//! The position as a picture in text.
//!
//! A bar is a grid of cells with its poisoned corner X, Nim a row for each heap, the parts of a sum are drawn one after
//! the other, and anything else is a list by levels, the upper ones above: in a complex these are the faces by size. What has been removed is a dot.

use std::collections::{BTreeMap, HashMap};

use chomplex::element::Element;
use chomplex::position::Position;

use crate::table::WIDTH;

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

    fn wrap(self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Draws what remains of a position, and dots for what has been removed.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let board = Board { position, style };
    let labels = position.poset().elements().map(|x| (x, position.name(x))).collect();
    let mut text = String::new();
    board.part(&Part { labels }, &mut text);
    text
}

/// Elements that are drawn together, with their names inside the part.
struct Part<'a> {
    labels: Vec<(Element, &'a str)>,
}

struct Board<'a> {
    position: &'a Position,
    style: Style,
}

impl<'a> Board<'a> {
    fn part(&self, part: &Part<'a>, text: &mut String) {
        if let Some(parts) = self.split(part) {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    text.push('\n');
                }
                self.part(part, text);
            }
        } else if let Some(cells) = self.cells(part) {
            self.grid(&cells, text);
        } else {
            self.levels(part, text);
        }
    }

    /// The parts of a sum: names with numbers in front, and no order between different numbers.
    fn split(&self, part: &Part<'a>) -> Option<Vec<Part<'a>>> {
        let mut number_of = HashMap::new();
        let mut parts: BTreeMap<u32, Vec<(Element, &str)>> = BTreeMap::new();
        for &(x, label) in &part.labels {
            let (number, rest) = label.split_once(':')?;
            let number: u32 = number.parse().ok()?;
            number_of.insert(x, number);
            parts.entry(number).or_default().push((x, rest));
        }
        let poset = self.position.poset();
        let apart = number_of.iter().all(|(&x, number)| poset.lower_covers(x).iter().all(|y| &number_of[y] == number));
        apart.then(|| parts.into_values().map(|labels| Part { labels }).collect())
    }

    /// The cells by row and column, if the part is a bar.
    fn cells(&self, part: &Part<'a>) -> Option<BTreeMap<(usize, usize), Element>> {
        let mut cells = BTreeMap::new();
        let mut places = HashMap::new();
        for &(x, label) in &part.labels {
            let (row, column) = label.split_once(',')?;
            let place: (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
            if place.0 == 0 || place.1 == 0 || place == (1, 1) {
                return None;
            }
            places.insert(x, place);
            cells.insert(place, x);
        }
        let poset = self.position.poset();
        let fits = cells.iter().all(|(&(row, column), &x)| {
            let neighbours = [(row - 1, column), (row, column - 1)];
            let below: Vec<Element> = neighbours.iter().filter_map(|place| cells.get(place).copied()).collect();
            let covers = poset.lower_covers(x);
            covers.len() == below.len() && covers.iter().all(|y| below.contains(y))
        });
        (fits && cells.len() == part.labels.len() && !cells.is_empty()).then_some(cells)
    }

    fn grid(&self, cells: &BTreeMap<(usize, usize), Element>, text: &mut String) {
        let width = cells.values().map(|&x| self.width(x)).max().unwrap_or(1);
        let rows = cells.keys().map(|place| place.0).max().unwrap_or(1);
        for row in 1..=rows {
            let columns = cells.keys().filter(|place| place.0 == row).map(|place| place.1).max().unwrap_or(1);
            text.push_str("  ");
            for column in 1..=columns {
                match cells.get(&(row, column)) {
                    Some(&x) => self.put(x, width, text),
                    None => text.push_str(&format!("{:<width$}", "X")),
                }
                text.push_str("  ");
            }
            end_line(text);
        }
    }

    fn levels(&self, part: &Part<'a>, text: &mut String) {
        let poset = self.position.poset();
        let mut levels: BTreeMap<usize, Vec<Element>> = BTreeMap::new();
        for &(x, _) in &part.labels {
            levels.entry(poset.level(x)).or_default().push(x);
        }
        if let Some(heaps) = self.heaps(part) {
            for (i, heap) in heaps.iter().enumerate() {
                let heading = if heaps.len() == 1 { "chain".to_owned() } else { format!("heap {}", i + 1) };
                self.row(&heading, heap, text);
            }
            return;
        }
        let complex = levels.len() > 1 && self.is_complex(part);
        for (&level, elements) in levels.iter().rev() {
            let heading = match (complex, level) {
                (true, 0) => "vertices".to_owned(),
                (true, 1) => "edges".to_owned(),
                (true, 2) => "triangles".to_owned(),
                (true, _) => format!("size {}", level + 1),
                (false, _) if levels.len() == 1 => "elements".to_owned(),
                (false, _) => format!("level {}", level + 1),
            };
            self.row(&heading, elements, text);
        }
    }

    /// The elements chain by chain, if there is nothing but chains and not only single elements.
    fn heaps(&self, part: &Part<'_>) -> Option<Vec<Vec<Element>>> {
        let poset = self.position.poset();
        let thin = |x: Element| poset.lower_covers(x).len() <= 1 && poset.upper_covers(x).len() <= 1;
        let elements = || part.labels.iter().map(|&(x, _)| x);
        if !elements().all(thin) || elements().all(|x| poset.level(x) == 0) {
            return None;
        }
        let bottoms = elements().filter(|&x| poset.level(x) == 0);
        let above = |&x: &Element| poset.upper_covers(x).first().copied();
        Some(bottoms.map(|x| std::iter::successors(Some(x), above).collect()).collect())
    }

    /// Whether the elements could be the faces of a complex: one of level k covers k + 1 of the level below.
    fn is_complex(&self, part: &Part<'_>) -> bool {
        let poset = self.position.poset();
        part.labels.iter().all(|&(x, label)| {
            let (level, covers) = (poset.level(x), poset.lower_covers(x));
            let faces = level == 0 || covers.len() == level + 1;
            faces && covers.iter().all(|&y| poset.level(y) + 1 == level) && !label.starts_with('^')
        })
    }

    /// A heading and names in columns.
    fn row(&self, heading: &str, elements: &[Element], text: &mut String) {
        const HEADING: usize = 11;
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

/// Ends a line without the spaces at its end.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end().len());
    text.push('\n');
}
