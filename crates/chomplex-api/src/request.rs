//! Requests: JSON objects, read strictly.
//!
//! A field that is misspelt, given twice, or `null` is refused, with a message that names it.

use std::collections::VecDeque;
use std::fmt::{self, Display};

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use crate::picture::Format;
use crate::refusal::Refusal;
use crate::reply::Level;

/// A game: a position and the moves made since.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Game"))]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// An expression, such as `wheel(5) + nim(3)`.
    #[serde(deserialize_with = "text")]
    pub position: String,
    /// The names of the moves made since; none if left out.
    #[serde(default, alias = "moves", deserialize_with = "texts")]
    pub after: Vec<String>,
}

/// A game, how much time may be spent on it, and without which rules.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Question"))]
#[serde(deny_unknown_fields)]
pub struct QuestionRequest {
    /// An expression, such as `wheel(5) + nim(3)`.
    #[serde(deserialize_with = "text")]
    pub position: String,
    /// The names of the moves made since; none if left out.
    #[serde(default, alias = "moves", deserialize_with = "texts")]
    pub after: Vec<String>,
    /// Seconds that may be spent; the server has a limit of its own.
    #[serde(default, deserialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64", extend("exclusiveMinimum" = 0)))]
    pub time: Option<f64>,
    /// The ids of rules that may not be used; none if left out.
    #[serde(default, deserialize_with = "texts")]
    pub no_rules: Vec<String>,
}

/// A game, and how to draw it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    /// An expression, such as `wheel(5) + nim(3)`.
    #[serde(deserialize_with = "text")]
    pub position: String,
    /// The names of the moves made since; none if left out.
    #[serde(default, alias = "moves", deserialize_with = "texts")]
    pub after: Vec<String>,
    /// Seconds that may be spent; the server has a limit of its own.
    #[serde(default, deserialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64", extend("exclusiveMinimum" = 0)))]
    pub time: Option<f64>,
    /// The format of the picture.
    #[serde(default, deserialize_with = "choice")]
    pub format: Format,
    /// Whether to show the value that each move leads to.
    #[serde(default, deserialize_with = "flag")]
    pub values: bool,
}

/// A game in which the program has to move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// An expression, such as `wheel(5) + nim(3)`.
    #[serde(deserialize_with = "text")]
    pub position: String,
    /// The names of the moves made since; none if left out.
    #[serde(default, alias = "moves", deserialize_with = "texts")]
    pub after: Vec<String>,
    /// Seconds that may be spent; the server has a limit of its own.
    #[serde(default, deserialize_with = "seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64", extend("exclusiveMinimum" = 0)))]
    pub time: Option<f64>,
    /// How well the program plays.
    #[serde(default, deserialize_with = "choice")]
    pub level: Level,
    /// The same seed gives the same moves.
    #[serde(default, deserialize_with = "natural")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub seed: Option<u64>,
}

/// A position in any notation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Text"))]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// An expression, graph6, facets, edges, pairs, a 0/1 matrix or JSON.
    #[serde(deserialize_with = "text")]
    pub text: String,
    /// The notation of the text; it is guessed if left out.
    #[serde(default, deserialize_with = "optional_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub notation: Option<String>,
}

/// Reads the fields of a request.
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    let fields = match serde_json::from_slice(body) {
        Ok(Object(Ok(fields))) => fields,
        Ok(Object(Err(name))) => {
            return Err(Refusal::malformed(format!("the field `{}` is given twice", name.escape_debug())));
        }
        Err(error) if error.is_data() => return Err(Refusal::malformed("a JSON object is expected")),
        Err(error) => return Err(Refusal::malformed(format!("this is not JSON: {error}"))),
    };
    T::deserialize(Fields(fields.into_iter().collect())).map_err(|Mistake(message)| Refusal::malformed(message))
}

/// A required text.
fn text<'de, D: Deserializer<'de>>(field: D) -> Result<String, D::Error> {
    match Value::deserialize(field)? {
        Value::String(text) => Ok(text),
        _ => Err(de::Error::custom("a text")),
    }
}

/// An optional text.
fn optional_text<'de, D: Deserializer<'de>>(field: D) -> Result<Option<String>, D::Error> {
    text(field).map(Some)
}

/// A list of texts.
fn texts<'de, D: Deserializer<'de>>(field: D) -> Result<Vec<String>, D::Error> {
    Vec::deserialize(field).map_err(|_| de::Error::custom("a list of texts"))
}

/// A Boolean.
fn flag<'de, D: Deserializer<'de>>(field: D) -> Result<bool, D::Error> {
    bool::deserialize(field).map_err(|_| de::Error::custom("true or false"))
}

/// A time in seconds.
fn seconds<'de, D: Deserializer<'de>>(field: D) -> Result<Option<f64>, D::Error> {
    let seconds = f64::deserialize(field).ok().filter(|&seconds| seconds > 0.0);
    seconds.map(Some).ok_or_else(|| de::Error::custom("a number of seconds above 0"))
}

/// A natural number, however it is written: JSON Schema treats `7.0` as an integer.
fn natural<'de, D: Deserializer<'de>>(field: D) -> Result<Option<u64>, D::Error> {
    // From here on not every integer is representable, so the client may have meant another one.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = |number: &f64| number.fract() == 0.0 && (0.0..EXACT).contains(number);
    let value = Value::deserialize(field)?;
    let number = value.as_u64().or_else(|| value.as_f64().filter(is_whole).map(|number| number as u64));
    number.map(Some).ok_or_else(|| de::Error::custom("a natural number"))
}

/// One of the named values.
fn choice<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<T, D::Error> {
    let name = text(field)?;
    T::deserialize(StrDeserializer::new(&name)).map_err(|error: de::value::Error| {
        let message = error.to_string();
        de::Error::custom(message.split_once("expected ").map_or(&*message, |(_, names)| names))
    })
}

/// Why the fields are not those of a request.
#[derive(Debug)]
struct Mistake(String);

impl Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

impl de::Error for Mistake {
    fn custom<T: Display>(message: T) -> Self {
        Mistake(message.to_string())
    }

    fn missing_field(name: &'static str) -> Self {
        Mistake(format!("the field `{name}` is missing"))
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Mistake(format!("there is no field `{}` here", name.escape_debug()))
    }

    /// A name given twice is found earlier; this is a field under two names.
    fn duplicate_field(name: &'static str) -> Self {
        Mistake(format!("`moves` is a former name of `{name}`: only one of them is taken"))
    }
}

/// The fields that have not been taken yet.
struct Fields(VecDeque<(String, Value)>);

impl<'de> Deserializer<'de> for Fields {
    type Error = Mistake;

    /// Takes the known fields first, so that what is wrong with them is said before that there are
    /// others.
    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.0.make_contiguous().sort_by_key(|(name, _)| !known.contains(&name.as_str()));
        visitor.visit_map(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_map(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Mistake;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mistake> {
        self.0.front().map(|(name, _)| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mistake> {
        let (name, value) = self.0.pop_front().expect("its name was read");
        let left_out = if value.is_null() { ", or be left out; it is null" } else { "" };
        seed.deserialize(value)
            .map_err(|what: serde_json::Error| Mistake(format!("the field `{name}` must be {what}{left_out}")))
    }
}

/// The fields of a JSON object, or the first repeated name. `Map` would silently keep the last
/// value.
struct Object(Result<Map<String, Value>, String>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Object, A::Error> {
        let (mut fields, mut repeated) = (Map::new(), None);
        while let Some((name, value)) = entries.next_entry::<String, Value>()? {
            if fields.insert(name.clone(), value).is_some() {
                repeated.get_or_insert(name);
            }
        }
        Ok(Object(repeated.map_or(Ok(fields), Err)))
    }
}
