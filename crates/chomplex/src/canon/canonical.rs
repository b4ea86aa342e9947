//! A canonical form of a position, its automorphism group, and isomorphisms between positions.

use dashu_int::UBig;

use crate::budget::Stop;
use crate::canon::copies::copies;
use crate::canon::labelling::{Labelling, group_order};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::position::Position;

/// The largest position that is labelled: the diagram becomes a bit matrix.
const MAX_LABELLED: usize = 4096;

/// A position up to isomorphism.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The isomorphic position that all positions of its class share; it prints as the canonical expression.
    pub position: Position,
    /// The order of the automorphism group.
    pub group_order: UBig,
    /// Generators of the automorphism group, each by the elements it moves and their images.
    pub generators: Vec<Vec<(Element, Element)>>,
    /// The orbits of the group on the elements.
    pub orbits: Vec<Vec<Element>>,
}
