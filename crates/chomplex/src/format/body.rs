//! The content of square brackets: facets, edges, hyperedges, relations, a graph6 code.

use hashbrown::{HashMap, HashSet};

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use super::graph6;
use super::listing::{self, Face};
use super::syntax::{Arguments, Relations};
use crate::family::catalogue::Body;
use crate::family::error::BuildError;
use crate::family::size::Size;
use crate::family::vertex::{is_ellipsis, is_name_character, is_quoted_name, is_relation, written};
use crate::poset::MAX_ELEMENTS;

/// The largest number of relations that are read, including those implied by others.
const MAX_RELATIONS: usize = 1 << 24;

/// Reads the body after the bracket opened at `open`, and the closing bracket.
pub(crate) fn parse<'a>(cursor: &mut Cursor<'a>, body: Body, open: usize) -> Result<Arguments<'a>, Mistake> {
    if !cursor.rest().contains(']') {
        return Err(Mistake::new(Problem::Unclosed('['), open..open + 1));
    }
    match body {
        Body::Facets => {
            let facets = listing::faces(cursor, &[']'])?;
            close(cursor, open)?;
            listing::check_points(&facets)?;
            Ok(Arguments::Facets(facets.into_iter().map(|face| face.vertices).collect()))
        }
        Body::Edges => edges(cursor, open),
        Body::Graph6 => {
            cursor.skip_blanks();
            let code = graph6::take(cursor)?;
            if cursor.eat(']') {
                Ok(Arguments::Graph6(code))
            } else {
                Err(cursor.expected("`]` after the graph6 code"))
            }
        }
        Body::Hyperedges => hyperedges(cursor, open),
        Body::Relations => relations(cursor, open),
    }
}

/// Reads the bracket that closes the one opened at `open`.
fn close(cursor: &mut Cursor<'_>, open: usize) -> Result<(), Mistake> {
    match cursor.peek() {
        Some(']') => {
            cursor.advance(1);
            Ok(())
        }
        None => Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        Some(_) => Err(cursor.expected("`]`")),
    }
}

fn edges<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Arguments<'a>, Mistake> {
    let listed = listing::faces(cursor, &[']']).map_err(|mistake| match mistake.problem {
        Problem::RepeatedVertex { face, .. } => Mistake::new(Problem::Loop(face), mistake.span),
        _ => mistake,
    })?;
    close(cursor, open)?;
    listing::check_separators(&listed)?;
    check_edges(&listed, |face| showable(&written(&face.vertices)))?;
    Ok(Arguments::Edges(listed.into_iter().map(|face| face.vertices).collect()))
}

/// Checks that faces are vertices and edges, with no edge repeated.
pub(crate) fn check_edges(faces: &[Face<'_>], shown: impl Fn(&Face<'_>) -> String) -> Result<(), Mistake> {
    let mut seen = HashSet::new();
    for face in faces {
        let problem = match face.vertices[..] {
            [_] => continue,
            [a, b] if seen.insert((a.min(b), a.max(b))) => continue,
            [_, _] => Problem::EdgeTwice(shown(face)),
            _ => Problem::NotAnEdge(shown(face), face.vertices.len()),
        };
        return Err(Mistake::new(problem, face.span.clone()));
    }
    Ok(())
}

fn hyperedges<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Arguments<'a>, Mistake> {
    let tops = listing::faces(cursor, &[']', ';'])?;
    listing::check_separators(&tops)?;
    let mut loose = Vec::new();
    if cursor.eat(';') {
        loose = listing::faces(cursor, &[']', ';'])?;
        if cursor.peek() == Some(';') {
            let expected = "bottoms or `]`".to_owned();
            return Err(cursor.mistake_here(Problem::Expected { expected, found: "a second `;`".to_owned() }));
        }
    }
    close(cursor, open)?;
    let mut bottoms: HashSet<&str> = tops.iter().flat_map(|top| top.vertices.iter().copied()).collect();
    for face in &loose {
        if let Some(twice) = face.vertices.iter().find(|&&vertex| !bottoms.insert(vertex)) {
            return Err(Mistake::new(Problem::BottomTwice(showable(twice)), face.span.clone()));
        }
    }
    let names = |faces: Vec<Face<'a>>| faces.into_iter().map(|face| face.vertices).collect();
    Ok(Arguments::Hyperedges { tops: names(tops), loose: names(loose) })
}

fn relations<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Arguments<'a>, Mistake> {
    let mut list = Relations::default();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    if cursor.eat(']') {
        return Ok(Arguments::Relations(list));
    }
    let mut chain: Vec<usize> = Vec::new();
    let mut last_at = 0;
    loop {
        cursor.skip_blanks();
        let at = cursor.at();
        let name = name(cursor, open)?;
        let next = *numbers.entry(name).or_insert_with_key(|name| {
            list.names.push(name.clone());
            list.names.len() - 1
        });
        if list.names.len() > MAX_ELEMENTS {
            let error = BuildError::TooLarge { elements: Size::from(list.names.len()), exact: false };
            return Err(Mistake::new(error, at..cursor.at()));
        }
        if let Some(&below) = chain.last() {
            let span = last_at..cursor.at();
            if below == next {
                return Err(Mistake::new(Problem::Reflexive(showable(&list.names[next])), span));
            }
            if list.relations.len() == MAX_RELATIONS {
                let covers = Size::from(MAX_RELATIONS + 1);
                return Err(Mistake::new(BuildError::TooManyCovers { covers }, span));
            }
            list.relations.push((below, next));
            list.spans.push(span);
        }
        chain.push(next);
        last_at = at;
        match cursor.peek() {
            Some('<') => {
                cursor.eat('<');
                if cursor.rest().starts_with('=') {
                    return Err(Mistake::new(Problem::NotStrict("<=".to_owned()), cursor.at() - 1..cursor.at() + 1));
                }
                continue;
            }
            Some(c @ (',' | ';' | ']')) => {
                list.chains.push(std::mem::take(&mut chain));
                cursor.eat(c);
                if c == ']' {
                    return Ok(Arguments::Relations(list));
                }
            }
            Some(c) if is_name_character(c) || c == '"' => return Err(cursor.mistake_here(Problem::MissingComma)),
            Some('>' | '≥') => return Err(turned_round(cursor, &list.names[next], last_at)),
            Some(c) if is_relation(c) || c == '=' => return Err(cursor.mistake_here(Problem::NotStrict(c.to_string()))),
            Some(_) => return Err(cursor.expected("`<`, `,` or `]`")),
            None => return Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        }
    }
}

/// The mistake for `a>b` instead of `b<a`.
fn turned_round(cursor: &mut Cursor<'_>, larger: &str, start: usize) -> Mistake {
    if larger.ends_with('-') {
        return Mistake::new(Problem::NotStrict("->".to_owned()), start..cursor.at() + 1);
    }
    cursor.take_while(|c| ">=≥".contains(c));
    cursor.skip_blanks();
    let smaller = cursor.take_while(is_name_character);
    let repair = showable(&format!("{}<{larger}", if smaller.is_empty() { "b" } else { smaller }));
    Mistake::new(Problem::TurnedRound { repair }, start..cursor.at())
}

/// The name of an element: a run of characters, or a JSON string.
fn name(cursor: &mut Cursor<'_>, open: usize) -> Result<String, Mistake> {
    let start = cursor.at();
    match cursor.peek() {
        None => Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        Some('{') if !cursor.rest().starts_with("{}") => Err(cursor.mistake_here(Problem::PairInPoset)),
        Some('“' | '”' | '„' | '«' | '»') => Err(cursor.mistake_here(Problem::Quotes)),
        Some('"') => {
            let name = cursor.string()?;
            if is_quoted_name(&name) {
                return Ok(name);
            }
            let problem = Problem::BadString("it is empty or has characters that do not show".to_owned());
            Err(Mistake::new(problem, start..cursor.at()))
        }
        Some(c) if is_name_character(c) => match cursor.take_while(is_name_character) {
            dots if is_ellipsis(dots) => Err(Mistake::new(Problem::LeftOut, start..cursor.at())),
            name => Ok(name.to_owned()),
        },
        Some('(' | '[') => Err(cursor.mistake_here(Problem::PairInPoset)),
        Some(_) => Err(cursor.expected("the name of an element")),
    }
}
