//! Pictures of positions.

use chomplex::draw::board::DrawError;
use chomplex::{Position as Inner, Question, move_values};
use chomplex_api::picture::{self, Format};
use pyo3::prelude::*;

use crate::errors;
use crate::limits::Limits;
use crate::run::run;

/// A picture of a position, with the values that moves lead to if they are wanted.
pub(crate) fn draw(
    py: Python<'_>,
    position: &Inner,
    values: bool,
    limits: &Limits,
    format: Format,
) -> PyResult<String> {
    let position = position.clone();
    let drawn = run(py, limits, move |budget| {
        let list = values.then(|| move_values(&position, &Question::default(), budget));
        picture::draw(&position, list.as_ref(), format, budget)
    })?;
    drawn.map_err(|error| match error {
        DrawError::Stopped(stop) => errors::stopped(py, "not drawn", stop),
        error => errors::value(error),
    })
}
