//! `parity-uniform`: the value of two levels with degrees of one parity depends on the parities of
//! their sizes.
//!
//! # Statement
//! Let P have b bottoms and t tops, each top above bottoms only. Let each top be above an even
//! number of bottoms (p = 0) or each above an odd number (p = 1), and let there be a set of bottoms
//! that has an odd number of elements below each top. Then g(P) = (b mod 2) ⊕ (t mod 2)(p ⊕ 2).
//!
//! # Reference
//! S. Fenner, R. Gurjar, A. Korwar and T. Thierauf, *On two-level poset games* (2013), Theorem 4.2.
//! If p = 1, the set of all bottoms can be used (Corollary 4.3). If each top is above exactly one
//! bottom from each of p classes, one class can be used: these are the uniform p-partite
//! hypergraphs of A. Fraenkel and E. Scheinerman, *A deletion game on hypergraphs* (1991), and for
//! p = 2 the bipartite graphs.
//!
//! # Why it holds
//! Each option is of the same kind, and a move changes the parity of b, of t or of both, so no
//! option has the value claimed. Smaller values are reached: if t is odd, the set has an odd number
//! of covers above it, so one of its bottoms has odd degree. The number of all covers is t p modulo
//! 2, so if b is odd and t p even, or b even and t p odd, some bottom has even degree. If t is odd,
//! there is a top.
//!
//! # Test and cost
//! The parities are compared first, in linear time. For odd degrees this is enough. For even
//! degrees the set is a solution of a system of linear equations modulo 2, one for each top.
//! Equations with a bottom of their own are set aside, in linear time, and the others are solved by
//! elimination on rows of bits. If more than 16 million coefficients are left, the theorem is not
//! tried. For a graph, a colouring is used instead, in linear time.
//!
//! # Witness
//! The set of bottoms.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::parity_uniform::parity_uniform;
//! use chomplex::Grundy;
//! let position: Position = "hypergraph[abcd ae cdef]".parse().unwrap();
//! let (claim, finding) = parity_uniform(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(2)));
//! assert_eq!(finding.shape, "a parity-uniform two-level poset: 6 bottoms, 3 tops, all of even degree");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::bipartite::Colouring;
use crate::theorem::{Options, Theorem, linear_system, parity, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::ParityUniform,
    statement: "let all tops of a two-level poset have degrees of one parity p, and let some set of bottoms have an odd \
                number below each top. It is worth b ⊕ t(p ⊕ 2), where b and t are the numbers of bottoms and tops modulo 2",
    reference: "Fenner, Gurjar, Korwar and Thierauf 2013, Theorem 4.2",
    keeps: Keeps::Value,
    example: "hypergraph[abc cde aef bdf ace]",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: parity_uniform, options: Options::Values(options) };

/// The value given by the parities, if they are uniform.
#[must_use]
pub fn parity_uniform(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let degree = degree_parity(shape)?;
    if !shape.is_two_level() {
        return None;
    }
    let bottoms: Vec<usize> = (0..shape.len()).filter(|&i| shape.is_minimal(i)).collect();
    let tops = shape.len() - bottoms.len();
    let words = words(bottoms.len(), tops, degree);
    let value = value(bottoms.len(), tops, degree) as usize;
    let chosen = if degree == 1 { bottoms } else { meeting_each_top_oddly(shape, &bottoms)? };
    Some(worth(CARD.rule, value, vec![shape.subset(chosen)], words))
}

/// The degrees of all tops modulo 2, if they agree; 0 if there are no tops.
fn degree_parity(shape: &Shape<'_>) -> Option<usize> {
    let mut parities = (0..shape.len()).filter(|&i| !shape.is_minimal(i)).map(|i| shape.lower(i).len() % 2);
    let first = parities.next().unwrap_or(0);
    parities.all(|parity| parity == first).then_some(first)
}

fn value(bottoms: usize, tops: usize, degree: usize) -> u32 {
    let of_tops = if degree == 1 { 3 } else { 2 };
    u32::from(bottoms % 2 == 1) ^ if tops % 2 == 1 { of_tops } else { 0 }
}

/// A set of bottoms with an odd number of elements below each top.
fn meeting_each_top_oddly(shape: &Shape<'_>, bottoms: &[usize]) -> Option<Vec<usize>> {
    if let Some(graph) = shape.graph() {
        let colouring = Colouring::find(graph)?;
        return Some((0..graph.len()).filter(|&v| colouring.first[v]).map(|v| graph.vertices()[v]).collect());
    }
    let equations: Vec<&[usize]> = (0..shape.len()).filter(|&i| !shape.is_minimal(i)).map(|i| shape.lower(i)).collect();
    let chosen = linear_system::solve(shape.len(), &equations)?;
    Some(bottoms.iter().copied().filter(|&i| chosen[i]).collect())
}

fn words(bottoms: usize, tops: usize, degree: usize) -> String {
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let tops = match tops {
        0 => "no tops".to_owned(),
        1 => format!("1 top of {} degree", parity(degree)),
        _ => format!("{tops} tops, all of {} degree", parity(degree)),
    };
    format!("a parity-uniform two-level poset: {}, {tops}", count(bottoms, "bottom"))
}

/// A move at a top removes only the top; a move at a bottom also removes as many tops as its
/// degree.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    let bottoms = (0..shape.len()).filter(|&i| shape.is_minimal(i)).count();
    let tops = shape.len() - bottoms;
    let degree = degree_parity(shape).unwrap_or(0);
    let option = |i| {
        if shape.is_minimal(i) {
            value(bottoms - 1, tops - shape.upper(i).len(), degree)
        } else {
            value(bottoms, tops - 1, degree)
        }
    };
    (0..shape.len()).map(|i| Grundy(option(i))).collect()
}
