//! Every example of every help text runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const COMMANDS: [&str; 23] = [
    "",
    "solve",
    "explain",
    "reduce",
    "moves",
    "play",
    "canon",
    "convert",
    "count",
    "sample",
    "draw",
    "survey",
    "table",
    "tablebase",
    "tablebase build",
    "tablebase verify",
    "tablebase stats",
    "tablebase probe",
    "check",
    "rules",
    "serve",
    "completions",
    "man",
];

/// A directory for the examples, with the files that they mention.
fn prepare() -> PathBuf {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("help");
    if here.exists() {
        fs::remove_dir_all(&here).unwrap();
    }
    fs::create_dir_all(here.join("home")).unwrap();
    fs::write(here.join("relations.txt"), "0 1\n0 0\n").unwrap();
    fs::write(here.join("positions.txt"), "petersen\nboundary(4)\n").unwrap();
    here
}

fn run(line: &str, here: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_chomplex"));
    let path = std::env::join_paths(
        std::iter::once(program.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let child = Command::new("sh")
        .args(["-c", line])
        .current_dir(here)
        .env("PATH", path.unwrap())
        .env("HOME", here.join("home"))
        .env("XDG_DATA_HOME", here.join("data"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("`{line}` does not end")).unwrap()
}

/// An example takes seconds; a busy machine takes longer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Whether an example is run: not if it takes too long, is not our program, or does not end by
/// itself.
fn is_run(line: &str) -> bool {
    let long = ["subsets(7,4)", "build 7", "stats 7", "verify 7", "'simplex(7)'", "--max-n 9", "'boolean(8)'"];
    let others = ["nauty-geng", "man -l", "chomplex serve"];
    !long.iter().chain(&others).any(|part| line.contains(part))
}

/// The lines of a help text that begin with the program's name after `Example:` or `Examples:`.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("Example") else { return Vec::new() };
    let lines = examples.lines().map(|line| line.trim_start_matches(['s', ':']).trim());
    lines.filter(|line| line.contains("chomplex ")).map(str::to_owned).collect()
}

#[test]
fn every_example_of_every_help_runs() {
    let here = prepare();
    let mut total = 0;
    for command in COMMANDS {
        let help = run(&format!("chomplex {command} --help"), &here);
        assert!(help.status.success(), "{command}");
        let help = String::from_utf8(help.stdout).unwrap();
        let examples = examples(&help);
        assert!(!examples.is_empty(), "`{command}` shows an example:\n{help}");
        for line in examples.iter().filter(|line| is_run(line)) {
            fs::create_dir_all(here.join("home/.local/share/bash-completion/completions")).unwrap();
            let output = run(line, &here);
            // A failed expectation is an answer too, and so is a result stopped by a budget.
            let code = output.status.code().unwrap();
            assert!([0, 1, 3].contains(&code), "{line}: {code}\n{}", String::from_utf8_lossy(&output.stderr));
            total += 1;
        }
    }
    assert!(total > 40, "{total} examples ran");
}

/// The list above is complete.
#[test]
fn every_command_is_asked() {
    let help = run("chomplex -h", Path::new("."));
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.split_once("Commands:").unwrap().1.split_once("Options:").unwrap().0;
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    for name in names.filter(|name| *name != "help" && name.chars().all(|c| c.is_ascii_lowercase())) {
        assert!(COMMANDS.contains(&name), "{name}");
    }
}
