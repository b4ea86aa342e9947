//! Rules about moves: the mex of the values of the options, and a single option with a known value.

use super::{Work, fits};
use crate::failure::Fault;
use crate::says::Says;
use crate::set;
use crate::step::{Known, Move, Step};
use crate::up_set;

/// Verifies that no option has this value, and that each smaller value is that of an option.
pub(super) fn mex(step: &Step, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let poset = &known.poset;
    // There are too few moves for that many values. This bounds the list of values by the length of
    // the line.
    if value as usize > step.moves.len() {
        let moves = step.moves.len();
        return Err(Fault::rejected(format!("{moves} moves do not reach all values smaller than {value}")));
    }
    work.occurs.clear();
    work.occurs.resize(value as usize, false);
    work.left.clear();
    work.left.extend_from_slice(&step.set);
    known.fetch(step);

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
            (None, Says::Above(v)) if v >= value => {}
            (None, Says::Is(_)) => {
                return Err(Fault::rejected(format!("the move {} leads to value {value} itself", poset.shown(x))));
            }
            (None, Says::IsNot(v)) => {
                let message = format!("after the move {} the value is only known not to be {v}", poset.shown(x));
                return Err(Fault::rejected(message));
            }
            (None, Says::Above(v)) => {
                let x = poset.shown(x);
                return Err(Fault::rejected(format!("after the move {x} the value is only known to be above {v}")));
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

/// Verifies that an option has this value, so that the set has another.
pub(super) fn reply(step: &Step, played: Move, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
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

/// What is known of the position after a move, or after the reply to it, by its reference. The move
/// is in the set.
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
    fits(step.terms(played.reference), &work.option, known, &mut work.parts, || match played.reply {
        None => format!("the position after the move {}", shown(played.element)),
        Some(y) => format!("the position after the move {} and the reply {}", shown(played.element), shown(y)),
    })
}
