//! Where console blocks run.

use std::path::Path;

/// Goes to a directory of its own, for the commands may write files.
pub(crate) fn prepare(name: &str) -> trycmd::TestCases {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if here.exists() {
        std::fs::remove_dir_all(&here).unwrap();
    }
    std::fs::create_dir_all(&here).unwrap();
    std::env::set_current_dir(&here).unwrap();

    let cases = trycmd::TestCases::new();
    // Whoever runs this may have a tablebase; here there is none until a transcript builds one.
    cases.env("XDG_DATA_HOME", here.join("data").display().to_string());
    cases
}
