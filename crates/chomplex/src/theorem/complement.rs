//! `complement-reply`: after a face of the boundary of a simplex, its complement may win.
//!
//! # Statement
//! Let the boundaries of the simplices on 1, 2, …, n - 1 vertices be lost for the player to move, n ≥ 3. If from the boundary of
//! the simplex on n vertices a face S of 1, 2, n - 2 or n - 1 vertices is removed, the complement of S is a winning move.
//!
//! # Reference
//! S. Kanungo, *David Gale's subset takeaway game*, Theorem 6; after J. D. Christensen and M. Tilford, *David Gale's subset
//! take-away game* (1997).
//!
//! # Why it holds
//! Of S and its complement one is a singleton or a pair. If both are gone, a singleton leaves the boundary of the simplex on the
//! n - 1 others; a pair leaves two vertices that share no face, and swapping them fixes the boundary of the simplex on the n - 2
//! others.
//!
//! # Test and cost
//! At most 20 minimal elements and the right number of others; then each element is seen as the set of the minimal ones below
//! it, in linear time but for sorting, and S is what the missing faces have in common.
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

use crate::element::Element;
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::Suggestion;
use crate::theorem::faces::{Face, Faces};

/// What is to be said about it.
pub const CARD: Card = Card {
    rule: RuleId::ComplementReply,
    statement: "after a face S of 1, 2, n - 2 or n - 1 vertices of boundary(n), n ≥ 3, the complement of S wins if the smaller \
                boundaries are lost",
    reference: "Kanungo, Theorem 6",
    keeps: Keeps::Move,
    example: "cone(boundary(6))",
};

pub(crate) const SUGGESTION: Suggestion = Suggestion { card: &CARD, moves };

/// The complement of the one face that is missing from the boundary of a simplex, if it has 1, 2, n - 2 or n - 1 vertices.
#[must_use]
pub fn moves(shape: &Shape<'_>) -> Vec<Element> {
    let faces = Faces::of(shape, |vertices, size| missing_face(vertices, size).is_some());
    faces.and_then(|faces| faces.element(reply(&faces, shape.len())?)).into_iter().collect()
}

/// What is missing from the boundary of a simplex.
enum Missing {
    /// A vertex: all faces of the simplex on the others are there.
    Vertex,
    /// A face of so many vertices, at least two.
    Face(usize),
}

/// What is missing if so many faces on so many vertices are left.
fn missing_face(vertices: usize, size: usize) -> Option<Missing> {
    let subsets = 1_usize << vertices;
    if vertices >= 2 && size == subsets - 1 {
        return Some(Missing::Vertex);
    }
    // Of the 2^n subsets the empty one is missing, and those that contain the face: 2^(n - s).
    let s = (2..vertices).find(|&s| size + (1 << (vertices - s)) == subsets - 1)?;
    let is_extreme = s == 2 || s + 2 >= vertices;
    (vertices >= 3 && is_extreme).then_some(Missing::Face(s))
}

fn reply(faces: &Faces<'_>, size: usize) -> Option<Face> {
    match missing_face(faces.vertices, size)? {
        Missing::Vertex => Some(faces.full()),
        Missing::Face(s) => {
            // There are as many subsets that contain s vertices as are missing: if all missing ones contain them, it is those.
            let common = faces.common_to_missing();
            (common.count_ones() as usize == s).then_some(faces.full() & !common)
        }
    }
}
