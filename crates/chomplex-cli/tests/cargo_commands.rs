//! The `cargo` commands in documents work as they are written.

mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use figures::{documents, read, repository};

/// A `cargo test` or `cargo bench` command in a document.
struct CargoCommand {
    document: String,
    words: Vec<String>,
}

impl CargoCommand {
    fn all() -> Vec<CargoCommand> {
        let find = |document: String| {
            let text = read(&document);
            let mut commands = Vec::new();
            for (at, start) in ["cargo test", "cargo bench"].iter().flat_map(|start| text.match_indices(start)) {
                let rest = &text[at..];
                let end = rest.find(['`', '\n', '#']).unwrap_or(rest.len());
                let words = rest[start.len()..end].split_whitespace().map(|word| word.trim_matches('\'').to_owned());
                let kind = start.trim_start_matches("cargo ").to_owned();
                commands.push(CargoCommand {
                    document: document.clone(),
                    words: [kind].into_iter().chain(words).collect(),
                });
            }
            commands
        };
        documents().into_iter().flat_map(find).collect()
    }

    /// The word after a flag.
    fn after(&self, flags: &[&str]) -> Option<&str> {
        let at = self.words.iter().position(|word| flags.contains(&word.as_str()))?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// The arguments passed to the tests themselves.
    fn told(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip_while(|word| *word != "--").skip(1).map(String::as_str)
    }

    /// The file of the named tests or benchmarks, if any are named.
    fn target(&self) -> Option<PathBuf> {
        let (folder, target) = self
            .after(&["--test"])
            .map(|target| ("tests", target))
            .or_else(|| self.after(&["--bench"]).map(|target| ("benches", target)))?;
        // Without `-p` cargo looks in the default members only.
        let packages = match self.after(&["-p", "--package"]) {
            Some(package) => vec![package],
            None => vec!["chomplex-cli", "chomplex-check"],
        };
        let files = packages
            .iter()
            .map(|package| repository().join("crates").join(package).join(folder).join(format!("{target}.rs")));
        Some({ files }.find(|file| file.exists()).unwrap_or_else(|| panic!("{self}: there is no such target")))
    }
}

impl std::fmt::Display for CargoCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: cargo {}", self.document, self.words.join(" "))
    }
}

/// The names of the tests in a file, and whether each is ignored by default.
fn tests(file: &Path) -> BTreeMap<String, bool> {
    let text = fs::read_to_string(file).unwrap();
    let mut tests = BTreeMap::new();
    for test in text.split("#[test]").skip(1) {
        let (attributes, rest) = test.split_once("fn ").expect("a test is a function");
        let name = rest.split('(').next().unwrap_or_default();
        tests.insert(name.to_owned(), attributes.contains("#[ignore"));
    }
    tests
}

/// Every command names a package, a target and tests that exist, and runs at least one of them.
#[test]
fn cargo_commands() {
    let commands = CargoCommand::all();
    assert!(commands.iter().filter(|command| command.document == "RESULTS.md").count() >= 6);
    for command in commands.iter().filter(|command| command.words[0] == "test") {
        let Some(file) = command.target() else { continue };
        let ignored = command.told().any(|word| word == "--ignored");
        let filters: Vec<&str> = command.told().filter(|word| !word.starts_with('-')).collect();
        let runs = |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
        let run = tests(&file).iter().filter(|(name, slow)| runs(name) && **slow == ignored).count();
        assert!(run > 0, "{command}: no test would run");
    }
    for command in commands.iter().filter(|command| command.words[0] == "bench") {
        command.target();
    }
}

/// The commands of RESULTS.md run as they are written.
#[test]
#[ignore = "takes many minutes and 4 GiB: every `cargo test` command of RESULTS.md"]
fn cargo_commands_of_results() {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
    for command in CargoCommand::all().iter().filter(|command| command.document == "RESULTS.md") {
        let output = Command::new(&cargo).args(&command.words).current_dir(repository()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{command}:\n{printed}{}", String::from_utf8_lossy(&output.stderr));
        let passed = printed
            .lines()
            .filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<usize>().ok());
        assert!(passed.sum::<usize>() > 0, "{command}:\n{printed}");
    }
}
