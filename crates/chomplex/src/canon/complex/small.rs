//! The values of the complexes on at most four vertices.

use std::sync::LazyLock;

use crate::complex::Word;

/// A byte for each set of non-empty faces on the vertices 0 to 3. Sets that are not complexes have
/// an entry too.
pub(super) struct Small(Box<[u8]>);

/// The values, computed from the definition.
pub(super) static SMALL: LazyLock<Small> = LazyLock::new(|| {
    let mut values = vec![0; 1 << 15];
    for faces in 0..1 << 15 {
        let word = Word::<2>::from((faces as u128) << 1);
        let options = (1..16).filter(|&face| word.has(face)).map(|face| values[index(word.without(face))]);
        let seen = options.fold(0u32, |seen, value: u8| seen | 1 << value);
        values[faces] = seen.trailing_ones() as u8;
    }
    Small(values.into())
});

impl Small {
    /// The value of a complex whose vertices are among 0 to 3.
    #[inline(always)]
    pub(super) fn value<const N: usize>(&self, word: Word<N>) -> u16 {
        self.0[index(word)].into()
    }
}

#[inline(always)]
fn index<const N: usize>(word: Word<N>) -> usize {
    (word.first_faces() >> 1) as usize & 0x7fff
}
