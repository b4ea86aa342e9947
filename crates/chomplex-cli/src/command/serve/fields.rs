//! The fields of a request: a JSON object, parsed strictly.

use std::fmt;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::limits;
use super::refusal::Refusal;

/// The fields that have not been taken yet.
pub(crate) struct Fields(Map<String, Value>);

impl<S: Sync> FromRequest<S> for Fields {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            let message = "the content type must be application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let body = timeout(limits::ARRIVAL, to_bytes(request.into_body(), limits::BODY)).await;
        let body = body.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time"))?;
        let body = body.map_err(|_| {
            let message = format!("the request cannot be read, or is longer than {} bytes", limits::BODY);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
        })?;
        Fields::parse(&body)
    }
}

impl Fields {
    /// Parses a JSON object and refuses repeated names.
    fn parse(body: &[u8]) -> Result<Fields, Refusal> {
        match serde_json::from_slice(body) {
            Ok(Object(Ok(fields))) => Ok(Fields(fields)),
            Ok(Object(Err(name))) => {
                Err(Refusal::malformed(format!("the field `{}` is given twice", name.escape_debug())))
            }
            Err(error) if error.is_data() => Err(Refusal::malformed("a JSON object is expected")),
            Err(error) => Err(Refusal::malformed(format!("this is not JSON: {error}"))),
        }
    }

    /// The name under which a field is given: its current name or its former one.
    pub(crate) fn name<'a>(&self, name: &'a str, former: &'a str) -> Result<&'a str, Refusal> {
        match (self.0.contains_key(name), self.0.contains_key(former)) {
            (true, true) => {
                Err(Refusal::malformed(format!("`{former}` is a former name of `{name}`: only one of them is taken")))
            }
            (false, true) => Ok(former),
            _ => Ok(name),
        }
    }

    /// A required text.
    pub(crate) fn text(&mut self, name: &str) -> Result<String, Refusal> {
        self.optional_text(name)?.ok_or_else(|| Refusal::malformed(format!("the field `{name}` is missing")))
    }

    /// An optional text.
    pub(crate) fn optional_text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        self.take(name, "a text", |value| match value {
            Value::String(text) => Some(text),
            _ => None,
        })
    }

    /// A list of texts; empty if the field is missing.
    pub(crate) fn texts(&mut self, name: &str, most: usize) -> Result<Vec<String>, Refusal> {
        let texts = self.take(name, "a list of texts", |value| match value {
            Value::Array(items) if items.len() <= most => items.into_iter().map(text).collect::<Option<Vec<_>>>(),
            Value::Array(items) => Some(vec![String::new(); items.len()]),
            _ => None,
        })?;
        let texts = texts.unwrap_or_default();
        if texts.len() > most {
            return Err(Refusal::malformed(format!("`{name}` has {} entries; at most {most} are taken", texts.len())));
        }
        Ok(texts)
    }

    /// A Boolean; false if the field is missing.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Refusal> {
        Ok(self.take(name, "true or false", |value| value.as_bool())?.unwrap_or_default())
    }

    /// An optional natural number.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, Refusal> {
        self.take(name, "a natural number", |value| value.as_u64().or_else(|| whole(value.as_f64()?)))
    }

    /// A time in seconds; `most` if the field is missing.
    pub(crate) fn time(&mut self, most: Duration) -> Result<Duration, Refusal> {
        let seconds = |value: Value| value.as_f64().filter(|seconds| *seconds > 0.0);
        let seconds = self.take("time", "a number of seconds above 0", seconds)?;
        // A number too large for `Duration` is too long anyway.
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Ok(time.map_or(most, |time| time.min(most)))
    }

    /// One of the named values; the first if the field is missing.
    pub(crate) fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Result<T, Refusal> {
        let Some(text) = self.optional_text(name)? else { return Ok(choices[0].1) };
        let known = choices.iter().find(|(id, _)| *id == text).map(|&(_, value)| value);
        known.ok_or_else(|| {
            let names: Vec<String> = choices.iter().map(|(id, _)| format!("`{id}`")).collect();
            Refusal::malformed(format!("the field `{name}` must be one of {}", names.join(", ")))
        })
    }

    /// Refuses fields that were not taken: they are misspelt.
    pub(crate) fn finish(self) -> Result<(), Refusal> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Refusal::malformed(format!("there is no field `{}` here", name.escape_debug()))),
        }
    }

    /// A field, if present; `null` is a value like any other.
    fn take<T>(&mut self, name: &str, what: &str, read: impl FnOnce(Value) -> Option<T>) -> Result<Option<T>, Refusal> {
        match self.0.remove(name) {
            None => Ok(None),
            Some(Value::Null) => {
                Err(Refusal::malformed(format!("the field `{name}` must be {what}, or be left out; it is null")))
            }
            Some(value) => match read(value) {
                Some(value) => Ok(Some(value)),
                None => Err(Refusal::malformed(format!("the field `{name}` must be {what}"))),
            },
        }
    }
}

/// A number without a fraction, however it is written: JSON Schema treats `7.0` as an integer.
fn whole(number: f64) -> Option<u64> {
    // From here on not every integer is representable, so the client may have meant another one.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && (0.0..EXACT).contains(&number)).then_some(number as u64)
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

fn text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text) } else { None }
}
