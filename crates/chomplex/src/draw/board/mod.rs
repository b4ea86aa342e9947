//! The board: where each element of a game is drawn.
//!
//! A simplicial complex or a graph is drawn as vertices, edges and triangles in the plane, a Chomp
//! bar as cells, Nim as heaps, and any other order as a Hasse diagram. The parts of a sum are
//! placed side by side. Removed elements keep their places, so the board stays the same throughout
//! a game.
//!
//! - [`parts`](fn@parts): the shape of each part.
//! - `plane`: the vertices of a graph or complex, with `planar` for disks and spheres and `stress`
//!   for distances.
//! - `hasse`: any order, level by level.

mod hasse;
mod parts;
mod planar;
mod plane;
mod stress;

use std::collections::{BTreeMap, BTreeSet};

pub use self::parts::{DrawnPart, Shape, parts};
use self::plane::Network;
pub use self::plane::Point;
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::position::Position;

/// The layout of a game. A unit is about the size of a cell; y points downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The width and height of the picture.
    pub size: Point,
    /// The parts of a sum, or a single part.
    pub parts: Vec<PlacedPart>,
    /// One piece for each element of the initial poset, in the order of its elements.
    pub pieces: Vec<Piece>,
}

/// Where a part is drawn, and its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedPart {
    /// The number of the part in a sum, counted from 1.
    pub number: Option<u32>,
    /// The kind of drawing.
    pub kind: Drawing,
    /// Its upper left corner.
    pub corner: Point,
    /// Its width and height.
    pub size: Point,
}

/// The kind of drawing of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Drawing {
    /// A simplicial complex.
    Complex,
    /// A graph.
    Graph,
    /// A bar, or the slices of a box side by side.
    Bar,
    /// Heaps of Nim.
    Heaps,
    /// A Hasse diagram.
    Hasse,
}

/// How an element is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its name inside its part.
    pub label: String,
    /// The index of its part.
    pub part: usize,
    /// The figure that represents it.
    pub figure: Figure,
    /// Its centre.
    pub at: Point,
}

/// The figure that represents an element.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Figure {
    /// A vertex of a complex or graph.
    Vertex,
    /// A face of a complex or graph, with two or more vertices.
    Face(Vec<Element>),
    /// A cell of a bar.
    Cell,
    /// A coin of a heap.
    Coin,
    /// An element of a Hasse diagram.
    Node,
}

/// Error: the game cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// It is too large for a picture.
    #[error("{elements} elements are too many for a picture; at most {MOST_ELEMENTS} can be drawn")]
    TooLarge {
        /// The number of elements of the initial poset.
        elements: usize,
    },
    /// The budget was spent first.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Maximum number of elements that are drawn.
const MOST_ELEMENTS: usize = 4000;

/// Approximate length of an edge, in a graph and in a complex, which needs more space between the
/// vertices.
const EDGE: [f64; 2] = [1.8, 2.5];

/// Distance between coins of a heap, and between heaps.
const COIN: [f64; 2] = [1.4, 0.9];

/// Margin around the picture and between parts.
const MARGIN: f64 = 0.7;

impl Board {
    /// Computes the layout of a game.
    ///
    /// # Errors
    /// If the initial poset has too many elements to be told apart in a picture, or the budget is
    /// spent.
    pub fn new(position: &Position, budget: &Budget) -> Result<Self, DrawError> {
        if position.poset().len() > MOST_ELEMENTS {
            return Err(DrawError::TooLarge { elements: position.poset().len() });
        }
        let parts = parts(position);
        let drafts = parts.iter().map(|part| draft(position, part, budget)).collect::<Result<Vec<Draft>, Stop>>()?;
        let sizes: Vec<Point> = drafts.iter().map(|draft| draft.size).collect();
        let (corners, size) = pack(&sizes, 2.0 * MARGIN);
        let mut pieces: BTreeMap<Element, Piece> = BTreeMap::new();
        let mut places = Vec::new();
        for (part, (draft, corner)) in drafts.into_iter().zip(corners).enumerate() {
            let corner = corner + Point::new(MARGIN, MARGIN);
            places.push(PlacedPart { number: draft.number, kind: draft.kind, corner, size: draft.size });
            for (x, piece) in draft.pieces {
                pieces.insert(x, Piece { part, at: piece.at + corner, ..piece });
            }
        }
        let margin = Point::new(2.0 * MARGIN, 2.0 * MARGIN);
        Ok(Board { size: size + margin, parts: places, pieces: pieces.into_values().collect() })
    }
}

/// A part laid out by itself, with its upper left corner at the origin.
struct Draft {
    number: Option<u32>,
    kind: Drawing,
    size: Point,
    pieces: Vec<(Element, Piece)>,
}

fn draft(position: &Position, part: &DrawnPart<'_>, budget: &Budget) -> Result<Draft, Stop> {
    let (kind, figures) = match &part.shape {
        Shape::Complex(faces) => complex(part, faces, budget)?,
        Shape::Bar(cells) => (Drawing::Bar, bar(cells)),
        Shape::Heaps(heaps) => (Drawing::Heaps, coins(heaps)),
        Shape::Hasse => (Drawing::Hasse, nodes(position, part, budget)?),
    };
    let labels: BTreeMap<Element, &str> = part.labels.iter().copied().collect();
    let corner = |pick: fn(f64, f64) -> f64, start: f64| {
        figures.values().fold(Point::new(start, start), |c, (_, at)| Point::new(pick(c.x, at.x), pick(c.y, at.y)))
    };
    let (least, most) = (corner(f64::min, f64::MAX), corner(f64::max, f64::MIN));
    let piece = |(x, (figure, at)): (Element, (Figure, Point))| {
        (x, Piece { label: labels[&x].to_owned(), part: 0, figure, at: at - least })
    };
    let pieces = figures.into_iter().map(piece).collect();
    Ok(Draft { number: part.number, kind, size: most - least, pieces })
}

/// The figure and the position of each element.
type Figures = BTreeMap<Element, (Figure, Point)>;

fn complex(part: &DrawnPart<'_>, faces: &[Vec<Element>], budget: &Budget) -> Result<(Drawing, Figures), Stop> {
    let elements = || part.labels.iter().map(|&(x, _)| x).zip(faces);
    let vertices: Vec<Element> = elements().filter(|(_, face)| face.len() == 1).map(|(x, _)| x).collect();
    let place = |x: &Element| vertices.binary_search(x).expect("the vertices of a face are vertices");
    let of_size = |size: usize| faces.iter().filter(move |face| face.len() == size);
    let edges = of_size(2).map(|face| [place(&face[0]), place(&face[1])]).collect();
    let triangles = of_size(3).map(|face| [place(&face[0]), place(&face[1]), place(&face[2])]).collect();
    let points = in_plane(&Network::new(vertices.len(), edges, triangles), budget)?;
    let figure = |(x, face): (Element, &Vec<Element>)| {
        let corners: Vec<Point> = face.iter().map(|v| points[place(v)]).collect();
        let at = middle_of_face(&corners, &points);
        (x, (if face.len() == 1 { Figure::Vertex } else { Figure::Face(face.clone()) }, at))
    };
    let kind = if faces.iter().any(|face| face.len() > 2) { Drawing::Complex } else { Drawing::Graph };
    Ok((kind, elements().map(figure).collect()))
}

/// The point that represents a face: its centre, but a point outside for a triangle that encloses
/// all other vertices, as in the drawing of a sphere.
fn middle_of_face(corners: &[Point], vertices: &[Point]) -> Point {
    let middle = Point::middle(corners.iter().copied());
    let &[p, q, r] = corners else { return middle };
    let side = p.turn(q, r).signum();
    let inside = |v: &Point| [(p, q), (q, r), (r, p)].iter().all(|&(a, b)| side * a.turn(b, *v) > 0.0);
    if vertices.len() == 3 || !vertices.iter().all(|v| corners.contains(v) || inside(v)) {
        return middle;
    }
    let edge = Point::middle([q, r]);
    edge + (edge - middle) * (0.45 / edge.distance(middle).max(0.1))
}

/// Positions for the vertices of a graph, with its connected components side by side.
fn in_plane(network: &Network, budget: &Budget) -> Result<Vec<Point>, Stop> {
    let edge = EDGE[usize::from(!network.triangles.is_empty())];
    let components = network.components();
    let layouts: Vec<Vec<Point>> = components
        .iter()
        .map(|component| {
            let points = plane::lay_out(&network.within(component), budget)?;
            let least =
                points.iter().fold(Point::new(f64::MAX, f64::MAX), |c, p| Point::new(c.x.min(p.x), c.y.min(p.y)));
            Ok(points.into_iter().map(|p| (p - least) * edge).collect())
        })
        .collect::<Result<_, Stop>>()?;
    let size =
        |points: &Vec<Point>| points.iter().fold(Point::default(), |c, p| Point::new(c.x.max(p.x), c.y.max(p.y)));
    let (corners, _) = pack(&layouts.iter().map(size).collect::<Vec<Point>>(), edge);
    let mut points = vec![Point::default(); network.size()];
    for ((component, layout), corner) in components.iter().zip(layouts).zip(corners) {
        component.iter().zip(layout).for_each(|(&v, p)| points[v] = p + corner);
    }
    Ok(points)
}

/// Places cells by their last two coordinates; the coordinates before them select the slice.
fn bar(cells: &BTreeMap<Vec<usize>, Element>) -> Figures {
    let split = |place: &Vec<usize>| -> (Vec<usize>, usize, usize) {
        let [before @ .., row, column] = &place[..] else { unreachable!("cells have two coordinates or more") };
        (before.to_vec(), *row, *column)
    };
    let width = cells.keys().map(|place| split(place).2).max().unwrap_or(1) as f64;
    let slices: BTreeSet<Vec<usize>> = cells.keys().map(|place| split(place).0).collect();
    let slice_of: BTreeMap<Vec<usize>, usize> = slices.into_iter().enumerate().map(|(i, slice)| (slice, i)).collect();
    let figure = |(place, &x): (&Vec<usize>, &Element)| {
        let (slice, row, column) = split(place);
        let left = slice_of[&slice] as f64 * (width + 1.0);
        (x, (Figure::Cell, Point::new(left + column as f64, row as f64)))
    };
    cells.iter().map(figure).collect()
}

fn coins(heaps: &[Vec<Element>]) -> Figures {
    let heap = |(i, heap): (usize, &Vec<Element>)| {
        let coin = move |(j, &x): (usize, &Element)| {
            (x, (Figure::Coin, Point::new(i as f64 * COIN[0], -(j as f64) * COIN[1])))
        };
        heap.iter().enumerate().map(coin).collect::<Vec<_>>()
    };
    heaps.iter().enumerate().flat_map(heap).collect()
}

fn nodes(position: &Position, part: &DrawnPart<'_>, budget: &Budget) -> Result<Figures, Stop> {
    let poset = position.poset();
    let elements: Vec<Element> = part.labels.iter().map(|&(x, _)| x).collect();
    let levels: Vec<usize> = elements.iter().map(|&x| poset.level(x)).collect();
    let place = |x: &Element| elements.binary_search(x).expect("a part has all that its elements cover");
    let below = |&y: &Element| poset.lower_covers(y).iter().map(move |x| [place(x), place(&y)]).collect::<Vec<_>>();
    let covers: Vec<[usize; 2]> = elements.iter().flat_map(below).collect();
    // Long names need more room.
    let longest = part.labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(1);
    let width = (0.22 * longest as f64 + 0.5).clamp(1.0, 2.5);
    let points = hasse::lay_out(&levels, &covers, budget)?;
    let figure = |(&x, p): (&Element, Point)| (x, (Figure::Node, Point::new(p.x * width, p.y)));
    Ok(elements.iter().zip(points).map(figure).collect())
}

/// Packs boxes into rows so that the whole is a little wider than high. Returns the corner of each
/// box and the size of the whole.
fn pack(sizes: &[Point], gap: f64) -> (Vec<Point>, Point) {
    let area: f64 = sizes.iter().map(|size| (size.x + gap) * (size.y + gap)).sum();
    let widest = sizes.iter().map(|size| size.x + gap).fold(0.0, f64::max);
    let width = (area * 1.8).sqrt().max(widest);
    let (mut corners, mut whole) = (Vec::new(), Point::default());
    let (mut next, mut row_height) = (Point::default(), 0.0f64);
    for size in sizes {
        if next.x > 0.0 && next.x + size.x > width {
            next = Point::new(0.0, next.y + row_height + gap);
            row_height = 0.0;
        }
        corners.push(next);
        whole = Point::new(whole.x.max(next.x + size.x), whole.y.max(next.y + size.y));
        next.x += size.x + gap;
        row_height = row_height.max(size.y);
    }
    (corners, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(expression: &str) -> Board {
        Board::new(&expression.parse().unwrap(), &Budget::default()).unwrap()
    }

    /// No two vertices, cells, coins or nodes overlap, everything is inside the picture, and the
    /// board keeps all elements after some are removed.
    #[test]
    fn everything_has_its_place() {
        let expressions = [
            "wheel(7)",
            "cycle(9)",
            "complete(7)",
            "petersen",
            "simplex(5)",
            "chomp(4,5)",
            "chomp(2,3,3)",
            "nim(3,5,1)",
            "divisors(360)",
            "path(1)",
            "boolean(4)",
            "hypergraph[abc ad ad ; e f]",
            "gridgraph(4,5)",
            "graph[12 34 5]",
            "star(3) + nim(2) + divisors(12)",
            "antichain(5)",
            "nim(0)",
        ];
        for expression in expressions {
            let position: Position = expression.parse().unwrap();
            let board = Board::new(&position, &Budget::default()).unwrap();
            assert_eq!(board.pieces.len(), position.poset().len(), "{expression}");
            let single: Vec<Point> = board
                .pieces
                .iter()
                .filter(|piece| !matches!(piece.figure, Figure::Face(_)))
                .map(|piece| piece.at)
                .collect();
            for (i, p) in single.iter().enumerate() {
                assert!(
                    p.x.is_finite() && p.x > 0.0 && p.x < board.size.x && p.y > 0.0 && p.y < board.size.y,
                    "{expression}"
                );
                assert!(single[..i].iter().all(|q| p.distance(*q) > 0.5), "{expression}: {i}");
            }
            if let Some(x) = position.moves().last() {
                assert_eq!(Board::new(&position.play(x).unwrap(), &Budget::default()).unwrap(), board);
            }
        }
    }

    /// The drawing of a triangulated disk or sphere has no crossing edges.
    #[test]
    fn disks_and_spheres_have_no_crossings() {
        let expressions = [
            "complex[014 124 235 245 345]",
            "complex[015 123 136 156 345 356]",
            "boundary(4)",
            "suspension(cycle(5))",
            "cone(cycle(6))",
            "complex[013 023 124 134 237 245 256 267 347 456 467]",
        ];
        for expression in expressions {
            let board = board(expression);
            let edges: Vec<[(Element, Point); 2]> = board
                .pieces
                .iter()
                .filter_map(|piece| match &piece.figure {
                    Figure::Face(vertices) if vertices.len() == 2 => {
                        Some([0, 1].map(|i| (vertices[i], board.pieces[vertices[i].index()].at)))
                    }
                    _ => None,
                })
                .collect();
            for (i, [(a, p), (b, q)]) in edges.iter().enumerate() {
                for [(c, r), (d, s)] in &edges[..i] {
                    let apart = a != c && a != d && b != c && b != d;
                    let crosses = p.turn(*q, *r) * p.turn(*q, *s) < 0.0 && r.turn(*s, *p) * r.turn(*s, *q) < 0.0;
                    assert!(!(apart && crosses), "{expression}: {a:?}{b:?} {c:?}{d:?}");
                }
            }
        }
    }

    #[test]
    fn parts_stand_side_by_side() {
        let board = board("cycle(4) + nim(2,3) + chomp(2,2)");
        let kinds: Vec<Drawing> = board.parts.iter().map(|part| part.kind).collect();
        assert_eq!(kinds, [Drawing::Graph, Drawing::Heaps, Drawing::Bar]);
        assert_eq!(board.parts.iter().map(|part| part.number).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
        for (i, a) in board.parts.iter().enumerate() {
            for b in &board.parts[..i] {
                let apart = |a0: f64, a1: f64, b0: f64, b1: f64| a0 + a1 < b0 || b0 + b1 < a0;
                let (c, d) = (a.corner, b.corner);
                assert!(apart(c.x, a.size.x, d.x, b.size.x) || apart(c.y, a.size.y, d.y, b.size.y));
            }
        }
    }
}
