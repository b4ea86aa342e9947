//! The expression language with families that a user of the library adds.

use std::error::Error;
use std::fmt;

use super::arithmetic::Parameters;
use super::error::{ExpressionError, Mistake, Problem};
use super::{MAX_TEXT, ReadError, evaluate, parse, reading};
use crate::family::Family;
use crate::position::Position;

/// A family of positions that is not built in.
///
/// Add it to a [`Language`], and its members can stand wherever an expression is expected. They
/// print in the built-in language, so whatever is printed can be read without the family.
///
/// ```
/// use chomplex::{Language, Position, UserFamily};
///
/// /// Two paths with n vertices each, joined vertex by vertex.
/// struct Ladder;
///
/// impl UserFamily for Ladder {
///     fn name(&self) -> &str {
///         "ladder"
///     }
///
///     fn build(&self, numbers: &[u64]) -> Result<Position, Box<dyn std::error::Error + Send + Sync>> {
///         let &[n @ 1..=1000] = numbers else { return Err("`ladder(n)` needs n from 1 to 1000".into()) };
///         let rungs = (0..n).map(|i| (2 * i, 2 * i + 1));
///         let sides = (2..2 * n).map(|i| (i - 2, i));
///         Ok(Position::from_edges(rungs.chain(sides))?)
///     }
/// }
///
/// let language = Language::default().with_family(Ladder);
/// let position = language.parse("ladder(3) + nim(2)")?;
/// assert_eq!(position.to_string(), "graph[01 02 13 23 24 35 45] + nim(2)");
/// assert!(language.parse("suspension(ladder(2))").is_ok());
/// assert_eq!(language.parse("ladder(0)").unwrap_err().to_string(), "\
/// `ladder(n)` needs n from 1 to 1000
///   ladder(0)
///   ^^^^^^^^^");
/// # Ok::<(), chomplex::ExpressionError>(())
/// ```
pub trait UserFamily {
    /// The name in expressions: ASCII letters, digits, `-` and `_`, beginning with a letter.
    fn name(&self) -> &str;

    /// The member with these numbers: `ladder(3,4)` has the numbers 3 and 4, `ladder` has none.
    ///
    /// # Errors
    /// If there is no such member. The error is shown with its place in the expression.
    fn build(&self, numbers: &[u64]) -> Result<Position, Box<dyn Error + Send + Sync>>;
}

/// The expression language, with more families than the built-in ones.
#[derive(Default)]
pub struct Language {
    families: Vec<Box<dyn UserFamily + Send + Sync>>,
}

impl Language {
    /// Adds a family.
    ///
    /// # Panics
    /// If the name is not that of a family, or is already taken.
    #[must_use]
    pub fn with_family(mut self, family: impl UserFamily + Send + Sync + 'static) -> Self {
        let name = family.name();
        let follows = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(follows);
        assert!(is_name, "`{name}` cannot be the name of a family");
        assert!(Family::find(name).is_none() && self.find(name).is_none(), "there is already a family `{name}`");
        self.families.push(Box::new(family));
        self
    }

    /// The position of an expression.
    ///
    /// # Errors
    /// If the expression is wrong.
    pub fn parse(&self, text: &str) -> Result<Position, ExpressionError> {
        self.parse_with(text, &[])
    }

    /// The position of an expression, with a number for each of its parameters.
    pub(super) fn parse_with(&self, text: &str, parameters: &[(String, u64)]) -> Result<Position, ExpressionError> {
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
            let node = parse::parse(text, &mut parameters, self)?;
            match parameters.unused() {
                Some(name) => Err(Mistake::new(Problem::UnusedParameter(name.to_owned()), 0..text.len())),
                None => evaluate::evaluate(&node),
            }
        };
        read().map_err(|mistake| mistake.in_text(text))
    }

    /// The names of the added families.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.families.iter().map(|family| family.name())
    }

    /// The added family with this name.
    pub(super) fn find(&self, name: &str) -> Option<&(dyn UserFamily + Send + Sync)> {
        self.families.iter().find(|family| family.name() == name).map(|family| &**family)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers as Nim heaps, or an error.
    struct Heaps;

    impl UserFamily for Heaps {
        fn name(&self) -> &str {
            "heaps"
        }

        fn build(&self, numbers: &[u64]) -> Result<Position, Box<dyn Error + Send + Sync>> {
            let heaps: Vec<String> = numbers.iter().map(|n| format!("chain({n})")).collect();
            Ok(heaps.join(" + ").parse()?)
        }
    }

    #[test]
    fn members_stand_wherever_positions_do() {
        let language = Language::default().with_family(Heaps);
        for (text, same) in [
            ("heaps(3,4)", "chain(3) + chain(4)"),
            ("path(2) + heaps(3,4)", "path(2) + (chain(3) + chain(4))"),
            ("(heaps(1)) + heaps(2)", "chain(1) + chain(2)"),
            ("ordinal(heaps(1,2),dual(heaps(3)))", "ordinal(chain(1) + chain(2),dual(chain(3)))"),
            ("product( heaps( 2 ), chain(2))", "product(chain(2),chain(2))"),
        ] {
            let position = language.parse(text).unwrap();
            assert_eq!(position.to_string(), same);
            assert_eq!(position, same.parse().unwrap());
        }
    }

    #[test]
    fn errors_show_their_place() {
        let language = Language::default().with_family(Heaps);
        let error = |text: &str| language.parse(text).unwrap_err().to_string();
        assert!(error("nim(2) + heaps").starts_with("an expression is expected"), "{}", error("nim(2) + heaps"));
        assert!(error("heaps[1]").contains("`heaps`"), "{}", error("heaps[1]"));
        assert!(error("heaps(1").contains("never closed"), "{}", error("heaps(1"));
        assert!(error("heaps(40000)").contains("40000 elements"), "{}", error("heaps(40000)"));
        assert!(error("heaps(99999999999999999999)").contains("too large"), "{}", error("heaps(99999999999999999999)"));
        assert!(error("suspension(heaps(2))").contains("a complex is expected here"));
        assert!(error("heapz(2)").contains("`heaps`"), "{}", error("heapz(2)"));
    }

    #[test]
    #[should_panic(expected = "already a family")]
    fn names_are_taken_once() {
        let _ = Language::default().with_family(Heaps).with_family(Heaps);
    }
}
