//! `involution-fold`: a position has the value of the fixed elements of a suitable symmetry.
//!
//! # Statement
//! Let τ be an automorphism of P with τ² = 1, τ ≠ 1, whose fixed elements F are closed downwards:
//! nothing above a moved element is fixed. Then g(P) = g(F).
//!
//! # Reference
//! Khandhawit and Ye, *Chomp on graphs and subsets* (2011), Theorem 1; there, a graph to which no
//! more folds apply is in *simplest form* (Definition 5). Brouwer and Christensen, *Counterexamples
//! to conjectures about Subset Takeaway and counting linear extensions of a Boolean lattice*
//! (2017), 2.4. Two special cases are older: the *binary star* and the *suspension* of Christensen
//! and Tilford, *David Gale's subset take-away game* (1997).
//!
//! # Why it holds
//! In P + F the second player wins. A move in F, in either copy, is answered by the same move in
//! the other copy: what it removes is τ-invariant, so τ still folds the rest of P, and onto the
//! rest of F. A move x in P outside F is answered by τ(x): everything above x and τ(x) is removed,
//! nothing of F is, and τ still folds what is left. The reply τ(x) is still there after x, because
//! otherwise x < τ(x), and then x < τ(x) < τ(τ(x)) = x.
//!
//! # Test and cost
//! A search for τ that refines colours after each decision
//! ([`canon::involution`](crate::canon::involution)); mostly a few times linear in the number of
//! covers. It gives up after a fixed effort.
//!
//! # Witness
//! The image of each element.
//!
//! # Example
//! ```
//! use chomplex::Budget;
//! use chomplex::Position;
//! use chomplex::reduce::involution_fold::{FoldKind, kind, simplest_form};
//! let position: Position = "suspension(boundary(3))".parse().unwrap();
//! let form = simplest_form(position.poset(), position.remaining(), 100_000, &Budget::default());
//! assert!(form.proved);
//! assert_eq!(position.with_remaining(form.left).to_string(), "graph[01 02 12]");
//! let fold = &form.folds[0];
//! assert!(matches!(kind(position.poset(), &fold.before, &fold.images), FoldKind::Suspension(..)));
//! ```

use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::canon::involution::{InvolutionSearch, find};
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::reduce::{Reduced, Reduction};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::InvolutionFold,
    statement: "the fixed elements of a symmetry of order two, if closed downwards, are worth what all are worth",
    reference: "Khandhawit and Ye 2011, Theorem 1; for posets Brouwer and Christensen 2017, section 2.4",
    keeps: Keeps::SameValue,
    example: "suspension(complete(5))",
};

pub(crate) const REDUCTION: Reduction = Reduction { card: &CARD, apply: fold };

/// The effort of one search in the solver, in elements visited: some tens of milliseconds.
pub const EFFORT: u64 = 1_000_000;

/// Folds a set once.
#[must_use]
pub fn fold(shape: &Shape<'_>, budget: &Budget) -> Option<Reduced> {
    match find(shape, EFFORT, budget) {
        InvolutionSearch::Involution(images) => {
            let (left, images) = folded(shape, &images);
            Some(Reduced { left, symmetry: Some(images) })
        }
        InvolutionSearch::None | InvolutionSearch::GaveUp => None,
    }
}

/// The fixed elements of an involution, and the images of all elements.
fn folded(shape: &Shape<'_>, images: &[usize]) -> (ElementSet, Vec<Element>) {
    let left = shape.subset((0..shape.len()).filter(|&x| images[x] == x));
    (left, images.iter().map(|&y| shape.element(y)).collect())
}

/// One fold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// The elements before the fold.
    pub before: ElementSet,
    /// The image of each of them, in order.
    pub images: Vec<Element>,
    /// The fixed elements.
    pub left: ElementSet,
}

/// The result of repeated folds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimplestForm {
    /// The folds, in order.
    pub folds: Vec<Fold>,
    /// The elements that are left.
    pub left: ElementSet,
    /// Whether it is proved that no more folds apply; otherwise this is unknown.
    pub proved: bool,
}

/// Folds a convex set repeatedly, each search with this effort.
#[must_use]
pub fn simplest_form(poset: &Poset, set: &ElementSet, effort: u64, budget: &Budget) -> SimplestForm {
    let mut form = SimplestForm { folds: Vec::new(), left: set.clone(), proved: true };
    loop {
        let before = form.left.clone();
        let shape = Shape::new(poset, &before);
        match find(&shape, effort, budget) {
            InvolutionSearch::Involution(images) => {
                let (left, images) = folded(&shape, &images);
                form.left = left.clone();
                form.folds.push(Fold { before, images, left });
            }
            InvolutionSearch::None => return form,
            InvolutionSearch::GaveUp => return SimplestForm { proved: false, ..form },
        }
    }
}

/// The name of a fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldKind {
    /// In a simplicial complex, two vertices are swapped and all others fixed.
    BinaryStar(Element, Element),
    /// A binary star in which, in addition, each of the two vertices forms a face with any face
    /// that contains neither.
    Suspension(Element, Element),
    /// Anything else.
    Involution,
}

/// The name of a fold, given the elements before it and their images.
#[must_use]
pub fn kind(poset: &Poset, before: &ElementSet, images: &[Element]) -> FoldKind {
    let shape = Shape::new(poset, before);
    let moved = |x: usize| images.get(x).is_some_and(|&y| y != shape.element(x));
    let vertices: Vec<usize> = (0..shape.len()).filter(|&x| shape.is_minimal(x) && moved(x)).collect();
    let [x, y] = *vertices else { return FoldKind::Involution };
    if !is_complex(&shape) {
        return FoldKind::Involution;
    }
    let (x, y) = (shape.element(x), shape.element(y));
    // The moved faces are those with one of the two vertices. Without that vertex each is a fixed
    // face, unless it is the vertex alone.
    let moved = (0..shape.len()).filter(|&i| moved(i)).count();
    let fixed = shape.len() - moved;
    if moved == 2 * (fixed + 1) { FoldKind::Suspension(x, y) } else { FoldKind::BinaryStar(x, y) }
}

/// Whether the elements are the faces of a simplicial complex: each is determined by the minimal
/// elements below it, and every non-empty subset of these is an element too.
#[must_use]
pub fn is_complex(shape: &Shape<'_>) -> bool {
    let mut faces: Vec<Vec<usize>> = Vec::with_capacity(shape.len());
    for x in 0..shape.len() {
        let below = shape.lower(x);
        let vertices: BTreeSet<usize> = below.iter().flat_map(|&y| faces[y].iter().copied()).collect();
        // The number of subsets with one vertex less is right; whether they are distinct is checked
        // at the end.
        let is_face = below.is_empty()
            || below.len() > 1
                && vertices.len() == below.len()
                && below.iter().all(|&y| faces[y].len() + 1 == vertices.len());
        if !is_face {
            return false;
        }
        faces.push(if below.is_empty() { vec![x] } else { vertices.into_iter().collect() });
    }
    let different: BTreeSet<&Vec<usize>> = faces.iter().collect();
    different.len() == faces.len()
}
