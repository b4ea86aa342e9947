//! What a move removes: an element and everything above it.

use crate::lists::Lists;
use crate::poset::Poset;
use crate::set;

/// A word of a set with its index. A sparse set is a list of them, in increasing order and without
/// zero words.
pub(crate) type Piece = (u32, u64);

/// The largest number of pieces kept. All up-sets of a poset with 16,000 elements fit, and those of
/// larger posets that are flat.
const KEPT: usize = 1 << 22;

/// The up-sets of the elements of a poset, each computed when it is first needed.
pub(crate) struct UpSets {
    /// The elements listed directly above each one.
    upper: Lists,
    /// The start and end of the up-set of each element in `pieces`, if it is kept. An up-set is
    /// never empty.
    kept: Vec<(u32, u32)>,
    pieces: Vec<Piece>,
    /// The largest number of pieces that may be kept.
    limit: usize,
    /// The last up-set computed, if it is not kept.
    last: Vec<Piece>,
    /// Buffers for the search: the elements reached, as a list and as a set, which is empty between
    /// searches.
    reached: Vec<u32>,
    marks: Vec<u64>,
}

impl UpSets {
    pub(crate) fn new(poset: &Poset) -> UpSets {
        UpSets::keeping(KEPT, poset)
    }

    fn keeping(limit: usize, poset: &Poset) -> UpSets {
        let n = poset.len();
        UpSets {
            upper: poset.lists().reversed(),
            kept: vec![(0, 0); n],
            pieces: Vec::new(),
            limit,
            last: Vec::new(),
            reached: Vec::new(),
            marks: vec![0; n.div_ceil(64)],
        }
    }

    /// The elements ≥ x.
    pub(crate) fn of(&mut self, x: u32) -> &[Piece] {
        let (start, end) = self.kept[x as usize];
        if start < end {
            return &self.pieces[start as usize..end as usize];
        }
        self.find(x);
        if self.pieces.len() + self.last.len() > self.limit {
            return &self.last;
        }
        let start = self.pieces.len();
        self.pieces.extend_from_slice(&self.last);
        // Both ends fit: they are at most KEPT.
        self.kept[x as usize] = (start as u32, self.pieces.len() as u32);
        &self.pieces[start..]
    }

    /// Searches upwards from x and leaves the elements reached in `last`.
    fn find(&mut self, x: u32) {
        self.reached.clear();
        reach(x, &mut self.marks);
        self.reached.push(x);
        let mut next = 0;
        while let Some(&y) = self.reached.get(next) {
            next += 1;
            for &z in self.upper.of(y) {
                if reach(z, &mut self.marks) {
                    self.reached.push(z);
                }
            }
        }
        self.reached.sort_unstable();
        self.last.clear();
        for &y in &self.reached {
            let word = set::place(y).0;
            if self.marks[word] != 0 {
                self.last.push((y / 64, self.marks[word]));
                self.marks[word] = 0;
            }
        }
    }
}

/// Marks an element, and returns whether it was not marked before.
fn reach(x: u32, marks: &mut [u64]) -> bool {
    let (word, bit) = set::place(x);
    let new = marks[word] & bit == 0;
    marks[word] |= bit;
    new
}

/// The elements of a sparse set, in increasing order.
pub(crate) fn elements(pieces: &[Piece]) -> impl Iterator<Item = u32> {
    pieces.iter().flat_map(|&(word, bits)| set::elements_of_word(bits, 64 * word))
}

/// Removes a sparse set from a set.
pub(crate) fn remove(from: &mut Vec<u64>, pieces: &[Piece]) {
    for &(word, bits) in pieces {
        match from.get_mut(word as usize) {
            Some(w) => *w &= !bits,
            None => break,
        }
    }
    set::trim(from);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb: a chain of 150 elements, with another element above each of them.
    fn comb() -> Poset {
        let mut poset = Poset::empty();
        poset.push("0".into(), &[]);
        (1..150u32).for_each(|x| poset.push(x.to_string().into(), &[x - 1]));
        (150..300u32).for_each(|x| poset.push(x.to_string().into(), &[x - 150]));
        poset
    }

    #[test]
    fn the_same_whether_kept_or_not() {
        let poset = comb();
        for limit in [0, 7, 200, KEPT] {
            let mut up_sets = UpSets::keeping(limit, &poset);
            for x in (0..300).chain(0..300).rev() {
                let expected: Vec<u32> = (0..300u32)
                    .filter(|&y| if x < 150 { (x..150).contains(&y) || y >= x + 150 } else { x == y })
                    .collect();
                assert_eq!(elements(up_sets.of(x)).collect::<Vec<_>>(), expected, "limit {limit}");
            }
            assert!(up_sets.pieces.len() <= limit);
        }
    }

    #[test]
    fn what_a_move_removes() {
        let mut up_sets = UpSets::new(&comb());
        let mut set = vec![u64::MAX; 2];
        remove(&mut set, up_sets.of(100));
        assert_eq!(set, [u64::MAX, (1 << 36) - 1]);
        remove(&mut set, up_sets.of(3));
        assert_eq!(set, [7], "zero words at the end are dropped");
    }
}
