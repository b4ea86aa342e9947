//! The canonical form of a complex.
//!
//! The vertices are sorted by keys that do not depend on their names, greatest first; places
//! without a vertex come last. Among the orders that the keys leave open, the one with the least
//! word is taken. If very many are left open, finer keys split the cells first.
//!
//! There are two sorts of keys. Those of [`keys`](super::keys) change little when a face is added.
//! The sweeps derive them from those of the previous complex, and all files hold the form to which
//! they lead. Those of [`colours`](super::colours) leave fewer ties and are faster from scratch,
//! and their order suits the search. Everything else is the same.

use super::arch::{Arch, Job, Sorter};
use super::keys::{finer, sorting};
use super::ties::Ties;
use super::word::{IDENTITY, Order, Word};

/// Maximum number of vertices of a complex with a canonical form that is kept in files.
pub(crate) const MOST_VERTICES: usize = Word::<2>::ROOM;

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
    Arch::detected().run(Canonical(complex.into())).word.into()
}

/// Computes the canonical image of a complex.
pub(super) struct Canonical(pub(super) Word<2>);

impl Job for Canonical {
    type Result = Image<2>;

    #[inline(always)]
    fn run(self, sorter: impl Sorter) -> Image<2> {
        sorter.sorted(self.0, sorting(self.0)).least()
    }
}

/// A complex with its vertices renamed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Image<const N: usize> {
    pub(crate) word: Word<N>,
    pub(crate) origins: Origins,
}

/// The old names of the vertices: byte p is `1 << v` if vertex v has become vertex p.
pub(crate) type Origins = [u8; 8];

impl<const N: usize> Image<N> {
    /// Renames vertex `order[p]` to p.
    #[inline(always)]
    pub(super) fn relabelled(self, order: Order) -> Self {
        Image { word: self.word.relabelled(order), origins: order.map(|v| self.origins[usize::from(v)]) }
    }
}

/// An image whose vertices are sorted, and the ties between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sorted<const N: usize> {
    pub(crate) image: Image<N>,
    pub(crate) ties: Ties,
}

/// From this number of exchanges on, finer keys are worth their cost.
const MANY_CHANGES: usize = 23;

impl<const N: usize> Sorted<N> {
    /// The least image among the orders that the ties leave open.
    #[inline(always)]
    pub(crate) fn least(self) -> Image<N> {
        if self.ties == Ties::NONE { self.image } else { self.least_of_several() }
    }

    #[inline(never)]
    fn least_of_several(mut self) -> Image<N> {
        if self.ties.walk().len() >= MANY_CHANGES {
            self = self.divided();
            self.ties = self.with_twins().unsettled();
        }
        let walk = self.ties.walk();
        let Image { mut word, mut origins } = self.image;
        let (mut best, mut changes) = (word, 0);
        for (i, &p) in walk.iter().enumerate() {
            word = word.swapped(p.into(), usize::from(p) + 1);
            if word.is_less(best) {
                (best, changes) = (word, i + 1);
            }
        }
        walk[..changes].iter().for_each(|&p| origins.swap(p.into(), usize::from(p) + 1));
        Image { word: best, origins }
    }

    /// Splits the cells by finer keys. The order of the cells is kept.
    #[cold]
    fn divided(self) -> Self {
        let mut cells = IDENTITY;
        self.ties.places().for_each(|p| cells[p + 1] = cells[p]);
        let finer = finer(self.image.word);
        let key = |v: u8| (cells[usize::from(v)], finer[usize::from(v)]);
        let mut order = IDENTITY;
        order.sort_by_key(|&v| key(v));
        Sorted { image: self.image.relabelled(order), ties: Ties::of_sorted(&order.map(key)) }
    }

    /// Finds the twins among the tied neighbours.
    #[inline(always)]
    pub(crate) fn with_twins(self) -> Tied<N> {
        let Sorted { image, ties } = self;
        let twins = ties.places().fold(0, |twins, p| twins | u8::from(image.word.are_twins(p, p + 1)) << p);
        Tied { image, ties, twins: Ties(twins) }
    }
}

/// A sorted image with ties. Two tied vertices are twins if their exchange leaves the word
/// unchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tied<const N: usize> {
    pub(crate) image: Image<N>,
    pub(crate) ties: Ties,
    /// The neighbours in the order that are twins.
    pub(crate) twins: Ties,
}

impl<const N: usize> Tied<N> {
    /// Whether all tied vertices are twins. Then all orders give the same word.
    #[inline(always)]
    pub(crate) fn is_settled(&self) -> bool {
        self.ties == self.twins
    }

    /// The least image among the orders of the vertices in cells that do not consist of twins only.
    #[inline(always)]
    pub(crate) fn least(self) -> Image<N> {
        if self.is_settled() {
            self.image
        } else {
            Sorted { image: self.image, ties: self.unsettled() }.least_of_several()
        }
    }

    /// The ties of the cells that are not made up of twins only.
    #[inline(always)]
    fn unsettled(&self) -> Ties {
        let ties = |(start, len): (usize, usize)| ((1u8 << (len - 1)) - 1) << start;
        Ties(self.ties.cells().map(ties).filter(|ties| ties & !self.twins.0 != 0).fold(0, |all, ties| all | ties))
    }
}

/// The number of automorphisms of a canonical complex that fix the places without a vertex.
pub(crate) fn automorphisms(complex: u128) -> u64 {
    let mut count = 0;
    for_each_automorphism(complex.into(), |_| count += 1);
    count
}

/// Visits the automorphisms of a canonical complex: vertex `order[p]` takes the place of vertex p.
pub(crate) fn for_each_automorphism(complex: Word<2>, mut visit: impl FnMut(Order)) {
    let (mut word, mut order) = (complex, IDENTITY);
    visit(order);
    for &p in Ties::of_sorted(&sorting(complex)).walk() {
        word = word.swapped(p.into(), usize::from(p) + 1);
        order.swap(p.into(), usize::from(p) + 1);
        if word == complex {
            visit(order);
        }
    }
}
