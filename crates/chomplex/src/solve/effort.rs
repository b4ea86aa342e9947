//! How much work to do where no rule applies.

use crate::search::{FEWEST, SMALL};

/// How much work to do where no rule applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Effort {
    /// Rules only.
    Rules,
    /// Searches of few positions.
    Little,
    /// Searches that take a few seconds at most.
    Some,
    /// Longer searches, with a look at the options before and after.
    More,
    /// Everything the budget allows.
    Full,
}

/// The most elements of a set that is quick to search; `boundary(6)` has this many.
pub(super) const MOST_QUICK: usize = 62;

/// Number of positions in a small search of such a set; `boundary(6)` has fewer in all.
const FEW: f64 = 30_000.0;

/// Number of positions in a search that takes a few seconds.
const SOME: f64 = 200_000.0;

/// Number of positions after which an unlimited search is interrupted for a look at the options.
const MORE: f64 = 1_600_000.0;

impl Effort {
    /// The efforts with which options are examined, in this order.
    pub(super) const PASSES: [Effort; 4] = [Effort::Rules, Effort::Little, Effort::Some, Effort::Full];

    /// The number of positions that a search on this many elements may examine. Beyond some size
    /// each position takes longer.
    pub(super) fn positions(self, elements: usize) -> u64 {
        match self {
            Effort::Rules => 0,
            Effort::Little if elements <= SMALL => u64::MAX,
            Effort::Little => shrunk(FEW, elements),
            Effort::Some => shrunk(SOME, elements),
            Effort::More => shrunk(MORE, elements).max(FEWEST),
            Effort::Full => u64::MAX,
        }
    }
}

/// A number of positions for a set that is quick to search, scaled down for larger sets so that
/// they take about as long.
fn shrunk(positions: f64, elements: usize) -> u64 {
    let larger = elements.max(MOST_QUICK) as f64 / MOST_QUICK as f64;
    (positions / larger.powi(3)) as u64
}
