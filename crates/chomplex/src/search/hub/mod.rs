//! Boards that are graphs with a hub: wheels, fans, and many others.
//!
//! # The order of the options
//!
//! Conjecture 3 of Khandhawit and Ye says that every wheel has value 1; it is open for an odd
//! number of spokes. Most of what is left of a wheel folds away, and for the rest the order in
//! which options are searched decides how long it takes. Parity predicts most values, as it
//! determines those of bipartite graphs: 1 for an odd number of vertices, 2 for an odd number of
//! edges, combined by nim-sum. Options predicted to have the value in question are searched first.
//! If the position itself is predicted not to have the value, the search first looks for an option
//! that has it.
//!
//! Among options of one size, words of the form u'0u1 come first, where u' is u reversed. All of
//! them that were examined have value 1, and one of them is the only good reply to the removal of a
//! spoke of the whole wheel; refuting the other replies takes long. Then come those whose longest
//! word is shortest. With smallest options first alone, `wheel(29)` took 33 million positions; with
//! this order it takes 20 thousand, `wheel(47)` 760 thousand and `wheel(61)` 11 million. Proofs use
//! the replies that the search found and look for no better ones.

use crate::bits::Bits;
use crate::board::Board;
use crate::canon::hub::fold::fold;
use crate::canon::hub::hubs::{self, Hubs};
use crate::canon::hub::key::most_vertices;
use crate::canon::hub::rim::{Piece, Rim};
use crate::rule::RuleId;

use super::encoder::Encoder;

/// A graph with a vertex, the hub, whose removal leaves paths and at most one cycle.
pub(crate) struct HubBoard {
    /// What each element is; `None` for the hub.
    pieces: Vec<Option<Piece>>,
    /// Number of places of the rim that form the cycle.
    ring: u32,
    /// The number of vertices of the rim.
    vertices: usize,
}

/// A graph: for each element that is a vertex, its neighbours with the edges that lead there.
type Neighbours = Vec<Vec<(usize, usize)>>;

impl HubBoard {
    /// The board as hub and rim, if it is a simple graph with a hub whose removal leaves every
    /// vertex with at most two neighbours.
    pub(crate) fn new<const B: usize>(board: &Board<B>) -> Option<Self> {
        let neighbours = neighbours(board)?;
        let hub = (0..board.len()).rev().max_by_key(|&x| neighbours[x].len())?;
        let rest: Neighbours = neighbours
            .iter()
            .enumerate()
            .map(|(x, joined)| joined.iter().copied().filter(|&(y, _)| x != hub && y != hub).collect())
            .collect();
        if rest.iter().any(|joined| joined.len() > 2) {
            return None;
        }
        let is_vertex = |&x: &usize| x != hub && board.down[x].len() == 1;
        HubBoard { pieces: vec![None; board.len()], ring: 0, vertices: 0 }
            .with_rim((0..board.len()).filter(is_vertex).collect(), &rest)
            .map(|rim| rim.with_spokes(&neighbours[hub]))
    }

    /// Assigns places to the vertices: first to the cycle, then to the paths, each from one of its
    /// ends.
    fn with_rim(mut self, vertices: Vec<usize>, rest: &Neighbours) -> Option<Self> {
        let (ends, inner): (Vec<usize>, Vec<usize>) = vertices.into_iter().partition(|&x| rest[x].len() < 2);
        let paths = HubBoard { pieces: self.pieces.clone(), ..self };
        let on_paths = ends.iter().fold(paths, |paths, &x| paths.walked(x, rest));
        let round = inner.into_iter().filter(|&x| on_paths.pieces[x].is_none());
        for x in round {
            if self.pieces[x].is_none() && self.vertices > 0 {
                return None;
            }
            self = self.walked(x, rest);
        }
        self.ring = u32::try_from(self.vertices).ok()?;
        let all = ends.into_iter().fold(self, |rim, x| rim.walked(x, rest));
        (all.vertices <= most_vertices(2)).then_some(all)
    }

    /// Assigns the next places to the vertices reached from one that has no place yet.
    fn walked(mut self, start: usize, rest: &Neighbours) -> Self {
        let mut next = Some(start).filter(|&x| self.pieces[x].is_none());
        while let Some(x) = next {
            let place = self.vertices as u32;
            self.pieces[x] = Some(Piece::Vertex(place));
            self.vertices += 1;
            let onward = rest[x].iter().find(|&&(_, edge)| self.pieces[edge].is_none());
            next = onward.map(|&(y, edge)| {
                self.pieces[edge] = Some(Piece::Joint(place));
                y
            });
            next = next.filter(|&y| self.pieces[y].is_none());
        }
        self
    }

    fn with_spokes(mut self, spokes: &[(usize, usize)]) -> Self {
        for &(x, edge) in spokes {
            if let Some(Piece::Vertex(place)) = self.pieces[x] {
                self.pieces[edge] = Some(Piece::Spoke(place));
            }
        }
        self
    }

    /// The number of vertices of the rim.
    pub(crate) fn vertices(&self) -> usize {
        self.vertices
    }

    fn rim<const B: usize>(&self, set: Bits<B>) -> Rim {
        let mut rim = Rim::empty(self.ring);
        set.iter().for_each(|x| match self.pieces[x] {
            Some(piece) => rim.add(piece),
            None => rim.add_hub(),
        });
        rim
    }

    /// The two places of a joint, in ascending order.
    fn ends(&self, rim: &Rim, place: u32) -> [u32; 2] {
        let next = rim.step(place, 1);
        [place.min(next), place.max(next)]
    }
}

/// The neighbours of all vertices, if the board is a simple graph.
fn neighbours<const B: usize>(board: &Board<B>) -> Option<Neighbours> {
    let mut neighbours: Neighbours = vec![Vec::new(); board.len()];
    for edge in (0..board.len()).filter(|&x| board.down[x].len() > 1) {
        let ends: Vec<usize> = board.down[edge].iter().filter(|&x| x != edge).collect();
        let [v, w] = ends[..] else { return None };
        let is_new = neighbours[v].iter().all(|&(other, _)| other != w);
        if board.down[v].len() > 1 || board.down[w].len() > 1 || !is_new {
            return None;
        }
        neighbours[v].push((w, edge));
        neighbours[w].push((v, edge));
    }
    Some(neighbours)
}

impl<const N: usize, const B: usize> Encoder<Hubs<N>, N, B> for HubBoard {
    fn position(&self, set: Bits<B>) -> Rim {
        self.rim(set)
    }

    fn fold(&self, _: &Hubs<N>, set: Bits<B>) -> Option<Vec<usize>> {
        let rim = self.rim(set);
        let images = fold(&rim).filter(|_| rim.has_hub())?;
        let image = |place: u32| images[place as usize];
        let find = |wanted: &dyn Fn(Piece) -> bool| self.pieces.iter().position(|piece| piece.is_some_and(wanted));
        let element = |piece: Piece| match piece {
            Piece::Vertex(place) => find(&|other| other == Piece::Vertex(image(place))),
            Piece::Spoke(place) => find(&|other| other == Piece::Spoke(image(place))),
            Piece::Joint(place) => {
                let [one, other] = self.ends(&rim, place).map(image);
                let ends = [one.min(other), one.max(other)];
                find(&|joint| matches!(joint, Piece::Joint(place) if self.ends(&rim, place) == ends))
            }
        };
        Some((0..).zip(&self.pieces).map(|(x, piece)| piece.and_then(element).unwrap_or(x)).collect())
    }

    fn theorem(&self, _: &Hubs<N>, set: Bits<B>) -> Option<RuleId> {
        hubs::theorem(&self.rim(set))
    }
}

#[cfg(test)]
mod tests;
