//! From text to a syntax tree, by recursive descent.
//!
//! ```text
//! position := part { "+" part }
//! part     := name [ "(" args ")" ] | name "[" body "]" | "(" position ")"
//! ```

mod arguments;

use super::arithmetic::Parameters;
use super::body;
use super::caret::showable;
use super::cursor::Cursor;
use super::error::{MAX_DEPTH, Mistake, Problem};
use super::language::{Language, UserFamily};
use super::letter;
use super::syntax::{Arguments, Node, NodeKind};
use crate::family::catalogue::Recipe;
use crate::family::{FAMILIES, Family, alias};
use crate::names::nearest;

/// Parses an expression, with numbers for its parameters.
pub(crate) fn parse<'a>(
    text: &'a str,
    parameters: &mut Parameters<'_>,
    language: &Language,
) -> Result<Node<'a>, Mistake> {
    let mut parser = Parser { cursor: Cursor::new(text), depth: 0, parameters, language };
    if parser.cursor.peek().is_none() {
        return Err(Mistake::new(Problem::Empty, 0..text.len()));
    }
    let node = parser.position()?;
    match parser.cursor.peek() {
        None => Ok(node),
        Some(c @ (')' | ']')) => Err(parser.cursor.mistake_here(Problem::Unopened(c))),
        Some(_) => Err(parser.cursor.expected("`+` or the end of the expression")),
    }
}

struct Parser<'a, 'p, 'v> {
    cursor: Cursor<'a>,
    depth: usize,
    parameters: &'p mut Parameters<'v>,
    language: &'p Language,
}

impl<'a> Parser<'a, '_, '_> {
    fn position(&mut self) -> Result<Node<'a>, Mistake> {
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        if self.depth == MAX_DEPTH {
            return Err(Mistake::new(Problem::TooDeep, start..start));
        }
        self.depth += 1;
        let mut parts = vec![self.part()?];
        let mut end = self.cursor.at();
        while self.cursor.eat('+') {
            parts.push(self.part()?);
            end = self.cursor.at();
        }
        self.depth -= 1;
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(Node { kind: NodeKind::Sum(parts), span: start..end }),
        }
    }

    fn part(&mut self) -> Result<Node<'a>, Mistake> {
        match self.cursor.peek() {
            Some('(') => {
                let open = self.cursor.at();
                self.cursor.eat('(');
                let mut node = self.position()?;
                if !self.cursor.eat(')') {
                    return Err(self.not_closed(open, '(', "`+` or `)`"));
                }
                node.span = open..self.cursor.at();
                Ok(node)
            }
            Some(c) if c.is_ascii_alphabetic() => self.member(),
            Some('@') => {
                let file = self.cursor.rest();
                let file = file.split_whitespace().next().unwrap_or(file);
                let span = self.cursor.at()..self.cursor.at() + file.len();
                Err(Mistake::new(Problem::File(showable(file)), span))
            }
            Some('-') => Err(self.cursor.mistake_here(Problem::File("-".to_owned()))),
            Some('"' | '\'' | '“' | '”' | '„') => Err(self.cursor.mistake_here(Problem::Quotes)),
            Some('$' | '\\') => Err(self.cursor.mistake_here(Problem::Latex)),
            Some(c) if c.is_ascii_digit() => Err(self.bare_number()),
            Some(c @ (')' | ']')) if self.depth == 1 => Err(self.cursor.mistake_here(Problem::Unopened(c))),
            _ => Err(self.cursor.expected("a position, for example `path(5)`")),
        }
    }

    /// The mistake for a number where a position is expected, perhaps the sides of a bar: `3x4`.
    fn bare_number(&mut self) -> Mistake {
        let start = self.cursor.at();
        match sides(self.cursor.rest()) {
            Some((length, sides)) => Mistake::new(Problem::Sides { sides }, start..start + length),
            None if self
                .cursor
                .rest()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start()
                .starts_with('*') =>
            {
                self.cursor.mistake_here(Problem::Copies)
            }
            None => self.cursor.expected("a position, for example `path(5)`"),
        }
    }

    /// The mistake for a bracket opened at `open` and not closed here: the text ends, or something
    /// else follows.
    fn not_closed(&mut self, open: usize, bracket: char, expected: &str) -> Mistake {
        match self.cursor.peek() {
            None => Mistake::new(Problem::Unclosed(bracket), open..open + 1),
            Some(_) => self.cursor.expected(expected),
        }
    }

    fn member(&mut self) -> Result<Node<'a>, Mistake> {
        let start = self.cursor.at();
        let name = self.cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let name_span = start..self.cursor.at();
        let Some(family) = Family::find(name) else {
            if let Some(family) = self.language.find(name) {
                return self.given(family, start);
            }
            return match letter::read(&mut self.cursor, name, start)? {
                Some(node) => Ok(node),
                None => Err(Mistake::new(unknown(name, self.language), name_span)),
            };
        };
        let mut end = self.cursor.at();
        let open = self.cursor.peek();
        let at = self.cursor.at();
        let wrong =
            |right: char| Problem::WrongBrackets { signature: family.signature, right, example: family.example };
        let arguments = match (&family.recipe, open) {
            (Recipe::Body(_), Some('(')) => return Err(Mistake::new(wrong('['), at..at + 1)),
            (Recipe::Body(body), Some('[')) => {
                self.cursor.eat('[');
                body::parse(&mut self.cursor, *body, at)?
            }
            (Recipe::Numbers { most: 0, .. }, Some('[')) => {
                return Err(self.cursor.expected("`+` or the end of the expression"));
            }
            (Recipe::Body(_), _) => return Err(Mistake::new(missing(family), name_span)),
            (_, Some('[')) => return Err(Mistake::new(wrong('('), at..at + 1)),
            (recipe, Some('(')) => {
                self.cursor.eat('(');
                self.arguments(family, recipe, at)?
            }
            (Recipe::Numbers { least: 0, make, .. }, _) => {
                Arguments::Numbers { numbers: Vec::new(), spans: Vec::new(), make: *make }
            }
            _ => return Err(Mistake::new(missing(family), name_span)),
        };
        if !matches!(&arguments, Arguments::Numbers { numbers, .. } if numbers.is_empty()) || open == Some('(') {
            end = self.cursor.at();
        }
        Ok(Node { kind: NodeKind::Member(family, arguments), span: start..end })
    }

    /// Reads a member of a family that a user has added, after its name.
    fn given(&mut self, family: &(dyn UserFamily + Send + Sync), start: usize) -> Result<Node<'a>, Mistake> {
        let (mut end, open) = (self.cursor.at(), self.cursor.peek());
        let at = self.cursor.at();
        let mut numbers = Vec::new();
        if open == Some('[') {
            let expected = format!("numbers in parentheses after `{}`", family.name());
            return Err(self.cursor.expected(&expected));
        }
        if self.cursor.eat('(') {
            let (given, spans) = self.numbers(at)?;
            for (number, span) in given.iter().zip(spans) {
                let number = number.exact().and_then(|number| u64::try_from(number).ok());
                numbers.push(number.ok_or_else(|| Mistake::new(Problem::LargeNumber, span))?);
            }
            end = self.cursor.at();
        }
        let wrong = |message: String| Mistake::new(Problem::UserFamily(message), start..end);
        let position = family.build(&numbers).map_err(|error| wrong(error.to_string()))?;
        let expression = position.to_string();
        let node = parse(&expression, &mut Parameters::default(), &Language::default())
            .map_err(|_| wrong(format!("`{}` gives what is no position: {expression}", family.name())))?;
        let is_sum = matches!(node.kind, NodeKind::Sum(_));
        Ok(Node { kind: NodeKind::Given { expression, is_sum }, span: start..end })
    }
}

/// The problem with a name that is not a family.
fn unknown(name: &str, language: &Language) -> Problem {
    let lower = name.to_ascii_lowercase();
    let short = if lower.len() <= 40 { lower } else { String::new() };
    let exact = FAMILIES.iter().map(|family| family.name).find(|known| *known == short);
    let meant = alias::meant(name).filter(|_| exact.is_none());
    let plain: String = short.chars().filter(char::is_ascii_alphanumeric).collect();
    let stem = plain.strip_suffix("graph").or_else(|| plain.strip_suffix("poset"));
    let stem = FAMILIES.iter().map(|family| family.name).find(|known| Some(*known) == stem);
    let near = || nearest(&short, FAMILIES.iter().map(|family| family.name).chain(language.names()));
    let nearest = exact.or(stem).or_else(near).map(str::to_owned);
    Problem::UnknownFamily { name: showable(name), meant, nearest }
}

fn missing(family: &Family) -> Problem {
    Problem::MissingArguments { signature: family.signature, example: family.example }
}

/// Whether a character may separate the sides of a bar.
fn is_times(c: char) -> bool {
    "xX×*".contains(c)
}

/// The sides of a bar at the beginning of a text, written `3x4` or `3 × 4 × 5`: the length and the
/// sides.
fn sides(text: &str) -> Option<(usize, String)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || is_times(c) || c == ' ')).unwrap_or(text.len());
    let text = text[..end].trim_end();
    let sides: Vec<&str> = text.split(is_times).map(str::trim).collect();
    let all = sides.len() > 1 && sides.iter().all(|side| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit()));
    all.then(|| (text.len(), showable(&sides.join(","))))
}
