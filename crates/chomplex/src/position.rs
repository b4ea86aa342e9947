//! Positions of the game: a poset and the down-set of it that remains.
//!
//! A move removes an element and everything above it, so the remaining elements always form a
//! down-set.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::element::{Element, ElementSet};
use crate::names::{Names, UnknownName};
use crate::poset::Poset;

/// The poset a game started on, with the names of its elements.
#[derive(Debug)]
struct Ground {
    poset: Poset,
    names: Names,
    /// An expression for the whole poset, recognised from the order and the names when it is first
    /// needed unless it was written down.
    expression: OnceLock<String>,
}

/// A position: the remaining down-set of a shared poset.
///
/// ```
/// use chomplex::position::Position;
/// let start: Position = "path(3)".parse().unwrap();
/// let after = start.play(start.find("01").unwrap()).unwrap();
/// assert_eq!(after.len(), 4);
/// assert_eq!(after.to_string(), "graph[12 0]");
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    ground: Arc<Ground>,
    remaining: ElementSet,
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// No element has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The element was removed by an earlier move.
    #[error("`{0}` is no longer there: an earlier move removed it")]
    Gone(String),
    /// The name could mean several elements.
    #[error("`{name}` could be {}: write the one you mean", fits.iter().map(|fit| format!("`{fit}`")).collect::<Vec<_>>().join(" or "))]
    Ambiguous {
        /// The name that was looked up.
        name: String,
        /// The names of the matching elements.
        fits: Vec<String>,
    },
    /// The poisoned element, which is not part of the game.
    #[error("`{0}` is the poisoned {what}: it is not a move", what = if .0.contains(',') { "corner" } else { "element" })]
    Poisoned(String),
}

/// Positions are equal if they are the same game by name: the same elements remain, in the same
/// order.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.ground, &other.ground) {
            return self.remaining == other.remaining;
        }
        let same = |x: Element| {
            let y = other.names().get(self.names().label(x)).filter(|&y| other.remaining.contains(y));
            y.is_some_and(|y| self.labels_below(x) == other.labels_below(y))
        };
        self.len() == other.len() && self.moves().all(same)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Equal positions may number the same elements differently.
        let mut labels: Vec<&str> = self.moves().map(|x| self.names().label(x)).collect();
        labels.sort_unstable();
        labels.hash(state);
    }
}

impl Position {
    /// The position in which all of a poset remains. There must be a name for each element.
    #[doc(hidden)]
    #[must_use]
    pub fn new(poset: Poset, names: Names) -> Self {
        Position::on(Ground { poset, names, expression: OnceLock::new() })
    }

    /// The position in which all of a poset remains, written as this expression, which must parse
    /// to the same names and the same order.
    pub(crate) fn written_as(expression: String, poset: Poset, names: Names) -> Self {
        Position::on(Ground { poset, names, expression: OnceLock::from(expression) })
    }

    fn on(ground: Ground) -> Self {
        let remaining = ElementSet::full(ground.poset.len());
        Position { ground: Arc::new(ground), remaining }
    }

    /// The poset the game started on.
    #[must_use]
    pub fn poset(&self) -> &Poset {
        &self.ground.poset
    }

    /// The names of its elements.
    #[doc(hidden)]
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.ground.names
    }

    /// The expression of the poset the game started on, or else the one that is recognised.
    pub(crate) fn expression_or_recognise(&self, recognise: impl FnOnce() -> String) -> &str {
        self.ground.expression.get_or_init(recognise)
    }

    /// The elements that remain.
    #[must_use]
    pub fn remaining(&self) -> &ElementSet {
        &self.remaining
    }

    /// The number of elements that remain.
    #[must_use]
    pub fn len(&self) -> usize {
        self.remaining.len()
    }

    /// Whether no element remains; the player to move has then lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.remaining.is_empty()
    }

    /// Whether no element has been removed.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.len() == self.poset().len()
    }

    /// The moves: every element that remains.
    pub fn moves(&self) -> impl Iterator<Item = Element> + '_ {
        self.remaining.iter()
    }

    /// The name of an element, as it is shown.
    #[must_use]
    pub fn name(&self, x: Element) -> &str {
        self.names().name(x)
    }

    /// The labels of the elements that an element covers.
    fn labels_below(&self, x: Element) -> Vec<&str> {
        let mut labels: Vec<&str> = self.poset().lower_covers(x).iter().map(|&y| self.names().label(y)).collect();
        labels.sort_unstable();
        labels
    }

    /// The minimal removed elements: moves that lead from the start of the game to this position.
    #[must_use]
    pub fn moves_since_start(&self) -> Vec<Element> {
        let is_there = |x: &Element| self.remaining.contains(*x);
        let gone = self.poset().elements().filter(|x| !is_there(x));
        gone.filter(|&x| self.poset().lower_covers(x).iter().all(is_there)).collect()
    }

    /// The position after the move `x`.
    ///
    /// # Errors
    /// If `x` has been removed.
    pub fn play(&self, x: Element) -> Result<Position, MoveError> {
        if self.remaining.contains(x) {
            Ok(self.with_remaining(&self.remaining - &self.poset().above(x)))
        } else {
            Err(MoveError::Gone(self.name(x).to_owned()))
        }
    }

    /// The position of the same game in which exactly these elements remain. They must form a
    /// down-set.
    ///
    /// # Panics
    /// If the set is not closed downwards.
    #[doc(hidden)]
    #[must_use]
    pub fn with_remaining(&self, remaining: ElementSet) -> Position {
        assert!(self.poset().is_down_closed(&remaining), "a position is closed downwards");
        Position { ground: Arc::clone(&self.ground), remaining }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn equal_is_the_same_game_by_name() {
        let start = position("path(3)");
        let after = start.play(start.find("01").unwrap()).unwrap();
        assert_eq!(after, position("graph[12 0]"));
        assert_eq!(position("cycle(3)"), position("boundary(3)"));
        assert_eq!(position("poset[b<c, a<c]"), position("poset[a<c, b<c]"));
        for (one, other) in [("path(3)", "graph[ab bc]"), ("poset[a<b, c]", "poset[a<c, b]"), ("chain(2)", "chain(3)")]
        {
            assert_ne!(position(one), position(other));
        }
        let hash = BuildHasherDefault::<DefaultHasher>::default();
        assert_eq!(hash.hash_one(after), hash.hash_one(position("graph[0 21]")));
    }

    #[test]
    fn moves_lead_from_the_start() {
        let start = position("simplex(4)");
        let mut after = start.clone();
        for name in ["012", "13", "3"] {
            after = after.play(after.find(name).unwrap()).unwrap();
        }
        let mut again = start.clone();
        for x in after.moves_since_start() {
            again = again.play(x).unwrap();
        }
        assert_eq!(after, again);
        assert!(start.moves_since_start().is_empty());
    }
}
