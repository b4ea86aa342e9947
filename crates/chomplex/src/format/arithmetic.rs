//! Numbers in an expression with parameters: `n`, `n+1`, `2*(m-k)`.
//!
//! ```text
//! number  := product { ("+" | "-") product }
//! product := factor { "*" factor }
//! factor  := digits | parameter | "(" number ")"
//! ```

use super::caret::showable;
use super::cursor::Cursor;
use super::error::{MAX_DEPTH, Mistake, Problem};
use crate::family::number::Number;

/// Parameters: names that stand for numbers.
#[derive(Default)]
pub(crate) struct Parameters<'a> {
    values: &'a [(String, u64)],
    used: Vec<bool>,
    depth: usize,
}

impl<'a> Parameters<'a> {
    pub(crate) fn new(values: &'a [(String, u64)]) -> Self {
        Parameters { values, used: vec![false; values.len()], depth: 0 }
    }

    /// Whether there are no parameters.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// A parameter that does not occur in the expression.
    pub(crate) fn unused(&self) -> Option<&'a str> {
        self.values.iter().zip(&self.used).find(|(_, used)| !**used).map(|((name, _), _)| &**name)
    }

    /// Reads a number and evaluates it.
    pub(crate) fn number(&mut self, cursor: &mut Cursor<'_>) -> Result<Number, Mistake> {
        cursor.skip_blanks();
        let start = cursor.at();
        let value = self.sum(cursor)?;
        let text = cursor.since(start).trim_end();
        let span = start..start + text.len();
        match value {
            Some(value) if value >= 0 => Ok(Number::from_digits(&value.to_string()).expect("these are digits")),
            Some(value) => Err(Mistake::new(Problem::Negative { text: showable(text), value }, span)),
            None => Err(Mistake::new(Problem::Overflow(showable(text)), span)),
        }
    }

    /// Reads a sum; `None` if its value overflows.
    fn sum(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<i128>, Mistake> {
        let mut sum = self.product(cursor)?;
        loop {
            let (left, combine): (_, fn(i128, i128) -> Option<i128>) = if cursor.eat('+') {
                (sum, i128::checked_add)
            } else if cursor.eat('-') {
                (sum, i128::checked_sub)
            } else {
                return Ok(sum);
            };
            let right = self.product(cursor)?;
            sum = left.zip(right).and_then(|(left, right)| combine(left, right));
        }
    }

    fn product(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<i128>, Mistake> {
        let mut product = self.factor(cursor)?;
        while cursor.eat('*') {
            let factor = self.factor(cursor)?;
            product = product.zip(factor).and_then(|(product, factor)| product.checked_mul(factor));
        }
        Ok(product)
    }

    fn factor(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<i128>, Mistake> {
        match cursor.peek() {
            Some('(') if self.depth < MAX_DEPTH => {
                let open = cursor.at();
                cursor.eat('(');
                self.depth += 1;
                let value = self.sum(cursor)?;
                self.depth -= 1;
                match cursor.peek() {
                    Some(')') => {
                        cursor.eat(')');
                        Ok(value)
                    }
                    None => Err(Mistake::new(Problem::Unclosed('('), open..open + 1)),
                    Some(_) => Err(cursor.expected("`+`, `-`, `*` or `)`")),
                }
            }
            Some('(') => Err(cursor.mistake_here(Problem::TooDeep)),
            Some(c) if c.is_ascii_digit() => Ok(cursor.take_while(|c| c.is_ascii_digit()).parse().ok()),
            Some(c) if c.is_ascii_alphabetic() => {
                let start = cursor.at();
                let name = cursor.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                match self.values.iter().position(|(known, _)| known == name) {
                    Some(place) => {
                        self.used[place] = true;
                        Ok(Some(self.values[place].1.into()))
                    }
                    None => Err(Mistake::new(Problem::UnknownParameter(showable(name)), start..cursor.at())),
                }
            }
            _ => Err(cursor.expected("a number or a parameter")),
        }
    }
}
