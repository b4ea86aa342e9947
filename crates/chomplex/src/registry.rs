//! All rules, in the order in which they are tried.

use crate::reduce::{REDUCTIONS, components};
use crate::rule::{Card, RuleId};
use crate::theorem::THEOREMS;

/// The cards of all rules: sums first, then theorems, then the other reductions.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    let theorems = THEOREMS.iter().map(|theorem| theorem.card);
    let reductions = REDUCTIONS.iter().map(|reduction| reduction.card);
    [&components::CARD].into_iter().chain(theorems).chain(reductions)
}

/// The card of a rule.
///
/// # Panics
/// Never: every rule has one.
#[must_use]
pub fn card(rule: RuleId) -> &'static Card {
    cards().find(|card| card.rule == rule).expect("every rule has a card")
}
