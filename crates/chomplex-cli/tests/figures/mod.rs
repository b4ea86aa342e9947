//! Documents, and the figures in them.

#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The directory of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn read(document: &str) -> String {
    fs::read_to_string(repository().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Where the gaps `{}` of a sentence are in a text. Any white space fits any other, since documents
/// are wrapped; a gap is a number as people write it, such as 8,710 or 5.2.
fn gaps(text: &str, sentence: &str) -> Option<Vec<Range<usize>>> {
    let mut rest = text;
    let mut gaps = Vec::new();
    let mut pieces = sentence.split("{}").peekable();
    while let Some(piece) = pieces.next() {
        let mut words = piece.split(' ').peekable();
        while let Some(word) = words.next() {
            rest = rest.strip_prefix(word)?;
            if words.peek().is_some() {
                let trimmed = rest.trim_start();
                if trimmed.len() == rest.len() {
                    return None;
                }
                rest = trimmed;
            }
        }
        if pieces.peek().is_some() {
            let start = text.len() - rest.len();
            let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',' || c == '.');
            let number = rest[..rest.len() - number.len()].trim_end_matches([',', '.']);
            rest = rest.strip_prefix(number).filter(|_| !number.is_empty())?;
            gaps.push(start..start + number.len());
        }
    }
    Some(gaps)
}

/// Asserts that a document has this sentence, once, with these numbers in its gaps. With `UPDATE=1`
/// in the environment the numbers are written there instead.
pub(crate) fn assert_figures(document: &str, sentence: &str, figures: &[String]) {
    let mut text = read(document);
    let places: Vec<_> = text.char_indices().filter_map(|(at, _)| Some((at, gaps(&text[at..], sentence)?))).collect();
    let [(at, gaps)] = &places[..] else {
        panic!("{document} has this sentence {} times, not once: {sentence}", places.len());
    };
    let found: Vec<&str> = gaps.iter().map(|gap| &text[at + gap.start..at + gap.end]).collect();
    if found == figures {
        return;
    }
    assert!(
        std::env::var_os("UPDATE").is_some(),
        "{document} says {found:?}, but it is {figures:?}: {sentence}\n(UPDATE=1 writes it down)"
    );
    let (at, gaps) = places.into_iter().next().expect("there is one");
    for (gap, figure) in gaps.iter().zip(figures).rev() {
        text.replace_range(at + gap.start..at + gap.end, figure);
    }
    fs::write(repository().join(document), text).unwrap();
}

/// A text with all white space as single blanks.
pub(crate) fn paragraph(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The documents of the repository, by their paths.
pub(crate) fn documents() -> Vec<String> {
    let book = ["docs", "docs/formats", "docs/tutorial", "docs/how-to", "docs/background", "docs/developers"];
    let others = ["", "corpus", "corpus/orders", "web", "packaging", "crates/chomplex-check"];
    let mut documents = Vec::new();
    for folder in book.into_iter().chain(others) {
        let files = fs::read_dir(repository().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let pages = files.filter(|file| file.extension().is_some_and(|ending| ending == "md"));
        let names = pages.map(|page| page.file_name().unwrap().to_str().unwrap().to_owned());
        documents.extend(names.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }));
    }
    documents.sort();
    documents
}
