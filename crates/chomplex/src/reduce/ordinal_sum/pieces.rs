//! Pieces assembled from single elements, as far as neighbours fit.
//!
//! Elements with the same covers on both sides form a sum. An element and its only upper cover form
//! an ordinal sum if that cover has no other lower cover. Each result is a piece that takes the
//! place of an element, and this is repeated until nothing fits. A series-parallel poset ends as a
//! single piece, in almost linear time (after J. Valdes, R. E. Tarjan and E. L. Lawler, *The
//! recognition of series parallel digraphs*, SIAM J. Comput. 11 (1982)). For other posets, the rest
//! remains to be split from above.

use hashbrown::HashMap;

use super::junctions::Junctions;

/// How a piece is assembled from others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assembly {
    Element(usize),
    Sum(usize, usize),
    /// The lower one comes first.
    Ordinal(usize, usize),
}

/// A set of elements such that any other element is above all of them, below all, or incomparable
/// with all.
pub(super) struct Piece {
    pub(super) kind: Assembly,
    /// Its first element.
    pub(super) first: usize,
    /// The number of its elements.
    pub(super) size: usize,
}

/// The pieces of a set. Each occupies the place of one of its elements.
pub(super) struct Pieces {
    all: Vec<Piece>,
    /// The piece in the place of each element, if there is one.
    standing: Vec<Option<usize>>,
}

impl Pieces {
    /// Assembles what fits; the junctions then join what is left.
    pub(super) fn put_together(junctions: &mut Junctions) -> Self {
        let n = junctions.up.len();
        let element = |x| Piece { kind: Assembly::Element(x), first: x, size: 1 };
        let mut pieces = Pieces { all: (0..n).map(element).collect(), standing: (0..n).map(Some).collect() };
        Fitter::new(junctions, &mut pieces).fit();
        junctions.join((0..n).filter(|&x| pieces.standing[x].is_some()));
        pieces
    }

    pub(super) fn piece(&self, number: usize) -> &Piece {
        &self.all[number]
    }

    /// The places that are occupied by pieces, in the order of a linear extension.
    pub(super) fn places(&self) -> Vec<usize> {
        (0..self.standing.len()).filter(|&x| self.standing[x].is_some()).collect()
    }

    /// The piece in a place.
    pub(super) fn at(&self, place: usize) -> usize {
        self.standing[place].expect("a piece stands there")
    }

    /// The pieces that a sum or an ordinal sum consists of; for an element, itself.
    pub(super) fn parts(&self, number: usize) -> Vec<usize> {
        let whole = self.all[number].kind;
        let mut parts = Vec::new();
        let mut open = vec![number];
        while let Some(number) = open.pop() {
            match (whole, self.all[number].kind) {
                (Assembly::Sum(..), Assembly::Sum(a, b)) | (Assembly::Ordinal(..), Assembly::Ordinal(a, b)) => {
                    open.extend([b, a]);
                }
                _ => parts.push(number),
            }
        }
        if matches!(whole, Assembly::Sum(..)) {
            parts.sort_unstable_by_key(|&part| self.all[part].first);
        }
        parts
    }

    /// The elements of the pieces in some places.
    pub(super) fn elements(&self, places: &[usize]) -> Vec<usize> {
        let mut elements = Vec::new();
        let mut open: Vec<usize> = places.iter().map(|&place| self.at(place)).collect();
        while let Some(number) = open.pop() {
            match self.all[number].kind {
                Assembly::Element(x) => elements.push(x),
                Assembly::Sum(a, b) | Assembly::Ordinal(a, b) => open.extend([a, b]),
            }
        }
        elements
    }

    /// Combines the pieces in two places; the result takes the first place.
    fn unite(&mut self, x: usize, y: usize, kind: fn(usize, usize) -> Assembly) {
        let (a, b) = (self.at(x), self.at(y));
        let first = self.all[a].first.min(self.all[b].first);
        self.all.push(Piece { kind: kind(a, b), first, size: self.all[a].size + self.all[b].size });
        self.standing[x] = Some(self.all.len() - 1);
        self.standing[y] = None;
    }
}

/// The number of members and the sum of their numbers. If there is only one, the sum is its number.
#[derive(Clone, Copy, Default)]
struct MemberSum {
    count: usize,
    sum: usize,
}

impl MemberSum {
    fn new(numbers: &[usize]) -> Self {
        MemberSum { count: numbers.len(), sum: numbers.iter().sum() }
    }

    fn remove(&mut self, number: usize) {
        self.count -= 1;
        self.sum -= number;
    }

    fn rename(&mut self, from: usize, to: usize) {
        self.sum = self.sum - from + to;
    }

    fn single(self) -> Option<usize> {
        (self.count == 1).then_some(self.sum)
    }
}

/// Combines pieces.
struct Fitter<'a> {
    junctions: &'a mut Junctions,
    pieces: &'a mut Pieces,
    /// The places below and above each junction.
    below: Vec<MemberSum>,
    above: Vec<MemberSum>,
    /// A place that was between these two junctions when it was last examined.
    between: HashMap<[Option<usize>; 2], usize>,
    /// The places to examine.
    open: Vec<usize>,
}

impl<'a> Fitter<'a> {
    fn new(junctions: &'a mut Junctions, pieces: &'a mut Pieces) -> Self {
        let below = junctions.all.iter().map(|junction| MemberSum::new(&junction.below)).collect();
        let above = junctions.all.iter().map(|junction| MemberSum::new(&junction.above)).collect();
        let open = (0..junctions.up.len()).rev().collect();
        Fitter { junctions, pieces, below, above, between: HashMap::new(), open }
    }

    fn fit(mut self) {
        while let Some(x) = self.open.pop() {
            if self.pieces.standing[x].is_some() {
                self.look_at(x);
            }
        }
    }

    fn look_at(&mut self, x: usize) {
        let x = self.twin(x).map_or(x, |twin| {
            self.add(twin, x);
            twin
        });
        if let Some(y) = self.sole_cover(x) {
            self.stack(x, y);
        } else if let Some(w) = self.sole_below(x) {
            self.stack(w, x);
        }
    }

    /// The junctions below and above a place, if it is above at most one.
    fn ends(&self, x: usize) -> Option<[Option<usize>; 2]> {
        let down = &self.junctions.down[x];
        (down.len() <= 1).then(|| [down.first().copied(), self.junctions.up[x]])
    }

    /// Another place between the same junctions, if one is known.
    fn twin(&mut self, x: usize) -> Option<usize> {
        let ends = self.ends(x)?;
        let twin = self.between.get(&ends).copied();
        let twin = twin.filter(|&y| y != x && self.pieces.standing[y].is_some() && self.ends(y) == Some(ends));
        if twin.is_none() {
            self.between.insert(ends, x);
        }
        twin
    }

    /// The only place above `x`, if `x` is the only place below it.
    fn sole_cover(&self, x: usize) -> Option<usize> {
        let junction = self.junctions.up[x]?;
        self.below[junction].single()?;
        self.above[junction].single().filter(|&y| self.junctions.down[y].len() == 1)
    }

    /// The place whose sole cover is `x`.
    fn sole_below(&self, x: usize) -> Option<usize> {
        let &junction = self.junctions.down[x].first()?;
        self.below[junction].single().filter(|&w| self.sole_cover(w) == Some(x))
    }

    /// Adds the piece in `x` to its twin.
    fn add(&mut self, twin: usize, x: usize) {
        self.junctions.up[x].iter().for_each(|&junction| self.below[junction].remove(x));
        self.junctions.down[x].iter().for_each(|&junction| self.above[junction].remove(x));
        self.pieces.unite(twin, x, Assembly::Sum);
    }

    /// Puts the piece in `y`, the sole cover of `x`, on top of that in `x`.
    fn stack(&mut self, x: usize, y: usize) {
        self.junctions.up[x] = self.junctions.up[y];
        self.junctions.up[y].iter().for_each(|&junction| self.below[junction].rename(y, x));
        self.pieces.unite(x, y, Assembly::Ordinal);
        self.open.push(x);
    }
}
