//! The rules: when a step follows from what is known.
//!
//! In: a step about a convex set, and the statements of earlier steps. Out: nothing, or the
//! condition that does not hold. Each function verifies the conditions given for its rule in the
//! table of the format, in the same order.
//!
//! | file | rules |
//! |---|---|
//! | `sum` | references to sums |
//! | `mex` | `mex`, `reply` |
//! | `components` | `components` |
//! | `chain` | `chain` |
//! | `fold` | `involution-fold` |
//! | `twins` | `twin-tops`, `twin-bottoms` |
//! | `values`, `decomposition`, `ordinal` | `ordinal-sum` |
//!
//! The theorems taken on trust are in a directory of their own, `theorem`.

mod sum;

mod mex;

mod components;

mod chain;

mod fold;

mod twins;

mod values;

mod decomposition;

mod ordinal;

use crate::convex::Walk;
use crate::failure::Fault;
use crate::induced::Induced;
use crate::poset::Poset;
use crate::read::Term;
use crate::says::Says;
use crate::step::{Known, Reference, Rule, Step};
use crate::up_set::UpSets;
use sum::Parts;

/// Buffers, reused for each step.
pub(crate) struct Work {
    pub(crate) up_sets: UpSets,
    pub(crate) walk: Walk,
    /// A position after a move, or after a move and a reply; or the fixed set of a map.
    option: Vec<u64>,
    /// The elements not yet accounted for.
    left: Vec<u64>,
    /// For each value whether some option is known to have it.
    occurs: Vec<bool>,
    /// The new numbers of the elements of an induced poset.
    places: Vec<u32>,
    /// The parts of a sum.
    parts: Parts,
}

impl Work {
    pub(crate) fn new(poset: &Poset) -> Work {
        Work {
            up_sets: UpSets::new(poset),
            walk: Walk::new(poset),
            option: Vec::new(),
            left: Vec::new(),
            occurs: Vec::new(),
            places: Vec::new(),
            parts: Parts::default(),
        }
    }
}

/// Verifies that a step about a convex set follows by its rule.
pub(crate) fn follows(step: &Step, known: &Known, work: &mut Work) -> Result<(), Fault> {
    match (step.rule, step.says) {
        (Rule::Mex, Says::Is(value)) => mex::mex(step, value, known, work),
        (Rule::Mex, says) => Err(disallowed("mex", "=", says)),
        (Rule::Reply(played), Says::IsNot(value)) => mex::reply(step, played, value, known, work),
        (Rule::Reply(_), says) => Err(disallowed("reply", "!", says)),
        (Rule::Components, Says::IsNot(_)) => Err(disallowed("components", "= or >", step.says)),
        (Rule::Components, says) => components::components(step, says, known, work),
        (Rule::Chain, Says::Is(value)) => chain::chain(step, value, known),
        (Rule::Chain, says) => Err(disallowed("chain", "=", says)),
        (Rule::Fold { map, fixed }, _) => fold::fold(step, map, fixed, known, work),
        (Rule::TwinTops, _) => twins::tops(step, known, work),
        (Rule::TwinBottoms, _) => twins::bottoms(step, known, work),
        (Rule::OrdinalSum, Says::Is(value)) => ordinal::ordinal_sum(step, value, known, work),
        (Rule::OrdinalSum, says) => Err(disallowed("ordinal-sum", "=", says)),
        (Rule::Theorem(theorem), says) => {
            let induced = Induced::new(&step.set, &known.poset, &mut work.places);
            theorem.verify(says, &induced, &step.sets, &known.poset)
        }
    }
}

/// The fault for a statement that the rule does not allow.
pub(crate) fn disallowed(rule: &str, allowed: &str, says: Says) -> Fault {
    let found = match says {
        Says::Is(_) => "=",
        Says::IsNot(_) => "!",
        Says::Above(_) => ">",
    };
    Fault::rejected(format!("the rule `{rule}` allows {allowed} and not {found}"))
}

/// What a reference of these terms says of the set, if it is about that set. `place` describes the
/// set in words.
fn fits(
    terms: &[Term],
    set: &[u64],
    known: &Known,
    parts: &mut Parts,
    place: impl Fn() -> String,
) -> Result<Says, Fault> {
    let &[Term { step, map }] = terms else {
        return parts.add_up(terms, set, known, place).map(Says::Is);
    };
    let fits = match map {
        None => known.set(step) == set,
        Some(map) => known.maps.takes(map, set, known.set(step)).map_err(|x| {
            let x = known.poset.shown(x);
            Fault::rejected(format!("map {map} has no image for {x}, which is in {}", place()))
        })?,
    };
    if fits {
        return Ok(known.says(step));
    }
    let under = under(map);
    Err(Fault::rejected(format!("step {step}{under} is not about {}", place())))
}

/// The map used, in words.
fn under(map: Option<usize>) -> String {
    map.map(|map| format!(" under map {map}")).unwrap_or_default()
}

/// Verifies that a reference is about the set and says the same of it as the step says of its own
/// set.
fn same(
    step: &Step,
    reference: Reference,
    set: &[u64],
    known: &Known,
    parts: &mut Parts,
    place: &str,
) -> Result<(), Fault> {
    let terms = step.terms(reference);
    let says = fits(terms, set, known, parts, || place.to_owned())?;
    if says == step.says {
        return Ok(());
    }
    let cited = match terms {
        [term] => format!("step {}", term.step),
        _ => "the sum".to_owned(),
    };
    Err(Fault::rejected(format!("{cited} says {says} of {place}, and this step {}", step.says)))
}
