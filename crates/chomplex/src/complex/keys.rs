//! Vertex keys that are cheap to update when a face is added. The canonical form in files sorts the
//! vertices by them.
//!
//! Let c(i, j) be the sum, over the faces that contain both i and j, of a weight that depends on
//! the size of the face. The key of i is the sum of c(i, j) (c(i, j) + 1) over the other vertices
//! j, modulo 2^16. It is even; vertices are sorted by half of it. Adding a face of weight w raises
//! c by w for each pair of its vertices, so the key of each of its vertices rises by the sum of w
//! (2 c(i, j) + w + 1) over the others. So an update needs only the sum of a few rows of c.

use super::word::{WITH, Word};

/// One number for each vertex.
type Lanes = [u16; 8];

/// The weights of the faces of each size. A face of one vertex contains no pair; faces of six or
/// more vertices tell little apart. Faces of two and of five vertices are counted together.
const WEIGHT: [u16; 8] = [0, 0, FEW, THREE, FOUR, FEW, 0, 0];
const THREE: u16 = 1;
const FOUR: u16 = 11;
const FEW: u16 = 0x3a5;

/// The effect of adding a face on the keys of its vertices: a factor and a summand. The keys of
/// other vertices do not change.
struct Rise {
    factor: Lanes,
    summand: Lanes,
    /// All bits set for each vertex of the face.
    members: Lanes,
}

static RISES: [Rise; 128] = {
    let mut rises = [const { Rise { factor: [0; 8], summand: [0; 8], members: [0; 8] } }; 128];
    let mut face = 0usize;
    while face < 128 {
        let (size, mut vertex) = (face.count_ones() as usize, 0);
        while vertex < 7 {
            if face >> vertex & 1 == 1 {
                let weight = WEIGHT[size];
                rises[face].factor[vertex] = weight.wrapping_mul(2);
                rises[face].summand[vertex] = weight.wrapping_mul(weight + 1).wrapping_mul(size as u16 - 1);
                rises[face].members[vertex] = u16::MAX;
            }
            vertex += 1;
        }
        face += 1;
    }
    rises
};

/// The keys of a complex on at most seven vertices, and what is needed to update them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    /// The sums of the rows of c, for each subset of the vertices 0 to 2, and for each subset of
    /// the vertices 3 to 6.
    low_rows: [Lanes; 8],
    high_rows: [Lanes; 16],
    sums: Lanes,
    absent: Lanes,
}

impl Keys {
    #[inline(always)]
    pub(crate) fn new(complex: Word<2>) -> Self {
        let rows = codegrees(complex);
        let (mut low_rows, mut high_rows) = ([[0; 8]; 8], [[0; 8]; 16]);
        for v in 0..3 {
            (0..1 << v).for_each(|set| low_rows[set | 1 << v] = plus(low_rows[set], rows[v]));
        }
        for v in 0..4 {
            (0..1 << v).for_each(|set| high_rows[set | 1 << v] = plus(high_rows[set], rows[v + 3]));
        }
        Keys { low_rows, high_rows, sums: sums(&rows[..7]), absent: absent(complex) }
    }

    /// The keys by which the vertices are sorted after a face is added; see [`sorting`].
    #[inline(always)]
    pub(crate) fn sorting_with(&self, face: usize) -> [i16; 8] {
        let rows = plus(self.low_rows[face & 7], self.high_rows[face >> 3 & 15]);
        let Rise { factor, summand, members } = &RISES[face & 127];
        let rise = std::array::from_fn(|i| rows[i].wrapping_mul(factor[i]).wrapping_add(summand[i]));
        halved(plus(self.sums, rise), std::array::from_fn(|i| self.absent[i] & !members[i]))
    }
}

/// The keys by which the vertices are sorted. They are non-negative; where there is no vertex they
/// are negative and distinct.
#[inline(always)]
pub(super) fn sorting<const N: usize>(complex: Word<N>) -> [i16; 8] {
    halved(sums(&codegrees(complex)[..Word::<N>::ROOM]), absent(complex))
}

/// Finer keys, which take the codegrees of a vertex with the others and the keys of those into
/// account.
pub(super) fn finer<const N: usize>(complex: Word<N>) -> [u32; 8] {
    let (rows, keys) = (codegrees(complex), sorting(complex));
    let room = Word::<N>::ROOM;
    std::array::from_fn(|i| {
        let others = (0..room).filter(|&j| i < room && j != i);
        others.fold(0, |sum: u32, j| sum.wrapping_add(mixed(rows[i][j], keys[j].max(-1))))
    })
}

/// A hash of a codegree and a key.
fn mixed(codegree: u16, key: i16) -> u32 {
    let x = (u32::from(codegree) << 16 | u32::from(key as u16)).wrapping_mul(0x9e37_79b1);
    (x ^ x >> 15).wrapping_mul(0x85eb_ca6b)
}

#[inline(always)]
fn plus(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline(always)]
fn halved(sums: Lanes, absent: Lanes) -> [i16; 8] {
    std::array::from_fn(|i| (sums[i] >> 1 | absent[i]) as i16)
}

/// The sum of c (c + 1) over the others, for each vertex.
#[inline(always)]
fn sums(rows: &[Lanes]) -> Lanes {
    let squares = |row: &Lanes| std::array::from_fn(|i| row[i].wrapping_mul(row[i].wrapping_add(1)));
    rows.iter().fold([0; 8], |sums, row| plus(sums, squares(row)))
}

/// Distinct negative numbers where there is no vertex, decreasing, and 0 elsewhere.
///
/// They come from a table: if the compiler knew that there is never an eighth vertex among seven,
/// it would compute seven lanes one by one instead of eight at once.
#[inline(always)]
fn absent<const N: usize>(complex: Word<N>) -> Lanes {
    static ABSENT: [Lanes; 256] = {
        let mut absent = [[0; 8]; 256];
        let mut i = 0;
        while i < 8 * 256 {
            let (vertices, vertex) = (i / 8, i % 8);
            absent[vertices][vertex] = if vertices >> vertex & 1 == 1 { 0 } else { !(vertex as u16) };
            i += 1;
        }
        absent
    };
    ABSENT[usize::from(complex.vertices())]
}

/// In a word of the faces with h vertices outside 0 to 5, the places of the faces of each weight.
const PLACES: [[u64; 3]; 3] = {
    let mut of_size = [0u64; 7];
    let mut face = 0u64;
    while face < 64 {
        of_size[face.count_ones() as usize] |= 1 << face;
        face += 1;
    }
    [
        [of_size[3], of_size[4], of_size[2] | of_size[5]],
        [of_size[2], of_size[3], of_size[1] | of_size[4]],
        [of_size[1], of_size[2], of_size[0] | of_size[3]],
    ]
};

/// The numbers c(i, j).
///
/// The faces of one size with vertex 6 are at places of one vertex less than those without it. So
/// both fit together into one word.
#[inline(always)]
fn codegrees<const N: usize>(complex: Word<N>) -> [Lanes; 8] {
    // For each weight, the faces without vertex 7, then those with it.
    let (mut all, mut with_6) = ([[0; 2]; 3], [[0; 2]; 3]);
    for (weight, half) in (0..3).flat_map(|weight| (0..N / 2).map(move |half| (weight, half))) {
        with_6[weight][half] = complex.0[2 * half + 1] & PLACES[half + 1][weight];
        all[weight][half] = complex.0[2 * half] & PLACES[half][weight] | with_6[weight][half];
    }
    let with_7 = |faces: [[u64; 2]; 3]| faces.map(|[_, with]| [with, 0]);
    let weigh = |faces: [[u64; 2]; 3], mask: u64| {
        let [three, four, few] = faces.map(|[a, b]| ((a & mask).count_ones() + (b & mask).count_ones()) as u16);
        (three * THREE).wrapping_add(four * FOUR).wrapping_add(few.wrapping_mul(FEW))
    };
    let mut rows = [[0; 8]; 8];
    let mut set = |i: usize, j: usize, c: u16| (rows[i][j], rows[j][i]) = (c, c);
    for (i, with) in WITH.into_iter().enumerate() {
        let stars = all.map(|faces| faces.map(|faces| faces & with));
        (i + 1..6).for_each(|j| set(i, j, weigh(stars, WITH[j])));
        set(i, 6, weigh(with_6, with));
        if N == 4 {
            set(i, 7, weigh(with_7(all), with));
        }
    }
    if N == 4 {
        set(6, 7, weigh(with_7(with_6), u64::MAX));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complex::tests::sample;

    #[test]
    fn keys_follow_an_added_face() {
        let mut steps = 0;
        for complex in sample::<2>(&mut 3) {
            let keys = Keys::new(complex);
            for face in complex.addable().faces().filter(|&face| face != 0) {
                assert_eq!(keys.sorting_with(face), sorting(complex.with(face)));
                steps += 1;
            }
        }
        assert!(steps > 20_000, "{steps}");
    }

    fn codegrees_by_the_definition<const N: usize>() {
        for complex in sample::<N>(&mut 4) {
            let rows = codegrees(complex);
            for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))).filter(|(i, j)| i != j) {
                let with = complex.faces().filter(|face| face >> i & face >> j & 1 == 1);
                let weights = with.map(|face| *WEIGHT.get(face.count_ones() as usize).unwrap_or(&0));
                assert_eq!(rows[i][j], weights.fold(0, u16::wrapping_add));
            }
        }
    }

    #[test]
    fn codegrees_count_faces() {
        codegrees_by_the_definition::<2>();
        codegrees_by_the_definition::<4>();
    }
}
