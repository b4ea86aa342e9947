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
    let commands = COMMANDS.iter().map(|command| format!("{command} --help"));
    for command in commands.chain(topics().iter().map(|topic| format!("help {topic}"))) {
        let help = printed(&command, &here);
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

/// What a command prints.
fn printed(command: &str, here: &Path) -> String {
    let output = run(&format!("chomplex {command}"), here);
    assert!(output.status.success(), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The topics of `chomplex help`.
fn topics() -> Vec<String> {
    let help = printed("-h", Path::new("."));
    let (_, topics) = help.split_once("Topics:\n").unwrap();
    let names = topics.lines().map_while(|line| line.strip_prefix("  help ")?.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn topics_are_complete() {
    assert_eq!(topics(), ["expressions", "formulas", "budgets", "exit-codes"]);
    let here = Path::new(".");
    let (formulas, survey) = (printed("help formulas", here), printed("survey --help", here));
    let (_, columns) = survey.split_once("separated by commas: the parameters, ").unwrap();
    let (columns, _) = columns.split_once("\n\n").unwrap();
    for column in columns.split(',').map(str::trim).filter(|column| !column.starts_with("grundy_")) {
        assert!(column == "stopped_by" || formulas.contains(&format!("\n  {column} ")), "{column}");
    }
    let (expressions, budgets) = (printed("help expressions", here), printed("help budgets", here));
    for notation in ["json", "graph6", "matrix", "facets", "edges", "adjacency", "pairs", "chains", "sage"] {
        assert!(expressions.contains(notation), "{notation}");
    }
    for option in ["--time", "--memory", "--threads"] {
        assert!(budgets.contains(option), "{option}");
    }
}

/// Without arguments the program introduces itself, and every line to try is a command that runs.
#[test]
fn the_welcome_shows_what_to_try() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let welcome = printed("", here);
    let tries: Vec<&str> = welcome.lines().filter_map(|line| line.strip_prefix("  chomplex ")).collect();
    assert_eq!(tries.len(), 4, "{welcome}");
    for line in tries.iter().filter(|line| !line.starts_with("serve")) {
        let (command, _) = line.split_once("   ").unwrap();
        printed(command, here);
    }
}

/// `docs/commands.md` is what `--help` prints. `UPDATE=1` writes it.
#[test]
fn the_reference_of_commands_is_what_help_prints() {
    let mut page = "\
# Commands

This page shows what `chomplex COMMAND --help` prints, for every command, and the topics of
`chomplex help`. It is generated from the program.
"
    .to_owned();
    let mut section = |title: &str, command: &str| {
        let help = printed(command, Path::new("."));
        page += &format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end().replace(" \n", "\n"));
    };
    section("chomplex", "");
    for command in &COMMANDS[1..] {
        section(command, &format!("{command} --help"));
    }
    for topic in topics() {
        section(&format!("help {topic}"), &format!("help {topic}"));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == page, "docs/commands.md is not up to date: `UPDATE=1` with this test writes it");
}

/// Completions know the families, the rules and the notations.
#[test]
fn completions_know_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&format!("completions {shell}"), Path::new("."));
        for name in ["boundary", "petersen", "involution-fold", "graph6"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
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
