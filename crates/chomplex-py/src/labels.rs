//! Names for the Python objects that stand for elements and vertices.

use std::collections::HashMap;

use chomplex::family::vertex::{MAX_VERTEX_NAME, is_quoted_name, is_vertex_character};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::refuse;

/// Unique names for Python objects.
#[derive(Default)]
pub(crate) struct Labels {
    pub(crate) names: Vec<String>,
    /// The object of each name, and its number.
    objects: HashMap<String, (Py<PyAny>, usize)>,
}

impl Labels {
    /// The number of an object, which is given this name if it is new.
    fn number(&mut self, object: &Bound<'_, PyAny>, name: String) -> PyResult<usize> {
        if let Some((known, number)) = self.objects.get(&name) {
            let known = known.bind(object.py());
            if !known.is(object) && !known.eq(object)? {
                let (one, other) = (known.repr()?, object.repr()?);
                refuse!("{one} and {other} would both be called `{name}`");
            }
            return Ok(*number);
        }
        let number = self.names.len();
        self.names.push(name.clone());
        self.objects.insert(name, (object.clone().unbind(), number));
        Ok(number)
    }

    /// The number of an element of a poset.
    pub(crate) fn element(&mut self, object: &Bound<'_, PyAny>) -> PyResult<usize> {
        let name = object.str()?.to_str()?.to_owned();
        if !is_quoted_name(&name) {
            refuse!("the name {} is empty or has characters that do not show", object.repr()?);
        }
        self.number(object, name)
    }

    /// The number of a vertex.
    pub(crate) fn vertex_number(&mut self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let name = vertex_name(object)?;
        Ok(self.number(object, name)? as u32)
    }

    /// The name of a vertex.
    pub(crate) fn vertex(&mut self, object: &Bound<'_, PyAny>) -> PyResult<String> {
        let name = vertex_name(object)?;
        self.number(object, name.clone())?;
        Ok(name)
    }
}

/// The name of a vertex: a tuple becomes its entries joined by dots, and characters that are not
/// allowed in a name become `_`.
fn vertex_name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = match object.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().map(|entry| vertex_name(&entry)).collect::<PyResult<Vec<_>>>()?.join("."),
        Err(_) => object.str()?.to_str()?.to_owned(),
    };
    let name: String = text.chars().map(|c| if is_vertex_character(c) { c } else { '_' }).collect();
    let length = name.chars().count();
    if length == 0 || length > MAX_VERTEX_NAME {
        let why =
            if length == 0 { "is empty".to_owned() } else { format!("has more than {MAX_VERTEX_NAME} characters") };
        refuse!("the name of the vertex {} {why}", object.repr()?);
    }
    Ok(name)
}
