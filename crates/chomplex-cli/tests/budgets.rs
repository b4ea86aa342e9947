//! Every command keeps its budget on any input, and stops when asked to.
//!
//! The commands are read from the program's help, so a new command fails here until it has a case.
//! Each case runs on the inputs of [`nasty`] with a limit of a second and 64 MiB, and again with a
//! signal after half a second. Every day a part of all pairs is run, in which each case and each
//! input occurs; `make slow` runs all of them.

#![cfg(target_os = "linux")]

mod child;
mod nasty;
mod patience;
mod serving;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value, json};

use self::child::{Ended, run, start_with};
use self::nasty::{Input, inputs};
use self::serving::Server;

/// The cases: a command line in which POSITION is an input, LINES a file with the input in each of
/// three lines, CERTIFICATE a proof, DIR a new directory, and FILE a file in it.
const CASES: [&str; 33] = [
    "solve POSITION",
    "solve POSITION --outcome --certificate FILE",
    "explain POSITION --lemmas all",
    "reduce POSITION",
    "moves POSITION",
    "play POSITION",
    "canon POSITION --all",
    "canon POSITION POSITION",
    "convert POSITION --to expression",
    "convert POSITION --to json -o FILE",
    "convert POSITION --to dot",
    "count linear-extensions POSITION --explain",
    "count linear-extensions POSITION --probabilities",
    "count linear-extensions POSITION --approximate 0.1",
    "count linear-extensions POSITION --checkpoints DIR",
    "count positions POSITION",
    "count classes POSITION",
    "count classes POSITION --checkpoints DIR",
    "sample linear-extensions POSITION -n 1000000",
    "draw POSITION --values",
    "draw POSITION --format png -o FILE",
    "survey LINES",
    "survey LINES --columns position,grundy,winning_move_count,group_order -o FILE --format csv",
    "tablebase probe POSITION",
    "check CERTIFICATE --position POSITION",
    "survey --graphs 9 --summary",
    "table subsets --max-n 12",
    "tablebase build 7 --tablebase DIR",
    "tablebase verify 6 --positions 100000000",
    "tablebase stats 6",
    "rules",
    "completions bash",
    "man",
];

/// What is typed into a game.
const TYPED: &str = "hint\n";

const MEBIBYTE: u64 = 1 << 20;

/// A second for the work, a second to stop, and some for reading, starting and an unoptimised
/// build; on each thread. The guard and the signal handler have threads of their own.
const MOST_WORK: Duration = Duration::from_millis(2500);

/// For the work after a signal.
const MOST_WORK_TO_STOP: Duration = Duration::from_millis(3000);

/// The most memory a program may hold: what it may spend, and as much again for itself. A command
/// without a limit on memory holds a position and its text, several times.
const MOST_MEMORY: [u64; 2] = [128 * MEBIBYTE, 192 * MEBIBYTE];

/// How a program is ended.
#[derive(Clone, Copy, Debug)]
enum End {
    /// By its limits.
    Limits,
    /// By this signal after half a second.
    Signal(i32),
}

/// A case, an input and an end.
struct Trial<'a> {
    case: &'static str,
    input: &'a Input,
    end: End,
}

/// The help of a command, with all options.
fn help(command: &str) -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let ask = || run(&command.split_whitespace().chain(["--help"]).collect::<Vec<_>>()).stdout;
    KNOWN.lock().unwrap().entry(command.to_owned()).or_insert_with(ask).clone()
}

/// All commands that do something themselves, from the help.
fn commands(above: &str) -> BTreeSet<String> {
    let help = help(above);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let all: BTreeSet<String> =
        names.filter(|name| *name != "help").flat_map(|name| commands(format!("{above} {name}").trim())).collect();
    if all.is_empty() { BTreeSet::from([above.to_owned()]) } else { all }
}

/// The command of a case.
fn command_of(case: &str) -> String {
    let words = if case.starts_with("tablebase") { 2 } else { 1 };
    case.split(' ').take(words).collect::<Vec<_>>().join(" ")
}

/// Whether a case can be run with `--json`.
fn prints_json(case: &str, help: &str) -> bool {
    help.contains("--json") && !case.contains("csv")
}

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budgets").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// A small certificate.
fn certificate(directory: &Path) -> String {
    let path = directory.join("petersen.cert").display().to_string();
    assert_eq!(run(&["solve", "petersen", "--certificate", &path]).code, 0);
    path
}

/// Where the trials of a test take place.
struct Ground {
    directory: PathBuf,
    certificate: String,
    count: AtomicUsize,
}

impl Ground {
    fn new(directory: PathBuf) -> Self {
        Ground { certificate: certificate(&directory), directory, count: AtomicUsize::new(0) }
    }

    /// Runs a trial and checks everything about it.
    fn run(&self, trial: &Trial<'_>) {
        let Trial { case, input, end } = trial;
        let own = self.directory.join(self.count.fetch_add(1, Relaxed).to_string());
        fs::create_dir(&own).unwrap();
        let lines = own.join("lines");
        fs::write(&lines, format!("{}\n", input.line).repeat(3)).unwrap();
        let (directory, file) = (own.join("directory"), own.join("file"));
        let own_word = |word: &str| match word {
            "POSITION" => input.argument.clone(),
            "LINES" => lines.display().to_string(),
            "CERTIFICATE" => self.certificate.clone(),
            "DIR" => directory.display().to_string(),
            "FILE" => file.display().to_string(),
            word => word.to_owned(),
        };
        let mut arguments: Vec<String> = case.split(' ').map(own_word).collect();
        let help = help(&command_of(case));
        let has = |option: &str| help.split_whitespace().any(|word| word == option);
        let mut add = |option: &[&str]| {
            if has(option[0]) {
                arguments.extend(option.iter().map(|&word| word.to_owned()));
            }
        };
        add(&["--threads", "2"]);
        if prints_json(case, &help) {
            add(&["--json"]);
        }
        if let End::Limits = end {
            add(&["--time", "1s"]);
        }
        add(&["--memory", "64MiB"]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let what = format!("`{case}` with {} until {end:?}", input.name);

        let child = start_with(&arguments, &TYPED.repeat(if let End::Limits = end { 1 } else { 1000 }));
        let most_work = match end {
            End::Limits if has("--threads") => 2 * MOST_WORK,
            End::Limits => MOST_WORK,
            End::Signal(number) => {
                let listens = child.until_it_listens();
                std::thread::sleep(Duration::from_millis(if listens { 500 } else { 0 }));
                let before = if child.is_over() { Duration::ZERO } else { child.worked() };
                child.signal(*number);
                before + MOST_WORK_TO_STOP
            }
        };
        let ended = child.wait();
        assert!(ended.worked < most_work, "{what} worked {:?}", ended.worked);
        let most_memory = MOST_MEMORY[usize::from(!has("--memory"))];
        assert!(ended.peak < most_memory, "{what} held {} MiB", ended.peak / MEBIBYTE);
        Ground::check_answer(&what, case, *end, &ended);
        check_file(&what, &file);
        fs::remove_dir_all(own).unwrap();
    }

    /// Checks the exit code, and that the output is an answer, a partial answer, or says why there
    /// is none.
    fn check_answer(what: &str, case: &str, end: End, ended: &Ended) {
        let Ended { code, stdout, stderr, .. } = ended;
        let shown = || {
            let start = |text: &str| text.chars().take(500).collect::<String>();
            format!("{what}: exit code {code}, {:?}, {:?}", start(stdout), start(stderr))
        };
        assert!(!stderr.contains("panicked"), "{}", shown());
        // Drawing pixels is the work of another library, which knows no budget.
        let is_ended_by_guard = stderr.contains("in the middle of a step") && !stderr.contains("memory limit");
        assert!(!is_ended_by_guard || case.contains("png"), "{}", shown());
        let mut values: Vec<Value> = Vec::new();
        if prints_json(case, &help(&command_of(case))) {
            for value in serde_json::Deserializer::from_str(stdout).into_iter() {
                values.push(value.unwrap_or_else(|error| panic!("{error}: {}", shown())));
            }
        }
        match (code, end) {
            (0, _) => {}
            (1, _) => assert!(case.starts_with("check"), "{}", shown()),
            (2, _) => assert!(stdout.is_empty() && stderr.starts_with("chomplex: "), "{}", shown()),
            (3, _) | (130, End::Signal(libc::SIGINT)) | (143, End::Signal(libc::SIGTERM)) => {
                let is_told =
                    stderr.contains("stopped by") || values.iter().any(|value| value["stopped_by"].is_string());
                assert!(is_told || ended.is_killed, "{}", shown());
            }
            _ => panic!("{}", shown()),
        }
        if *code == 130 && !ended.is_killed {
            assert!(stderr.contains("stopping; press Ctrl-C again to quit now"), "{}", shown());
        }
    }
}

/// Checks that a file is complete or not there, and that nothing else is left behind.
fn check_file(what: &str, file: &Path) {
    for entry in fs::read_dir(file.parent().unwrap()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".part"), "{what} leaves {name}");
    }
    let Ok(content) = fs::read(file) else { return };
    if what.contains("--certificate") {
        assert!(chomplex_check::check(&content[..]).is_ok(), "{what}");
    } else if what.contains("png") {
        assert!(content.ends_with(b"IEND\xaeB`\x82"), "{what}");
    } else if what.contains("--to json") {
        assert!(serde_json::from_slice::<Value>(&content).is_ok(), "{what}");
    }
}

/// Runs trials, two at a time.
fn run_all(ground: &Ground, trials: Vec<Trial<'_>>) {
    let trials = Mutex::new(trials.into_iter());
    let next = || trials.lock().unwrap().next();
    std::thread::scope(|scope| {
        let handles = [(); 2].map(|()| scope.spawn(|| std::iter::from_fn(next).for_each(|trial| ground.run(&trial))));
        for handle in handles {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// The number of a case's inputs on an ordinary day.
const EACH: usize = 2;

/// Trials for each case and its inputs, which begin at another place for each case. A case without
/// an input is run once.
fn trials<'a>(inputs: &'a [Input], each: usize, shift: usize, end: impl Fn(usize) -> Vec<End>) -> Vec<Trial<'a>> {
    let of_case = |(i, &case): (usize, &&'static str)| -> Vec<Trial<'a>> {
        let takes_input = case.contains("POSITION") || case.contains("LINES");
        let inputs =
            (0..if takes_input { each } else { 1 }).map(|j| (j, &inputs[(EACH * i + shift + j) % inputs.len()]));
        inputs.flat_map(|(j, input)| end(j).into_iter().map(move |end| Trial { case, input, end })).collect()
    };
    CASES.iter().enumerate().flat_map(of_case).collect()
}

#[test]
fn every_command_has_a_case() {
    let mut cases: BTreeSet<String> = CASES.iter().map(|case| command_of(case)).collect();
    // It has tests of its own below.
    cases.insert("serve".to_owned());
    assert_eq!(commands(""), cases);
}

#[test]
fn time_and_memory_are_kept() {
    let ground = Ground::new(directory("limits"));
    run_all(&ground, trials(&inputs(&ground.directory), EACH, 0, |_| vec![End::Limits]));
}

#[test]
fn signals_end_commands() {
    let ground = Ground::new(directory("signals"));
    let end = |j: usize| vec![End::Signal([libc::SIGINT, libc::SIGTERM][j % 2])];
    run_all(&ground, trials(&inputs(&ground.directory), EACH, 7, end));
}

#[test]
#[ignore = "slow"]
fn every_case_on_every_input() {
    let ground = Ground::new(directory("all"));
    let inputs = inputs(&ground.directory);
    let end = |_| vec![End::Limits, End::Signal(libc::SIGINT), End::Signal(libc::SIGTERM)];
    run_all(&ground, trials(&inputs, inputs.len(), 0, end));
}

/// The routes of the server that take a game.
const ROUTES: [&str; 6] = ["board", "picture", "solve", "explain", "reply", "certificate"];

/// A server answers within its limits, or refuses.
#[test]
fn the_server_keeps_its_limits() {
    let inputs = inputs(&directory("server"));
    let mut server = Server::start(&["--time", "1s", "--memory", "64MiB", "--threads", "2"]);
    for (i, route) in ROUTES.iter().enumerate() {
        for input in inputs.iter().cycle().skip(3 * i).take(4) {
            let answer = server.post(&format!("/api/v2/{route}"), &json!({ "position": input.line }));
            let is_refused = (400..500).contains(&answer.status) && answer.body.starts_with(b"{");
            assert!(answer.status == 200 || is_refused, "/{route} with {}: {}", input.name, answer.status);
        }
    }
    server.signal("-TERM");
    assert_eq!(server.wait(), Some(143));
}

/// A position decided by a theorem needs no labelling.
#[test]
fn theorems_come_before_symmetries() {
    for (position, value) in [("star(1023)", 2), ("ordinal(antichain(1024),antichain(1024))", 0)] {
        let ended = run(&["solve", position, "--time", "20s", "--json"]);
        let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!((&answer["grundy"], ended.code), (&Value::from(value), 0), "{position}");
    }
}

#[test]
fn what_will_not_fit_is_refused_at_once() {
    let ended = run(&["count", "positions", "boolean(8)", "--memory", "3GiB"]);
    assert_eq!(ended.code, 3);
    // Two seconds in an optimised build.
    assert!(ended.worked < Duration::from_secs(20), "{:?}", ended.worked);
    let ended = run(&["count", "linear-extensions", "gridgraph(6,6)", "--probabilities", "--memory", "200MiB"]);
    assert!(ended.code == 3 && ended.peak < 264 * MEBIBYTE, "{ended:?}");
    let picture = directory("wide").join("wide.png");
    let arguments = ["draw", "petersen", "--width", "10000", "-o", picture.to_str().unwrap(), "--memory", "32MiB"];
    let ended = run(&arguments);
    assert!(ended.code == 3 && ended.peak < 96 * MEBIBYTE, "{ended:?}");
    assert!(ended.stderr.contains("--width") && !picture.exists(), "{}", ended.stderr);
}

/// The tables of a search take no more than they may.
#[test]
fn searches_keep_their_memory() {
    for position in ["boundary(7)", "subsets(9,4)", "complete(10)", "chomp(12,12)"] {
        let ended = run(&["solve", position, "--memory", "24MiB", "--time", "4s", "--json"]);
        assert!(matches!(ended.code, 0 | 3), "{position}: {ended:?}");
        let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
        let peak = answer["stats"]["peak_bytes"].as_u64().unwrap();
        // The tables take 24 MiB. The program takes some more, and it is asked to stop at 32 MiB
        // beyond the limit.
        assert!(peak < (24 + 32) << 20, "{position} held {peak} bytes");
    }
}

/// Results under a tight budget are the same as without one.
#[test]
fn small_positions_need_little() {
    for (position, value) in [("chomp(5,5)", 6), ("boundary(5)", 0), ("petersen", 2), ("zigzag-n(12)", 16)] {
        let ended = run(&["solve", position, "--memory", "16MiB", "--json"]);
        let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!((&answer["grundy"], ended.code), (&Value::from(value), 0), "{position}");
    }
}

/// Checking a certificate stops too.
#[test]
fn a_check_keeps_its_time() {
    let path = directory("check").join("boundary.cert").display().to_string();
    assert_eq!(run(&["solve", "boundary(6)", "--certificate", &path]).code, 0);
    let ended = run(&["check", &path, "--time", "0s"]);
    assert_eq!((ended.code, &*ended.stdout), (3, ""));
    assert!(ended.stderr.contains("not checked: stopped by the time limit"), "{}", ended.stderr);
    assert_eq!(run(&["check", &path, "--time", "5m", "--memory", "1GiB"]).code, 0);
}

#[test]
fn a_table_has_a_time_for_all_and_one_for_each() {
    let ended = run(&["table", "subsets", "--max-n", "9", "--time", "0s"]);
    assert_eq!(ended.code, 3);
    assert!(ended.stdout.contains('?'), "{}", ended.stdout);
    assert_eq!(run(&["table", "subsets", "--max-n", "5", "--time-per-entry", "1m"]).code, 0);
}

/// A signal while the server works ends it, and its work.
#[test]
fn a_signal_ends_a_working_server() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut server = Server::start(&["--memory", "64MiB"]);
        let stream = server.open("/api/v2/solve", &json!({ "position": "boundary(8)", "time": 60 }));
        std::thread::sleep(Duration::from_millis(500));
        server.signal(name);
        assert_eq!(server.wait(), Some(code));
        drop(stream);
    }
}
