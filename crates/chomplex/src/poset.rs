//! Finite partially ordered sets.
//!
//! A [`Draft`] is the input as written: a number of elements and some relations among them.
//! [`Draft::check`] turns it into a [`Poset`]. From then on the relation is known to be a partial
//! order, the elements are numbered level by level along a linear extension, and the relations are
//! the covers.

use std::iter;
use std::sync::OnceLock;

use crate::element::{Element, ElementSet};

/// The largest number of elements of a poset. The order as a bit matrix then takes 128 MiB.
pub const MAX_ELEMENTS: usize = 1 << 15;

/// Elements `0..size` in the order they were written, and relations `below < above` among them.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The number of elements.
    pub size: usize,
    /// Pairs `(below, above)`. Duplicates and relations implied by others are allowed.
    pub relations: Vec<(usize, usize)>,
}

/// A cycle `x_1 < x_2 < … < x_1` among the relations of a [`Draft`], in the numbering of the draft.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the relations form a cycle through {} elements", .0.len())]
pub struct Cycle(pub Vec<usize>);

/// A finite partially ordered set.
///
/// ```
/// use chomplex::poset::Draft;
/// // a diamond, written from the top down, with one relation too many
/// let draft = Draft { size: 4, relations: vec![(1, 0), (2, 0), (3, 1), (3, 2), (3, 0)] };
/// let (poset, number) = draft.check().unwrap();
/// assert_eq!(poset.covers().count(), 4);
/// assert!(poset.less(number[3], number[0]));
/// assert_eq!(number[3].index(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Poset {
    lower: Vec<Vec<Element>>,
    upper: Vec<Vec<Element>>,
    level: Vec<u32>,
    up: OnceLock<Vec<ElementSet>>,
    down: OnceLock<Vec<ElementSet>>,
}

impl Draft {
    /// Checks that the relations form an order, and numbers the elements by level (the length of
    /// the longest chain below) and within a level as written. Returns the poset and the new number
    /// of each element.
    ///
    /// # Errors
    /// The elements of a cycle, if there is one.
    pub fn check(&self) -> Result<(Poset, Vec<Element>), Cycle> {
        let n = self.size;
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); n];
        for &(x, y) in &self.relations {
            above[x].push(y);
        }
        for list in &mut above {
            list.sort_unstable();
            list.dedup();
        }
        let level = levels(&above)?;
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&x| level[x]);
        let mut number = vec![Element::new(0); n];
        for (i, &x) in order.iter().enumerate() {
            number[x] = Element::new(i);
        }
        let mut upper: Vec<Vec<Element>> =
            order.iter().map(|&x| above[x].iter().map(|&y| number[y]).collect()).collect();
        let level: Vec<u32> = order.iter().map(|&x| level[x]).collect();
        drop_consequences(&mut upper, &level);
        Ok((Poset::from_covers(upper, level), number))
    }
}

/// The level of each element, or a cycle.
fn levels(above: &[Vec<usize>]) -> Result<Vec<u32>, Cycle> {
    let n = above.len();
    let mut waiting = vec![0usize; n];
    for &y in above.iter().flatten() {
        waiting[y] += 1;
    }
    let mut level = vec![0; n];
    let mut ready: Vec<usize> = (0..n).filter(|&x| waiting[x] == 0).collect();
    let mut done = 0;
    while let Some(x) = ready.pop() {
        done += 1;
        for &y in &above[x] {
            level[y] = level[y].max(level[x] + 1);
            waiting[y] -= 1;
            if waiting[y] == 0 {
                ready.push(y);
            }
        }
    }
    if done == n { Ok(level) } else { Err(find_cycle(above, &waiting)) }
}

/// Finds a cycle among the elements that still wait for something below them.
fn find_cycle(above: &[Vec<usize>], waiting: &[usize]) -> Cycle {
    // Each waiting element has a waiting predecessor: walk down until an element repeats.
    let mut below = vec![usize::MAX; above.len()];
    for (x, list) in above.iter().enumerate().filter(|&(x, _)| waiting[x] > 0) {
        for &y in list {
            below[y] = x;
        }
    }
    let mut at = waiting.iter().position(|&w| w > 0).expect("somebody waits");
    let mut seen = vec![false; above.len()];
    while !seen[at] {
        seen[at] = true;
        at = below[at];
    }
    let mut cycle = vec![at];
    let mut next = below[at];
    while next != at {
        cycle.push(next);
        next = below[next];
    }
    cycle.reverse();
    Cycle(cycle)
}

/// Removes from each list of larger elements those that are not covers.
fn drop_consequences(upper: &mut [Vec<Element>], level: &[u32]) {
    // A relation from one level to the next is always a cover; only longer ones can be implied by
    // others.
    let long = |x: usize, y: Element| level[y.index()] > level[x] + 1;
    let first_long = upper.iter().enumerate().position(|(x, list)| list.iter().any(|&y| long(x, y)));
    let Some(first_long) = first_long else { return };
    let n = upper.len();
    // Strict up-sets, computed from the top down and only for the elements that need them.
    let mut over: Vec<ElementSet> = vec![ElementSet::empty(0); n];
    for x in (first_long..n).rev() {
        let mut all = ElementSet::empty(n);
        for &y in &upper[x] {
            all |= &over[y.index()];
        }
        upper[x].retain(|&y| !all.contains(y));
        for &y in &upper[x] {
            all.insert(y);
        }
        over[x] = all;
    }
}

impl Poset {
    fn from_covers(upper: Vec<Vec<Element>>, level: Vec<u32>) -> Self {
        let mut lower = vec![Vec::new(); upper.len()];
        for (x, list) in upper.iter().enumerate() {
            for y in list {
                lower[y.index()].push(Element::new(x));
            }
        }
        Poset { lower, upper, level, up: OnceLock::new(), down: OnceLock::new() }
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lower.len()
    }

    /// Whether the poset is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lower.is_empty()
    }

    /// The elements in the order of the linear extension.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = Element> + ExactSizeIterator + use<> {
        (0..self.len()).map(Element::new)
    }

    /// The elements covered by `x`.
    #[must_use]
    pub fn lower_covers(&self, x: Element) -> &[Element] {
        &self.lower[x.index()]
    }

    /// The elements that cover `x`.
    #[must_use]
    pub fn upper_covers(&self, x: Element) -> &[Element] {
        &self.upper[x.index()]
    }

    /// All covers, as pairs of the lower and the upper element.
    pub fn covers(&self) -> impl Iterator<Item = (Element, Element)> + '_ {
        self.elements().flat_map(|x| self.upper_covers(x).iter().map(move |&y| (x, y)))
    }

    /// The level of `x`: the length of the longest chain below it.
    #[must_use]
    pub fn level(&self, x: Element) -> usize {
        self.level[x.index()] as usize
    }

    /// The elements `y ≥ x`, which the move `x` removes.
    #[must_use]
    pub fn up_set(&self, x: Element) -> &ElementSet {
        &self.up.get_or_init(|| closure(&self.upper, self.elements().rev()))[x.index()]
    }

    /// The elements `y ≤ x`.
    #[must_use]
    pub fn down_set(&self, x: Element) -> &ElementSet {
        &self.down.get_or_init(|| closure(&self.lower, self.elements()))[x.index()]
    }

    /// Whether `x < y`.
    #[must_use]
    pub fn less(&self, x: Element, y: Element) -> bool {
        x != y && self.up_set(x).contains(y)
    }

    /// Whether the set is a down-set: with each element it contains everything below it.
    #[must_use]
    pub fn is_down_closed(&self, set: &ElementSet) -> bool {
        set.iter().all(|x| self.lower_covers(x).iter().all(|&y| set.contains(y)))
    }

    /// Whether any two elements of a convex set are comparable.
    #[must_use]
    pub fn is_chain(&self, set: &ElementSet) -> bool {
        // The numbers follow a linear extension, so in a chain each element covers the one before
        // it.
        set.iter().zip(set.iter().skip(1)).all(|(x, y)| self.lower_covers(y).contains(&x))
    }

    /// The maximal elements of a down-closed set.
    pub fn maximal<'a>(&'a self, set: &'a ElementSet) -> impl Iterator<Item = Element> + 'a {
        set.iter().filter(|&x| !self.upper_covers(x).iter().any(|&y| set.contains(y)))
    }

    /// Partitions a set into chains, each listed from its bottom. Each chain is a longest one among
    /// the elements that the chains before it leave.
    #[must_use]
    pub fn chains(&self, set: &ElementSet) -> Vec<Vec<Element>> {
        let mut left = set.clone();
        let mut chains = Vec::new();
        while !left.is_empty() {
            // For each element the length of the longest chain that ends there, and its predecessor
            // in that chain.
            let mut longest: Vec<(usize, Option<Element>)> = vec![(0, None); self.len()];
            for x in left.iter() {
                let below = (self.down_set(x) & &left).iter().filter(|&y| y != x).max_by_key(|y| longest[y.index()].0);
                longest[x.index()] = (below.map_or(0, |y| longest[y.index()].0) + 1, below);
            }
            let top = left.iter().max_by_key(|x| longest[x.index()].0);
            let mut chain: Vec<Element> = std::iter::successors(top, |x| longest[x.index()].1).collect();
            chain.iter().for_each(|&x| {
                left.remove(x);
            });
            chain.reverse();
            chains.push(chain);
        }
        chains
    }

    /// The convex set as a poset of its own, and for each of its elements the corresponding element
    /// here.
    #[must_use]
    pub fn restrict(&self, set: &ElementSet) -> (Poset, Vec<Element>) {
        let old: Vec<Element> = set.iter().collect();
        let mut new = vec![Element::new(0); self.len()];
        for (i, x) in old.iter().enumerate() {
            new[x.index()] = Element::new(i);
        }
        let inside = |y: &&Element| set.contains(**y);
        let upper =
            old.iter().map(|&x| self.upper_covers(x).iter().filter(inside).map(|y| new[y.index()]).collect()).collect();
        let mut level: Vec<u32> = Vec::with_capacity(old.len());
        for &x in &old {
            let below = self.lower_covers(x).iter().filter(inside).map(|y| level[new[y.index()].index()] + 1);
            level.push(below.max().unwrap_or(0));
        }
        (Poset::from_covers(upper, level), old)
    }

    /// The connected components of a convex set, ordered by their first elements.
    #[must_use]
    pub fn components(&self, set: &ElementSet) -> Vec<ElementSet> {
        self.components_one_by_one(set).collect()
    }

    /// Like [`components`](Self::components), but holds one at a time: all components of a large
    /// antichain together take 128 MiB.
    pub(crate) fn components_one_by_one(&self, set: &ElementSet) -> impl Iterator<Item = ElementSet> {
        let mut rest = set.clone();
        iter::from_fn(move || {
            let start = rest.first()?;
            let mut component = ElementSet::empty(self.len());
            self.take_component(&mut rest, start, |x| {
                component.insert(x);
            });
            Some(component)
        })
    }

    /// The elements `y ≥ x`, found without computing the up-sets of all elements, which take up to
    /// 128 MiB.
    pub(crate) fn above(&self, x: Element) -> ElementSet {
        self.up.get().map_or_else(|| reachable(&self.upper, x), |up| up[x.index()].clone())
    }

    /// The elements `y ≤ x`, found likewise.
    pub(crate) fn below(&self, x: Element) -> ElementSet {
        self.down.get().map_or_else(|| reachable(&self.lower, x), |down| down[x.index()].clone())
    }

    /// The number of connected components of a convex set.
    #[must_use]
    pub fn count_components(&self, set: &ElementSet) -> usize {
        let (mut rest, mut count) = (set.clone(), 0);
        for start in set.iter() {
            if rest.contains(start) {
                self.take_component(&mut rest, start, |_| ());
                count += 1;
            }
        }
        count
    }

    /// Removes the component of an element from a set, and calls `take` with each of its elements.
    fn take_component(&self, rest: &mut ElementSet, start: Element, mut take: impl FnMut(Element)) {
        let mut open = vec![start];
        rest.remove(start);
        while let Some(x) = open.pop() {
            take(x);
            for covers in [self.lower_covers(x), self.upper_covers(x)] {
                open.extend(covers.iter().filter(|&&y| rest.remove(y)));
            }
        }
    }
}

/// The elements that steps of a relation lead to from `x`, and `x` itself.
fn reachable(step: &[Vec<Element>], x: Element) -> ElementSet {
    let (mut found, mut open) = (ElementSet::empty(step.len()), vec![x]);
    found.insert(x);
    while let Some(y) = open.pop() {
        open.extend(step[y.index()].iter().filter(|&&z| found.insert(z)));
    }
    found
}

/// The reflexive and transitive closure of a relation whose targets come earlier in `order`.
fn closure(step: &[Vec<Element>], order: impl Iterator<Item = Element>) -> Vec<ElementSet> {
    let n = step.len();
    let mut all = vec![ElementSet::empty(0); n];
    for x in order {
        let mut set = ElementSet::empty(n);
        set.insert(x);
        for y in &step[x.index()] {
            set |= &all[y.index()];
        }
        all[x.index()] = set;
    }
    all
}
