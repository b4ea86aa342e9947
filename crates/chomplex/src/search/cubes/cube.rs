//! Sets of positions that differ in a few independent elements: one bit for each subset of these.
//!
//! ```text
//!   bit     A as a binary number, coordinate i for the i-th element
//!           coordinates 0 … 5: which bit of a word; 6, 7, …: which word
//! ```
//!
//! A cube always fills whole words. With fewer than six coordinates its bits are repeated: nothing
//! depends on the unused ones.

use crate::bits::WITH_DIGIT as WITH;

/// Number of coordinates within a word.
pub(super) const WITHIN: usize = 6;

/// For each number k, the bits of a word whose index has k coordinates set.
const LEVELS: [u64; WITHIN + 1] = {
    let mut levels = [0; WITHIN + 1];
    let mut bit = 0u32;
    while bit < u64::BITS {
        levels[bit.count_ones() as usize] |= 1 << bit;
        bit += 1;
    }
    levels
};

/// The number of words of a cube.
pub(super) fn words(dimension: usize) -> usize {
    1 << dimension.saturating_sub(WITHIN)
}

/// Whether a subset, given by its coordinates, is in a cube.
pub(super) fn contains(cube: &[u64], subset: usize) -> bool {
    cube[subset >> WITHIN] >> (subset & 63) & 1 == 1
}

/// What a coordinate of one cube becomes in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is always, or never, in the subset.
    Fixed(bool),
    /// It becomes this coordinate.
    Becomes(u8),
}

/// Transforms a cube into the coordinates of another cube of this dimension. `roles` says what each
/// coordinate becomes; coordinates of the result that none becomes do not matter.
pub(super) fn pull(source: &[u64], roles: &[Role], dimension: usize, pulled: &mut Vec<u64>) {
    let dimension = dimension.max(WITHIN);
    let mut places = Places::new(source, roles, pulled);
    while places.len > dimension {
        places.drop_one(pulled);
    }
    // First do what can be done while the cube is small.
    for place in 0..places.len {
        while let Some(to) = places.target(place).filter(|&to| to < places.len && to != place) {
            places.exchange(pulled, place, to);
        }
    }
    let small = places.len;
    for _ in small..dimension {
        pulled.extend_from_within(..);
        places.add();
    }
    for place in 0..small {
        if let Some(to) = places.target(place).filter(|&to| to != place) {
            places.exchange(pulled, place, to);
        }
    }
}

/// The coordinates of a cube while it is being rearranged.
struct Places {
    /// The coordinate that each must become; `NOTHING` if it does not matter.
    targets: [u8; 64],
    len: usize,
}

const NOTHING: u8 = u8::MAX;

impl Places {
    /// Copies the part of a cube in which the fixed coordinates have their fixed values.
    fn new(source: &[u64], roles: &[Role], copy: &mut Vec<u64>) -> Self {
        copy.clear();
        let mut places = Places { targets: [NOTHING; 64], len: WITHIN };
        let (mut fixed, mut value) = (0, 0);
        for (i, &role) in roles.iter().enumerate() {
            match role {
                Role::Becomes(target) if i < WITHIN => places.targets[i] = target,
                Role::Becomes(target) => {
                    places.targets[places.len] = target;
                    places.len += 1;
                }
                Role::Fixed(_) if i < WITHIN => {}
                Role::Fixed(is) => {
                    fixed |= 1 << (i - WITHIN);
                    value |= usize::from(is) << (i - WITHIN);
                }
            }
        }
        if fixed == 0 {
            copy.extend_from_slice(source);
        } else {
            let mut index = value;
            while index < source.len() {
                copy.push(source[index]);
                index = (((index | fixed) + 1) & !fixed) | value;
            }
        }
        for (i, &role) in roles.iter().enumerate().take(WITHIN) {
            if let Role::Fixed(is) = role {
                copy.iter_mut().for_each(|word| *word = with_fixed(*word, i, is));
            }
        }
        places
    }

    fn target(&self, place: usize) -> Option<usize> {
        Some(self.targets[place]).filter(|&target| target != NOTHING).map(usize::from)
    }

    fn exchange(&mut self, cube: &mut [u64], i: usize, j: usize) {
        exchange(cube, i.min(j), i.max(j));
        self.targets.swap(i, j);
    }

    /// Adds a coordinate that does not matter.
    fn add(&mut self) {
        self.targets[self.len] = NOTHING;
        self.len += 1;
    }

    /// Drops a coordinate that does not matter.
    fn drop_one(&mut self, cube: &mut Vec<u64>) {
        let last = self.len - 1;
        let idle =
            (0..self.len).rev().find(|&place| self.target(place).is_none()).expect("there is room for the others");
        if idle != last {
            self.exchange(cube, idle, last);
        }
        self.len = last;
        cube.truncate(cube.len() / 2);
    }
}

/// A word that no longer depends on a coordinate, obtained by fixing that coordinate as set or not
/// set.
fn with_fixed(word: u64, coordinate: usize, is: bool) -> u64 {
    let shift = 1 << coordinate;
    if is {
        let half = word & WITH[coordinate];
        half | half >> shift
    } else {
        let half = word & !WITH[coordinate];
        half | half << shift
    }
}

/// Exchanges two coordinates `i < j`.
fn exchange(cube: &mut [u64], i: usize, j: usize) {
    if j < WITHIN {
        let (mask, shift) = (WITH[i] & !WITH[j], (1 << j) - (1 << i));
        for word in cube {
            let moved = ((*word >> shift) ^ *word) & mask;
            *word ^= moved ^ (moved << shift);
        }
        return;
    }
    let half = 1 << (j - WITHIN);
    for both in cube.chunks_exact_mut(2 * half) {
        let (without, with) = both.split_at_mut(half);
        if i < WITHIN {
            let (mask, shift) = (!WITH[i], 1 << i);
            for (low, high) in without.iter_mut().zip(with) {
                let moved = ((*low >> shift) ^ *high) & mask;
                *high ^= moved;
                *low ^= moved << shift;
            }
        } else {
            let part = 1 << (i - WITHIN);
            for (low, high) in without.chunks_exact_mut(2 * part).zip(with.chunks_exact_mut(2 * part)) {
                low[part..].swap_with_slice(&mut high[..part]);
            }
        }
    }
}

/// Finds the subsets that are not closed and from which removing one element never leads to another
/// found subset. It goes from small to large: a subset that is still open is found, and closes
/// those above it.
pub(super) fn settle(closed: &mut [u64], found: &mut [u64], dimension: usize) {
    if let ([closed], [found]) = (&mut *closed, &mut *found) {
        *found = settle_word(*closed, dimension.min(WITHIN));
        return;
    }
    let half = closed.len() / 2;
    let (closed, closed_above) = closed.split_at_mut(half);
    let (found, found_above) = found.split_at_mut(half);
    settle(closed, found, dimension);
    closed_above.iter_mut().zip(found).for_each(|(closed, found)| *closed |= *found);
    settle(closed_above, found_above, dimension);
}

#[inline]
fn settle_word(mut closed: u64, dimension: usize) -> u64 {
    if closed == u64::MAX {
        return 0;
    }
    let mut found = 0;
    for level in LEVELS {
        let new = level & !closed;
        found |= new;
        for (i, with) in WITH.iter().enumerate().take(dimension) {
            closed |= (new & !with) << (1 << i);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) ^ (*state << 31)
    }

    /// A random cube in which only the first `dimension` coordinates matter.
    fn random_cube(dimension: usize, state: &mut u64) -> Vec<u64> {
        let mut cube: Vec<u64> = (0..words(dimension)).map(|_| random(state) & random(state)).collect();
        for coordinate in dimension..WITHIN {
            cube[0] = with_fixed(cube[0], coordinate, false);
        }
        cube
    }

    /// A subset of the target is in the pulled cube exactly if the roles map it to a subset in the
    /// source.
    #[test]
    fn cubes_are_pulled() {
        let mut state = 1;
        let mut pulled = Vec::new();
        for round in 0..4000 {
            let (from, to) = (round % 11, (round / 11) % 10);
            let source = random_cube(from, &mut state);
            let mut free: Vec<u8> = (0..to as u8).collect();
            let roles: Vec<Role> = (0..from)
                .map(|_| match random(&mut state) % 3 {
                    0 => Role::Fixed(false),
                    1 => Role::Fixed(true),
                    _ if free.is_empty() => Role::Fixed(true),
                    _ => Role::Becomes(free.swap_remove(random(&mut state) as usize % free.len())),
                })
                .collect();
            pull(&source, &roles, to, &mut pulled);
            assert_eq!(pulled.len(), words(to));
            for subset in 0..64 * pulled.len() {
                let there = roles.iter().enumerate().fold(0, |there, (i, role)| {
                    let is = match *role {
                        Role::Fixed(is) => is,
                        Role::Becomes(j) => subset >> j & 1 == 1,
                    };
                    there | usize::from(is) << i
                });
                assert_eq!(contains(&pulled, subset), contains(&source, there), "{roles:?} {subset}");
            }
        }
    }

    /// A subset is found exactly if it is not closed and no subset with one element less is found.
    #[test]
    fn cubes_are_settled() {
        let mut state = 2;
        for round in 0..500 {
            let dimension = round % 11;
            let closed = random_cube(dimension, &mut state);
            let mut found = vec![0; closed.len()];
            settle(&mut closed.clone(), &mut found, dimension);
            for subset in 0..64 * closed.len() {
                let below = (0..dimension).filter(|i| subset >> i & 1 == 1).any(|i| contains(&found, subset ^ 1 << i));
                assert_eq!(contains(&found, subset), !contains(&closed, subset) && !below);
            }
        }
    }
}
