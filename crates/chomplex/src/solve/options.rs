//! What is known of the options of a set.

use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;
use crate::rule::Rules;
use crate::search::{Goal, Question, Search};
use crate::value::{Candidates, Grundy, Outcome};

use super::derive::{Deriver, Effort};

/// What is known of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OptionAnswer {
    pub(crate) value: Option<Grundy>,
    pub(crate) outcome: Option<Outcome>,
}

impl OptionAnswer {
    pub(crate) const UNKNOWN: OptionAnswer = OptionAnswer { value: None, outcome: None };

    /// Its value is known.
    pub(crate) fn worth(value: Grundy) -> Self {
        OptionAnswer { value: Some(value), outcome: Some(value.outcome()) }
    }

    /// What a search knows of it.
    pub(crate) fn known(search: &mut dyn Search, option: &ElementSet) -> Self {
        OptionAnswer { value: search.known_value(option), outcome: search.known_outcome(option) }
    }
}

/// Unless everything is wanted, looking ahead ends when so many elements of options have been looked at.
const MOST_ELEMENTS: usize = 1 << 23;

/// Candidates are worth naming only while they are few.
const MOST_CANDIDATES: usize = 64;

/// What rules and searches say of the options of a set by these moves.
pub(crate) fn look_ahead(
    poset: &Poset,
    set: &ElementSet,
    moves: &[Element],
    rules: &Rules,
    budget: &Budget,
    effort: Effort,
) -> Vec<OptionAnswer> {
    let question = Question { goal: Goal::Grundy, proof: false, rules: rules.clone() };
    let mut ahead = Deriver::new(poset, question, budget, effort).searching(set);
    let mut looked_at = 0;
    let answer = |&x: &Element| {
        let option = set - poset.up_set(x);
        looked_at += option.len();
        if effort < Effort::Full && looked_at > MOST_ELEMENTS {
            return OptionAnswer::UNKNOWN;
        }
        match ahead.value(&option) {
            Ok(value) => OptionAnswer::worth(value),
            Err(undecided) => {
                let outcome = || ahead.outcome(&option).ok();
                OptionAnswer { value: None, outcome: undecided.candidates.outcome().or_else(outcome) }
            }
        }
    };
    moves.iter().map(answer).collect()
}

/// What the value can be, from what is known of an option of each orbit.
pub(crate) fn candidates(options: &[OptionAnswer]) -> Candidates {
    let known: BTreeSet<Grundy> = options.iter().filter_map(|option| option.value).collect();
    let open = |outcome| options.iter().filter(|option| option.value.is_none() && option.outcome == outcome).count();
    let wins = open(Some(Outcome::First));
    let lost = open(Some(Outcome::Second)) > 0 || known.contains(&Grundy::ZERO);
    let least = Candidates::AtLeast(Grundy(u32::from(lost)));
    let mex = Candidates::mex(&known, wins, open(None));
    match &mex {
        Candidates::OneOf(set) if set.len() <= MOST_CANDIDATES => mex.and(&least),
        Candidates::OneOf(_) | Candidates::AtLeast(_) => least,
    }
}
