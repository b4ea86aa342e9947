//! A set of elements is a slice of 64-bit words, the last of which is not zero.
//!
//! ```text
//!     word 0: elements 63 … 1 0     word 1: elements 127 … 65 64     …
//! ```
//!
//! So equal sets are equal slices, and the empty set is the empty slice.

/// Whether the element is in the set.
pub(crate) fn contains(set: &[u64], element: u32) -> bool {
    let (word, bit) = place(element);
    set.get(word).is_some_and(|w| w & bit != 0)
}

/// Where the element is: the index of its word, and its bit there.
pub(crate) fn place(element: u32) -> (usize, u64) {
    (element as usize / 64, 1 << (element % 64))
}

/// The number of elements.
pub(crate) fn len(set: &[u64]) -> usize {
    set.iter().map(|w| w.count_ones() as usize).sum()
}

/// The elements, in increasing order.
pub(crate) fn elements(set: &[u64]) -> impl Iterator<Item = u32> {
    set.iter().zip((0u32..).step_by(64)).flat_map(|(&word, base)| elements_of_word(word, base))
}

/// The elements of one word of a set, the first bit of which stands for the element `base`.
pub(crate) fn elements_of_word(mut word: u64, base: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let element = (word != 0).then(|| base + word.trailing_zeros())?;
        word &= word - 1;
        Some(element)
    })
}

/// Drops the zero words at the end.
pub(crate) fn trim(set: &mut Vec<u64>) {
    while set.last() == Some(&0) {
        set.pop();
    }
}
