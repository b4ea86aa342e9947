//! The program version and the format version stamped on output.

use serde_json::{Value, json};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program with its version, for comments in files.
pub const PROGRAM: &str = concat!("chomplex ", env!("CARGO_PKG_VERSION"));

/// The version of the JSON answers described in `docs/formats/answers-json.md`. It changes when a
/// field is renamed or changes its meaning, not when one is added.
pub const ANSWERS: u32 = 2;

/// Adds the field `version` to a JSON answer, with the versions of the program and of the answers.
#[must_use]
pub fn stamped(mut answer: Value) -> Value {
    if let Value::Object(fields) = &mut answer {
        fields.insert("version".to_owned(), version());
    }
    answer
}

/// The field `version` of an answer.
#[must_use]
pub fn version() -> Value {
    json!({ "chomplex": VERSION, "format": ANSWERS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_stamped() {
        let answer = stamped(json!({ "grundy": 0 }));
        assert_eq!(answer["version"]["chomplex"], VERSION);
        assert_eq!(answer["version"]["format"], ANSWERS);
        assert_eq!(PROGRAM, format!("chomplex {VERSION}"));
    }
}
