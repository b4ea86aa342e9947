//! `hairball`: an odd cycle with tails is worth 3, 0 or sometimes 4.
//!
//! # Statement
//! A k-tail at a vertex is a path of k vertices whose first vertex is joined to it. Let G be an odd
//! cycle with tails at its vertices, at least one tail in all, and no two tails of the same length
//! at the same vertex. Let v be the total number of vertices. If v is odd, g(G) = 3. If v is even,
//! g(G) = 4 if all tails are at one vertex and are a single 1-tail, or a k-tail and a (k + 1)-tail;
//! otherwise g(G) = 0.
//!
//! # Reference
//! T. Khandhawit and L. Ye, *Chomp on graphs and subsets* (2011), appendix B, Theorem 6. The paper
//! requires the graph to be in simplest form: no symmetry of order two fixes a smaller graph. As
//! the cycle is odd, such a symmetry cannot move it, so it swaps equal tails. (Case 1 of the
//! theorem with k = 0 is the single 1-tail.)
//!
//! # Why it holds
//! A move on the cycle leaves a forest, worth 0 to 3 by its parities. A move in a tail leaves a
//! smaller hairball, worth 0, 3 or 4 by induction once equal tails are removed, and perhaps a path,
//! worth 1 or 2. The mex follows case by case.
//!
//! # Test and cost
//! Leaves are removed until the cycle is left, and the tails are followed; linear, except for
//! sorting the lengths.
//!
//! # Witness
//! None: the checker follows the same paths.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::hairball::hairball;
//! use chomplex::Grundy;
//! let position: Position = "hairball(5; 2,3)".parse().unwrap();
//! let (claim, finding) = hairball(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(4)));
//! assert_eq!(finding.shape, "a hairball: an odd cycle of 5 vertices with tails of 2 and 3 vertices at one of them");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::one_cycle::OneOddCycle;
use crate::theorem::{Options, Theorem, parity, worth};

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Hairball,
    statement: "an odd cycle with tails, where tails at the same vertex have different lengths, is worth 3 if the number of \
                vertices is odd. Otherwise it is worth 4 if the tails are one of 1 vertex, or two of k and k + 1 at the same \
                vertex, else 0",
    reference: "Khandhawit and Ye 2011, Theorem 6",
    keeps: Keeps::Value,
    example: "hairball(5; 1,2; 3; 4)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: hairball, options: Options::Unknown };

/// 3, 0 or 4, if the graph is an odd cycle with tails, those at the same vertex having different
/// lengths.
#[must_use]
pub fn hairball(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let one_cycle = OneOddCycle::recognise(shape)?;
    let tails = tails(&one_cycle)?;
    let total = one_cycle.graph.len();
    let start = format!("a hairball: an odd cycle of {} vertices with", one_cycle.length);
    let rest = format!("tails, {total} vertices ({}) in all", parity(total));
    let (value, rest) = match *tails.as_slice() {
        [] => return None,
        _ if total % 2 == 1 => (3, rest),
        [ref only] => match *only.as_slice() {
            [1] => (4, "a tail of 1 vertex".to_owned()),
            [k, l] if l == k + 1 => (4, format!("tails of {k} and {l} vertices at one of them")),
            _ => (0, rest),
        },
        _ => (0, rest),
    };
    Some(worth(CARD.rule, value, Vec::new(), format!("{start} {rest}")))
}

/// The lengths of the tails in increasing order, for each vertex of the cycle that has tails;
/// `None` if there is anything else outside the cycle, or two tails of the same length at one
/// vertex.
fn tails(one_cycle: &OneOddCycle<'_>) -> Option<Vec<Vec<usize>>> {
    let mut all = Vec::new();
    for v in one_cycle.cycle().filter(|&v| one_cycle.graph.degree(v) > 2) {
        let tails: Option<Vec<usize>> = one_cycle.outside(v).map(|start| one_cycle.tail(v, start)).collect();
        let mut tails = tails?;
        tails.sort_unstable();
        if tails.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        all.push(tails);
    }
    Some(all)
}
