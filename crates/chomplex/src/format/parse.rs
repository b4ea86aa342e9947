//! From text to a syntax tree, by recursive descent.
//!
//! ```text
//! position := part { "+" part }
//! part     := name [ "(" args ")" ] | name "[" body "]" | "(" position ")"
//! ```

use std::ops::Range;

use super::arithmetic::Parameters;
use super::body;
use super::caret::showable;
use super::cursor::Cursor;
use super::error::{MAX_DEPTH, Mistake, Problem};
use super::language::{Language, UserFamily};
use super::letter;
use super::syntax::{Arguments, Node, NodeKind};
use crate::family::catalogue::Recipe;
use crate::family::number::Number;
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

    /// Reads numbers after the parenthesis opened at `open`, each with its span, and the closing
    /// parenthesis.
    fn numbers(&mut self, open: usize) -> Result<(Vec<Number>, Vec<Range<usize>>), Mistake> {
        let (mut numbers, mut spans) = (Vec::new(), Vec::new());
        if !self.cursor.eat(')') {
            loop {
                self.cursor.skip_blanks();
                let start = self.cursor.at();
                numbers.push(self.number(open)?);
                spans.push(start..self.cursor.at());
                if self.separator(open, false)? == Separator::Close {
                    break;
                }
            }
        }
        Ok((numbers, spans))
    }

    /// Reads the arguments after the parenthesis opened at `open`, and the closing parenthesis.
    fn arguments(&mut self, family: &'static Family, recipe: &Recipe, open: usize) -> Result<Arguments<'a>, Mistake> {
        let wrong_count = |found: usize, wanted: String, end: usize| {
            Mistake::new(Problem::WrongCount { signature: family.signature, wanted, found }, open..end)
        };
        match *recipe {
            Recipe::Numbers { least, most, make } => {
                let (numbers, spans) = self.numbers(open)?;
                if numbers.len() < least || numbers.len() > most {
                    let wanted =
                        if most == usize::MAX { format!("{least} or more numbers") } else { counted(least, "number") };
                    return Err(wrong_count(numbers.len(), wanted, self.cursor.at()));
                }
                Ok(Arguments::Numbers { numbers, spans, make })
            }
            Recipe::Groups(make) => {
                self.cursor.skip_blanks();
                let start = self.cursor.at();
                let mut groups = vec![vec![self.number(open)?]];
                let span = start..self.cursor.at();
                let mut separator = self.separator(open, true)?;
                if separator == Separator::Comma {
                    return Err(wrong_count(2, "one number before the first `;`".to_owned(), self.cursor.at()));
                }
                while separator == Separator::Semicolon {
                    let mut group = Vec::new();
                    if self.cursor.eat(';') {
                        // An empty group.
                    } else if self.cursor.eat(')') {
                        separator = Separator::Close;
                    } else {
                        loop {
                            group.push(self.number(open)?);
                            separator = self.separator(open, true)?;
                            if separator != Separator::Comma {
                                break;
                            }
                        }
                    }
                    groups.push(group);
                }
                while groups.len() > 1 && groups.last().is_some_and(Vec::is_empty) {
                    groups.pop();
                }
                Ok(Arguments::Groups { groups, span, make })
            }
            Recipe::Positions { count, make } => {
                let mut positions = Vec::new();
                if !self.cursor.eat(')') {
                    loop {
                        positions.push(self.argument(open)?);
                        if self.separator(open, false)? == Separator::Close {
                            break;
                        }
                    }
                }
                if positions.len() != count {
                    return Err(wrong_count(positions.len(), counted(count, "position"), self.cursor.at()));
                }
                Ok(Arguments::Positions { positions, make })
            }
            Recipe::PositionAndNumber(make) => {
                let wanted = || "a position and a number".to_owned();
                if self.cursor.eat(')') {
                    return Err(wrong_count(0, wanted(), self.cursor.at()));
                }
                if self.cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return Err(self.swapped(family, open));
                }
                let position = Box::new(self.argument(open)?);
                if self.separator(open, false)? == Separator::Close {
                    return Err(wrong_count(1, wanted(), self.cursor.at()));
                }
                let number = self.number(open)?;
                if self.separator(open, false)? != Separator::Close {
                    return Err(wrong_count(3, wanted(), self.cursor.at()));
                }
                Ok(Arguments::PositionAndNumber { position, number, make })
            }
            Recipe::Body(_) => Err(Mistake::new(missing(family), open..open + 1)),
        }
    }

    /// The mistake for a number before the position.
    fn swapped(&mut self, family: &Family, open: usize) -> Mistake {
        let number = self.cursor.take_while(|c| c.is_ascii_digit()).to_owned();
        let start = self.cursor.at() + 1;
        let is_swapped = self.cursor.eat(',') && self.position().is_ok();
        let position = self.cursor.since(start.min(self.cursor.at())).trim();
        let repair = is_swapped.then(|| showable(&format!("{}({position},{number})", family.name)));
        let problem = Problem::PositionFirst { signature: family.signature, repair };
        Mistake::new(problem, open..self.cursor.at())
    }

    fn argument(&mut self, open: usize) -> Result<Node<'a>, Mistake> {
        match self.cursor.peek() {
            None => Err(self.not_closed(open, '(', "a position")),
            Some(_) => self.position(),
        }
    }

    fn number(&mut self, open: usize) -> Result<Number, Mistake> {
        if !self.parameters.is_empty() {
            return self.parameters.number(&mut self.cursor);
        }
        self.cursor.skip_blanks();
        let start = self.cursor.at();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        let rest = self.cursor.rest();
        let goes_on = |c: char| c == '.' || c == '_' || c == '\'' || (c.is_numeric() && !c.is_ascii_digit());
        let exponent = || rest.starts_with(['e', 'E']) && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        if rest.starts_with(goes_on) || (!digits.is_empty() && exponent()) {
            self.cursor.take_while(|c| c.is_alphanumeric() || goes_on(c));
            return Err(Mistake::new(Problem::NotNatural, start..self.cursor.at()));
        }
        match Number::from_digits(digits) {
            Some(number) => Ok(number),
            None if self.cursor.rest().starts_with('-') => {
                self.cursor.advance(1);
                self.cursor.take_while(|c| c.is_ascii_digit());
                let found = format!("`{}`", showable(self.cursor.since(start)));
                let problem = Problem::Expected { expected: "a natural number".to_owned(), found };
                Err(Mistake::new(problem, start..self.cursor.at()))
            }
            None => Err(self.not_closed(open, '(', "a number")),
        }
    }

    /// Reads what follows an argument.
    fn separator(&mut self, open: usize, groups: bool) -> Result<Separator, Mistake> {
        if self.cursor.eat(',') {
            Ok(Separator::Comma)
        } else if self.cursor.eat(')') {
            Ok(Separator::Close)
        } else if groups && self.cursor.eat(';') {
            Ok(Separator::Semicolon)
        } else if self.cursor.peek().is_some_and(|c| {
            is_times(c) && self.cursor.rest()[c.len_utf8()..].trim_start().starts_with(|d: char| d.is_ascii_digit())
        }) {
            Err(self.cursor.mistake_here(Problem::Times))
        } else if self.cursor.peek().is_some_and(char::is_alphanumeric) {
            Err(self.cursor.mistake_here(Problem::MissingComma))
        } else {
            Err(self.not_closed(open, '(', if groups { "`,`, `;` or `)`" } else { "`,` or `)`" }))
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Comma,
    Semicolon,
    Close,
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

fn counted(n: usize, what: &str) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => format!("one {what}"),
        2 => format!("two {what}s"),
        3 => format!("three {what}s"),
        _ => format!("{n} {what}s"),
    }
}
