//! The description of the API and the types of its clients are those of the shapes.
//!
//! `UPDATE=1 cargo nextest run --workspace --all-features --test shapes` writes the schemas in
//! `openapi.json` and the types in `web/src/api-types.ts`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chomplex_api::answer::Answer;
use chomplex_api::board::BoardAnswer;
use chomplex_api::catalogue::{Families, Rules};
use chomplex_api::explain::ExplanationInWords;
use chomplex_api::gallery::Gallery;
use chomplex_api::json::lay_out;
use chomplex_api::moves::Moves;
use chomplex_api::reading::Reading;
use chomplex_api::reduction::Reduction;
use chomplex_api::refusal::Refused;
use chomplex_api::reply::Reply;
use chomplex_api::request::{GameRequest, PictureRequest, QuestionRequest, ReplyRequest, TextRequest};
use chomplex_api::route::Event;
use chomplex_api::stamp::Version;
use chomplex_api::verdict::Verdict;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares a file with what it should be, or writes it.
#[track_caller]
fn compare(path: &str, expected: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file(path), expected).unwrap();
    }
    let found = fs::read_to_string(file(path)).unwrap_or_default();
    assert!(found == expected, "{path} is not up to date: `UPDATE=1` with this test writes it");
}

fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings.contract = contract;
    settings.into_generator()
}

/// The schemas of all answers that the API gives.
fn answers() -> Map<String, Value> {
    let mut generator = generator(Contract::Serialize);
    generator.subschema_for::<Refused>();
    generator.subschema_for::<Version>();
    generator.subschema_for::<Rules>();
    generator.subschema_for::<Families>();
    generator.subschema_for::<Gallery>();
    generator.subschema_for::<Reading>();
    generator.subschema_for::<BoardAnswer>();
    generator.subschema_for::<Answer>();
    generator.subschema_for::<Moves>();
    generator.subschema_for::<ExplanationInWords>();
    generator.subschema_for::<Reply>();
    without_null(generator.take_definitions(true))
}

/// The schemas of all requests.
fn requests() -> Map<String, Value> {
    let mut generator = generator(Contract::Deserialize);
    generator.subschema_for::<GameRequest>();
    generator.subschema_for::<QuestionRequest>();
    generator.subschema_for::<PictureRequest>();
    generator.subschema_for::<ReplyRequest>();
    generator.subschema_for::<TextRequest>();
    generator.take_definitions(true)
}

/// The schemas of the lines of a stream, each under the name of its event.
fn events() -> Map<String, Value> {
    let event = generator(Contract::Serialize).root_schema_for::<Event>();
    let variants = event.get("oneOf").and_then(Value::as_array).expect("one for each event");
    let named = |variant: &Value| {
        let name = variant["properties"]["event"]["const"].as_str().expect("a name");
        (event_name(name), variant.clone())
    };
    variants.iter().map(named).collect()
}

/// `OutcomeEvent` for `outcome`.
fn event_name(event: &str) -> String {
    format!("{}{}Event", event[..1].to_uppercase(), &event[1..])
}

/// The lines of a stream that can have these events.
fn lines(events: &[&str]) -> Value {
    let reference = |event: &&str| json!({ "$ref": format!("#/components/schemas/{}", event_name(event)) });
    json!({ "oneOf": events.iter().map(reference).collect::<Vec<_>>() })
}

/// Fields that are left out or null; all other optional fields are never null.
const NULL_OR_ABSENT: [(&str, &str); 3] =
    [("MoveOption", "grundy_candidates"), ("MoveOption", "grundy_at_least"), ("Step", "proof_steps_above")];

/// Takes null from the fields that are left out instead.
fn without_null(mut schemas: Map<String, Value>) -> Map<String, Value> {
    for (name, schema) in &mut schemas {
        let required = schema["required"].clone();
        let required = required.as_array().cloned().unwrap_or_default();
        for (field, schema) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            if required.contains(&json!(field)) || NULL_OR_ABSENT.contains(&(name.as_str(), field.as_str())) {
                continue;
            }
            if let Some(types) = schema["type"].as_array().cloned() {
                schema["type"] = types.into_iter().find(|name| name != "null").unwrap();
            } else if let Some(schemas) = schema["anyOf"].as_array().cloned() {
                let object = schema.as_object_mut().unwrap();
                object.remove("anyOf");
                object.extend(schemas[0].as_object().unwrap().clone());
            }
        }
    }
    schemas
}

#[test]
fn the_description_of_the_api_is_that_of_the_shapes() {
    let path = "crates/chomplex-api/openapi.json";
    let mut description: Value = serde_json::from_str(&fs::read_to_string(file(path)).unwrap()).unwrap();
    let mut schemas = requests();
    schemas.extend(answers());
    schemas.extend(events());
    schemas.insert("SolveLine".to_owned(), lines(&["outcome", "answer", "moves", "progress", "done", "error"]));
    schemas.insert("ExplainLine".to_owned(), lines(&["explanation", "progress", "done", "error"]));
    schemas.insert("ReplyLine".to_owned(), lines(&["reply", "progress", "done", "error"]));
    description["components"]["schemas"] = schemas.into();
    compare(path, &(lay_out(&description) + "\n"));
}

#[test]
fn the_types_of_the_page_are_those_of_the_shapes() {
    let mut text =
        "// The JSON of the API, as the Rust types of chomplex-api have it. This file is generated.\n".to_owned();
    let mut schemas = answers();
    schemas.insert("Level".to_owned(), requests()["Level"].clone());
    for (name, schema) in &schemas {
        text.push('\n');
        comment(schema, "", &mut text);
        match schema.get("properties") {
            Some(_) => writeln!(text, "export interface {name} {}", fields(schema, "")).unwrap(),
            None => writeln!(text, "export type {name} = {};", typescript(schema)).unwrap(),
        }
    }
    compare("web/src/api-types.ts", &text);
}

/// Writes the description of a schema as a comment.
fn comment(schema: &Value, indent: &str, text: &mut String) {
    let Some(description) = schema.get("description").and_then(Value::as_str) else { return };
    let line = description.replace('\n', " ");
    if indent.len() + line.len() + 7 <= 100 {
        writeln!(text, "{indent}/** {line} */").unwrap();
        return;
    }
    writeln!(text, "{indent}/**").unwrap();
    let mut started = false;
    let mut column = 0;
    for word in line.split(' ') {
        if started && column + word.len() < 100 {
            write!(text, " {word}").unwrap();
            column += word.len() + 1;
        } else {
            write!(text, "{}{indent} * {word}", if started { "\n" } else { "" }).unwrap();
            column = indent.len() + 3 + word.len();
            started = true;
        }
    }
    writeln!(text, "\n{indent} */").unwrap();
}

/// The fields of an object in TypeScript.
fn fields(schema: &Value, indent: &str) -> String {
    let required: BTreeSet<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    let inner = format!("{indent}  ");
    for (name, field) in schema["properties"].as_object().unwrap() {
        comment(field, &inner, &mut text);
        let optional = if required.contains(name.as_str()) { "" } else { "?" };
        writeln!(text, "{inner}{name}{optional}: {};", typescript(field)).unwrap();
    }
    text + indent + "}"
}

/// A schema as a type of TypeScript.
fn typescript(schema: &Value) -> String {
    let union = |schemas: &Value| -> String {
        let mut types: Vec<String> = Vec::new();
        for name in schemas.as_array().unwrap().iter().map(typescript) {
            if !types.contains(&name) {
                types.push(name);
            }
        }
        types.join(" | ")
    };
    let literal = |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"));
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    if let Some(schemas) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
        return union(schemas);
    }
    if let Some(types) = schema["type"].as_array() {
        let one = |name: &Value| {
            let mut schema = schema.clone();
            schema["type"] = name.clone();
            typescript(&schema)
        };
        return types.iter().map(one).collect::<Vec<_>>().join(" | ");
    }
    match schema["type"].as_str() {
        Some("array") => {
            let item = typescript(&schema["items"]);
            match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; least as usize].join(", ")),
                _ if item.contains(' ') => format!("({item})[]"),
                _ => format!("{item}[]"),
            }
        }
        Some("object") => format!("Record<string, {}>", typescript(&schema["additionalProperties"])),
        Some("integer" | "number") => "number".to_owned(),
        Some(name @ ("string" | "boolean" | "null")) => name.to_owned(),
        _ => panic!("what is {schema}?"),
    }
}

/// The attributes of the Python classes have the names of the fields. Fields that have another form
/// in Python are listed here.
#[test]
fn the_python_stubs_have_the_fields_of_the_shapes() {
    let mut generator = generator(Contract::Serialize);
    generator.subschema_for::<Answer>();
    generator.subschema_for::<Moves>();
    generator.subschema_for::<Reduction>();
    generator.subschema_for::<Verdict>();
    let schemas = generator.take_definitions(true);
    let stubs = fs::read_to_string(file("crates/chomplex-py/python/chomplex/_native.pyi")).unwrap();
    let classes: [(&str, &str, &[&str]); 8] = [
        ("Answer", "Answer", &["elements", "hint"]),
        ("WinningMoves", "WinningMoves", &["moves"]),
        ("Reason", "Reason", &["parts", "steps", "summary"]),
        ("Stats", "Stats", &[]),
        ("Options", "Moves", &["grundy_at_least", "grundy_candidates", "moves", "position"]),
        ("Option", "MoveOption", &["grundy_at_least", "grundy_candidates", "outcome"]),
        ("Verdict", "Verdict", &["label"]),
        ("Reduction", "Reduction", &["elements", "simplest_form"]),
    ];
    for (class, shape, elsewhere) in classes {
        let body = stubs.split(&format!("\nclass {class}")).nth(1).unwrap();
        let body = body.split("\n@final").next().unwrap();
        let attributes: BTreeSet<&str> = body
            .split("@property\n    def ")
            .skip(1)
            .map(|rest| rest.split('(').next().unwrap().trim_end_matches('_'))
            .collect();
        let fields = schemas[shape]["properties"].as_object().unwrap().keys();
        let missing: Vec<&str> = fields.map(String::as_str).filter(|name| !attributes.contains(name)).collect();
        let missing: BTreeSet<&str> = missing.into_iter().collect();
        assert_eq!(missing, elsewhere.iter().copied().collect(), "{class}");
    }
}
