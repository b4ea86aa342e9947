//! Constant answers: rules, families, the gallery, the description of the API.

use axum::response::Response;
use chomplex::family::{FAMILIES, Family};
use serde_json::{Value, json};

use crate::command::rules;
use crate::command::serve::gallery;
use crate::command::serve::response::{file, json_response};

/// The description of the API.
const OPENAPI: &str = include_str!("../../../../../../docs/openapi.json");

pub(crate) async fn openapi() -> Response {
    file(OPENAPI.into(), "application/json")
}

pub(crate) async fn rules() -> Response {
    json_response(&rules::json())
}

pub(crate) async fn families() -> Response {
    let entry = |family: &Family| {
        json!({
            "name": family.name,
            "form": family.signature,
            "about": family.about,
            "example": family.example,
        })
    };
    json_response(&json!({ "families": FAMILIES.iter().map(entry).collect::<Value>() }))
}

pub(crate) async fn gallery() -> Response {
    json_response(&gallery::json())
}
