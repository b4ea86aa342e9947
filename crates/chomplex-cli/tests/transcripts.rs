//! Every console block here, in the README and in the documentation runs and prints what it shows.

mod prepare;

use std::path::Path;

use prepare::prepare;

/// `TRYCMD=overwrite cargo test --test transcripts` records the current output.
#[test]
fn transcripts() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let patterns = ["tests/cmd/*.trycmd", "tests/cmd/*.toml", "../../docs/*.md", "../../docs/*/*.md"];
    let cases = prepare("transcripts");
    for pattern in patterns {
        cases.case(home.join(pattern));
    }
    let readme = home.join("../../README.md");
    if readme.exists() {
        cases.case(readme);
    }
}
