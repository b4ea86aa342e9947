//! The rules: when a step follows from what is known.
//!
//! Each function verifies the condition that stands beside its rule in the table of the format, in the same order.

use crate::failure::Fault;
use crate::poset::Poset;
use crate::read::Reference;
use crate::set;
use crate::step::{Known, Move, Rule, Says, Step};
use crate::up_set::{self, UpSets};

/// Room to work in, used again for each step.
pub(crate) struct Work {
    pub(crate) up_sets: UpSets,
    /// A position after a move, or after a move and a reply.
    option: Vec<u64>,
    /// The elements not yet accounted for.
    left: Vec<u64>,
    /// Which values some option is known to have.
    occurs: Vec<bool>,
}

impl Work {
    pub(crate) fn new(poset: &Poset) -> Work {
        Work { up_sets: UpSets::new(poset), option: Vec::new(), left: Vec::new(), occurs: Vec::new() }
    }
}

/// Verifies that a step about a down-set follows by its rule.
pub(crate) fn follows(step: &Step, known: &Known, work: &mut Work) -> Result<(), Fault> {
    match (step.rule, step.says) {
        (Rule::Mex, Says::Is(value)) => mex(step, value, known, work),
        (Rule::Reply(played), Says::IsNot(value)) => reply(step, played, value, known, work),
        (Rule::Components, Says::Is(value)) => components(step, value, known, work),
        (Rule::Chain, Says::Is(value)) => chain(step, value, known),
        (Rule::Reply(_), Says::Is(_)) => Err(Fault::rejected("the rule `reply` allows ! and not =")),
        (Rule::Mex | Rule::Components | Rule::Chain, Says::IsNot(_)) => {
            Err(Fault::rejected("only the rule `reply` allows !, the others allow ="))
        }
    }
}

/// No option has this value, and each smaller value is that of an option.
fn mex(step: &Step, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let poset = &known.poset;
    // So many values cannot occur: this bounds the list of them by the length of the line.
    if value as usize > step.moves.len() {
        let moves = step.moves.len();
        return Err(Fault::rejected(format!("{moves} moves do not reach all values smaller than {value}")));
    }
    work.occurs.clear();
    work.occurs.resize(value as usize, false);
    work.left.clear();
    work.left.extend_from_slice(&step.set);

    for &played in &step.moves {
        let x = played.element;
        if !set::contains(&work.left, x) {
            let why = if set::contains(&step.set, x) { "occurs twice" } else { "is not in the set" };
            return Err(Fault::rejected(format!("the move {} {why}", poset.shown(x))));
        }
        let (word, bit) = set::place(x);
        work.left[word] &= !bit;

        let says = after(step, played, known, work)?;
        match (played.reply, says) {
            (None, Says::Is(v)) if v < value => work.occurs[v as usize] = true,
            (None, Says::Is(v)) if v > value => {}
            (None, Says::IsNot(v)) | (Some(_), Says::Is(v)) if v == value => {}
            (None, Says::Is(_)) => {
                return Err(Fault::rejected(format!("the move {} leads to value {value} itself", poset.shown(x))));
            }
            (None, Says::IsNot(v)) => {
                let message = format!("after the move {} the value is only known not to be {v}", poset.shown(x));
                return Err(Fault::rejected(message));
            }
            (Some(y), _) => {
                let (x, y) = (poset.shown(x), poset.shown(y));
                return Err(Fault::rejected(format!("the reply {y} to {x} is not known to lead to value {value}")));
            }
        }
    }
    if let Some(x) = set::elements(&work.left).next() {
        return Err(Fault::rejected(format!("the move {} is missing", poset.shown(x))));
    }
    match work.occurs.iter().position(|occurs| !occurs) {
        Some(missing) => Err(Fault::rejected(format!("no move is known to lead to value {missing}"))),
        None => Ok(()),
    }
}

/// An option has this value, so the set has another.
fn reply(step: &Step, played: Move, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let x = played.element;
    if !set::contains(&step.set, x) {
        return Err(Fault::rejected(format!("the move {} is not in the set", known.poset.shown(x))));
    }
    if after(step, played, known, work)? == Says::Is(value) {
        return Ok(());
    }
    let x = known.poset.shown(x);
    Err(Fault::rejected(format!("the move {x} is not known to lead to value {value}")))
}

/// The set is a union of at least two parts that have nothing to do with each other.
///
/// Disjoint parts of a down-set D that make up D are unrelated exactly if each is a down-set: an element below one of
/// the part, but not in it, would be in D and so in another part.
fn components(step: &Step, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let poset = &known.poset;
    if step.parts().len() < 2 {
        return Err(Fault::rejected("a sum has at least two parts"));
    }
    work.left.clear();
    work.left.extend_from_slice(&step.set);
    let mut total = 0;
    for (number, (part, reference)) in (1..).zip(step.parts()) {
        if part.is_empty() {
            return Err(Fault::rejected(format!("part {number} of the sum is empty")));
        }
        if let Some(x) = set::elements(part).find(|&x| !set::contains(&work.left, x)) {
            let why = if set::contains(&step.set, x) { "is in two parts of" } else { "is not in the set but in" };
            return Err(Fault::rejected(format!("{} {why} the sum", poset.shown(x))));
        }
        for (left, word) in work.left.iter_mut().zip(part) {
            *left &= !word;
        }
        if let Some((x, y)) = poset.gap(part) {
            let (x, y) = (poset.shown(x), poset.shown(y));
            return Err(Fault::rejected(format!("{y} < {x}, but they are in different parts of the sum")));
        }
        match fits(reference, part, known, || format!("part {number} of the sum"))? {
            Says::Is(v) => total ^= v,
            Says::IsNot(_) => {
                return Err(Fault::rejected(format!("step {} does not say which value its set has", reference.step)));
            }
        }
    }
    if let Some(x) = set::elements(&work.left).next() {
        return Err(Fault::rejected(format!("{} is in no part of the sum", poset.shown(x))));
    }
    if total == value { Ok(()) } else { Err(Fault::rejected(format!("the values of the parts add up to {total}"))) }
}

/// The set is a chain, a Nim heap of this size.
fn chain(step: &Step, value: u32, known: &Known) -> Result<(), Fault> {
    if let Some((x, y)) = known.poset.incomparable(&step.set) {
        let (x, y) = (known.poset.shown(x), known.poset.shown(y));
        return Err(Fault::rejected(format!("{x} and {y} are not comparable: this is not a chain")));
    }
    let size = set::len(&step.set);
    if size == value as usize { Ok(()) } else { Err(Fault::rejected(format!("the chain has {size} elements"))) }
}

/// What the reference of a move says of the position after it, or after the reply. The move is in the set.
fn after(step: &Step, played: Move, known: &Known, work: &mut Work) -> Result<Says, Fault> {
    let shown = |x| known.poset.shown(x);
    work.option.clear();
    work.option.extend_from_slice(&step.set);
    up_set::remove(&mut work.option, work.up_sets.of(played.element));
    if let Some(y) = played.reply {
        if !set::contains(&work.option, y) {
            return Err(Fault::rejected(format!(
                "after the move {} no reply {} is left",
                shown(played.element),
                shown(y)
            )));
        }
        up_set::remove(&mut work.option, work.up_sets.of(y));
    }
    fits(played.reference, &work.option, known, || match played.reply {
        None => format!("the position after the move {}", shown(played.element)),
        Some(y) => format!("the position after the move {} and the reply {}", shown(played.element), shown(y)),
    })
}

/// What the reference says of the set, if it fits. `place` says in words which set that is.
fn fits(reference: Reference, set: &[u64], known: &Known, place: impl Fn() -> String) -> Result<Says, Fault> {
    let Reference { step, map } = reference;
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
    let under = map.map(|map| format!(" under map {map}")).unwrap_or_default();
    Err(Fault::rejected(format!("step {step}{under} is not about {}", place())))
}
