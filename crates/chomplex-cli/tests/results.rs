//! What surveys have settled is found again: every console block of RESULTS.md runs and prints what it shows.

mod prepare;

use std::path::Path;

use prepare::prepare;

/// `TRYCMD=overwrite cargo test --release --test results -- --ignored` writes down what is printed now.
#[test]
#[ignore = "takes a quarter of an hour: every command of RESULTS.md"]
fn results() {
    prepare("results").case(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../RESULTS.md"));
}
