//! The commands, one file each: its arguments and `run`.

pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod explain;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod reduce;
pub(crate) mod rules;
pub(crate) mod sample;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod table;
pub(crate) mod tablebase;
