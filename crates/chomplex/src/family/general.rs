//! Any poset, given by relations: `poset[a<b<c, a<d, e]`.
//!
//! **Names.** As written. A name is a run of characters other than whitespace,
//! `< > , ; " [ ] ( ) + #` and invisible ones, or a JSON string in double quotes:
//! `poset["2,3"<"2,4"]`.

use super::error::BuildError;
use super::plan::{Named, Plan};
use super::remnant::Remnant;
use super::size::Size;
use super::vertex::{is_ellipsis, is_name_character};
use crate::poset::Draft;

/// The poset with these names and relations, which are given by the numbers of the names.
///
/// # Errors
/// If there are too many elements, or the relations have a cycle.
pub fn poset(labels: Vec<String>, relations: Vec<(usize, usize)>) -> Result<Plan, BuildError> {
    let elements = Size::from(labels.len());
    if elements.within_limit().is_none() {
        return Err(BuildError::TooLarge { elements, exact: true });
    }
    let (poset, number) =
        Draft { size: labels.len(), relations }.check().map_err(|cycle| BuildError::Cycle(cycle.0))?;
    let mut place = vec![0; labels.len()];
    for (i, x) in number.iter().enumerate() {
        place[x.index()] = i;
    }
    let relations = poset.covers().map(|(x, y)| (place[x.index()], place[y.index()])).collect();
    Ok(Plan::other(elements, move || Named { draft: Draft { size: labels.len(), relations }, labels }))
}

/// The name as it is written in `poset[…]`, in quotes if it needs them.
#[must_use]
pub fn quoted(name: &str) -> String {
    let looks_otherwise = is_ellipsis(name) || (name.starts_with('{') && !name.starts_with("{}"));
    if !name.is_empty() && name.chars().all(is_name_character) && !looks_otherwise {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

/// `poset[…]` for a remnant.
pub(crate) fn write_poset(remnant: &Remnant<'_>) -> String {
    let names: Vec<String> = remnant.names().iter().map(|name| quoted(name)).collect();
    let covers = remnant.lower().iter().enumerate().flat_map(|(y, lower)| lower.iter().map(move |&x| (x, y)));
    poset_expression(&names, &covers.collect::<Vec<_>>())
}

/// `poset[…]` with these names, quoted if they need it: the covers, joined into chains, and then
/// the elements without relations.
pub(crate) fn poset_expression(names: &[String], covers: &[(usize, usize)]) -> String {
    // For each element the elements that cover it, the first of them last.
    let mut upper: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    let mut is_alone = vec![true; names.len()];
    for &(x, y) in covers {
        upper[x].push(y);
        (is_alone[x], is_alone[y]) = (false, false);
    }
    upper.iter_mut().for_each(|list| list.sort_unstable_by_key(|&y| std::cmp::Reverse(y)));
    let mut chains: Vec<String> = Vec::new();
    for start in 0..names.len() {
        while !upper[start].is_empty() {
            let chain = std::iter::successors(Some(start), |&x| upper[x].pop());
            chains.push(chain.map(|x| &*names[x]).collect::<Vec<_>>().join("<"));
        }
    }
    chains.extend(names.iter().zip(is_alone).filter(|(_, alone)| *alone).map(|(name, _)| name.clone()));
    format!("poset[{}]", chains.join(", "))
}
