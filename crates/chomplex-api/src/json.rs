//! Writes JSON.

use serde::Serialize;
use serde_json::Value;

/// An answer as JSON.
///
/// # Panics
/// Never: the keys of all shapes are texts.
#[must_use]
pub fn to_value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("the keys are texts")
}

/// Maximum width of a line of JSON.
const WIDTH: usize = 100;

/// Formats JSON for people and programs: a value that fits stays on one line, others are broken up.
#[must_use]
pub fn lay_out(value: &Value) -> String {
    let mut text = String::new();
    write_value(value, 0, 0, &mut text);
    text
}

/// Writes a value that starts after `before` characters of its line, indented by `depth` steps.
fn write_value(value: &Value, depth: usize, before: usize, text: &mut String) {
    let (open, close, entries): (&str, &str, Vec<(String, &Value)>) = match value {
        Value::Object(fields) if !fields.is_empty() => {
            ("{", "}", fields.iter().map(|(key, value)| (format!("{}: ", Value::from(key.as_str())), value)).collect())
        }
        Value::Array(items) if !items.is_empty() => {
            ("[", "]", items.iter().map(|item| (String::new(), item)).collect())
        }
        plain => return text.push_str(&plain.to_string()),
    };
    if depth > 0 {
        let mut line = String::new();
        if write_line(value, &mut line, WIDTH.saturating_sub(before)) {
            return text.push_str(&line);
        }
    }
    let indent = "  ".repeat(depth + 1);
    text.push_str(open);
    for (i, (key, entry)) in entries.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&indent);
        text.push_str(key);
        write_value(entry, depth + 1, indent.len() + key.chars().count() + 1, text);
    }
    text.push('\n');
    text.push_str(&indent[2..]);
    text.push_str(close);
}

/// Writes a value on one line, unless it takes more than `most` characters.
fn write_line(value: &Value, line: &mut String, most: usize) -> bool {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            line.push_str("{ ");
            for (i, (key, entry)) in fields.iter().enumerate() {
                line.push_str(if i == 0 { "" } else { ", " });
                line.push_str(&Value::from(key.as_str()).to_string());
                line.push_str(": ");
                if !write_line(entry, line, most) {
                    return false;
                }
            }
            line.push_str(" }");
        }
        Value::Array(items) if !items.is_empty() => {
            line.push('[');
            for (i, item) in items.iter().enumerate() {
                line.push_str(if i == 0 { "" } else { ", " });
                if !write_line(item, line, most) {
                    return false;
                }
            }
            line.push(']');
        }
        plain => line.push_str(&plain.to_string()),
    }
    line.len() <= most || line.chars().count() <= most
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_values_stand_on_one_line() {
        let value = json!({ "a": [1, 2], "b": { "c": "x", "d": {} }, "long": vec!["0123456789"; 9] });
        let text = lay_out(&value);
        let expected =
            "{\n  \"a\": [1, 2],\n  \"b\": { \"c\": \"x\", \"d\": {} },\n  \"long\": [\n    \"0123456789\",\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with("\n  ]\n}"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
