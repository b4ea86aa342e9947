//! Commands keep their budgets: time, measured as processor time, and memory, measured by the
//! system.

#![cfg(target_os = "linux")]

mod child;

use std::time::Duration;

use serde_json::Value;

/// The JSON that a command prints, and the processor time it used. It must end by itself, answered
/// or stopped.
fn run(arguments: &[&str]) -> (Value, Duration) {
    let ended = child::run(&[arguments, &["--json"]].concat());
    assert!(matches!(ended.code, Some(0 | 3)), "{arguments:?}: {ended:?}");
    (serde_json::from_str(&ended.stdout).unwrap(), ended.worked)
}

/// Positions that spend their time in different places: the search with each kernel, the labelling,
/// the proof, the sweep.
const LONG: [&[&str]; 8] = [
    &["solve", "boundary(7)"],
    &["solve", "subsets(9,4)"],
    &["solve", "star(200)", "--outcome"],
    &["solve", "complete(10)"],
    &["solve", "chomp(12,12)"],
    &["explain", "path(100)"],
    &["count", "classes", "antichain(300)"],
    &["count", "linear-extensions", "product(chain(6),product(chain(6),chain(6)))"],
];

#[test]
fn time_is_kept() {
    for arguments in LONG {
        let (answer, time) = run(&[arguments, &["--time", "500ms"]].concat());
        // Half a second on each of the threads, as much again to stop, and the start of the
        // program.
        assert!(time < Duration::from_secs(5), "{arguments:?} worked {time:?}");
        assert!(answer["stopped_by"] == "time" || answer["stopped_by"].is_null(), "{arguments:?}: {answer}");
    }
}

#[test]
fn memory_is_kept() {
    for arguments in LONG.iter().filter(|arguments| arguments[0] == "solve") {
        let (answer, _) = run(&[arguments, &["--memory", "24MiB", "--time", "4s"][..]].concat());
        let peak = answer["stats"]["peak_bytes"].as_u64().unwrap();
        // The tables take 24 MiB. The program takes some more, and it is asked to stop at 32 MiB
        // beyond the limit.
        assert!(peak < (24 + 32) << 20, "{arguments:?} held {peak} bytes");
    }
}

/// Results under a tight budget are the same as without one.
#[test]
fn small_positions_need_little() {
    for (position, value) in [("chomp(5,5)", 6), ("boundary(5)", 0), ("petersen", 2), ("zigzag-n(12)", 16)] {
        let (answer, _) = run(&["solve", position, "--memory", "16MiB"]);
        assert_eq!(answer["grundy"], value, "{position}");
    }
}
