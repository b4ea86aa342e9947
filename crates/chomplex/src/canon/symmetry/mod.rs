//! The down-sets of one poset up to its automorphisms.
//!
//! [`Symmetry::representative`] maps a down-set to a fixed member of its orbit, and
//! [`Symmetry::carry`] also returns an automorphism that maps it there. There are four kernels:
//!
//! - *trivial*: no automorphism but the identity is used; every set is its own representative.
//! - *listed*: the group is small enough to list, as a tree over the images of a base. Invariants
//!   of the set choose a few branches of the tree, and the smallest image over their leaves is the
//!   representative. If the group is very small, the smallest of all images is found by table
//!   lookup.
//! - *labelled*: the group is too large to list. The set is labelled canonically as a two-coloured
//!   poset, and the first set met with a form represents it.
//! - *fixed*: like *labelled*, but the representative is computed from the form, so that
//!   independent processes agree on it. This takes a second labelling.
//!
//! On a cluster, processes that know nothing of each other must agree on the representative of a
//! class. Canonical forms of complexes and the least image under a listed group depend on nothing
//! else; for a larger group, *fixed* provides this.

mod labelled;
mod listed;

use dashu_int::UBig;

use self::labelled::{Fixed, Labelled};
use self::listed::{LISTED_IMAGES, Listed, list_group};
use crate::bits::Bits;
use crate::budget::{Budget, Stop};
use crate::canon::labelling::Labelling;
use crate::poset::Poset;

/// A group of automorphisms of a poset that acts on its down-sets. Clones share their tables, so
/// each thread can have one.
#[derive(Clone)]
pub(crate) enum Symmetry<const N: usize> {
    Trivial { len: usize },
    Listed(Box<Listed<N>>),
    Labelled(Box<Labelled<N>>),
    Fixed(Fixed<N>),
}

impl<const N: usize> Symmetry<N> {
    /// All automorphisms of the poset.
    pub(crate) fn new(poset: &Poset, budget: &Budget) -> Self {
        Symmetry::listed(poset, &Labelling::new(poset), budget).unwrap_or_else(|| Symmetry::labelled(poset, budget))
    }

    /// All automorphisms. A representative depends only on the poset and the orbit.
    pub(crate) fn same_everywhere(poset: &Poset, budget: &Budget) -> Self {
        let labelling = Labelling::new(poset);
        Symmetry::listed(poset, &labelling, budget).unwrap_or_else(|| Symmetry::Fixed(Fixed::new(poset, &labelling)))
    }

    /// All automorphisms, without listing them.
    pub(crate) fn labelled(poset: &Poset, budget: &Budget) -> Self {
        Symmetry::Labelled(Box::new(Labelled::new(poset, budget)))
    }

    /// The identity alone.
    pub(crate) fn trivial(poset: &Poset) -> Self {
        Symmetry::Trivial { len: poset.len() }
    }

    /// The automorphisms found by a labelling, if they can be listed; otherwise only the identity.
    /// If the labelling had colours, these are the automorphisms that preserve them.
    pub(crate) fn found(poset: &Poset, labelling: &Labelling, budget: &Budget) -> Self {
        Symmetry::listed(poset, labelling, budget).unwrap_or_else(|| Symmetry::trivial(poset))
    }

    /// The automorphisms found by a labelling, unless there are too many.
    fn listed(poset: &Poset, labelling: &Labelling, budget: &Budget) -> Option<Self> {
        let generators = labelling.generators();
        if generators.is_empty() {
            return Some(Symmetry::trivial(poset));
        }
        let few = labelling.group_order() * poset.len() <= UBig::from(LISTED_IMAGES);
        few.then(|| Symmetry::Listed(Box::new(Listed::new(poset, list_group(poset.len(), generators), budget))))
    }

    /// Continues with another budget.
    pub(crate) fn continue_with(&mut self, budget: &Budget) {
        match self {
            Symmetry::Trivial { .. } | Symmetry::Fixed(_) => {}
            Symmetry::Listed(listed) => listed.meter.continue_with(budget),
            Symmetry::Labelled(labelled) => labelled.continue_with(budget),
        }
    }

    /// The representative of a down-set.
    #[inline]
    pub(crate) fn representative(&mut self, set: Bits<N>) -> Result<Bits<N>, Stop> {
        match self {
            Symmetry::Trivial { .. } => Ok(set),
            Symmetry::Listed(listed) => Ok(listed.representative(set)?.0),
            Symmetry::Labelled(labelled) => labelled.representative(set),
            Symmetry::Fixed(fixed) => Ok(fixed.representative(set)),
        }
    }

    /// The representative of a down-set, and an automorphism that maps the set to it.
    pub(crate) fn carry(&mut self, set: Bits<N>) -> Result<(Bits<N>, Automorphism<N>), Stop> {
        let (representative, automorphism) = match self {
            Symmetry::Trivial { .. } => (set, Automorphism::Identity),
            Symmetry::Listed(listed) => {
                let (image, place) = listed.representative(set)?;
                (image, Automorphism::Listed(place))
            }
            Symmetry::Labelled(labelled) => (labelled.representative(set)?, Automorphism::Labelled(set)),
            Symmetry::Fixed(fixed) => (fixed.representative(set), Automorphism::Labelled(set)),
        };
        Ok((representative, if representative == set { Automorphism::Identity } else { automorphism }))
    }

    /// The image of an element under an automorphism.
    #[inline]
    pub(crate) fn image(&self, automorphism: Automorphism<N>, x: usize) -> usize {
        match (self, automorphism) {
            (Symmetry::Listed(listed), Automorphism::Listed(place)) => listed.group[place][x].into(),
            (Symmetry::Labelled(labelled), Automorphism::Labelled(set)) => labelled.images(set)[x],
            (Symmetry::Fixed(fixed), Automorphism::Labelled(set)) => fixed.images(set)[x],
            _ => x,
        }
    }

    /// The images of all elements under an automorphism.
    pub(crate) fn images(&self, automorphism: Automorphism<N>) -> Vec<usize> {
        let len = match self {
            Symmetry::Trivial { len } => *len,
            Symmetry::Listed(listed) => listed.up.len(),
            Symmetry::Labelled(labelled) => labelled.len,
            Symmetry::Fixed(fixed) => fixed.order.len(),
        };
        match (self, automorphism) {
            (Symmetry::Listed(listed), Automorphism::Listed(place)) => {
                listed.group[place].iter().map(|&y| usize::from(y)).collect()
            }
            (Symmetry::Labelled(labelled), Automorphism::Labelled(set)) => labelled.images(set),
            (Symmetry::Fixed(fixed), Automorphism::Labelled(set)) => fixed.images(set),
            _ => (0..len).collect(),
        }
    }
}

/// An automorphism of the poset of a [`Symmetry`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Automorphism<const N: usize> {
    /// The identity.
    Identity,
    /// The automorphism at this index of the list.
    Listed(usize),
    /// The automorphism that maps this set to its representative.
    Labelled(Bits<N>),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::listed::narrow;
    use super::*;
    use crate::element::Element;
    use crate::naive;
    use crate::poset::Draft;

    fn poset(size: usize, relations: &[(usize, usize)]) -> Poset {
        Draft { size, relations: relations.to_vec() }.check().unwrap().0
    }

    /// Posets with all kinds of groups, small enough for checking by definition.
    fn posets() -> Vec<Poset> {
        let boolean = |n: usize| {
            let step = move |s: usize| (0..n).filter(move |i| s >> i & 1 == 0).map(move |i| (s, s | 1 << i));
            poset(1 << n, &(0..1 << n).flat_map(step).collect::<Vec<_>>())
        };
        let crown: Vec<_> = (0..4).flat_map(|i| [(i, 4 + i), (i, 4 + (i + 1) % 4)]).collect();
        vec![
            poset(0, &[]),
            poset(6, &[]),
            poset(5, &[(0, 1), (1, 2), (3, 4)]),
            boolean(3),
            poset(8, &crown),
            poset(7, &[(0, 2), (1, 2), (0, 3), (1, 3), (4, 5), (4, 6)]),
        ]
    }

    fn bits(set: &crate::element::ElementSet) -> Bits<1> {
        set.iter().map(Element::index).collect()
    }

    /// Each kernel maps two down-sets to the same representative exactly if an automorphism maps
    /// one to the other, and its map leads to the representative.
    #[test]
    fn kernels_find_the_orbits() {
        let budget = Budget::default();
        for poset in posets() {
            let group = naive::automorphisms(&poset);
            let list = group.iter().map(|g| g.iter().map(|&y| narrow(y)).collect()).collect();
            let fixed = Symmetry::Fixed(Fixed::new(&poset, &Labelling::new(&poset)));
            let mut kernels = vec![Symmetry::<1>::new(&poset, &budget), Symmetry::labelled(&poset, &budget), fixed];
            if group.len() > 1 {
                kernels.push(Symmetry::Listed(Box::new(Listed::new(&poset, list, &budget))));
            } else {
                kernels.push(Symmetry::trivial(&poset));
            }
            for kernel in &mut kernels {
                for set in naive::down_sets(&poset).iter().map(bits) {
                    let image = |g: &[usize]| set.iter().map(|x| g[x]).collect::<Bits<1>>();
                    let orbit: BTreeSet<Bits<1>> = group.iter().map(|g| image(g)).collect();
                    let representative = kernel.representative(set).unwrap();
                    assert!(orbit.contains(&representative));
                    assert!(orbit.iter().all(|&other| kernel.representative(other) == Ok(representative)));
                    let (carried, automorphism) = kernel.carry(set).unwrap();
                    assert_eq!(carried, representative);
                    let map = kernel.images(automorphism);
                    assert!(group.contains(&map), "{map:?} is an automorphism");
                    assert_eq!(image(&map), representative);
                }
            }
        }
    }
}
