//! Plausible input: each case is read as meant or refused with the frozen message. `UPDATE=1`
//! updates the messages.

use std::fs;
use std::path::{Path, PathBuf};

use chomplex::format::{self, Notation};
use chomplex::position::Position;

/// A case: how the text is given, the text, and the result.
struct Case {
    title: String,
    text: String,
    frozen: String,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/input");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn cases(file: &Path) -> (String, Vec<Case>) {
    let text = fs::read_to_string(file).unwrap();
    let mut blocks = text.split("\n=== ");
    let head = blocks.next().unwrap().to_owned();
    assert!(head.starts_with("input 1\n"), "{} begins with its version", file.display());
    let case = |block: &str| {
        let (title, rest) = block.split_once('\n').expect("a title line");
        let (text, frozen) = rest.split_once("\n--- ").unwrap_or((rest.trim_end(), ""));
        Case { title: title.to_owned(), text: text.to_owned(), frozen: frozen.trim_end().to_owned() }
    };
    (head, blocks.map(case).collect())
}

/// The text with the escapes `\t`, `\r`, `\\`, `\x0f` and `\u{…}` replaced.
fn unescape(text: &str) -> Vec<u8> {
    let mut content = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        content.extend(rest[..at].bytes());
        rest = &rest[at + 1..];
        let kind = rest.chars().next().expect("something after a backslash");
        rest = &rest[kind.len_utf8()..];
        match kind {
            't' => content.push(b'\t'),
            'r' => content.push(b'\r'),
            'x' => {
                content.push(u8::from_str_radix(&rest[..2], 16).unwrap());
                rest = &rest[2..];
            }
            'u' => {
                let (code, after) = rest[1..].split_once('}').unwrap();
                let c = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
                content.extend(c.to_string().bytes());
                rest = after;
            }
            other => content.extend(other.to_string().bytes()),
        }
    }
    content.extend(rest.bytes());
    content
}

/// The result of a case: `read` with the expression and the note, or `refused` with the message.
fn outcome(case: &Case) -> String {
    let content = unescape(&case.text);
    let (how, _) = case.title.split_once(": ").expect("a title says how the text is given");
    if let Some(expression) = how.strip_prefix("move in ") {
        let position: Position = expression.parse().unwrap_or_else(|error| panic!("{expression}: {error}"));
        let name = String::from_utf8(content).unwrap();
        return match position.find(&name) {
            Ok(x) => format!("read\n{}", position.name(x)),
            Err(error) => format!("refused\n{error}"),
        };
    }
    let from: Option<Notation> = how.split_once(" --from ").map(|(_, name)| name.parse().unwrap());
    let read = match how.split(' ').next() {
        Some("file") => format::read_noting(&content, from),
        Some("argument") if from.is_none() => format::read_argument(std::str::from_utf8(&content).unwrap()),
        Some("argument") => format::read_noting(&content, from),
        _ => panic!("{}: `argument`, `file` or `move in`", case.title),
    };
    match read {
        Ok(reading) => {
            let expression = reading.position.to_string();
            assert_eq!(expression.parse::<Position>().as_ref(), Ok(&reading.position), "{expression}");
            let note = reading.note.map(|note| format!("\nnote: {note}")).unwrap_or_default();
            format!("read\n{expression}{note}")
        }
        Err(error) => format!("refused\n{error}"),
    }
}

#[test]
fn plausible_input_is_read_as_meant_or_refused_in_the_frozen_words() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut count = 0;
    for file in files() {
        let (head, cases) = cases(&file);
        let mut text = head.trim_end().to_owned() + "\n";
        for case in &cases {
            let outcome = outcome(case);
            if !update {
                assert_eq!(outcome, case.frozen, "{}: {}", file.display(), case.title);
            }
            text.push_str(&format!("\n=== {}\n{}\n--- {outcome}\n", case.title, case.text));
        }
        if update {
            fs::write(&file, text).unwrap();
        }
        count += cases.len();
    }
    assert!(count >= 200, "{count} cases");
}
