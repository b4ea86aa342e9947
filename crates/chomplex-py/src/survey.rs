//! Surveys: the columns of a table with a row for each of many positions.

use std::sync::atomic::Ordering::Relaxed;

use chomplex::generate::Generator;
use chomplex::names::nearest;
use chomplex::report::survey as report;
use chomplex::survey::expect::{Counterexample, Formula, Verdict};
use chomplex::survey::family::{Family, FamilyError, Range};
use chomplex::survey::row::{Cell, Column, Content, Row};
use chomplex::survey::run::{Inquiry, Subject, survey};
use chomplex::{Budget, Goal, Position as Inner, Question};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::{PositionArg, rules};
use crate::errors::{self, refuse};
use crate::limits::{Limits, Memory, Names, Threads, Time};
use crate::number::integer;
use crate::run::{Rows, run_rows};
use crate::tables::TablebaseArg;

/// Where the positions come from.
enum Source {
    Family(Family),
    Generator(Generator, usize),
    List(Vec<Inner>),
}

impl Source {
    fn parameters(&self) -> Vec<String> {
        match self {
            Source::Family(family) => family.ranges().iter().map(|range| range.name().to_owned()).collect(),
            _ => Vec::new(),
        }
    }

    /// Number of positions, if known in advance.
    fn count(&self) -> Option<u64> {
        match self {
            Source::Family(family) => Some(family.count()),
            Source::Generator(kind, size) => kind.published_counts().get(*size).copied(),
            Source::List(positions) => Some(positions.len() as u64),
        }
    }

    /// Passes rows to `take`, as many at a time as are ready.
    fn survey(
        self,
        inquiry: &Inquiry,
        budget: &Budget,
        take: impl FnMut(Vec<Row>) -> Result<(), String>,
    ) -> Result<(), String> {
        match self {
            Source::Family(family) => {
                let read = |member| family.position(member).map(Some).map_err(|error| error.to_string());
                survey(family.members(), read, inquiry, budget, take)
            }
            Source::Generator(kind, size) => {
                let members = kind.members(size).map_err(|error| error.to_string())?;
                survey(members, |member| Ok(Some(member.position().into())), inquiry, budget, take)
            }
            Source::List(positions) => {
                survey(positions.into_iter(), |position| Ok(Some(Subject::from(position))), inquiry, budget, take)
            }
        }
    }
}

/// The kind with this name, written with `_` instead of `-` as Python needs it.
fn kind(name: &str) -> PyResult<Generator> {
    let python = |kind: Generator| kind.name().replace('-', "_");
    Generator::ALL.into_iter().find(|&kind| python(kind) == name).ok_or_else(|| {
        let names: Vec<String> = Generator::ALL.into_iter().map(python).collect();
        let meant = nearest(name, names.iter().map(String::as_str)).map(|near| format!("; did you mean `{near}`?"));
        let (meant, known) = (meant.unwrap_or_default(), names.join(", "));
        PyValueError::new_err(format!("there is no generator `{name}`{meant} (the generators are {known})"))
    })
}

/// The rows, and for each whether the formula holds.
struct Found {
    rows: Vec<Row>,
    holds: Vec<Option<bool>>,
    counterexamples: Vec<Counterexample>,
}

/// A survey as columns (see `chomplex.survey`): for each its name, its type and its cells; and a
/// message about the formula if it fails.
#[pyfunction]
#[pyo3(signature = (template, parameters, positions, kinds, *, columns, expect, outcome, time_per_row, no_rules, time, memory, threads, progress, tablebase))]
#[allow(clippy::too_many_arguments, clippy::type_complexity, reason = "it is called from one place")]
pub(crate) fn _survey<'py>(
    py: Python<'py>,
    template: Option<&str>,
    parameters: Vec<(String, Vec<u64>)>,
    positions: Option<Vec<PositionArg>>,
    kinds: Vec<(String, usize)>,
    columns: Option<Vec<String>>,
    expect: Option<&str>,
    outcome: bool,
    time_per_row: Option<Time>,
    no_rules: Names,
    time: Option<Time>,
    memory: Option<Memory>,
    threads: Option<Threads>,
    progress: Option<bool>,
    tablebase: Option<TablebaseArg>,
) -> PyResult<(Vec<(String, &'static str, Bound<'py, PyList>)>, Option<String>)> {
    let source = match (template, positions, &kinds[..]) {
        (Some(template), ..) => Source::Family(family(py, template, parameters)?),
        (None, Some(positions), _) => Source::List(positions.into_iter().map(|position| position.0).collect()),
        (None, None, [(name, size)]) => {
            let kind = kind(name)?;
            let _ = kind.members(*size).map_err(errors::value)?;
            Source::Generator(kind, *size)
        }
        _ => refuse!("an expression is expected, positions, or one generator such as graphs=7"),
    };
    let parameters = source.parameters();
    let columns = chosen(columns, &parameters, outcome)?;
    let formula = expect.map(|text| Formula::new(text, &parameters)).transpose().map_err(errors::value)?;
    let needed: Vec<Column> = columns.iter().chain(formula.iter().flat_map(Formula::columns)).cloned().collect();
    let goal = if outcome { Goal::Outcome } else { Goal::Grundy };
    let (rules, tables) = (rules(&no_rules)?, tablebase.unwrap_or_default().tables());
    let question = Question { goal, rules, tables, ..Question::default() };
    let time_for_a_row = time_per_row.map(|time| time.duration());
    let inquiry = Inquiry { question, time_for_a_row, ..Inquiry::default() }.for_columns(&needed);
    let limits = Limits::new(time, memory, threads, progress);
    let watched = Rows { expected: source.count(), ..Rows::default() };
    let done = watched.done.clone();
    let found = run_rows(py, &limits, Some(&watched), move |budget| {
        let mut found = Found { rows: Vec::new(), holds: Vec::new(), counterexamples: Vec::new() };
        source.survey(&inquiry, budget, |rows| {
            for row in rows {
                if let Some(formula) = &formula {
                    found.holds.push(match formula.test(&row).map_err(|error| error.to_string())? {
                        Verdict::Holds => Some(true),
                        Verdict::Unknown => None,
                        Verdict::Fails => {
                            found.counterexamples.push(formula.counterexample(&row));
                            Some(false)
                        }
                    });
                }
                found.rows.push(row);
            }
            done.store(found.rows.len() as u64, Relaxed);
            Ok(())
        })?;
        Ok(found)
    })?;
    let mut found: Found = found.map_err(|error: String| errors::parse(py, &error))?;
    let mut table = Vec::new();
    for column in &columns {
        let cells = found.rows.iter().map(|row| cell(py, column.cell(row))).collect::<PyResult<Vec<_>>>()?;
        table.push((column.name().to_owned(), content(column), PyList::new(py, cells)?));
    }
    if expect.is_some() {
        table.push(("holds".to_owned(), "truth", PyList::new(py, &found.holds)?));
    }
    let failure = expect.filter(|_| !found.counterexamples.is_empty()).map(|text| {
        found.counterexamples.sort_by_key(|example| example.elements);
        let number = |verdict: Option<bool>| found.holds.iter().filter(|&&holds| holds == verdict).count() as u64;
        report::expectation(text, [Some(true), Some(false), None].map(number), &found.counterexamples)
    });
    Ok((table, failure))
}

fn family(py: Python<'_>, template: &str, parameters: Vec<(String, Vec<u64>)>) -> PyResult<Family> {
    let ranges = parameters.into_iter().map(|(name, numbers)| Range::list(&name, numbers));
    let ranges: Vec<Range> = ranges.collect::<Result<_, _>>().map_err(errors::value)?;
    Family::new(template, &ranges).map_err(|error| match &error {
        FamilyError::Expression(error) => errors::expression(py, error, template),
        _ => errors::value(error),
    })
}

/// The requested columns, or the default ones.
fn chosen(names: Option<Vec<String>>, parameters: &[String], outcome: bool) -> PyResult<Vec<Column>> {
    if let Some(name) = parameters.iter().find(|name| *name == "holds" || Column::find(name, &[]).is_ok()) {
        refuse!("`{name}` is a column already; call the parameter something else");
    }
    if let Some(names) = names {
        let columns = names.iter().map(|name| Column::find(name, parameters));
        return columns.collect::<Result<_, _>>().map_err(errors::value);
    }
    let parameters = parameters.iter().enumerate().map(|(i, name)| Column::Parameter(i, name.clone()));
    let values = [Column::Outcome, Column::Grundy].into_iter().take(if outcome { 1 } else { 2 });
    Ok([Column::Position].into_iter().chain(parameters).chain(values).collect())
}

fn content(column: &Column) -> &'static str {
    match column.content() {
        Content::Number => "number",
        Content::Large => "large",
        Content::Text => "text",
        Content::Numbers => "numbers",
    }
}

fn cell(py: Python<'_>, cell: Cell) -> PyResult<Bound<'_, PyAny>> {
    match cell {
        Cell::Nothing => Ok(py.None().into_bound(py)),
        Cell::Number(number) => number.into_bound_py_any(py),
        Cell::Large(number) => integer(py, &number),
        Cell::Text(text) => text.into_bound_py_any(py),
        Cell::Numbers(numbers) => numbers.into_bound_py_any(py),
    }
}
