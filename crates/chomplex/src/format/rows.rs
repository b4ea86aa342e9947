//! Tables in text: lines of cells, separated by commas, semicolons, tabs or blanks.
//!
//! A cell in double quotes may contain the separator and `#`.

use std::ops::Range;

/// A line of a table.
pub(crate) struct Row<'a> {
    pub(crate) cells: Vec<&'a str>,
    /// The span of the line in the text.
    pub(crate) span: Range<usize>,
}

/// The non-empty lines of a text without comments. A comment begins with `#`, or is a line that
/// begins with `//` or `%`.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let content = without_comment(line);
        let trimmed = content.trim();
        let is_comment = ["//", "%"].iter().any(|mark| trimmed.starts_with(mark));
        (!trimmed.is_empty() && !is_comment).then(|| (start + content.len() - content.trim_start().len(), trimmed))
    })
}

/// A line up to its comment. A comment begins with `#` at the beginning of a line or after a blank;
/// elsewhere, `#` is part of a name.
pub(crate) fn without_comment(line: &str) -> &str {
    let begins_comment = |&(at, c): &(usize, char)| c == '#' && !line[..at].ends_with(|c: char| !c.is_whitespace());
    outside_quotes(line).find(begins_comment).map_or(line, |(at, _)| &line[..at])
}

/// The characters of a line that are not within a cell in double quotes. A quote begins a cell if
/// only blanks or a separator stand before it, and ends it if they follow.
fn outside_quotes(line: &str) -> impl Iterator<Item = (usize, char)> {
    let is_boundary = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || ",;".contains(c));
    // Where the last cell in quotes ends, and whether there may be another one.
    let mut end = 0;
    let mut is_closed = true;
    line.char_indices().filter(move |&(at, c)| {
        if at >= end && is_closed && c == '"' && is_boundary(line[..at].chars().next_back()) {
            let mut quotes = line[at + 1..].match_indices('"').map(|(i, _)| at + 1 + i);
            match quotes.find(|close| is_boundary(line[close + 1..].chars().next())) {
                Some(close) => end = close + 1,
                None => is_closed = false,
            }
        }
        at >= end
    })
}

/// Splits a text into a table. The separator is the first of these that occurs: tab, semicolon,
/// comma, blank.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    let occurs = |&c: &char| lines(text).any(|(_, line)| outside_quotes(line).any(|(_, other)| other == c));
    let separator = ['\t', ';', ','].into_iter().find(occurs);
    lines(text).map(|(start, line)| Row { cells: cells(line, separator), span: start..start + line.len() }).collect()
}

/// The cells of a line, at least one; without a separator, they are separated by blanks.
fn cells(line: &str, separator: Option<char>) -> Vec<&str> {
    let separates = |c: char| separator.map_or(c.is_whitespace(), |separator| c == separator);
    let ends = outside_quotes(line).filter(|&(_, c)| separates(c)).map(|(at, c)| (at, at + c.len_utf8()));
    let mut from = 0;
    let cells = ends.chain([(line.len(), line.len())]).map(|(end, next)| {
        let cell = line[from..end].trim();
        from = next;
        cell
    });
    cells.filter(|cell| separator.is_some() || !cell.is_empty()).map(unquoted).collect()
}

/// A cell without the quotes around it.
fn unquoted(cell: &str) -> &str {
    let inner = ['"', '\''].iter().find_map(|&quote| cell.strip_prefix(quote)?.strip_suffix(quote));
    inner.map_or(cell, str::trim)
}

/// The meaning of the first line of a table of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Header {
    /// Lower elements first.
    LowerFirst,
    /// Upper elements first.
    UpperFirst,
    /// Columns with other titles.
    Titles,
}

/// Column titles of an order, the lower element first.
const ORDER: [(&str, &str); 8] = [
    ("lower", "upper"),
    ("below", "above"),
    ("smaller", "larger"),
    ("smaller", "greater"),
    ("less", "greater"),
    ("before", "after"),
    ("predecessor", "successor"),
    ("covered", "covers"),
];

/// Column titles used for edges as well as for relations.
const TITLES: [(&str, &str); 8] = [
    ("source", "target"),
    ("from", "to"),
    ("node1", "node2"),
    ("vertex1", "vertex2"),
    ("start", "end"),
    ("tail", "head"),
    ("parent", "child"),
    ("child", "parent"),
];

/// Whether a line contains the titles of two adjacent columns of pairs.
pub(crate) fn titles(row: &Row<'_>) -> bool {
    has_adjacent(row, |a, b| TITLES.contains(&(a, b)))
}

/// Whether a line is the titles of the columns of an order.
pub(crate) fn has_order_titles(line: &str) -> bool {
    rows(line).first().is_some_and(order_titles)
}

/// Whether a line contains the titles of two adjacent columns of an order.
pub(crate) fn order_titles(row: &Row<'_>) -> bool {
    has_adjacent(row, |a, b| ORDER.contains(&(a, b)) || ORDER.contains(&(b, a)))
}

fn has_adjacent(row: &Row<'_>, are_titles: impl Fn(&str, &str) -> bool) -> bool {
    let cells: Vec<String> = row.cells.iter().map(|cell| cell.to_ascii_lowercase()).collect();
    cells.windows(2).any(|two| are_titles(&two[0], &two[1]))
}

/// The header, if a line contains the titles of two columns.
pub(crate) fn header(row: &Row<'_>) -> Option<Header> {
    let [a, b, ..] = row.cells[..] else { return None };
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let is = |pairs: &[(&str, &str)], a: &str, b: &str| pairs.contains(&(a, b));
    if is(&ORDER, &a, &b) {
        Some(Header::LowerFirst)
    } else if is(&ORDER, &b, &a) {
        Some(Header::UpperFirst)
    } else {
        is(&TITLES, &a, &b).then_some(Header::Titles)
    }
}
