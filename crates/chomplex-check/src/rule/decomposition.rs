//! The decomposition of a poset into sums and ordinal sums, as far as possible.
//!
//! In the ordinal sum A:B every element of B is above every element of A. The decomposition is a
//! tree of nodes, with parents before their children. It is built without recursion, since it may
//! be thousands of levels deep. Each level takes time proportional to the lists.

use std::ops::Range;

use crate::induced::Induced;

/// The kind of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Composition {
    /// A chain, possibly empty.
    Chain,
    /// At least two components, the children.
    Sum,
    /// At least two parts, the children, each of them below all of the next.
    Ordinal,
    /// None of these.
    Leaf,
}

/// A part of the poset.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Composition,
    /// The span of its elements in the order of the tree.
    pub(super) span: Range<usize>,
    /// The numbers of its children.
    pub(super) children: Range<usize>,
}

/// The decomposition of an induced poset.
pub(super) struct Decomposition {
    pub(super) nodes: Vec<Node>,
    /// The elements in an order in which those of each node are adjacent, and increasing within
    /// each node.
    pub(super) order: Vec<u32>,
    /// The place of each element in the order.
    places: Vec<u32>,
    /// The childless node that contains each element.
    node_of: Vec<u32>,
}

/// Buffers, reused for each node. Places are counted from the start of the node.
#[derive(Default)]
struct Room {
    /// The listed relations within the node: the lower place, then the upper one.
    relations: Vec<(u32, u32)>,
    /// A forest on the places of the node. The root of each tree is its first place.
    parents: Vec<u32>,
    /// The component of each place.
    components: Vec<u32>,
    /// The elements of the node.
    elements: Vec<u32>,
    /// For each place: the last place listed below it, plus 1; and the first place listed above it.
    after_lower: Vec<u32>,
    first_upper: Vec<u32>,
    changes: Vec<Change>,
}

/// The changes from one cut to the next: of the number of maximal elements below the cut, of the
/// number of minimal elements above it, and of the number of relations between them.
#[derive(Clone, Copy, Default)]
struct Change {
    maximal: i64,
    minimal: i64,
    pairs: i64,
}

/// Whether a node may still be a sum, and an ordinal sum.
#[derive(Clone, Copy)]
struct May {
    sum: bool,
    ordinal: bool,
}

impl Decomposition {
    pub(super) fn new(poset: &Induced) -> Decomposition {
        let n = poset.len();
        let root = Node { kind: Composition::Leaf, span: 0..n, children: 0..0 };
        let order: Vec<u32> = poset.numbers().collect();
        let places = poset.numbers().collect();
        let mut tree = Decomposition { nodes: vec![root], order, places, node_of: vec![0; n] };
        let mut may = vec![May { sum: true, ordinal: true }];
        let mut room = Room::default();
        let mut at = 0;
        while at < tree.nodes.len() {
            let kind = tree.take_apart(at, may[at], poset, &mut room);
            tree.nodes[at].kind = kind;
            // The components of a sum are not sums, and the parts of an ordinal sum are not ordinal
            // sums: each is split completely.
            may.resize(tree.nodes.len(), May { sum: kind != Composition::Sum, ordinal: kind != Composition::Ordinal });
            at += 1;
        }
        tree
    }

    /// The childless node that contains this element.
    pub(super) fn node_of(&self, x: u32) -> usize {
        self.node_of[x as usize] as usize
    }

    /// Creates the children of a node, if there are any, and returns its kind.
    fn take_apart(&mut self, at: usize, may: May, poset: &Induced, room: &mut Room) -> Composition {
        let span = self.nodes[at].span.clone();
        if span.len() <= 1 {
            return Composition::Chain;
        }
        self.find_relations(at, poset, room);
        if may.sum && self.split_sum(at, room) {
            return Composition::Sum;
        }
        if !may.ordinal {
            return if self.is_chain(&span, poset) { Composition::Chain } else { Composition::Leaf };
        }
        let cuts = cuts(span.len(), room);
        if cuts.len() + 1 == span.len() {
            return Composition::Chain;
        }
        if cuts.is_empty() {
            return Composition::Leaf;
        }
        self.split_ordinal(at, &span, &cuts);
        Composition::Ordinal
    }

    /// Finds the listed relations within a node.
    fn find_relations(&self, at: usize, poset: &Induced, room: &mut Room) {
        let span = &self.nodes[at].span;
        let start = span.start as u32;
        room.relations.clear();
        for (upper, &x) in (0..).zip(&self.order[span.clone()]) {
            for &y in poset.lower.of(x) {
                if self.node_of[y as usize] as usize == at {
                    room.relations.push((self.places[y as usize] - start, upper));
                }
            }
        }
    }

    /// Whether each element of a span is listed below the next.
    fn is_chain(&self, span: &Range<usize>, poset: &Induced) -> bool {
        self.order[span.clone()].windows(2).all(|pair| poset.lower.of(pair[1]).binary_search(&pair[0]).is_ok())
    }

    /// Splits a node into its components, if there are several.
    fn split_sum(&mut self, at: usize, room: &mut Room) -> bool {
        let span = self.nodes[at].span.clone();
        let Room { relations, parents, components, elements, .. } = room;
        parents.clear();
        parents.extend(0..span.len() as u32);
        let mut parts = span.len();
        for &(lower, upper) in &*relations {
            let (a, b) = (find(parents, lower), find(parents, upper));
            parents[a.max(b) as usize] = a.min(b);
            parts -= usize::from(a != b);
        }
        if parts == 1 {
            return false;
        }
        // Number the components by their first elements, and collect their sizes.
        let mut sizes: Vec<usize> = Vec::new();
        components.clear();
        for place in 0..span.len() as u32 {
            let root = find(parents, place);
            if root == place {
                components.push(sizes.len() as u32);
                sizes.push(1);
            } else {
                let component = components[root as usize];
                components.push(component);
                sizes[component as usize] += 1;
            }
        }
        let mut end = span.start;
        let spans = sizes.iter().map(|size| {
            end += size;
            end - size..end
        });
        let children = self.add_children(at, spans);
        // For each component the place of its next element.
        let mut next: Vec<usize> = children.clone().map(|child| self.nodes[child].span.start).collect();
        elements.clear();
        elements.extend_from_slice(&self.order[span]);
        for (&x, &component) in elements.iter().zip(&*components) {
            let place = &mut next[component as usize];
            self.order[*place] = x;
            self.places[x as usize] = *place as u32;
            self.node_of[x as usize] = children.start as u32 + component;
            *place += 1;
        }
        true
    }

    /// Splits a node at these cuts. Adjacent parts of one element each become one chain.
    fn split_ordinal(&mut self, at: usize, span: &Range<usize>, cuts: &[usize]) {
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut start = span.start;
        let mut chain = false;
        for end in cuts.iter().map(|cut| span.start + cut).chain([span.end]) {
            let single = end - start == 1;
            match parts.last_mut() {
                Some(last) if chain && single => last.end = end,
                _ => parts.push(start..end),
            }
            chain = single;
            start = end;
        }
        let children = self.add_children(at, parts.into_iter());
        for child in children {
            for &x in &self.order[self.nodes[child].span.clone()] {
                self.node_of[x as usize] = child as u32;
            }
        }
    }

    fn add_children(&mut self, at: usize, spans: impl Iterator<Item = Range<usize>>) -> Range<usize> {
        let start = self.nodes.len();
        self.nodes.extend(spans.map(|span| Node { kind: Composition::Leaf, span, children: 0..0 }));
        let children = start..self.nodes.len();
        self.nodes[at].children = children.clone();
        children
    }
}

/// The places at which a node of this size can be cut into a lower part and an upper part entirely
/// above it.
///
/// The lower part A of a cut has smaller numbers than the upper part B, so it is a prefix of the
/// node. It is a cut if and only if each minimal element of B is above each maximal element of A.
/// In that case the relation is listed: a path of listed relations from one to the other cannot
/// have an element between them. So it is enough to count such pairs.
fn cuts(size: usize, room: &mut Room) -> Vec<usize> {
    let Room { relations, after_lower, first_upper, changes, .. } = room;
    after_lower.clear();
    after_lower.resize(size, 0);
    first_upper.clear();
    first_upper.resize(size, size as u32);
    for &(lower, upper) in &*relations {
        let (after, first) = (&mut after_lower[upper as usize], &mut first_upper[lower as usize]);
        *after = (*after).max(lower + 1);
        *first = (*first).min(upper);
    }
    changes.clear();
    changes.resize(size + 2, Change::default());
    for (i, (&after, &first)) in after_lower.iter().zip(&*first_upper).enumerate() {
        // This element is maximal in a prefix that contains it and nothing above it, and minimal in
        // a suffix that contains it and nothing below it.
        changes[i + 1].maximal += 1;
        changes[first as usize + 1].maximal -= 1;
        changes[after as usize].minimal += 1;
        changes[i + 1].minimal -= 1;
    }
    for &(lower, upper) in &*relations {
        let (after, first) = (after_lower[upper as usize] as usize, first_upper[lower as usize] as usize);
        if after <= first {
            changes[after].pairs += 1;
            changes[first + 1].pairs -= 1;
        }
    }
    let mut at = Change::default();
    let mut cuts = Vec::new();
    for (cut, change) in changes[..size].iter().enumerate() {
        at.maximal += change.maximal;
        at.minimal += change.minimal;
        at.pairs += change.pairs;
        if cut > 0 && at.pairs == at.maximal * at.minimal {
            cuts.push(cut);
        }
    }
    cuts
}

/// The root of a tree in a forest, with path halving.
fn find(parents: &mut [u32], mut i: u32) -> u32 {
    while parents[i as usize] != i {
        parents[i as usize] = parents[parents[i as usize] as usize];
        i = parents[i as usize];
    }
    i
}
