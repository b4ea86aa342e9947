//! The connected components of a connected down-set after a maximal element is removed.

use crate::bits::Bits;
use crate::board::Board;

/// Precomputed data about how down-sets split.
///
/// Let x be maximal in D. Each component of D without x contains something below x, since D was
/// connected. So x holds together the components of everything below it, its *fragments*, and
/// whatever else of D is connected to them: the down-sets of the other maximal elements of D that
/// meet a fragment, those that meet these, and so on.
pub(super) struct Fragments<const N: usize> {
    /// The elements that an element covers, and those that cover it.
    lower: Vec<Bits<N>>,
    upper: Vec<Bits<N>>,
    /// The minimal elements.
    minimal: Bits<N>,
    down: Vec<Bits<N>>,
    /// The elements whose down-sets meet that of an element.
    meets: Vec<Bits<N>>,
    fragments: Vec<Vec<Fragment<N>>>,
    /// The elements whose down-sets meet all fragments of an element.
    meet_all: Vec<Bits<N>>,
}

/// A connected component of what is below an element.
struct Fragment<const N: usize> {
    set: Bits<N>,
    /// The elements whose down-sets meet it.
    met_by: Bits<N>,
}

impl<const N: usize> Fragments<N> {
    pub(super) fn new(board: &Board<N>) -> Self {
        let n = board.len();
        let meet = |set: Bits<N>| (0..n).filter(|&y| !(board.down[y] & set).is_empty()).collect();
        let fragments = |x: usize| {
            let below = board.down[x].without(Bits::single(x));
            board.parts(below).map(|set| Fragment { set, met_by: meet(set) }).collect()
        };
        let fragments: Vec<Vec<Fragment<N>>> = (0..n).map(fragments).collect();
        let meet_all =
            |fragments: &Vec<Fragment<N>>| fragments.iter().fold(Bits::below(n), |all, one| all & one.met_by);
        let lower = board.poset.elements().map(|x| board.poset.lower_covers(x).iter().map(|y| y.index()).collect());
        let upper = board.poset.elements().map(|x| board.poset.upper_covers(x).iter().map(|y| y.index()).collect());
        Fragments {
            lower: lower.collect(),
            upper: upper.collect(),
            minimal: (0..n).filter(|&x| board.down[x] == Bits::single(x)).collect(),
            down: board.down.clone(),
            meets: (0..n).map(|x| meet(board.down[x])).collect(),
            meet_all: fragments.iter().map(meet_all).collect(),
            fragments,
        }
    }

    /// The maximal elements of a down-set.
    #[inline]
    pub(super) fn maximal(&self, set: Bits<N>) -> Bits<N> {
        let mut maximal = set;
        for x in set.without(self.minimal).iter() {
            maximal = maximal.without(self.lower[x]);
        }
        maximal
    }

    /// The same for a down-set without its maximal element x, given the maximal elements of the
    /// down-set.
    #[inline(always)]
    pub(super) fn maximal_without(&self, set: Bits<N>, maximal: Bits<N>, x: usize) -> Bits<N> {
        let alone = Bits::single(x);
        let bared = self.lower[x].iter().filter(|&y| self.upper[y] & set == alone);
        bared.fold(maximal.without(alone), |maximal, y| maximal | Bits::single(y))
    }

    /// A quick check whether the other maximal elements hold together everything below `x`: usually
    /// a single element connects each fragment to those before it.
    #[inline(always)]
    pub(super) fn are_held(&self, maximal: Bits<N>, x: usize) -> bool {
        let others = maximal.without(Bits::single(x));
        if !(self.meet_all[x] & others).is_empty() {
            return true;
        }
        let mut held = Bits::EMPTY;
        let mut fragments = self.fragments[x].iter();
        if let Some(first) = fragments.next() {
            held = first.met_by & others;
        }
        fragments.all(|fragment| {
            let with_it = fragment.met_by & others;
            let is_held = !(with_it & held).is_empty();
            held = held | with_it;
            is_held
        })
    }

    /// The connected components of a connected down-set without one of its maximal elements.
    pub(super) fn split(&self, set: Bits<N>, maximal: Bits<N>, x: usize, mut part: impl FnMut(Bits<N>)) {
        let fragments = &self.fragments[x];
        let others = maximal.without(Bits::single(x));
        let mut left = set.without(Bits::single(x));
        for (number, fragment) in fragments.iter().enumerate() {
            if (fragment.set & left).is_empty() {
                continue;
            }
            let reached = self.reach(fragments, fragment.met_by & others, others);
            let is_reached = |other: &&Fragment<N>| !(other.met_by & reached).is_empty();
            // If everything connected to the first fragment reaches all of them, there is only one
            // component.
            if number == 0 && fragments[1..].iter().all(|other| is_reached(&other)) {
                return part(left);
            }
            let joined = fragments.iter().filter(is_reached).fold(fragment.set, |joined, other| joined | other.set);
            let joined = reached.iter().fold(joined, |joined, y| joined | self.down[y]);
            left = left.without(joined);
            part(joined);
        }
    }

    /// The other maximal elements that are connected to those in `from`, through each other or
    /// through fragments. The search stops early, with a subset of them, once they meet all
    /// fragments.
    #[inline]
    fn reach(&self, fragments: &[Fragment<N>], from: Bits<N>, others: Bits<N>) -> Bits<N> {
        let (mut reached, mut open) = (from, from);
        loop {
            if fragments.iter().all(|fragment| !(fragment.met_by & reached).is_empty()) {
                return reached;
            }
            while let Some(y) = open.first() {
                let more = (self.meets[y] & others).without(reached);
                reached = reached | more;
                open = (open | more).without(Bits::single(y));
            }
            for fragment in fragments.iter().filter(|fragment| !(fragment.met_by & reached).is_empty()) {
                open = open | (fragment.met_by & others).without(reached);
            }
            if open.is_empty() {
                return reached;
            }
            reached = reached | open;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementSet;
    use crate::poset::Draft;
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    #[test]
    fn fragments_give_the_parts() {
        let mut state = 7u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let (mut split, mut held) = (0, 0);
        for _ in 0..200 {
            let size = 2 + (random() % 10) as usize;
            let pairs = (0..size).flat_map(|x| (x + 1..size).map(move |y| (x, y)));
            let relations = pairs.filter(|_| random() % 5 == 0).collect();
            let (poset, _) = Draft { size, relations }.check().unwrap();
            let board = Board::<1>::new(&poset, &ElementSet::full(size), true);
            let fragments = Fragments::new(&board);
            let _ = board.for_each_down_set(&mut |set| {
                if set.len() < 2 || board.part(set) != set {
                    return ControlFlow::<()>::Continue(());
                }
                let maximal = fragments.maximal(set);
                for x in maximal.iter() {
                    let mut parts = BTreeSet::new();
                    fragments.split(set, maximal, x, |part| assert!(parts.insert(part)));
                    let rest = set.without(Bits::single(x));
                    assert_eq!(fragments.maximal_without(set, maximal, x), fragments.maximal(rest));
                    let expected: BTreeSet<Bits<1>> = board.parts(set.without(Bits::single(x))).collect();
                    assert_eq!(parts, expected);
                    split += usize::from(parts.len() > 1);
                    if fragments.are_held(maximal, x) {
                        assert_eq!(parts.len(), 1);
                        held += 1;
                    }
                }
                ControlFlow::Continue(())
            });
        }
        assert!(split > 500 && held > 500, "{split} {held}");
    }
}
