//! All rules, in the order in which they are tried.

use crate::reduce::{REDUCTIONS, components, ordinal_sum};
use crate::rule::{Card, RuleId};
use crate::theorem::{SUGGESTIONS, THEOREMS};

/// The cards of all rules: sums first, then theorems, the other reductions, and finally the
/// suggested moves.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    let theorems = THEOREMS.iter().map(|theorem| theorem.card);
    let reductions = REDUCTIONS.iter().map(|reduction| reduction.card);
    let suggestions = SUGGESTIONS.iter().map(|suggestion| suggestion.card);
    [&components::CARD].into_iter().chain(theorems).chain([&ordinal_sum::CARD]).chain(reductions).chain(suggestions)
}

/// The card of a rule.
///
/// # Panics
/// Never: every rule has one.
#[must_use]
pub fn card(rule: RuleId) -> &'static Card {
    cards().find(|card| card.rule == rule).expect("every rule has a card")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_one_card_in_one_order() {
        let rules: Vec<RuleId> = cards().map(|card| card.rule).collect();
        assert_eq!(rules, RuleId::ALL);
    }
}
