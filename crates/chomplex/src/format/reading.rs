//! From the content of a file to a position, with a note about how it was read.

use serde_json::Value;

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{ExpressionError, Mistake, Problem};
use super::order::{self, Lines};
use super::rows::{self, Header};
use super::{MAX_TEXT, Notation, ReadError, edges, facets, graph6, json, listing, matrix, sage};
use crate::family::Family;
use crate::family::plan::Plan;
use crate::family::vertex::is_relation;
use crate::position::Position;

/// A position and how its text was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The position.
    pub position: Position,
    /// The notation it was read in.
    pub notation: Notation,
    /// A note for a reader who meant something else: how the text was read, and how to get another
    /// reading.
    pub note: Option<String>,
}

/// The notation a text seems to be in.
pub(super) enum Guess {
    /// This notation; no other makes sense.
    Surely(Notation),
    /// Probably this notation; the note says how to get another reading.
    Likely(Notation, String),
    /// Facets, edges or pairs in brackets.
    Lists,
    /// Ambiguous or foreign; the error says what to do.
    Doubt(ReadError),
}

/// Reads a position in the given notation or else the detected one, and tells how it was read.
///
/// # Errors
/// If the content is not text, is not a position in that notation, or is ambiguous.
pub fn read_noting(content: &[u8], notation: Option<Notation>) -> Result<Reading, ReadError> {
    let text = decode(content)?;
    // The empty text is the empty matrix and the empty complex, but only if that notation was
    // requested.
    if text.trim().is_empty() && !matches!(notation, Some(Notation::Matrix | Notation::Facets)) {
        return Err(ReadError::Empty);
    }
    let (notation, note) = match notation {
        Some(notation) => (notation, None),
        None => match guess(text) {
            Guess::Surely(notation) => (notation, None),
            Guess::Likely(notation, note) => (notation, Some(note)),
            Guess::Lists => return Ok(lists(text).map_err(|mistake| mistake.in_text(text))?),
            Guess::Doubt(error) => return Err(error),
        },
    };
    let shown = |mistake: Mistake| ReadError::Text(mistake.in_text(text));
    let position = match notation {
        Notation::Expression => {
            return Ok(Reading { position: text.parse()?, notation, note: listing::note(text) });
        }
        Notation::Json => {
            let (position, note) = json::read(text)?;
            return Ok(Reading { position, notation, note });
        }
        Notation::Graph6 => graph6::read(text).map_err(shown)?,
        Notation::Matrix => matrix::read(text).map_err(shown)?,
        Notation::Adjacency => matrix::read_adjacency(text).map_err(shown)?,
        Notation::Facets => {
            let position = facets::read(text).map_err(shown)?;
            return Ok(Reading { position, notation, note: note.or_else(|| facets::note_on_names(text)) });
        }
        Notation::Edges => edges::read(text).map_err(shown)?,
        Notation::Pairs => {
            let position = order::read(text, Lines::Pairs).map_err(shown)?;
            return Ok(Reading { position, notation, note: note.or_else(|| order::note_on_first_line(text)) });
        }
        Notation::Chains => order::read(text, Lines::Chains).map_err(shown)?,
        Notation::Sage => sage::read(text).map_err(shown)?,
        only_written @ Notation::Dot => return Err(ReadError::OnlyWritten(only_written)),
    };
    Ok(Reading { position, notation, note })
}

/// Decodes the content as text, without a byte order mark.
fn decode(content: &[u8]) -> Result<&str, ReadError> {
    if content.len() > MAX_TEXT {
        return Err(ReadError::TooLong(content.len()));
    }
    if content.starts_with(b"\xff\xfe") || content.starts_with(b"\xfe\xff") {
        return Err(ReadError::Utf16);
    }
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    if let Some(offset) = content.iter().position(|&byte| byte == 0) {
        return Err(ReadError::NotText { offset, byte: 0 });
    }
    std::str::from_utf8(content).map_err(|error| {
        let offset = error.valid_up_to();
        ReadError::NotText { offset, byte: content[offset] }
    })
}

/// Whether a text is read in this notation without doubt and without a note.
pub(super) fn is_surely(text: &str, notation: Notation) -> bool {
    matches!(guess(text), Guess::Surely(found) if found == notation)
}

/// Detects the notation of a text.
pub(super) fn guess(text: &str) -> Guess {
    if let Some(notation) = text.lines().next().and_then(named) {
        return Guess::Surely(notation);
    }
    let content = || rows::lines(text).map(|(_, line)| line);
    let Some(first) = content().next() else { return Guess::Surely(Notation::Expression) };
    if sage::looks_like(first) {
        return Guess::Surely(Notation::Sage);
    }
    if let Some(error) = foreign(first) {
        return Guess::Doubt(error);
    }
    if first.starts_with(['{', '[']) {
        return brackets(text);
    }
    // Below titles, signs are part of names.
    if rows::has_order_titles(first) {
        return table(text);
    }
    let words = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if [">>", ":", "&"].iter().any(|header| first.starts_with(header)) || words().all(graph6::looks_like) {
        return Guess::Surely(Notation::Graph6);
    }
    if content().all(|line| line.chars().all(|c| "01,;".contains(c) || c.is_whitespace())) {
        return matrix_guess(text);
    }
    if first.starts_with('(') && listing::faces(&mut Cursor::new(text), &[]).is_ok() {
        return Guess::Lists;
    }
    if content().any(|line| line.contains(['(', ')', '+'])) || begins_with_family(first) {
        return Guess::Surely(Notation::Expression);
    }
    if content().any(|line| line.contains(['<', '>']) || line.contains(is_relation)) {
        return Guess::Surely(Notation::Pairs);
    }
    if matrix::has_titles(text) {
        return matrix_guess(text);
    }
    table(text)
}

/// Recognises files of other formats by their first line.
fn foreign(first: &str) -> Option<ReadError> {
    let graphviz = ["graph", "digraph", "strict"].iter().any(|word| {
        first.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with('{') || rest.ends_with('{'))
    });
    if graphviz {
        Some(ReadError::Graphviz)
    } else if first.starts_with('<') {
        Some(ReadError::Markup)
    } else if first.starts_with("chomplex-certificate") {
        Some(ReadError::Certificate)
    } else {
        None
    }
}

/// The notation named by a first line such as `# facets`.
fn named(line: &str) -> Option<Notation> {
    let name = line.trim().strip_prefix('#')?.trim();
    Notation::readable().find(|notation| notation.name() == name)
}

fn matrix_guess(text: &str) -> Guess {
    if matrix::is_lower(text) {
        let note = "read as an order: a 1 in row i and column j puts element i below element j".to_owned();
        return Guess::Likely(Notation::Matrix, note);
    }
    Guess::Surely(Notation::Matrix)
}

/// Detects JSON, or a list in brackets.
fn brackets(text: &str) -> Guess {
    if matrix::is_bracketed(text) {
        return matrix_guess(text);
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(fields)) => {
            if !fields.is_empty() && sage::is_dictionary(text) {
                return Guess::Doubt(ReadError::Dictionary);
            }
            Guess::Surely(Notation::Json)
        }
        Ok(_) => Guess::Lists,
        Err(_) if sage::is_dictionary(text) => Guess::Doubt(ReadError::Dictionary),
        Err(_) if text.contains("\":") || text.contains("':") || !text.contains([',', ' ']) => {
            Guess::Surely(Notation::Json)
        }
        Err(_) if listing::faces(&mut Cursor::new(text), &[]).is_ok() => Guess::Lists,
        Err(_) if text.trim_start().starts_with("{\"") => Guess::Surely(Notation::Json),
        Err(_) => Guess::Lists,
    }
}

/// The note for words in one line.
const LISTED: &str =
    "read as the facets of a simplicial complex, each character a vertex; names are joined by commas, `v1,v2 v2,v3`";

/// Recognises a title above the lines, a line of titles above more than two columns, or a family
/// with blanks around its numbers.
fn title_or_family(table: &[rows::Row<'_>], text: &str) -> Option<ReadError> {
    let first = table.first()?;
    let mistake = |problem| Some(ReadError::Text(Mistake::new(problem, first.span.clone()).in_text(text)));
    if let [word] = first.cells[..]
        && table.len() > 1
        && ["facet", "face", "edge", "pair", "chain"].contains(&word.to_ascii_lowercase().trim_end_matches('s'))
    {
        return mistake(Problem::Title(word.to_owned()));
    }
    if first.cells.len() > 2 && rows::order_titles(first) {
        return mistake(Problem::Columns(first.cells.len()));
    }
    if first.cells.len() > 2 && rows::titles(first) {
        return Some(ReadError::Weights);
    }
    let [family, numbers @ ..] = &first.cells[..] else { return None };
    let are_numbers = numbers.iter().all(|number| number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty());
    if table.len() == 1 && !numbers.is_empty() && are_numbers && Family::find(family).is_some() {
        let name = showable(&text[first.span.clone()]);
        return mistake(Problem::LetterMeant { name, meant: showable(&format!("`{family}({})`", numbers.join(","))) });
    }
    None
}

/// Detects the notation of lines of names.
fn table(text: &str) -> Guess {
    let table = rows::rows(text);
    if edges::is_dimacs(&table) {
        return Guess::Surely(Notation::Edges);
    }
    let longest = table.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if let Some(error) = title_or_family(&table, text) {
        return Guess::Doubt(error);
    }
    match table.first().and_then(|row| Some((row, rows::header(row)?))) {
        Some((row, header @ (Header::LowerFirst | Header::UpperFirst))) => {
            return Guess::Likely(Notation::Pairs, order::note(row, header));
        }
        Some((_, Header::Titles)) if longest == 2 => return Guess::Doubt(ReadError::GraphOrOrder),
        _ => {}
    }
    if table.iter().all(|row| row.cells[0].ends_with(':')) {
        return Guess::Doubt(ReadError::Neighbours);
    }
    if longest == 1 {
        return Guess::Surely(Notation::Facets);
    }
    let is_number = |cell: &str| cell.parse::<f64>().is_ok();
    let is_decimal = |cell: &str| is_number(cell) && cell.contains('.');
    let thirds = || table.iter().map(|row| row.cells.get(2).copied().unwrap_or(""));
    let weighted = thirds().all(is_decimal)
        || (thirds().all(is_number) && !table.iter().any(|row| row.cells[..2].iter().any(|cell| is_number(cell))));
    if longest == 3 && weighted || thirds().any(|cell| cell.starts_with('{')) {
        return Guess::Doubt(ReadError::Weights);
    }
    // Facets as in an expression: `012, 013` has a blank after each comma, `012 013` has longer
    // words.
    let as_expression = text.contains(", ") || text.contains(['{', '[']);
    if longest == 2 && !as_expression {
        let runs = table.len() == 1
            && !text.contains([',', ';', '\t'])
            && table[0].cells.iter().all(|cell| cell.chars().nth(1).is_some());
        let lists =
            table.len() == 1 && text.contains(';') && table[0].cells.iter().any(|cell| cell.contains([',', ' ']));
        return match runs || lists {
            true if table[0].cells.iter().any(|cell| cell.chars().any(char::is_alphabetic)) => {
                Guess::Likely(Notation::Facets, LISTED.to_owned())
            }
            true => Guess::Surely(Notation::Facets),
            false => Guess::Doubt(ReadError::GraphOrOrder),
        };
    }
    if table.len() == 1 && !as_expression && facets::is_one_list(text) {
        let span = 0..text.trim_end().len();
        return Guess::Doubt(ReadError::Text(Mistake::new(Problem::OneList, span).in_text(text)));
    }
    if table.len() == 1 || as_expression {
        let words = || table.iter().flat_map(|row| row.cells.iter()).filter(|cell| cell.chars().nth(1).is_some());
        if !as_expression && !text.contains(',') && words().any(|word| word.chars().any(char::is_alphabetic)) {
            return Guess::Likely(Notation::Facets, LISTED.to_owned());
        }
        return Guess::Surely(Notation::Facets);
    }
    let note =
        "read as a simplicial complex, a facet on each line; `--from chains` reads an order, a chain on each line";
    Guess::Likely(Notation::Facets, note.to_owned())
}

fn begins_with_family(line: &str) -> bool {
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let is_letter = || {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && (word[1..].starts_with('_') || word.len() > 1 && word[1..].bytes().all(|b| b.is_ascii_digit()))
    };
    line.starts_with(['@', '$'])
        || rest.trim_start().starts_with('[')
        || (rest.is_empty() && Family::find(word).is_some())
        || (!word.is_empty() && is_letter() && (rest.is_empty() || rest.starts_with('{')))
}

/// Reads a complex from a list of facets in brackets, if it cannot be anything else.
pub(super) fn lists(text: &str) -> Result<Reading, Mistake> {
    let mut cursor = Cursor::new(text);
    let faces = listing::faces(&mut cursor, &[])?;
    if let Some(c) = cursor.peek() {
        return Err(cursor.mistake_here(Problem::Unopened(c)));
    }
    let Some(largest) = faces.iter().max_by_key(|face| face.vertices.len()).filter(|face| face.vertices.len() > 2)
    else {
        return Err(Mistake::new(Problem::GraphOrOrder, 0..text.trim_end().len()));
    };
    let span = largest.span.clone();
    if faces.len() == 1 {
        return Err(Mistake::new(Problem::OneList, span));
    }
    let plan = Plan::from_facets(faces.into_iter().map(|face| face.vertices));
    let position = plan.into_position().map_err(|error| Mistake::new(error, span))?;
    let note = "read as the facets of a simplicial complex; `--from chains` reads an order, each list a chain";
    Ok(Reading { position, notation: Notation::Facets, note: Some(note.to_owned()) })
}

/// Reads an argument that is not an expression but a list in brackets or JSON; `None` if it is
/// neither.
pub(super) fn bracketed(text: &str) -> Option<Result<Reading, ReadError>> {
    let shown = |mistake: Mistake| -> ExpressionError { mistake.in_text(text) };
    match text.trim_start().starts_with(['[', '{']).then(|| brackets(text))? {
        Guess::Lists => Some(lists(text).map_err(|mistake| shown(mistake).into())),
        _ => Some(read_noting(text.as_bytes(), None)),
    }
}
