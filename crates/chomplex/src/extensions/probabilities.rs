//! The positions of each element in a random linear extension, and which of two elements comes
//! first.
//!
//! The order within a module is uniform, and independent of the positions that the module takes.
//! The position of an element therefore follows from its place within its module and from the
//! positions of a chain put in place of the module. This is applied up the tree of modules; only
//! for primes are all down-sets visited.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::demand::Demand;
use super::modules::Tree;
use super::places::{Climb, Summit};
use super::ratio::Ratio;
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::position::Position;

/// The exact statistics of a uniformly random linear extension.
///
/// ```
/// use chomplex::Budget;
/// use chomplex::extensions;
/// use chomplex::Position;
///
/// let position: Position = "poset[a<b, c]".parse()?;
/// let [a, b, c] = ["a", "b", "c"].map(|name| position.find(name).unwrap());
/// let random = extensions::probabilities(&position, &Budget::default()).unwrap();
/// assert_eq!(random.extensions(), &3u32.into());
/// assert_eq!(random.before(a, c).to_string(), "2/3");
/// assert_eq!(random.before(b, a).to_string(), "0");
/// assert_eq!(random.at(c, 1).to_string(), "1/3");
/// assert_eq!(random.mean(b).to_string(), "8/3");
/// let balance = random.balance().unwrap();
/// assert_eq!((balance.pairs, balance.constant.to_string()), (vec![(a, c), (c, b)], "1/3".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Probabilities {
    position: Position,
    elements: Vec<Element>,
    /// The number of each element among the remaining ones.
    inside: Vec<usize>,
    summit: Summit,
}

/// The pairs that are nearest to probability 1/2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The probability that the second of them comes first, at most 1/2. No pair has a larger one.
    pub constant: Ratio,
    /// All pairs with this probability; the element that comes first more often is in front.
    pub pairs: Vec<(Element, Element)>,
}

impl Balance {
    /// Whether both orders of these pairs have probability at least 1/3, as the 1/3–2/3 conjecture
    /// claims for every poset that is not a chain.
    #[must_use]
    pub fn within_thirds(&self) -> bool {
        self.constant >= Ratio::new(UBig::ONE, 3u32.into())
    }
}

/// The statistics of a uniformly random linear extension of the remaining poset.
///
/// # Errors
/// If the budget is spent, or a prime part has more than 512 elements. Insufficient memory (see
/// [`down_sets`]) is detected before the work begins.
pub fn probabilities(position: &Position, budget: &Budget) -> Result<Probabilities, Stop> {
    let elements: Vec<Element> = position.moves().collect();
    let mut inside = vec![usize::MAX; position.poset().len()];
    elements.iter().enumerate().for_each(|(i, x)| inside[x.index()] = i);
    let tree = Tree::new(position.poset(), position.remaining(), budget)?;
    let mut climb = Climb::new(&tree, &inside, budget)?;
    for node in (0..tree.nodes().len()).rev() {
        budget.check()?;
        climb.step(node, budget)?;
    }
    let summit = climb.finish();
    Ok(Probabilities { position: position.clone(), elements, inside, summit })
}

/// The number of down-sets that [`probabilities`] visits, and roughly the bytes it needs for them.
/// These are the down-sets of the prime parts.
///
/// # Errors
/// If the budget is spent before they are counted.
pub fn down_sets(position: &Position, budget: &Budget) -> Result<(UBig, u64), Stop> {
    let tree = Tree::new(position.poset(), position.remaining(), budget)?;
    tree.primes().try_fold((UBig::ZERO, 0), |(sets, bytes), prime| {
        let demand = Demand::new(&prime.order, budget)?;
        // Parts are processed one at a time, so the maximum counts.
        Ok((sets + &demand.down_sets, demand.bytes().max(bytes)))
    })
}

impl Probabilities {
    /// The number of linear extensions.
    #[must_use]
    pub fn extensions(&self) -> &UBig {
        &self.summit.extensions
    }

    /// The elements, in the order of a linear extension.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The elements ordered by their mean position.
    #[must_use]
    pub fn by_mean(&self) -> Vec<Element> {
        let mut elements = self.elements.clone();
        elements.sort_by_cached_key(|&x| self.mean(x));
        elements
    }

    /// The probability that `x` comes before `y`; 0 if they are the same.
    ///
    /// # Panics
    /// If one of them was removed.
    #[must_use]
    pub fn before(&self, x: Element, y: Element) -> Ratio {
        let (low, high) = (self.inside[x.index()], self.inside[y.index()]);
        match low.cmp(&high) {
            Ordering::Less => self.summit.pairs.get(low, high).clone(),
            Ordering::Equal => Ratio::ZERO,
            Ordering::Greater => self.summit.pairs.get(high, low).complement(),
        }
    }

    /// The probability that `x` is in this position, counted from 1.
    ///
    /// # Panics
    /// If `x` was removed.
    #[must_use]
    pub fn at(&self, x: Element, position: usize) -> Ratio {
        self.distribution(x).find(|&(k, _)| k == position).map_or(Ratio::ZERO, |(_, ratio)| ratio)
    }

    /// The possible positions of `x`, counted from 1, each with its probability.
    ///
    /// # Panics
    /// If `x` was removed.
    pub fn distribution(&self, x: Element) -> impl Iterator<Item = (usize, Ratio)> + '_ {
        let places = &self.summit.places[self.inside[x.index()]];
        places.iter().map(|(k, count)| (k + 1, Ratio::new(count.clone(), places.total.clone())))
    }

    /// The mean position of `x`, counted from 1.
    ///
    /// # Panics
    /// If `x` was removed.
    #[must_use]
    pub fn mean(&self, x: Element) -> Ratio {
        let places = &self.summit.places[self.inside[x.index()]];
        let sum = places.iter().map(|(k, count)| count * UBig::from(k + 1)).sum();
        Ratio::new(sum, places.total.clone())
    }

    /// The incomparable pairs, with the probability that the first element comes before the second.
    pub fn pairs(&self) -> impl Iterator<Item = (Element, Element, &Ratio)> + '_ {
        let pairs = (0..self.elements.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs.filter_map(|(low, high)| {
            let (x, y) = (self.elements[low], self.elements[high]);
            (!self.position.poset().less(x, y)).then(|| (x, y, self.summit.pairs.get(low, high)))
        })
    }

    /// The pairs nearest to probability 1/2; `None` for a chain.
    #[must_use]
    pub fn balance(&self) -> Option<Balance> {
        let half = Ratio::new(UBig::ONE, 2u32.into());
        let mut best: Option<Balance> = None;
        for (x, y, ratio) in self.pairs() {
            let (pair, chance) = if *ratio >= half { ((x, y), ratio.complement()) } else { ((y, x), ratio.clone()) };
            let order = best.as_ref().map_or(Ordering::Greater, |best| chance.cmp(&best.constant));
            match (order, &mut best) {
                (Ordering::Equal, Some(best)) => best.pairs.push(pair),
                (Ordering::Greater, best) => *best = Some(Balance { constant: chance, pairs: vec![pair] }),
                _ => {}
            }
        }
        best
    }
}
