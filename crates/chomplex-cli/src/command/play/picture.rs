//! Draws a small board as text: lines of Braille dots with names on them.

use chomplex::draw::board::{Board, Drawing, Figure, Point};
use chomplex::{Budget, Element, Position};

use super::board::Style;
use crate::table::WIDTH;

/// Maximum number of lines in a picture.
const LINES: usize = 18;

/// Maximum number of vertices or nodes in a picture.
const MOST: usize = 32;

/// Draws a position if it is a complex, a graph or a diagram that is small enough.
pub(crate) fn draw(position: &Position, style: Style) -> Option<String> {
    let poset = position.poset();
    if poset.elements().filter(|&x| poset.lower_covers(x).is_empty()).count() > MOST {
        return None;
    }
    let board = Board::new(position, &Budget::default()).ok()?;
    let drawn = |kind| matches!(kind, Drawing::Complex | Drawing::Graph | Drawing::Hasse);
    let is_point = |figure: &Figure| matches!(figure, Figure::Vertex | Figure::Node);
    let points = || position.poset().elements().filter(|x| is_point(&board.pieces[x.index()].figure));
    if !board.parts.iter().all(|part| drawn(part.kind)) || points().count() > MOST || position.poset().len() < 2 {
        return None;
    }
    let mut picture = Dots::new(&board);
    for (a, b) in lines(position, &board) {
        picture.line(a, b);
    }
    for x in points() {
        let piece = &board.pieces[x.index()];
        let label = piece.label.trim_end_matches(',');
        let shown = if position.remaining().contains(x) { label } else { "·" };
        picture.label(piece.at, shown)?;
    }
    Some(picture.text(style))
}

/// The end points of all remaining edges and diagram lines.
fn lines(position: &Position, board: &Board) -> Vec<(Point, Point)> {
    let at = |x: Element| board.pieces[x.index()].at;
    let mut lines = Vec::new();
    for x in position.moves() {
        match &board.pieces[x.index()].figure {
            Figure::Face(ends) if ends.len() == 2 => lines.push((at(ends[0]), at(ends[1]))),
            Figure::Node => lines.extend(position.poset().lower_covers(x).iter().map(|&y| (at(y), at(x)))),
            _ => {}
        }
    }
    lines
}

/// A canvas with two by four dots per character, and names on top.
struct Dots {
    columns: usize,
    rows: usize,
    scale: f64,
    dots: Vec<bool>,
    letters: Vec<Option<char>>,
}

impl Dots {
    fn new(board: &Board) -> Self {
        let room = Point { x: (2 * (WIDTH - 2)) as f64, y: (4 * LINES) as f64 };
        // At most about six letters per unit.
        let scale = (room.x / board.size.x).min(room.y / board.size.y).min(12.0);
        let columns = (board.size.x * scale / 2.0).ceil() as usize + 1;
        let rows = (board.size.y * scale / 4.0).ceil() as usize + 1;
        Dots { columns, rows, scale, dots: vec![false; 8 * columns * rows], letters: vec![None; columns * rows] }
    }

    fn line(&mut self, a: Point, b: Point) {
        let steps = ((a.x - b.x).abs().max((a.y - b.y).abs()) * self.scale).ceil().max(1.0);
        for i in 0..=steps as usize {
            let part = i as f64 / steps;
            let place = |from: f64, to: f64| ((from + (to - from) * part) * self.scale).round() as usize;
            let (x, y) = (place(a.x, b.x), place(a.y, b.y));
            self.dots[y * 2 * self.columns + x] = true;
        }
    }

    /// Writes a name over the dots, unless another name is in the way.
    fn label(&mut self, at: Point, label: &str) -> Option<()> {
        let width = label.chars().count();
        let row = (at.y * self.scale / 4.0) as usize;
        let column = ((at.x * self.scale / 2.0).round() as usize).saturating_sub(width.saturating_sub(1) / 2);
        let start = row * self.columns + column;
        let end = start + width;
        if column + width > self.columns
            || self.letters[start.saturating_sub(1)..(end + 1).min(self.letters.len())].iter().any(Option::is_some)
        {
            return None;
        }
        for (place, letter) in self.letters[start..end].iter_mut().zip(label.chars()) {
            *place = Some(letter);
        }
        Some(())
    }

    /// The Braille character for the dots of a cell. Its bits are numbered down the left side, then
    /// down the right; the lowest two dots come last.
    fn braille(&self, row: usize, column: usize) -> char {
        const BITS: [[u32; 2]; 4] = [[0, 3], [1, 4], [2, 5], [6, 7]];
        let is_set = |y: usize, x: usize| self.dots[(4 * row + y) * 2 * self.columns + 2 * column + x];
        let cells = (0..4).flat_map(|y| (0..2).map(move |x| (y, x)));
        let bits = cells.filter(|&(y, x)| is_set(y, x)).fold(0, |bits, (y, x)| bits | 1 << BITS[y][x]);
        if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).expect("Braille patterns are characters") }
    }

    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            let mut line = String::from("  ");
            for column in 0..self.columns {
                match self.letters[row * self.columns + column] {
                    Some(letter) => line.push_str(&style.bold(&letter.to_string())),
                    None => match self.braille(row, column) {
                        ' ' => line.push(' '),
                        dots => line.push_str(&style.tint(&dots.to_string())),
                    },
                }
            }
            if !line.trim().is_empty() {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(expression: &str) -> Option<String> {
        draw(&expression.parse().unwrap(), Style::new(false))
    }

    #[test]
    fn small_boards_are_drawn() {
        for expression in ["path(2)", "wheel(5)", "boundary(4)", "divisors(60)", "petersen", "complete(4) + cycle(3)"] {
            let position: Position = expression.parse().unwrap();
            let text = picture(expression).unwrap_or_else(|| panic!("{expression} is small enough"));
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
            assert!(text.lines().count() <= LINES + 2, "{text}");
            let levels = |x: &Element| position.poset().level(*x) == 0;
            for x in position.moves().filter(levels) {
                let label = position.name(x).rsplit(':').next().unwrap();
                assert!(text.contains(label), "{expression}: {label}\n{text}");
            }
        }
    }

    #[test]
    fn other_boards_are_not() {
        assert_eq!(picture("chomp(3,4)"), None);
        assert_eq!(picture("nim(3,4)"), None);
        assert_eq!(picture("gridgraph(8,8)"), None);
        assert_eq!(picture("nim(0)"), None);
    }

    #[test]
    fn what_is_gone_is_a_dot() {
        let start: Position = "path(3)".parse().unwrap();
        let after = start.play(start.find("2").unwrap()).unwrap();
        let text = draw(&after, Style::new(false)).unwrap();
        assert!(text.contains('0') && text.contains('1') && text.contains('·') && !text.contains('2'), "{text}");
    }
}
