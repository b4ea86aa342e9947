//! What is left of a game without its history: labels and covers, from which families are
//! recognised.

use super::{bar, combine, complex, general, nim, two_level};
use crate::element::ElementSet;
use crate::names::Names;
use crate::poset::Poset;
use crate::position::Position;

/// A poset whose elements `0, 1, …` follow a linear extension, with the name and the lower covers
/// of each.
#[derive(Clone, Debug)]
pub struct Remnant<'a> {
    names: Vec<&'a str>,
    lower: Vec<Vec<usize>>,
}

/// Sums nested deeper than this are written as `poset[…]`, since the depth of expressions is
/// limited.
const MAX_DEPTH: usize = 50;

/// Where an expression occurs: alone, or as a part of a sum, where a nested sum needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nesting {
    Alone,
    Summand,
}

impl<'a> Remnant<'a> {
    /// A convex part of a poset, usually the down-set that remains.
    #[must_use]
    pub fn new(poset: &Poset, names: &'a Names, remaining: &ElementSet) -> Self {
        let mut number = vec![usize::MAX; poset.len()];
        let mut remnant = Remnant { names: Vec::new(), lower: Vec::new() };
        for (i, x) in remaining.iter().enumerate() {
            number[x.index()] = i;
            remnant.names.push(names.label(x));
            let inside = poset.lower_covers(x).iter().filter(|&&y| remaining.contains(y));
            remnant.lower.push(inside.map(|y| number[y.index()]).collect());
        }
        remnant
    }

    /// What remains of a position.
    #[must_use]
    pub fn from_position(position: &'a Position) -> Self {
        Remnant::new(position.poset(), position.names(), position.remaining())
    }

    /// The whole poset a game started on.
    fn whole(position: &'a Position) -> Self {
        Remnant::new(position.poset(), position.names(), &ElementSet::full(position.poset().len()))
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the remnant is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The labels of the elements: `10,` for the vertex 10.
    #[must_use]
    pub fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The elements covered by each element.
    #[must_use]
    pub fn lower(&self) -> &[Vec<usize>] {
        &self.lower
    }

    /// The elements that cover each element.
    #[must_use]
    pub fn upper(&self) -> Vec<Vec<usize>> {
        let mut upper = vec![Vec::new(); self.len()];
        for (y, list) in self.lower.iter().enumerate() {
            for &x in list {
                upper[x].push(y);
            }
        }
        upper
    }

    /// The elements `members`, given in increasing order, with the covers among them and new names.
    pub(crate) fn part(&self, members: &[usize], rename: impl Fn(&'a str) -> &'a str) -> Remnant<'a> {
        let place = |x: usize| members.binary_search(&x).ok();
        Remnant {
            names: members.iter().map(|&x| rename(self.names[x])).collect(),
            lower: members.iter().map(|&x| self.lower[x].iter().filter_map(|&y| place(y)).collect()).collect(),
        }
    }

    /// An expression for the remnant: the first family that recognises it, else `poset[…]`.
    ///
    /// It always parses to the same names and the same order.
    #[must_use]
    pub fn expression(&self) -> String {
        self.expression_as(Nesting::Alone, MAX_DEPTH)
    }

    /// An expression in which sums are nested at most `depth` deep.
    pub(crate) fn expression_as(&self, nesting: Nesting, depth: usize) -> String {
        let sum = || {
            let text = combine::recognise_sum(self, depth)?;
            Some(if nesting == Nesting::Summand { format!("({text})") } else { text })
        };
        RECOGNISERS
            .iter()
            .find_map(|recognise| recognise(self))
            .or_else(sum)
            .or_else(|| combine::recognise_ordinal(self, depth))
            .unwrap_or_else(|| general::write_poset(self))
    }
}

impl Position {
    /// The expression of the poset the game started on.
    #[doc(hidden)]
    #[must_use]
    pub fn ground_expression(&self) -> &str {
        self.expression_or_recognise(|| Remnant::whole(self).expression())
    }
}

/// Writes the positions of one game, where possible as members of the family the game started in.
#[derive(Clone, Debug)]
pub struct Scribe<'a> {
    position: &'a Position,
    family: Option<Recogniser>,
}

impl<'a> Scribe<'a> {
    /// Recognises the family of the poset the game started on.
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        let ground = Remnant::whole(position);
        Scribe { position, family: RECOGNISERS.into_iter().find(|recognise| recognise(&ground).is_some()) }
    }

    /// An expression for the position in which this convex set remains.
    #[must_use]
    pub fn expression(&self, remaining: &ElementSet) -> String {
        if remaining.len() == self.position.poset().len() {
            return self.position.ground_expression().to_owned();
        }
        let remnant = Remnant::new(self.position.poset(), self.position.names(), remaining);
        let text = self.family.filter(|_| !remnant.is_empty()).and_then(|recognise| recognise(&remnant));
        text.unwrap_or_else(|| remnant.expression())
    }
}

/// Returns the expression for a remnant that belongs to the family, else `None`.
type Recogniser = fn(&Remnant<'_>) -> Option<String>;

/// The families that are recognised by the names of their elements, in the order of the attempts.
const RECOGNISERS: [Recogniser; 7] = [
    nim::recognise_antichain,
    nim::recognise_chain,
    nim::recognise_nim,
    bar::recognise_young,
    complex::recognise_expression,
    bar::recognise_chomp,
    two_level::recognise_hypergraph,
];
