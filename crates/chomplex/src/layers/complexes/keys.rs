//! Keys of the vertices that do not depend on their names, and that follow when a face is added.
//!
//! Let c(i, j) be the sum, over the faces that contain both i and j, of a weight that depends on the size of the face. The
//! key of i is the sum of c(i, j) (c(i, j) + 1) over the other vertices j, modulo 2^16. It is even; half of it is what
//! vertices are sorted by. Adding a face of weight w raises c by w for each two of its vertices, so the key of each of them rises by
//! the sum of w (2 c(i, j) + w + 1) over the others: a few rows of c are all that is needed.

use super::faces::{OF_SIZE, ROOM, WITH};

/// One number for each vertex, and one more to fill the register.
pub(super) type Lanes = [u16; 8];

/// The weights of the faces of each size. A face of one vertex contains no two; that of all vertices tells nothing.
const WEIGHT: [u16; 8] = [0, 0, 0x3a5, 0x01, 0x0b, 0x1c7, 0x65, 0];

/// The bits of the faces' vertices, spread over the lanes.
const LANES_OF: [Lanes; 128] = {
    let mut lanes = [[0; 8]; 128];
    let mut face = 0;
    while face < 128 {
        let mut vertex = 0;
        while vertex < ROOM {
            if face >> vertex & 1 == 1 {
                lanes[face][vertex] = u16::MAX;
            }
            vertex += 1;
        }
        face += 1;
    }
    lanes
};

/// The keys of a complex, with what is needed to follow them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    rows: [Lanes; ROOM],
    sums: Lanes,
    /// All bits for each lane without a vertex.
    absent: Lanes,
}

impl Keys {
    #[inline(always)]
    pub(super) fn of(complex: u128) -> Self {
        let mut rows = [[0; 8]; ROOM];
        let levels: [u128; 5] = std::array::from_fn(|r| complex & OF_SIZE[r + 2]);
        for i in 0..ROOM {
            let stars = levels.map(|level| level & WITH[i]);
            for j in i + 1..ROOM {
                let weigh = |r: usize| WEIGHT[r + 2].wrapping_mul((stars[r] & WITH[j]).count_ones() as u16);
                let codegree = (0..5).fold(0u16, |sum, r| sum.wrapping_add(weigh(r)));
                (rows[i][j], rows[j][i]) = (codegree, codegree);
            }
        }
        let mut sums = [0; 8];
        for row in &rows {
            for (sum, &c) in sums.iter_mut().zip(row) {
                *sum = c.wrapping_mul(c.wrapping_add(1)).wrapping_add(*sum);
            }
        }
        let absent = std::array::from_fn(|i| if i < ROOM && complex >> (1 << i) & 1 == 1 { 0 } else { u16::MAX });
        Keys { rows, sums, absent }
    }

    /// The codegree of two vertices.
    pub(super) fn codegree(&self, i: usize, j: usize) -> u16 {
        self.rows[i][j]
    }

    /// What the vertices are sorted by: not negative, and -1 where there is no vertex.
    #[inline(always)]
    pub(super) fn sorting(&self) -> [i16; 8] {
        sorting(self.sums, self.absent)
    }

    /// The same after a face was added.
    #[inline(always)]
    pub(super) fn sorting_with(&self, face: usize) -> [i16; 8] {
        let mut total = [0u16; 8];
        let mut rest = face;
        while rest != 0 {
            let row = &self.rows[rest.trailing_zeros() as usize];
            for (sum, c) in total.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*c);
            }
            rest &= rest - 1;
        }
        let size = face.count_ones() as usize;
        let (weight, members) = (WEIGHT[size], &LANES_OF[face]);
        let constant = weight.wrapping_mul(weight.wrapping_add(1)).wrapping_mul(size as u16 - 1);
        let twice = weight.wrapping_mul(2);
        let sums = std::array::from_fn(|i| {
            let rise = total[i].wrapping_mul(twice).wrapping_add(constant) & members[i];
            self.sums[i].wrapping_add(rise)
        });
        sorting(sums, std::array::from_fn(|i| self.absent[i] & !members[i]))
    }
}

#[inline(always)]
fn sorting(sums: Lanes, absent: Lanes) -> [i16; 8] {
    std::array::from_fn(|i| (sums[i] >> 1 | absent[i]) as i16)
}
