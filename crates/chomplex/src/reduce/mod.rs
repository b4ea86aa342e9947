//! Reductions: rules that replace a position by simpler ones and keep its Grundy value. One rule, one file.

pub mod components;
