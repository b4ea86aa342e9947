//! A poset as a tree of modules.
//!
//! A *module* is a set M such that each element outside it is above all of M, below all of M, or
//! incomparable to all of M. The number of linear extensions of the poset that induce a given
//! linear extension of M is the same for every linear extension of M. So M can be counted
//! separately and replaced by a chain of as many elements: `e(P) = e(M) · e(P with a chain for M)`.
//!
//! The modules that do not overlap with others form a tree (T. Gallai, *Transitiv orientierbare
//! Graphen*, 1967). A node splits into connected components, or is an ordinal sum, or its maximal
//! modules form a partition and the quotient, with a point for each of them, has no modules.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use crate::bits::MAX_WIDTH;
use crate::budget::{Budget, Meter, Stop};
use crate::element::{Element, ElementSet};
use crate::poset::{Draft, Poset};
use crate::reduce::ordinal_sum::{self, Decomposition};
use crate::shape::Shape;

/// A poset as a tree of modules. Children have larger indices than their parents.
#[derive(Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    sizes: Vec<usize>,
}

/// A module. Children are given by the indices of their nodes.
#[derive(Debug)]
pub(crate) enum Node {
    /// A single element.
    Element(Element),
    /// A sum of these parts, each of which is connected. The empty poset is the sum of no parts.
    Sum(Range<usize>),
    /// The ordinal sum of these factors, the lowest first, none of which is an ordinal sum.
    Ordinal(Range<usize>),
    /// Neither a sum nor an ordinal sum.
    Prime(Box<Prime>),
}

/// A poset whose maximal modules form a partition.
#[derive(Debug)]
pub(crate) struct Prime {
    /// The poset with each maximal module replaced by a chain of as many elements.
    pub(crate) order: Poset,
    /// The elements of each of these chains, from the bottom up.
    pub(crate) chains: Vec<Vec<Element>>,
    /// The maximal modules.
    pub(crate) children: Range<usize>,
}

impl Node {
    /// The indices of its children.
    pub(crate) fn children(&self) -> Range<usize> {
        match self {
            Node::Element(_) => 0..0,
            Node::Sum(children) | Node::Ordinal(children) => children.clone(),
            Node::Prime(prime) => prime.children.clone(),
        }
    }
}

/// A node that is not built yet.
enum Open {
    Part(Rc<Decomposition>, usize),
    Set(ElementSet),
}

impl Tree {
    /// The tree of a convex set.
    ///
    /// # Errors
    /// If the budget is spent, or a prime has more than [`MAX_WIDTH`] elements. Nothing can count
    /// such a prime, so it is rejected before its modules are computed.
    pub(crate) fn new(poset: &Poset, set: &ElementSet, budget: &Budget) -> Result<Self, Stop> {
        let mut meter = budget.meter(8);
        let mut nodes = Vec::new();
        let mut open = VecDeque::from([Open::Set(set.clone())]);
        while let Some(next) = open.pop_front() {
            meter.pause()?;
            let (parts, number) = match next {
                Open::Part(parts, number) => (parts, number),
                Open::Set(set) => (Rc::new(Decomposition::new(&Shape::new(poset, &set))), 0),
            };
            // Children are placed after all open nodes, and those of one node together.
            let first = nodes.len() + 1 + open.len();
            let mut children = |range: &Range<usize>| {
                open.extend(range.clone().map(|number| Open::Part(Rc::clone(&parts), number)));
                first..first + range.len()
            };
            nodes.push(match &parts.nodes()[number] {
                ordinal_sum::Node::Element(x) => Node::Element(*x),
                ordinal_sum::Node::Sum(range) => Node::Sum(children(range)),
                ordinal_sum::Node::Ordinal(range) => Node::Ordinal(children(range)),
                ordinal_sum::Node::Prime(set) => {
                    if set.len() > MAX_WIDTH {
                        return Err(Stop::Size);
                    }
                    let modules = maximal_modules(poset, set, &mut meter)?;
                    let (order, chains) = with_chains(poset, set, &modules);
                    let children = first..first + modules.len();
                    open.extend(modules.into_iter().map(Open::Set));
                    Node::Prime(Box::new(Prime { order, chains, children }))
                }
            });
        }
        let mut sizes = vec![1; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            if !matches!(node, Node::Element(_)) {
                sizes[number] = sizes[node.children()].iter().sum();
            }
        }
        Ok(Tree { nodes, sizes })
    }

    /// All nodes; the first is the root.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of elements of a node.
    pub(crate) fn size(&self, node: usize) -> usize {
        self.sizes[node]
    }

    /// The nodes that are neither sums nor ordinal sums.
    pub(crate) fn primes(&self) -> impl Iterator<Item = &Prime> {
        self.nodes.iter().filter_map(|node| if let Node::Prime(prime) = node { Some(&**prime) } else { None })
    }
}

/// The maximal modules of a set that is connected and not an ordinal sum, ordered by their first
/// elements.
fn maximal_modules(poset: &Poset, set: &ElementSet, meter: &mut Meter) -> Result<Vec<ElementSet>, Stop> {
    let start = set.first().expect("a prime is not empty");
    let mut classes = modules_without(poset, set, start, meter)?;
    let around = module_around(poset, set, start, &classes, meter)?;
    classes.retain(|class| class.first().is_some_and(|x| !around.contains(x)));
    classes.push(around);
    classes.sort_unstable_by_key(ElementSet::first);
    Ok(classes)
}

/// The maximal modules among those that do not contain `start`: the coarsest partition of the rest
/// in which no class is split by an element outside it.
fn modules_without(
    poset: &Poset,
    set: &ElementSet,
    start: Element,
    meter: &mut Meter,
) -> Result<Vec<ElementSet>, Stop> {
    let mut rest = set.clone();
    rest.remove(start);
    // The classes that may still be split, and the singletons.
    let (mut classes, mut singles) = (Vec::new(), Vec::new());
    let sort = |piece: ElementSet, classes: &mut Vec<ElementSet>, singles: &mut Vec<ElementSet>| {
        if piece.len() > 1 { classes.push(piece) } else { singles.push(piece) }
    };
    sort(rest, &mut classes, &mut singles);
    let mut open: Vec<Element> = set.iter().collect();
    let mut is_open = vec![true; poset.len()];
    while let Some(splitter) = open.pop() {
        is_open[splitter.index()] = false;
        let mut number = 0;
        while number < classes.len() {
            meter.pause()?;
            let class = &classes[number];
            if class.contains(splitter) {
                number += 1;
                continue;
            }
            let above = class & poset.up_set(splitter);
            let below = class & poset.down_set(splitter);
            let apart = &(class - &above) - &below;
            let pieces: Vec<ElementSet> = [above, below, apart].into_iter().filter(|piece| !piece.is_empty()).collect();
            if pieces.len() == 1 {
                number += 1;
                continue;
            }
            // Elements of the same class did not split it; now they may.
            for x in pieces.iter().flat_map(ElementSet::iter) {
                if !std::mem::replace(&mut is_open[x.index()], true) {
                    open.push(x);
                }
            }
            // This element does not split any of the pieces again, so their order does not matter.
            classes.swap_remove(number);
            pieces.into_iter().for_each(|piece| sort(piece, &mut classes, &mut singles));
        }
    }
    classes.append(&mut singles);
    Ok(classes)
}

/// The maximal proper module that contains `start`, as a union of classes.
fn module_around(
    poset: &Poset,
    set: &ElementSet,
    start: Element,
    classes: &[ElementSet],
    meter: &mut Meter,
) -> Result<ElementSet, Stop> {
    let mut module = ElementSet::from_iter_in(poset.len(), [start]);
    // With one of these it would be everything.
    let mut outside = ElementSet::empty(poset.len());
    for class in classes {
        let seed = class.first().expect("classes are not empty");
        if module.contains(seed) || outside.contains(seed) {
            continue;
        }
        let mut larger = &module | class;
        let mut open: Vec<Element> = class.iter().collect();
        let proper = loop {
            meter.pause()?;
            let Some(x) = open.pop() else { break true };
            // The elements whose relations to `x` and to `start` differ.
            let up = poset.up_set(x) ^ poset.up_set(start);
            let down = poset.down_set(x) ^ poset.down_set(start);
            let more = &(&(&up | &down) & set) - &larger;
            if !(&more & &outside).is_empty() {
                break false;
            }
            open.extend(more.iter());
            larger |= &more;
        };
        if proper && larger.len() < set.len() {
            module = larger;
        } else {
            outside |= class;
        }
    }
    Ok(module)
}

/// The set with each module replaced by a chain of as many elements, and the elements of these
/// chains from the bottom up.
fn with_chains(poset: &Poset, set: &ElementSet, modules: &[ElementSet]) -> (Poset, Vec<Vec<Element>>) {
    let mut module_of = vec![usize::MAX; poset.len()];
    let mut starts = Vec::with_capacity(modules.len());
    let mut size = 0;
    for (number, module) in modules.iter().enumerate() {
        module.iter().for_each(|x| module_of[x.index()] = number);
        starts.push(size);
        size += module.len();
    }
    let last = |number: usize| starts[number] + modules[number].len() - 1;
    let within = (0..modules.len()).flat_map(|number| (starts[number]..last(number)).map(|x| (x, x + 1)));
    let covers = set.iter().flat_map(|x| poset.upper_covers(x).iter().map(move |&y| (x, y)));
    let between = covers.filter_map(|(x, y)| {
        let (low, high) = (module_of[x.index()], module_of[y.index()]);
        (high != usize::MAX && low != high).then(|| (last(low), starts[high]))
    });
    let (order, number) = Draft { size, relations: within.chain(between).collect() }.check().expect("it is an order");
    let chains = (0..modules.len()).map(|i| number[starts[i]..=last(i)].to_vec()).collect();
    (order, chains)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn tree(expression: &str) -> Tree {
        let position: Position = expression.parse().unwrap();
        Tree::new(position.poset(), position.remaining(), &Budget::default()).unwrap()
    }

    #[test]
    fn nested_modules_are_found() {
        // In the zigzag c > a < d > b, d is replaced by another zigzag r > p < s > q, and q in it
        // by two elements.
        let tree = tree("poset[a<c, a<p, a<q, a<q2, b<p, b<q, b<q2, p<r, p<s, q<s, q2<s]");
        let lengths = |prime: &Prime| {
            let mut lengths: Vec<usize> = prime.chains.iter().map(Vec::len).collect();
            lengths.sort_unstable();
            lengths
        };
        assert_eq!(tree.primes().map(lengths).collect::<Vec<_>>(), [[1, 1, 1, 5], [1, 1, 1, 2]]);
        assert_eq!(tree.size(0), 8);
    }

    #[test]
    fn the_modules_of_a_path_with_twins() {
        // In the zigzag a < b > c < d, the element a is doubled, which gives a module of two.
        let tree = tree("poset[a<b, e<b, c<b, c<d]");
        let Node::Prime(prime) = &tree.nodes()[0] else { panic!("{:?}", tree.nodes()) };
        assert_eq!(prime.chains.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1, 1]);
        assert_eq!(prime.order.covers().count(), 4);
        assert!(matches!(tree.nodes()[1], Node::Sum(ref parts) if parts.len() == 2));
    }

    /// Modules from the definition: sets to which everything outside is related in the same way. A
    /// maximal one is proper, and not contained in a larger one.
    #[test]
    fn maximal_modules_are_those_of_the_definition() {
        let mut state = 1u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut nontrivial = 0;
        for _ in 0..3000 {
            let size = 4 + (random() % 5) as usize;
            let pairs = (0..size).flat_map(|x| (x + 1..size).map(move |y| (x, y)));
            let relations = pairs.filter(|_| random() % 3 == 0).collect();
            let (poset, _) = Draft { size, relations }.check().unwrap();
            let all = ElementSet::full(size);
            if !Decomposition::new(&Shape::new(&poset, &all)).is_trivial() {
                continue;
            }
            let set =
                |mask: u32| ElementSet::from_iter_in(size, (0..size).filter(|&i| mask >> i & 1 == 1).map(Element::new));
            let is_module = |mask: u32| {
                let relation = |x: usize, y: usize| {
                    let (x, y) = (Element::new(x), Element::new(y));
                    (poset.less(x, y), poset.less(y, x))
                };
                let members: Vec<usize> = (0..size).filter(|&i| mask >> i & 1 == 1).collect();
                (0..size)
                    .filter(|&x| mask >> x & 1 == 0)
                    .all(|x| members.iter().all(|&y| relation(x, y) == relation(x, members[0])))
            };
            let proper: Vec<u32> = (1..(1 << size) - 1).filter(|&mask| is_module(mask)).collect();
            let mut maximal: Vec<ElementSet> = proper
                .iter()
                .filter(|&&m| !proper.iter().any(|&other| other != m && other & m == m))
                .map(|&m| set(m))
                .collect();
            maximal.sort_unstable_by_key(ElementSet::first);
            assert_eq!(maximal_modules(&poset, &all, &mut Budget::default().meter(8)).unwrap(), maximal);
            nontrivial += usize::from(maximal.len() < size);
        }
        assert!(nontrivial > 100, "{nontrivial}");
    }
}
