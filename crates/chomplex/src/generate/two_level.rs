//! All extensional two-level posets on b bottoms: half of A003180.
//!
//! Extensional means that no two tops are above the same bottoms (Fenner, Gurjar, Korwar and
//! Thierauf, *On two-level poset games*, 2013, after Theorem 3.2); twin tops cancel, so others need
//! not be looked at. The tops are then a set of non-empty sets of bottoms. A top above nothing
//! would be a bottom. On three bottoms there are 128 of them in 40 classes. (The paper has the 40,
//! out of 256: those count the empty set of bottoms too, and would be 80 classes.)
//!
//! The sets of bottoms are numbered, and a poset is listed as the sequence of zeros and ones that
//! is the greatest among its images under all permutations of the bottoms. If that is so, then it
//! is so too without its last top: an image that is greater there would be greater with the image
//! of the last top as well. So all are found by adding tops after the last one (Read, *Every one a
//! winner*, 1978).

use std::iter;

use super::member::{Content, Member};

/// The two-level posets on b bottoms, at most five.
pub(super) fn two_level(b: usize) -> impl Iterator<Item = Member> + Send {
    let orderly = Orderly::on(b);
    iter::successors(Some(0), move |&word| orderly.successor(word)).map(move |tops| {
        let sets = (1..1u32 << b).filter(|set| tops << (set - 1) & TOP != 0);
        Member(Content::TwoLevel { bottoms: b, tops: sets.collect() })
    })
}

/// Sets of sets, as words.
///
/// ```text
///   bit   31   30   29    28   27 …
///   set   {0}  {1}  {0,1} {2}  {0,2} …
/// ```
type Word = u32;

const TOP: Word = 1 << 31;

/// The greatest words of all classes, depth first.
struct Orderly {
    bits: usize,
    permutations: Vec<Images>,
}

/// A permutation of the points, as what it makes of each byte of a word.
type Images = [[Word; 256]; 4];

impl Orderly {
    fn on(points: usize) -> Self {
        let permutations = permutations(points).iter().map(|p| images(p)).collect();
        Orderly { bits: (1 << points) - 1, permutations }
    }

    /// Whether no permutation of the points makes the word greater.
    fn is_greatest(&self, word: Word) -> bool {
        let bytes = word.to_be_bytes().map(usize::from);
        self.permutations.iter().all(|images| {
            let image = images[0][bytes[0]] | images[1][bytes[1]] | images[2][bytes[2]] | images[3][bytes[3]];
            image <= word
        })
    }

    /// The next word that is the greatest of its class: with one more set after the last, or else
    /// with a later one instead of the last, or of the one before it.
    fn successor(&self, word: Word) -> Option<Word> {
        let mut word = word;
        let mut place = self.bits.min(32 - word.trailing_zeros().min(32) as usize);
        loop {
            let greater = (place..self.bits).map(|place| word | TOP >> place).find(|&word| self.is_greatest(word));
            if greater.is_some() {
                return greater;
            }
            if word == 0 {
                return None;
            }
            place = 32 - word.trailing_zeros() as usize;
            word &= word - 1;
        }
    }
}

/// All permutations of some points.
fn permutations(points: usize) -> Vec<Vec<usize>> {
    let Some(last) = points.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |shorter: Vec<usize>| (0..points).map(move |at| [&shorter[..at], &[last], &shorter[at..]].concat());
    permutations(last).into_iter().flat_map(insert).collect()
}

fn images(permutation: &[usize]) -> Images {
    let image =
        |set: usize| (0..permutation.len()).filter(|x| set >> x & 1 == 1).fold(0, |all, x| all | 1 << permutation[x]);
    let bit = |place: usize| if place + 1 < 1 << permutation.len() { TOP >> (image(place + 1) - 1) } else { 0 };
    std::array::from_fn(|byte| {
        std::array::from_fn(|value| {
            (0..8).filter(|i| value << i & 128 != 0).fold(0, |word, i| word | bit(8 * byte + i))
        })
    })
}
