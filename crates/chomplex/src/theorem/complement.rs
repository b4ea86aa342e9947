//! `complement-reply`: after a move at a face of the boundary of a simplex, its complement may win.
//!
//! # Statement
//! Let n ≥ 3, and let the boundaries of the simplices on 1, 2, …, n - 1 vertices be lost for the
//! player to move. If a face S of 1, 2, n - 2 or n - 1 vertices is removed from the boundary of the
//! simplex on n vertices, then the complement of S is a winning move.
//!
//! # Reference
//! S. Kanungo, *David Gale's subset takeaway game*, Theorem 6; after J. D. Christensen and M.
//! Tilford, *David Gale's subset take-away game* (1997).
//!
//! # Why it holds
//! Either S or its complement is a singleton or a pair. Consider the position without both. If one
//! is a singleton, this is the boundary of the simplex on the n - 1 other vertices. If one is a
//! pair, its two vertices share no face, and swapping them fixes the boundary of the simplex on the
//! n - 2 other vertices.
//!
//! # Test and cost
//! There are at most 20 minimal elements and the right number of others. Then each element is
//! identified with the set of the minimal elements below it, in linear time except for sorting, and
//! S is the intersection of the missing faces.
//!
//! # Witness
//! None: the move, and what is known of the position it leaves.
//!
//! # Example
//! ```
//! use chomplex::position::Position;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::complement::moves;
//! let start: Position = "boundary(6)".parse().unwrap();
//! let position = start.play(start.find("0245").unwrap()).unwrap();
//! let moves = moves(&Shape::new(position.poset(), position.remaining()));
//! assert_eq!(moves.iter().map(|&x| position.name(x)).collect::<Vec<_>>(), ["13"]);
//! ```

use crate::complex::{VertexSet, VertexSets};
use crate::element::Element;
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::Suggestion;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::ComplementReply,
    statement: "after a face S of 1, 2, n - 2 or n - 1 vertices of boundary(n), n ≥ 3, the complement of S wins if the smaller \
                boundaries are lost",
    reference: "Kanungo, Theorem 6",
    keeps: Keeps::Move,
    example: "cone(boundary(6))",
};

pub(crate) const SUGGESTION: Suggestion = Suggestion { card: &CARD, moves };

/// The complement of the one face that is missing from the boundary of a simplex, if this face has
/// 1, 2, n - 2 or n - 1 vertices.
#[must_use]
pub fn moves(shape: &Shape<'_>) -> Vec<Element> {
    let faces = VertexSets::recognise(shape, |vertices, size| missing_face(vertices, size).is_some());
    let reply = faces.and_then(|faces| faces.element(reply(&faces, shape.len())?));
    reply.map(|i| shape.element(i)).into_iter().collect()
}

/// What is missing from the boundary of a simplex.
enum Missing {
    /// A vertex: all faces of the simplex on the other vertices are there.
    Vertex,
    /// A face with this number of vertices, at least two.
    Face(usize),
}

/// What is missing if `size` faces on `vertices` vertices are left.
fn missing_face(vertices: usize, size: usize) -> Option<Missing> {
    let subsets = 1_usize << vertices;
    if vertices >= 2 && size == subsets - 1 {
        return Some(Missing::Vertex);
    }
    // Of the 2^n subsets, the empty one is missing, and those that contain the face: 2^(n - s).
    let s = (2..vertices).find(|&s| size + (1 << (vertices - s)) == subsets - 1)?;
    let is_extreme = s == 2 || s + 2 >= vertices;
    (vertices >= 3 && is_extreme).then_some(Missing::Face(s))
}

fn reply(faces: &VertexSets, size: usize) -> Option<VertexSet> {
    match missing_face(faces.vertices(), size)? {
        Missing::Vertex => Some(faces.full()),
        Missing::Face(s) => {
            // The number of missing subsets equals the number of subsets that contain s given
            // vertices. So if all missing subsets contain these vertices, they are exactly those.
            let common = faces.common_to_missing();
            (common.count_ones() as usize == s).then_some(faces.full() & !common)
        }
    }
}
