//! The arguments of a family: numbers and positions between commas, in groups between semicolons.

use std::ops::Range;

use super::{Parser, is_times, missing};
use crate::family::Family;
use crate::family::catalogue::Recipe;
use crate::family::number::Number;
use crate::format::caret::showable;
use crate::format::error::{Mistake, Problem};
use crate::format::syntax::{Arguments, Node};

impl<'a> Parser<'a, '_, '_> {
    /// Reads numbers after the parenthesis opened at `open`, each with its span, and the closing
    /// parenthesis.
    pub(super) fn numbers(&mut self, open: usize) -> Result<(Vec<Number>, Vec<Range<usize>>), Mistake> {
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
    pub(super) fn arguments(
        &mut self,
        family: &'static Family,
        recipe: &Recipe,
        open: usize,
    ) -> Result<Arguments<'a>, Mistake> {
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

fn counted(n: usize, what: &str) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => format!("one {what}"),
        2 => format!("two {what}s"),
        3 => format!("three {what}s"),
        _ => format!("{n} {what}s"),
    }
}
