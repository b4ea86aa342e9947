//! Positions in JSON: the names of the elements and the covers (`docs/formats/position-json.md`).

use hashbrown::HashMap;
use serde_json::Value;

use super::error::ExpressionError;
use super::evaluate::cycle_names;
use super::networkx;
use crate::family::error::BuildError;
use crate::family::plan::Named;
use crate::family::size::Size;
use crate::family::vertex::is_quoted_name;
use crate::poset::{Draft, MAX_ELEMENTS};
use crate::position::Position;
use crate::provenance::PROGRAM;

/// The name of the format.
const FORMAT: &str = "chomplex-position";
/// Its version.
const VERSION: u64 = 1;

/// The fields that are read.
const FIELDS: [&str; 6] = ["format", "version", "program", "elements", "covers", "expression"];

/// Errors in a position in JSON.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// The input is not JSON.
    #[error("this is not JSON: {0}")]
    Syntax(String),
    /// JSON that is not an object.
    #[error(
        "an object is expected, with `elements` and `covers`, with `expression`, or with `nodes` and `links` as networkx writes; a list of facets stands alone, `[[0,1,2],[1,3]]`"
    )]
    NoObject,
    /// A loop: an edge from a node to itself.
    #[error("`{0}` is joined to itself; neither a graph nor an order has loops")]
    Loop(String),
    /// A directed graph with a cycle, which is not an order.
    #[error(
        "this directed graph is no order, for it has a cycle: {0}; for the graph of its edges set `directed` to false"
    )]
    DirectedCycle(String),
    /// A node whose name cannot be the name of a vertex.
    #[error("`{0}` cannot be the name of a vertex; `chomplex.from_networkx` in Python renames such nodes")]
    Vertex(String),
    /// A field with the wrong content.
    #[error("`{field}` should be {expected}")]
    Field {
        /// The field.
        field: String,
        /// The expected content.
        expected: &'static str,
    },
    /// An unsupported version.
    #[error("this is version {0} of the format; this program reads version {VERSION}")]
    Version(String),
    /// A cover with an unknown element.
    #[error("covers[{index}] names `{name}`, which is not among the elements")]
    UnknownElement {
        /// The index of the cover, counted from 0.
        index: usize,
        /// The unknown name.
        name: String,
    },
    /// Elements without covers, and a field that may have been meant for them.
    #[error(
        "there are `elements` and `{0}`, but no `covers`: call the relations `covers`, the lower element first; an antichain has `\"covers\": []`"
    )]
    NoCovers(String),
    /// A name that cannot be shown.
    #[error("the name {0} is empty or has characters that do not show")]
    Name(String),
    /// A repeated element.
    #[error("the element `{0}` is listed twice")]
    Repeated(String),
    /// Relations that form a cycle.
    #[error("the covers form a cycle: {0}")]
    Cycle(String),
    /// A poset that is too large.
    #[error(transparent)]
    TooLarge(BuildError),
    /// An error in the field `expression`.
    #[error("in `expression`: {0}")]
    Expression(ExpressionError),
}

/// Reads a position, with a note about how it was read if one is needed.
pub(crate) fn read(text: &str) -> Result<(Position, Option<String>), JsonError> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let hint = if text.trim_start().starts_with("{'") { "; JSON takes double quotes" } else { "" };
        JsonError::Syntax(format!("{error}{hint}"))
    })?;
    if networkx::is_graph(&value) && value.get("elements").is_none() {
        networkx::read(&value)
    } else {
        Ok((read_position(&value)?, None))
    }
}

fn read_position(value: &Value) -> Result<Position, JsonError> {
    let wrong = |field: &str, expected: &'static str| JsonError::Field { field: field.to_owned(), expected };
    if !value.is_object() {
        return Err(JsonError::NoObject);
    }
    if value.get("format").is_some_and(|format| format != FORMAT) {
        return Err(wrong("format", "\"chomplex-position\""));
    }
    if let Some(version) = value.get("version").filter(|version| **version != VERSION) {
        return Err(JsonError::Version(version.to_string()));
    }
    let Some(elements) = value.get("elements") else {
        let expression = value.get("expression").ok_or(JsonError::NoObject)?;
        let expression = expression.as_str().ok_or_else(|| wrong("expression", "a string"))?;
        return expression.parse().map_err(JsonError::Expression);
    };
    let names: Vec<&str> = elements
        .as_array()
        .and_then(|list| list.iter().map(Value::as_str).collect::<Option<_>>())
        .ok_or_else(|| wrong("elements", "an array of names"))?;
    if names.len() > MAX_ELEMENTS {
        return Err(JsonError::TooLarge(BuildError::TooLarge { elements: Size::from(names.len()), exact: true }));
    }
    let mut number: HashMap<&str, usize> = HashMap::new();
    for (i, &name) in names.iter().enumerate() {
        if !is_quoted_name(name) {
            return Err(JsonError::Name(format!("{name:?}")));
        }
        if number.insert(name, i).is_some() {
            return Err(JsonError::Repeated(name.to_owned()));
        }
    }
    let empty = Vec::new();
    let covers = match value.get("covers") {
        None => match value.as_object().and_then(|fields| fields.keys().find(|field| !FIELDS.contains(&&***field))) {
            Some(field) => return Err(JsonError::NoCovers(field.clone())),
            None => &empty,
        },
        Some(covers) => covers.as_array().ok_or_else(|| wrong("covers", "an array of pairs of names"))?,
    };
    let mut relations = Vec::with_capacity(covers.len());
    for (index, cover) in covers.iter().enumerate() {
        let pair = || wrong(&format!("covers[{index}]"), "a pair of names, the lower one first");
        let [lower, upper] = cover.as_array().ok_or_else(pair)?.as_slice() else { return Err(pair()) };
        let element = |name: &Value| {
            let name = name.as_str().ok_or_else(pair)?;
            number.get(name).copied().ok_or_else(|| JsonError::UnknownElement { index, name: name.to_owned() })
        };
        relations.push((element(lower)?, element(upper)?));
    }
    let labels = names.iter().map(|&name| name.to_owned()).collect();
    let named = Named { draft: Draft { size: names.len(), relations }, labels };
    named.into_position().map_err(|error| match error {
        BuildError::Cycle(cycle) => JsonError::Cycle(cycle_names(&cycle, |x| names[x])),
        error => JsonError::TooLarge(error),
    })
}

/// Writes what remains of a position as one object, with the names and the covers on a line each.
pub(crate) fn write(position: &Position) -> String {
    // Labels, so that the elements are recognised when they are read back.
    let name = |x| Value::from(position.names().label(x)).to_string();
    let elements: Vec<String> = position.moves().map(name).collect();
    let covers: Vec<String> =
        super::remaining_covers(position).map(|(x, y)| format!("[{},{}]", name(x), name(y))).collect();
    format!(
        "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"program\": \"{PROGRAM}\",\n  \"elements\": [{}],\n  \"covers\": [{}]\n}}\n",
        elements.join(","),
        covers.join(",")
    )
}
