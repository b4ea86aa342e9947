//! Notations.
