//! The lexical rules: lines, and in them numbers, strings, sets and references.

use std::io::{BufRead, Read};
use std::str::CharIndices;

use crate::failure::{Fault, quoted};

/// The maximum length of a line in bytes. A step about a million elements needs a third of it.
const LONGEST_LINE: usize = 1 << 26;

/// The lines of a certificate, read one by one into the same buffer.
pub(crate) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, buffer: Vec::new(), number: 0 }
    }

    /// The number of the line read last, counted from 1; at the end of the file, the number of the
    /// missing line.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The next line that is neither empty nor a comment.
    pub(crate) fn next(&mut self) -> Result<Words<'_>, Fault> {
        loop {
            self.fill()?;
            if !matches!(self.buffer.first(), None | Some(b'#')) {
                break;
            }
            text(&self.buffer)?;
        }
        Ok(Words { line: text(&self.buffer)?, at: 0 })
    }

    /// Requires that the file ends here.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        self.number += 1;
        self.buffer.clear();
        match self.input.by_ref().take(1).read_to_end(&mut self.buffer) {
            Ok(0) => Ok(()),
            Ok(_) => Err(Fault::unreadable("the file goes on after its last line, `qed`")),
            Err(error) => Err(Fault::Io(error)),
        }
    }

    /// Reads a line, without its end, into the buffer.
    fn fill(&mut self) -> Result<(), Fault> {
        self.number += 1;
        self.buffer.clear();
        let most = LONGEST_LINE as u64 + 1;
        self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer).map_err(Fault::Io)?;
        if self.buffer.pop_if(|&mut last| last == b'\n').is_some() {
            return Ok(());
        }
        Err(Fault::unreadable(match self.buffer.len() {
            0 if self.number == 1 => "the file is empty",
            0 => "the file ends before its last line, `qed`: it is truncated",
            length if length > LONGEST_LINE => "the line is too long",
            _ => "the file ends in the middle of this line: it is truncated",
        }))
    }
}

/// The bytes of a line as text.
fn text(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.contains(&0) {
        return Err(Fault::unreadable("there is a NUL byte in this line"));
    }
    std::str::from_utf8(bytes).map_err(|_| Fault::unreadable("this line is not UTF-8 text"))
}

/// A term of a reference: an earlier step, and perhaps the map that transfers it to another set.
/// Both are counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) step: usize,
    pub(crate) map: Option<usize>,
}

/// A line, read from left to right.
pub(crate) struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.line.as_bytes()[self.at..]
    }

    /// Reads the word up to the next space, whatever it is.
    pub(crate) fn keyword(&mut self) -> &'a str {
        let start = self.at;
        self.at += self.rest().iter().position(|&b| b == b' ').unwrap_or(self.rest().len());
        &self.line[start..self.at]
    }

    /// Whether another word follows the one just read; if so, reads the space before it.
    pub(crate) fn more(&mut self) -> Result<bool, Fault> {
        match self.rest().first() {
            None => Ok(false),
            Some(b' ') => {
                self.at += 1;
                Ok(true)
            }
            Some(_) => Err(self.expected("a space or the end of the line")),
        }
    }

    /// Reads the space before a required word.
    pub(crate) fn gap(&mut self, word: &str) -> Result<(), Fault> {
        if self.more()? { Ok(()) } else { Err(self.expected(word)) }
    }

    /// Requires that the line ends here.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    /// Reads this byte if it comes next.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.rest().first() == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// The fault that something else was expected here.
    pub(crate) fn expected(&self, what: &str) -> Fault {
        let rest = &self.line[self.at..];
        let found = match rest.split(' ').next() {
            _ if rest.is_empty() => "the end of the line".to_owned(),
            _ if rest == "\r" => "a carriage return (lines end with a line feed alone)".to_owned(),
            None | Some("") => "a space".to_owned(),
            Some(word) => quoted(word),
        };
        Fault::unreadable(format!("expected {what}, found {found}"))
    }

    /// Reads a number below 2^32.
    pub(crate) fn number(&mut self, what: &str) -> Result<u32, Fault> {
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit());
        let (mut value, mut length) = (0u32, 0);
        for digit in digits {
            value = value
                .checked_mul(10)
                .and_then(|v| v.checked_add(u32::from(digit - b'0')))
                .ok_or_else(|| Fault::unreadable(format!("{what} is out of range: numbers are below 2^32")))?;
            length += 1;
        }
        if length == 0 {
            return Err(self.expected(what));
        }
        if length > 1 && self.rest()[0] == b'0' {
            return Err(self.expected(&format!("{what} without leading zeros")));
        }
        self.at += length;
        Ok(value)
    }

    /// Reads the number of an element, which must be below `elements`.
    pub(crate) fn element(&mut self, elements: usize) -> Result<u32, Fault> {
        let x = self.number("the number of an element")?;
        if (x as usize) < elements {
            return Ok(x);
        }
        Err(Fault::unreadable(format!(
            "there is no element {x} before this line; there are {elements}, numbered from 0"
        )))
    }

    /// Reads the number of a step, from 1 to `steps`.
    pub(crate) fn step(&mut self, steps: usize) -> Result<usize, Fault> {
        let step = self.number("the number of a step")? as usize;
        if (1..=steps).contains(&step) {
            return Ok(step);
        }
        Err(Fault::unreadable(format!("there is no step {step} before this line")))
    }

    /// Reads a term: the number of a step, from 1 to `steps`, and optionally that of a map, from 1
    /// to `maps`.
    pub(crate) fn term(&mut self, steps: usize, maps: usize) -> Result<Term, Fault> {
        let step = self.step(steps)?;
        if !self.take(b'~') {
            return Ok(Term { step, map: None });
        }
        Ok(Term { step, map: Some(self.map(maps)?) })
    }

    /// Reads the number of a map, from 1 to `maps`.
    pub(crate) fn map(&mut self, maps: usize) -> Result<usize, Fault> {
        let map = self.number("the number of a map")? as usize;
        if (1..=maps).contains(&map) {
            return Ok(map);
        }
        Err(Fault::unreadable(format!("there is no map {map} before this line")))
    }

    /// Reads a set of elements, all below `elements`, and appends its words.
    pub(crate) fn set(&mut self, elements: usize, words: &mut Vec<u64>) -> Result<(), Fault> {
        let rest = self.rest();
        let length = rest.iter().take_while(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')).count();
        let digits = &rest[..length];
        match digits {
            [] => return Err(self.expected("a set in hexadecimal digits")),
            [b'0', _, ..] => return Err(self.expected("a set without leading zeros")),
            _ => self.at += length,
        }
        if digits == b"0" {
            return Ok(());
        }
        // The last element of the set, from the place of the first digit and its highest bit.
        let top = 4 * (length - 1) + nibble(digits[0]).ilog2() as usize;
        if top >= elements {
            let message = format!("the set is out of range: it has element {top}, but there are {elements} elements");
            return Err(Fault::unreadable(message));
        }
        words.extend(digits.rchunks(16).map(|chunk| chunk.iter().fold(0, |word, &d| word << 4 | nibble(d))));
        Ok(())
    }

    /// Reads a JSON string.
    pub(crate) fn string(&mut self, what: &str) -> Result<String, Fault> {
        let start = self.at;
        if !self.take(b'"') {
            return Err(self.expected(&format!("{what} in double quotes")));
        }
        let mut out = String::new();
        let mut chars = self.line[self.at..].char_indices();
        loop {
            match chars.next() {
                Some((i, '"')) => {
                    self.at += i + 1;
                    return Ok(out);
                }
                Some((_, '\\')) => match escape(&mut chars) {
                    Some(c) => out.push(c),
                    None => return Err(Fault::unreadable(format!("{what} has an escape that JSON does not allow"))),
                },
                Some((_, c)) if c < ' ' => {
                    return Err(Fault::unreadable(format!("{what} has a control character that is not escaped")));
                }
                Some((_, c)) => out.push(c),
                None => {
                    self.at = start;
                    return Err(self.expected(&format!("{what} with a closing quote")));
                }
            }
        }
    }
}

/// The value of a lower-case hexadecimal digit.
fn nibble(digit: u8) -> u64 {
    u64::from(if digit.is_ascii_digit() { digit - b'0' } else { digit - b'a' + 10 })
}

/// Reads the rest of an escape sequence after the backslash in a JSON string. An unpaired surrogate
/// is not a character.
fn escape(chars: &mut CharIndices<'_>) -> Option<char> {
    Some(match chars.next()?.1 {
        c @ ('"' | '\\' | '/') => c,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let unit = four_digits(chars)?;
            if !(0xd800..0xdc00).contains(&unit) {
                return char::from_u32(unit);
            }
            let pair = chars.next()?.1 == '\\' && chars.next()?.1 == 'u';
            let low = four_digits(chars).filter(|low| pair && (0xdc00..0xe000).contains(low))?;
            return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
        }
        _ => return None,
    })
}

/// The number written in four hexadecimal digits.
fn four_digits(chars: &mut CharIndices<'_>) -> Option<u32> {
    (0..4).try_fold(0, |value, _| Some(value << 4 | chars.next()?.1.to_digit(16)?))
}
