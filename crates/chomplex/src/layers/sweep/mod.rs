//! The sweep itself: from each layer to the next, with several workers.
//!
//! - [`kernel`]: what it must know of the down-sets.
//! - [`layer`]: all classes of one size; [`shard`]: those that one worker looks after; [`part`]: a layer divided otherwise.
//! - [`worker`]: what the workers do; [`meeting`]: where they wait for each other.
//! - [`arena`]: memory in large pages.

mod arena;
mod kernel;
mod layer;
mod meeting;
mod part;
mod shard;
mod worker;

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

pub(crate) use self::kernel::{Guide, Job, Kernel, Key};
pub(crate) use self::layer::Layer;
pub(crate) use self::part::Part;

use self::shard::{Entry, Shard};
use self::worker::{Message, Post, Worker};
use super::fold::Fold;
use crate::budget::{Budget, Meter, Stop};

/// A worker takes so many classes in a round, at most.
const BLOCK: usize = 4096;

/// Room in a shard grows by `1 << 17` classes at a time, at most. A chunk of any states then is a multiple of 2 MiB.
const LARGEST_SHIFT: u32 = 17;

/// How much is to come is asked when a sweep has lasted so long.
const SOME_TIME: Duration = Duration::from_millis(500);

/// The bytes of a class with its state and its slots, at most, where a state owns so many bytes besides.
pub(crate) fn bytes_of_class<K, S>(owned: usize) -> u64 {
    (size_of::<Entry<K, S>>() + owned + 3 * size_of::<u64>()) as u64
}

/// What a sweep shows as it goes on. The classes of a layer come in one part or in several, then its end.
pub(crate) enum Shown<'a, K, S> {
    /// Some classes of a layer, finished.
    Part(&'a Layer<K, S>),
    /// All classes of the layer of so many elements have been shown.
    End { size: usize, classes: u64 },
}

/// Shows a layer that is in memory as a whole.
pub(crate) fn show<K: Key, S, E>(
    layer: &Layer<K, S>,
    visit: &mut impl FnMut(Shown<'_, K, S>) -> Result<(), E>,
) -> Result<(), E> {
    visit(Shown::Part(layer))?;
    visit(Shown::End { size: layer.size, classes: layer.len() as u64 })
}

/// What is pushed on to the next layer at once: some classes of a layer, as sources.
pub(crate) struct Push<'a, K: Kernel, S> {
    pub(crate) source: &'a Layer<K::Key, S>,
    /// Only what leads to these classes is kept.
    pub(crate) part: Part,
    /// If these are the first sources, about how many classes they and all others will lead to.
    pub(crate) expected: Option<usize>,
    /// Whether these are the last sources, so that the classes they lead to can be finished.
    pub(crate) is_last: bool,
    /// A worker takes so many classes in a round.
    pub(crate) round: usize,
}

/// A sweep over the down-sets of a poset up to those of `last` elements.
pub(crate) struct Sweep<'a, K, F: Fold> {
    kernel: &'a K,
    fold: &'a F,
    budget: &'a Budget,
    last: usize,
    begun: Instant,
    /// The number of classes that are pushed on in all, once it was asked.
    expected: Cell<Option<Option<u64>>>,
}

impl<'a, K: Kernel, F: Fold> Sweep<'a, K, F> {
    pub(crate) fn new(kernel: &'a K, fold: &'a F, last: usize, budget: &'a Budget) -> Self {
        let last = last.min(kernel.elements());
        Sweep { kernel, fold, budget, last, begun: Instant::now(), expected: Cell::new(None) }
    }

    /// Goes from the empty down-set to the last layer, and shows each.
    pub(crate) fn run<E: From<Stop>>(
        &self,
        mut visit: impl FnMut(Shown<'_, K::Key, F::State>) -> Result<(), E>,
    ) -> Result<Layer<K::Key, F::State>, E> {
        let mut source = self.first_layer()?;
        show(&source, &mut visit)?;
        self.check_memory()?;
        let mut target = self.empty_layer(0, 0)?;
        let (mut meters, mut letters) = (self.meters(), self.budget.meter(1));
        let mut pushed = 0;
        while source.size < self.last {
            self.announce(pushed, 1);
            letters.hold(self.bytes_of_letters(self.round(), source.len()))?;
            self.advance(&source, &mut target, &mut meters)?;
            pushed += source.len() as u64;
            std::mem::swap(&mut source, &mut target);
            show(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// The number of elements in the last layer.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    pub(crate) fn kernel(&self) -> &'a K {
        self.kernel
    }

    pub(crate) fn fold(&self) -> &'a F {
        self.fold
    }

    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The meters of the workers.
    pub(crate) fn meters(&self) -> Vec<Meter> {
        vec![self.budget.meter(1024); self.budget.threads()]
    }

    /// The bytes of a class with its state and its slots, at most.
    pub(crate) fn bytes_of_class(&self) -> u64 {
        bytes_of_class::<K::Key, F::State>(self.fold.owned_bytes())
    }

    /// Refuses at once what would be refused later.
    fn check_memory(&self) -> Result<(), Stop> {
        let needed = 2 * self.kernel.largest_layer(self.last).unwrap_or(0) * self.bytes_of_class();
        if self.budget.meter(1).room() < needed { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Tells whoever watches how much is to come, after so many classes were pushed on, if each is from now on in so many passes.
    pub(crate) fn announce(&self, pushed: u64, passes: u64) {
        if self.expected.get().is_none() && self.begun.elapsed() >= SOME_TIME {
            self.expected.set(Some(self.kernel.expected(self.last)));
        }
        if let Some(Some(expected)) = self.expected.get() {
            self.budget.expect(expected.saturating_sub(pushed).saturating_mul(passes));
        }
    }

    /// A layer of down-sets of some size, with room for about so many classes.
    pub(crate) fn empty_layer(&self, size: usize, classes: usize) -> Result<Layer<K::Key, F::State>, Stop> {
        let shard = |_| Shard::new(self.shift(), self.fold.owned_bytes(), self.budget);
        let mut layer = Layer { size, shards: (0..self.budget.threads()).map(shard).collect() };
        layer.reset(classes)?;
        Ok(layer)
    }

    /// Room in a shard grows by `1 << shift` classes at a time, at most.
    fn shift(&self) -> u32 {
        // Where there is little memory, little of it is to lie idle.
        let entry = size_of::<Entry<K::Key, F::State>>() + self.fold.owned_bytes();
        let few = self.budget.meter(1).room() / (32 * self.budget.threads() * entry) as u64;
        few.max(16).ilog2().min(LARGEST_SHIFT)
    }

    /// The bytes that the chunks of a layer take at most besides those of its classes.
    pub(crate) fn idle_bytes(&self) -> u64 {
        let entry = size_of::<Entry<K::Key, F::State>>() + self.fold.owned_bytes();
        (self.budget.threads() * (entry << self.shift())) as u64
    }

    /// A worker takes so many classes in a round.
    pub(crate) fn round(&self) -> usize {
        let room = self.budget.meter(1).room() / 8;
        (room / self.bytes_of_letters(1, usize::MAX)).clamp(1, BLOCK as u64) as usize
    }

    /// The bytes of what the workers send each other, if each takes so many of so many classes in a round. What is sent in one round is
    /// still there in the next.
    pub(crate) fn bytes_of_letters(&self, round: usize, classes: usize) -> u64 {
        let taken = round.saturating_mul(self.budget.threads()).min(classes);
        (2 * self.kernel.most_ways() * size_of::<Message<K>>() * taken) as u64
    }

    /// The empty down-set.
    pub(crate) fn first_layer(&self) -> Result<Layer<K::Key, F::State>, Stop> {
        let mut state = self.fold.start();
        self.fold.finish(&self.kernel.class(K::Key::EMPTY), &mut state);
        let mut layer = self.empty_layer(0, 1)?;
        layer.enter(K::Key::EMPTY, state)?;
        Ok(layer)
    }

    /// Fills the next layer.
    pub(crate) fn advance(
        &self,
        source: &Layer<K::Key, F::State>,
        target: &mut Layer<K::Key, F::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        self.budget.check()?;
        self.kernel.begin_layer();
        target.size = source.size + 1;
        let expected = Some(source.len());
        self.push(&Push { source, part: Part::WHOLE, expected, is_last: true, round: self.round() }, target, meters)
    }

    /// Pushes some classes on to the next layer, with all workers.
    pub(crate) fn push(
        &self,
        push: &Push<'_, K, F::State>,
        target: &mut Layer<K::Key, F::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        let post = &Post::new(push, target.shards.len());
        let (kernel, fold) = (self.kernel, self.fold);
        let work = |(me, (shard, meter))| kernel.guide(Worker { kernel, fold, me, post, push, shard, meter });
        let mut workers = target.shards.iter_mut().zip(meters).enumerate();
        let first = workers.next().expect("there is a worker");
        std::thread::scope(|scope| {
            let handles: Vec<_> = workers.map(|worker| scope.spawn(move || work(worker))).collect();
            let mine = work(first);
            // If one panics, so do all.
            let join = |handle: ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
            let theirs = handles.into_iter().map(join);
            theirs.fold(mine, Result::and)
        })
    }
}
