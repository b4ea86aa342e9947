//! The kernel: the interface to the search.

use std::ops::Range;

#[cfg(test)]
use super::arch::Portable;
use super::arch::{Arch, Sorter};
use super::connected::{first_part, is_connected};
use super::fold::involution;
use super::labelling::least;
#[cfg(test)]
use super::order::Image;
use super::order::{Ties, Traced, ordered};
use super::small::{SMALL, Small};
use super::twins::arranged;
use super::word::{IDENTITY, Order, Word};
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::{Kernel, Parts};

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
        let fastest = Complexes::new(split, fold);
        let portable = Complexes { arch: Arch::Portable(Portable), ..fastest };
        if matches!(fastest.arch, Arch::Portable(_)) { vec![portable] } else { vec![portable, fastest] }
    }

    /// The canonical word, which is the same for two complexes exactly if they are isomorphic.
    #[cfg(test)]
    pub(super) fn canonical(&self, position: Bits<N>) -> Bits<N> {
        match self.arch {
            Arch::Portable(portable) => canonical(position.into(), portable).into(),
            #[cfg(target_arch = "x86_64")]
            Arch::Avx2(avx2) => canonical(position.into(), avx2).into(),
        }
    }

    /// The canonical word, and the old name of each of its vertices.
    #[cfg(test)]
    pub(super) fn labelling(&self, position: Bits<N>) -> (Bits<N>, Order) {
        let image = least(arranged(ordered(Traced::new(position.into()))));
        (image.word().into(), image.origin)
    }

    /// Whether complexes are folded.
    pub(crate) fn folds(&self) -> bool {
        self.fold
    }

    /// An automorphism of order two that moves a vertex of the complex, but none to a neighbour, if
    /// there is one; given by the image of each vertex.
    pub(crate) fn fold(&self, position: Bits<N>) -> Option<Order> {
        let arranged = arranged(ordered(Traced::new(position.into())));
        let images = involution(&arranged)?;
        let mut renamed = IDENTITY;
        for (vertex, image) in images.into_iter().enumerate() {
            renamed[usize::from(arranged.image.origin[vertex])] = arranged.image.origin[usize::from(image)];
        }
        Some(renamed)
    }
}

#[cfg(test)]
fn canonical<const N: usize>(word: Word<N>, sorter: impl Sorter) -> Word<N> {
    sorter.run(|| {
        let ordered = sorter.ordered(word);
        if ordered.ties == Ties(0) { ordered.image } else { least(arranged(ordered)) }
    })
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
        match self.arch {
            Arch::Portable(portable) => self.add(position.into(), portable, parts),
            #[cfg(target_arch = "x86_64")]
            Arch::Avx2(avx2) => avx2.run(|| self.add(position.into(), avx2, parts)),
        }
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
        let ordered = sorter.ordered(word);
        let vertices = u8::MAX >> vertices.count_zeros();
        if self.split && !is_connected(ordered.image, vertices) {
            self.add_each_part(ordered.image, vertices, sorter, parts);
        } else if ordered.ties == Ties(0) {
            parts.add(ordered.image.into());
        } else {
            let arranged = arranged(ordered);
            match self.fold.then(|| involution(&arranged)).flatten() {
                Some(images) => self.add_fixed(arranged.image, images, sorter, parts),
                None => parts.add(least(arranged).into()),
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
