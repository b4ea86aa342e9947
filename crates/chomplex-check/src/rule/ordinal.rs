//! Sums and ordinal sums: the value of a poset from the values of its leaves.
//!
//! By the colon principle, the value of an ordinal sum A:B, with all of B above all of A, depends
//! only on the set S of the values of the options of A and on the value v of B. List the natural
//! numbers that are not in S; A:B has the v-th of them, counted from 0. The value of A alone is not
//! enough.

use super::decomposition::{Composition, Decomposition};
use super::sum::Parts;
use super::values::Values;
use super::{Work, fits};
use crate::failure::Fault;
use crate::induced::Induced;
use crate::says::Says;
use crate::set;
use crate::step::{Known, Step};

/// Verifies that the set, decomposed completely, has this value if its leaves have theirs.
pub(super) fn ordinal_sum(step: &Step, value: u32, known: &Known, work: &mut Work) -> Result<(), Fault> {
    let induced = Induced::new(&step.set, &known.poset, &mut work.places);
    let tree = Decomposition::new(&induced);
    let leaves = leaves(step, &tree, &induced, known, &mut work.parts)?;
    let found = evaluate(&tree, &leaves, known)?;
    if found == value { Ok(()) } else { Err(Fault::rejected(format!("the leaves give the value {found}"))) }
}

/// What is known of a leaf.
struct Leaf {
    value: u32,
    /// The step that says so.
    step: usize,
}

/// For each leaf of the tree what is known of it; `None` for the other nodes.
fn leaves(
    step: &Step,
    tree: &Decomposition,
    induced: &Induced,
    known: &Known,
    parts: &mut Parts,
) -> Result<Vec<Option<Leaf>>, Fault> {
    let mut leaves: Vec<Option<Leaf>> = Vec::new();
    leaves.resize_with(tree.nodes.len(), || None);
    for (number, (set, reference)) in (1..).zip(step.parts()) {
        let node = leaf(set, tree, induced)
            .ok_or_else(|| Fault::rejected(format!("set {number} is not a leaf of the decomposition")))?;
        if leaves[node].is_some() {
            return Err(Fault::rejected(format!("leaf {number} is there twice")));
        }
        let terms = step.terms(reference);
        let cited = terms[0].step;
        let Says::Is(value) = fits(terms, set, known, parts, || format!("leaf {number}"))? else {
            return Err(Fault::rejected(format!("step {cited} does not say which value its set has")));
        };
        // No value is greater than the number of elements. This bounds the sets of values.
        if value as usize > set::len(set) {
            return Err(Fault::rejected(format!("leaf {number} is too small for the value {value}")));
        }
        // A leaf is connected, so a reference about it has one term.
        leaves[node] = Some(Leaf { value, step: cited });
    }
    let missing = tree.nodes.iter().zip(&leaves).find(|(node, leaf)| node.kind == Composition::Leaf && leaf.is_none());
    match missing {
        None => Ok(leaves),
        Some((node, _)) => {
            let x = known.poset.shown(induced.old(tree.order[node.span.start]));
            Err(Fault::rejected(format!("the leaf with {x}, {} elements, is missing", node.span.len())))
        }
    }
}

/// The leaf with this set of elements.
fn leaf(set: &[u64], tree: &Decomposition, induced: &Induced) -> Option<usize> {
    let first = set::elements(set).next()?;
    let number = tree.node_of(induced.new_number(first)?);
    let node = &tree.nodes[number];
    let elements = &tree.order[node.span.clone()];
    let same = node.kind == Composition::Leaf
        && elements.len() == set::len(set)
        && elements.iter().all(|&x| set::contains(set, induced.old(x)));
    same.then_some(number)
}

/// The value of the root. Children come after their parents, so the nodes are evaluated from the
/// last to the first.
fn evaluate(tree: &Decomposition, leaves: &[Option<Leaf>], known: &Known) -> Result<u32, Fault> {
    let needed = options_needed(tree);
    let mut values = vec![0; tree.nodes.len()];
    let mut options: Vec<Values> = vec![Values::default(); tree.nodes.len()];
    for at in (0..tree.nodes.len()).rev() {
        let node = &tree.nodes[at];
        let children = node.children.clone();
        match (node.kind, &leaves[at]) {
            (Composition::Chain, _) => {
                values[at] = node.span.len() as u32;
                if needed[at] {
                    options[at] = Values::below(values[at]);
                }
            }
            (Composition::Sum, _) => {
                let total = values[children.clone()].iter().fold(0, |sum, value| sum ^ value);
                values[at] = total;
                for child in children.filter(|_| needed[at]) {
                    let of_child = std::mem::take(&mut options[child]);
                    of_child.iter().for_each(|option| options[at].insert(option ^ total ^ values[child]));
                }
            }
            (Composition::Ordinal, _) => {
                let mut parts = children.rev();
                let Some(last) = parts.next() else { continue };
                let mut value = values[last];
                let mut above = std::mem::take(&mut options[last]);
                for part in parts {
                    let below = std::mem::take(&mut options[part]);
                    value = below.colon(value);
                    if needed[at] {
                        above = below.colon_all(&above);
                    }
                }
                values[at] = value;
                options[at] = above;
            }
            (Composition::Leaf, Some(leaf)) => {
                values[at] = leaf.value;
                if needed[at] {
                    options[at] = leaf_options(leaf, node.span.len(), known)?;
                }
            }
            (Composition::Leaf, None) => return Err(Fault::rejected("a leaf is missing")),
        }
    }
    Ok(values[0])
}

/// For each node whether the values of its options are needed. They are not needed for the root.
/// They are needed for a child if they are needed for its parent, or if the child is a part of an
/// ordinal sum other than the last.
fn options_needed(tree: &Decomposition) -> Vec<bool> {
    let mut needed = vec![false; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        let last = node.children.end;
        for child in node.children.clone() {
            needed[child] = needed[at] || (node.kind == Composition::Ordinal && child + 1 < last);
        }
    }
    needed
}

/// The values of the options of a leaf, which the step about it must tell.
fn leaf_options(leaf: &Leaf, size: usize, known: &Known) -> Result<Values, Fault> {
    let step = leaf.step;
    let Some(list) = known.option_values(step) else {
        return Err(Fault::rejected(format!(
            "something is above a leaf, so the values of all its options are needed, and step {step} does not tell them"
        )));
    };
    let mut options = Values::default();
    for value in list {
        if value as usize >= size {
            return Err(Fault::rejected(format!("an option of a leaf is too small for the value {value}")));
        }
        options.insert(value);
    }
    Ok(options)
}
