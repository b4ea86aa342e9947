//! Values that completions offer.

use std::error::Error;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};

type Parse<T> = fn(&str) -> Result<T, Box<dyn Error + Send + Sync>>;

/// A parser with a list of names for the completions of the shells. The parser decides alone what
/// is valid, and its own message says what is wrong.
#[derive(Clone)]
pub(crate) struct Known<T> {
    names: Vec<&'static str>,
    parse: Parse<T>,
}

impl<T> Known<T> {
    pub(crate) fn new(names: impl Iterator<Item = &'static str>, parse: Parse<T>) -> Self {
        Known { names: names.collect(), parse }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Known<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let parse = self.parse;
        StringValueParser::new().try_map(move |text| parse(&text)).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}
