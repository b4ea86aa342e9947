//! The parts of which large tables are built.
//!
//! - [`Pages`]: memory in huge pages; [`Arena`]: a list in such memory that grows without moving.
//! - [`Index`]: open addressing, from hashes to places in a list.
//! - [`wide`]: natural numbers of several words.
//!
//! A table that must keep everything is an index with a list: the classes of a layer
//! (`layers/sweep`) and the connected sets of an order (`extensions/table`). The table of a search
//! (`search/table`) may forget, so it needs no list: its buckets lie in pages directly. Where
//! nothing is prefetched and no two threads write, a table of `hashbrown` is as fast.

mod arena;
mod index;
mod pages;
pub(crate) mod wide;

pub(crate) use self::arena::Arena;
pub(crate) use self::index::{Index, Vacant};
pub(crate) use self::pages::{Pages, Zeroed};
