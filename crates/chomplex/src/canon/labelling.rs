//! Canonical labellings of posets.
//!
//! Isomorphic posets get the same [`Form`], and their labellings compose to an isomorphism. The
//! work is done by `canonaut`, a Rust port of nauty (McKay and Piperno, *Practical graph
//! isomorphism, II*, 2014). It labels the Hasse diagram as an undirected graph whose vertices are
//! coloured by level. The colours give the edges their direction, and where elements have twins,
//! undirected graphs are much faster there than directed ones.
//!
//! Directed graphs lose nauty's shortcut for twins: labelling a poset of 24 elements with two
//! classes of twins took 1.4 s as a directed graph, and takes 50 µs as an undirected one.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use canonaut::consts::ALGORITHM_INFINITY;
use canonaut::refine::GraphContext;
use canonaut::search::canonicalize;
use canonaut::structs::{CanonautOptions, DenseGraph, Statistics};
use canonaut::utilities::words_needed;
use dashu_int::UBig;

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

    /// Labels a poset in at most `steps` steps, each of which looks at one word of its diagram as a
    /// bit matrix. A labelling that takes few steps succeeds even if the budget is spent.
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
    graph: DenseGraph,
}

/// An automorphism found while some elements were held fixed: its images, the element that was
/// released last, and the length of the orbit of that element so far.
struct KeptGenerator {
    images: Vec<Element>,
    released: u32,
    orbit: usize,
}

thread_local! {
    /// Where the callback `keep_generator` stores its results. It is a plain function and has no
    /// other place for them.
    static FOUND: RefCell<Vec<KeptGenerator>> = const { RefCell::new(Vec::new()) };

    /// The buffers of `canonaut`, for graphs of one size. They cannot be sent to another thread,
    /// but a labeller can.
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };

    /// The limits of the current labelling. The callback that checks them is a plain function too.
    static LEASH: RefCell<Option<Leash>> = const { RefCell::new(None) };

    /// The number of nodes until the next check of the limits.
    static NODES: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// Buffers for graphs of one size.
struct Room {
    options: CanonautOptions,
    statistics: Statistics,
    context: GraphContext,
    labelling: Vec<u32>,
    partition: Vec<u32>,
    orbits: Vec<u32>,
    canonical: Vec<usize>,
}

impl Room {
    fn new(n: usize) -> Self {
        let mut options = CanonautOptions {
            get_canonical: true,
            default_partition: false,
            user_automorphism_procedure: Some(keep_generator),
            user_node_procedure: Some(pull_leash),
            ..CanonautOptions::default()
        };
        let words = words_needed(n);
        options.algorithm_context.ensure_capacity(words as u32, n as u32);
        let mut context = GraphContext::new(n);
        context.ensure_bucket_size(n as u32);
        Room {
            options,
            statistics: Statistics::new(),
            context,
            labelling: vec![0; n],
            partition: vec![0; n],
            orbits: vec![0; n],
            canonical: vec![0; n * words],
        }
    }

    /// Labels a graph so that vertices of different colours are distinguished.
    fn label(&mut self, graph: &DenseGraph, colours: &[u32]) {
        let n = colours.len();
        let mut order: Vec<u32> = (0..narrow(n)).collect();
        order.sort_by_key(|&x| colours[x as usize]);
        self.labelling.copy_from_slice(&order);
        // A zero ends a cell of the partition.
        for (place, &x) in order.iter().enumerate() {
            let next = order.get(place + 1).map(|&y| colours[y as usize]);
            let is_last = next != Some(colours[x as usize]);
            self.partition[place] = if is_last { 0 } else { ALGORITHM_INFINITY };
        }
        canonicalize(
            &graph.adjacency,
            &mut self.labelling,
            &mut self.partition,
            None,
            &mut self.orbits,
            &mut self.options,
            &mut self.statistics,
            &mut [],
            words_needed(n) as u32,
            n as u32,
            Some(&mut self.canonical),
            &mut self.context,
        );
    }
}

/// Runs `work` with buffers for `n` elements.
fn with_room<T>(n: usize, work: impl FnOnce(&mut Room) -> T) -> T {
    // If the work is abandoned by unwinding, the buffers are left inconsistent. Since they were
    // taken out, the next call starts with new ones.
    let room = ROOM.take().filter(|room| room.labelling.len() == n);
    let mut room = room.unwrap_or_else(|| Room::new(n));
    let done = work(&mut room);
    ROOM.set(Some(room));
    done
}

/// The limits of a labelling.
struct Leash {
    budget: Budget,
    /// The number of steps left.
    steps: u64,
    /// The number of steps per node: all words of the matrix.
    each: u64,
    /// The number of nodes between two checks.
    every: u32,
}

/// The approximate number of steps between two checks of the budget.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// The panic payload of a labelling that is abandoned, with the reason.
struct GivenUp(Stop);

/// Called at each node of the search tree; checks the limits from time to time. The only way to
/// stop `canonaut` is to unwind; [`Labeller::label_within`] catches this.
#[allow(clippy::too_many_arguments, reason = "these are what the callback is given")]
fn pull_leash(_: &[usize], _: &mut [u32], _: &mut [u32], _: u32, _: u32, _: i32, _: u32, _: u32, _: u32) {
    let left = NODES.get();
    NODES.set(left.wrapping_sub(1));
    if left > 0 {
        return;
    }
    let stop = LEASH.with_borrow_mut(|leash| {
        let leash = leash.as_mut()?;
        NODES.set(leash.every);
        leash.steps = leash.steps.saturating_sub(leash.each * u64::from(leash.every));
        if leash.steps == 0 { Some(Stop::Size) } else { leash.budget.check().err() }
    });
    if let Some(stop) = stop {
        resume_unwind(Box::new(GivenUp(stop)));
    }
}

fn keep_generator(_: u32, images: &mut [u32], orbits: &mut [u32], _: u32, released: u32, n: u32) {
    let orbits = &orbits[..n as usize];
    let orbit = orbits.iter().filter(|&&name| name == orbits[released as usize]).count();
    FOUND.with_borrow_mut(|list| list.push(KeptGenerator { images: elements(&images[..n as usize]), released, orbit }));
}

/// The order of the group: the product of the lengths of the orbits found as one element after
/// another is released.
fn order_of_group(found: &[KeptGenerator]) -> UBig {
    let last_of_its_level = |pair: &&[KeptGenerator]| pair.len() == 1 || pair[0].released != pair[1].released;
    let ends = found.windows(2).chain(found.last().map(std::slice::from_ref)).filter(last_of_its_level);
    ends.fold(UBig::ONE, |order, end| order * end[0].orbit)
}

impl Labeller {
    pub(crate) fn new(poset: &Poset) -> Self {
        let mut graph = DenseGraph::new(poset.len());
        for (x, y) in poset.covers() {
            graph.add_edge(x.index(), y.index());
        }
        Labeller {
            levels: poset.elements().map(|x| narrow(poset.level(x))).collect(),
            covers: poset.covers().map(|(x, y)| (narrow(x.index()), narrow(y.index()))).collect(),
            graph,
        }
    }

    /// The canonical order of the elements of a form found by this labeller, ignoring their
    /// colours.
    pub(crate) fn order_of_form(&self, form: &Form) -> Vec<Element> {
        let height = self.height();
        let mut graph = DenseGraph::new(form.colours.len());
        for &(x, y) in &form.covers {
            graph.add_edge(x as usize, y as usize);
        }
        let levels = form.colours.iter().map(|colour| colour % height).collect();
        let plain = Labeller { levels, covers: form.covers.clone(), graph };
        plain.label(&vec![0; form.colours.len()]).order
    }

    fn height(&self) -> u32 {
        self.levels.iter().max().map_or(1, |level| level + 1)
    }

    /// Labels the poset so that elements of different colours are distinguished, within a budget.
    ///
    /// # Errors
    /// If the budget or the number of steps is spent before the end.
    pub(crate) fn label_within(&self, colours: &[u32], steps: u64, budget: &Budget) -> Result<Labelling, Stop> {
        let each = self.graph.adjacency.len().max(1) as u64;
        let every = (STEPS_BETWEEN_LOOKS / each).max(1) as u32;
        LEASH.set(Some(Leash { budget: budget.clone(), steps, each, every }));
        NODES.set(every);
        let labelled = catch_unwind(AssertUnwindSafe(|| self.label(colours)));
        NODES.set(u32::MAX);
        LEASH.set(None);
        labelled.map_err(|panic| match panic.downcast::<GivenUp>() {
            Ok(given_up) => given_up.0,
            Err(panic) => resume_unwind(panic),
        })
    }

    /// Labels the poset so that elements of different colours are distinguished.
    pub(crate) fn label(&self, colours: &[u32]) -> Labelling {
        let n = self.levels.len();
        if n == 0 {
            let form = Form { colours: Vec::new(), covers: Vec::new() };
            return Labelling { order: vec![], orbits: vec![], generators: vec![], group_order: UBig::ONE, form };
        }
        let height = self.height();
        let colours: Vec<u32> =
            colours.iter().zip(&self.levels).map(|(colour, level)| colour * height + level).collect();
        FOUND.with_borrow_mut(Vec::clear);
        let (order, orbits) = with_room(n, |room| {
            room.label(&self.graph, &colours);
            (room.labelling.clone(), first_of_orbit(&room.orbits))
        });
        let found = FOUND.with_borrow_mut(std::mem::take);
        let mut place = vec![0; n];
        for (i, &x) in order.iter().enumerate() {
            place[x as usize] = narrow(i);
        }
        let mut covers: Vec<(u32, u32)> =
            self.covers.iter().map(|&(x, y)| (place[x as usize], place[y as usize])).collect();
        covers.sort_unstable();
        let form = Form { colours: order.iter().map(|&x| colours[x as usize]).collect(), covers };
        Labelling {
            order: elements(&order),
            orbits,
            group_order: order_of_group(&found),
            generators: found.into_iter().map(|found| found.images).collect(),
            form,
        }
    }
}

fn narrow(x: usize) -> u32 {
    u32::try_from(x).expect("posets are far smaller")
}

fn elements(numbers: &[u32]) -> Vec<Element> {
    numbers.iter().map(|&x| Element::new(x as usize)).collect()
}

/// For each element, the first element of its orbit, whatever number identified the orbit.
fn first_of_orbit(orbits: &[u32]) -> Vec<Element> {
    let mut first = vec![None; orbits.len()];
    orbits.iter().enumerate().map(|(x, &name)| *first[name as usize].get_or_insert(Element::new(x))).collect()
}
