//! What the program knows: its rules and families.

use chomplex::RuleId;
use chomplex::family::FAMILIES;
use chomplex::registry;
use chomplex::rule::Card;
use serde::Serialize;

/// Rules by which positions are decided without search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// The rules.
    pub rules: Vec<Rule>,
}

/// A rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// What it states.
    pub statement: &'static str,
    /// Where it is proved.
    pub reference: &'static str,
    /// Whether it keeps the value or only the winner.
    pub keeps: &'static str,
    /// A position to try it on.
    pub example: &'static str,
}

impl Rules {
    /// The rules with these ids, or all if there are none.
    #[must_use]
    pub fn new(ids: &[RuleId]) -> Self {
        let rule = |card: &Card| Rule {
            id: card.rule.id(),
            statement: card.statement,
            reference: card.reference,
            keeps: card.keeps.words(),
            example: card.example,
        };
        let chosen = registry::cards().filter(|card| ids.is_empty() || ids.contains(&card.rule));
        Rules { rules: chosen.map(rule).collect() }
    }
}

/// The families that expressions can name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Families {
    /// The families.
    pub families: Vec<Family>,
}

/// A family.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its name and its arguments.
    pub form: &'static str,
    /// What it is.
    pub about: &'static str,
    /// A member.
    pub example: &'static str,
}

impl Families {
    /// All families.
    #[must_use]
    pub fn all() -> Self {
        let family = |family: &chomplex::family::Family| Family {
            name: family.name,
            form: family.signature,
            about: family.about,
            example: family.example,
        };
        Families { families: FAMILIES.iter().map(family).collect() }
    }
}
