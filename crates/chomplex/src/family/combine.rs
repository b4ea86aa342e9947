//! Posets from posets: sums, products, ordinal sums, duals.
//!
//! In a sum `E + F + …` each move is in one of the parts. `ordinal(E,F)` puts all of F above all of
//! E. `product(E,F)` has the pairs, ordered in both coordinates. `dual(E)` reverses the order.
//!
//! **Names.** In a sum and in an ordinal sum each name is prefixed with the number of its part:
//! `2:01` is the element `01` of the second part. Parts are counted as written: `a+b+c` has three
//! parts, `(a+b)+c` has two, with names like `1:2:x`. A pair is named `x*y`; a name that itself
//! contains `*` is put in parentheses. The dual keeps its names.

use hashbrown::HashSet;

use super::error::{BuildError, MAX_COVERS};
use super::number::index;
use super::plan::{Named, Plan};
use super::remnant::{Nesting, Remnant};
use super::size::Size;
use super::vertex::is_quoted_name;
use crate::poset::Draft;

/// The maximum total size of the names of a product, in bytes.
const MAX_NAME_BYTES: usize = 1 << 28;

/// Lists the elements of a sum.
pub(crate) fn build_sum(parts: Vec<Plan>) -> Result<Named, BuildError> {
    let mut sum = Named::default();
    for (i, part) in parts.into_iter().enumerate() {
        append(&mut sum, part.build()?, i + 1);
    }
    Ok(sum)
}

/// Appends a part, with its number in front of each name.
fn append(sum: &mut Named, part: Named, number: usize) {
    let first = sum.draft.size;
    sum.draft.size += part.draft.size;
    sum.draft.relations.extend(part.draft.relations.iter().map(|&(x, y)| (first + x, first + y)));
    sum.labels.extend(part.labels.into_iter().map(|name| format!("{number}:{name}")));
}

/// The two arguments, whose sizes must be within limits.
fn two(mut plans: Vec<Plan>) -> Option<(Plan, Plan)> {
    let right = plans.pop()?;
    Some((plans.pop()?, right))
}

/// `ordinal(E,F)`.
pub(crate) fn ordinal(plans: Vec<Plan>) -> Result<Plan, BuildError> {
    let Some((lower, upper)) = two(plans) else { return Ok(Plan::Antichain(Size::from(0))) };
    let elements = Size::from(lower.elements()?) + Size::from(upper.elements()?);
    let build = move || {
        let (lower, upper) = (lower.build()?, upper.build()?);
        let n = lower.draft.size;
        let mut has_above = vec![false; n];
        lower.draft.relations.iter().for_each(|&(x, _)| has_above[x] = true);
        let mut has_below = vec![false; upper.draft.size];
        upper.draft.relations.iter().for_each(|&(_, y)| has_below[y] = true);
        let maximal: Vec<usize> = (0..n).filter(|&x| !has_above[x]).collect();
        let minimal: Vec<usize> = (0..has_below.len()).filter(|&y| !has_below[y]).collect();
        let between = Size::from(maximal.len()) * Size::from(minimal.len());
        check_covers(between + Size::from(lower.draft.relations.len() + upper.draft.relations.len()))?;
        let mut sum = Named::default();
        append(&mut sum, lower, 1);
        append(&mut sum, upper, 2);
        sum.draft.relations.extend(maximal.iter().flat_map(|&x| minimal.iter().map(move |&y| (x, n + y))));
        Ok(sum)
    };
    Ok(Plan::Other { elements, build: Box::new(build) })
}

fn check_covers(covers: Size) -> Result<(), BuildError> {
    if covers > Size::from(MAX_COVERS) { Err(BuildError::TooManyCovers { covers }) } else { Ok(()) }
}

/// `product(E,F)`.
pub(crate) fn product(plans: Vec<Plan>) -> Result<Plan, BuildError> {
    let Some((left, right)) = two(plans) else { return Ok(Plan::Antichain(Size::from(0))) };
    let elements = Size::from(left.elements()?) * Size::from(right.elements()?);
    let build = move || {
        let (left, right) = (left.build()?, right.build()?);
        let (m, n) = (left.draft.size, right.draft.size);
        let covers = |a: &Named, size: usize| Size::from(a.draft.relations.len()) * Size::from(size);
        check_covers(covers(&left, n) + covers(&right, m))?;
        let letters =
            |a: &Named, size| a.labels.iter().map(|name| Size::from(name.len())).sum::<Size>() * Size::from(size);
        let bytes = letters(&left, n) + letters(&right, m);
        if bytes > Size::from(MAX_NAME_BYTES) {
            return Err(BuildError::LongNames { bytes });
        }
        let mut relations: Vec<(usize, usize)> = Vec::new();
        for &(x, y) in &left.draft.relations {
            relations.extend((0..n).map(|j| (x * n + j, y * n + j)));
        }
        for &(x, y) in &right.draft.relations {
            relations.extend((0..m).map(|i| (i * n + x, i * n + y)));
        }
        let [left, right] = [&left, &right].map(factor_names);
        let labels = left.iter().flat_map(|a| right.iter().map(move |b| format!("{a}*{b}"))).collect();
        Ok(Named { draft: Draft { size: m * n, relations }, labels })
    };
    Ok(Plan::Other { elements, build: Box::new(build) })
}

/// The names of the elements of a factor, as they appear in pairs.
fn factor_names(factor: &Named) -> Vec<String> {
    let labels: HashSet<&str> = factor.labels.iter().map(String::as_str).collect();
    let name = |label: &String| {
        let name = label
            .strip_suffix(',')
            .filter(|name| name.chars().nth(1).is_some() && !labels.contains(name))
            .unwrap_or(label);
        if name.contains('*') { format!("({name})") } else { name.to_owned() }
    };
    factor.labels.iter().map(name).collect()
}

/// `dual(E)`.
pub(crate) fn dual(mut plans: Vec<Plan>) -> Result<Plan, BuildError> {
    let plan = plans.remove(0);
    let elements = Size::from(plan.elements()?);
    let build = move || {
        let mut named = plan.build()?;
        named.draft.relations.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        Ok(named)
    };
    Ok(Plan::Other { elements, build: Box::new(build) })
}

/// The parts of a sum or ordinal sum: for each number in front of names, the elements with that
/// number.
fn numbered_parts(remnant: &Remnant<'_>) -> Option<Vec<Vec<usize>>> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); 2];
    for (x, name) in remnant.names().iter().enumerate() {
        let (number, inner) = name.split_once(':')?;
        let number = index(number)?.checked_sub(1)?;
        if number > remnant.len() + 100 || !is_quoted_name(inner) {
            return None;
        }
        parts.resize_with(parts.len().max(number + 1), Vec::new);
        parts[number].push(x);
    }
    Some(parts)
}

/// The name without the number in front.
fn inner_name(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, rest)| rest)
}

/// The parts of a sum, if the names are those of a sum and no element is below one of another part.
pub(crate) fn sum_parts<'a>(remnant: &Remnant<'a>) -> Option<Vec<Remnant<'a>>> {
    let parts = numbered_parts(remnant).filter(|_| !remnant.is_empty())?;
    let mut part_of = vec![0; remnant.len()];
    for (i, part) in parts.iter().enumerate() {
        part.iter().for_each(|&x| part_of[x] = i);
    }
    let apart = remnant.lower().iter().enumerate().all(|(x, list)| list.iter().all(|&y| part_of[x] == part_of[y]));
    apart.then(|| parts.iter().map(|part| remnant.part(part, inner_name)).collect())
}

/// `E + F + …`, part by part, with `antichain(0)` for an empty part.
pub(crate) fn recognise_sum(remnant: &Remnant<'_>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let parts = sum_parts(remnant)?;
    Some(parts.iter().map(|part| part.expression_as(Nesting::Summand, depth)).collect::<Vec<_>>().join(" + "))
}

/// `ordinal(E,F)`, if the names are those of two parts and all of the second is above all of the
/// first.
pub(crate) fn recognise_ordinal(remnant: &Remnant<'_>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let parts = numbered_parts(remnant)?;
    let [lower, upper] = &parts[..] else { return None };
    let mut second = vec![false; remnant.len()];
    upper.iter().for_each(|&x| second[x] = true);
    let [below, above] = [lower, upper].map(|part| remnant.part(part, inner_name));
    let tops: Vec<usize> =
        lower.iter().zip(below.upper()).filter(|(_, above)| above.is_empty()).map(|p| *p.0).collect();
    // Each minimal element of the second part covers exactly the maximal elements of the first; no
    // other element of the second part covers any element of the first.
    for (&y, list) in upper.iter().zip(above.lower()) {
        let mut across: Vec<usize> = remnant.lower()[y].iter().copied().filter(|&x| !second[x]).collect();
        across.sort_unstable();
        if if list.is_empty() { across != tops } else { !across.is_empty() } {
            return None;
        }
    }
    if lower.iter().any(|&x| remnant.lower()[x].iter().any(|&y| second[y])) || lower.is_empty() || upper.is_empty() {
        return None;
    }
    let [below, above] = [below, above].map(|part| part.expression_as(Nesting::Alone, depth));
    Some(format!("ordinal({below},{above})"))
}
