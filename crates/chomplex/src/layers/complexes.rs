//! The complexes on at most seven vertices for a sweep: the down-sets of `boolean(n)` and of
//! `subsets(n,k)`.

use super::accumulator::{Accumulator, Class, Step};
use super::sweep::{DownSetClasses, Guide, Job, Key, Sweep};
use crate::budget::{Budget, Stop};
use crate::complex::{self, Arch, Keys, MOST_VERTICES, Origins, Sorter, Word, for_each_automorphism};

/// The number of classes in the largest layer, that of 64 faces; computed by the sweep.
pub(crate) const LARGEST_LAYER: u64 = 16_440_466;

/// The number of classes of complexes on at most n vertices, including the void complex (OEIS
/// A003182).
const CLASSES: [u64; MOST_VERTICES + 1] = [2, 3, 5, 10, 30, 210, 16_353, 490_013_148];

/// The complexes on at most n vertices whose faces have at most k vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complexes {
    n: usize,
    k: usize,
}

impl Complexes {
    pub(crate) fn new(n: usize, k: usize) -> Result<Self, Stop> {
        if n > MOST_VERTICES { Err(Stop::Size) } else { Ok(Complexes { n, k }) }
    }

    /// The faces allowed, including the empty one.
    fn faces(self) -> Word<2> {
        Word::skeleton(self.n, self.k)
    }

    /// The total number of classes, where it is known.
    ///
    /// Duality (the complements of the missing faces) maps the complexes whose faces have at most n
    /// - 2 vertices to those that contain all n vertices, and back.
    fn classes(self) -> Option<u64> {
        let Complexes { n, k } = self;
        match n.saturating_sub(k) {
            0 => Some(CLASSES[n]),
            1 => Some(CLASSES[n] - 1),
            2 => Some(CLASSES[n] - CLASSES[n - 1]),
            // Brouwer and Christensen (2017), section 4.3; the void complex is included here.
            4 if n == 7 => Some(15_466_912),
            _ => None,
        }
    }
}

/// Sweeps the complexes on `n` vertices whose faces have at most `k` vertices. Returns
/// the state of the complex of all these faces, including the empty one.
///
/// The elements are the faces. The binary digits of the number of a face are its vertices. There
/// are at most seven vertices.
///
/// # Errors
/// If the budget is spent, or there are more than seven vertices.
pub fn sweep_complexes<A: Accumulator>(n: usize, k: usize, accumulator: &A, budget: &Budget) -> Result<A::State, Stop> {
    let kernel = Complexes::new(n, k)?;
    let last = Sweep::new(&kernel, accumulator, usize::MAX, budget).run::<Stop>(|_| Ok(()))?;
    Ok(last.iter().next().expect("the whole is a class").1.clone())
}

impl Key for u128 {
    const EMPTY: u128 = 0;
    const BYTES: usize = 16;

    #[inline(always)]
    fn hash(self) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd1b5_4a32_d192_ed03);
        let folded = (product >> 64) as u64 ^ product as u64;
        (folded.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    fn store(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }

    fn members(self) -> impl Iterator<Item = usize> {
        Word::from(self).faces()
    }

    fn restore(bytes: &[u8]) -> Self {
        u128::from_le_bytes(bytes.try_into().expect("16 bytes"))
    }
}

impl DownSetClasses for Complexes {
    type Key = u128;

    /// The old names of the vertices; the last byte, which is otherwise unused, is the face.
    type Way = Origins;

    fn elements(&self) -> usize {
        self.faces().faces().count()
    }

    /// The size of the largest antichain of subsets of seven vertices: all sets of three, or all
    /// sets of four (Sperner).
    fn most_ways(&self) -> usize {
        35
    }

    fn class(&self, key: u128) -> impl Class {
        ComplexClass(key.into())
    }

    fn guide(&self, job: impl Job<Self>) -> Result<(), Stop> {
        Arch::detected().run(Guided { all: self.faces(), job })
    }

    fn largest_layer(&self, last: usize) -> Option<u64> {
        (self.n == MOST_VERTICES && self.k >= MOST_VERTICES && last > 64).then_some(LARGEST_LAYER)
    }

    /// If all faces are allowed, then half of the classes outside the middle layer have fewer than
    /// half of the faces.
    fn expected(&self, last: usize) -> Option<u64> {
        let classes = self.classes()?;
        let middle = if self.n == MOST_VERTICES { LARGEST_LAYER } else { 0 };
        let is_half = self.k >= self.n && last == self.elements() / 2;
        Some(if is_half { (classes - middle) / 2 } else { classes })
    }

    fn id(&self) -> [u8; 16] {
        let mut id = [0; 16];
        id[..4].copy_from_slice(&(self.n as u32).to_le_bytes());
        id[4..8].copy_from_slice(&(self.k as u32).to_le_bytes());
        id
    }

    fn name(&self) -> String {
        format!("{}-{}", self.n, self.k)
    }
}

/// A job whose guide uses the features of the CPU.
struct Guided<J> {
    all: Word<2>,
    job: J,
}

impl<J: Job<Complexes>> complex::Job for Guided<J> {
    type Result = Result<(), Stop>;

    #[inline(always)]
    fn run(self, sorter: impl Sorter) -> Result<(), Stop> {
        self.job.run(FaceGuide { all: self.all, sorter })
    }
}

/// Finds the ways to add a face.
struct FaceGuide<S> {
    /// The faces allowed.
    all: Word<2>,
    sorter: S,
}

impl<S: Sorter> Guide<Complexes> for FaceGuide<S> {
    #[inline(always)]
    fn ways(&mut self, complex: u128, mut found: impl FnMut(u128, Origins)) -> Result<(), Stop> {
        let complex = Word::from(complex);
        let keys = Keys::new(complex);
        let mut open = u128::from(complex.addable().common(self.all));
        while open != 0 {
            let face = open.trailing_zeros() as usize;
            open &= open - 1;
            let image = self.sorter.sorted(complex.with(face), keys.sorting_with(face)).least();
            let mut origins = image.origins;
            origins[7] = face as u8;
            found(image.word.into(), origins);
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&self, way: Origins) -> impl Step {
        FaceStep::new(way)
    }
}

/// A step: a face was added to a complex, then its vertices were renamed.
struct FaceStep {
    origins: u64,
    face: usize,
}

impl FaceStep {
    /// Takes the face from the last byte.
    #[inline(always)]
    fn new(origins: Origins) -> Self {
        let word = u64::from_le_bytes(origins);
        FaceStep { origins: word << 8 >> 8, face: (word >> 56) as usize }
    }
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// For each face, a mask of the bytes of its vertices.
const BYTES_OF: [u64; 128] = {
    let mut bytes = [0; 128];
    let mut face = 0;
    while face < 128 {
        let mut vertex = 0;
        while vertex < MOST_VERTICES {
            if face >> vertex & 1 == 1 {
                bytes[face] |= 0xff << (8 * vertex);
            }
            vertex += 1;
        }
        face += 1;
    }
    bytes
};

impl Step for FaceStep {
    /// Vertex p is in the renamed face if its old vertex is in the face that was added.
    #[inline(always)]
    fn added(&self) -> usize {
        let common = self.origins & (self.face as u64 * EACH);
        let present = (common + 0x7f * EACH) >> 7 & EACH;
        (present.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    #[inline(always)]
    fn below(&self) -> impl Iterator<Item = usize> {
        let added = self.added();
        Word::<2>::simplex(added).without(added).faces()
    }

    /// The old face is the sum of the bytes of the vertices.
    #[inline(always)]
    fn before(&self, element: usize) -> usize {
        ((self.origins & BYTES_OF[element]).wrapping_mul(EACH) >> 56) as usize
    }
}

/// A canonical complex as a class.
struct ComplexClass(Word<2>);

impl Class for ComplexClass {
    fn elements(&self) -> impl Iterator<Item = usize> {
        self.0.faces()
    }

    fn maximal(&self) -> impl Iterator<Item = usize> {
        self.0.facets().faces()
    }

    #[cold]
    fn close(&self, known: &mut [u8], unknown: u8) {
        for_each_automorphism(self.0, |images| {
            for face in self.0.faces() {
                if known[face] == unknown {
                    let image =
                        (0..MOST_VERTICES).filter(|p| face >> p & 1 == 1).fold(0, |image, p| image | 1 << images[p]);
                    known[face] = known[image];
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::classes::Nothing;
    use crate::layers::sweep::Shown;

    /// The number of classes is as expected, where the total is known.
    #[test]
    fn classes_are_as_many_as_expected() {
        let budget = Budget::default();
        for (n, k) in (0..MOST_VERTICES).flat_map(|n| (0..=n).map(move |k| (n, k))) {
            let kernel = Complexes::new(n, k).unwrap();
            let mut classes = 0;
            let last = Sweep::new(&kernel, &Nothing, usize::MAX, &budget).run::<Stop>(|shown| {
                classes += if let Shown::End { classes, .. } = shown { classes } else { 0 };
                Ok(())
            });
            assert_eq!(last.map(|last| last.size), Ok(kernel.elements()));
            let expected = kernel.expected(usize::MAX);
            assert_eq!(expected.unwrap_or(classes), classes, "{n} {k}");
            assert_eq!(expected.is_some(), k + 2 >= n);
        }
    }
}
