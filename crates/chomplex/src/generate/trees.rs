//! All trees on n vertices: A000055.
//!
//! Each is listed as a tree rooted at its centre, as Wright, Richmond, Odlyzko and McKay do (*Constant time generation of free
//! trees*, 1986). The first branch at the root is the tallest. The root is the only centre if another branch is as tall. If the
//! tallest of the others is shorter by just one, then the root and the first vertex of the first branch are both centres, and the tree is two
//! rooted trees with an edge from root to root: the one with the first branch as a tree of its own, and the rest. The tree is
//! listed with the root in the larger of the two: by the number of vertices, then by level sequences. So it is listed once.

use super::member::Member;
use super::rooted::{RootedTrees, edges};

/// The trees on n vertices.
pub(super) fn trees(n: usize) -> impl Iterator<Item = Member> + Send {
    // The root of a tree before this one is no centre: a branch is too tall.
    let first = (0..=n / 2).chain(1..n.div_ceil(2)).map(|level| level as u8).collect();
    let rooted = if n == 0 { RootedTrees::on(0) } else { RootedTrees::from(first) };
    rooted.filter(|levels| is_listed(levels)).map(move |levels| Member::graph(n, edges(&levels, 0).collect()))
}

/// Whether the root is the centre, or the right one of two.
fn is_listed(levels: &[u8]) -> bool {
    if levels.len() < 2 {
        return true;
    }
    let end = levels.iter().skip(2).position(|&level| level == 1).map_or(levels.len(), |i| i + 2);
    let (branch, rest) = (&levels[1..end], &levels[end..]);
    let rest_height = rest.iter().copied().max().unwrap_or(0);
    let branch_height = branch.iter().copied().max().unwrap_or(1) - 1;
    let rest_len = rest.len() + 1;
    let no_greater = || {
        let rest = [0].into_iter().chain(rest.iter().copied());
        branch.iter().map(|level| level - 1).le(rest)
    };
    rest_height > branch_height
        || rest_height == branch_height && (branch.len() < rest_len || branch.len() == rest_len && no_greater())
}
