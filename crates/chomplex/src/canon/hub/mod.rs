//! Graphs with a hub: the kernel for wheels and their positions.
//!
//! A *hub* is a vertex without which a graph falls apart into paths and cycles. All that matters
//! about such a path, a *segment* of the rim, is which of its vertices are joined to the hub by a
//! *spoke*: a bit string. So a position is a set of bit strings, and its normal form is found by
//! sorting them.
//!
//! In: a position, given by what is left of the hub and the rim. Out: the keys and values of what
//! it reduces to.
//!
//! - [`segment`]: a path of the rim, or the whole rim, with its spokes.
//! - [`rim`]: a position and its options.
//! - [`key`]: segments packed into words.
//! - [`fold`]: involutions along which a position folds.
//! - [`hubs`]: the kernel.

pub(crate) mod fold;
pub(crate) mod hubs;
pub(crate) mod key;
pub(crate) mod rim;
pub(crate) mod segment;
