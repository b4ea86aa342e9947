//! A row of a survey, and its columns.

use std::borrow::Cow;
use std::fmt;

use dashu_int::UBig;

use crate::budget::Stop;
use crate::names::nearest;
use crate::value::{Candidates, Grundy, Outcome};

/// What is known about one of many positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// The position, as an expression.
    pub position: String,
    /// The values of the parameters of its family.
    pub parameters: Vec<u64>,
    /// The outcome.
    pub outcome: Option<Outcome>,
    /// The Grundy value.
    pub grundy: Option<Grundy>,
    /// The possible values, if the exact value is not known.
    pub candidates: Option<Candidates>,
    /// The number of winning moves, if it was requested and all are known.
    pub winning_move_count: Option<u64>,
    /// The number of elements.
    pub elements: u64,
    /// The number of elements on each level: of vertices, edges, triangles, … of a complex.
    pub faces: Vec<u64>,
    /// The order of the automorphism group, if it was requested.
    pub group_order: Option<UBig>,
    /// What decided it: the id of a rule, `search` or `tablebase`.
    pub decided_by: Option<Cow<'static, str>>,
    /// Why the work on this row ended early, if it did.
    pub stopped_by: Option<Stop>,
}

/// A column of a survey.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Column {
    /// The expression of the position.
    Position,
    /// The value of a parameter, with its index among all parameters and its name.
    Parameter(usize, String),
    /// The outcome.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The possible values.
    Candidates,
    /// A lower bound of the Grundy value.
    AtLeast,
    /// The number of winning moves.
    WinningMoveCount,
    /// The number of elements.
    Elements,
    /// The number of elements on each level.
    Faces,
    /// The order of the automorphism group.
    GroupOrder,
    /// What decided it.
    DecidedBy,
    /// Why the work ended early.
    StoppedBy,
}

/// The content of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// The content is unknown or absent.
    Nothing,
    /// A number.
    Number(u64),
    /// An arbitrarily large number.
    Large(UBig),
    /// A text.
    Text(String),
    /// A list of numbers.
    Numbers(Vec<u64>),
}

/// The type of the cells of a column, where they are not empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Numbers.
    Number,
    /// Numbers that may not fit into a word.
    Large,
    /// Texts.
    Text,
    /// Lists of numbers.
    Numbers,
}

/// The columns that need no parameters, by name.
const COLUMNS: [(&str, Column); 11] = [
    ("position", Column::Position),
    ("outcome", Column::Outcome),
    ("grundy", Column::Grundy),
    ("grundy_candidates", Column::Candidates),
    ("grundy_at_least", Column::AtLeast),
    ("winning_move_count", Column::WinningMoveCount),
    ("elements", Column::Elements),
    ("faces", Column::Faces),
    ("group_order", Column::GroupOrder),
    ("decided_by", Column::DecidedBy),
    ("stopped_by", Column::StoppedBy),
];

/// Names of columns in the first version of the format. They are still accepted, but not listed.
const FORMER_NAMES: [(&str, Column); 2] =
    [("winning_moves", Column::WinningMoveCount), ("automorphisms", Column::GroupOrder)];

/// Error: no column has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no column `{name}`{}; the columns are {known}", nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
pub struct UnknownColumn {
    name: String,
    nearest: Option<String>,
    known: String,
}

impl Column {
    /// The columns of a survey with these parameters.
    pub fn all(parameters: &[String]) -> impl Iterator<Item = Column> {
        let parameters = parameters.iter().enumerate().map(|(i, name)| Column::Parameter(i, name.clone()));
        parameters.chain(COLUMNS.iter().map(|(_, column)| column.clone()))
    }

    /// The column with this name, which may be a former one.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str, parameters: &[String]) -> Result<Column, UnknownColumn> {
        let is_meant = |column: &Column| column.name() == name || column.former_name() == Some(name);
        Column::all(parameters).find(is_meant).ok_or_else(|| {
            let known: Vec<String> = Column::all(parameters).map(|column| column.name().to_owned()).collect();
            let nearest = nearest(name, known.iter().map(|name| &**name)).map(str::to_owned);
            UnknownColumn { name: name.to_owned(), nearest, known: known.join(", ") }
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Column::Parameter(_, name) => name,
            _ => COLUMNS.iter().find(|(_, column)| column == self).map_or("", |(name, _)| name),
        }
    }

    /// Its former name, if that was different.
    #[must_use]
    pub fn former_name(&self) -> Option<&'static str> {
        FORMER_NAMES.iter().find(|(_, column)| column == self).map(|(name, _)| *name)
    }

    /// The type of its cells.
    #[must_use]
    pub fn content(&self) -> Content {
        match self {
            Column::Parameter(..) | Column::Grundy | Column::AtLeast | Column::WinningMoveCount | Column::Elements => {
                Content::Number
            }
            Column::GroupOrder => Content::Large,
            Column::Candidates | Column::Faces => Content::Numbers,
            Column::Position | Column::Outcome | Column::DecidedBy | Column::StoppedBy => Content::Text,
        }
    }

    /// The cell of a row in this column.
    #[must_use]
    pub fn cell(&self, row: &Row) -> Cell {
        let text = |text: Option<String>| text.map_or(Cell::Nothing, Cell::Text);
        let number = |number: Option<u64>| number.map_or(Cell::Nothing, Cell::Number);
        match self {
            Column::Position => Cell::Text(row.position.clone()),
            Column::Parameter(place, _) => number(row.parameters.get(*place).copied()),
            Column::Outcome => text(row.outcome.map(|outcome| outcome.to_string())),
            Column::Grundy => number(row.grundy.map(|value| value.0.into())),
            Column::Candidates => match &row.candidates {
                Some(Candidates::OneOf(values)) => Cell::Numbers(values.iter().map(|value| value.0.into()).collect()),
                _ => Cell::Nothing,
            },
            Column::AtLeast => match &row.candidates {
                Some(Candidates::AtLeast(value)) => Cell::Number(value.0.into()),
                _ => Cell::Nothing,
            },
            Column::WinningMoveCount => number(row.winning_move_count),
            Column::Elements => Cell::Number(row.elements),
            Column::Faces => Cell::Numbers(row.faces.clone()),
            Column::GroupOrder => row.group_order.clone().map_or(Cell::Nothing, Cell::Large),
            Column::DecidedBy => text(row.decided_by.as_ref().map(ToString::to_string)),
            Column::StoppedBy => text(row.stopped_by.map(|stop| stop.id().to_owned())),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Cell {
    /// Formats the cell for people and CSV: an unknown value is empty, numbers are separated by
    /// spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Nothing => Ok(()),
            Cell::Number(number) => number.fmt(f),
            Cell::Large(number) => number.fmt(f),
            Cell::Text(text) => f.write_str(text),
            Cell::Numbers(numbers) => {
                let mut gap = "";
                numbers.iter().try_for_each(|number| write!(f, "{}{number}", std::mem::replace(&mut gap, " ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let parameters = ["n".to_owned(), "k".to_owned()];
        for column in Column::all(&parameters) {
            assert_eq!(Column::find(column.name(), &parameters), Ok(column));
        }
        assert_eq!(Column::find("winning_moves", &[]), Ok(Column::WinningMoveCount));
        assert_eq!(Column::find("automorphisms", &[]), Ok(Column::GroupOrder));
        let error = Column::find("grandy", &parameters).unwrap_err().to_string();
        assert!(
            error.starts_with("there is no column `grandy`; did you mean `grundy`?; the columns are n, k, position, ")
        );
    }

    #[test]
    fn cells_tell_what_is_known() {
        let row = Row {
            position: "gmk(3,1,2)".into(),
            parameters: vec![1, 2],
            grundy: Some(Grundy(4)),
            faces: vec![5, 5],
            group_order: Some(UBig::from(2u32)),
            stopped_by: Some(Stop::Time),
            ..Row::default()
        };
        let parameters = ["m".to_owned(), "k".to_owned()];
        let shown: Vec<String> = Column::all(&parameters).map(|column| column.cell(&row).to_string()).collect();
        assert_eq!(shown, ["1", "2", "gmk(3,1,2)", "", "4", "", "", "", "0", "5 5", "2", "", "time"]);
    }
}
