//! Finds the move that a typed name means.
//!
//! An element is found by its name or its label. A face may also be typed with its vertices in any
//! order, with blanks or commas between them, and in parentheses or braces: `1,0`, `10` and
//! `{0, 1}` find the edge `01`; `(2,3)` and `2, 3` find the cell `2,3`. An exact name takes
//! precedence over all of these.

use super::vertex::{face_name, natural_order};
use crate::element::Element;
use crate::names::UnknownName;
use crate::position::{MoveError, Position};

/// The largest number of parts of a sum that are searched for an element named without its part.
const MAX_PARTS: usize = 64;

impl Position {
    /// Finds the move with this name.
    ///
    /// ```
    /// use chomplex::Position;
    /// let path: Position = "path(12)".parse().unwrap();
    /// assert_eq!(path.name(path.find("1,0").unwrap()), "01");
    /// assert_eq!(path.name(path.find("10").unwrap()), "10");
    /// let bar: Position = "chomp(3,4)".parse().unwrap();
    /// assert_eq!(bar.name(bar.find("(2, 3)").unwrap()), "2,3");
    /// assert_eq!(bar.find("1,1").unwrap_err().to_string(), "`1,1` is the poisoned corner: it is not a move");
    /// ```
    ///
    /// # Errors
    /// If there is no such element, if it has been removed, or if the name is ambiguous.
    pub fn find(&self, name: &str) -> Result<Element, MoveError> {
        let x = match self.names().get(name).or_else(|| self.names().get(name.trim())) {
            Some(x) => x,
            None => meant(self, name)?,
        };
        if self.remaining().contains(x) { Ok(x) } else { Err(MoveError::Gone(self.name(x).to_owned())) }
    }
}

/// Finds the element meant by a name that no element has.
fn meant(position: &Position, name: &str) -> Result<Element, MoveError> {
    let fits = fits(position, name);
    let ambiguous = |fits: Vec<String>| MoveError::Ambiguous { name: name.trim().to_owned(), fits };
    match fits[..] {
        [x] => return Ok(x),
        [] => {}
        _ => return Err(ambiguous(fits.iter().map(|&x| position.name(x).to_owned()).collect())),
    }
    if is_poisoned(position, name) {
        return Err(MoveError::Poisoned(name.trim().to_owned()));
    }
    let in_parts: Vec<String> = parts(position)
        .iter()
        .filter_map(|part| self::fits(position, &format!("{part}:{name}")).first().copied())
        .map(|x| position.name(x).to_owned())
        .collect();
    match in_parts.len() {
        0 => Ok(position.names().element(name)?),
        1 => Err(UnknownName { name: name.to_owned(), nearest: in_parts.into_iter().next() }.into()),
        _ => Err(ambiguous(in_parts)),
    }
}

/// The elements that a name could mean: one if the name is exact except for blanks and brackets,
/// else all faces with these vertices.
fn fits(position: &Position, name: &str) -> Vec<Element> {
    let (part, local) = split_part(name);
    let local = if local.trim() == "∅" { "{}" } else { local };
    let find = |text: &str| position.names().get(&format!("{part}{text}"));
    if let Some(x) = find(local) {
        return vec![x];
    }
    let local = without_brackets(local);
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let is_list = local.contains(is_separator);
    let words: Vec<&str> = local.split(is_separator).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    if let Some(x) = find(local).or_else(|| find(&words.join(","))) {
        return vec![x];
    }
    let mut vertices: Vec<&str> =
        if is_list { words } else { local.char_indices().map(|(at, c)| &local[at..at + c.len_utf8()]).collect() };
    vertices.sort_unstable_by(|a, b| natural_order(a, b));
    if vertices.windows(2).any(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    // The vertices of a face lie below it, or above it in a dual.
    let is_face = |&x: &Element| {
        let near = &position.poset().below(x) | &position.poset().above(x);
        vertices.iter().all(|v| find(&face_name(&[v])).is_some_and(|v| v != x && near.contains(v)))
    };
    let mut fits: Vec<Element> = [face_name(&vertices), vertices.join(",")]
        .iter()
        .filter_map(|text| find(text))
        .filter(|x| vertices.len() == 1 || is_face(x))
        .collect();
    fits.dedup();
    fits
}

/// Splits off the parts of a sum in front of a name, `2:` or `1:2:`.
fn split_part(name: &str) -> (String, &str) {
    let (mut part, mut rest) = (String::new(), name.trim());
    while let Some((number, after)) = rest.split_once(':') {
        let number = number.trim();
        if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            break;
        }
        part.push_str(number);
        part.push(':');
        rest = after.trim();
    }
    (part, rest)
}

/// `2,3` for `(2,3)`, `{2,3}` and `[2,3]`.
fn without_brackets(text: &str) -> &str {
    let pairs = [('(', ')'), ('{', '}'), ('[', ']')];
    let inner = pairs.iter().find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    inner.filter(|inner| !inner.contains(['(', ')', '{', '}', '[', ']'])).unwrap_or(text).trim()
}

/// Whether the name means the corner of a bar, or the divisor 1, which is not part of the game.
fn is_poisoned(position: &Position, name: &str) -> bool {
    let (part, local) = split_part(name);
    let coordinates: Vec<&str> = without_brackets(local).split(',').map(str::trim).collect();
    if coordinates.iter().any(|&c| c != "1") {
        return false;
    }
    let is_there = |text: &str| position.names().get(&format!("{part}{text}")).is_some();
    let next_cell = |i: usize| {
        let cell: Vec<&str> = (0..coordinates.len()).map(|j| if i == j { "2" } else { "1" }).collect();
        is_there(&cell.join(","))
    };
    let expression = position.ground_expression();
    let is_bar = expression.contains("chomp(") || expression.contains("young(");
    let is_divisor = || coordinates.len() == 1 && expression.contains("divisors(");
    (is_bar && (0..coordinates.len()).any(next_cell)) || is_divisor()
}

/// The numbers of the parts of a sum.
fn parts(position: &Position) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for label in position.names().labels() {
        let Some((number, _)) = label.split_once(':') else { return Vec::new() };
        if parts.last() != Some(&number) && !parts.contains(&number) {
            parts.push(number);
        }
        if parts.len() > MAX_PARTS {
            break;
        }
    }
    parts
}
