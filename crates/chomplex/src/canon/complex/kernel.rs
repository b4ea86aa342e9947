//! What a search asks of complexes.

use super::connected::first_part;
use super::fold::involution;
use super::labelling::{least, settled};
use super::order::{Image, Ties, Traced};
use super::small::{SMALL, Small};
use super::word::{IDENTITY, Order, Word};
use crate::bits::Bits;
use crate::budget::Stop;
use crate::canon::kernel::{Kernel, Parts};

/// The complexes on at most seven vertices, in two words, or eight, in four.
#[derive(Clone, Copy)]
pub(crate) struct Complexes<const N: usize> {
    split: bool,
    fold: bool,
    small: &'static Small,
}

/// With no more vertices than these a complex has its value in a table.
const SMALL_VERTICES: u32 = 4;

impl<const N: usize> Complexes<N> {
    /// Whether complexes are to be split into their connected parts, and folded along involutions.
    pub(crate) fn new(split: bool, fold: bool) -> Self {
        Complexes { split, fold, small: &SMALL }
    }

    /// The same with other rules.
    #[cfg(test)]
    pub(super) fn with_rules(self, split: bool, fold: bool) -> Self {
        Complexes { split, fold, ..self }
    }

    /// A word that is the same for exactly the isomorphic complexes.
    pub(crate) fn canonical(&self, position: Bits<N>) -> Bits<N> {
        canonical(position.into()).into()
    }

    /// The canonical word, and for each of its vertices the one it comes from.
    pub(crate) fn labelling(&self, position: Bits<N>) -> (Bits<N>, Order) {
        let image = least(settled(Traced::new(position.into())));
        (image.word().into(), image.origin)
    }

    /// An automorphism of order two that moves a vertex of the complex, but none to a neighbour, if there is one: the image of each vertex.
    pub(crate) fn fold(&self, position: Bits<N>) -> Option<Order> {
        let settled = settled(Traced::new(position.into()));
        let images = involution(settled.image.word(), settled.ties)?;
        let mut renamed = IDENTITY;
        for (vertex, image) in images.into_iter().enumerate() {
            renamed[usize::from(settled.image.origin[vertex])] = settled.image.origin[usize::from(image)];
        }
        Some(renamed)
    }
}

fn canonical<const N: usize>(word: Word<N>) -> Word<N> {
    least(settled(word))
}

impl<const N: usize> Kernel<N> for Complexes<N> {
    type Position = Bits<N>;

    fn position(&self, key: Bits<N>) -> Bits<N> {
        key
    }

    fn len(&self, key: Bits<N>) -> usize {
        key.len()
    }

    /// The options by removing a vertex first: they are the smallest.
    fn options(&self, position: Bits<N>, options: &mut Vec<Bits<N>>) {
        let word = Word::from(position);
        for size in 1..=Word::<N>::ROOM as u32 {
            options.extend(word.faces_of_size(size).map(|face| Bits::from(word.without(face))));
        }
    }

    fn reduce(&mut self, position: Bits<N>, parts: &mut Parts<N>) -> Result<(), Stop> {
        self.add(position.into(), parts);
        Ok(())
    }
}

impl<const N: usize> Complexes<N> {
    /// Adds the parts of a complex.
    #[inline(always)]
    fn add(&self, word: Word<N>, parts: &mut Parts<N>) {
        if self.split && first_part(word) != word.vertices() {
            self.add_each_part(word, parts);
        } else {
            self.add_part(word, parts);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_each_part(&self, mut rest: Word<N>, parts: &mut Parts<N>) {
        while rest.vertices() != 0 {
            let part = first_part(rest);
            self.add_part(rest.within(part), parts);
            rest = rest.within(!part);
        }
    }

    /// Adds a complex that is connected, or not to be split.
    #[inline(always)]
    fn add_part(&self, word: Word<N>, parts: &mut Parts<N>) {
        let vertices = word.vertices();
        if vertices.count_ones() <= SMALL_VERTICES {
            parts.add_value(self.small.value(word.gathered(vertices)));
            return;
        }
        let settled = settled(word);
        if self.fold
            && settled.ties != Ties(0)
            && let Some(images) = involution(settled.image, settled.ties)
        {
            return self.add_fixed(settled.image, images, parts);
        }
        parts.add(least(settled).into());
    }

    /// Adds the complex on the vertices that an involution fixes.
    #[cold]
    #[inline(never)]
    fn add_fixed(&self, word: Word<N>, images: Order, parts: &mut Parts<N>) {
        let fixed = (0..8).filter(|&v| usize::from(images[v]) == v).fold(0, |fixed, v| fixed | 1 << v);
        self.add(word.within(fixed), parts);
    }
}
