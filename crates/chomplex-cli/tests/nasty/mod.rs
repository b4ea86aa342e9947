//! Some twenty inputs that are large or hard for one part of the program or another.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// An input and its name in messages.
pub(crate) struct Input {
    pub(crate) name: &'static str,
    /// What stands for POSITION: an expression, or `@` and the path of a file.
    pub(crate) argument: String,
    /// A line of a list of positions.
    pub(crate) line: String,
}

/// The inputs; some are written to files in this directory. The tests of the Python package read
/// the same expressions.
pub(crate) fn inputs(directory: &Path) -> Vec<Input> {
    let expressions = include_str!("expressions.txt").lines().map(|line| {
        let (name, text) = line.split_once(": ").unwrap();
        Input { name, argument: text.to_owned(), line: text.to_owned() }
    });
    let texts = [
        ("ordinal sums", "ordinal(antichain(3),".repeat(150) + "zigzag-n(9)" + &")".repeat(150)),
        ("petersens", vec!["petersen"; 60].join(" + ")),
        ("a megabyte", vec!["antichain(0)"; 70_000].join(" + ")),
    ];
    let texts = texts.map(|(name, text)| Input { name, argument: file(directory, name, &text), line: text });
    let files = [("random order", relations(3000)), ("matrix", matrix(1000)), ("graph6", graph6(200))];
    let files = files.map(|(name, text)| {
        let line = if name == "graph6" { format!("graph6[{}]", text.trim()) } else { text.replace('\n', " ") };
        Input { name, argument: file(directory, name, &text), line }
    });
    expressions.chain(texts).chain(files).collect()
}

fn file(directory: &Path, name: &str, text: &str) -> String {
    let path: PathBuf = directory.join(name.replace(' ', "-"));
    std::fs::write(&path, text).unwrap();
    format!("@{}", path.display())
}

/// Pseudorandom numbers below a bound, always the same (xorshift, Marsaglia 2003).
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % bound
    }
}

/// A random order: each element is above three earlier ones.
fn relations(n: usize) -> String {
    let mut random = random();
    let mut text = String::new();
    for x in 1..n {
        for _ in 0..3 {
            writeln!(text, "{} < {x}", random(x)).unwrap();
        }
    }
    text
}

/// The matrix of a random order, with one entry in a hundred above the diagonal.
fn matrix(n: usize) -> String {
    let mut random = random();
    let mut text = String::new();
    for x in 0..n {
        text.extend((0..n).map(|y| if y > x && random(100) == 0 { "1 " } else { "0 " }));
        text.push('\n');
    }
    text
}

/// A random graph with a quarter of all edges.
fn graph6(n: usize) -> String {
    let mut random = random();
    let sixes = (n * (n - 1) / 2).div_ceil(6);
    let character = |bits: usize| char::from(63 + bits as u8);
    let mut text = String::from("~");
    text.extend([12, 6, 0].map(|shift| character((n >> shift) & 63)));
    // The padding after the last edge is zero.
    text.extend((1..sixes).map(|_| character((0..6).fold(0, |bits, _| 2 * bits + usize::from(random(4) == 0)))));
    text.push(character(0));
    text.push('\n');
    text
}
