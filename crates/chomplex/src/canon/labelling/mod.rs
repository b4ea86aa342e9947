//! Canonical labellings of posets.
//!
//! Isomorphic posets get the same [`Form`], and their labellings compose to an isomorphism. The
//! Hasse diagram is labelled as an undirected graph whose vertices are coloured by level: the
//! colours give the edges their direction.
//!
//! - `graph`: the diagram as lists of neighbours.
//! - `partition`: ordered partitions of the elements, and their refinement.
//! - `search`: the tree of partitions that leads to a labelling.
//! - `orbits`: orbits of the automorphisms found so far.

mod graph;
mod orbits;
mod partition;
mod search;

use dashu_int::UBig;

use self::graph::Graph;
use crate::budget::{Budget, Stop};
use crate::element::Element;
use crate::poset::Poset;

/// A canonical order of the elements of a poset, and the automorphisms found on the way.
#[derive(Clone, Debug)]
pub struct Labelling {
    order: Vec<Element>,
    orbits: Vec<Element>,
    generators: Vec<Vec<Element>>,
    group_order: UBig,
    form: Form,
}

/// The form that isomorphic posets share: levels and covers in canonical numbering.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Form {
    colours: Vec<u32>,
    covers: Vec<(u32, u32)>,
}

impl Form {
    /// The approximate number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.colours) + size_of_val(&*self.covers)
    }
}

impl Labelling {
    /// Labels a poset.
    #[must_use]
    pub fn new(poset: &Poset) -> Self {
        Labeller::new(poset).label(&vec![0; poset.len()])
    }

    /// Labels a poset within a budget.
    ///
    /// # Errors
    /// If the budget is spent before the end.
    pub fn within(poset: &Poset, budget: &Budget) -> Result<Self, Stop> {
        Labelling::with_effort(poset, u64::MAX, budget)
    }

    /// Labels a poset in at most `steps` steps, each of which looks at one neighbour of an element.
    /// A labelling that takes few steps succeeds even if the budget is spent.
    ///
    /// # Errors
    /// If the budget or the number of steps ([`Stop::Size`]) is spent before the end.
    pub(crate) fn with_effort(poset: &Poset, steps: u64, budget: &Budget) -> Result<Self, Stop> {
        Labeller::new(poset).label_within(&vec![0; poset.len()], steps, budget)
    }

    /// The elements in canonical order.
    #[must_use]
    pub fn order(&self) -> &[Element] {
        &self.order
    }

    /// For each element, the first element of its orbit under the automorphism group.
    #[must_use]
    pub fn orbits(&self) -> &[Element] {
        &self.orbits
    }

    /// Generators of the automorphism group, each as the list of images.
    #[must_use]
    pub fn generators(&self) -> &[Vec<Element>] {
        &self.generators
    }

    /// The order of the automorphism group.
    #[must_use]
    pub fn group_order(&self) -> &UBig {
        &self.group_order
    }

    /// The form shared with all isomorphic posets.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// An isomorphism from this poset to the other one as the list of images, if there is one.
    #[must_use]
    pub fn isomorphism(&self, other: &Labelling) -> Option<Vec<Element>> {
        (self.form == other.form).then(|| {
            let mut images = vec![Element::new(0); self.order.len()];
            for (x, y) in self.order.iter().zip(&other.order) {
                images[x.index()] = *y;
            }
            images
        })
    }
}

/// Labels one poset under several colourings.
pub(crate) struct Labeller {
    levels: Vec<u32>,
    covers: Vec<(u32, u32)>,
    graph: Graph,
}

/// The limits of a labelling.
struct Leash<'a> {
    budget: Option<&'a Budget>,
    steps: u64,
    /// The number of steps at which the budget is checked next.
    check: u64,
}

/// The approximate number of steps between two checks of the budget.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 14;

impl Leash<'_> {
    /// Checks the limits after this number of steps.
    fn pull(&mut self, steps: u64) -> Result<(), Stop> {
        if steps > self.steps {
            return Err(Stop::Size);
        }
        if steps < self.check {
            return Ok(());
        }
        self.check = steps + STEPS_BETWEEN_CHECKS;
        self.budget.map_or(Ok(()), Budget::check)
    }
}

impl Labeller {
    pub(crate) fn new(poset: &Poset) -> Self {
        let covers = poset.covers().map(|(x, y)| (narrow(x.index()), narrow(y.index()))).collect();
        Labeller::with_levels(poset.elements().map(|x| narrow(poset.level(x))).collect(), covers)
    }

    fn with_levels(levels: Vec<u32>, covers: Vec<(u32, u32)>) -> Self {
        let graph = Graph::new(levels.len(), &covers);
        Labeller { levels, covers, graph }
    }

    /// The canonical order of the elements of a form found by this labeller, ignoring their
    /// colours.
    pub(crate) fn order_of_form(&self, form: &Form) -> Vec<Element> {
        let height = self.height();
        let levels = form.colours.iter().map(|colour| colour % height).collect();
        let plain = Labeller::with_levels(levels, form.covers.clone());
        plain.label(&vec![0; form.colours.len()]).order
    }

    fn height(&self) -> u32 {
        self.levels.iter().max().map_or(1, |level| level + 1)
    }

    /// Labels the poset so that elements of different colours are distinguished.
    pub(crate) fn label(&self, colours: &[u32]) -> Labelling {
        let leash = Leash { budget: None, steps: u64::MAX, check: u64::MAX };
        self.label_on(leash, colours).expect("there are no limits")
    }

    /// Labels the poset so that elements of different colours are distinguished, within a budget.
    ///
    /// # Errors
    /// If the budget or the number of steps is spent before the end.
    pub(crate) fn label_within(&self, colours: &[u32], steps: u64, budget: &Budget) -> Result<Labelling, Stop> {
        self.label_on(Leash { budget: Some(budget), steps, check: STEPS_BETWEEN_CHECKS }, colours)
    }

    fn label_on(&self, mut leash: Leash<'_>, colours: &[u32]) -> Result<Labelling, Stop> {
        let height = self.height();
        let colours: Vec<u32> =
            colours.iter().zip(&self.levels).map(|(colour, level)| colour * height + level).collect();
        let mut found = search::label(&self.graph, &colours, &mut leash)?;
        let mut place = vec![0; colours.len()];
        for (i, &x) in found.order.iter().enumerate() {
            place[x as usize] = narrow(i);
        }
        let mut covers: Vec<(u32, u32)> =
            self.covers.iter().map(|&(x, y)| (place[x as usize], place[y as usize])).collect();
        covers.sort_unstable();
        let form = Form { colours: found.order.iter().map(|&x| colours[x as usize]).collect(), covers };
        Ok(Labelling {
            order: elements(&found.order),
            orbits: (0..narrow(colours.len())).map(|x| Element::new(found.orbits.first(x) as usize)).collect(),
            generators: found.generators.iter().map(|images| elements(images)).collect(),
            group_order: found.group_order,
            form,
        })
    }
}

fn narrow(x: usize) -> u32 {
    u32::try_from(x).expect("posets are far smaller")
}

fn elements(numbers: &[u32]) -> Vec<Element> {
    numbers.iter().map(|&x| Element::new(x as usize)).collect()
}
