//! Families with parameters: `gmk(3,m,k)` for m from 1 to 12 and k from 1 to 12.

use std::fmt;
use std::str::FromStr;

use super::run::Subject;
use crate::format::{ExpressionError, expression};

/// A parameter and its values, written `n=3..41`, `n=3..41/2` in steps of 2, or `n=5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    name: String,
    numbers: Numbers,
}

/// A sequence of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Numbers {
    Steps { first: u64, last: u64, step: u64 },
    List(Vec<u64>),
}

/// An error in a range.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// It is not a valid range.
    #[error("`{0}` is not a range; write for example `n=3..41`, or `n=3..41/2` for steps of 2")]
    Malformed(String),
    /// The name cannot be used in an expression.
    #[error("`{0}` is not a name for a parameter: a letter is expected, and then letters, digits or `_`")]
    Name(String),
    /// It contains no numbers.
    #[error("`{0}` is empty: it begins above its end")]
    Empty(String),
    /// The list contains no numbers.
    #[error("there are no numbers for `{0}`")]
    NoNumbers(String),
    /// Its step is 0.
    #[error("`{0}` has no step")]
    NoStep(String),
}

impl Range {
    /// A parameter with these values.
    ///
    /// # Errors
    /// If there are none, or the name cannot be used in an expression.
    pub fn list(name: &str, numbers: Vec<u64>) -> Result<Self, RangeError> {
        if !is_name(name) {
            return Err(RangeError::Name(name.to_owned()));
        }
        if numbers.is_empty() {
            return Err(RangeError::NoNumbers(name.to_owned()));
        }
        Ok(Range { name: name.to_owned(), numbers: Numbers::List(numbers) })
    }

    /// The name of the parameter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.numbers {
            Numbers::Steps { first, last, step } => (last - first) / step + 1,
            Numbers::List(numbers) => numbers.len() as u64,
        }
    }

    /// The value at an index.
    fn get(&self, place: u64) -> u64 {
        match &self.numbers {
            Numbers::Steps { first, step, .. } => first + place * step,
            Numbers::List(numbers) => numbers[place as usize],
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.numbers {
            Numbers::Steps { first, last, step: 1 } => write!(f, "{}={first}..{last}", self.name),
            Numbers::Steps { first, last, step } => write!(f, "{}={first}..{last}/{step}", self.name),
            Numbers::List(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                write!(f, "{}={}", self.name, numbers.join(","))
            }
        }
    }
}

/// Whether this is a valid name for a parameter.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let malformed = || RangeError::Malformed(text.to_owned());
        let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| malformed());
        let (name, range) = text.split_once('=').ok_or_else(malformed)?;
        let (name, range) = (name.trim(), range.trim());
        if !is_name(name) {
            return Err(RangeError::Name(name.to_owned()));
        }
        let (range, step) = match range.split_once('/') {
            Some((range, step)) => (range, number(step)?),
            None => (range, 1),
        };
        let (first, last) = match range.split_once("..") {
            Some((first, last)) => (number(first)?, number(last.strip_prefix('=').unwrap_or(last))?),
            None => (number(range)?, number(range)?),
        };
        if step == 0 {
            return Err(RangeError::NoStep(text.to_owned()));
        }
        if first > last {
            return Err(RangeError::Empty(text.to_owned()));
        }
        Ok(Range { name: name.to_owned(), numbers: Numbers::Steps { first, last, step } })
    }
}

/// An expression with parameters.
#[derive(Clone, Debug)]
pub struct Family {
    template: String,
    ranges: Vec<Range>,
}

/// An error in a family.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// The expression is wrong even for the first member.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A parameter has two ranges.
    #[error("the parameter `{0}` has two ranges")]
    Twice(String),
    /// There are too many members to count.
    #[error("the family has more than 2^64 members")]
    TooLarge,
}

/// An error in one member of a family.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("for {parameters}: {error}")]
pub struct MemberError {
    /// The parameters and their values.
    parameters: String,
    error: ExpressionError,
}

impl MemberError {
    /// The error in its expression.
    #[must_use]
    pub fn expression(&self) -> &ExpressionError {
        &self.error
    }
}

impl Family {
    /// A family whose parameters run through these ranges, the last one fastest.
    ///
    /// # Errors
    /// If the expression is wrong even for the first member, or a parameter has two ranges.
    pub fn new(template: &str, ranges: &[Range]) -> Result<Self, FamilyError> {
        for (i, range) in ranges.iter().enumerate() {
            if ranges[..i].iter().any(|other| other.name == range.name) {
                return Err(FamilyError::Twice(range.name.clone()));
            }
        }
        let counts = ranges.iter().map(Range::count);
        counts.clone().try_fold(1u64, u64::checked_mul).ok_or(FamilyError::TooLarge)?;
        let family = Family { template: template.to_owned(), ranges: ranges.to_vec() };
        expression(template, &family.parameters(0))?;
        Ok(family)
    }

    /// The ranges of its parameters.
    #[must_use]
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// The number of members.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(Range::count).product()
    }

    /// The indices of its members.
    #[must_use]
    pub fn members(&self) -> std::ops::Range<u64> {
        0..self.count()
    }

    /// The parameters of a member, with their values.
    fn parameters(&self, member: u64) -> Vec<(String, u64)> {
        let mut left = member;
        let mut parameters: Vec<(String, u64)> = Vec::with_capacity(self.ranges.len());
        for range in self.ranges.iter().rev() {
            parameters.push((range.name.clone(), range.get(left % range.count())));
            left /= range.count();
        }
        parameters.reverse();
        parameters
    }

    /// The member with this index.
    ///
    /// # Errors
    /// If the expression has no meaning for these values of the parameters.
    pub fn position(&self, member: u64) -> Result<Subject, MemberError> {
        let parameters = self.parameters(member);
        match expression(&self.template, &parameters) {
            Ok(position) => {
                Ok(Subject { position, parameters: parameters.into_iter().map(|(_, value)| value).collect() })
            }
            Err(error) => {
                let shown: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                Err(MemberError { parameters: shown.join(", "), error })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Range {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_are_inclusive() {
        let values = |text: &str| (0..range(text).count()).map(|i| range(text).get(i)).collect::<Vec<_>>();
        assert_eq!(values("n=3..6"), [3, 4, 5, 6]);
        assert_eq!(values("n=3..8/2"), [3, 5, 7]);
        assert_eq!(values(" n = 3 .. 9 / 2 "), [3, 5, 7, 9]);
        assert_eq!(values("n=3..=4"), [3, 4]);
        assert_eq!(values("k_1=7"), [7]);
        for (text, error) in [
            ("n", RangeError::Malformed("n".into())),
            ("n=a..b", RangeError::Malformed("n=a..b".into())),
            ("3=1..2", RangeError::Name("3".into())),
            ("=1..2", RangeError::Name(String::new())),
            ("n=5..3", RangeError::Empty("n=5..3".into())),
            ("n=1..3/0", RangeError::NoStep("n=1..3/0".into())),
        ] {
            assert_eq!(text.parse::<Range>(), Err(error));
        }
    }

    #[test]
    fn the_last_parameter_runs_the_fastest() {
        let family = Family::new("gmk(2*a+1,m,m+k)", &[range("a=1..2"), range("m=1"), range("k=0..4/2")]).unwrap();
        let members: Vec<Subject> = family.members().map(|member| family.position(member).unwrap()).collect();
        let shown: Vec<String> = members.iter().map(|member| member.position.to_string()).collect();
        assert_eq!(shown, ["gmk(3,1,1)", "gmk(3,1,3)", "gmk(3,1,5)", "gmk(5,1,1)", "gmk(5,1,3)", "gmk(5,1,5)"]);
        assert_eq!(members[4].parameters, [2, 1, 2]);
    }

    #[test]
    fn lists_keep_their_order() {
        let list = Range::list("n", vec![5, 3, 3]).unwrap();
        assert_eq!((0..list.count()).map(|i| list.get(i)).collect::<Vec<_>>(), [5, 3, 3]);
        assert_eq!(list.to_string(), "n=5,3,3");
        assert_eq!(Range::list("n", Vec::new()), Err(RangeError::NoNumbers("n".into())));
        assert_eq!(Range::list("2n", vec![1]), Err(RangeError::Name("2n".into())));
    }

    #[test]
    fn mistakes_are_shown_where_they_are() {
        let error = |template: &str, ranges: &[Range]| Family::new(template, ranges).unwrap_err().to_string();
        assert_eq!(
            error("wheel(m)", &[range("n=3..5")]),
            "`m` is no parameter; `--for m=3..9` makes it one\n  wheel(m)\n        ^"
        );
        assert_eq!(
            error("wheel(5)", &[range("n=3..5")]),
            "the parameter `n` does not stand in the expression\n  wheel(5)\n  ^^^^^^^^"
        );
        assert_eq!(error("path(n)", &[range("n=3..5"), range("n=1..2")]), "the parameter `n` has two ranges");
        assert_eq!(
            error("path(n-4)", &[range("n=3..5")]),
            "`n-4` is -1 here, and a natural number is expected\n  path(n-4)\n       ^^^"
        );
        let family = Family::new("cycle(5-n)", &[range("n=1..4")]).unwrap();
        let error = family.position(2).unwrap_err().to_string();
        assert!(error.starts_with("for n = 3: "), "{error}");
    }
}
