//! Sweeps whose layers are tables kept by the caller, such as a cluster.
//!
//! A table comes in as a list of columns, each a buffer of 64-bit integers (such as a NumPy array),
//! and goes out as a list of `bytes`.

use std::sync::{Mutex, PoisonError};

use chomplex::layers::tables::{self, Ending, Merge, Quantity, Table, TableError};
use dashu_int::UBig;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{self, refuse};
use crate::number::integer;
use crate::source::parse;

/// A sweep over the down-sets of a position up to its automorphisms, layer by layer. Each layer is
/// a table.
#[pyclass(frozen, module = "chomplex._native")]
pub(crate) struct TableSweep(tables::TableSweep);

/// Pushes rows of one layer to the next.
#[pyclass(frozen, module = "chomplex._native")]
pub(crate) struct Push(Mutex<tables::Push>);

#[pymethods]
impl TableSweep {
    #[new]
    fn new(py: Python<'_>, position: &str, quantity: &str) -> PyResult<Self> {
        let quantity = match quantity {
            "linear-extensions" => Quantity::LinearExtensions,
            "classes" => Quantity::Classes,
            "grundy" => Quantity::Grundy,
            _ => {
                refuse!("`{quantity}` is not linear-extensions, classes or grundy");
            }
        };
        let position = parse(py, position, None)?;
        py.detach(|| tables::TableSweep::new(&position, quantity)).map(TableSweep).map_err(wrong)
    }

    /// An identifier of this sweep.
    #[getter]
    fn id(&self) -> String {
        self.0.id()
    }

    /// The number of elements of the down-sets in the last layer.
    #[getter]
    fn last(&self) -> usize {
        self.0.last()
    }

    /// The number of columns of a key, which is a down-set.
    #[getter]
    fn key_columns(&self) -> usize {
        self.0.key_columns()
    }

    /// The number of columns of the state of a down-set with `size` elements.
    fn state_columns(&self, size: usize) -> PyResult<usize> {
        if size > self.0.last() { Err(self.no_layer(size)) } else { Ok(self.0.state_columns(size)) }
    }

    /// The number of columns that `mirrored` returns besides the key.
    #[getter]
    fn mirror_columns(&self) -> usize {
        self.0.mirror_columns()
    }

    /// How the columns of rows with the same key are merged: "sum" or "bit_or".
    #[getter]
    fn merge(&self) -> &'static str {
        match self.0.merge() {
            Merge::Sum => "sum",
            Merge::Or => "bit_or",
        }
    }

    /// How the answer follows from the layers: "sizes", "whole" or "pairs".
    #[getter]
    fn ending(&self) -> &'static str {
        match self.0.ending() {
            Ending::Sizes => "sizes",
            Ending::Whole => "whole",
            Ending::Pairs => "pairs",
        }
    }

    /// The approximate number of classes in all layers, if it can be found quickly.
    fn expected(&self, py: Python<'_>) -> Option<u64> {
        py.detach(|| self.0.expected())
    }

    /// The first layer.
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        Ok(give(py, self.0.first().map_err(wrong)?))
    }

    /// Starts pushing rows of a layer to the next. Rows of the same class are merged at once,
    /// within about `memory` bytes.
    fn push(&self, size: usize, memory: u64) -> PyResult<Push> {
        if size >= self.0.last() {
            return Err(self.no_layer(size + 1));
        }
        Ok(Push(Mutex::new(self.0.push(size, memory).map_err(wrong)?)))
    }

    /// The number of classes, from the number of rows in each layer.
    fn total<'py>(&self, py: Python<'py>, rows: Vec<u64>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.0.total(&rows).map_err(wrong)?)
    }

    /// The number of linear extensions or the Grundy value, from the last layer.
    fn whole<'py>(&self, py: Python<'py>, columns: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let table = take(py, &columns)?;
        integer(py, &py.detach(|| self.0.whole(&slices(&table))).map_err(wrong)?)
    }

    /// For rows of the last layer, the keys of their mirror images and the factors to multiply with
    /// the states of those.
    fn mirrored<'py>(&self, py: Python<'py>, columns: Vec<Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let table = take(py, &columns)?;
        Ok(give(py, py.detach(|| self.0.mirrored(&slices(&table))).map_err(wrong)?))
    }

    /// The sum over some pairs: the columns of a state, and those of the mirror image with the same
    /// key.
    fn paired<'py>(&self, py: Python<'py>, columns: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let table = take(py, &columns)?;
        integer(py, &py.detach(|| self.0.paired(&slices(&table))).map_err(wrong)?)
    }

    /// The number of linear extensions, from the sum over all pairs.
    fn conclude_pairs<'py>(&self, py: Python<'py>, sum: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let digits = sum.str()?;
        let sum = UBig::from_str_radix(digits.to_str()?, 10)
            .map_err(|_| PyValueError::new_err("a sum of pairs is a natural number"))?;
        integer(py, &self.0.conclude_pairs(sum).map_err(wrong)?)
    }
}

impl TableSweep {
    fn no_layer(&self, size: usize) -> PyErr {
        PyValueError::new_err(format!("there is no layer {size}: the last is {}", self.0.last()))
    }
}

#[pymethods]
impl Push {
    /// Takes some rows and returns some of the next layer, or none yet.
    fn rows<'py>(&self, py: Python<'py>, columns: Vec<Bound<'py, PyAny>>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let table = take(py, &columns)?;
        self.work(py, |push| push.rows(&slices(&table)))
    }

    /// Returns the remaining rows of the next layer.
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        self.work(py, tables::Push::rest)
    }
}

impl Push {
    fn work<'py>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut tables::Push) -> Result<Table, TableError> + Send,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let table = py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)));
        Ok(give(py, table.map_err(wrong)?))
    }
}

fn wrong(error: TableError) -> PyErr {
    errors::value(error)
}

/// Reads the columns of a table from Python.
fn take(py: Python<'_>, columns: &[Bound<'_, PyAny>]) -> PyResult<Table> {
    let words = |column: &Bound<'_, PyAny>| {
        let entries = PyBuffer::<i64>::get(column)?.to_vec(py)?;
        Ok(entries.into_iter().map(i64::cast_unsigned).collect())
    };
    columns.iter().map(words).collect()
}

/// Returns the columns of a table to Python.
fn give(py: Python<'_>, table: Table) -> Vec<Bound<'_, PyBytes>> {
    let bytes = |column: Vec<u64>| column.into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    table.into_iter().map(|column| PyBytes::new(py, &bytes(column))).collect()
}

fn slices(table: &Table) -> Vec<&[u64]> {
    table.iter().map(Vec::as_slice).collect()
}
