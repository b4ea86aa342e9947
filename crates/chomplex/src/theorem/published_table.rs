//! `published-table`: the values of the skeletons of the simplex on seven vertices, from the
//! literature.
//!
//! # Statement
//! The non-empty subsets of size at most k of a set of 7, for k = 3, 4, 5, 6 and 7, are worth 0, 3,
//! 1, 5 and 6. For k = 7 the winning moves are the sets of 4, and so they are for k = 6, where the
//! same moves leave the same positions. What such a move leaves, the subsets that do not contain
//! four given points, is worth 0.
//!
//! # Reference
//! A. E. Brouwer and J. D. Christensen, *Counterexamples to conjectures about subset takeaway and
//! counting linear extensions of a Boolean lattice* (2017), section 2.2, row 7 of the table;
//! section 2.1 for the moves.
//!
//! # Why it holds
//! Two independent computer searches through up to 490,013,147 positions.
//!
//! # Test and cost
//! The number of elements is one of five; then each element is identified with the set of minimal
//! elements below it. Constant.
//!
//! # Witness
//! None: the checker recognises the subsets itself.
//!
//! # Example
//! ```
//! use chomplex::position::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::published_table::published_table;
//! use chomplex::value::Grundy;
//! let position: Position = "boundary(7)".parse().unwrap();
//! let (claim, finding) = published_table(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(5)));
//! assert_eq!(finding.shape, "subsets(7,6) of the published table");
//! ```

use crate::complex::{VertexSets, skeleton};
use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem, worth};
use crate::value::Outcome;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::PublishedTable,
    statement: "the subsets of size at most k of a set of 7 are worth 0, 3, 1, 5 and 6 for k = 3, 4, 5, 6 and 7, as \
                published. For k = 6 and 7 the winning moves are the sets of 4, and what they leave is worth 0",
    reference: "Brouwer and Christensen 2017, sections 2.1 and 2.2",
    keeps: Keeps::Value,
    example: "subsets(7,3)",
};

pub(crate) const THEOREM: Theorem =
    Theorem { card: &CARD, apply: published_table, options: Options::Outcomes(outcomes) };

/// For k = 3, …, 7: the number of subsets and the value.
const ROW_7: [(usize, usize); 5] = [(63, 0), (98, 3), (119, 1), (126, 5), (127, 6)];

/// The number of subsets that do not contain four given points.
const AFTER_A_FOUR: usize = 127 - 8;

/// The published value, if the set is one of the five, or 0 after a winning move.
#[must_use]
pub fn published_table(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let (_, value) = ROW_7.into_iter().find(|&(size, _)| size == shape.len())?;
    let found = |value, what: String| worth(CARD.rule, value, Vec::new(), what);
    if let Some((k, _)) = skeleton(shape).filter(|(_, faces)| faces.vertices() == 7) {
        return Some(found(value, format!("subsets(7,{k}) of the published table")));
    }
    let faces = VertexSets::recognise(shape, |vertices, size| (vertices, size) == (7, AFTER_A_FOUR))?;
    // Eight sets contain four given points of seven.
    let what = "the subsets of seven points that do not contain four given ones, after a published winning move";
    (faces.common_to_missing().count_ones() == 4).then(|| found(0, what.to_owned()))
}

/// The winner after each move, for k = 6 and 7: the sets of 4 are the only winning moves.
fn outcomes(shape: &Shape<'_>) -> Option<Vec<Outcome>> {
    let (k, faces) = skeleton(shape).filter(|(_, faces)| faces.vertices() == 7)?;
    let outcome = |size: usize| if size == 4 { Outcome::Second } else { Outcome::First };
    (k >= 6).then(|| faces.sizes().map(outcome).collect())
}
