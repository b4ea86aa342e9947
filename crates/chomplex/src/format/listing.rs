//! Lists of faces as people write them: `012 013`, `01, 02`, `v1,v2 v2,v10`, `{0,1,2} {1,3}`,
//! `[[0,1,2],[1,3]]`.
//!
//! A token without a comma is a run of vertices of one character each. A comma without a blank
//! after it joins whole names; a comma followed by a blank separates faces. In braces, brackets and
//! parentheses names are whole, with commas or blanks between them. If two of these readings are
//! possible, the text is rejected with an error that shows both.

use std::ops::Range;

use hashbrown::HashSet;

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use crate::family::vertex::{BadFace, check_face, is_ellipsis, is_joint, is_vertex_character, split_face};

/// A face as written, with its vertices in the order written.
pub(crate) struct Face<'a> {
    pub(crate) vertices: Vec<&'a str>,
    pub(crate) span: Range<usize>,
    form: Form,
    /// Whether a comma follows.
    comma: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Single characters, or names joined by commas.
    Plain,
    /// A longer name and a comma, `10,`: either a vertex, or a run and a separator.
    NameOrRun,
    /// Names in brackets.
    Group,
    /// One longer name in brackets, `{10}`: either a vertex or a run.
    BareGroup,
}

/// The brackets that may surround a face.
const BRACKETS: [(char, char); 3] = [('{', '}'), ('[', ']'), ('(', ')')];

fn closing(open: char) -> Option<char> {
    BRACKETS.iter().find(|pair| pair.0 == open).map(|pair| pair.1)
}

/// Reads faces up to one of `ends`, which is not consumed, or up to the end of the text.
pub(crate) fn faces<'a>(cursor: &mut Cursor<'a>, ends: &[char]) -> Result<Vec<Face<'a>>, Mistake> {
    // The list may have an extra pair of brackets: `[[0,1,2],[1,3]]` instead of `[0,1,2] [1,3]`.
    if let Some(open) = cursor.peek().filter(|&c| closing(c).is_some()) {
        let (start, inner) = (cursor.at(), cursor.rest()[1..].trim_start());
        if inner.starts_with(|c| closing(c).is_some()) {
            cursor.advance(1);
            let close = closing(open).unwrap_or(open);
            let list = section(cursor, &[close])?;
            return match cursor.eat(close) {
                true => Ok(list),
                false => Err(Mistake::new(Problem::Unclosed(open), start..start + 1)),
            };
        }
    }
    section(cursor, ends)
}

fn section<'a>(cursor: &mut Cursor<'a>, ends: &[char]) -> Result<Vec<Face<'a>>, Mistake> {
    let mut faces: Vec<Face<'a>> = Vec::new();
    while let Some(c) = cursor.peek().filter(|c| !ends.contains(c)) {
        if let Some(close) = closing(c) {
            faces.push(group(cursor, c, close)?);
        } else if c == ';' {
            cursor.advance(1);
            faces.iter_mut().last().into_iter().for_each(|last| last.comma = true);
        } else {
            let at = cursor.at();
            let token = cursor.take_while(|c| !c.is_whitespace() && !";#{[(".contains(c) && !ends.contains(&c));
            match faces.last_mut() {
                Some(last) if token == "," && !last.comma => last.comma = true,
                _ => faces.push(plain(token, at)?),
            }
        }
    }
    settle(&mut faces)?;
    Ok(faces)
}

/// Reads a run, or names joined by commas.
fn plain(token: &str, at: usize) -> Result<Face<'_>, Mistake> {
    let span = at..at + token.len();
    let name = token.trim_end_matches(',');
    if is_ellipsis(name) {
        return Err(Mistake::new(Problem::LeftOut, span));
    }
    check_dashes(name, span.clone())?;
    let vertices = split_face(token).map_err(|bad| mistake(bad, token, at))?;
    let comma = token.ends_with(',');
    let long = vertices.len() == 1 && vertices[0].chars().nth(1).is_some();
    let form = if comma && long { Form::NameOrRun } else { Form::Plain };
    Ok(Face { vertices, span, form, comma })
}

/// Rejects `1-2`, which would be one name.
pub(crate) fn check_dashes(name: &str, span: Range<usize>) -> Result<(), Mistake> {
    match joined_by_dashes(name) {
        Some(repair) => Err(Mistake::new(Problem::Dash { token: showable(name), repair }, span)),
        None => Ok(()),
    }
}

/// The repair for `1-2` or `v1–v2`. A dash is an ordinary character, not a separator.
fn joined_by_dashes(token: &str) -> Option<String> {
    if token.contains(',') || token.chars().count() < 3 || !token.contains(is_joint) {
        return None;
    }
    let names: Vec<&str> = token.split(|c: char| is_joint(c) || c == '>').filter(|name| !name.is_empty()).collect();
    (names.len() > 1 && names.iter().all(|name| name.chars().all(is_vertex_character)))
        .then(|| showable(&names.join(",")))
}

/// Reads names in brackets, the closing bracket, and a comma after it.
fn group<'a>(cursor: &mut Cursor<'a>, open: char, close: char) -> Result<Face<'a>, Mistake> {
    let start = cursor.at();
    cursor.advance(open.len_utf8());
    let mut vertices = Vec::new();
    let (mut comma, mut quoted) = (false, false);
    loop {
        let at = match cursor.peek() {
            None => return Err(Mistake::new(Problem::Unclosed(open), start..start + 1)),
            Some(_) => cursor.at(),
        };
        if cursor.eat(close) {
            break;
        }
        if cursor.eat(',') {
            comma = true;
            if vertices.is_empty() {
                return Err(Mistake::new(Problem::BlankName, start..cursor.at()));
            }
            continue;
        }
        if let Some(quote @ ('"' | '\'')) = cursor.peek() {
            cursor.advance(1);
            let name = cursor.take_while(|c| c != quote);
            if !cursor.eat(quote) {
                return Err(Mistake::new(Problem::Unclosed(quote), at..at + 1));
            }
            quoted = true;
            vertices.push(name);
            continue;
        }
        let name = cursor.take_while(|c| !c.is_whitespace() && !",;#\"{}[]()".contains(c));
        if name.is_empty() {
            return Err(cursor.expected(format!("the name of a vertex or `{close}`")));
        }
        vertices.push(name);
    }
    let span = start..cursor.at();
    let text = cursor.since(start);
    if vertices.is_empty() {
        return Err(Mistake::new(Problem::EmptyFace, span));
    }
    check_face(&vertices).map_err(|bad| mistake(bad, text, start))?;
    let bare = vertices.len() == 1 && !comma && !quoted && vertices[0].chars().nth(1).is_some();
    let form = if bare { Form::BareGroup } else { Form::Group };
    let behind = cursor.rest().starts_with(',');
    if behind {
        cursor.advance(1);
    }
    Ok(Face { vertices, span, form, comma: behind })
}

/// Decides between a longer name and a run of characters, or reports that both are possible.
fn settle(faces: &mut [Face<'_>]) -> Result<(), Mistake> {
    let Some((last, others)) = faces.split_last() else { return Ok(()) };
    let separated = !others.is_empty() && others.iter().all(|face| face.comma) && !last.comma;
    let alone = others.iter().all(|face| !face.comma);
    let has_lists = faces.iter().any(|face| face.form == Form::Group && face.vertices.len() > 1);
    for face in faces {
        match face.form {
            Form::NameOrRun if separated => split(face)?,
            Form::NameOrRun if !alone => return Err(doubt(face, ",")),
            Form::BareGroup if !has_lists => return Err(doubt(face, "")),
            _ => {}
        }
    }
    Ok(())
}

/// Reads a longer name as a run of characters instead.
fn split(face: &mut Face<'_>) -> Result<(), Mistake> {
    let name = face.vertices[0];
    face.vertices = split_face(name).map_err(|bad| mistake(bad, name, face.span.start))?;
    Ok(())
}

fn doubt(face: &Face<'_>, comma: &str) -> Mistake {
    let name = face.vertices[0];
    let token = if comma.is_empty() { format!("{{{name}}}") } else { format!("{name},") };
    let run: Vec<String> = name.chars().map(|c| format!("`{c}`")).take(8).collect();
    let problem = Problem::NameOrRun { token: showable(&token), name: showable(name), run: showable(&run.join(", ")) };
    Mistake::new(problem, face.span.clone())
}

/// Rejects single vertices with commas between them: `0, 1, 2` could be one facet, and `0 1, 1 2`
/// could be two.
pub(crate) fn check_points(faces: &[Face<'_>]) -> Result<(), Mistake> {
    let Some((last, others)) = faces.split_last() else { return Ok(()) };
    if are_points(faces) && !others.is_empty() && others.iter().all(|face| face.comma) {
        let names: Vec<&str> = faces.iter().map(|face| face.vertices[0]).collect();
        return Err(names_or_facets(&names, faces[0].span.start..last.span.end));
    }
    check_separators(faces)
}

/// Rejects single vertices with blanks between some and commas between others: `0 1, 1 2` could be
/// two edges.
pub(crate) fn check_separators(faces: &[Face<'_>]) -> Result<(), Mistake> {
    let Some((last, others)) = faces.split_last() else { return Ok(()) };
    let commas = others.iter().filter(|face| face.comma).count();
    if !are_points(faces) || commas == 0 || commas == others.len() {
        return Ok(());
    }
    let list = |faces: &[Face<'_>]| faces.iter().map(|face| face.vertices[0]).collect::<Vec<_>>().join(",");
    let lists: Vec<String> = faces.split_inclusive(|face| face.comma).map(list).collect();
    let mut seen = HashSet::new();
    let points: Vec<&str> = faces.iter().map(|face| face.vertices[0]).filter(|name| seen.insert(*name)).collect();
    let problem = Problem::ListsOrPoints { lists: showable(&lists.join(" ")), points: showable(&points.join(" ")) };
    Err(Mistake::new(problem, faces[0].span.start..last.span.end))
}

fn are_points(faces: &[Face<'_>]) -> bool {
    faces.iter().all(|face| face.vertices.len() == 1 && face.form == Form::Plain)
}

/// A note about an expression in which one face is written `123,234`. By the rule these are two
/// vertices, but two faces may be meant.
pub(crate) fn note(text: &str) -> Option<String> {
    let lists_faces = |before: &str| ["complex", "graph"].contains(&word_at_end(before));
    let mut bodies = text
        .match_indices('[')
        .filter(|&(at, _)| lists_faces(&text[..at]))
        .filter_map(|(at, _)| Some(text[at + 1..].split_once(']')?.0.trim()));
    let is_run = |name: &str| {
        let mut seen = HashSet::new();
        name.len() > 1 && name.bytes().all(|b| b.is_ascii_digit() && seen.insert(b))
    };
    let body = bodies.find(|body| {
        let names: Vec<&str> = body.split(',').collect();
        let characters: HashSet<u8> = body.bytes().filter(|&b| b != b',').collect();
        let total: usize = names.iter().map(|name| name.len()).sum();
        names.len() > 1 && names.iter().all(|name| is_run(name)) && characters.len() < total
    })?;
    let separated = body.replace(',', ", ");
    let names = body.split(',').count();
    Some(format!(
        "`{}` is read as {names} vertices joined; faces are separated by a comma and a blank, `{}`",
        showable(body),
        showable(&separated)
    ))
}

/// The word that a text ends with.
fn word_at_end(text: &str) -> &str {
    text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("")
}

/// The mistake for words that could be the vertices of one facet, or facets themselves.
pub(crate) fn names_or_facets(words: &[&str], span: Range<usize>) -> Mistake {
    let run = |word: &&str| format!("{{{}}}", word.chars().map(String::from).collect::<Vec<_>>().join(","));
    let facets: Vec<String> = words.iter().map(run).collect();
    let problem = Problem::NamesOrFacets { facet: showable(&words.join(",")), facets: showable(&facets.join(" ")) };
    Mistake::new(problem, span)
}

/// The mistake for a bad face, written as `text` at byte `at`.
pub(crate) fn mistake(bad: BadFace<'_>, text: &str, at: usize) -> Mistake {
    let problem = match bad {
        BadFace::Character(c) => {
            let at = at + text.find(c).unwrap_or(0);
            return Mistake::new(Problem::BadCharacter(showable(&c.to_string())), at..at + c.len_utf8());
        }
        BadFace::Blank => Problem::BlankName,
        BadFace::Long(_) => Problem::LongName,
        BadFace::Repeated(vertex) => Problem::RepeatedVertex { vertex: showable(vertex), face: showable(text) },
    };
    Mistake::new(problem, at..at + text.len())
}
