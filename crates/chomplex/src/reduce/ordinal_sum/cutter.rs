//! Splits what cannot be assembled from below into components and factors, from above.

use crate::element::{Element, ElementSet};
use crate::shape::Shape;

use super::junctions::Junctions;
use super::pieces::{Assembly, Pieces};

/// A part that remains to be split.
pub(super) enum Remainder {
    /// This single piece.
    Piece(usize),
    /// The pieces in these places, in order, either none or at least two; and what they are known
    /// not to be.
    Pieces(Vec<usize>, Excluded),
}

/// What a part is known not to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Excluded {
    Nothing,
    Sum,
    Ordinal,
}

/// What a part is.
pub(super) enum Split {
    Element(Element),
    Sum(Vec<Remainder>),
    Ordinal(Vec<Remainder>),
    Prime(ElementSet),
}

/// Pieces, the junctions between them that have not been cut, and scratch space for one pass.
pub(super) struct Cutter<'a> {
    shape: &'a Shape<'a>,
    pieces: &'a Pieces,
    junctions: Junctions,
    /// The component of each place.
    component: Vec<usize>,
    /// For each place, the number of junctions below it that are not complete yet.
    waiting: Vec<usize>,
    /// For each junction, the number of places below it that have not been visited yet.
    missing: Vec<usize>,
    /// Whether a place above the junction has been visited, or the traversal has passed through it.
    passed: Vec<bool>,
    open: Vec<usize>,
}

/// No component yet.
const NONE: usize = usize::MAX;

impl<'a> Cutter<'a> {
    pub(super) fn new(shape: &'a Shape<'a>, pieces: &'a Pieces, junctions: Junctions) -> Self {
        let (n, m) = (shape.len(), junctions.all.len());
        Cutter {
            shape,
            pieces,
            junctions,
            component: vec![NONE; n],
            waiting: vec![0; n],
            missing: vec![0; m],
            passed: vec![false; m],
            open: Vec::new(),
        }
    }

    pub(super) fn part(&self, members: Vec<usize>, excluded: Excluded) -> Remainder {
        if let [place] = members[..] {
            Remainder::Piece(self.pieces.at(place))
        } else {
            Remainder::Pieces(members, excluded)
        }
    }

    /// The number of elements of a part.
    pub(super) fn size(&self, part: &Remainder) -> usize {
        let size = |number: usize| self.pieces.piece(number).size;
        match part {
            Remainder::Piece(number) => size(*number),
            Remainder::Pieces(members, _) => members.iter().map(|&place| size(self.pieces.at(place))).sum(),
        }
    }

    pub(super) fn split(&mut self, part: Remainder) -> Split {
        match part {
            Remainder::Piece(number) => self.split_piece(number),
            Remainder::Pieces(members, excluded) => self.split_pieces(&members, excluded),
        }
    }

    fn split_piece(&self, number: usize) -> Split {
        let parts = || self.pieces.parts(number).into_iter().map(Remainder::Piece).collect();
        match self.pieces.piece(number).kind {
            Assembly::Element(x) => Split::Element(self.shape.element(x)),
            Assembly::Sum(..) => Split::Sum(parts()),
            Assembly::Ordinal(..) => Split::Ordinal(parts()),
        }
    }

    fn split_pieces(&mut self, members: &[usize], excluded: Excluded) -> Split {
        if excluded != Excluded::Sum {
            let count = self.find_components(members);
            if count != 1 {
                return Split::Sum(self.components(members, count));
            }
        }
        if excluded != Excluded::Ordinal {
            let cuts = self.find_cuts(members);
            if !cuts.is_empty() {
                return Split::Ordinal(self.factors(members, &cuts));
            }
        }
        Split::Prime(self.shape.subset(self.pieces.elements(members)))
    }

    /// The parts, with each piece of the same kind as the whole replaced by its own parts.
    fn flatten(&self, parts: Vec<Remainder>, is_same: fn(Assembly) -> bool) -> Vec<Remainder> {
        let own = |part| match part {
            Remainder::Piece(number) if is_same(self.pieces.piece(number).kind) => {
                self.pieces.parts(number).into_iter().map(Remainder::Piece).collect()
            }
            part => vec![part],
        };
        parts.into_iter().flat_map(own).collect()
    }

    fn forget_passes(&mut self, members: &[usize]) {
        for &x in members {
            if let Some(junction) = self.junctions.up[x] {
                self.passed[junction] = false;
            }
        }
    }

    /// Numbers the components in the order of their first members, and returns their number.
    fn find_components(&mut self, members: &[usize]) -> usize {
        self.forget_passes(members);
        members.iter().for_each(|&x| self.component[x] = NONE);
        let mut count = 0;
        for &start in members {
            if self.component[start] == NONE {
                self.walk(start, count);
                count += 1;
            }
        }
        count
    }

    /// Marks everything that is reached from a place.
    fn walk(&mut self, start: usize, component: usize) {
        let Cutter { junctions, component: components, passed, open, .. } = self;
        components[start] = component;
        open.push(start);
        while let Some(x) = open.pop() {
            for &junction in junctions.up[x].iter().chain(&junctions.down[x]) {
                if !std::mem::replace(&mut passed[junction], true) {
                    let junction = &junctions.all[junction];
                    for &y in junction.below.iter().chain(&junction.above) {
                        if components[y] == NONE {
                            components[y] = component;
                            open.push(y);
                        }
                    }
                }
            }
        }
    }

    fn components(&self, members: &[usize], count: usize) -> Vec<Remainder> {
        let mut parts = vec![Vec::new(); count];
        members.iter().for_each(|&x| parts[self.component[x]].push(x));
        let parts = parts.into_iter().map(|members| self.part(members, Excluded::Sum)).collect();
        self.flatten(parts, |kind| matches!(kind, Assembly::Sum(..)))
    }

    /// All places at which the set can be cut, each with its junction: all members before the place
    /// are below the member there and all later ones.
    ///
    /// The members are in the order of a linear extension, so those below the cut come first. Their
    /// maximal elements are exactly those below one junction, which is a block, and the minimal
    /// elements of the rest are exactly those above it.
    fn find_cuts(&mut self, members: &[usize]) -> Vec<(usize, usize)> {
        let Cutter { junctions, waiting, missing, passed, .. } = self;
        // The number of maximal elements among the members so far, and of minimal elements among
        // the rest.
        let (mut maximal, mut minimal) = (0, 0);
        for &x in members {
            waiting[x] = junctions.down[x].len();
            minimal += usize::from(waiting[x] == 0);
            if let Some(junction) = junctions.up[x] {
                missing[junction] = junctions.all[junction].below.len();
                passed[junction] = false;
            }
        }
        let mut cuts = Vec::new();
        for (place, &x) in members.iter().enumerate() {
            if let &[number] = &junctions.down[x][..] {
                let junction = &junctions.all[number];
                let joins_all = maximal == junction.below.len() && minimal == junction.above.len();
                if joins_all && junction.is_block && !passed[number] {
                    cuts.push((place, number));
                }
            }
            for &number in &junctions.down[x] {
                if !std::mem::replace(&mut passed[number], true) {
                    maximal -= junctions.all[number].below.len();
                }
            }
            maximal += 1;
            minimal -= 1;
            let Some(number) = junctions.up[x] else { continue };
            missing[number] -= 1;
            if missing[number] == 0 {
                for &y in &junctions.all[number].above {
                    waiting[y] -= 1;
                    minimal += usize::from(waiting[y] == 0);
                }
            }
        }
        cuts
    }

    fn factors(&mut self, members: &[usize], cuts: &[(usize, usize)]) -> Vec<Remainder> {
        cuts.iter().for_each(|&(_, junction)| self.junctions.cut(junction));
        let starts = [0].into_iter().chain(cuts.iter().map(|&(place, _)| place));
        let ends = cuts.iter().map(|&(place, _)| place).chain([members.len()]);
        let part = |(start, end)| self.part(members[start..end].to_vec(), Excluded::Ordinal);
        let parts = starts.zip(ends).map(part).collect();
        self.flatten(parts, |kind| matches!(kind, Assembly::Ordinal(..)))
    }
}
