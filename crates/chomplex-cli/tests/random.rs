//! Random linear extensions on the command line: pictures, streams, interruptions.

mod patience;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use patience::Watchdog;
use serde_json::Value;

fn chomplex(arguments: &[&str]) -> Command {
    let mut command = patience::interruptible();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn a_plot_is_a_picture_of_all_pairs() {
    let directory = directory("plots");
    for (position, elements) in [("poset[a<b, c]", 3), ("product(chain(6),chain(10))", 60), ("antichain(1)", 1)] {
        let file = directory.join("plot.svg");
        let arguments = ["count", "linear-extensions", position, "--plot", file.to_str().unwrap()];
        assert!(chomplex(&arguments).output().unwrap().status.success());
        let svg = std::fs::read_to_string(&file).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        // One title is that of the picture.
        assert_eq!(svg.matches("<title>").count(), elements * (elements - 1) + 1, "{position}");
        assert_eq!(svg.matches("rotate(-90").count(), elements, "{position}");
    }
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn a_plot_that_cannot_be_is_not_there() {
    let directory = directory("no-plots");
    let file = directory.join("plot.svg");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "precious").unwrap();
    let stopped = ["count", "linear-extensions", "boolean(6)", "--plot", path, "--time", "0s"];
    assert_eq!(chomplex(&stopped).output().unwrap().status.code(), Some(3));
    let nowhere = directory.join("nowhere/plot.svg");
    let missing = ["count", "linear-extensions", "boolean(6)", "--plot", nowhere.to_str().unwrap()];
    assert_eq!(chomplex(&missing).output().unwrap().status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1, "nothing else is left behind");
}

/// Pairs and ranks as a program reads them: the fractions of JSON and CSV agree.
#[test]
fn json_and_csv_agree() {
    let ask = |form: &[&str]| {
        let arguments = [&["count", "linear-extensions", "chomp(3,3) + chain(2)", "--probabilities"], form].concat();
        let output = chomplex(&arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let json: Value = serde_json::from_str(&ask(&["--json"])).unwrap();
    let csv = ask(&["--format", "csv"]);
    let quoted = |name: &Value| match name.as_str().unwrap() {
        name if name.contains([',', '"']) => format!("\"{}\"", name.replace('"', "\"\"")),
        name => name.to_owned(),
    };
    let fraction =
        |value: &Value| format!("{},{}", value["numerator"].as_str().unwrap(), value["denominator"].as_str().unwrap());
    let mut found = 0;
    for pair in json["pairs"].as_array().unwrap() {
        let line = format!("before,{},{},,{},", quoted(&pair["element"]), quoted(&pair["other"]), fraction(pair));
        assert!(csv.lines().any(|row| row.starts_with(&line)), "{line}");
        found += 1;
    }
    for element in json["ranks"].as_array().unwrap() {
        let name = quoted(&element["element"]);
        for place in element["distribution"].as_array().unwrap() {
            let line = format!("rank,{name},,{},{},", place["rank"], fraction(place));
            assert!(csv.lines().any(|row| row.starts_with(&line)), "{line}");
            found += 1;
        }
        let line = format!("mean,{name},,,{},", fraction(&element["mean"]));
        assert!(csv.lines().any(|row| row.starts_with(&line)), "{line}");
    }
    assert!(found > 80, "{found}");
}

#[test]
fn samples_stream_and_end_when_nobody_reads() {
    let mut child =
        chomplex(&["sample", "linear-extensions", "boolean(4)", "-n", "1000000000", "--seed", "1"]).spawn().unwrap();
    let _watchdog = Watchdog::over(&child);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..1000 {
        assert_eq!(lines.next().unwrap().unwrap().split(' ').count(), 16);
    }
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_a_stream_of_samples() {
    let mut child =
        chomplex(&["sample", "linear-extensions", "boolean(4)", "-n", "1000000000", "--seed", "1"]).spawn().unwrap();
    let _watchdog = Watchdog::over(&child);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().is_some());
    patience::signal(&child, "-INT");
    // All printed lines are complete.
    assert!(lines.all(|line| line.unwrap().split(' ').count() == 16));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
