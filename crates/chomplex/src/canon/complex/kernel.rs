//! The kernel: the interface to the search.

use std::ops::Range;

use super::connected::{first_part, is_connected};
use super::fold::involution;
use super::small::{SMALL, Small};
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::{Kernel, Parts};
use crate::complex::{Arch, IDENTITY, Job, Order, Sorted, Sorter, Ties, Word};

/// The complexes on at most seven vertices, as two words, or eight, as four.
#[derive(Clone, Copy)]
pub(crate) struct Complexes<const N: usize> {
    split: bool,
    fold: bool,
    small: &'static Small,
    arch: Arch,
}

/// Complexes with at most this many vertices have their values in a table.
const SMALL_VERTICES: u32 = 4;

impl<const N: usize> Complexes<N> {
    /// `split` says whether complexes are split into their connected components, `fold` whether
    /// they are folded along involutions.
    pub(crate) fn new(split: bool, fold: bool) -> Self {
        Complexes { split, fold, small: &SMALL, arch: Arch::detected() }
    }

    /// One kernel for each implementation that this CPU supports, the portable one first.
    #[cfg(test)]
    pub(super) fn all(split: bool, fold: bool) -> Vec<Self> {
        Arch::all().into_iter().map(|arch| Complexes { arch, ..Complexes::new(split, fold) }).collect()
    }

    /// Whether complexes are folded.
    pub(crate) fn folds(&self) -> bool {
        self.fold
    }

    /// An automorphism of order two that moves a vertex of the complex, but none to a neighbour, if
    /// there is one; given by the image of each vertex.
    pub(crate) fn fold(&self, position: Bits<N>) -> Option<Order> {
        let tied = self.arch.run(Sort(Word::from(position))).with_twins();
        let images = involution(&tied)?;
        let origin = tied.image.origins.map(|origin| origin.trailing_zeros() as u8);
        let mut renamed = IDENTITY;
        for (vertex, image) in images.into_iter().enumerate() {
            renamed[usize::from(origin[vertex])] = origin[usize::from(image)];
        }
        Some(renamed)
    }
}

/// Sorts the vertices.
struct Sort<const N: usize>(Word<N>);

impl<const N: usize> Job for Sort<N> {
    type Result = Sorted<N>;

    #[inline(always)]
    fn run(self, sorter: impl Sorter) -> Sorted<N> {
        sorter.sorted_by_colours(self.0)
    }
}

/// Reduces a complex.
struct Reduce<'a, const N: usize> {
    kernel: &'a Complexes<N>,
    complex: Word<N>,
    parts: &'a mut Parts<N>,
}

impl<const N: usize> Job for Reduce<'_, N> {
    type Result = ();

    #[inline(always)]
    fn run(self, sorter: impl Sorter) {
        self.kernel.add(self.complex, sorter, self.parts);
    }
}

impl<const N: usize> Kernel<N> for Complexes<N> {
    type Position = Bits<N>;

    fn position(&self, key: Bits<N>) -> Bits<N> {
        key
    }

    fn len(&self, key: Bits<N>) -> usize {
        key.len()
    }

    /// The options, in the order of the bits of the faces.
    fn options(&self, position: Bits<N>, places: Range<usize>, options: &mut Vec<Bits<N>>) {
        let word = Word::from(position);
        options
            .extend(position.iter().skip(places.start).take(places.len()).map(|face| Bits::from(word.without(face))));
    }

    fn reduce(&mut self, position: Bits<N>, parts: &mut Parts<N>) -> Result<(), Stop> {
        self.arch.run(Reduce { kernel: self, complex: position.into(), parts });
        Ok(())
    }
}

impl<const N: usize> Complexes<N> {
    /// Reduces a complex, and adds what is left to `parts`.
    ///
    /// Connectedness is tested after the vertices are sorted: then the first vertex usually gives
    /// the answer.
    #[inline(always)]
    fn add(&self, word: Word<N>, sorter: impl Sorter, parts: &mut Parts<N>) {
        let vertices = word.vertices();
        if vertices.count_ones() <= SMALL_VERTICES {
            parts.add_value(self.small.value(word.gathered(vertices)));
            return;
        }
        let sorted = sorter.sorted_by_colours(word);
        let word = sorted.image.word;
        let vertices = u8::MAX >> vertices.count_zeros();
        if self.split && !is_connected(word, vertices) {
            self.add_each_part(word, vertices, sorter, parts);
        } else if sorted.ties == Ties::NONE {
            parts.add(word.into());
        } else {
            let tied = sorted.with_twins();
            match self.fold.then(|| involution(&tied)).flatten() {
                Some(images) => self.add_fixed(word, images, sorter, parts),
                None => parts.add(tied.least().word.into()),
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn add_each_part(&self, word: Word<N>, mut vertices: u8, sorter: impl Sorter, parts: &mut Parts<N>) {
        while vertices != 0 {
            let part = first_part(word, vertices);
            self.add(word.within(part), sorter, parts);
            vertices &= !part;
        }
    }

    /// Adds the complex on the vertices that an involution fixes.
    #[cold]
    #[inline(never)]
    fn add_fixed(&self, word: Word<N>, images: Order, sorter: impl Sorter, parts: &mut Parts<N>) {
        let fixed = (0..8).filter(|&v| usize::from(images[v]) == v).fold(0, |fixed, v| fixed | 1 << v);
        self.add(word.within(fixed), sorter, parts);
    }
}
