//! The description of the API, and whether values are as it says.

use serde_json::Value;

/// The description.
pub fn description() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../chomplex-api/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks a value against the schema of this name.
#[track_caller]
pub fn check(name: &str, value: &Value) {
    check_with(&serde_json::json!({ "$ref": format!("#/components/schemas/{name}") }), value);
}

/// Checks a value against a schema.
#[track_caller]
pub fn check_with(schema: &Value, value: &Value) {
    if let Err(why) = valid(&description(), schema, value) {
        panic!("{why}\nin {value}\nagainst {schema}");
    }
}

/// Whether a value is as a schema says. A word of the schema that is not known here is a mistake.
fn valid(all: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let fail = |why: &str| Err(format!("{why}: {value}"));
    for (word, argument) in schema.as_object().ok_or("a schema is an object")? {
        match word.as_str() {
            "$ref" => {
                let path = argument.as_str().unwrap().strip_prefix('#').unwrap();
                valid(all, all.pointer(path).ok_or(format!("there is no {path}"))?, value)?;
            }
            "type" => {
                let mut types = argument.as_array().map_or(vec![argument], |types| types.iter().collect()).into_iter();
                if !types.any(|name| is(name.as_str().unwrap(), value)) {
                    return fail(&format!("not {argument}"));
                }
            }
            "enum" if !argument.as_array().unwrap().contains(value) => return fail(&format!("not one of {argument}")),
            "const" if argument != value => return fail(&format!("not {argument}")),
            "minimum" if value.is_number() && value.as_f64() < argument.as_f64() => return fail("too small"),
            "exclusiveMinimum" if value.as_f64() <= argument.as_f64() => return fail("too small"),
            "minItems" if value.as_array().is_none_or(|items| items.len() < argument.as_u64().unwrap() as usize) => {
                return fail("too few");
            }
            "maxItems" if value.as_array().is_none_or(|items| items.len() > argument.as_u64().unwrap() as usize) => {
                return fail("too many");
            }
            "required" => {
                let mut names = argument.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                if let Some(name) = names.find(|name| value.get(name).is_none()) {
                    return fail(&format!("`{name}` is missing"));
                }
            }
            "properties" => {
                for (name, schema) in argument.as_object().unwrap() {
                    value.get(name).map_or(Ok(()), |value| valid(all, schema, value))?;
                }
            }
            "additionalProperties" => {
                let is_known = |name: &String| schema["properties"].get(name).is_some();
                let mut others = value.as_object().into_iter().flatten().filter(|(name, _)| !is_known(name));
                match (argument, others.next()) {
                    (Value::Bool(false), Some((name, _))) => return fail(&format!("`{name}` is not described")),
                    (Value::Bool(_), _) | (_, None) => {}
                    (_, Some(first)) => {
                        [first].into_iter().chain(others).try_for_each(|(_, value)| valid(all, argument, value))?;
                    }
                }
            }
            "items" => value.as_array().into_iter().flatten().try_for_each(|item| valid(all, argument, item))?,
            "oneOf" => {
                let schemas = argument.as_array().unwrap().iter();
                if schemas.filter(|schema| valid(all, schema, value).is_ok()).count() != 1 {
                    return fail("not exactly one");
                }
            }
            "anyOf" => {
                if !argument.as_array().unwrap().iter().any(|schema| valid(all, schema, value).is_ok()) {
                    return fail("none of them");
                }
            }
            "enum" | "const" | "minimum" | "exclusiveMinimum" | "minItems" | "maxItems" => {}
            "description" | "format" | "default" => {}
            _ => return Err(format!("what is {word}?")),
        }
    }
    Ok(())
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => panic!("there is no type {name}"),
    }
}
