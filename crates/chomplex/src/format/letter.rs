//! Families named by a letter with an index, as in the literature: `K5`, `K_{3,3}`, `C_7`.
//!
//! K and C have the same meaning everywhere and are accepted. Other letters have different meanings
//! to different people; they are rejected with an error that lists all meanings.

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use super::syntax::{Arguments, Node, NodeKind};
use crate::family::catalogue::Recipe;
use crate::family::number::Number;
use crate::family::{Family, alias};

/// Reads the family named by a letter with an index, after `word` has been read from `start` on;
/// `None` if it is not such a letter.
pub(crate) fn read<'a>(cursor: &mut Cursor<'a>, word: &str, start: usize) -> Result<Option<Node<'a>>, Mistake> {
    let Some(letter) = word.chars().next().filter(char::is_ascii_uppercase) else { return Ok(None) };
    let index = &word[1..];
    let index = index.strip_prefix('_').unwrap_or(index);
    let is_variable = index.len() == 1 && word.contains('_');
    if let Some((indices, behind)) = several(index, cursor.rest()).filter(|_| letter == 'K') {
        cursor.advance(behind);
        let (name, meant) = (showable(cursor.since(start)), showable(&format!("`K_{{{indices}}}`")));
        return Err(Mistake::new(Problem::LetterMeant { name, meant }, start..cursor.at()));
    }
    if !is_variable && !index.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(None);
    }
    let indices: Vec<&str> = match cursor.rest().strip_prefix('{') {
        Some(rest) if index.is_empty() => {
            let Some(length) = rest.find('}') else {
                return Err(Mistake::new(Problem::Unclosed('{'), cursor.at()..cursor.at() + 1));
            };
            cursor.advance(length + 2);
            rest[..length].split(',').map(str::trim).collect()
        }
        _ if index.is_empty() => Vec::new(),
        _ => vec![index],
    };
    let span = start..cursor.at();
    let numbers: Option<Vec<Number>> = indices.iter().map(|index| Number::from_digits(index)).collect();
    let family = match (letter, indices.len()) {
        ('K', 1) => Some("complete"),
        ('K', 2..) => Some("multipartite"),
        ('C', 1) => Some("cycle"),
        _ => None,
    };
    if let (Some(family), Some(numbers)) = (family.and_then(Family::find), numbers.filter(|n| !n.is_empty()))
        && let Recipe::Numbers { make, .. } = family.recipe
    {
        let spans = vec![span.clone(); numbers.len()];
        let arguments = Arguments::Numbers { numbers, spans, make };
        return Ok(Some(Node { kind: NodeKind::Member(family, arguments), span }));
    }
    let shown = if indices.is_empty() { "n" } else { indices[0] };
    let name = showable(cursor.since(start));
    let meant = match (letter, &indices[..]) {
        ('K', _) => Some("`K_5` or `complete(5)`, `K_{3,3}` or `multipartite(3,3)`".to_owned()),
        ('C', _) => Some("`C_7` or `cycle(7)`".to_owned()),
        ('P', [n, k]) => Some(format!("`subsets({n},{k})`")),
        _ => None,
    };
    if let Some(meant) = meant {
        return Err(Mistake::new(Problem::LetterMeant { name, meant: showable_all(&meant) }, span));
    }
    match alias::readings(letter, shown) {
        Some(readings) => Err(Mistake::new(Problem::Letter { name, readings: showable_all(&readings) }, span)),
        None => Ok(None),
    }
}

/// The indices of `K3,3` and `K_3_3`, which need braces, and the length of the rest of them.
fn several(index: &str, rest: &str) -> Option<(String, usize)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let behind = rest.find(|c: char| c != ',' && !c.is_ascii_digit()).unwrap_or(rest.len());
    let indices = format!("{index}{}", &rest[..behind]).replace('_', ",");
    (indices.contains(',') && indices.split(',').all(is_number)).then_some((indices, behind))
}

/// Shortens the readings. They come from a table, but the index was typed and may be long.
fn showable_all(readings: &str) -> String {
    readings.chars().take(400).collect()
}
