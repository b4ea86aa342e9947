//! Surveys in a pipe: rows come early, in order, and what ends the work ends it cleanly.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chomplex"));
    command.arg("survey").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    // A reader that has enough closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn rows(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An empty directory of its own for a test.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("survey").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn rows_come_before_the_input_ends() {
    let mut child = start(&["-", "--json"]);
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
    // Of these rows some take a thousand times as long as others.
    let lines: String = (0..300).map(|n| format!("path({}) + nim({n})\nsubsets({},3)\n", n % 9, n % 6)).collect();
    let one = feed(&["-", "--json", "--threads", "1"], lines.as_bytes());
    let four = feed(&["-", "--json", "--threads", "4"], lines.as_bytes());
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(rows(&one).len(), 600);
    assert_eq!(one.stdout, four.stdout);
}

/// What cannot be decided is marked, and the others are decided all the same.
#[test]
fn a_row_out_of_reach_does_not_stop_the_rest() {
    let output = feed(&["-", "--json", "--time", "1s", "--threads", "2"], b"path(9)\nboundary(9)\nwheel(6)\n");
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
        let mut input = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || while input.write_all(b"nim(1,2)\n").is_ok() {});
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("position"), "{line}");
        let output = child.wait_with_output().unwrap();
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
    assert_eq!(binary, "chomplex: in standard input: line 2: this is no text: byte 6 is 0xff\n");
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
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let rows = rows(&output);
        assert_eq!((&rows[0]["grundy"], &rows[1]["grundy"]), (&1.into(), &2.into()));
        assert_eq!(rows.get(2).and_then(|row| row["stopped_by"].as_str()), last);
        drop(input);
    }
}
