//! Orbits of a group that grows.

/// A partition of the vertices that only ever becomes coarser.
#[derive(Clone, Debug)]
pub(super) struct Orbits {
    /// A vertex of the same orbit that is no larger; the smallest one is its own.
    parents: Vec<u32>,
    /// The orbits that a search met, if the mark is that of the search.
    met: Vec<u32>,
    search: u32,
}

impl Orbits {
    /// Orbits of one vertex each.
    pub(super) fn new(n: usize) -> Self {
        Orbits { parents: (0..n as u32).collect(), met: vec![0; n], search: 0 }
    }

    /// Makes all orbits single vertices again.
    pub(super) fn reset(&mut self, n: usize) {
        self.parents.clear();
        self.parents.extend(0..n as u32);
        self.met.resize(n, 0);
    }

    /// The first vertex of an orbit.
    pub(super) fn first(&mut self, mut x: u32) -> u32 {
        while self.parents[x as usize] != x {
            let parent = self.parents[x as usize];
            self.parents[x as usize] = self.parents[parent as usize];
            x = parent;
        }
        x
    }

    /// Adds an automorphism to the group.
    pub(super) fn merge(&mut self, images: &[u32]) {
        for (x, &y) in (0..).zip(images) {
            if x != y {
                let [a, b] = [x, y].map(|z| self.first(z));
                self.parents[a.max(b) as usize] = a.min(b);
            }
        }
    }

    /// The number of vertices at the start of a list whose orbits contain some of the others.
    pub(super) fn count_met(&mut self, others: &[u32], list: &[u32]) -> usize {
        self.search += 1;
        for &x in others {
            let first = self.first(x);
            self.met[first as usize] = self.search;
        }
        let is_met = |&&x: &&u32| {
            let first = self.first(x);
            self.met[first as usize] == self.search
        };
        list.iter().take_while(is_met).count()
    }

    /// The number of vertices in a list that belong to the orbit of x.
    pub(super) fn size_within(&mut self, x: u32, list: &[u32]) -> usize {
        let orbit = self.first(x);
        list.iter().filter(|&&y| self.first(y) == orbit).count()
    }
}
