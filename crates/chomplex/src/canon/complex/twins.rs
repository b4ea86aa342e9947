//! Twins: two vertices whose exchange does not change the complex.
//!
//! Being twins is an equivalence relation. It divides each cell into blocks. The twins of a block
//! may be in any order, so only the order of the blocks matters.

use super::order::{Image, Ordered, Ties};
use super::word::{IDENTITY, Word};

/// An image whose vertices are sorted, with the twins of each cell together. All blocks of a cell
/// have the same size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arranged<I> {
    pub(super) image: I,
    pub(super) ties: Ties,
    /// The neighbours in the order that are twins.
    pub(super) twins: Ties,
}

/// A cell with several blocks: its first vertex, the number of blocks and their size.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Blocks {
    pub(super) start: usize,
    pub(super) count: usize,
    pub(super) size: usize,
}

impl<I> Arranged<I> {
    /// Whether each cell is one block. Then the remaining orders all give the same image.
    #[inline(always)]
    pub(super) fn is_settled(&self) -> bool {
        self.ties == self.twins
    }

    /// The cells with several blocks.
    #[inline(always)]
    pub(super) fn cells(&self) -> impl Iterator<Item = Blocks> {
        let twins = self.twins.0;
        self.ties.cells().filter_map(move |(start, len)| {
            let size = (twins >> start).trailing_ones() as usize + 1;
            (size < len).then_some(Blocks { start, count: len / size, size })
        })
    }

    /// The number of ways to order the blocks.
    #[inline(always)]
    pub(super) fn orders(&self) -> usize {
        self.cells().map(|blocks| (2..=blocks.count).product::<usize>()).product()
    }
}

/// Groups the twins of each cell, the largest blocks first, and splits the cells by the size of
/// their blocks.
#[inline(always)]
pub(super) fn arranged<const N: usize, I: Image<N>>(ordered: Ordered<I>) -> Arranged<I> {
    let Ordered { image, ties } = ordered;
    let word = image.word();
    let mut twins = 0;
    let mut rest = ties.0;
    while rest != 0 {
        let p = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        twins |= u8::from(word.are_twins(p, p + 1)) << p;
    }
    // Cells of two vertices, and cells of twins only, need no grouping.
    let arranged = Arranged { image, ties, twins: Ties(twins) };
    if ties.0 & (ties.0 << 1) == 0 || twins == ties.0 { arranged } else { arranged_at_length(ordered) }
}

fn arranged_at_length<const N: usize, I: Image<N>>(ordered: Ordered<I>) -> Arranged<I> {
    let Ordered { image, ties } = ordered;
    let cells = ties.starts();
    let blocks = blocks(image.word(), ties);
    let size = |v: u8| blocks.iter().filter(|&&block| block == blocks[usize::from(v)]).count();
    let mut order = IDENTITY;
    order.sort_by_key(|&v| (cells[usize::from(v)], 8 - size(v), blocks[usize::from(v)]));
    let (mut same_size, mut twins) = (ties.0, 0);
    for p in (0..7).filter(|p| ties.0 >> p & 1 == 1) {
        let (v, next) = (order[p], order[p + 1]);
        same_size &= !(u8::from(size(v) != size(next)) << p);
        twins |= u8::from(blocks[usize::from(v)] == blocks[usize::from(next)]) << p;
    }
    Arranged { image: image.relabelled(order), ties: Ties(same_size), twins: Ties(twins) }
}

/// The first twin of each vertex.
fn blocks<const N: usize>(word: Word<N>, ties: Ties) -> [u8; 8] {
    let mut blocks = IDENTITY;
    for (start, len) in ties.cells() {
        for q in start + 1..start + len {
            if let Some(p) = (start..q).find(|&p| word.are_twins(p, q)) {
                blocks[q] = blocks[p];
            }
        }
    }
    blocks
}
