//! The published method for Subset Takeaway, written plainly, as a baseline.
//!
//! Brouwer and Christensen (2017), section 4.2: every down-set is brought into a canonical form,
//! and the values of canonical forms are kept in one hash table. For the canonical form, the
//! invariant of a vertex `i` is the vector of the numbers of `j`-sets through `i`. The vertices are
//! sorted by their invariants; then all permutations that preserve the invariants are tried, and
//! the least image is taken. There are no reductions.
//!
//! Everything that a good program of this kind would precompute is precomputed: the faces above
//! each face, the faces of each size through each vertex, the image of each face under each
//! permutation, and the permutations for each pattern of ties.

use std::collections::BTreeMap;

use hashbrown::HashMap;

/// A set of faces: bit `f` is the face number `f`. The faces are numbered by size, then as the
/// paper lists them.
pub(crate) type Faces = u64;

/// The games on the down-sets of `subsets(n,k)`, for at most 64 faces and at most 8 vertices.
pub(crate) struct Published {
    vertices: usize,
    faces: usize,
    /// For each face, itself and the faces above it.
    above: Vec<Faces>,
    /// For each vertex and each size, the faces of that size through that vertex.
    through: Vec<Vec<Faces>>,
    /// The image of each face under each permutation; the permutations are in lexicographic order.
    images: Vec<u8>,
    /// For each pattern of ties (bit `i`: the sorted vertices `i` and `i + 1` are tied), the
    /// permutations within the ties.
    within_ties: Vec<Vec<u32>>,
    /// Known canonical forms with their values, or 0 for lost and 1 for won.
    known: HashMap<Faces, u8>,
    /// The number of options examined.
    pub(crate) options: u64,
}

impl Published {
    /// Starts with an empty table.
    pub(crate) fn new(n: usize, k: usize) -> Self {
        let mut faces: Vec<u32> = (1..1 << n).filter(|face: &u32| face.count_ones() as usize <= k).collect();
        faces.sort_by_key(|face| (face.count_ones(), face.reverse_bits()));
        assert!(faces.len() <= 64 && n <= 8, "a set of faces is a word");
        let set = |holds: &dyn Fn(u32) -> bool| -> Faces {
            faces.iter().enumerate().filter(|(_, face)| holds(**face)).map(|(number, _)| 1 << number).sum()
        };
        let above = faces.iter().map(|&face| set(&|other| face & !other == 0)).collect();
        let through = (0..n).map(|i| {
            let of_size = |j| set(&|face| face >> i & 1 == 1 && face.count_ones() as usize == j);
            (1..=k).map(of_size).collect()
        });
        let through = through.collect();
        let permutations = permutations(n);
        let number: BTreeMap<u32, u8> = faces.iter().zip(0..).map(|(&face, number)| (face, number)).collect();
        let image = |permutation: &[u8], face: u32| -> u8 {
            number[&(0..n).filter(|i| face >> i & 1 == 1).map(|i| 1 << permutation[i]).sum()]
        };
        let images = permutations.iter().flat_map(|permutation| faces.iter().map(|&face| image(permutation, face)));
        let images = images.collect();
        let within_ties = (0..1 << n.saturating_sub(1)).map(|pattern: u32| {
            // Two places are tied if all places from one to the other are.
            let tied = |i: usize, j: usize| (i.min(j)..i.max(j)).all(|place| pattern >> place & 1 == 1);
            let keeps = |permutation: &Vec<u8>| permutation.iter().enumerate().all(|(i, &j)| tied(i, j.into()));
            permutations.iter().zip(0..).filter(|(permutation, _)| keeps(permutation)).map(|(_, rank)| rank).collect()
        });
        let within_ties = within_ties.collect();
        let known = HashMap::with_capacity(1 << 14);
        Published { vertices: n, faces: faces.len(), above, through, images, within_ties, known, options: 0 }
    }

    /// Allocates the table at this size, like a program that is told the size in advance.
    pub(crate) fn with_room_for(mut self, positions: usize) -> Self {
        self.known.reserve(positions);
        self
    }

    /// All faces.
    pub(crate) fn whole(&self) -> Faces {
        Faces::MAX >> (64 - self.faces)
    }

    /// The number of canonical forms in the table.
    pub(crate) fn stored(&self) -> usize {
        self.known.len()
    }

    /// Whether the player to move loses; stops at the first option that is lost.
    pub(crate) fn loses(&mut self, canonical: Faces) -> bool {
        if let Some(&won) = self.known.get(&canonical) {
            return won == 0;
        }
        let wins = bits(canonical).any(|face| {
            let option = self.option(canonical, face);
            self.loses(option)
        });
        self.known.insert(canonical, wins.into());
        !wins
    }

    /// The Grundy value: the least value that no option has.
    pub(crate) fn grundy(&mut self, canonical: Faces) -> u8 {
        if let Some(&value) = self.known.get(&canonical) {
            return value;
        }
        // Values are at most the number of faces, 64.
        let mut values: u128 = 0;
        for face in bits(canonical) {
            let option = self.option(canonical, face);
            values |= 1 << self.grundy(option);
        }
        let value = values.trailing_ones() as u8;
        self.known.insert(canonical, value);
        value
    }

    /// The canonical form of what is left when a face is removed with all faces above it.
    fn option(&mut self, set: Faces, face: usize) -> Faces {
        self.options += 1;
        self.canonical(set & !self.above[face])
    }

    /// The least image under the permutations that sort the vertices by their invariants.
    fn canonical(&self, set: Faces) -> Faces {
        let n = self.vertices;
        let mut sorted = [(0, 0); 8];
        for (i, through) in self.through.iter().enumerate() {
            // One byte for each size.
            let invariant =
                through.iter().fold(0, |vector: u64, of_size| vector << 8 | u64::from((set & of_size).count_ones()));
            sorted[i] = (invariant, i);
        }
        let sorted = &mut sorted[..n];
        insertion_sort(sorted);
        let mut place = [0; 8];
        for (to, &(_, from)) in sorted.iter().enumerate() {
            place[from] = to;
        }
        let set = self.image(set, rank(&place[..n]));
        let tie = |i: usize| u32::from(sorted[i].0 == sorted[i + 1].0) << i;
        let pattern: u32 = (0..n - 1).map(tie).sum();
        let candidates = self.within_ties[pattern as usize].iter();
        candidates.map(|&permutation| self.image(set, permutation as usize)).min().expect("the identity is there")
    }

    /// The image of a set of faces under the permutation of this rank.
    fn image(&self, set: Faces, permutation: usize) -> Faces {
        let images = &self.images[permutation * self.faces..][..self.faces];
        bits(set).fold(0, |image, face| image | 1 << images[face])
    }
}

/// The faces in a set, in their order.
fn bits(mut set: Faces) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            next
        })
    })
}

/// Sorts a short slice.
fn insertion_sort(things: &mut [(u64, usize)]) {
    for end in 1..things.len() {
        let mut place = end;
        while place > 0 && things[place - 1] > things[place] {
            things.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// All permutations of `0..n` in lexicographic order.
fn permutations(n: usize) -> Vec<Vec<u8>> {
    let longer = |all: Vec<Vec<u8>>, _| {
        let extend = |start: Vec<u8>| {
            (0..n as u8)
                .filter(|next| !start.contains(next))
                .map(|next| [start.clone(), vec![next]].concat())
                .collect::<Vec<_>>()
        };
        all.into_iter().flat_map(extend).collect()
    };
    (0..n).fold(vec![Vec::new()], longer)
}

/// The lexicographic rank of a permutation.
fn rank(permutation: &[usize]) -> usize {
    let n = permutation.len();
    (0..n).fold(0, |rank, i| {
        let smaller = permutation[i + 1..].iter().filter(|&&later| later < permutation[i]).count();
        rank * (n - i) + smaller
    })
}
