//! What the tests share: an oracle too short to be wrong, a writer of certificates, and the answers
//! expected.
#![allow(dead_code)] // Each test file uses its own part.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use chomplex_check::{Failure, Outcome, Poset, Verified, check};

/// The first example of the format's page.
pub(crate) fn example() -> String {
    section("## Example")
}

/// The second example of the format's page, which rests on a theorem.
pub(crate) fn another_example() -> String {
    section("## Another example")
}

/// The third example of the format's page, with references to sums.
pub(crate) fn example_with_sums() -> String {
    section("## An example with sums")
}

/// What is indented under a heading of the format's page.
fn section(heading: &str) -> String {
    let page = include_str!("../../../../docs/formats/certificate.md");
    let section = page.split(heading).nth(1).unwrap().split("\n## ").next().unwrap();
    section.lines().filter_map(|line| line.strip_prefix("    ")).fold(String::new(), |text, line| text + line + "\n")
}

/// A poset on at most 64 elements: for each element, those listed below it.
pub(crate) type Lower = Vec<Vec<u32>>;

pub(crate) fn lower(poset: &Poset) -> Lower {
    (0..poset.len()).map(|x| poset.lower(x).to_vec()).collect()
}

/// The set of the elements ≥ x, for each x.
pub(crate) fn up_sets(lower: &Lower) -> Vec<u64> {
    let up = |x: usize| {
        (x..lower.len())
            .fold(1u64 << x, |up, y| if lower[y].iter().any(|&z| up >> z & 1 == 1) { up | 1 << y } else { up })
    };
    (0..lower.len()).map(up).collect()
}

pub(crate) fn elements(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |x| set >> x & 1 == 1)
}

/// The Grundy value of a convex set, by definition.
pub(crate) fn grundy(up: &[u64], set: u64, table: &mut HashMap<u64, u32>) -> u32 {
    if let Some(&value) = table.get(&set) {
        return value;
    }
    let values: BTreeSet<u32> = elements(set).map(|x| grundy(up, set & !up[x], table)).collect();
    let mex = (0..).find(|v| !values.contains(v)).unwrap();
    table.insert(set, mex);
    mex
}

/// The same, with the theorem of Sprague and Grundy for sums: it goes further where moves take
/// things apart.
pub(crate) fn grundy_of_sum(up: &[u64], set: u64, table: &mut HashMap<u64, u32>) -> u32 {
    let mut left = set;
    let mut sum = 0;
    while left != 0 {
        let mut part = left & left.wrapping_neg();
        while let Some(x) = elements(left & !part).find(|&x| related(up, x, part)) {
            part |= 1 << x;
        }
        left &= !part;
        sum ^= table.get(&part).copied().unwrap_or_else(|| {
            let values: BTreeSet<u32> = elements(part).map(|x| grundy_of_sum(up, part & !up[x], table)).collect();
            let mex = (0..).find(|v| !values.contains(v)).unwrap();
            table.insert(part, mex);
            mex
        });
    }
    sum
}

/// Whether an element is comparable with one of a set.
fn related(up: &[u64], x: usize, set: u64) -> bool {
    up[x] & set != 0 || elements(set).any(|y| up[y] >> x & 1 == 1)
}

/// Whether with two elements everything between them is in the set.
pub(crate) fn is_convex(up: &[u64], set: u64) -> bool {
    let above = elements(set).fold(0, |above, x| above | up[x]);
    elements(above & !set).all(|y| up[y] & set == 0)
}

/// A graph by its edges, as a poset: first the vertices, then the edges.
pub(crate) fn graph(vertices: u32, edges: &[(u32, u32)]) -> Lower {
    (0..vertices).map(|_| vec![]).chain(edges.iter().map(|&(a, b)| vec![a, b])).collect()
}

/// Whether all steps of a certificate without its last line are accepted. Its claim must be one
/// that none of them proves.
pub(crate) fn accepted(text: &str, steps: usize) -> bool {
    match check(format!("{text}qed {steps}\n").as_bytes()) {
        Err(Failure::Rejected { line, .. }) => line == text.lines().count() + 1,
        other => panic!("{other:?}\n{text}"),
    }
}

/// A claim that nothing proves.
pub(crate) const NEVER: &str = "grundy 4294967295";

/// What a step may say of a value up to some bound, with whether it is true.
pub(crate) fn sayings(bound: u32, value: u32) -> impl Iterator<Item = (String, bool)> {
    (0..=bound).flat_map(move |v| {
        [(format!("= {v}"), value == v), (format!("! {v}"), value != v), (format!("> {v}"), value > v)]
    })
}

pub(crate) fn all(lower: &Lower) -> u64 {
    (0..lower.len()).fold(0, |set, x| set | 1 << x)
}

/// Whether what was verified is true of the poset that was read.
pub(crate) fn is_true(verified: &Verified) -> bool {
    let lower = lower(&verified.poset);
    let value = grundy(&up_sets(&lower), all(&lower), &mut HashMap::new());
    let outcome = if value == 0 { Outcome::Second } else { Outcome::First };
    verified.claim.outcome == outcome
        && verified.claim.grundy.is_none_or(|claimed| claimed == value)
        && verified.claim.above.is_none_or(|bound| value > bound)
}

/// The header of a certificate about this poset; the elements are called a, b, …, z, v26, v27, …
pub(crate) fn header(lower: &Lower, claim: &str) -> String {
    let mut text = format!("chomplex-certificate 3\nposition \"test\"\nclaim {claim}\nelements {}\n", lower.len());
    for (number, below) in lower.iter().enumerate() {
        match u8::try_from(number).ok().filter(|&n| n < 26) {
            Some(n) => write!(text, "e \"{}\"", char::from(b'a' + n)).unwrap(),
            None => write!(text, "e \"v{number}\"").unwrap(),
        }
        below.iter().for_each(|y| write!(text, " {y}").unwrap());
        text.push('\n');
    }
    text
}

pub(crate) fn verified(text: &str) -> Verified {
    match check(text.as_bytes()) {
        Ok(verified) => {
            assert!(is_true(&verified), "verified but false:\n{text}");
            verified
        }
        Err(failure) => panic!("{failure}\n{text}"),
    }
}

/// The message, after checking that the certificate is rejected, in which step, and with its claim.
#[track_caller]
pub(crate) fn rejected(text: &str, expected_step: Option<usize>) -> String {
    match check(text.as_bytes()) {
        Err(Failure::Rejected { claim, step, message, line }) => {
            assert!(claim.is_some(), "the claim is known");
            assert_eq!(step, expected_step, "{message}");
            assert!(line <= text.lines().count());
            message
        }
        other => panic!("not rejected: {other:?}\n{text}"),
    }
}

/// The whole message, after checking that the certificate is unreadable.
#[track_caller]
pub(crate) fn unreadable(bytes: &[u8]) -> String {
    match check(bytes) {
        Err(failure @ Failure::Unreadable { .. }) => failure.to_string(),
        other => panic!("not unreadable: {other:?}\n{}", String::from_utf8_lossy(bytes)),
    }
}

/// Small random numbers, the same in every run (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
