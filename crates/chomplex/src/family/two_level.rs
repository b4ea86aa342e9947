//! Two-level posets: hypergraphs and zigzags.
//!
//! The bottoms are the vertices of a hypergraph and the tops its hyperedges, each above its
//! vertices. Two tops may have the same bottoms. The zigzags M_i, N_i, W_i are those of Fenner,
//! Gurjar, Korwar and Thierauf (2013): paths that alternately go up and down. M_i goes from a
//! bottom to a bottom with i tops, N_i from a bottom to a top with i of each, W_i from a top to a
//! top with i bottoms. M_0 is a single bottom, W_0 a single top, N_0 is empty.
//!
//! **Names.** A bottom is named like a vertex (`a`, `10`), a top `^1`, `^2`, … in the order
//! written. In a zigzag both are numbered from the left, bottoms from 0 and tops from 1.

use hashbrown::HashMap;

use super::error::{BuildError, MAX_COVERS};
use super::number::{Number, index};
use super::plan::{Named, Plan};
use super::remnant::Remnant;
use super::size::Size;
use super::vertex::{face_name, natural_order, split_face, written};
use crate::poset::{Draft, MAX_ELEMENTS};

/// Builds the poset with these bottoms, and the tops given by the numbers of their bottoms.
pub(crate) fn build(bottoms: &[String], tops: &[Vec<usize>]) -> Named {
    let mut labels: Vec<String> = bottoms.iter().map(|name| face_name(&[name])).collect();
    labels.extend((1..=tops.len()).map(|i| format!("^{i}")));
    let first = bottoms.len();
    let relations = tops.iter().enumerate().flat_map(|(i, top)| top.iter().map(move |&x| (x, first + i))).collect();
    Named { draft: Draft { size: labels.len(), relations }, labels }
}

/// The hypergraph with these hyperedges, and with the `loose` bottoms, which are under no top.
///
/// # Errors
/// If there are too many elements or covers.
pub fn hypergraph(tops: &[Vec<&str>], loose: &[&str]) -> Result<Plan, BuildError> {
    let mut bottoms: Vec<&str> = tops.iter().flatten().chain(loose).copied().collect();
    let covers = Size::from(bottoms.len());
    bottoms.sort_unstable_by(|a, b| natural_order(a, b));
    bottoms.dedup();
    let elements = Size::from(bottoms.len() + tops.len());
    if elements.within_limit().is_none() {
        return Err(BuildError::TooLarge { elements, exact: true });
    }
    if covers > Size::from(MAX_COVERS) {
        return Err(BuildError::TooManyCovers { covers });
    }
    let number: HashMap<&str, usize> = bottoms.iter().enumerate().map(|(i, &name)| (name, i)).collect();
    let tops: Vec<Vec<usize>> = tops.iter().map(|top| top.iter().map(|name| number[name]).collect()).collect();
    let bottoms: Vec<String> = bottoms.into_iter().map(str::to_owned).collect();
    Ok(Plan::other(elements, move || build(&bottoms, &tops)))
}

/// The zigzag with these numbers of bottoms and tops; the first top is above the `first` leftmost
/// bottoms.
fn zigzag(bottoms: Size, tops: Size, first: usize) -> Plan {
    Plan::other(bottoms + tops, move || {
        let (bottoms, tops) = (bottoms.at_most(MAX_ELEMENTS), tops.at_most(MAX_ELEMENTS));
        let names: Vec<String> = (0..bottoms).map(|x| x.to_string()).collect();
        let over = |i: usize| (i + first).saturating_sub(2)..(i + first).min(bottoms);
        build(&names, &(0..tops).map(|i| over(i).collect()).collect::<Vec<_>>())
    })
}

/// `zigzag-m(i)`.
pub(crate) fn zigzag_m(numbers: &[Number]) -> Result<Plan, BuildError> {
    let i = numbers[0].size();
    Ok(zigzag(i + Size::from(1), i, 2))
}

/// `zigzag-n(i)`.
pub(crate) fn zigzag_n(numbers: &[Number]) -> Result<Plan, BuildError> {
    let i = numbers[0].size();
    Ok(zigzag(i, i, 2))
}

/// `zigzag-w(i)`.
pub(crate) fn zigzag_w(numbers: &[Number]) -> Result<Plan, BuildError> {
    let i = numbers[0].size();
    Ok(zigzag(i, i + Size::from(1), 1))
}

/// `hypergraph[…]`, if the names are those of bottoms and of tops `^1`, …, `^k`, each above some
/// bottom.
pub(crate) fn recognise_hypergraph(remnant: &Remnant<'_>) -> Option<String> {
    let names = remnant.names();
    let count = names.iter().filter(|name| name.starts_with('^')).count();
    let mut tops: Vec<Option<String>> = vec![None; count];
    let mut covered = vec![false; remnant.len()];
    let mut bottoms: Vec<Option<&str>> = vec![None; remnant.len()];
    for (x, (name, lower)) in names.iter().zip(remnant.lower()).enumerate() {
        if let Some(number) = name.strip_prefix('^') {
            let place = tops.get_mut(index(number)?.checked_sub(1)?)?;
            let mut under: Vec<&str> = lower.iter().map(|&y| bottoms[y]).collect::<Option<_>>()?;
            if under.is_empty() {
                return None;
            }
            under.sort_unstable_by(|a, b| natural_order(a, b));
            *place = Some(written(&under));
            lower.iter().for_each(|&y| covered[y] = true);
        } else {
            let [vertex] = split_face(name).ok()?[..] else { return None };
            if !lower.is_empty() || face_name(&[vertex]) != *name {
                return None;
            }
            bottoms[x] = Some(vertex);
        }
    }
    let mut words: Vec<String> = tops.into_iter().collect::<Option<_>>()?;
    let loose = || covered.iter().zip(&bottoms).filter(|(covered, bottom)| !**covered && bottom.is_some());
    if loose().next().is_some() {
        words.push(";".to_owned());
        words.extend(loose().filter_map(|(_, bottom)| bottom.map(|name| written(&[name]))));
    }
    Some(format!("hypergraph[{}]", words.join(" ")))
}
