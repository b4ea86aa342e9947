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

use std::sync::Arc;

use dashu_int::UBig;
use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::images::ImageTable;
use crate::canon::labelling::{Form, Labeller, Labelling};
use crate::element::Element;
use crate::poset::Poset;

/// An automorphism as a list of images.
type Images = Box<[u16]>;

/// The largest number of images that the listed kernel holds in total.
const LISTED_IMAGES: u32 = 4_000_000;

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
    pub(crate) fn of(poset: &Poset, budget: &Budget) -> Self {
        Symmetry::listed(poset, &Labelling::of(poset), budget).unwrap_or_else(|| Symmetry::labelled(poset, budget))
    }

    /// All automorphisms. A representative depends only on the poset and the orbit.
    pub(crate) fn same_everywhere(poset: &Poset, budget: &Budget) -> Self {
        let labelling = Labelling::of(poset);
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
            Symmetry::Labelled(labelled) => {
                labelled.meter.continue_with(budget);
                let mut met = labelled.met.lock();
                met.meters.iter_mut().for_each(|meter| meter.continue_with(budget));
            }
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

/// Lists the group generated by the generators.
fn list_group(len: usize, generators: &[Vec<Element>]) -> Vec<Images> {
    let identity: Images = (0..len).map(narrow).collect();
    let generators: Vec<Images> = generators.iter().map(|g| g.iter().map(|y| narrow(y.index())).collect()).collect();
    let mut known: hashbrown::HashSet<Images> = [identity.clone()].into_iter().collect();
    let mut group = vec![identity];
    let mut next = 0;
    while next < group.len() {
        for generator in &generators {
            let product: Images = group[next].iter().map(|&y| generator[usize::from(y)]).collect();
            if known.insert(product.clone()) {
                group.push(product);
            }
        }
        next += 1;
    }
    group
}

fn narrow(x: usize) -> u16 {
    u16::try_from(x).expect("the engines take at most 512 elements")
}

/// A group as a list.
///
/// To choose a representative of D, let `h` run through the group, written as its images `h(b_1),
/// h(b_2), …` of a base, and consider `h⁻¹(D)`. Take an invariant of a point and D that
/// automorphisms preserve. The `h` whose base images have the greatest sequence of invariants are
/// then the same for the whole orbit, up to the automorphism that moves D within the orbit. So the
/// least `h⁻¹(D)` over these `h` is the same too.
#[derive(Clone)]
pub(crate) struct Listed<const N: usize> {
    /// The inverses `h⁻¹`, in the order of the base images of the `h`.
    group: Arc<[Images]>,
    /// The tree of base images, level by level; the children of a node are neighbours.
    tree: Arc<[Vec<Node>]>,
    /// The points that occur in the tree.
    points: Bits<N>,
    up: Arc<[Bits<N>]>,
    weights: Arc<[u64]>,
    /// A table of images for each group element, if the group is very small.
    tables: Option<Arc<[ImageTable<N>]>>,
    /// Scratch space: the invariants, and the nodes that are still candidates.
    invariants: Vec<u64>,
    candidates: Vec<u32>,
    next: Vec<u32>,
    meter: Meter,
}

/// A group is very small if its tables take at most this many bytes.
const MOST_TABLE_BYTES: usize = 512 << 10;

/// With more images to compare than this, the budget is checked on the way.
const MANY_IMAGES: usize = 256;

#[derive(Clone, Copy)]
struct Node {
    point: u16,
    /// The range of the children in the next level, or for a node of the last level the single
    /// element of the group.
    children: (u32, u32),
}

impl<const N: usize> Listed<N> {
    fn new(poset: &Poset, mut group: Vec<Images>, budget: &Budget) -> Self {
        let len = poset.len();
        let base = base(len, &group);
        let key = |h: &Images| base.iter().map(|&b| h[b]).collect::<Vec<u16>>();
        group.sort_by_cached_key(key);
        let keys: Vec<Vec<u16>> = group.iter().map(key).collect();

        // Level d of the tree has one node for each distinct prefix of length d + 1.
        let starts = |depth: usize| -> Vec<usize> {
            (0..keys.len()).filter(|&i| i == 0 || keys[i][..=depth] != keys[i - 1][..=depth]).collect()
        };
        let mut tree = Vec::new();
        for depth in 0..base.len() {
            let begin = starts(depth);
            let below = if depth + 1 < base.len() { starts(depth + 1) } else { (0..keys.len()).collect() };
            let wide = |i: usize| u32::try_from(i).expect("the list is short");
            let nodes = begin.iter().enumerate().map(|(i, &from)| {
                let to = begin.get(i + 1).copied().unwrap_or(keys.len());
                let children = (below.partition_point(|&s| s < from), below.partition_point(|&s| s < to));
                Node { point: keys[from][depth], children: (wide(children.0), wide(children.1)) }
            });
            tree.push(nodes.collect::<Vec<Node>>());
        }
        let points = tree.iter().flatten().map(|node| usize::from(node.point)).collect();
        let up = poset.elements().map(|x| poset.up_set(x).iter().map(Element::index).collect()).collect();
        let weights = (0..=len as u64).map(mix).collect();
        let inverses: Vec<Images> = group.iter().map(|h| inverse(h)).collect();
        let is_very_small = group.len() * ImageTable::<N>::bytes(len) <= MOST_TABLE_BYTES;
        Listed {
            tables: is_very_small.then(|| inverses.iter().map(|images| ImageTable::new(images)).collect()),
            group: inverses.into(),
            tree: tree.into(),
            points,
            up,
            weights,
            invariants: vec![0; len],
            candidates: vec![],
            next: vec![],
            meter: budget.meter(1 << 6),
        }
    }

    /// The representative, and the index of an automorphism that leads there.
    #[inline]
    fn representative(&mut self, set: Bits<N>) -> Result<(Bits<N>, usize), Stop> {
        match &self.tables {
            Some(tables) => {
                let images = tables.iter().enumerate().map(|(place, table)| (table.image(set), place));
                Ok(images.min_by(|(a, _), (b, _)| a.cmp(b)).expect("the group has an element"))
            }
            None => self.best_image(set),
        }
    }

    /// The same, using the tree.
    fn best_image(&mut self, set: Bits<N>) -> Result<(Bits<N>, usize), Stop> {
        self.find_invariants(set);
        self.candidates.clear();
        self.candidates.extend(0..self.tree[0].len() as u32);
        for level in &*self.tree {
            // Take the greatest: a point outside the set has the least invariant, and
            // representatives with low numbers are easier to read.
            let best = self.candidates.iter().map(|&i| self.invariants[usize::from(level[i as usize].point)]).max();
            self.next.clear();
            for &i in &self.candidates {
                let node = level[i as usize];
                if Some(self.invariants[usize::from(node.point)]) == best {
                    self.next.extend(node.children.0..node.children.1);
                }
            }
            std::mem::swap(&mut self.candidates, &mut self.next);
        }
        let mut best: Option<(Bits<N>, usize)> = None;
        for &leaf in &self.candidates {
            if self.candidates.len() > MANY_IMAGES {
                self.meter.pause()?;
            }
            let images = &self.group[leaf as usize];
            let image: Bits<N> = set.iter().map(|x| usize::from(images[x])).collect();
            if best.is_none_or(|(least, _)| image < least) {
                best = Some((image, leaf as usize));
            }
        }
        Ok(best.expect("the group has an element"))
    }

    /// For each point, the sum, over the members y of the set above it, of a weight that depends on
    /// the number of members above y.
    fn find_invariants(&mut self, set: Bits<N>) {
        for point in self.points.iter() {
            let members = self.up[point] & set;
            let sum = members.iter().fold(0u64, |sum, y| sum.wrapping_add(self.weights[(self.up[y] & set).len()]));
            self.invariants[point] = sum;
        }
    }
}

/// A base: points such that only the identity fixes all of them, chosen greedily in increasing
/// order.
fn base(len: usize, group: &[Images]) -> Vec<usize> {
    let mut stabiliser: Vec<&Images> = group.iter().collect();
    let mut base = Vec::new();
    for x in 0..len {
        if stabiliser.iter().any(|h| usize::from(h[x]) != x) {
            base.push(x);
            stabiliser.retain(|h| usize::from(h[x]) == x);
        }
    }
    base
}

fn inverse(images: &[u16]) -> Images {
    let mut inverse = vec![0; images.len()];
    for (x, &y) in images.iter().enumerate() {
        inverse[usize::from(y)] = narrow(x);
    }
    inverse.into()
}

/// Mixes the bits of a number (Steele, Lea and Flood, SplitMix64, 2014).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Representatives by canonical labelling.
#[derive(Clone)]
pub(crate) struct Labelled<const N: usize> {
    labeller: Arc<Labeller>,
    len: usize,
    met: Arc<Mutex<Met<N>>>,
    /// A labelling takes long enough to check the budget each time.
    meter: Meter,
}

/// The sets met so far.
struct Met<const N: usize> {
    /// The first set met with each form, and its elements in canonical order.
    first: HashMap<Form, (Bits<N>, Box<[u16]>)>,
    /// The representatives found so far.
    known: HashMap<Bits<N>, Bits<N>>,
    /// A meter for each table.
    meters: [Meter; 2],
}

impl<const N: usize> Labelled<N> {
    fn new(poset: &Poset, budget: &Budget) -> Self {
        let meters = [budget.meter(1), budget.meter(1)];
        let met = Arc::new(Mutex::new(Met { first: HashMap::new(), known: HashMap::new(), meters }));
        Labelled { labeller: Arc::new(Labeller::new(poset)), len: poset.len(), met, meter: budget.meter(1) }
    }

    fn label(&self, set: Bits<N>) -> Labelling {
        label(&self.labeller, self.len, set)
    }

    fn known(&self, set: Bits<N>) -> Option<Bits<N>> {
        self.met.lock().known.get(&set).copied()
    }

    fn representative(&mut self, set: Bits<N>) -> Result<Bits<N>, Stop> {
        if let Some(found) = self.known(set) {
            return Ok(found);
        }
        self.meter.pause()?;
        let labelling = self.label(set);
        let order = || labelling.order().iter().map(|x| narrow(x.index())).collect();
        // All forms of one poset have the same size. A second handle and the allocator's overhead
        // come on top.
        let form_bytes = labelling.form().bytes() + 2 * self.len + 200;
        let mut met = self.met.lock();
        let Met { first, known, meters } = &mut *met;
        meters[0].make_room(first, form_bytes, 0)?;
        meters[1].make_room(known, 0, 0)?;
        let representative = first.entry(labelling.form().clone()).or_insert_with(|| (set, order())).0;
        known.insert(set, representative);
        Ok(representative)
    }

    /// The images under an automorphism that maps a set, which was met before, to its
    /// representative.
    fn images(&self, set: Bits<N>) -> Vec<usize> {
        let labelling = self.label(set);
        let met = self.met.lock();
        let (_, first) = &met.first[labelling.form()];
        let mut images = vec![0; self.len];
        for (x, &y) in labelling.order().iter().zip(first) {
            images[x.index()] = usize::from(y);
        }
        images
    }
}

/// Labels a set as a two-coloured poset.
fn label<const N: usize>(labeller: &Labeller, len: usize, set: Bits<N>) -> Labelling {
    let colours: Vec<u32> = (0..len).map(|x| u32::from(set.contains(x))).collect();
    labeller.label(&colours)
}

/// Representatives by canonical labelling, twice.
///
/// The form of a two-coloured poset is a copy of that poset. This copy is labelled again without
/// its colours, which leads back to the poset, in the same way for all sets with the same form.
#[derive(Clone)]
pub(crate) struct Fixed<const N: usize> {
    labeller: Arc<Labeller>,
    /// The elements of the poset in canonical order.
    order: Arc<[Element]>,
}

impl<const N: usize> Fixed<N> {
    fn new(poset: &Poset, labelling: &Labelling) -> Self {
        Fixed { labeller: Arc::new(Labeller::new(poset)), order: labelling.order().into() }
    }

    fn representative(&self, set: Bits<N>) -> Bits<N> {
        let images = self.images(set);
        set.iter().map(|x| images[x]).collect()
    }

    /// The images under an automorphism that maps a set to its representative.
    fn images(&self, set: Bits<N>) -> Vec<usize> {
        let labelling = label(&self.labeller, self.order.len(), set);
        let mut images = vec![0; self.order.len()];
        for (place, &y) in self.labeller.order_of_form(labelling.form()).iter().zip(&*self.order) {
            images[labelling.order()[place.index()].index()] = y.index();
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
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
            let fixed = Symmetry::Fixed(Fixed::new(&poset, &Labelling::of(&poset)));
            let mut kernels = vec![Symmetry::<1>::of(&poset, &budget), Symmetry::labelled(&poset, &budget), fixed];
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
