//! Complexes as lists of facets (`docs/formats/facets.md`).
//!
//! Facets are written as in `complex[…]`; the end of a line separates them as a blank does. Lines
//! of whole names with blanks between them, `1 2 10`, are also accepted if they cannot be runs of
//! characters.

use hashbrown::{HashMap, HashSet};

use super::cursor::Cursor;
use super::error::Mistake;
use super::listing;
use super::notation::{Notation, WriteError};
use super::rows;
use crate::family::complex;
use crate::family::plan::Plan;
use crate::family::vertex::check_face;
use crate::position::Position;

/// Reads a complex.
pub(crate) fn read(text: &str) -> Result<Position, Mistake> {
    let facets: Vec<(Vec<&str>, std::ops::Range<usize>)> = match words(text)? {
        Words::Runs => {
            let mut cursor = Cursor::new(text);
            let faces = listing::faces(&mut cursor, &[])?;
            listing::check_points(&faces)?;
            faces.into_iter().map(|face| (face.vertices, face.span)).collect()
        }
        Words::Names => {
            let line = |(start, line): (usize, &'_ str)| {
                let span = start..start + line.len();
                let at = |part: &str| start + (part.as_ptr() as usize - line.as_ptr() as usize);
                let places: Vec<_> = line.split_whitespace().map(|name| at(name)..at(name) + name.len()).collect();
                (span, places)
            };
            let mut facets = Vec::new();
            for (span, places) in rows::lines(text).map(line) {
                let vertices: Vec<&str> = places.into_iter().map(|place| &text[place]).collect();
                check_face(&vertices).map_err(|bad| listing::mistake(bad, &text[span.clone()], span.start))?;
                facets.push((vertices, span));
            }
            facets
        }
    };
    let largest = facets.iter().max_by_key(|(vertices, _)| vertices.len()).map_or(0..0, |(_, span)| span.clone());
    let plan = Plan::from_facets(facets.into_iter().map(|(vertices, _)| vertices));
    plan.into_position().map_err(|error| Mistake::new(error, largest))
}

/// A note if each line is a single word that looks like a name rather than a set of vertices: it
/// has letters only, and they are not in order.
pub(crate) fn note_on_names(text: &str) -> Option<String> {
    let is_word = |line: &str| line.chars().all(char::is_alphabetic);
    let is_unsorted = |line: &str| !line.chars().is_sorted();
    let words = || rows::lines(text).map(|(_, line)| line);
    (words().count() > 1 && words().all(is_word) && words().any(is_unsorted)).then(|| {
        "read as a simplicial complex whose vertices are letters, with a facet in each line; \
         `--from pairs` reads a list of elements"
            .to_owned()
    })
}

/// What the words of a text with blanks between them are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Words {
    /// Facets, as in `complex[…]`.
    Runs,
    /// Vertices; each line is a facet.
    Names,
}

/// Decides what words separated only by blanks are, or reports that it is ambiguous.
///
/// They are names if one of them cannot be a run because it repeats a character, or if one
/// reappears in another line, as vertices do and facets do not. They are runs if there is a single
/// line that repeats a word or contains longer words, as in `complex[…]`. Otherwise both are
/// possible.
fn words(text: &str) -> Result<Words, Mistake> {
    let lines: Vec<(usize, Vec<&str>)> =
        rows::lines(text).map(|(start, line)| (start, line.split_whitespace().collect())).collect();
    check_commas(text)?;
    let is_marked = text.lines().any(|line| rows::without_comment(line).contains([',', ';', '{', '[', '(']));
    if is_marked || lines.iter().all(|(_, words)| words.len() < 2) {
        return Ok(Words::Runs);
    }
    let mut line_of: HashMap<&str, usize> = HashMap::new();
    let (mut returns, mut repeated) = (false, false);
    for (start, words) in &lines {
        let mut here = HashSet::new();
        for &word in words {
            repeated |= !here.insert(word);
            returns |= line_of.insert(word, *start).is_some_and(|line| line != *start);
        }
    }
    let repeats_character = |word: &&str| {
        let mut seen = HashSet::new();
        !word.chars().all(|c| seen.insert(c))
    };
    let no_runs = line_of.keys().any(repeats_character);
    // Read as runs, a single vertex is not a facet if a longer word contains it.
    let (longer, single): (Vec<&str>, Vec<&str>) = line_of.keys().partition(|word| word.chars().nth(1).is_some());
    let inside: HashSet<char> = longer.iter().flat_map(|word| word.chars()).collect();
    let plausible = !longer.is_empty() && !single.iter().any(|word| word.chars().all(|c| inside.contains(&c)));
    match no_runs || returns {
        true => Ok(Words::Names),
        false if lines.len() == 1 && (repeated || plausible) => Ok(Words::Runs),
        false => {
            let (start, words) = lines.iter().find(|(_, words)| words.len() > 1).unwrap_or(&lines[0]);
            let end = text[*start..].find(['\n', '#']).map_or(text.len(), |length| start + length);
            let end = start + text[*start..end].trim_end().len();
            Err(listing::names_or_facets(words, *start..end))
        }
    }
}

/// Whether a line of words is, or could be, one facet of whole names.
pub(crate) fn is_one_list(text: &str) -> bool {
    !text.contains([';', '{', '[', '(']) && (text.contains(',') || words(text).is_ok_and(|words| words == Words::Names))
}

/// Rejects lines `1, 2, 3` in which, by the rule, a comma and a blank separate facets, but words
/// reappear in other lines as vertices do.
fn check_commas(text: &str) -> Result<(), Mistake> {
    if text.contains([';', '{', '[', '(']) {
        return Ok(());
    }
    let mut line_of: HashMap<&str, usize> = HashMap::new();
    for (start, line) in rows::lines(text).filter(|(_, line)| line.contains(", ")) {
        let words: Vec<&str> = line.split(", ").map(str::trim).collect();
        if words.iter().any(|word| word.contains([',', ' '])) {
            continue;
        }
        if words.iter().any(|word| line_of.insert(word, start).is_some_and(|line| line != start)) {
            return Err(listing::names_or_facets(&words, start..start + line.len()));
        }
    }
    Ok(())
}

/// Writes the facets of a complex. If they could be read as another notation, a first line names
/// this one.
pub(crate) fn write(position: &Position) -> Result<String, WriteError> {
    let list = complex::from_position(position).ok_or(WriteError::NotAComplex)?;
    let lines: String = list.facets().iter().map(|facet| format!("{facet}\n")).collect();
    if lines.is_empty() || super::reading::is_surely(&lines, Notation::Facets) {
        return Ok(lines);
    }
    Ok(format!("# {}\n{lines}", Notation::Facets))
}
