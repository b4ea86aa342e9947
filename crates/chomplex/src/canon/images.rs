//! Images of sets under a permutation, computed for eight elements at a time.

use crate::bits::Bits;

/// A permutation as a table of the images of all sets within each group of eight consecutive
/// elements.
#[derive(Debug)]
pub(super) struct ImageTable<const N: usize>(Vec<[Bits<N>; 256]>);

impl<const N: usize> ImageTable<N> {
    /// The table of the permutation with these images.
    pub(super) fn new(images: &[u16]) -> Self {
        let table = |images: &[u16]| {
            let mut table = [Bits::EMPTY; 256];
            for set in 1..256usize {
                let (rest, last) = (set & (set - 1), set.trailing_zeros() as usize);
                let image = images.get(last).map_or(Bits::EMPTY, |&image| Bits::single(image.into()));
                table[set] = table[rest] | image;
            }
            table
        };
        ImageTable(images.chunks(8).map(table).collect())
    }

    /// The number of bytes of a table for `len` elements.
    pub(super) fn bytes(len: usize) -> usize {
        len.div_ceil(8) * size_of::<[Bits<N>; 256]>()
    }

    /// The image of a set.
    #[inline]
    pub(super) fn image(&self, set: Bits<N>) -> Bits<N> {
        let words = set.words();
        let byte = |i: usize| (words[i / 8] >> (8 * (i % 8))) as usize & 255;
        self.0.iter().enumerate().fold(Bits::EMPTY, |image, (i, table)| image | table[byte(i)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_those_of_the_elements() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        for len in [1usize, 7, 8, 9, 63, 64, 65, 100, 128] {
            let mut images: Vec<u16> = (0..len as u16).collect();
            (1..len).rev().for_each(|i| images.swap(i, random() % (i + 1)));
            let table = ImageTable::<2>::new(&images);
            for _ in 0..50 {
                let set: Bits<2> = (0..len).filter(|_| random() % 2 == 0).collect();
                let expected: Bits<2> = set.iter().map(|x| usize::from(images[x])).collect();
                assert_eq!(table.image(set), expected);
            }
        }
    }
}
