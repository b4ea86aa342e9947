//! A position as a picture.
//!
//! ```
//! use chomplex::budget::Budget;
//! use chomplex::draw::picture::Picture;
//! use chomplex::position::Position;
//! let position: Position = "wheel(5)".parse().unwrap();
//! let svg = Picture::new(&position, &Budget::default()).unwrap().svg();
//! assert!(svg.starts_with("<svg"));
//! ```

use std::collections::BTreeMap;

use super::board::{Board, DrawError, Drawing, Figure, Piece, Point};
use super::svg::{Svg, UNIT};
use super::tikz::Tikz;
use crate::budget::Budget;
use crate::element::Element;
use crate::position::Position;
use crate::value::Grundy;

/// A position and the values to show in its picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    position: &'a Position,
    board: Board,
    values: BTreeMap<Element, Grundy>,
}

/// A surface to draw on. Lengths are in the units of the board.
pub(super) trait Canvas {
    /// A filled polygon.
    fn polygon(&mut self, corners: &[Point], look: Look, name: &str);
    /// A line.
    fn line(&mut self, from: Point, to: Point, look: Look, name: &str);
    /// A disc.
    fn disc(&mut self, middle: Point, radius: f64, look: Look, name: &str);
    /// A box with rounded corners, given by its centre and its size.
    fn tile(&mut self, middle: Point, size: Point, look: Look, name: &str);
    /// A text centred at a point, with letters of this height.
    fn text(&mut self, middle: Point, height: f64, look: Look, text: &str);
}

/// The style of a figure, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look(&'static str);

impl Look {
    /// A triangle.
    const FACE: Look = Look("face");
    /// An edge, or a line of a Hasse diagram.
    const EDGE: Look = Look("edge");
    /// A vertex, a coin or a node.
    const VERTEX: Look = Look("vertex");
    /// A piece of a chocolate bar.
    const CELL: Look = Look("cell");
    /// The poisoned piece.
    const POISON: Look = Look("poison");
    /// A removed element.
    const GONE: Look = Look("gone");
    /// A text in the normal colour.
    const INK: Look = Look("ink");
    /// A text in a muted colour.
    const PALE: Look = Look("pale");
    /// The value of a move.
    const VALUE: Look = Look("value");
    /// The value of a winning move.
    const WINS: Look = Look("wins");

    /// The style name of a figure.
    pub(super) fn name(self) -> &'static str {
        self.0
    }

    /// The style name of a text.
    pub(super) fn letters(self) -> &'static str {
        match self {
            Look::WINS => "white",
            Look::PALE => "pale",
            _ => "ink",
        }
    }
}

/// The radius of a vertex, and of a coin.
const VERTEX: f64 = 0.24;
const COIN: f64 = 0.4;

/// The height of letters.
const LETTERS: f64 = 0.26;

impl<'a> Picture<'a> {
    /// A picture of the current position.
    ///
    /// # Errors
    /// If it is too large, or the budget is spent.
    pub fn new(position: &'a Position, budget: &Budget) -> Result<Self, DrawError> {
        Ok(Picture { position, board: Board::new(position, budget)?, values: BTreeMap::new() })
    }

    /// Also shows the values of the options after moves.
    #[must_use]
    pub fn with_values(self, values: BTreeMap<Element, Grundy>) -> Self {
        Picture { values, ..self }
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = Svg::for_board();
        let size = self.draw(&mut svg) * UNIT;
        svg.resize(size.x, size.y);
        svg.finish(&self.position.to_string())
    }

    /// The picture for TeX, as a `tikzpicture`.
    #[must_use]
    pub fn tikz(&self) -> String {
        let mut tikz = Tikz::default();
        self.draw(&mut tikz);
        tikz.finish(&self.position.to_string())
    }

    /// Draws everything, from back to front. Returns the size of the picture.
    fn draw(&self, canvas: &mut impl Canvas) -> Point {
        let pieces = || self.position.poset().elements().zip(&self.board.pieces);
        let remains = |x: Element| self.position.remaining().contains(x);
        for (number, place) in self.board.parts.iter().enumerate() {
            if place.kind == Drawing::Bar {
                self.poison(number, canvas);
            }
        }
        // Removed elements first, then remaining ones, by size: triangles below edges below
        // vertices.
        for shown in [false, true] {
            for size in [3, 2, 1] {
                for (x, piece) in pieces().filter(|&(x, _)| remains(x) == shown) {
                    self.figure(x, piece, size, shown, canvas);
                }
            }
        }
        for (x, piece) in pieces() {
            self.label(piece, remains(x), canvas);
        }
        pieces()
            .filter(|&(x, piece)| remains(x) && !is_high(piece))
            .for_each(|(x, piece)| self.value(x, piece, canvas));
        self.high_faces(canvas)
    }

    fn at(&self, x: Element) -> Point {
        self.board.pieces[x.index()].at
    }

    /// Draws one element, if it has this size. Figures other than faces are drawn with the
    /// vertices, and their lines with the edges.
    fn figure(&self, x: Element, piece: &Piece, size: usize, shown: bool, canvas: &mut impl Canvas) {
        let name = self.position.name(x);
        let or_gone = |look| if shown { look } else { Look::GONE };
        match (&piece.figure, size) {
            (Figure::Face(vertices), 3) if vertices.len() == 3 && shown => {
                let corners: Vec<Point> = vertices.iter().map(|&v| self.at(v)).collect();
                canvas.polygon(&corners, Look::FACE, name);
            }
            (Figure::Face(vertices), 2) if vertices.len() == 2 => {
                canvas.line(self.at(vertices[0]), self.at(vertices[1]), or_gone(Look::EDGE), name);
            }
            (Figure::Node, 2) => {
                for &y in self.position.poset().lower_covers(x) {
                    canvas.line(self.at(y), piece.at, or_gone(Look::EDGE), "");
                }
            }
            (Figure::Vertex, 1) => canvas.disc(piece.at, VERTEX, or_gone(Look::VERTEX), name),
            (Figure::Coin, 1) => canvas.disc(piece.at, COIN, or_gone(Look::VERTEX), name),
            (Figure::Cell, 1) => canvas.tile(piece.at, Point { x: 0.94, y: 0.94 }, or_gone(Look::CELL), name),
            (Figure::Node, 1) => {
                let width = (0.3 + 0.17 * piece.label.chars().count() as f64).max(2.0 * VERTEX);
                canvas.tile(piece.at, Point { x: width, y: 2.0 * VERTEX }, or_gone(Look::VERTEX), name);
            }
            _ => {}
        }
    }

    fn label(&self, piece: &Piece, shown: bool, canvas: &mut impl Canvas) {
        let look = if shown { Look::INK } else { Look::PALE };
        if matches!(piece.figure, Figure::Vertex | Figure::Node | Figure::Coin) {
            canvas.text(piece.at, LETTERS, look, piece.label.trim_end_matches(','));
        }
    }

    fn value(&self, x: Element, piece: &Piece, canvas: &mut impl Canvas) {
        let aside = match piece.figure {
            Figure::Vertex | Figure::Node => Point { x: 0.3, y: -0.3 },
            Figure::Coin => Point { x: 0.42, y: -0.2 },
            _ => Point::default(),
        };
        self.badge(x, piece.at + aside, canvas);
    }

    fn badge(&self, x: Element, at: Point, canvas: &mut impl Canvas) {
        let Some(value) = self.values.get(&x) else { return };
        let text = value.to_string();
        let (look, size) = (if *value == Grundy(0) { Look::WINS } else { Look::VALUE }, text.chars().count() as f64);
        canvas.tile(at, Point { x: 0.2 + 0.15 * size, y: 0.32 }, look, "");
        canvas.text(at, 0.24, look, &text);
    }

    /// Draws the poisoned corner of a bar, which is not an element of the poset.
    fn poison(&self, part: usize, canvas: &mut impl Canvas) {
        let place = &self.board.parts[part];
        canvas.tile(place.corner, Point { x: 0.94, y: 0.94 }, Look::POISON, "the poisoned square");
        canvas.text(place.corner, 0.4, Look::PALE, "×");
    }

    /// Lists the faces with more than three vertices below the picture. Returns the size of the
    /// whole.
    fn high_faces(&self, canvas: &mut impl Canvas) -> Point {
        let pieces = self.position.poset().elements().zip(&self.board.pieces);
        let high: Vec<(Element, &Piece)> =
            pieces.filter(|&(x, piece)| is_high(piece) && self.position.remaining().contains(x)).collect();
        let mut size = self.board.size;
        size.x = size.x.max(if high.is_empty() { 1.5 } else { 5.0 });
        if high.is_empty() {
            return size;
        }
        let mut at = Point { x: 0.4, y: self.board.size.y + 0.1 };
        let mut put = |text: &str, look: Look, value: Option<Element>| {
            let badge = value.filter(|x| self.values.contains_key(x)).is_some();
            let width = 0.155 * text.chars().count() as f64 + 0.25;
            let whole = width + if badge { 0.5 } else { 0.0 };
            if at.x + whole > size.x && at.x > 0.5 {
                at = Point { x: 0.4, y: at.y + 0.45 };
            }
            canvas.text(at + Point { x: width / 2.0, y: 0.0 }, LETTERS, look, text);
            if let (true, Some(x)) = (badge, value) {
                self.badge(x, at + Point { x: width + 0.2, y: 0.0 }, canvas);
            }
            at.x += whole;
        };
        put("and the faces", Look::PALE, None);
        high.iter().for_each(|(x, piece)| put(&piece.label, Look::INK, Some(*x)));
        size.y = at.y + 0.5;
        size
    }
}

/// Whether it is a face with more than three vertices, which is listed instead of drawn.
fn is_high(piece: &Piece) -> bool {
    matches!(&piece.figure, Figure::Face(vertices) if vertices.len() > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(position: &Position) -> BTreeMap<Element, Grundy> {
        position.moves().enumerate().map(|(i, x)| (x, Grundy(i as u32 % 3))).collect()
    }

    #[test]
    fn every_element_is_in_the_picture() {
        for expression in ["boundary(4)", "petersen", "chomp(3,4)", "nim(3,2)", "divisors(60)", "simplex(5)"] {
            let position: Position = expression.parse().unwrap();
            let svg = Picture::new(&position, &Budget::default()).unwrap().with_values(values(&position)).svg();
            for x in position.moves() {
                let (name, piece) =
                    (position.name(x), &Picture::new(&position, &Budget::default()).unwrap().board.pieces[x.index()]);
                let shown = svg.contains(&format!("<title>{name}</title>"))
                    || (is_high(piece) && svg.contains(&format!(">{name}<")));
                assert!(shown, "{expression}: {name}");
            }
        }
    }

    #[test]
    fn pictures_for_tex() {
        let position: Position = "path(3)".parse().unwrap();
        let after = position.play(position.find("12").unwrap()).unwrap();
        insta::assert_snapshot!(Picture::new(&after, &Budget::default()).unwrap().with_values(values(&after)).tikz());
    }
}
