//! A poset taken apart into sums and ordinal sums, as far as it goes.
//!
//! In the ordinal sum A:B every element of B is above every element of A. The decomposition is a tree of nodes, parents before their
//! children, made without recursion: it may be thousands of levels deep. Each level takes time proportional to the lists.

use std::ops::Range;

use crate::induced::Induced;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A chain, perhaps empty.
    Chain,
    /// At least two components, the children.
    Sum,
    /// At least two parts, the children, each of them below all of the next.
    Ordinal,
    /// Neither.
    Leaf,
}

/// A part of the poset.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Where its elements are in the order of the tree.
    pub(super) span: Range<usize>,
    /// The numbers of its children.
    pub(super) children: Range<usize>,
}

/// The decomposition of an induced poset.
pub(super) struct Decomposition {
    pub(super) nodes: Vec<Node>,
    /// The elements in an order in which those of each node stand together; within each node, increasing.
    pub(super) order: Vec<u32>,
    /// Where each element stands in the order.
    places: Vec<usize>,
    /// The node of each element that has no children.
    node_of: Vec<usize>,
}

/// Whether a node that is to be taken apart may still be a sum, and an ordinal sum.
#[derive(Clone, Copy)]
struct May {
    sum: bool,
    ordinal: bool,
}

impl Decomposition {
    pub(super) fn new(poset: &Induced) -> Decomposition {
        let n = poset.len();
        let root = Node { kind: Kind::Leaf, span: 0..n, children: 0..0 };
        let order: Vec<u32> = poset.numbers().collect();
        let mut tree = Decomposition { nodes: vec![root], order, places: (0..n).collect(), node_of: vec![0; n] };
        let mut may = vec![May { sum: true, ordinal: true }];
        let mut at = 0;
        while at < tree.nodes.len() {
            let kind = tree.take_apart(at, may[at], poset);
            tree.nodes[at].kind = kind;
            // The components of a sum are no sums, and the parts of an ordinal sum no ordinal sums: it is taken apart at once.
            may.resize(tree.nodes.len(), May { sum: kind != Kind::Sum, ordinal: kind != Kind::Ordinal });
            at += 1;
        }
        tree
    }

    /// The node without children that has this element.
    pub(super) fn node_of(&self, x: u32) -> usize {
        self.node_of[x as usize]
    }

    /// Makes the children of a node, if there are any, and says what it is.
    fn take_apart(&mut self, at: usize, may: May, poset: &Induced) -> Kind {
        let span = self.nodes[at].span.clone();
        if span.len() <= 1 {
            return Kind::Chain;
        }
        if may.sum && self.split_sum(at, &span, poset) {
            return Kind::Sum;
        }
        if !may.ordinal {
            return if self.is_chain(&span, poset) { Kind::Chain } else { Kind::Leaf };
        }
        let cuts = self.cuts(at, &span, poset);
        if cuts.len() + 1 == span.len() {
            return Kind::Chain;
        }
        if cuts.is_empty() {
            return Kind::Leaf;
        }
        self.split_ordinal(at, &span, &cuts);
        Kind::Ordinal
    }

    /// Whether each element of a span is listed below the next.
    fn is_chain(&self, span: &Range<usize>, poset: &Induced) -> bool {
        self.order[span.clone()].windows(2).all(|pair| poset.lower.of(pair[1]).binary_search(&pair[0]).is_ok())
    }

    /// Splits a node into its components, if there are several.
    fn split_sum(&mut self, at: usize, span: &Range<usize>, poset: &Induced) -> bool {
        // A forest on the places of the node, counted from its start; the root of each tree is its first place.
        let mut parents: Vec<usize> = (0..span.len()).collect();
        let mut parts = span.len();
        for place in span.clone() {
            for &y in self.within(at, place, poset) {
                let (a, b) =
                    (find(&mut parents, place - span.start), find(&mut parents, self.places[y as usize] - span.start));
                parents[a.max(b)] = a.min(b);
                parts -= usize::from(a != b);
            }
        }
        if parts == 1 {
            return false;
        }
        // Number the components by their first elements, and collect their sizes.
        let mut sizes: Vec<usize> = Vec::with_capacity(parts);
        let mut component = vec![0; span.len()];
        for i in 0..span.len() {
            let root = find(&mut parents, i);
            if root == i {
                component[i] = sizes.len();
                sizes.push(0);
            }
            component[i] = component[root];
            sizes[component[i]] += 1;
        }
        let elements = self.order[span.clone()].to_vec();
        let mut starts = Vec::with_capacity(parts);
        let mut start = span.start;
        for &size in &sizes {
            starts.push(start);
            start += size;
        }
        let children = self.add_children(at, starts.iter().zip(&sizes).map(|(&start, &size)| start..start + size));
        for (i, &x) in elements.iter().enumerate() {
            let place = &mut starts[component[i]];
            self.order[*place] = x;
            self.places[x as usize] = *place;
            self.node_of[x as usize] = children.start + component[i];
            *place += 1;
        }
        true
    }

    /// The places, counted from the start of the node, at which it can be cut into a lower part and one all above it.
    ///
    /// The lower part A of a cut has smaller numbers than the upper part B, so it is a beginning of the node. It is a cut if and
    /// only if each minimal element of B is above each maximal element of A, and then the relation is listed: a path of listed
    /// relations from one to the other cannot have an element between them. So it is enough to count such pairs.
    fn cuts(&self, at: usize, span: &Range<usize>, poset: &Induced) -> Vec<usize> {
        let n = span.len();
        // The last place of an element listed below each place, plus 1, and the first of one listed above.
        let mut after_lower = vec![0; n];
        let mut first_upper = vec![n; n];
        for (i, after) in after_lower.iter_mut().enumerate() {
            for &y in self.within(at, span.start + i, poset) {
                let j = self.places[y as usize] - span.start;
                *after = (*after).max(j + 1);
                first_upper[j] = first_upper[j].min(i);
            }
        }
        // At each place: by how much the numbers of maximal and minimal elements and of pairs change there.
        let mut maximal = vec![0i64; n + 2];
        let mut minimal = vec![0i64; n + 2];
        let mut pairs = vec![0i64; n + 2];
        for i in 0..n {
            // Element i is maximal in a beginning that has it and none above, minimal in an end that has it and none below.
            maximal[i + 1] += 1;
            maximal[first_upper[i] + 1] -= 1;
            minimal[after_lower[i]] += 1;
            minimal[i + 1] -= 1;
            for &y in self.within(at, span.start + i, poset) {
                let j = self.places[y as usize] - span.start;
                if after_lower[i] <= first_upper[j] {
                    pairs[after_lower[i]] += 1;
                    pairs[first_upper[j] + 1] -= 1;
                }
            }
        }
        let (mut a, mut b, mut both) = (0, 0, 0);
        let mut cuts = Vec::new();
        for cut in 0..n {
            a += maximal[cut];
            b += minimal[cut];
            both += pairs[cut];
            if cut > 0 && both == a * b {
                cuts.push(cut);
            }
        }
        cuts
    }

    /// Splits a node at these cuts; neighbouring parts of one element each become one chain.
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
                self.node_of[x as usize] = child;
            }
        }
    }

    fn add_children(&mut self, at: usize, spans: impl Iterator<Item = Range<usize>>) -> Range<usize> {
        let start = self.nodes.len();
        self.nodes.extend(spans.map(|span| Node { kind: Kind::Leaf, span, children: 0..0 }));
        let children = start..self.nodes.len();
        self.nodes[at].children = children.clone();
        children
    }

    /// The elements of a node listed below the one at this place in the order, which is one of the node.
    fn within<'a>(&'a self, at: usize, place: usize, poset: &'a Induced) -> impl Iterator<Item = &'a u32> {
        poset.lower.of(self.order[place]).iter().filter(move |&&y| self.node_of[y as usize] == at)
    }
}

/// The root of a tree in a forest, with the path to it halved.
fn find(parents: &mut [usize], mut i: usize) -> usize {
    while parents[i] != i {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    i
}
