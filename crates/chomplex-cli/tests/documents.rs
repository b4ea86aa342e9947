//! What the documents say is so: figures, commands, links and tables.

mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chomplex::budget::Budget;
use chomplex::report::words::thousands;
use chomplex::tablebase::Tablebase;
use figures::{assert_figures, documents, paragraph, read, repository};

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

/// The positions that a search on one thread looks at, the steps of the certificate, and its size in kB.
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

/// The tables for few vertices are built anew; that for seven is measured in `make slow`.
#[test]
fn tablebases() {
    let here = directory("tablebases");
    let (mut classes, mut sizes) = (Vec::new(), Vec::new());
    for n in 0..=6 {
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

/// Every document that says how much memory the table for seven vertices takes says the same: what was measured.
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

/// The limits that the pages of the formats name.
#[test]
fn limits_of_formats() {
    use chomplex::family::fault::MAX_COVERS;
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

/// `ARCHITECTURE.md` lists the modules of the library in the order of `lib.rs`.
#[test]
fn modules_in_their_order() {
    let library = read("crates/chomplex/src/lib.rs");
    let module = |line: &str| Some(line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
    let modules: Vec<String> = library.lines().filter_map(module).collect();
    let text = read("ARCHITECTURE.md");
    let rows =
        text.lines().skip_while(|line| *line != "| module | holds |").skip(2).take_while(|line| line.starts_with('|'));
    let first_cells = rows.map(|row| row.split('|').nth(1).unwrap_or_default());
    let names =
        first_cells.flat_map(|cell| cell.split(',').map(|name| name.trim().trim_matches(['`', '/']).to_owned()));
    assert_eq!(names.collect::<Vec<_>>(), modules);
}

/// Links to files of the repository lead somewhere.
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
            if !file.is_empty() && !file.contains("://") {
                assert!(home.parent().unwrap().join(file).exists(), "{document}: {target}");
                followed += 1;
            }
        }
    }
    assert!(followed > 100, "{followed}");
}

/// Lines of console blocks that stand for something else are explained on the same page: `? 1` for an exit code, `[..]`
/// and `...` for what is left out.
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

    /// What the tests themselves are told.
    fn told(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip_while(|word| *word != "--").skip(1).map(String::as_str)
    }

    /// The file of the tests or benchmarks that are named, if some are.
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

/// The names of the tests of a file, and which of them are ignored unless asked for.
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

/// The rows of a file of results, without the line of names.
fn rows(file: &str) -> Vec<Vec<String>> {
    read(&format!("results/{file}")).lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The cells of the table in RESULTS.md that begins with these cells, row by row.
fn table(beginning: &str) -> Vec<Vec<String>> {
    let text = read("RESULTS.md");
    let lines = text.lines().skip_while(|line| !line.starts_with(beginning)).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inner = line.trim_matches('|').split('|');
        inner.map(|cell| cell.trim().trim_matches(['*', '`']).to_owned()).collect::<Vec<_>>()
    };
    let rows: Vec<_> = lines.filter(|line| !line.starts_with("|--")).map(cells).collect();
    assert!(!rows.is_empty(), "RESULTS.md has no table {beginning}");
    rows
}

/// An empty cell for none.
fn cell(count: u64) -> String {
    if count == 0 { String::new() } else { thousands(count) }
}

/// The table of tails is that of `results/tails.csv`, with the rows of Table 4 taken together.
#[test]
fn sequences_of_tails() {
    let column = |vertices: usize| vertices.max(10) - 10;
    let mut counts: BTreeMap<String, [u64; 5]> = BTreeMap::new();
    for row in rows("tails.csv") {
        let [vertices, pattern, count] = &row[..] else { panic!("three cells") };
        let pattern = match pattern.split_once("row") {
            Some(("", _)) => "a row of Table 4".to_owned(),
            Some((more, _)) => format!("a row of Table 4 and {} more", more.split(' ').next().unwrap()),
            None => pattern.clone(),
        };
        let count: u64 = count.parse().unwrap();
        for pattern in [pattern, "all".to_owned()] {
            counts.entry(pattern).or_default()[column(vertices.parse().unwrap())] += count;
        }
    }
    let told: BTreeMap<String, Vec<String>> = table("| the values are eventually |")
        .into_iter()
        .skip(1)
        .map(|row| (row[0].clone(), row[1..].to_vec()))
        .collect();
    let counted: BTreeMap<String, Vec<String>> =
        counts.into_iter().map(|(pattern, counts)| (pattern, counts.map(cell).to_vec())).collect();
    assert_eq!(told, counted);
    // On up to 10 vertices longer cycles count too, each with the trees that fit.
    let up_to = |most: usize, wanted: fn(&str) -> bool| -> u64 {
        let rows = rows("tails.csv");
        let fits = rows.iter().filter(|row| row[0].parse::<usize>().unwrap() <= most && wanted(&row[1]));
        fits.map(|row| row[2].parse::<u64>().unwrap()).sum()
    };
    let all = |wanted| [10, 8, 6, 4].map(|most| up_to(most, wanted)).iter().sum::<u64>();
    let (turns, rows) = (all(|pattern| pattern.ends_with("in turn")), all(|pattern| pattern.starts_with("row")));
    let sentence = "of {} sequences, {} alternate (with n = 0, 1, 2) and {} follow a row";
    assert_figures("RESULTS.md", sentence, &[turns + rows, turns, rows].map(thousands));
}

/// The numbers of posets by value on five bottoms, and the largest value by the number of elements.
#[test]
fn two_level_posets() {
    let mut values = [0; 13];
    let mut largest: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut see = |bottoms: u32, elements: u32, value: u32| {
        let most = largest.entry((bottoms, elements)).or_default();
        *most = (*most).max(value);
    };
    for row in rows("two-level-5.csv") {
        let tops: u32 = row[0].parse().unwrap();
        for (value, count) in (0..).zip(&row[1..]) {
            let count: u64 = count.parse().unwrap();
            values[value as usize] += count;
            if count > 0 {
                see(5, 5 + tops, value);
            }
        }
    }
    for row in rows("two-level-4.csv") {
        see(4, row[2].parse().unwrap(), row[1].parse().unwrap());
    }
    assert_eq!(values.iter().sum::<u64>(), 18_666_624);
    let told = table("| value | 0 | 1 |");
    assert_eq!(told[1][1..], values.map(thousands));
    let told = table("| elements | 3 |");
    for (bottoms, row) in [(4, 2), (5, 3)] {
        for (elements, value) in told[0].iter().zip(&told[row]).skip(1) {
            let (first, last) = elements.split_once(" to ").unwrap_or((elements, elements));
            for elements in first.parse::<u32>().unwrap()..=last.parse().unwrap() {
                let found = largest.get(&(bottoms, elements)).map(u32::to_string).unwrap_or_default();
                assert_eq!(*value, found, "{bottoms} bottoms, {elements} elements");
            }
        }
    }
}

/// Conjecture 2: the numbers of graphs are those that the test asserts.
#[test]
fn graphs_of_conjecture_2() {
    let test = read("crates/chomplex/tests/conjectures.rs");
    let (_, counts) = test.split_once("const BRANCHING: [usize; 12] = [").unwrap();
    let counts = counts.split(']').next().unwrap().replace('_', ",").replace(", ", " ");
    let (last, others) = counts.rsplit_once(' ').map(|(others, last)| (last, others)).unwrap();
    let sentence = format!("{} and {last} graphs on 5, 6, …, 16 vertices", others.replace(' ', ", "));
    assert!(paragraph(&read("RESULTS.md")).contains(&sentence), "{sentence}");
}

/// The certificates in `results/` prove what RESULTS.md says of them, and assume nothing.
#[test]
fn certificates_of_results() {
    let text = paragraph(&read("RESULTS.md"));
    let files = fs::read_dir(repository().join("results")).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "cert")) {
        let verdict = json(&["check", file.to_str().unwrap()]);
        let name = file.file_name().unwrap().to_str().unwrap();
        assert_eq!(
            (verdict["verdict"].as_str(), verdict["assumed"].as_array().map(Vec::len)),
            (Some("verified"), Some(0)),
            "{name}"
        );
        let link = format!("](results/{name})");
        let (_, after) = text.split_once(&link).unwrap_or_else(|| panic!("RESULTS.md does not name {name}"));
        if let Some(value) = after.strip_prefix(" of its value ") {
            let value: u64 = value.split([')', ' ']).next().unwrap().parse().unwrap();
            assert_eq!(verdict["claim"]["grundy"].as_u64(), Some(value), "{name}");
        }
    }
}
