//! A text and the position from which it is read next.

use std::ops::Range;

use super::caret::showable;
use super::error::{Mistake, Problem};

/// A text and the position from which it is read next.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text from `start` up to here.
    pub(crate) fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.at]
    }

    /// Skips whitespace, and comments from `#` to the end of the line.
    pub(crate) fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The next character after blanks, without reading it.
    pub(crate) fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest().chars().next()
    }

    /// Reads `c` if it comes next after blanks.
    pub(crate) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Reads the longest run of wanted characters from here.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        self.at += self.rest().find(|c| !wanted(c)).unwrap_or(self.rest().len());
        self.since(start)
    }

    /// Advances by this many bytes, which must end at a character boundary.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads a JSON string, of which the opening quote comes next.
    pub(crate) fn string(&mut self) -> Result<String, Mistake> {
        let start = self.at;
        self.advance(1);
        loop {
            self.take_while(|c| c != '"' && c != '\\');
            let escaped = self.rest().starts_with('\\');
            match self.rest().char_indices().nth(usize::from(escaped)) {
                None => return Err(Mistake::new(Problem::Unclosed('"'), start..start + 1)),
                Some((at, c)) => self.advance(at + c.len_utf8()),
            }
            if !escaped {
                break;
            }
        }
        serde_json::from_str(self.since(start)).map_err(|error| {
            let message = error.to_string();
            let reason = message.split(" at line").next().unwrap_or(&message);
            Mistake::new(Problem::BadString(reason.to_owned()), start..self.at)
        })
    }

    /// The span of the next word or character after blanks; an empty span at the end.
    fn next_word(&mut self) -> Range<usize> {
        self.skip_blanks();
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let rest = self.rest();
        let length = match rest.chars().next() {
            None => 0,
            Some(c) if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            Some(c) => c.len_utf8(),
        };
        self.at..self.at + length
    }

    /// The mistake that something else was expected here.
    pub(crate) fn expected(&mut self, expected: impl Into<String>) -> Mistake {
        let span = self.next_word();
        let word = &self.text[span.clone()];
        let found = if word.is_empty() {
            "the end of the expression".to_owned()
        } else if word.bytes().all(|b| b.is_ascii_digit()) {
            format!("the number `{}`", showable(word))
        } else {
            format!("`{}`", showable(word))
        };
        Mistake::new(Problem::Expected { expected: expected.into(), found }, span)
    }

    /// A problem with the next word or character.
    pub(crate) fn mistake_here(&mut self, problem: Problem) -> Mistake {
        let span = self.next_word();
        Mistake::new(problem, span)
    }
}
