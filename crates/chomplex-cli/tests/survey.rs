//! Surveys in a pipe: rows come early and in order, and interruptions end the work cleanly.

mod patience;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use patience::Watchdog;
use serde_json::Value;

fn start(arguments: &[&str]) -> Child {
    let mut command = patience::interruptible();
    command.arg("survey").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    // A reader that has enough closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    patience::output(child)
}

fn rows(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("survey").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn rows_come_before_the_input_ends() {
    let mut child = start(&["-", "--json"]);
    let _watchdog = Watchdog::over(&child);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 1..4 {
        writeln!(input, "chain({n})").unwrap();
        let mut row = String::new();
        output.read_line(&mut row).unwrap();
        let row: Value = serde_json::from_str(&row).unwrap();
        assert_eq!(row["grundy"], n);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn threads_change_nothing() {
    // Some of these rows take a thousand times as long as others.
    let lines: String = (0..300).map(|n| format!("path({}) + nim({n})\nsubsets({},3)\n", n % 9, n % 6)).collect();
    let one = feed(&["-", "--json", "--threads", "1"], lines.as_bytes());
    let four = feed(&["-", "--json", "--threads", "4"], lines.as_bytes());
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(rows(&one).len(), 600);
    assert_eq!(one.stdout, four.stdout);
}

/// Undecided rows are marked, and the others are decided nevertheless.
#[test]
fn a_row_out_of_reach_does_not_stop_the_rest() {
    let output = feed(&["-", "--json", "--time", "3s", "--threads", "2"], b"path(9)\nboundary(9)\nwheel(6)\n");
    assert_eq!(output.status.code(), Some(3));
    let rows = rows(&output);
    let stopped: Vec<Option<&str>> = rows.iter().map(|row| row["stopped_by"].as_str()).collect();
    assert_eq!(stopped, [None, Some("time"), None]);
    assert_eq!((&rows[0]["grundy"], &rows[2]["grundy"]), (&1.into(), &1.into()));
    assert!(rows[1]["grundy"].is_null());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "chomplex: 1 of 3 rows stopped by the time limit\n");
}

#[test]
fn a_reader_that_goes_away() {
    for format in ["table", "csv", "jsonl"] {
        let mut child = start(&["-", "--format", format]);
        let _watchdog = Watchdog::over(&child);
        let mut input = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || while input.write_all(b"nim(1,2)\n").is_ok() {});
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("position"), "{line}");
        let output = patience::output(child);
        writer.join().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
    }
}

#[test]
fn a_file_has_all_rows_or_is_not_there() {
    let directory = directory("files");
    let file = directory.join("rows.csv");
    let path = file.to_str().unwrap();
    let output = feed(&["-", "-o", path], b"chain(1)\nchain(\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("chomplex: in standard input: line 2: this `(` is never closed\n"), "{message}");
    assert!(message.contains("The 1 row before are kept in "), "{message}");
    assert!(!file.exists());
    std::fs::remove_file(directory.join("rows.csv.journal")).unwrap();
    let output = feed(&["-", "-o", path], b"chain(\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0, "nothing is left behind");

    let output = feed(&["-", "-o", path], b"chain(1)\r\nchain(2)");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["chain(1),first,1,,,", "chain(2),first,2,,,"]);
    let output = feed(&["-", "-o", directory.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn lines_that_are_no_text() {
    let message = |input: &[u8]| {
        let output = feed(&["-", "--json"], input);
        assert_eq!((output.status.code(), rows(&output).len()), (Some(2), 1));
        String::from_utf8(output.stderr).unwrap()
    };
    let binary = message(b"chain(1)\nchain(\xff)\nchain(2)\n");
    assert_eq!(binary, "chomplex: in standard input: line 2: this is not text: byte 6 is 0xff\n");
    let long = message(&[b"chain(1)\n".to_vec(), vec![b'('; (1 << 20) + 1]].concat());
    assert_eq!(long, "chomplex: cannot read standard input: line 2 is longer than 1048576 bytes\n");
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_the_rows_so_far() {
    for (waiting, last) in [("", None), ("boundary(9)\n", Some("interrupt"))] {
        let mut child = start(&["-", "--json", "--threads", "1"]);
        let mut input = child.stdin.take().unwrap();
        write!(input, "chain(1)\nchain(2)\n{waiting}").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        patience::signal(&child, "-INT");
        let output = patience::output(child);
        assert_eq!(output.status.code(), Some(130));
        let rows = rows(&output);
        assert_eq!((&rows[0]["grundy"], &rows[1]["grundy"]), (&1.into(), &2.into()));
        assert_eq!(rows.get(2).and_then(|row| row["stopped_by"].as_str()), last);
        drop(input);
    }
}

/// Runs a survey to the end.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    command.arg("survey").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    patience::output(command.spawn().unwrap())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[cfg(unix)]
#[test]
fn after_a_sudden_end_it_goes_on() {
    let directory = directory("journal");
    let at_once = directory.join("at-once.csv");
    let survey = |file: &PathBuf| {
        let file = file.to_str().unwrap().to_owned();
        ["--graphs", "8", "--columns", "position,grundy,winning_move_count,faces", "-o", &file].map(str::to_owned)
    };
    let arguments = survey(&at_once);
    assert!(run(&arguments.each_ref().map(|argument| &**argument)).status.success());

    let file = directory.join("rows.csv");
    let journal = directory.join("rows.csv.journal");
    let arguments = survey(&file);
    let arguments = arguments.each_ref().map(|argument| &**argument);
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut before = 0;
    for _ in 0..3 {
        let mut child = start(&arguments);
        let _watchdog = Watchdog::over(&child);
        while lines() < before + 300 {
            assert!(child.try_wait().unwrap().is_none(), "it was to be killed before it ended");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!file.exists());
        before = lines();
    }
    // The last line may have been cut anywhere.
    let mut torn = std::fs::read(&journal).unwrap();
    torn.truncate(torn.len() - 5);
    std::fs::write(&journal, torn).unwrap();
    let output = run(&arguments);
    assert!(output.status.success());
    assert!(text(&output.stderr).ends_with(" rows are in the journal already\n"));
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&at_once).unwrap());
    assert!(!journal.exists());
}

#[test]
fn a_journal_is_used_only_for_its_survey() {
    let directory = directory("foreign");
    let file = directory.join("rows.csv");
    let journal = directory.join("rows.csv.journal");
    let survey = |n: &str| {
        let output = run(&["path(n)", "--for", n, "-o", file.to_str().unwrap()]);
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let title = |of: &str| {
        let survey =
            format!("\"of\":\"{of}\",\"outcome_only\":false,\"winning_move_count\":false,\"group_order\":false");
        format!("{{\"survey\":{{{survey},\"seconds_per_row\":null,\"format\":2}}}}\n")
    };
    std::fs::write(&journal, title("path(n) for n=1..5")).unwrap();
    let (code, message) = survey("n=1..4");
    assert_eq!(code, Some(2));
    assert!(message.contains("it belongs to another survey: {\"survey\":{\"of\":\"path(n) for n=1..5\""), "{message}");
    std::fs::write(&journal, title("path(n) for n=1..4") + "{\"position\":3}\n").unwrap();
    let (code, message) = survey("n=1..4");
    assert_eq!(code, Some(2));
    assert!(message.contains("row 1 is damaged: it is no row"), "{message}");
    // The rows of a journal must match those of the source, which may have changed.
    let row = "{\"n\":1,\"position\":\"path(7)\",\"outcome\":\"first\",\"grundy\":1,\"elements\":13,\"faces\":[7,6]}\n";
    std::fs::write(&journal, title("path(n) for n=1..4") + row).unwrap();
    let (code, message) = survey("n=1..4");
    assert_eq!(code, Some(2));
    assert!(message.contains("has `path(7)` where path(n) for n=1..4 now has `path(1)`"), "{message}");
    std::fs::remove_file(&journal).unwrap();
    assert_eq!(survey("n=1..4"), (Some(0), String::new()));
}

#[test]
fn bad_lines_are_passed_over_and_counted() {
    let output = feed(&["-", "--json", "--skip-bad-lines"], b"chain(1)\nchain(\n# a comment\nnonsense\nchain(2)\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(rows(&output).iter().map(|row| row["grundy"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert_eq!(text(&output.stderr), "chomplex: skipped 2 lines that are not positions\n");
}

#[test]
fn a_row_has_its_own_time() {
    let lines = b"path(9)\nboundary(9)\nwheel(6)\n";
    let output = feed(&["-", "--json", "--time-per-row", "2s", "--threads", "1"], lines);
    assert_eq!(output.status.code(), Some(3));
    let stopped: Vec<Option<String>> =
        rows(&output).iter().map(|row| row["stopped_by"].as_str().map(str::to_owned)).collect();
    assert_eq!(stopped, [None, Some("time".to_owned()), None]);
}

#[test]
fn expectations_decide_the_exit_code() {
    let output = run(&["cycle(n)", "--for", "n=3..60", "--expect", "grundy == 0"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "`grundy == 0` holds for all 58 rows.\n"));
    let output = run(&["path(n)", "--for", "n=3..9", "--expect", "grundy == 1", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expectation = &found["expectation"];
    assert_eq!((&expectation["holds"], &expectation["fails"]), (&4.into(), &3.into()));
    assert_eq!(expectation["counterexamples"], serde_json::json!(["path(4)", "path(6)", "path(8)"]));
    let output = run(&["path(n)", "--for", "n=3..9", "--expect", "grundy == 1", "--stop", "--threads", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "`grundy == 1` fails for 1 of 2 rows:\n  path(4)  grundy 2\nStopped at the first counterexample; the rows after it were not tested.\n";
    assert_eq!(text(&output.stdout), expected);
    // The first counterexample is the last row, however many rows are ready together.
    let output = run(&["path(n)", "--for", "n=3..900", "--expect", "grundy == 1", "--stop", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expectation = &found["expectation"];
    assert_eq!(
        (&expectation["holds"], &expectation["fails"], &expectation["stopped"]),
        (&1.into(), &1.into(), &true.into())
    );
    let output = run(&["path(n)", "--for", "n=3..9", "--expect", "grandy == 1"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn pictures_are_drawn() {
    let directory = directory("pictures");
    let picture = directory.join("picture.svg");
    let draw = |arguments: &[&str]| {
        let output = run(&[arguments, &["--plot", picture.to_str().unwrap(), "--summary"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        std::fs::read_to_string(&picture).unwrap()
    };
    assert_eq!(draw(&["path(n)", "--for", "n=1..30"]).matches("<circle").count(), 30);
    assert_eq!(draw(&["gmk(3,m,k)", "--for", "m=0..5", "--for", "k=0..4"]).matches("<title>k = ").count(), 30);
    assert_eq!(draw(&["--graphs", "4"]).matches("<title>Grundy value ").count(), 4);
    let output = run(&["hairball(n;a;b)", "--for", "n=3", "--for", "a=1", "--for", "b=1", "--plot", "x.svg"]);
    assert_eq!(output.status.code(), Some(2));
}

/// When the time is up, no more rows are started; finished rows are kept, and the next run
/// continues after them.
#[test]
fn time_ends_a_survey() {
    let output = run(&["--graphs", "9", "--time", "1s", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let message = text(&output.stderr);
    assert!(message.contains("stopped by the time limit after"), "{message}");
    let file = directory("timed").join("rows.csv");
    let arguments = ["path(n)", "--for", "n=1..4", "-o", file.to_str().unwrap()];
    let output = run(&[&arguments[..], &["--time", "0s"]].concat());
    assert_eq!(output.status.code(), Some(3));
    assert!(!file.exists() && text(&output.stderr).contains("the same command goes on from there"));
    assert_eq!(run(&arguments).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 5);
}

#[test]
fn only_rows_are_replaced() {
    let file = directory("replaced").join("thesis.txt");
    std::fs::write(&file, "My thesis\n").unwrap();
    let arguments = ["path(n)", "--for", "n=1..4", "-o", file.to_str().unwrap()];
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("choose another file, or replace it with `--force`"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "My thesis\n");
    assert_eq!(run(&[&arguments[..], &["--force"]].concat()).status.code(), Some(0));
    // A survey may replace the file of another survey.
    assert_eq!(run(&arguments).status.code(), Some(0));
}
