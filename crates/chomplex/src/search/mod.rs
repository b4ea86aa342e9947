//! The memoised search, which decides positions that no rule decides by looking at their options.
//!
//! In: a connected convex set of a poset, a question and a budget. Out: the value or the outcome of
//! that set and of its down-sets, and on request the steps of a proof.
//!
//! - [`select`]: opens the kind of search that suits a set.
//! - [`engine`]: a search as the solver sees it: any down-set of one convex set may be asked about.
//! - [`oracle`]: the interface to the kinds of search, each a source of values for one board:
//!   - [`chains`]: a table of all down-sets of a board covered by few chains, filled bottom-up.
//!   - [`dense`]: one byte for each set of at most 24 elements, filled bottom-up.
//!   - `probed`: looks values up in a tablebase.
//!   - [`keyed`]: a top-down search through a kernel, on one thread or several. It begins with
//!     [`pairs`], the search over pairs (position, nimber), and may go on with [`cubes`], all
//!     down-sets bottom-up, 64 at a time.
//! - [`encoder`], [`hub`]: convert the sets of a board to the positions of a kernel; `hub` is for
//!   graphs with a hub.
//! - [`knowledge`], [`table`], [`shared`]: what is known of a position; where that is stored; what
//!   threads share.
//! - [`proof`]: turns values into the steps that prove them.

mod chains;
mod cubes;
mod dense;
mod encoder;
mod engine;
mod hub;
mod keyed;
mod knowledge;
mod oracle;
mod pairs;
#[cfg(feature = "tablebase")]
mod probed;
mod proof;
mod select;
mod shared;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use self::chains::is_narrow;
pub(crate) use self::engine::DownSetSearch;
pub(crate) use self::knowledge::Knowledge;
pub(crate) use self::select::{FEWEST, SMALL, open};
