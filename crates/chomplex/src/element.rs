//! Elements of a poset and sets of them.
//!
//! An [`Element`] is a number; only [`names`](crate::names) knows its name. An [`ElementSet`]
//! behaves like a set: its operators are the set operators.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// An element of a [`Poset`](crate::poset::Poset), numbered along a linear extension: `x < y` in
/// the poset implies that `x` has the smaller number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element(u32);

impl Element {
    /// The element with this number.
    ///
    /// # Panics
    /// If the number is 2^32 or more; posets are far smaller
    /// ([`MAX_ELEMENTS`](crate::poset::MAX_ELEMENTS)).
    #[must_use]
    pub fn new(index: usize) -> Self {
        Element(u32::try_from(index).expect("a poset has fewer than 2^32 elements"))
    }

    /// The number of the element.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of elements of one poset.
///
/// ```
/// use chomplex::{Element, ElementSet};
/// let [a, b, c] = [0, 1, 2].map(Element::new);
/// let ab = ElementSet::from_iter_in(3, [a, b]);
/// let bc = ElementSet::from_iter_in(3, [b, c]);
/// assert_eq!((&ab & &bc).iter().collect::<Vec<_>>(), [b]);
/// assert_eq!((&ab | &bc), ElementSet::full(3));
/// assert_eq!((&ab - &bc).iter().collect::<Vec<_>>(), [a]);
/// assert!(!ab.is_subset(&bc));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementSet {
    words: Box<[u64]>,
}

impl ElementSet {
    /// The empty subset of a poset with `universe` elements.
    #[must_use]
    pub fn empty(universe: usize) -> Self {
        ElementSet { words: vec![0; universe.div_ceil(64)].into() }
    }

    /// All elements of a poset with `universe` elements.
    #[must_use]
    pub fn full(universe: usize) -> Self {
        let mut set = ElementSet::empty(universe);
        for (i, word) in set.words.iter_mut().enumerate() {
            let bits = (universe - 64 * i).min(64);
            *word = u64::MAX >> (64 - bits);
        }
        set
    }

    /// The set of the given elements of a poset with `universe` elements.
    #[must_use]
    pub fn from_iter_in(universe: usize, elements: impl IntoIterator<Item = Element>) -> Self {
        let mut set = ElementSet::empty(universe);
        for x in elements {
            set.insert(x);
        }
        set
    }

    /// Whether `x` is in the set.
    #[must_use]
    pub fn contains(&self, x: Element) -> bool {
        self.words.get(x.index() / 64).is_some_and(|word| word >> (x.index() % 64) & 1 == 1)
    }

    /// Adds `x`, and returns whether it was new.
    pub fn insert(&mut self, x: Element) -> bool {
        let (word, bit) = (&mut self.words[x.index() / 64], 1 << (x.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes `x`, and returns whether it was present.
    pub fn remove(&mut self, x: Element) -> bool {
        let (word, bit) = (&mut self.words[x.index() / 64], 1 << (x.index() % 64));
        let old = *word & bit != 0;
        *word &= !bit;
        old
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether every element is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &ElementSet) -> bool {
        debug_assert_eq!(self.words.len(), other.words.len(), "sets of one poset");
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// The element with the smallest number.
    #[must_use]
    pub fn first(&self) -> Option<Element> {
        self.iter().next()
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    Element::new(64 * i + bit)
                })
            })
        })
    }
}

impl fmt::Debug for ElementSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Element::index)).finish()
    }
}

/// Implements a set operator and its assigning form, word by word.
macro_rules! set_operators {
    ($($operator:ident $method:ident, $assigning:ident $assign:ident: $word:expr;)*) => {$(
        impl $assigning<&ElementSet> for ElementSet {
            fn $assign(&mut self, other: &ElementSet) {
                let word = $word;
                self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a = word(*a, *b));
            }
        }

        impl $operator for &ElementSet {
            type Output = ElementSet;

            fn $method(self, other: &ElementSet) -> ElementSet {
                let mut set = self.clone();
                set.$assign(other);
                set
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand, BitAndAssign bitand_assign: |a: u64, b: u64| a & b;
    BitOr bitor, BitOrAssign bitor_assign: |a: u64, b: u64| a | b;
    BitXor bitxor, BitXorAssign bitxor_assign: |a: u64, b: u64| a ^ b;
    Sub sub, SubAssign sub_assign: |a: u64, b: u64| a & !b;
}
