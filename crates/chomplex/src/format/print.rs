//! Positions as text: parses and prints expressions.
//!
//! A position in which no move has been made prints as the expression it was written as, in
//! canonical spacing. Any other position is recognised from its names and its order, preferably as
//! a member of the family the game started in. So nothing is lost when it is read back.

use std::fmt;
use std::ops::Add;
use std::str::FromStr;

use super::Language;
use super::error::ExpressionError;
use crate::family::remnant::Scribe;
use crate::position::Position;

/// The position of an expression, with a number for each of its parameters.
///
/// ```
/// use chomplex::format::expression;
/// let n = [("n".to_owned(), 5)];
/// assert_eq!(expression("path(2*n+1) + wheel(n)", &n).unwrap().to_string(), "path(11) + wheel(5)");
/// ```
///
/// # Errors
/// If the expression is wrong, or does not use one of the parameters.
pub fn expression(text: &str, parameters: &[(String, u64)]) -> Result<Position, ExpressionError> {
    Language::default().parse_with(text, parameters)
}

impl FromStr for Position {
    type Err = ExpressionError;

    /// The position of an expression.
    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        expression(text, &[])
    }
}

impl Position {
    /// The sum of some positions, in which each move is in one of them. Summands that are sums
    /// themselves are taken apart, so that it does not matter how a sum is grouped.
    ///
    /// ```
    /// use chomplex::Position;
    /// let [path, heaps]: [Position; 2] = ["path(3)".parse()?, "nim(2) + nim(1)".parse()?];
    /// assert_eq!(Position::sum([&path, &heaps])?.to_string(), "path(3) + nim(2) + nim(1)");
    /// assert_eq!(&path + &heaps, Position::sum([&path, &heaps])?);
    /// # Ok::<(), chomplex::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    /// If the sum is too large.
    pub fn sum<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Result<Position, ExpressionError> {
        let summands: Vec<String> = positions.into_iter().map(Position::to_string).collect();
        if summands.is_empty() { "nim(0)".parse() } else { summands.join(" + ").parse() }
    }
}

/// The sum of two positions, as [`Position::sum`].
///
/// # Panics
/// If the sum is too large.
impl Add for &Position {
    type Output = Position;

    fn add(self, other: &Position) -> Position {
        Position::sum([self, other]).expect("the sum is not too large")
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() {
            f.pad(self.ground_expression())
        } else {
            f.pad(&Scribe::new(self).expression(self.remaining()))
        }
    }
}
