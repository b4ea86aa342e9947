//! A down-set as the engines see it: its elements are numbered from 0, and all relations are bit
//! sets.

use std::ops::ControlFlow;

use crate::bits::Bits;
use crate::element::{Element, ElementSet};
use crate::poset::Poset;

/// A down-set of a poset, with its elements renumbered.
pub(crate) struct Board<const N: usize> {
    /// The down-set as a poset of its own.
    pub(crate) poset: Poset,
    /// For each x the elements ≥ x, which the move removes.
    pub(crate) up: Vec<Bits<N>>,
    /// For each x the elements ≤ x.
    pub(crate) down: Vec<Bits<N>>,
    /// For each x the elements comparable with x.
    near: Vec<Bits<N>>,
    /// The element of the surrounding poset for each number, and the inverse.
    outside: Vec<Element>,
    inside: Vec<u16>,
    universe: usize,
    split: bool,
}

impl<const N: usize> Board<N> {
    /// `split` says whether [`part`](Self::part) may split a set into its connected components.
    pub(crate) fn new(surrounding: &Poset, set: &ElementSet, split: bool) -> Self {
        let (poset, outside) = surrounding.restrict(set);
        let mut inside = vec![u16::MAX; surrounding.len()];
        for (i, x) in outside.iter().enumerate() {
            inside[x.index()] = u16::try_from(i).expect("the engines take at most 512 elements");
        }
        let bits = |set: &ElementSet| set.iter().map(Element::index).collect::<Bits<N>>();
        let up: Vec<Bits<N>> = poset.elements().map(|x| bits(poset.up_set(x))).collect();
        let down: Vec<Bits<N>> = poset.elements().map(|x| bits(poset.down_set(x))).collect();
        Board {
            near: up.iter().zip(&down).map(|(&up, &down)| up | down).collect(),
            up,
            down,
            poset,
            outside,
            inside,
            universe: surrounding.len(),
            split,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.outside.len()
    }

    /// Converts a set of the surrounding poset to a set of this board.
    pub(crate) fn inside(&self, set: &ElementSet) -> Bits<N> {
        set.iter().map(|x| usize::from(self.inside[x.index()])).collect()
    }

    /// The element of the surrounding poset with this number here.
    pub(crate) fn element(&self, x: usize) -> Element {
        self.outside[x]
    }

    /// Converts a set of this board to a set of the surrounding poset.
    pub(crate) fn outside(&self, set: Bits<N>) -> ElementSet {
        ElementSet::from_iter_in(self.universe, set.iter().map(|x| self.outside[x]))
    }

    /// Converts a set of this board to a set of elements of its own poset.
    pub(crate) fn elements(&self, set: Bits<N>) -> ElementSet {
        ElementSet::from_iter_in(self.len(), set.iter().map(Element::new))
    }

    /// Converts a set of elements of the board's own poset to a set of the surrounding poset.
    pub(crate) fn outside_elements(&self, set: &ElementSet) -> ElementSet {
        ElementSet::from_iter_in(self.universe, set.iter().map(|x| self.outside[x.index()]))
    }

    /// The map given by `images`, restricted to a set, as a partial map of the surrounding poset.
    pub(crate) fn outside_map(&self, images: &[usize], set: Bits<N>) -> Box<[Option<Element>]> {
        let mut map = vec![None; self.universe];
        for x in set.iter() {
            map[self.outside[x].index()] = Some(self.outside[images[x]]);
        }
        map.into()
    }

    /// Whether these images define an automorphism of the whole board.
    pub(crate) fn is_automorphism(&self, images: &[usize]) -> bool {
        let image = |x: Element| Element::new(images[x.index()]);
        let all = images.iter().copied().collect::<Bits<N>>() == Bits::below(self.len());
        // A bijection that maps every cover to a cover maps the covers onto the covers.
        all && self.poset.covers().all(|(x, y)| self.poset.upper_covers(image(x)).contains(&image(y)))
    }

    /// The connected component that contains the first element of a non-empty set; the whole set if
    /// splitting is disabled.
    #[inline]
    pub(crate) fn part(&self, set: Bits<N>) -> Bits<N> {
        let Some(start) = set.first().filter(|_| self.split) else { return set };
        let mut part = Bits::single(start);
        let mut open = part;
        // Most sets are connected, and the neighbours of a few elements cover them.
        while part != set {
            let Some(x) = open.first() else { break };
            let new = (self.near[x] & set).without(part);
            part = part | new;
            open = (open | new).without(Bits::single(x));
        }
        part
    }

    /// Iterates over the connected components of a set.
    pub(crate) fn parts(&self, mut set: Bits<N>) -> impl Iterator<Item = Bits<N>> {
        std::iter::from_fn(move || {
            (!set.is_empty()).then(|| {
                let part = self.part(set);
                set = set.without(part);
                part
            })
        })
    }

    /// Whether any two elements of a set are comparable.
    pub(crate) fn is_chain(&self, set: Bits<N>) -> bool {
        set.iter().all(|x| set.is_subset(self.near[x]))
    }

    /// Visits the down-sets in an order in which every set comes after its subsets.
    pub(crate) fn for_each_down_set<B>(&self, visit: &mut impl FnMut(Bits<N>) -> ControlFlow<B>) -> ControlFlow<B> {
        self.choose_below(self.len(), Bits::EMPTY, visit)
    }

    /// Completes a choice of the elements from `i` on in all ways. The ways without an element come
    /// before those with it, so the sets increase when read as numbers.
    fn choose_below<B>(
        &self,
        mut i: usize,
        mut set: Bits<N>,
        visit: &mut impl FnMut(Bits<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while i > 0 {
            i -= 1;
            if !set.contains(i) {
                self.choose_below(i, set, visit)?;
                set = set | self.down[i];
            }
        }
        visit(set)
    }

    /// Whether there are at most `most` down-sets.
    pub(crate) fn has_at_most(&self, most: usize) -> bool {
        let mut count = 0;
        let visit = &mut |_| {
            count += 1;
            if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.for_each_down_set(visit).is_continue()
    }
}
