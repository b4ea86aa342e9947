//! Representatives under a group that is too large to list, by canonical labelling.

use std::sync::Arc;

use hashbrown::HashMap;
use parking_lot::Mutex;

use super::listed::narrow;
use crate::bits::Bits;
use crate::budget::{Budget, Meter, Stop};
use crate::canon::labelling::{Form, Labeller, Labelling};
use crate::element::Element;
use crate::poset::Poset;

/// Representatives by canonical labelling.
#[derive(Clone)]
pub(crate) struct Labelled<const N: usize> {
    labeller: Arc<Labeller>,
    pub(super) len: usize,
    met: Arc<Mutex<Met<N>>>,
    /// A labelling takes long enough to check the budget each time.
    meter: Meter,
}

/// The sets met so far.
struct Met<const N: usize> {
    /// The first set met with each form, and its elements in canonical order.
    first: HashMap<Form, (Bits<N>, Box<[u16]>)>,
    /// The representatives found so far.
    known: HashMap<Bits<N>, Bits<N>>,
    /// A meter for each table.
    meters: [Meter; 2],
}

impl<const N: usize> Labelled<N> {
    pub(super) fn new(poset: &Poset, budget: &Budget) -> Self {
        let meters = [budget.meter(1), budget.meter(1)];
        let met = Arc::new(Mutex::new(Met { first: HashMap::new(), known: HashMap::new(), meters }));
        Labelled { labeller: Arc::new(Labeller::new(poset)), len: poset.len(), met, meter: budget.meter(1) }
    }

    /// Continues with another budget.
    pub(super) fn continue_with(&mut self, budget: &Budget) {
        self.meter.continue_with(budget);
        self.met.lock().meters.iter_mut().for_each(|meter| meter.continue_with(budget));
    }

    fn label(&self, set: Bits<N>) -> Labelling {
        label(&self.labeller, self.len, set)
    }

    fn known(&self, set: Bits<N>) -> Option<Bits<N>> {
        self.met.lock().known.get(&set).copied()
    }

    pub(super) fn representative(&mut self, set: Bits<N>) -> Result<Bits<N>, Stop> {
        if let Some(found) = self.known(set) {
            return Ok(found);
        }
        self.meter.pause()?;
        let labelling = self.label(set);
        let order = || labelling.order().iter().map(|x| narrow(x.index())).collect();
        // All forms of one poset have the same size. A second handle and the allocator's overhead
        // come on top.
        let form_bytes = labelling.form().bytes() + 2 * self.len + 200;
        let mut met = self.met.lock();
        let Met { first, known, meters } = &mut *met;
        meters[0].make_room(first, form_bytes, 0)?;
        meters[1].make_room(known, 0, 0)?;
        let representative = first.entry(labelling.form().clone()).or_insert_with(|| (set, order())).0;
        known.insert(set, representative);
        Ok(representative)
    }

    /// The images under an automorphism that maps a set, which was met before, to its
    /// representative.
    pub(super) fn images(&self, set: Bits<N>) -> Vec<usize> {
        let labelling = self.label(set);
        let met = self.met.lock();
        let (_, first) = &met.first[labelling.form()];
        let mut images = vec![0; self.len];
        for (x, &y) in labelling.order().iter().zip(first) {
            images[x.index()] = usize::from(y);
        }
        images
    }
}

/// Labels a set as a two-coloured poset.
fn label<const N: usize>(labeller: &Labeller, len: usize, set: Bits<N>) -> Labelling {
    let colours: Vec<u32> = (0..len).map(|x| u32::from(set.contains(x))).collect();
    labeller.label(&colours)
}

/// Representatives by canonical labelling, twice.
///
/// The form of a two-coloured poset is a copy of that poset. This copy is labelled again without
/// its colours, which leads back to the poset, in the same way for all sets with the same form.
#[derive(Clone)]
pub(crate) struct Fixed<const N: usize> {
    labeller: Arc<Labeller>,
    /// The elements of the poset in canonical order.
    pub(super) order: Arc<[Element]>,
}

impl<const N: usize> Fixed<N> {
    pub(super) fn new(poset: &Poset, labelling: &Labelling) -> Self {
        Fixed { labeller: Arc::new(Labeller::new(poset)), order: labelling.order().into() }
    }

    pub(super) fn representative(&self, set: Bits<N>) -> Bits<N> {
        let images = self.images(set);
        set.iter().map(|x| images[x]).collect()
    }

    /// The images under an automorphism that maps a set to its representative.
    pub(super) fn images(&self, set: Bits<N>) -> Vec<usize> {
        let labelling = label(&self.labeller, self.order.len(), set);
        let mut images = vec![0; self.order.len()];
        for (place, &y) in self.labeller.order_of_form(labelling.form()).iter().zip(&*self.order) {
            images[labelling.order()[place.index()].index()] = y.index();
        }
        images
    }
}
