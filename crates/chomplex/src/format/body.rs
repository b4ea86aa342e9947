//! What stands in square brackets: facets, edges, hyperedges, relations, a graph6 code.

use hashbrown::{HashMap, HashSet};

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{Mistake, Problem};
use super::graph6;
use super::syntax::{Arguments, Relations};
use crate::family::catalogue::Body;
use crate::family::fault::Fault;
use crate::family::size::Size;
use crate::family::vertex::{BadFace, is_name_character, is_quoted_name, split_face};
use crate::poset::MAX_ELEMENTS;

/// The most relations that are read, consequences of others included.
const MAX_RELATIONS: usize = 1 << 24;

/// Reads the body after the bracket opened at `open`, and the bracket that closes it.
pub(crate) fn parse<'a>(cursor: &mut Cursor<'a>, body: Body, open: usize) -> Result<Arguments<'a>, Mistake> {
    if !cursor.rest().contains(']') {
        return Err(Mistake::new(Problem::Unclosed('['), open..open + 1));
    }
    match body {
        Body::Facets => {
            let mut facets = Vec::new();
            while let Some(token) = next_token(cursor, open)? {
                checked_face(&token)?;
                facets.push(token.text);
            }
            Ok(Arguments::Facets(facets))
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

struct Token<'a> {
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn mistake(&self, problem: Problem) -> Mistake {
        Mistake::new(problem, self.at..self.at + self.text.len())
    }
}

/// The next token, or nothing at the closing bracket, which is read; `;` is a token of its own.
fn next_token<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Option<Token<'a>>, Mistake> {
    let next = cursor.peek();
    let at = cursor.at();
    match next {
        None => return Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        Some(']') => {
            cursor.eat(']');
            return Ok(None);
        }
        Some(';') => cursor.advance(1),
        Some(_) => {
            cursor.take_while(|c| !c.is_whitespace() && !"];#".contains(c));
        }
    }
    Ok(Some(Token { text: cursor.since(at), at }))
}

/// The vertices of a token.
fn checked_face<'a>(token: &Token<'a>) -> Result<Vec<&'a str>, Mistake> {
    split_face(token.text).map_err(|bad| face_mistake(bad, token.text, token.at))
}

/// What is wrong with a face that is written as `text` at the place `at`.
pub(crate) fn face_mistake(bad: BadFace<'_>, text: &str, at: usize) -> Mistake {
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

fn edges<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Arguments<'a>, Mistake> {
    let mut tokens = Vec::new();
    let mut seen = HashSet::new();
    while let Some(token) = next_token(cursor, open)? {
        let vertices = match checked_face(&token) {
            Err(Mistake { problem: Problem::RepeatedVertex { face, .. }, span }) => {
                return Err(Mistake::new(Problem::Loop(face), span));
            }
            other => other?,
        };
        match vertices[..] {
            [_] => {}
            [a, b] if seen.insert((a.min(b), a.max(b))) => {}
            [_, _] => return Err(token.mistake(Problem::EdgeTwice(showable(token.text)))),
            _ => return Err(token.mistake(Problem::NotAnEdge(showable(token.text), vertices.len()))),
        }
        tokens.push(token.text);
    }
    Ok(Arguments::Edges(tokens))
}

fn hyperedges<'a>(cursor: &mut Cursor<'a>, open: usize) -> Result<Arguments<'a>, Mistake> {
    let (mut tops, mut loose) = (Vec::new(), Vec::new());
    let mut bottoms = HashSet::new();
    let mut after = false;
    while let Some(token) = next_token(cursor, open)? {
        if token.text == ";" {
            if after {
                let expected = "bottoms or `]`".to_owned();
                return Err(token.mistake(Problem::Expected { expected, found: "a second `;`".to_owned() }));
            }
            after = true;
            continue;
        }
        let vertices = checked_face(&token)?;
        for vertex in vertices {
            if !bottoms.insert(vertex) && after {
                return Err(token.mistake(Problem::BottomTwice(showable(vertex))));
            }
        }
        if after { &mut loose } else { &mut tops }.push(token.text);
    }
    Ok(Arguments::Hyperedges { tops, loose })
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
            let fault = Fault::TooLarge { elements: Size::from(list.names.len()), exact: false };
            return Err(Mistake::new(fault, at..cursor.at()));
        }
        if let Some(&below) = chain.last() {
            let span = last_at..cursor.at();
            if below == next {
                return Err(Mistake::new(Problem::Reflexive(showable(&list.names[next])), span));
            }
            if list.relations.len() == MAX_RELATIONS {
                let covers = Size::from(MAX_RELATIONS + 1);
                return Err(Mistake::new(Fault::TooManyCovers { covers }, span));
            }
            list.relations.push((below, next));
            list.spans.push(span);
        }
        chain.push(next);
        last_at = at;
        match cursor.peek() {
            Some('<') => {
                cursor.eat('<');
                continue;
            }
            Some(c @ (',' | ']')) => {
                list.chains.push(std::mem::take(&mut chain));
                cursor.eat(c);
                if c == ']' {
                    return Ok(Arguments::Relations(list));
                }
            }
            Some(c) if is_name_character(c) || c == '"' => return Err(cursor.mistake_here(Problem::MissingComma)),
            Some('>') => return Err(cursor.expected("`<`, with the smaller element first")),
            Some(_) => return Err(cursor.expected("`<`, `,` or `]`")),
            None => return Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        }
    }
}

/// The name of an element: a run of characters, or a JSON string.
fn name(cursor: &mut Cursor<'_>, open: usize) -> Result<String, Mistake> {
    let start = cursor.at();
    match cursor.peek() {
        None => Err(Mistake::new(Problem::Unclosed('['), open..open + 1)),
        Some('"') => {
            cursor.advance(1);
            loop {
                cursor.take_while(|c| c != '"' && c != '\\');
                let escaped = cursor.rest().starts_with('\\');
                match cursor.rest().char_indices().nth(usize::from(escaped)) {
                    None => return Err(Mistake::new(Problem::Unclosed('"'), start..start + 1)),
                    Some((at, c)) => cursor.advance(at + c.len_utf8()),
                }
                if !escaped {
                    break;
                }
            }
            let bad = |reason: &str| Mistake::new(Problem::BadString(reason.to_owned()), start..cursor.at());
            let name: String = serde_json::from_str(cursor.since(start)).map_err(|error| {
                let message = error.to_string();
                bad(message.split(" at line").next().unwrap_or(&message))
            })?;
            if is_quoted_name(&name) { Ok(name) } else { Err(bad("it is empty or has characters that do not show")) }
        }
        Some(c) if is_name_character(c) => Ok(cursor.take_while(is_name_character).to_owned()),
        Some(_) => Err(cursor.expected("the name of an element")),
    }
}
