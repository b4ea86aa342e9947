//! A complex on at most seven vertices as a 128-bit word.
//!
//! The bit index of a face is the number whose binary digits are its vertices; the empty face is
//! bit 0.
//!
//! ```text
//!   bit    0  1  2  3  4  5  6   7  8  9  …  127
//!   face   ∅  0  1 01  2 02 12 012  3 03     0123456
//! ```

/// The largest number of vertices.
pub(crate) const ROOM: usize = 7;

/// The faces that contain vertex i.
pub(super) const WITH: [u128; ROOM] = {
    let mut with = [0; ROOM];
    let mut face = 0;
    while face < 128 {
        let mut vertex = 0;
        while vertex < ROOM {
            if face >> vertex & 1 == 1 {
                with[vertex] |= 1 << face;
            }
            vertex += 1;
        }
        face += 1;
    }
    with
};

/// The faces with r vertices.
pub(super) const OF_SIZE: [u128; ROOM + 1] = {
    let mut of_size = [0; ROOM + 1];
    let mut face = 0u128;
    while face < 128 {
        of_size[face.count_ones() as usize] |= 1 << face;
        face += 1;
    }
    of_size
};

/// The faces contained in each face.
pub(super) const WITHIN: [u128; 128] = {
    let mut within = [0; 128];
    let mut outer = 0;
    while outer < 128 {
        let mut inner = 0;
        while inner < 128 {
            if inner & !outer == 0 {
                within[outer] |= 1 << inner;
            }
            inner += 1;
        }
        outer += 1;
    }
    within
};

/// The faces with at most k vertices on the first n vertices, including the empty one.
pub(super) fn skeleton(n: usize, k: usize) -> u128 {
    let all = WITHIN[(1 << n) - 1];
    (0..=k.min(ROOM)).fold(0, |faces, r| faces | (OF_SIZE[r] & all))
}

/// The faces that can be added: they are not in the complex, but all smaller ones are.
#[inline(always)]
pub(super) fn addable(complex: u128) -> u128 {
    let below = (0..ROOM).fold(u128::MAX, |below, v| below & (!WITH[v] | complex << (1 << v)));
    !complex & below
}

/// The facets: faces that no other face contains.
#[inline(always)]
pub(super) fn facets(complex: u128) -> u128 {
    let covered = (0..ROOM).fold(0, |covered, v| covered | ((complex & WITH[v]) >> (1 << v)));
    complex & !covered
}

/// The complex with the vertices p and p + 1 exchanged.
#[inline(always)]
pub(super) fn with_neighbours_swapped(complex: u128, p: usize) -> u128 {
    swapped(complex, p, p + 1)
}

/// The complex with the vertices `i <= j` exchanged: the faces with i and without j change places
/// with those with j and without i.
#[inline(always)]
pub(super) fn swapped(complex: u128, i: usize, j: usize) -> u128 {
    let (mask, shift) = (WITH[i] & !WITH[j], (1 << j) - (1 << i));
    let moved = (complex ^ (complex >> shift)) & mask;
    complex ^ moved ^ (moved << shift)
}

/// The vertices in some order: byte p is the vertex in place p; byte 7 is 7.
pub(super) type Order = [u8; 8];

pub(super) const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// The complex in which vertex `order[p]` has become vertex p.
#[inline(always)]
pub(super) fn relabelled(mut complex: u128, order: Order) -> u128 {
    let (mut place, mut vertex) = (IDENTITY, IDENTITY);
    for p in (1..ROOM).rev() {
        let (from, displaced) = (place[usize::from(order[p])], vertex[p]);
        complex = swapped(complex, usize::from(from), p);
        place[usize::from(displaced)] = from;
        vertex[usize::from(from)] = displaced;
    }
    complex
}

/// The indices of the bits set in a word, in increasing order.
#[inline(always)]
pub(crate) fn members(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let face = word.trailing_zeros() as usize;
            word &= word - 1;
            face
        })
    })
}
