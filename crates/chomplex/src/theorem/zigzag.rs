//! `zigzag`: the value of elements alternately above and below each other in a row depends on their
//! number.
//!
//! # Statement
//! In a zig-zag the elements are in a row. Each is comparable with the one before it and the one
//! after it and with no other, and is alternately above and below them. M_i has i tops and i + 1
//! bottoms, N_i has i of each, W_i has i + 1 tops and i bottoms.
//! - g(M_i) = (i mod 2) + 1;
//! - g(N_i) = 4 ⌊i/3⌋ + 2 if i mod 3 = 1, else 4 ⌊i/3⌋;
//! - g(W_i) = 1.
//!
//! # Reference
//! S. Fenner, R. Gurjar, A. Korwar and T. Thierauf, *On two-level poset games* (2013), Theorem 3.1.
//!
//! # Why it holds
//! M_i is a path, a graph (`bipartite`). A move in N_i leaves N_k and some M_j next to it, k < i,
//! and the M_j have the values 1 and 2: the values of the options are computed by induction. A move
//! in W_i leaves two zig-zags N, whose values are even, so 1 is not reached; the move in the middle
//! leaves two equal ones, so 0 is reached.
//!
//! # Test and cost
//! Two levels, connected, one cover less than elements, no element in more than two covers; linear.
//!
//! # Witness
//! None: the checker looks at the covers.
//!
//! # Example
//! ```
//! use chomplex::Position;
//! use chomplex::reason::Claim;
//! use chomplex::shape::Shape;
//! use chomplex::theorem::zigzag::zigzag;
//! use chomplex::Grundy;
//! let position: Position = "zigzag-n(5)".parse().unwrap();
//! let (claim, finding) = zigzag(&Shape::new(position.poset(), position.remaining())).unwrap();
//! assert_eq!(claim, Claim::Value(Grundy(4)));
//! assert_eq!(finding.shape, "N_5, a zig-zag of 5 tops and 5 bottoms");
//! ```

use crate::reason::{Claim, Finding};
use crate::rule::{Card, Keeps, RuleId};
use crate::shape::Shape;
use crate::theorem::{Options, Theorem, grundy, worth};
use crate::value::Grundy;

/// Metadata shown to users.
pub const CARD: Card = Card {
    rule: RuleId::Zigzag,
    statement: "a zig-zag M_i is worth (i mod 2) + 1, N_i is worth 4⌊i/3⌋, plus 2 if i mod 3 = 1, W_i is worth 1",
    reference: "Fenner, Gurjar, Korwar and Thierauf 2013, Theorem 3.1",
    keeps: Keeps::Value,
    example: "zigzag-n(100)",
};

pub(crate) const THEOREM: Theorem = Theorem { card: &CARD, apply: zigzag, options: Options::Values(options) };

/// The value given by the numbers of tops and bottoms, if the set is a zig-zag.
#[must_use]
pub fn zigzag(shape: &Shape<'_>) -> Option<(Claim, Finding)> {
    let degree = |i| shape.lower(i).len() + shape.upper(i).len();
    let is_zigzag = shape.covers() + 1 == shape.len()
        && (0..shape.len()).all(|i| degree(i) <= 2 && (shape.is_minimal(i) || shape.upper(i).is_empty()))
        && shape.is_connected();
    if !is_zigzag {
        return None;
    }
    let bottoms = (0..shape.len()).filter(|&i| shape.is_minimal(i)).count();
    let tops = shape.len() - bottoms;
    let name = match bottoms.cmp(&tops) {
        std::cmp::Ordering::Greater => format!("M_{tops}"),
        std::cmp::Ordering::Equal => format!("N_{tops}"),
        std::cmp::Ordering::Less => format!("W_{bottoms}"),
    };
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let words = format!("{name}, a zig-zag of {} and {}", count(tops, "top"), count(bottoms, "bottom"));
    Some(worth(CARD.rule, value(bottoms, tops), Vec::new(), words))
}

/// The value of a zig-zag with these numbers of bottoms and tops.
fn value(bottoms: usize, tops: usize) -> usize {
    match bottoms.cmp(&tops) {
        std::cmp::Ordering::Greater => tops % 2 + 1,
        std::cmp::Ordering::Equal => 4 * (tops / 3) + if tops % 3 == 1 { 2 } else { 0 },
        std::cmp::Ordering::Less => 1,
    }
}

/// A move leaves a zig-zag on either side of what it removes.
fn options(shape: &Shape<'_>) -> Vec<Grundy> {
    let row = row(shape);
    // For each place in the row, the number of bottoms before it.
    let mut bottoms_before = vec![0];
    bottoms_before.extend(row.iter().scan(0, |bottoms, &i| {
        *bottoms += usize::from(shape.is_minimal(i));
        Some(*bottoms)
    }));
    let piece = |from: usize, to: usize| {
        let bottoms = bottoms_before[to] - bottoms_before[from];
        grundy(value(bottoms, to - from - bottoms))
    };
    let mut options = vec![Grundy::ZERO; row.len()];
    for (place, &i) in row.iter().enumerate() {
        // A move at a bottom also removes the tops next to it.
        let reach = usize::from(shape.is_minimal(i));
        let (left, right) = (place.saturating_sub(reach), (place + 1 + reach).min(row.len()));
        options[i] = piece(0, left) + piece(right, row.len());
    }
    options
}

/// The elements of a zig-zag from one end to the other.
fn row(shape: &Shape<'_>) -> Vec<usize> {
    let next_to = |i: usize| shape.lower(i).iter().chain(shape.upper(i)).copied();
    let end = (0..shape.len()).find(|&i| next_to(i).count() < 2);
    let mut row = Vec::from_iter(end);
    while let Some(next) = row.last().and_then(|&i| next_to(i).find(|&j| row.len() < 2 || j != row[row.len() - 2])) {
        row.push(next);
    }
    row
}
