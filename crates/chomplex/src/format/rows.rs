//! Tables in text: lines of cells, separated by commas, semicolons, tabs or blanks.

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
        let content = line.split('#').next().unwrap_or("");
        let trimmed = content.trim();
        let is_comment = ["//", "%"].iter().any(|mark| trimmed.starts_with(mark));
        (!trimmed.is_empty() && !is_comment).then(|| (start + content.len() - content.trim_start().len(), trimmed))
    })
}

/// Splits a text into a table. The separator is the first of these that occurs: tab, semicolon,
/// comma, blank.
pub(crate) fn rows(text: &str) -> Vec<Row<'_>> {
    let separator = ['\t', ';', ','].into_iter().find(|&c| lines(text).any(|(_, line)| line.contains(c)));
    let cell = |text| unquoted(str::trim(text));
    let row = |(start, line): (usize, &'_ str)| -> (Range<usize>, Vec<Range<usize>>) {
        let place = |part: &str| {
            let at = part.as_ptr() as usize - line.as_ptr() as usize;
            at..at + part.len()
        };
        let cells = match separator {
            Some(c) => line.split(c).map(place).collect(),
            None => line.split_whitespace().map(place).collect(),
        };
        (start..start + line.len(), cells)
    };
    let table = lines(text).map(row);
    table
        .map(|(span, cells)| Row {
            cells: cells.into_iter().map(|place| cell(&text[span.start..][place])).collect(),
            span,
        })
        .collect()
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
