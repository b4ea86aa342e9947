//! Positions as text: parses and prints expressions.
//!
//! A position in which no move has been made prints as the expression it was written as, in
//! canonical spacing. Any other position is recognised from its names and its order, preferably as
//! a member of the family the game started in. So nothing is lost when it is read back.

use std::fmt;
use std::str::FromStr;

use super::arithmetic::Parameters;
use super::error::{ExpressionError, Mistake, Problem};
use super::{MAX_TEXT, ReadError, evaluate, parse, reading};
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
    if text.len() > MAX_TEXT {
        return Err(Mistake::new(Problem::TooLong, 0..0).in_text(""));
    }
    let mut parameters = Parameters::new(parameters);
    if let (Some(read), true) = (reading::bracketed(text), parameters.is_empty()) {
        match read {
            Ok(reading) => return Ok(reading.position),
            Err(ReadError::Text(error)) => return Err(error),
            // Other errors are reported only when a file is read.
            Err(_) => {}
        }
    }
    let mut read = || {
        let node = parse::parse(text, &mut parameters)?;
        match parameters.unused() {
            Some(name) => Err(Mistake::new(Problem::UnusedParameter(name.to_owned()), 0..text.len())),
            None => evaluate::evaluate(&node),
        }
    };
    read().map_err(|mistake| mistake.in_text(text))
}

impl FromStr for Position {
    type Err = ExpressionError;

    /// The position of an expression.
    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        expression(text, &[])
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
