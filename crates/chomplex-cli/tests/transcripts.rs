//! Every console block here, in the README and in the documentation runs and prints what it shows.

use std::path::Path;

/// `TRYCMD=overwrite cargo test --test transcripts` writes down what is printed now.
#[test]
fn transcripts() {
    // The commands may write files: they do so where nobody minds.
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    if here.exists() {
        std::fs::remove_dir_all(&here).unwrap();
    }
    std::fs::create_dir_all(&here).unwrap();
    std::env::set_current_dir(&here).unwrap();

    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = trycmd::TestCases::new();
    // Whoever runs this may have a tablebase; here there is none until a transcript builds one.
    cases.env("XDG_DATA_HOME", here.join("data").display().to_string());
    for pattern in ["tests/cmd/*.trycmd", "tests/cmd/*.toml", "../../docs/*.md", "../../docs/*/*.md"] {
        cases.case(home.join(pattern));
    }
    let readme = home.join("../../README.md");
    if readme.exists() {
        cases.case(readme);
    }
}
