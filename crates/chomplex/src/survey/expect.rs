//! A formula that every row should satisfy.
//!
//! Formulas are [Rhai](https://rhai.rs) expressions over the columns and parameters: `grundy == 0`,
//! `n % 2 == 1 || grundy in [0, 3]`, `outcome == "second" && faces[1] % 3 == 0`.

use rhai::{AST, Dynamic, Engine, ParseError, Scope};

use super::row::{Cell, Column, Row};
use crate::names::nearest;

/// A formula over the columns of a survey.
pub struct Formula {
    engine: Engine,
    formula: AST,
    /// The columns it uses.
    columns: Vec<Column>,
}

/// The result of a formula for a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// It uses a column whose value is not known for this row.
    Unknown,
}

/// A row for which a formula is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The position.
    pub position: String,
    /// The number of its elements.
    pub elements: u64,
    /// The columns that the formula uses, with their contents.
    pub cells: Vec<(String, String)>,
}

/// An error in a formula.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// It cannot be parsed.
    #[error("in the formula: {0}")]
    Malformed(String),
    /// It cannot be evaluated for a row.
    #[error("the formula has no value for {position}: {reason}")]
    NoValue {
        /// The position of the row.
        position: String,
        /// The reason.
        reason: String,
    },
}

impl Formula {
    /// Parses a formula over the columns of a survey with these parameters.
    ///
    /// # Errors
    /// If it cannot be parsed, or uses an unknown column.
    pub fn new(text: &str, parameters: &[String]) -> Result<Self, FormulaError> {
        let mut engine = Engine::new();
        engine.set_strict_variables(true).set_allow_loop_expressions(false).set_allow_statement_expression(false);
        engine.set_max_operations(1_000_000).set_max_expr_depths(64);
        for symbol in ["eval", "print", "debug", "call"] {
            engine.disable_symbol(symbol);
        }
        let all: Vec<Column> = Column::all(parameters).collect();
        let formula =
            compile(&engine, text, &all).map_err(|error| FormulaError::Malformed(told(text, &error, &all)))?;
        // A column is needed if the formula does not compile without it.
        let needs = |column: &&Column| {
            let others: Vec<Column> = all.iter().filter(|other| other != column).cloned().collect();
            compile(&engine, text, &others).is_err()
        };
        let columns = all.iter().filter(needs).cloned().collect();
        Ok(Formula { engine, formula, columns })
    }

    /// The columns it uses.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The row as a counterexample.
    #[must_use]
    pub fn counterexample(&self, row: &Row) -> Counterexample {
        let told = self.columns.iter().filter(|column| **column != Column::Position);
        let cells = told.map(|column| (column.name().to_owned(), column.cell(row).to_string())).collect();
        Counterexample { position: row.position.clone(), elements: row.elements, cells }
    }

    /// Evaluates the formula for a row.
    ///
    /// # Errors
    /// If it cannot be evaluated there, or its value is neither true nor false.
    pub fn test(&self, row: &Row) -> Result<Verdict, FormulaError> {
        let mut scope = Scope::new();
        for column in &self.columns {
            let value: Dynamic = match (column.cell(row), column) {
                (Cell::Nothing, Column::StoppedBy) => "".into(),
                (Cell::Nothing, Column::Candidates) => Dynamic::from_array(Vec::new()),
                (Cell::Nothing, _) => return Ok(Verdict::Unknown),
                (Cell::Number(number), _) => integer(number),
                (Cell::Large(number), _) => integer(u64::try_from(&number).unwrap_or(u64::MAX)),
                (Cell::Text(text), _) => text.into(),
                (Cell::Numbers(numbers), _) => Dynamic::from_array(numbers.into_iter().map(integer).collect()),
            };
            if let Some(name) = column.former_name() {
                scope.push_constant_dynamic(name, value.clone());
            }
            scope.push_constant_dynamic(column.name(), value);
        }
        let result = self.engine.eval_ast_with_scope::<Dynamic>(&mut scope, &self.formula);
        let no_value = |reason: String| FormulaError::NoValue { position: row.position.clone(), reason };
        match result {
            Ok(value) => match value.as_bool() {
                Ok(true) => Ok(Verdict::Holds),
                Ok(false) => Ok(Verdict::Fails),
                Err(_) => Err(no_value(format!("it is {value}, neither true nor false"))),
            },
            Err(error) => Err(no_value(error.to_string())),
        }
    }
}

/// A number as a Rhai integer; larger numbers saturate.
fn integer(number: u64) -> Dynamic {
    Dynamic::from_int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Parses a formula that may use these columns.
fn compile(engine: &Engine, text: &str, columns: &[Column]) -> Result<AST, ParseError> {
    let mut scope = Scope::new();
    for column in columns {
        for name in column.former_name().into_iter().chain([column.name()]) {
            scope.push_dynamic(name, Dynamic::UNIT);
        }
    }
    engine.compile_expression_with_scope(&scope, text)
}

/// Explains a parse error, and suggests what was probably meant.
fn told(text: &str, error: &ParseError, columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(Column::name).collect();
    if let rhai::ParseErrorType::VariableUndefined(name) = error.err_type() {
        let repair = match &**name {
            "first" | "second" => format!("an outcome is a text: write `\"{name}\"`, in double quotes"),
            name => match nearest(name, names.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("there are {}", names.join(", ")),
            },
        };
        return format!("there is no column or parameter `{name}`; {repair}");
    }
    match repair(text) {
        Some(repair) => format!("{repair} ({error})"),
        None => error.to_string(),
    }
}

/// Operators of other languages, and how to write them here.
const ELSEWHERE: [(&str, &str); 6] =
    [("and", "&&"), ("or", "||"), ("not", "!"), ("mod", "%"), ("<>", "!="), ("'", "\"")];

fn repair(text: &str) -> Option<String> {
    // Text in quotes is ignored.
    let code: String = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let is_alone = |(at, _): (usize, &str)| {
        let before = code[..at].chars().next_back();
        !matches!(before, Some('=' | '!' | '<' | '>')) && !code[at + 1..].starts_with('=')
    };
    if code.match_indices('=').any(is_alone) {
        return Some("`=` does not compare: write `==`, as in `grundy == 0`".to_owned());
    }
    let has = |word: &str| {
        let is_word = word.chars().all(char::is_alphabetic);
        code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word)
            || !is_word && code.contains(word)
    };
    let (typed, meant) = ELSEWHERE.iter().find(|(typed, _)| has(typed))?;
    Some(format!("write `{meant}` for `{typed}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Stop;
    use crate::value::{Grundy, Outcome};

    fn row() -> Row {
        Row {
            position: "gmk(3,1,2)".into(),
            parameters: vec![5],
            outcome: Some(Outcome::First),
            grundy: Some(Grundy(4)),
            faces: vec![6, 9],
            elements: 15,
            ..Row::default()
        }
    }

    fn test(text: &str) -> Result<Verdict, String> {
        let formula = Formula::new(text, &["n".to_owned()]).map_err(|error| error.to_string())?;
        formula.test(&row()).map_err(|error| error.to_string())
    }

    #[test]
    fn formulas_speak_of_rows() {
        for text in [
            "grundy == 4",
            "n % 2 == 1 && outcome == \"first\"",
            "grundy in [0, 4]",
            "faces[0] - faces[1] == -3",
            "len(faces) == 2 && elements == 3 * n",
            "!(grundy > 4)",
            "position == \"gmk(3,1,2)\" && stopped_by == \"\"",
            "if n > 4 { grundy == 4 } else { grundy == 0 }",
            "max(n, 3) == 5",
        ] {
            assert_eq!(test(text), Ok(Verdict::Holds), "{text}");
        }
        assert_eq!(test("grundy == n"), Ok(Verdict::Fails));
        assert_eq!(test("winning_move_count > 0"), Ok(Verdict::Unknown));
        assert_eq!(test("winning_moves > 0"), Ok(Verdict::Unknown));
        let mut stopped = row();
        (stopped.grundy, stopped.stopped_by) = (None, Some(Stop::Time));
        let formula = Formula::new("grundy == 4", &[]).unwrap();
        assert_eq!(formula.columns(), [Column::Grundy]);
        assert_eq!(formula.test(&stopped).unwrap(), Verdict::Unknown);
    }

    #[test]
    fn mistakes_are_named() {
        let error = test("size == 4").unwrap_err();
        assert!(
            error.starts_with("in the formula: there is no column or parameter `size`; there are n, position"),
            "{error}"
        );
        for (text, repair) in [
            ("grandy == 4", "did you mean `grundy`?"),
            ("outcome == second", "write `\"second\"`, in double quotes"),
            ("outcome == 'second'", "write `\"` for `'`"),
            ("grundy = 4", "`=` does not compare: write `==`, as in `grundy == 0`"),
            ("n > 3 and grundy == 0", "write `&&` for `and`"),
            ("grundy <> 0", "write `!=` for `<>`"),
        ] {
            let error = test(text).unwrap_err();
            assert!(error.contains(repair), "{text}: {error}");
        }
        for text in ["grundy ==", "grundy = 4", "while true {}", "let x = 3; x == 3", "eval(\"1\")"] {
            let error = test(text).unwrap_err();
            assert!(error.starts_with("in the formula: "), "{text}: {error}");
        }
        let error = test("grundy + 1").unwrap_err();
        assert_eq!(error, "the formula has no value for gmk(3,1,2): it is 5, neither true nor false");
        assert!(test("n % 0 == 1").is_err() && test("faces[7] == 0").is_err());
    }
}
