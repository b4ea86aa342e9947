//! The layout of a game, for clients that draw it themselves.

use chomplex::draw::board::{self, Board as Layout, Figure, Point};
use chomplex::{Element, Position};
use serde::Serialize;

use crate::game::Game;

/// A game, laid out for drawing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardAnswer {
    /// The starting position, as an expression.
    pub position: String,
    /// The moves made since.
    pub after: Vec<String>,
    /// The position after them, as an expression.
    pub remaining: String,
    /// Where everything is drawn.
    pub board: Board,
}

/// Where everything is drawn. A unit is about the size of a cell; y points downwards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The parts of a sum, or a single part.
    pub parts: Vec<Part>,
    /// All elements of the starting position, in order.
    pub elements: Vec<Piece>,
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardPart"))]
pub struct Part {
    /// How it is drawn.
    pub kind: PartKind,
    /// Its number in a sum, counted from 1.
    pub number: Option<u32>,
    /// Left, top, width and height.
    pub r#box: [f64; 4],
}

/// How a part is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// A simplicial complex.
    Complex,
    /// A graph.
    Graph,
    /// A Hasse diagram.
    Hasse,
    /// A bar, or the slices of a box side by side.
    Bar,
    /// Heaps of Nim.
    Heaps,
}

/// How an element is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardElement"))]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its name inside its part.
    pub label: String,
    /// The index of its part.
    pub part: usize,
    /// The figure that stands for it.
    pub kind: PieceKind,
    /// Whether it is still there.
    pub remaining: bool,
    /// The length of the longest chain below it.
    pub level: usize,
    /// Its centre.
    pub at: [f64; 2],
    /// The indices of the vertices of a face.
    pub vertices: Vec<usize>,
    /// The indices of the elements that cover it.
    pub above: Vec<usize>,
}

/// The figure that stands for an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ElementKind"))]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    /// A vertex of a complex or graph.
    Vertex,
    /// A face with two vertices.
    Edge,
    /// A face with three vertices.
    Triangle,
    /// A larger face.
    Face,
    /// A cell of a bar.
    Cell,
    /// A coin of a heap.
    Coin,
    /// An element of a Hasse diagram.
    Node,
}

impl BoardAnswer {
    /// A game with the layout of its starting position.
    #[must_use]
    pub fn new(game: &Game, layout: &Layout) -> Self {
        BoardAnswer {
            position: game.start.to_string(),
            after: game.moves.clone(),
            remaining: game.position.to_string(),
            board: Board::new(&game.position, layout),
        }
    }
}

impl Board {
    /// The board of a position: all elements of the initial poset, and which of them remain.
    #[must_use]
    pub fn new(position: &Position, layout: &Layout) -> Self {
        let poset = position.poset();
        let part = |place: &board::PlacedPart| Part {
            kind: PartKind::from(place.kind),
            number: place.number,
            r#box: [place.corner.x, place.corner.y, place.size.x, place.size.y].map(round),
        };
        let piece = |(x, piece): (Element, &board::Piece)| Piece {
            name: position.name(x).to_owned(),
            label: piece.label.clone(),
            part: piece.part,
            kind: PieceKind::from(&piece.figure),
            remaining: position.remaining().contains(x),
            level: poset.level(x),
            at: point(piece.at),
            vertices: if let Figure::Face(vertices) = &piece.figure { indices(vertices) } else { Vec::new() },
            above: indices(poset.upper_covers(x)),
        };
        Board {
            width: round(layout.size.x),
            height: round(layout.size.y),
            parts: layout.parts.iter().map(part).collect(),
            elements: poset.elements().zip(&layout.pieces).map(piece).collect(),
        }
    }
}

impl From<board::Drawing> for PartKind {
    fn from(kind: board::Drawing) -> Self {
        match kind {
            board::Drawing::Complex => PartKind::Complex,
            board::Drawing::Graph => PartKind::Graph,
            board::Drawing::Bar => PartKind::Bar,
            board::Drawing::Heaps => PartKind::Heaps,
            _ => PartKind::Hasse,
        }
    }
}

impl From<&Figure> for PieceKind {
    fn from(figure: &Figure) -> Self {
        match figure {
            Figure::Vertex => PieceKind::Vertex,
            Figure::Face(vertices) if vertices.len() == 2 => PieceKind::Edge,
            Figure::Face(vertices) if vertices.len() == 3 => PieceKind::Triangle,
            Figure::Face(_) => PieceKind::Face,
            Figure::Cell => PieceKind::Cell,
            Figure::Coin => PieceKind::Coin,
            _ => PieceKind::Node,
        }
    }
}

fn indices(elements: &[Element]) -> Vec<usize> {
    elements.iter().map(|x| x.index()).collect()
}

fn point(p: Point) -> [f64; 2] {
    [p.x, p.y].map(round)
}

/// Rounds to thousandths, which is precise enough for drawing.
fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_told() {
        let start: Position = "complex[012 23]".parse().unwrap();
        let position = start.play(start.find("01").unwrap()).unwrap();
        let board = Board::new(&position, &Layout::new(&position, &chomplex::Budget::default()).unwrap());
        assert_eq!(board.parts[0].kind, PartKind::Complex);
        assert_eq!(board.elements.len(), 9);
        let find = |name: &str| board.elements.iter().find(|piece| piece.name == name).unwrap();
        assert!(!find("01").remaining && find("02").remaining);
        assert_eq!((find("012").kind, find("2").kind), (PieceKind::Triangle, PieceKind::Vertex));
        let names = |numbers: &[usize]| -> Vec<&str> { numbers.iter().map(|&i| &*board.elements[i].name).collect() };
        assert_eq!(names(&find("012").vertices), ["0", "1", "2"]);
        assert_eq!(names(&find("01").above), ["012"]);
    }
}
