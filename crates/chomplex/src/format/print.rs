//! Positions as text: expressions are parsed and printed here.
//!
//! A position in which nothing has been played prints as the expression it was written as, in canonical spacing. Any
//! other is recognised from its names and its order, if possible as one of the family it was played in, so nothing is lost
//! when it is read back.

use std::fmt;
use std::str::FromStr;

use super::error::{ExpressionError, Mistake, Problem};
use super::{MAX_TEXT, evaluate, parse};
use crate::family::remnant::Scribe;
use crate::position::Position;

impl FromStr for Position {
    type Err = ExpressionError;

    /// The position an expression stands for.
    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > MAX_TEXT {
            return Err(Mistake::new(Problem::TooLong, 0..0).in_text(""));
        }
        parse::parse(text).and_then(|node| evaluate::evaluate(&node)).map_err(|mistake| mistake.in_text(text))
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
