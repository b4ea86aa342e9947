//! All trees on n vertices: A000055.
//!
//! Each is listed as a tree rooted at its centre, as Wright, Richmond, Odlyzko and McKay do
//! (*Constant time generation of free trees*, 1986). The first branch at the root is the tallest.
//! The root is the only centre if another branch is as tall. If the tallest of the others is
//! shorter by just one, then the root and the first vertex of the first branch are both centres,
//! and the tree is two rooted trees with an edge from root to root: the first branch as a tree of
//! its own, and the rest. The tree is listed with the root in the larger of the two: by the number
//! of vertices, then by level sequences. So it is listed once.

use std::iter;

use super::member::{Content, Member};
use super::rooted::{edges, moved_up, successor};

/// The trees on n vertices.
pub(super) fn trees(n: usize) -> impl Iterator<Item = Member> + Send {
    // The root of a tree before this one is no centre: a branch is too tall.
    let first = (n > 0).then(|| (0..=n / 2).chain(1..n.div_ceil(2)).map(|level| level as u8).collect());
    let trees = iter::successors(first.and_then(listed), |levels: &Vec<u8>| listed(successor(levels)?));
    trees.map(move |levels| Member(Content::Graph { vertices: n, edges: edges(&levels, 0).collect() }))
}

/// The first level sequence of a tree rooted at its centre, from one on.
fn listed(mut levels: Vec<u8>) -> Option<Vec<u8>> {
    while !is_listed(&levels) {
        levels = with_smaller_branch(&levels)?;
    }
    Some(levels)
}

/// Where the first branch ends.
fn end_of_branch(levels: &[u8]) -> usize {
    levels.iter().skip(2).position(|&level| level == 1).map_or(levels.len(), |i| i + 2)
}

/// Whether the root is the centre, or the right one of two.
fn is_listed(levels: &[u8]) -> bool {
    if levels.len() < 2 {
        return true;
    }
    let (branch, rest) = levels[1..].split_at(end_of_branch(levels) - 1);
    let branch_height = branch.iter().copied().max().unwrap_or(1) - 1;
    let rest_height = rest.iter().copied().max().unwrap_or(0);
    let rest_len = rest.len() + 1;
    let is_no_greater = || branch.iter().map(|level| level - 1).le([0].into_iter().chain(rest.iter().copied()));
    rest_height > branch_height
        || rest_height == branch_height && (branch.len() < rest_len || branch.len() == rest_len && is_no_greater())
}

/// The next sequence to look at after one that is not listed.
///
/// A smaller rest is no taller, so with the same branch none is listed; the branch must become
/// smaller. If it takes up everything then, the rest is given room for just one path. It is taller
/// than the branch. One vertex less for it would leave it as tall as the branch, with fewer
/// vertices: the branch is no path any more.
fn with_smaller_branch(levels: &[u8]) -> Option<Vec<u8>> {
    let last = end_of_branch(levels) - 1;
    let mut next = moved_up(levels, last)?;
    let height = next[..=last].iter().copied().max().unwrap_or(0);
    let start = next.len() - usize::from(height);
    if levels[last] > 2 && start > last {
        next[start..].iter_mut().zip(1..).for_each(|(level, new)| *level = new);
    }
    Some(next)
}
