//! The canonical form of a complex.
//!
//! The vertices are sorted by their [keys](super::keys), greatest first; places without a vertex
//! come last. Among the orders that the keys leave open, the one with the least word is taken. If
//! very many are left open, finer keys split the cells first.

use super::arch::{Arch, Job, Way};
use super::faces::{IDENTITY, Order, ROOM, relabelled, with_neighbours_swapped};
use super::keys::Keys;
use super::walk::Ties;

/// Incremented when the canonical form of any complex changes.
pub const CANONICAL_VERSION: u32 = 1;

/// The canonical form of a complex on at most seven vertices. Two complexes have the same canonical
/// form if and only if they are isomorphic.
///
/// Bit f of a word is the face whose vertices are the binary digits of f. In the canonical form the
/// vertices are 0, 1, … without gaps, so it does not depend on the number of possible vertices. The
/// empty face, bit 0, is left as it is.
///
/// ```
/// use chomplex::layers::canonical;
/// // The edges 01 and 12 with their vertices, and the edges 35 and 56.
/// let path = 1 << 0b01 | 1 << 0b10 | 1 << 0b11 | 1 << 0b100 | 1 << 0b110;
/// let renamed = 1 << 0b1000 | 1 << 0b10_0000 | 1 << 0b10_1000 | 1 << 0b100_0000 | 1 << 0b110_0000;
/// assert_eq!(canonical(path), canonical(renamed));
/// assert_eq!(canonical(path) >> 8, 0);
/// ```
#[must_use]
pub fn canonical(complex: u128) -> u128 {
    Arch::detected().run(FromNothing(complex)).word
}

/// Computes the canonical image from the complex alone.
pub(super) struct FromNothing(pub(super) u128);

impl Job for FromNothing {
    type Result = Image;

    #[inline(always)]
    fn run(self, way: impl Way) -> Image {
        least(way.sorted(self.0, Keys::of(self.0).sorting()))
    }
}

/// A complex with its vertices renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Image {
    pub(super) word: u128,
    pub(super) origins: Origins,
}

/// The old names of the vertices: byte p is `1 << v` if vertex v has become vertex p.
pub(super) type Origins = [u8; 8];

/// An image whose vertices are sorted, and the ties between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sorted {
    pub(super) image: Image,
    pub(super) ties: Ties,
}

/// From this number of exchanges on, finer keys are worth their cost.
const MANY_CHANGES: usize = 23;

/// The least image among the orders that the ties leave open.
#[inline(always)]
pub(super) fn least(sorted: Sorted) -> Image {
    if sorted.ties == Ties::NONE { sorted.image } else { least_of_several(sorted) }
}

#[inline(never)]
fn least_of_several(mut sorted: Sorted) -> Image {
    if sorted.ties.walk().len() >= MANY_CHANGES {
        sorted = divided(sorted);
    }
    let walk = sorted.ties.walk();
    let mut word = sorted.image.word;
    let (mut best, mut changes) = (word, 0);
    for (i, &p) in walk.iter().enumerate() {
        word = with_neighbours_swapped(word, p.into());
        if word < best {
            (best, changes) = (word, i + 1);
        }
    }
    let mut origins = sorted.image.origins;
    walk[..changes].iter().for_each(|&p| origins.swap(p.into(), usize::from(p) + 1));
    Image { word: best, origins }
}

/// Splits the cells by the codegrees of their vertices with the others and the keys of those.
#[cold]
fn divided(sorted: Sorted) -> Sorted {
    let Sorted { image, ties } = sorted;
    let keys = Keys::of(image.word);
    let sorting = keys.sorting();
    let finer: [u32; 8] = std::array::from_fn(|i| {
        let others = (0..ROOM).filter(|&j| i < ROOM && j != i);
        others.fold(0, |sum: u32, j| sum.wrapping_add(mixed(keys.codegree(i, j), sorting[j])))
    });
    let mut order = IDENTITY;
    // The sort is stable: the cells keep their places.
    order[..ROOM].sort_by_key(|&v| (std::cmp::Reverse(sorting[usize::from(v)]), finer[usize::from(v)]));
    let finer = order.map(|v| finer[usize::from(v)]);
    let ties = (0..ROOM - 1).fold(ties.0, |ties, p| ties & !(u8::from(finer[p] != finer[p + 1]) << p));
    let word = relabelled(image.word, order);
    Sorted { image: Image { word, origins: order.map(|p| image.origins[usize::from(p)]) }, ties: Ties(ties) }
}

/// A hash of a codegree and a key.
fn mixed(codegree: u16, key: i16) -> u32 {
    let x = (u32::from(codegree) << 16 | u32::from(key as u16)).wrapping_mul(0x9e37_79b1);
    (x ^ x >> 15).wrapping_mul(0x85eb_ca6b)
}

/// The number of automorphisms of a canonical complex that fix the places without a vertex.
pub(crate) fn automorphisms(complex: u128) -> u64 {
    let mut count = 0;
    for_each_automorphism(complex, |_| count += 1);
    count
}

/// Visits the automorphisms of a complex whose vertices are sorted: vertex `order[p]` takes the
/// place of vertex p.
pub(crate) fn for_each_automorphism(complex: u128, mut visit: impl FnMut(Order)) {
    let (mut word, mut order) = (complex, IDENTITY);
    visit(order);
    for &p in Ties::of_sorted(Keys::of(complex).sorting()).walk() {
        word = with_neighbours_swapped(word, p.into());
        order.swap(p.into(), usize::from(p) + 1);
        if word == complex {
            visit(order);
        }
    }
}
