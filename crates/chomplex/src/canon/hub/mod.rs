//! Graphs with a hub: the kernel for wheels and what is left of them.
//!
//! A *hub* is a vertex without which a graph falls into paths and cycles. With the hub there, all that matters of such a path, a *segment* of the
//! rim, is which of its vertices are joined to the hub by a *spoke*: a word of bits. So a position is a set of words, and to bring it into
//! normal form is to sort them.
//!
//! In: what is left of hub and rim. Out: the keys and values of what it reduces to.
//!
//! - [`segment`]: a path of the rim, or all of it, with its spokes.
//! - [`rim`]: a position and its options.
//! - [`key`]: segments packed into words.
//! - [`fold`]: the symmetries of order two along which a position is folded.
//! - [`hubs`]: the kernel.

pub(crate) mod fold;
pub(crate) mod hubs;
pub(crate) mod key;
pub(crate) mod rim;
pub(crate) mod segment;
