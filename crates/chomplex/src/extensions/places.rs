//! The places of elements and the order of pairs, computed from the leaves of the tree of modules
//! up to the root.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::lattice::PlaceCounts;
use super::modules::{Node, Prime, Tree};
use super::ratio::Ratio;
use super::shuffle::Binomials;
use crate::budget::{Budget, Meter, Stop};
use crate::element::Element;

/// The distribution of an element over the places within a module, counted from 0.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The first place it can have.
    pub(crate) first: usize,
    /// The number of times it has each place from there on.
    pub(crate) counts: Vec<UBig>,
    /// The number of all times.
    pub(crate) total: UBig,
}

impl Places {
    /// The places of a single element.
    fn alone() -> Self {
        Places { first: 0, counts: vec![UBig::ONE], total: UBig::ONE }
    }

    /// Each place with the number of times the element has it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &UBig)> {
        self.counts.iter().enumerate().map(|(i, count)| (self.first + i, count))
    }

    /// The places in a larger module, where place `i` of this one becomes place `k` in `times(i,
    /// k)` of `total` cases.
    fn within<'t>(&self, size: usize, total: &UBig, times: impl Fn(usize, usize) -> &'t UBig) -> Self {
        let mut counts = vec![UBig::ZERO; size];
        for (i, count) in self.iter() {
            for (k, sum) in counts.iter_mut().enumerate() {
                let times = times(i, k);
                if *times != UBig::ZERO {
                    *sum += count * times;
                }
            }
        }
        let first = counts.iter().position(|count| *count != UBig::ZERO).unwrap_or(0);
        let end = counts.iter().rposition(|count| *count != UBig::ZERO).map_or(first, |last| last + 1);
        Places { first, counts: counts.drain(first..end).collect(), total: &self.total * total }
    }

    fn heap_bytes(&self) -> u64 {
        self.counts.iter().map(|count| size_of::<UBig>() as u64 + heap_bytes(count)).sum()
    }
}

/// A fraction for every pair of elements.
#[derive(Clone, Debug)]
pub(crate) struct Pairs(Vec<Ratio>);

impl Pairs {
    /// The index of the fraction for two elements: row by row, each one longer than the row before.
    fn place(low: usize, high: usize) -> usize {
        high * (high - 1) / 2 + low
    }

    /// The probability that the first of two elements, which has the smaller number, comes first.
    pub(crate) fn get(&self, low: usize, high: usize) -> &Ratio {
        &self.0[Self::place(low, high)]
    }
}

/// The result for the whole poset. Elements are numbered among the remaining ones.
#[derive(Clone, Debug)]
pub(crate) struct Summit {
    pub(crate) extensions: UBig,
    pub(crate) pairs: Pairs,
    pub(crate) places: Vec<Places>,
}

/// A traversal of the tree from the leaves to the root.
pub(crate) struct Climb<'a> {
    tree: &'a Tree,
    /// The number of each element among the remaining ones.
    inside: &'a [usize],
    /// The number of linear extensions of each finished node.
    extensions: Vec<UBig>,
    /// The places of each element in the largest finished module.
    members: Vec<Vec<(usize, Places)>>,
    pairs: Pairs,
    meter: Meter,
    bytes: u64,
}

impl<'a> Climb<'a> {
    /// Starts a traversal.
    ///
    /// # Errors
    /// If there is not enough memory for all pairs.
    pub(crate) fn new(tree: &'a Tree, inside: &'a [usize], budget: &Budget) -> Result<Self, Stop> {
        let n = tree.size(0) as u64;
        let mut meter = budget.meter(100);
        let bytes = (n * n / 2) * (size_of::<Ratio>() as u64);
        meter.hold(bytes)?;
        let pairs = Pairs(vec![Ratio::ONE; Pairs::place(0, tree.size(0).max(1))]);
        let nodes = tree.nodes().len();
        let (extensions, members) = (vec![UBig::ONE; nodes], vec![Vec::new(); nodes]);
        Ok(Climb { tree, inside, extensions, members, pairs, meter, bytes })
    }

    /// Processes a node whose children are finished.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn step(&mut self, node: usize, budget: &Budget) -> Result<(), Stop> {
        self.extensions[node] = self.tree.nodes()[node].children().map(|child| &self.extensions[child]).product();
        match &self.tree.nodes()[node] {
            Node::Element(x) => self.members[node] = vec![(self.inside[x.index()], Places::alone())],
            Node::Sum(_) => self.sum(node)?,
            Node::Ordinal(_) => self.ordinal(node),
            Node::Prime(prime) => self.prime(node, prime, &PlaceCounts::new(&prime.order, budget)?)?,
        }
        Ok(())
    }

    /// The parts are incomparable and are interleaved in all ways.
    fn sum(&mut self, node: usize) -> Result<(), Stop> {
        let children = self.tree.nodes()[node].children();
        let (size, sizes) = (self.tree.size(node), children.clone().map(|child| self.tree.size(child)));
        let binomials = Binomials::up_to(size, sizes.clone().max().unwrap_or(0));
        let mut placed = 0;
        for part in sizes {
            placed += part;
            self.extensions[node] *= binomials.get(placed, part);
        }
        for low in children.clone() {
            for high in low + 1..children.end {
                let (a, b) = (self.tree.size(low), self.tree.size(high));
                let before = binomials.before(a, b);
                self.compare(low, high, &binomials.get(a + b, a), |i, j| &before[i * b + j])?;
            }
        }
        for child in children {
            let part = self.tree.size(child);
            let at = (0..part).flat_map(|i| (0..size).map(move |k| (i, k)));
            let at: Vec<UBig> = at.map(|(i, k)| binomials.at(size, part, i, k)).collect();
            self.lift(node, child, &binomials.get(size, part), |i, k| &at[i * size + k])?;
        }
        Ok(())
    }

    /// The factors of an ordinal sum follow each other; their elements are comparable.
    fn ordinal(&mut self, node: usize) {
        let mut shift = 0;
        for child in self.tree.nodes()[node].children() {
            for (x, mut places) in std::mem::take(&mut self.members[child]) {
                places.first += shift;
                self.members[node].push((x, places));
            }
            shift += self.tree.size(child);
        }
    }

    fn prime(&mut self, node: usize, prime: &Prime, counts: &PlaceCounts) -> Result<(), Stop> {
        self.extensions[node] *= counts.count();
        let first = prime.children.start;
        let comparable = |x: Element, y: Element| prime.order.less(x, y) || prime.order.less(y, x);
        for (low, a) in prime.chains.iter().enumerate() {
            for (high, b) in prime.chains.iter().enumerate().skip(low + 1) {
                if !comparable(a[0], b[0]) {
                    self.compare(first + low, first + high, counts.count(), |i, j| counts.before(a[i], b[j]))?;
                }
            }
        }
        for (child, chain) in prime.children.clone().zip(&prime.chains) {
            self.lift(node, child, counts.count(), |i, k| counts.at(chain[i], k))?;
        }
        Ok(())
    }

    /// Converts the places of the elements of a child to places in its parent.
    fn lift<'t>(
        &mut self,
        node: usize,
        child: usize,
        total: &UBig,
        times: impl Fn(usize, usize) -> &'t UBig,
    ) -> Result<(), Stop> {
        for (x, places) in std::mem::take(&mut self.members[child]) {
            self.meter.pause()?;
            let places = places.within(self.tree.size(node), total, &times);
            self.bytes += places.heap_bytes();
            self.meter.hold(self.bytes)?;
            self.members[node].push((x, places));
        }
        Ok(())
    }

    /// Sets the order of each element of one child and each of another, where place `i` of the
    /// first comes before place `j` of the second in `before(i, j)` of `total` cases.
    fn compare<'t>(
        &mut self,
        low: usize,
        high: usize,
        total: &UBig,
        before: impl Fn(usize, usize) -> &'t UBig,
    ) -> Result<(), Stop> {
        let size = self.tree.size(high);
        for (x, of_x) in &self.members[low] {
            let sum = |j: usize| of_x.iter().map(|(i, count)| count * before(i, j)).sum::<UBig>();
            let before_each: Vec<UBig> = (0..size).map(sum).collect();
            for (y, of_y) in &self.members[high] {
                self.meter.pause()?;
                let times: UBig = of_y.iter().map(|(j, count)| count * &before_each[j]).sum();
                let ratio = Ratio::new(times, total * &of_x.total * &of_y.total);
                self.bytes += heap_bytes(ratio.numerator()) + heap_bytes(ratio.denominator());
                let (ratio, low, high) = if x < y { (ratio, *x, *y) } else { (ratio.complement(), *y, *x) };
                self.pairs.0[Pairs::place(low, high)] = ratio;
            }
            self.meter.hold(self.bytes)?;
        }
        Ok(())
    }

    /// The result, once all nodes are finished.
    pub(crate) fn finish(mut self) -> Summit {
        let mut members = std::mem::take(&mut self.members[0]);
        members.sort_unstable_by_key(|&(x, _)| x);
        let places = members.into_iter().map(|(_, places)| places).collect();
        Summit { extensions: std::mem::take(&mut self.extensions[0]), pairs: self.pairs, places }
    }
}

/// The heap memory of a number: up to two words are stored inline.
fn heap_bytes(number: &UBig) -> u64 {
    if number.bit_len() > 128 { number.bit_len() as u64 / 8 + 16 } else { 0 }
}
