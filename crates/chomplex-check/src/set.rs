//! Sets of elements: slices of 64-bit words, the last of which is not zero.
//!
//! ```text
//!     word 0: elements 63 … 1 0     word 1: elements 127 … 65 64     …
//! ```
//!
//! Therefore equal sets are equal slices, and the empty set is the empty slice.

/// Whether the element is in the set.
pub(crate) fn contains(set: &[u64], element: u32) -> bool {
    let (word, bit) = place(element);
    set.get(word).is_some_and(|w| w & bit != 0)
}

/// The place of an element: the index of its word, and its bit there.
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

/// The elements of one word of a set whose lowest bit stands for the element `base`.
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

/// Adds an element.
pub(crate) fn insert(set: &mut Vec<u64>, element: u32) {
    let (word, bit) = place(element);
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= bit;
}

/// Several sets, with their words stored one after the other in the same memory.
#[derive(Default, Debug)]
pub(crate) struct Sets {
    /// The end of the words of each set. They begin where those of the previous set end.
    ends: Vec<usize>,
    words: Vec<u64>,
}

impl Sets {
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.words.clear();
    }

    /// Adds a set, whose words are appended by the function.
    pub(crate) fn push_with<E>(&mut self, append: impl FnOnce(&mut Vec<u64>) -> Result<(), E>) -> Result<(), E> {
        append(&mut self.words)?;
        self.ends.push(self.words.len());
        Ok(())
    }

    /// Set i, counted from 0.
    pub(crate) fn get(&self, i: usize) -> &[u64] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.words[start..self.ends[i]]
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        (0..self.ends.len()).map(|i| self.get(i))
    }
}
