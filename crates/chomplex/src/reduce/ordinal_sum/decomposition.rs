//! A convex set as a tree of sums and ordinal sums.

use std::ops::Range;

use crate::element::{Element, ElementSet};
use crate::shape::Shape;

use super::junctions::Junctions;
use super::pieces::{Kind, Pieces};

/// A part of a [`Decomposition`]. Children are nodes again, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A single element.
    Element(Element),
    /// It falls into these parts, each of which is connected. Nothing at all is the sum of no parts.
    Sum(Range<usize>),
    /// It is the ordinal sum of these factors, the lowest first, none of which is an ordinal sum.
    Ordinal(Range<usize>),
    /// More than one element, connected, and not an ordinal sum.
    Prime(ElementSet),
}

impl Node {
    /// The numbers of its children.
    #[must_use]
    pub fn children(&self) -> Range<usize> {
        match self {
            Node::Sum(children) | Node::Ordinal(children) => children.clone(),
            Node::Element(_) | Node::Prime(_) => 0..0,
        }
    }
}

/// A convex set as a tree of sums and ordinal sums, down to single elements and primes.
///
/// ```
/// use chomplex::position::Position;
/// use chomplex::reduce::ordinal_sum::{Decomposition, Node};
/// use chomplex::shape::Shape;
/// let position: Position = "chain(1) + ordinal(path(4),antichain(2))".parse().unwrap();
/// let decomposition = Decomposition::of(&Shape::new(position.poset(), position.remaining()));
/// let nodes = decomposition.nodes();
/// assert_eq!((&nodes[0], &nodes[2]), (&Node::Sum(1..3), &Node::Ordinal(3..5)));
/// assert!(matches!(&nodes[3], Node::Prime(path) if path.len() == 7));
/// assert_eq!(nodes[4], Node::Sum(5..7));
/// ```
#[derive(Clone, Debug)]
pub struct Decomposition {
    nodes: Vec<Node>,
    /// The number of elements of each.
    sizes: Vec<usize>,
    /// The number of elements the poset has.
    pub(super) universe: usize,
}

impl Decomposition {
    /// Decomposes a set.
    #[must_use]
    pub fn of(shape: &Shape<'_>) -> Self {
        let mut junctions = Junctions::of(shape);
        let pieces = Pieces::put_together(&mut junctions);
        let places = pieces.places();
        let mut cutter = Cutter::new(shape, &pieces, junctions);
        let mut parts = vec![cutter.part(places, Known::Nothing)];
        let mut nodes = Vec::new();
        let mut sizes = Vec::new();
        // Parents come before their children, and the children of one node together.
        while let Some(part) = parts.get_mut(nodes.len()) {
            let part = std::mem::replace(part, Part::Piece(NONE));
            let next = parts.len();
            let (node, size) = match cutter.split(part) {
                Split::Leaf(node, size) => (node, size),
                Split::Sum(children, size) => {
                    parts.extend(children);
                    (Node::Sum(next..parts.len()), size)
                }
                Split::Ordinal(children, size) => {
                    parts.extend(children);
                    (Node::Ordinal(next..parts.len()), size)
                }
            };
            nodes.push(node);
            sizes.push(size);
        }
        Decomposition { nodes, sizes, universe: shape.poset().len() }
    }

    /// All nodes, parents before their children; the first is the whole.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of elements of a node.
    #[must_use]
    pub fn size(&self, node: usize) -> usize {
        self.sizes[node]
    }

    /// Whether it says nothing: the whole is prime.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        matches!(self.nodes[0], Node::Prime(_))
    }
}

/// A part that is still to be split.
enum Part {
    /// This one piece.
    Piece(usize),
    /// The pieces in these places, two or more in order, or none; and what is known of them.
    Pieces(Vec<usize>, Known),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Connected,
    NoOrdinalSum,
}

/// What a part is, and its size.
enum Split {
    Leaf(Node, usize),
    Sum(Vec<Part>, usize),
    Ordinal(Vec<Part>, usize),
}

/// Pieces, the junctions between them that have not been cut, and room for notes on both during one pass.
struct Cutter<'a> {
    shape: &'a Shape<'a>,
    pieces: &'a Pieces,
    junctions: Junctions,
    /// The component of each place.
    component: Vec<usize>,
    /// The number of junctions below each place that still miss a place of theirs.
    waiting: Vec<usize>,
    /// The number of places each junction still misses.
    missing: Vec<usize>,
    /// Whether a place above the junction, or the walk along it, has come.
    passed: Vec<bool>,
    open: Vec<usize>,
}

/// No component yet; no piece any more.
const NONE: usize = usize::MAX;

impl<'a> Cutter<'a> {
    fn new(shape: &'a Shape<'a>, pieces: &'a Pieces, junctions: Junctions) -> Self {
        let (n, m) = (shape.len(), junctions.all.len());
        Cutter {
            shape,
            pieces,
            junctions,
            component: vec![NONE; n],
            waiting: vec![0; n],
            missing: vec![0; m],
            passed: vec![false; m],
            open: Vec::new(),
        }
    }

    fn part(&self, members: Vec<usize>, known: Known) -> Part {
        if let [place] = members[..] { Part::Piece(self.pieces.at(place)) } else { Part::Pieces(members, known) }
    }

    fn split(&mut self, part: Part) -> Split {
        match part {
            Part::Piece(number) => self.split_piece(number),
            Part::Pieces(members, known) => self.split_pieces(&members, known),
        }
    }

    fn split_piece(&self, number: usize) -> Split {
        let piece = self.pieces.piece(number);
        let parts = || self.pieces.parts(number).into_iter().map(Part::Piece).collect();
        match piece.kind {
            Kind::Element(x) => Split::Leaf(Node::Element(self.shape.element(x)), 1),
            Kind::Sum(..) => Split::Sum(parts(), piece.size),
            Kind::Ordinal(..) => Split::Ordinal(parts(), piece.size),
        }
    }

    fn split_pieces(&mut self, members: &[usize], known: Known) -> Split {
        let size = members.iter().map(|&place| self.pieces.piece(self.pieces.at(place)).size).sum();
        if known != Known::Connected {
            let count = self.find_components(members);
            if count != 1 {
                return Split::Sum(self.components(members, count), size);
            }
        }
        if known != Known::NoOrdinalSum {
            let cuts = self.find_cuts(members);
            if !cuts.is_empty() {
                return Split::Ordinal(self.factors(members, &cuts), size);
            }
        }
        Split::Leaf(Node::Prime(self.shape.subset(self.pieces.elements(members))), size)
    }

    /// The parts, and in the place of a single piece of the same kind as the whole its own.
    fn flatten(&self, parts: Vec<Part>, is_same: fn(Kind) -> bool) -> Vec<Part> {
        let own = |part| match part {
            Part::Piece(number) if is_same(self.pieces.piece(number).kind) => {
                self.pieces.parts(number).into_iter().map(Part::Piece).collect()
            }
            part => vec![part],
        };
        parts.into_iter().flat_map(own).collect()
    }

    fn forget_passes(&mut self, members: &[usize]) {
        for &x in members {
            if let Some(junction) = self.junctions.up[x] {
                self.passed[junction] = false;
            }
        }
    }

    /// Numbers the components in the order of their first members; gives how many there are.
    fn find_components(&mut self, members: &[usize]) -> usize {
        self.forget_passes(members);
        members.iter().for_each(|&x| self.component[x] = NONE);
        let mut count = 0;
        for &start in members {
            if self.component[start] == NONE {
                self.walk(start, count);
                count += 1;
            }
        }
        count
    }

    /// Marks all that is reached from an element.
    fn walk(&mut self, start: usize, component: usize) {
        let Cutter { junctions, component: components, passed, open, .. } = self;
        components[start] = component;
        open.push(start);
        while let Some(x) = open.pop() {
            for &junction in junctions.up[x].iter().chain(&junctions.down[x]) {
                if !std::mem::replace(&mut passed[junction], true) {
                    let junction = &junctions.all[junction];
                    for &y in junction.below.iter().chain(&junction.above) {
                        if components[y] == NONE {
                            components[y] = component;
                            open.push(y);
                        }
                    }
                }
            }
        }
    }

    fn components(&self, members: &[usize], count: usize) -> Vec<Part> {
        let mut parts = vec![Vec::new(); count];
        members.iter().for_each(|&x| parts[self.component[x]].push(x));
        let parts = parts.into_iter().map(|members| self.part(members, Known::Connected)).collect();
        self.flatten(parts, |kind| matches!(kind, Kind::Sum(..)))
    }

    /// All places where the members before are below the member there and all after it, each with the junction between.
    ///
    /// The members are in the order of a linear extension. What is below the cut are then the first ones; its maximal
    /// elements are just those below one junction, which is a block, and the minimal ones of the rest those above it.
    fn find_cuts(&mut self, members: &[usize]) -> Vec<(usize, usize)> {
        let Cutter { junctions, waiting, missing, passed, .. } = self;
        // Of the members so far, how many are maximal; of the rest, how many are minimal.
        let (mut maximal, mut minimal) = (0, 0);
        for &x in members {
            waiting[x] = junctions.down[x].len();
            minimal += usize::from(waiting[x] == 0);
            if let Some(junction) = junctions.up[x] {
                missing[junction] = junctions.all[junction].below.len();
                passed[junction] = false;
            }
        }
        let mut cuts = Vec::new();
        for (place, &x) in members.iter().enumerate() {
            if let &[number] = &junctions.down[x][..] {
                let junction = &junctions.all[number];
                let joins_all = maximal == junction.below.len() && minimal == junction.above.len();
                if joins_all && junction.is_block && !passed[number] {
                    cuts.push((place, number));
                }
            }
            for &number in &junctions.down[x] {
                if !std::mem::replace(&mut passed[number], true) {
                    maximal -= junctions.all[number].below.len();
                }
            }
            maximal += 1;
            minimal -= 1;
            let Some(number) = junctions.up[x] else { continue };
            missing[number] -= 1;
            if missing[number] == 0 {
                for &y in &junctions.all[number].above {
                    waiting[y] -= 1;
                    minimal += usize::from(waiting[y] == 0);
                }
            }
        }
        cuts
    }

    fn factors(&mut self, members: &[usize], cuts: &[(usize, usize)]) -> Vec<Part> {
        cuts.iter().for_each(|&(_, junction)| self.junctions.cut(junction));
        let starts = [0].into_iter().chain(cuts.iter().map(|&(place, _)| place));
        let ends = cuts.iter().map(|&(place, _)| place).chain([members.len()]);
        let part = |(start, end)| self.part(members[start..end].to_vec(), Known::NoOrdinalSum);
        let parts = starts.zip(ends).map(part).collect();
        self.flatten(parts, |kind| matches!(kind, Kind::Ordinal(..)))
    }
}
