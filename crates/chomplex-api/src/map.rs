//! JSON objects whose keys are data: names of elements, of rules, of parameters.

use serde::{Serialize, Serializer};

/// Named values, in a given order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<V>(pub Vec<(String, V)>);

/// A map between elements, in the order of the elements.
pub type ElementMap = Named<String>;

impl ElementMap {
    /// A map with these pairs of names.
    #[must_use]
    pub fn new<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        Named(pairs.map(|(x, y)| (x.to_owned(), y.to_owned())).collect())
    }
}

impl<V: Serialize> Serialize for Named<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(feature = "schema")]
impl<V: schemars::JsonSchema> schemars::JsonSchema for Named<V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Named".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <std::collections::BTreeMap<String, V>>::json_schema(generator)
    }
}
