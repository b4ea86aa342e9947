//! The value of a sum is the nim-sum of the values of its parts.

use super::{Work, fits};
use crate::failure::Fault;
use crate::says::Says;
use crate::set;
use crate::step::{Known, Step};

/// Verifies that the set is a union of at least two parts with no relations between them.
pub(super) fn components(step: &Step, says: Says, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let poset = &known.poset;
    if step.parts().len() < 2 {
        return Err(Fault::rejected("a sum has at least two parts"));
    }
    work.left.clear();
    work.left.extend_from_slice(&step.set);
    let mut total = Total { exact: 0, above: None };
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
        if let Some((x, y)) = poset.leak(part, &step.set) {
            let (x, y) = (poset.shown(x), poset.shown(y));
            return Err(Fault::rejected(format!("{x} < {y}, but they are in different parts of the sum")));
        }
        let terms = step.terms(reference);
        let known_of_part = fits(terms, part, known, &mut work.parts, || format!("part {number} of the sum"))?;
        total.add(known_of_part, terms[0].step, says)?;
    }
    if let Some(x) = set::elements(&work.left).next() {
        return Err(Fault::rejected(format!("{} is in no part of the sum", poset.shown(x))));
    }
    total.proves(says)
}

/// What is known of a sum of parts: the nim-sum of the parts whose values are known, and a bound
/// that the value of one other part exceeds.
struct Total {
    exact: u32,
    above: Option<u32>,
}

impl Total {
    fn add(&mut self, part: Says, number: usize, goal: Says) -> Result<(), Fault> {
        match (part, goal, self.above) {
            (Says::Is(v), _, _) => self.exact ^= v,
            (Says::Above(v), Says::Above(_), None) => self.above = Some(v),
            // A value that is not 0 is above 0.
            (Says::IsNot(0), Says::Above(_), None) => self.above = Some(0),
            _ => return Err(Fault::rejected(format!("step {number} does not say which value its set has"))),
        }
        Ok(())
    }

    /// A value above 2^k - 1 has a binary digit of weight 2^k or more; adding values below 2^k does
    /// not change that digit.
    fn proves(&self, says: Says) -> Result<(), Fault> {
        let exact = self.exact;
        match (says, self.above) {
            (Says::Is(value), None) if exact == value => Ok(()),
            (Says::Is(_) | Says::IsNot(_), _) => {
                Err(Fault::rejected(format!("the values of the parts add up to {exact}")))
            }
            (Says::Above(_), None) => Err(Fault::rejected("no part of the sum is only known to be above a value")),
            (Says::Above(value), Some(above)) if value != above => {
                Err(Fault::rejected(format!("the part of unknown value is known to be above {above}, not {value}")))
            }
            (Says::Above(value), Some(_)) if value & value.wrapping_add(1) != 0 => {
                Err(Fault::rejected(format!("{value} is not one less than a power of two")))
            }
            (Says::Above(value), Some(_)) if exact > value => Err(Fault::rejected(format!(
                "the values of the other parts add up to {exact}, which is more than {value}"
            ))),
            (Says::Above(_), Some(_)) => Ok(()),
        }
    }
}
