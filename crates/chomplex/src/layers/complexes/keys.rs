//! Keys of the vertices that do not depend on their names, and that are cheap to update when a face
//! is added.
//!
//! Let c(i, j) be the sum, over the faces that contain both i and j, of a weight that depends on
//! the size of the face. The key of i is the sum of c(i, j) (c(i, j) + 1) over the other vertices
//! j, modulo 2^16. It is even; vertices are sorted by half of it. Adding a face of weight w raises
//! c by w for each pair of its vertices, so the key of each of its vertices rises by the sum of w
//! (2 c(i, j) + w + 1) over the others. So an update needs only the sum of a few rows of c.

use super::faces::{OF_SIZE, ROOM, WITH};

/// One number for each vertex, and one more to fill a 128-bit register.
type Lanes = [u16; 8];

/// The weights of the faces of each size. A face of one vertex contains no pair; faces of six or
/// seven vertices tell little apart. Faces of two and of five vertices are counted together.
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
        while vertex < ROOM {
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

/// The keys of a complex, and what is needed to update them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    /// The sums of the rows of c, for each subset of the vertices 0 to 2, and for each subset of
    /// the vertices 3 to 6.
    low_rows: [Lanes; 8],
    high_rows: [Lanes; 16],
    sums: Lanes,
    /// All bits set for each lane without a vertex.
    absent: Lanes,
}

impl Keys {
    #[inline(always)]
    pub(super) fn of(complex: u128) -> Self {
        let rows = codegrees(complex);
        let mut sums = [0; 8];
        for row in &rows {
            sums = plus(sums, std::array::from_fn(|i| row[i].wrapping_mul(row[i].wrapping_add(1))));
        }
        let (mut low_rows, mut high_rows) = ([[0; 8]; 8], [[0; 8]; 16]);
        for v in 0..3 {
            (0..1 << v).for_each(|set| low_rows[set | 1 << v] = plus(low_rows[set], rows[v]));
        }
        for v in 0..4 {
            (0..1 << v).for_each(|set| high_rows[set | 1 << v] = plus(high_rows[set], rows[v + 3]));
        }
        let absent = std::array::from_fn(|i| if i < ROOM && complex >> (1 << i) & 1 == 1 { 0 } else { u16::MAX });
        Keys { low_rows, high_rows, sums, absent }
    }

    /// The codegree of two vertices.
    pub(super) fn codegree(&self, i: usize, j: usize) -> u16 {
        if i < 3 { self.low_rows[1 << i][j] } else { self.high_rows[1 << (i - 3)][j] }
    }

    /// The sort keys of the vertices: non-negative, and -1 where there is no vertex.
    #[inline(always)]
    pub(super) fn sorting(&self) -> [i16; 8] {
        sorting(self.sums, self.absent)
    }

    /// The sort keys after a face is added.
    #[inline(always)]
    pub(super) fn sorting_with(&self, face: usize) -> [i16; 8] {
        let rows = plus(self.low_rows[face & 7], self.high_rows[face >> 3 & 15]);
        let Rise { factor, summand, members } = &RISES[face & 127];
        let rise = std::array::from_fn(|i| rows[i].wrapping_mul(factor[i]).wrapping_add(summand[i]));
        sorting(plus(self.sums, rise), std::array::from_fn(|i| self.absent[i] & !members[i]))
    }
}

#[inline(always)]
fn plus(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline(always)]
fn sorting(sums: Lanes, absent: Lanes) -> [i16; 8] {
    std::array::from_fn(|i| (sums[i] >> 1 | absent[i]) as i16)
}

/// The numbers c(i, j).
///
/// The faces of r vertices without vertex 6 are in the lower half of the word. Those with vertex 6
/// are in the upper half, at places of r - 1 vertices. So both sets fit together into one half.
#[inline(always)]
fn codegrees(complex: u128) -> [Lanes; ROOM] {
    const SIZE: [u64; 8] = {
        let mut half = [0; 8];
        let mut r = 0;
        while r < 8 {
            half[r] = OF_SIZE[r] as u64;
            r += 1;
        }
        half
    };
    const FEW: u64 = SIZE[2] | SIZE[5];
    const FEW_WITH_SIX: u64 = SIZE[1] | SIZE[4];
    let (without, with) = (complex as u64, (complex >> 64) as u64);
    let levels_with = [with & SIZE[2], with & SIZE[3], with & FEW_WITH_SIX];
    let levels =
        [without & SIZE[3] | levels_with[0], without & SIZE[4] | levels_with[1], without & FEW | levels_with[2]];
    let weigh = |levels: [u64; 3], mask: u64| {
        let [three, four, few] = levels.map(|level| (level & mask).count_ones() as u16);
        (three * THREE).wrapping_add(four * FOUR).wrapping_add(few.wrapping_mul(self::FEW))
    };
    let mut rows = [[0; 8]; ROOM];
    for i in 0..ROOM - 1 {
        let stars = levels.map(|level| level & WITH[i] as u64);
        for j in i + 1..ROOM {
            let c = if j < 6 { weigh(stars, WITH[j] as u64) } else { weigh(levels_with, WITH[i] as u64) };
            (rows[i][j], rows[j][i]) = (c, c);
        }
    }
    rows
}
