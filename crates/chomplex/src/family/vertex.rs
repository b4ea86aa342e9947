//! Vertices and the names of faces.
//!
//! A vertex is identified by its name. Vertices are sorted in natural order, where `2` comes before
//! `10` and numbers before letters, so a face has one name however it was written. The name of a
//! face lists its vertices in this order. They are run together if each is a single character
//! (`013`), else joined with commas (`1,10`). A single vertex with a longer name takes a trailing
//! comma (`10,`), which is omitted when the name is shown.

use std::cmp::Ordering;

/// The maximum length of a vertex name, in characters.
pub const MAX_VERTEX_NAME: usize = 100;

/// Whether a character is allowed in the name of a vertex.
#[must_use]
pub fn is_vertex_character(c: char) -> bool {
    is_name_character(c) && !"^:*{}".contains(c)
}

/// Whether a character is allowed in the name of an element without quotes.
#[must_use]
pub fn is_name_character(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !"<>≤≥=,;\"[]()+#“”„«»、".contains(c)
        && !is_relation(c)
        && !is_invisible(c)
        && !is_full_width(c)
}

/// Whether a character looks like a relation between names. Such a character needs quotes in a
/// name.
#[must_use]
pub fn is_relation(c: char) -> bool {
    "≤⊂⊆⊊⊏⊑≺≼⪯⋖→⟶⇒↦≥⊃⊇⊋≻≽⋗←↔".contains(c)
}

/// Full-width punctuation, which looks like commas and brackets.
fn is_full_width(c: char) -> bool {
    matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// Whether a character seems to join two names: a dash, a slash, an arrow.
pub(crate) fn is_joint(c: char) -> bool {
    "-–—−~/|→".contains(c)
}

/// Whether a text is an ellipsis: `...` or `…`.
pub(crate) fn is_ellipsis(text: &str) -> bool {
    text.chars().all(|c| c == '.' || c == '…') && (text.len() > 1)
}

/// Whether a quoted string may be the name of an element: it is not blank, and all its characters
/// are visible.
#[must_use]
pub fn is_quoted_name(name: &str) -> bool {
    !name.trim().is_empty() && !name.chars().any(|c| c.is_control() || is_invisible(c))
}

/// Invisible characters, which would make two names look the same.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Why a token is not the name of a face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BadFace<'a> {
    /// A character that is not allowed in the name of a vertex.
    Character(char),
    /// An empty name between two commas.
    Blank,
    /// A repeated vertex.
    Repeated(&'a str),
    /// A name that is too long.
    Long(&'a str),
}

/// Splits a token into its vertices, in the order written.
pub(crate) fn split_face(token: &str) -> Result<Vec<&str>, BadFace<'_>> {
    if let Some(c) = token.chars().find(|&c| c != ',' && !is_vertex_character(c)) {
        return Err(BadFace::Character(c));
    }
    let vertices: Vec<&str> = if token.contains(',') {
        token.strip_suffix(',').unwrap_or(token).split(',').collect()
    } else {
        token.char_indices().map(|(at, c)| &token[at..at + c.len_utf8()]).collect()
    };
    check_face(&vertices)?;
    Ok(vertices)
}

/// Checks that a list of names is a face: all names are valid, and none is repeated.
pub(crate) fn check_face<'a>(vertices: &[&'a str]) -> Result<(), BadFace<'a>> {
    if let Some(c) = vertices.iter().flat_map(|v| v.chars()).find(|&c| !is_vertex_character(c)) {
        return Err(BadFace::Character(c));
    }
    if vertices.is_empty() || vertices.contains(&"") {
        return Err(BadFace::Blank);
    }
    if let Some(long) = vertices.iter().find(|v| v.chars().count() > MAX_VERTEX_NAME) {
        return Err(BadFace::Long(long));
    }
    let mut sorted = vertices.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(BadFace::Repeated(pair[0])),
        None => Ok(()),
    }
}

/// The name of the face with these vertices, which must be in natural order.
#[must_use]
pub fn face_name(vertices: &[&str]) -> String {
    let single = |v: &str| {
        let mut characters = v.chars();
        characters.next().is_some() && characters.next().is_none()
    };
    if vertices.iter().all(|v| single(v)) {
        vertices.concat()
    } else if let [lone] = vertices {
        format!("{lone},")
    } else {
        vertices.join(",")
    }
}

/// A face as it is written in `complex[…]`. A single longer name is put in braces, so that a comma
/// after it cannot be read as part of it. So is a run that looks like names joined by a dash.
#[must_use]
pub fn written(vertices: &[&str]) -> String {
    let name = face_name(vertices);
    let run = !name.contains(',');
    if name.ends_with(',') {
        format!("{{{name}}}")
    } else if run && (is_ellipsis(&name) || (vertices.len() > 2 && name.contains(is_joint))) {
        format!("{{{}}}", vertices.join(","))
    } else {
        name
    }
}

/// The natural order of names: runs of digits compare as numbers and come before other characters.
#[must_use]
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a, b);
    loop {
        match (x.chars().next(), y.chars().next()) {
            (None, None) => return a.cmp(b),
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(c), Some(d)) if c.is_ascii_digit() && d.is_ascii_digit() => {
                let (run_x, rest_x) = digits(x);
                let (run_y, rest_y) = digits(y);
                let by_number = run_x.len().cmp(&run_y.len()).then_with(|| run_x.cmp(run_y));
                if by_number.is_ne() {
                    return by_number;
                }
                (x, y) = (rest_x, rest_y);
            }
            (Some(c), Some(d)) => {
                let by_character = (!c.is_ascii_digit(), c).cmp(&(!d.is_ascii_digit(), d));
                if by_character.is_ne() {
                    return by_character;
                }
                (x, y) = (&x[c.len_utf8()..], &y[d.len_utf8()..]);
            }
        }
    }
}

/// The leading run of digits of a text without its leading zeros, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].trim_start_matches('0'), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_faces() {
        assert_eq!(face_name(&["0", "1", "3"]), "013");
        assert_eq!(face_name(&["1", "10"]), "1,10");
        assert_eq!(face_name(&["10"]), "10,");
        assert_eq!(face_name(&["é", "ж"]), "éж");
        for token in ["013", "1,10", "10,", "éж", "v1,v2,v10"] {
            assert_eq!(face_name(&split_face(token).unwrap()), token);
        }
        assert_eq!(split_face("aba"), Err(BadFace::Repeated("a")));
        assert_eq!(split_face("a,,b"), Err(BadFace::Blank));
        assert_eq!(split_face(","), Err(BadFace::Blank));
        assert_eq!(split_face("a^b"), Err(BadFace::Character('^')));
    }

    #[test]
    fn numbers_come_first_and_by_size() {
        let mut names = ["v10", "b", "10", "v2", "2", "a", "02", "é"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["02", "2", "10", "a", "b", "v2", "v10", "é"]);
    }
}
