//! Rooted trees as level sequences.
//!
//! The level of a vertex is its distance from the root. A tree is written as the levels of its
//! vertices in preorder, with the branches at every vertex in such an order that the sequence is as
//! great as possible; so each class has one sequence. They are listed from the greatest, the path,
//! to the least, the star (Beyer and Hedetniemi, *Constant time generation of rooted trees*, 1980).

use std::iter;

/// The rooted trees on n vertices.
pub(super) fn rooted_trees(n: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    let path = (n > 0).then(|| (0..n as u8).collect());
    iter::successors(path, |levels: &Vec<u8>| successor(levels))
}

/// The next smaller sequence.
pub(super) fn successor(levels: &[u8]) -> Option<Vec<u8>> {
    let last = levels.iter().rposition(|&level| level > 1)?;
    moved_up(levels, last)
}

/// The greatest sequence that is smaller at a vertex and the same before it, if the vertex is not
/// joined to the root: it is moved up by one level, and what stands from its old parent up to it is
/// repeated to the end.
pub(super) fn moved_up(levels: &[u8], moved: usize) -> Option<Vec<u8>> {
    let is_parent = |&level: &u8| level > 0 && level + 1 == levels[moved];
    let parent = levels[..moved].iter().rposition(is_parent)?;
    let mut next = levels.to_vec();
    for i in moved..next.len() {
        next[i] = next[i - (moved - parent)];
    }
    Some(next)
}

/// The edges of a tree whose vertices are numbered from `first` on in the order of its level
/// sequence.
pub(super) fn edges(levels: &[u8], first: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    (1..levels.len()).map(move |child| {
        let parent = (0..child).rfind(|&v| levels[v] < levels[child]).unwrap_or(0);
        (first + parent as u32, first + child as u32)
    })
}
