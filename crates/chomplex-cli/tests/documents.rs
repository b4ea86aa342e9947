//! The documents are accurate: figures, commands, links and tables.

mod figures;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chomplex::budget::Budget;
use chomplex::report::words::thousands;
use chomplex::tablebase::Tablebase;
use figures::{assert_figures, documents, read, repository};

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

/// Runs a command that succeeds and prints JSON.
fn json(arguments: &[&str]) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(arguments).arg("--json").output().unwrap();
    let Output { status, stdout, stderr } = output;
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

/// The number of positions that a search on one thread examines, the number of steps in the
/// certificate, and its size in kB.
fn search(expression: &str, rules_off: &[&str]) -> [String; 3] {
    let name = expression.replace(['(', ')', ','], "-");
    let certificate = directory(&format!("certificate-{name}")).join("proof.cert");
    let file = certificate.to_str().unwrap();
    let mut solve = vec!["solve", expression, "--threads", "1", "--no-tablebase", "--certificate", file];
    solve.extend(rules_off.iter().flat_map(|rule| ["--no-rule", rule]));
    let positions = json(&solve)["stats"]["positions"].as_u64().unwrap();
    let steps = json(&["check", file])["steps"].as_u64().unwrap();
    let bytes = fs::metadata(file).unwrap().len();
    let size = if bytes < 10_000 { format!("{:.1}", bytes as f64 / 1e3) } else { thousands((bytes + 500) / 1000) };
    [thousands(positions), thousands(steps), size]
}

#[test]
fn searches_and_their_certificates() {
    for expression in ["petersen", "wheel(9)", "boundary(6)", "subsets(6,4)"] {
        let figures = search(expression, &[]);
        let by = if expression == "petersen" { ", by theorems" } else { "" };
        assert_figures(
            "docs/formats/certificate.md",
            &format!("| `{expression}`{by} | {{}} | {{}} | {{}} |"),
            &figures,
        );
        if expression == "boundary(6)" {
            let sentence = "For `boundary(6)` the search looks at {} positions, and the proof has {} steps.";
            assert_figures("ARCHITECTURE.md", sentence, &figures[..2]);
        }
    }
    let wheels = [15, 23].map(|spokes| {
        let answer = json(&["solve", &format!("wheel({spokes})"), "--threads", "1"]);
        thousands(answer["stats"]["positions"].as_u64().unwrap())
    });
    assert_figures("BENCHMARKS.md", "by `solve`, one thread | {}, {}, 82,858 and 761,441 |", &wheels);
    let nine = "complex[01 02 03 04 05 06 12 13 14 15 23 24 35 46]";
    assert_figures("BENCHMARKS.md", "| the position of value 9 | {} |", &search(nine, &[])[..1]);
}

#[test]
#[ignore = "takes some seconds and 16 MB: long proofs"]
fn long_searches_and_their_certificates() {
    let chomp = search("chomp(8,10)", &[]);
    assert_figures("docs/formats/certificate.md", "| `chomp(8,10)` | {} | {} | {} |", &chomp);
    let rules = json(&["rules"]);
    let rules = rules["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap());
    let but_components: Vec<&str> = rules.filter(|id| *id != "components").collect();
    let path = search("path(100)", &but_components);
    assert_figures("ARCHITECTURE.md", "the certificate for `path(100)` has {} steps", &path[1..2]);
}

/// The tables for few vertices are built here; the one for seven is measured in `make slow`.
#[test]
fn tablebases() {
    let (mut classes, mut sizes) = (Vec::new(), Vec::new());
    for n in 0..=6 {
        // Each has its own directory: programs started by other tests may briefly hold the lock of
        // the last one.
        let here = directory(&format!("tablebase-{n}"));
        let table = Tablebase::build(&here, n, &Budget::default(), |_| ()).unwrap();
        classes.push(thousands(table.classes()));
        if n >= 4 {
            let stats = table.stats();
            sizes.extend([table.len(), stats.histogram()[0], stats.largest().0.into()].map(thousands));
        }
    }
    let sentence = "| 4 | {} | {} | {} | | 5 | {} | {} | {} | | 6 | {} | {} | {} | | 7 | 664,233,608 |";
    assert_figures("docs/formats/tablebase.md", sentence, &sizes);
    let sentence = "| classes | {} | {} | {} | {} | {} | {} | {} | 490,013,147 |";
    assert_figures("docs/formats/tablebase.md", sentence, &classes);
}

/// Every document that gives the memory for the table of seven vertices gives the measured value.
#[test]
fn memory_for_seven_vertices() {
    let gibibytes = chomplex::layers::grundy_memory() as f64 / f64::from(1 << 30);
    assert!((5.0..5.2).contains(&gibibytes), "{gibibytes}");
    for (document, sentence) in [
        ("BENCHMARKS.md", "1,157 of the processors) | {} GiB, 664,233,608 bytes on disk |"),
        ("RESULTS.md", "it takes some ten minutes, {} GiB of memory and 0.7 GB of disk."),
        ("docs/tablebase.md", "The build for seven vertices takes {} GiB of memory."),
        ("crates/chomplex-cli/src/command/tablebase/build.rs", "quickest with {} GiB of memory"),
        ("crates/chomplex-cli/src/command/table.rs", "it takes some ten minutes, {} GiB of memory and 0.7 GB of disk."),
    ] {
        assert_figures(document, sentence, &["5.2".to_owned()]);
    }
}

/// The limits given on the pages of the formats.
#[test]
fn limits_of_formats() {
    use chomplex::family::error::MAX_COVERS;
    use chomplex::family::vertex::MAX_VERTEX_NAME;
    use chomplex::format::{MAX_TEXT, error::MAX_DEPTH, matrix::MAX_ROWS};
    use chomplex::poset::MAX_ELEMENTS;
    let (expression, numbers) =
        ("docs/formats/expression.md", |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>());
    assert_figures(expression, "more than {} elements or {} covers is refused", &numbers(&[MAX_ELEMENTS, MAX_COVERS]));
    assert_figures(expression, "nest up to {} deep and have up to {} MiB", &numbers(&[MAX_DEPTH, MAX_TEXT >> 20]));
    assert_figures(expression, "by {} of them at most", &numbers(&[MAX_VERTEX_NAME]));
    assert_figures("docs/formats/matrix.md", "A matrix has at most {} lines.", &numbers(&[MAX_ROWS]));
}

/// What `--help` prints for a command.
fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chomplex")).args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of the commands that `--help` lists, for the program or for a command.
fn commands(of: &[&str]) -> Vec<String> {
    let text = help(of);
    let lines = text.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    // Descriptions continue on lines that are indented further.
    let named = lines.filter(|line| !line.starts_with("   "));
    named
        .map(|line| line.split_whitespace().next().unwrap_or_default().to_owned())
        .filter(|name| name != "help")
        .collect()
}

/// The README says that every command that prints an answer takes `--json`, and every long
/// computation `--time` and `--memory`.
#[test]
fn options_of_all_commands() {
    let prints_no_answer = ["completions", "man", "serve"];
    let takes_no_time = ["convert", "rules", "completions", "man", "tablebase stats", "tablebase probe"];
    let mut names = commands(&[]);
    assert!(names.len() > 15, "{names:?}");
    names.retain(|name| name != "tablebase");
    names.extend(commands(&["tablebase"]).iter().map(|name| format!("tablebase {name}")));
    for name in &names {
        let text = help(&name.split(' ').collect::<Vec<_>>());
        let takes = |option: &str| text.lines().any(|line| line.trim_start().starts_with(option));
        assert!(takes("--json") || prints_no_answer.contains(&name.as_str()), "{name} has no --json");
        if !takes_no_time.contains(&name.as_str()) {
            assert!(takes("--time "), "{name} has no --time");
            // A game against the program ends when the player wants.
            assert!(takes("--memory ") || name == "play", "{name} has no --memory");
        }
    }
}

/// The headings of `ARCHITECTURE.md` name the modules of the library in the order of `lib.rs`.
#[test]
fn modules_in_their_order() {
    let library = read("crates/chomplex/src/lib.rs");
    let module = |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
    let modules: Vec<String> = library.lines().filter_map(module).collect();
    let text = read("ARCHITECTURE.md");
    let headings = text.lines().filter(|line| line.starts_with("## "));
    let quoted = headings.flat_map(|heading| heading.split('`').skip(1).step_by(2));
    let names = quoted.map(|name| name.trim_end_matches('/').to_owned());
    assert_eq!(names.collect::<Vec<_>>(), modules);
}

/// Where the files of the repository are on the web.
const HOSTED: [&str; 3] = [
    "https://github.com/chomplex/chomplex/blob/main/",
    "https://github.com/chomplex/chomplex/tree/main/",
    "https://raw.githubusercontent.com/chomplex/chomplex/main/",
];

/// Links to files of the repository are valid.
#[test]
fn links() {
    let mut followed = 0;
    for document in documents() {
        let text = read(&document);
        let home = repository().join(&document);
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
        let sources = text.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(source, _)| source);
        for target in targets.chain(sources) {
            let file = target.split('#').next().unwrap_or_default();
            let absolute = HOSTED.iter().find_map(|address| file.strip_prefix(address));
            let path = match absolute {
                Some(path) => repository().join(path),
                None if file.is_empty() || file.contains("://") => continue,
                None => home.parent().unwrap().join(file),
            };
            assert!(path.exists(), "{document}: {target}");
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed}");
}

/// Placeholders in console blocks are explained on the same page: `? 1` for an exit code, `[..]`
/// and `...` for omitted text.
#[test]
fn marks_in_console_blocks_are_explained() {
    for document in documents() {
        let text = read(&document);
        let (mut inside, mut blocks, mut prose) = (false, Vec::new(), String::new());
        for line in text.lines() {
            if line.starts_with("```") {
                inside = line != "```";
            } else if inside {
                blocks.push(line);
            } else {
                prose.push_str(line);
            }
        }
        let mark = |line: &str| match line {
            "..." => Some("...".to_owned()),
            _ if line.contains("[..]") => Some("[..]".to_owned()),
            _ => line.strip_prefix("? ").filter(|code| code.parse::<u8>().is_ok()).map(|code| format!("? {code}")),
        };
        for mark in blocks.into_iter().filter_map(mark) {
            assert!(prose.contains(&format!("`{mark}`")), "{document} does not explain `{mark}`");
        }
    }
}
