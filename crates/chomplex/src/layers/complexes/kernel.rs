//! The kernel for sweeps over complexes.

use super::arch::{self, Arch, Way};
use super::canonical::{Origins, for_each_automorphism, least};
use super::faces::{ROOM, WITHIN, addable, facets, members, skeleton};
use super::keys::Keys;
use crate::budget::{Budget, Stop};
use crate::layers::accumulator::{Accumulator, Class, Step};
use crate::layers::sweep::{DownSetClasses, Guide, Job, Key, Sweep};

/// The number of classes in the largest layer, that of 64 faces; computed by the sweep.
pub(crate) const LARGEST_LAYER: u64 = 16_440_466;

/// The number of classes of complexes on at most n vertices, including the void complex (OEIS
/// A003182).
const CLASSES: [u64; ROOM + 1] = [2, 3, 5, 10, 30, 210, 16_353, 490_013_148];

/// The complexes on at most n vertices whose faces have at most k vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Complexes {
    n: usize,
    k: usize,
}

impl Complexes {
    pub(crate) fn new(n: usize, k: usize) -> Result<Self, Stop> {
        if n > ROOM { Err(Stop::Size) } else { Ok(Complexes { n, k }) }
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
        members(self)
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
        skeleton(self.n, self.k).count_ones() as usize
    }

    /// The size of the largest antichain of subsets of seven vertices: all sets of three, or all
    /// sets of four (Sperner).
    fn most_ways(&self) -> usize {
        35
    }

    fn class(&self, key: u128) -> impl Class {
        Complex(key)
    }

    fn guide(&self, job: impl Job<Self>) -> Result<(), Stop> {
        Arch::detected().run(Guided { all: skeleton(self.n, self.k), job })
    }

    fn largest_layer(&self, last: usize) -> Option<u64> {
        (self.n == ROOM && self.k >= ROOM && last > 64).then_some(LARGEST_LAYER)
    }

    /// If all faces are allowed, then half of the classes outside the middle layer have fewer than
    /// half of the faces.
    fn expected(&self, last: usize) -> Option<u64> {
        let classes = self.classes()?;
        let middle = if self.n == ROOM { LARGEST_LAYER } else { 0 };
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
    all: u128,
    job: J,
}

impl<J: Job<Complexes>> arch::Job for Guided<J> {
    type Result = Result<(), Stop>;

    #[inline(always)]
    fn run(self, way: impl Way) -> Result<(), Stop> {
        self.job.run(Faces { all: self.all, way })
    }
}

/// Finds the ways to add a face.
struct Faces<W> {
    /// The faces allowed.
    all: u128,
    way: W,
}

impl<W: Way> Guide<Complexes> for Faces<W> {
    #[inline(always)]
    fn ways(&mut self, complex: u128, mut found: impl FnMut(u128, Origins)) -> Result<(), Stop> {
        let keys = Keys::of(complex);
        for face in members(addable(complex) & self.all) {
            let image = least(self.way.sorted(complex | 1 << face, keys.sorting_with(face)));
            let mut origins = image.origins;
            origins[7] = face as u8;
            found(image.word, origins);
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
        while vertex < ROOM {
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
        members(WITHIN[added] & !(1 << added))
    }

    /// The old face is the sum of the bytes of the vertices.
    #[inline(always)]
    fn before(&self, element: usize) -> usize {
        ((self.origins & BYTES_OF[element]).wrapping_mul(EACH) >> 56) as usize
    }
}

/// A complex as a class.
pub(crate) struct Complex(pub(crate) u128);

impl Class for Complex {
    fn elements(&self) -> impl Iterator<Item = usize> {
        members(self.0)
    }

    fn maximal(&self) -> impl Iterator<Item = usize> {
        members(facets(self.0))
    }

    #[cold]
    fn close(&self, known: &mut [u8], unknown: u8) {
        for_each_automorphism(self.0, |images| {
            for face in members(self.0) {
                if known[face] == unknown {
                    let image = (0..ROOM).filter(|p| face >> p & 1 == 1).fold(0, |image, p| image | 1 << images[p]);
                    known[face] = known[image];
                }
            }
        });
    }
}
