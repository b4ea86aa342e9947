//! In which order moves are tried: first those that were most often what was sought.

/// An order of the moves that learns.
///
/// Positions are in normal form, where a vertex that is in few faces always stands in the same place; so the number of a move says
/// something about it.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    moves: Vec<u16>,
    /// How often each move was what was sought.
    rewards: Vec<u32>,
    /// How many rewards there have been since the moves were put in order.
    since: u32,
}

/// The moves are put in order again after so many rewards.
const AGAIN: u32 = 1 << 12;

impl Order {
    pub(crate) fn new(moves: usize) -> Self {
        let number = |i: usize| u16::try_from(i).expect("there are few moves");
        Order { moves: (0..moves).map(number).collect(), rewards: vec![0; moves], since: 0 }
    }

    /// All moves, the most promising first.
    #[inline]
    pub(crate) fn moves(&self) -> &[u16] {
        &self.moves
    }

    /// Notes that a move was what was sought.
    #[inline]
    pub(crate) fn reward(&mut self, number: u16) {
        self.rewards[usize::from(number)] += 1;
        self.since += 1;
        if self.since == AGAIN {
            self.sort();
        }
    }

    #[cold]
    fn sort(&mut self) {
        self.since = 0;
        let rewards = &mut self.rewards;
        self.moves.sort_by_key(|&number| std::cmp::Reverse(rewards[usize::from(number)]));
        // What was long ago counts less.
        rewards.iter_mut().for_each(|reward| *reward -= *reward / 8);
    }
}
