//! A convex set as a tree of sums and ordinal sums.

use std::collections::VecDeque;
use std::ops::Range;

use crate::element::{Element, ElementSet};
use crate::shape::Shape;

use super::cutter::{Cutter, Excluded, Remainder, Split};
use super::junctions::Junctions;
use super::pieces::Pieces;

/// A node of a [`Decomposition`]. Children are given by their node numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A single element.
    Element(Element),
    /// The sum of these parts, each of which is connected. The empty set is the sum of no parts.
    Sum(Range<usize>),
    /// The ordinal sum of these factors, the lowest first, none of which is an ordinal sum.
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
/// use chomplex::Position;
/// use chomplex::reduce::ordinal_sum::{Decomposition, Node};
/// use chomplex::shape::Shape;
/// let position: Position = "chain(1) + ordinal(path(4),antichain(2))".parse().unwrap();
/// let decomposition = Decomposition::new(&Shape::new(position.poset(), position.remaining()));
/// let nodes = decomposition.nodes();
/// assert_eq!((&nodes[0], &nodes[2]), (&Node::Sum(1..3), &Node::Ordinal(3..5)));
/// assert!(matches!(&nodes[3], Node::Prime(path) if path.len() == 7));
/// assert_eq!(nodes[4], Node::Sum(5..7));
/// ```
#[derive(Clone, Debug)]
pub struct Decomposition {
    nodes: Vec<Node>,
    /// The number of elements of each node.
    sizes: Vec<usize>,
    /// The number of elements of the poset.
    pub(super) universe: usize,
}

impl Decomposition {
    /// Decomposes a set.
    #[must_use]
    pub fn new(shape: &Shape<'_>) -> Self {
        let mut junctions = Junctions::new(shape);
        let pieces = Pieces::put_together(&mut junctions);
        let places = pieces.places();
        let mut cutter = Cutter::new(shape, &pieces, junctions);
        let mut open = VecDeque::from([cutter.part(places, Excluded::Nothing)]);
        let (mut nodes, mut sizes) = (Vec::new(), Vec::new());
        while let Some(part) = open.pop_front() {
            // Children come after all open nodes, and the children of one node are consecutive.
            let next = nodes.len() + 1 + open.len();
            let mut numbers = |children: Vec<Remainder>| {
                let numbers = next..next + children.len();
                open.extend(children);
                numbers
            };
            sizes.push(cutter.size(&part));
            nodes.push(match cutter.split(part) {
                Split::Element(x) => Node::Element(x),
                Split::Sum(children) => Node::Sum(numbers(children)),
                Split::Ordinal(children) => Node::Ordinal(numbers(children)),
                Split::Prime(set) => Node::Prime(set),
            });
        }
        Decomposition { nodes, sizes, universe: shape.poset().len() }
    }

    /// All nodes, parents before their children; the first is the whole set.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The elements of a node.
    #[must_use]
    pub fn set(&self, node: usize) -> ElementSet {
        let mut set = ElementSet::empty(self.universe);
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match &self.nodes[node] {
                Node::Element(x) => {
                    set.insert(*x);
                }
                Node::Prime(prime) => set |= prime,
                node => open.extend(node.children()),
            }
        }
        set
    }

    /// The number of elements of a node.
    #[must_use]
    pub fn size(&self, node: usize) -> usize {
        self.sizes[node]
    }

    /// Whether the decomposition is trivial: the whole set is prime.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        matches!(self.nodes[0], Node::Prime(_))
    }
}
