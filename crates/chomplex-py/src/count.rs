//! Exact counts.

use chomplex::extensions;
use chomplex::layers;
use chomplex::{Budget, Position as Inner, Stop};
use dashu_int::UBig;
use pyo3::prelude::*;

use crate::arguments::PositionArg;
use crate::errors;
use crate::limits::{Limits, Memory, Threads, Time};
use crate::number;
use crate::run::run;

/// Runs a count on a position within the limits.
fn count<'py>(
    py: Python<'py>,
    position: PositionArg,
    limits: &Limits,
    what: impl Fn(&Inner, &Budget) -> Result<UBig, Stop> + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let PositionArg(position) = position;
    let counted = run(py, limits, move |budget| what(&position, budget))?;
    number::integer(py, &counted.map_err(|stop| errors::stopped(py, "not counted", stop))?)
}

/// A function that counts something about a position.
macro_rules! counts {
    ($(#[$doc:meta])* $name:ident = $what:path) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (position, *, time=None, memory=None, threads=None, progress=None))]
        pub(crate) fn $name<'py>(
            py: Python<'py>,
            position: PositionArg,
            time: Option<Time>,
            memory: Option<Memory>,
            threads: Option<Threads>,
            progress: Option<bool>,
        ) -> PyResult<Bound<'py, PyAny>> {
            count(py, position, &Limits::new(time, memory, threads, progress), $what)
        }
    };
}

counts! {
    /// The number of linear extensions: orderings of all elements, each after everything below it.
    ///
    /// Raises BudgetError if the budget is spent or cannot suffice.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.count_linear_extensions("boolean(5)")
    /// 14807804035657359360
    count_linear_extensions = extensions::count
}

counts! {
    /// The number of reachable positions, including the starting position and the empty one: the
    /// down-sets.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.count_positions("simplex(5)")
    /// 7580
    count_positions = layers::positions
}

counts! {
    /// The number of reachable positions up to automorphisms of the starting position.
    ///
    /// >>> import chomplex as cx
    /// >>> cx.count_classes("boolean(6)")
    /// 16353
    count_classes = layers::classes
}
