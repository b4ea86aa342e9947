//! Uniformly random linear extensions.
//!
//! The order within a module is uniform, and independent of the places that the module takes. Each
//! module is therefore drawn by itself, and fills the places that a chain in its place has in a
//! random linear extension of the order around it.

use super::chance::Chance;
use super::modules::{Node, Prime, Tree};
use super::prime::{Counted, count_prime};
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::position::Position;

/// Draws linear extensions of the remaining poset of a position.
///
/// ```
/// use chomplex::Budget;
/// use chomplex::extensions::Sampler;
/// use chomplex::Position;
///
/// let position: Position = "poset[a<b, c]".parse()?;
/// let mut sampler = Sampler::new(&position, 1, &Budget::default()).unwrap();
/// let row = sampler.sample().unwrap();
/// let names: Vec<&str> = row.into_iter().map(|x| position.name(x)).collect();
/// assert!([["a", "b", "c"], ["a", "c", "b"], ["c", "a", "b"]].contains(&[names[0], names[1], names[2]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sampler {
    tree: Tree,
    /// For each prime node, its counts.
    primes: Vec<Option<PrimeCounts>>,
    chance: Chance,
    budget: Budget,
}

/// The counts of a prime, and for each element of its order the index of its chain.
type PrimeCounts = (Box<dyn Counted>, Vec<usize>);

impl Sampler {
    /// Counts whatever has to be counted first. The same seed gives the same sequence of linear
    /// extensions.
    ///
    /// # Errors
    /// If the budget is spent or will not suffice, or a prime part has more than 512 elements.
    pub fn new(position: &Position, seed: u64, budget: &Budget) -> Result<Self, Stop> {
        let tree = Tree::new(position.poset(), position.remaining(), budget)?;
        let counts = |node: &Node| match node {
            Node::Prime(prime) => Ok(Some((count_prime(&prime.order, budget)?, owners(prime)))),
            _ => Ok(None),
        };
        let primes = tree.nodes().iter().map(counts).collect::<Result<_, _>>()?;
        Ok(Sampler { tree, primes, chance: Chance::new(seed), budget: budget.clone() })
    }

    /// A uniformly random linear extension.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn sample(&mut self) -> Result<Vec<Element>, Stop> {
        self.budget.check()?;
        let mut rows: Vec<Vec<Element>> = vec![Vec::new(); self.tree.nodes().len()];
        // Children have larger indices than their parents, so this processes children first.
        for number in (0..rows.len()).rev() {
            rows[number] = match &self.tree.nodes()[number] {
                Node::Element(x) => vec![*x],
                Node::Ordinal(children) => rows[children.clone()].concat(),
                Node::Sum(children) => {
                    let owners = shuffled(children.clone().map(|child| self.tree.size(child)), &mut self.chance);
                    fill(&rows[children.clone()], owners.into_iter())
                }
                Node::Prime(prime) => {
                    let (counts, owners) = self.primes[number].as_ref().expect("it was counted");
                    let order = counts.draw(&mut self.chance)?;
                    fill(&rows[prime.children.clone()], order.iter().map(|x| owners[x.index()]))
                }
            };
        }
        Ok(rows.swap_remove(0))
    }
}

/// The owner of each place, in random order: each part owns as many places as it has elements.
fn shuffled(sizes: impl Iterator<Item = usize>, chance: &mut Chance) -> Vec<usize> {
    let mut owners: Vec<usize> = sizes.enumerate().flat_map(|(part, size)| std::iter::repeat_n(part, size)).collect();
    for i in (1..owners.len()).rev() {
        owners.swap(i, chance.below(i as u64 + 1) as usize);
    }
    owners
}

/// For each element of an order of chains, the index of its chain.
fn owners(prime: &Prime) -> Vec<usize> {
    let mut owner = vec![0; prime.order.len()];
    for (number, chain) in prime.chains.iter().enumerate() {
        chain.iter().for_each(|x| owner[x.index()] = number);
    }
    owner
}

/// Puts the elements of each row, in their order, into the places that the row owns.
fn fill(rows: &[Vec<Element>], owners: impl Iterator<Item = usize>) -> Vec<Element> {
    let mut rests: Vec<_> = rows.iter().map(|row| row.iter().copied()).collect();
    owners.map(|owner| rests[owner].next().expect("it owns as many places as it has elements")).collect()
}
