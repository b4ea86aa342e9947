//! Things that grow by steps, listed without repetition.
//!
//! Each class of things but the smallest has one *parent*, a class that is one step smaller and
//! follows from the class alone: most often a canonical form without a part that is chosen by its
//! canonical number. The children of a thing are all that one step makes of it and whose parent is
//! its class. So every class is the child of one parent and is met once, as long as no child of one
//! parent is listed twice; and the tree can be walked depth first, with nothing to remember but the
//! way. This is reverse search (Avis and Fukuda, *Reverse search for enumeration*, 1996), and close
//! to canonical augmentation (McKay, *Isomorph-free exhaustive generation*, 1998), which compares
//! orbits where canonical forms of parents are compared here.
//!
//! A step may be passed over if what it adds differs, in a way that isomorphisms respect, from all
//! that is ever chosen to be taken away: the step that puts back what was chosen remains, and it
//! leads from the parent to every class.

use std::vec::IntoIter;

/// How things of some sort grow.
pub(super) trait Growth {
    /// A thing in canonical form: equal ones stand for one class.
    type Thing: Ord;

    /// Reports every child of a thing; the same child may be reported repeatedly.
    fn grow(&self, thing: &Self::Thing, tell: impl FnMut(Self::Thing));
}

/// The classes that grow out of a smallest one, depth first.
pub(super) struct Descendants<G: Growth> {
    growth: G,
    /// Which generation is listed; every one if there is no number.
    generation: Option<usize>,
    /// For each generation on the path, what is still to be visited.
    waiting: Vec<IntoIter<G::Thing>>,
}

impl<G: Growth> Descendants<G> {
    /// The thing itself and all its descendants.
    pub(super) fn all(growth: G, first: G::Thing) -> Self {
        Descendants { growth, generation: None, waiting: vec![vec![first].into_iter()] }
    }

    /// The descendants this number of steps away.
    pub(super) fn after(steps: usize, growth: G, first: G::Thing) -> Self {
        Descendants { generation: Some(steps), ..Descendants::all(growth, first) }
    }

    fn children(&self, thing: &G::Thing) -> IntoIter<G::Thing> {
        let mut children = Vec::new();
        self.growth.grow(thing, |child| children.push(child));
        children.sort_unstable();
        children.dedup();
        children.into_iter()
    }
}

impl<G: Growth> Iterator for Descendants<G> {
    type Item = G::Thing;

    fn next(&mut self) -> Option<G::Thing> {
        loop {
            let generation = self.waiting.len().checked_sub(1)?;
            let Some(thing) = self.waiting[generation].next() else {
                self.waiting.pop();
                continue;
            };
            if self.generation.is_none_or(|last| generation < last) {
                let children = self.children(&thing);
                self.waiting.push(children);
            }
            if self.generation.is_none_or(|last| generation == last) {
                return Some(thing);
            }
        }
    }
}
