//! The sweep: goes from each layer to the next with several workers.
//!
//! - [`down_sets`]: what a sweep needs to know about the down-sets.
//! - [`layer`]: all classes of one size; [`shard`]: the classes that one worker owns;
//!   [`hash_range`]: a layer split by hash when it does not fit into memory.
//! - [`worker`]: what the workers do; [`barrier`]: the barrier where they wait for each other.

mod down_sets;
mod layer;
mod barrier;
mod hash_range;
mod shard;
mod worker;

use std::cell::Cell;
use std::time::Duration;

pub(crate) use self::down_sets::{DownSetClasses, Guide, Job, Key};
pub(crate) use self::hash_range::HashRange;
pub(crate) use self::layer::Layer;
use crate::clock::Instant;

use self::shard::{KeyedState, Shard};
use self::worker::{Mailboxes, Message, ShardWorker};
use super::accumulator::Accumulator;
use crate::budget::{Budget, Meter, Stop};
use crate::crew;

/// The largest number of classes a worker takes in a round.
const BLOCK: usize = 4096;

/// A shard grows by at most `1 << 17` classes at a time. Then a chunk is a multiple of 2 MiB,
/// whatever the states are.
const LARGEST_SHIFT: u32 = 17;

/// The remaining work is estimated only after a sweep has run this long.
const SOME_TIME: Duration = Duration::from_millis(500);

/// An upper bound on the bytes of a class with its state and its slots, where the state owns
/// `owned` further bytes.
pub(crate) fn bytes_of_class<K, S>(owned: usize) -> u64 {
    (size_of::<KeyedState<K, S>>() + owned + 3 * size_of::<u64>()) as u64
}

/// What a sweep shows to its visitor. The classes of a layer come in one or more parts, followed by
/// its end.
pub(crate) enum Shown<'a, K, S> {
    /// Some finished classes of a layer.
    Part(&'a Layer<K, S>),
    /// All classes of the layer of `size` elements have been shown.
    End { size: usize, classes: u64 },
}

/// Shows a layer that is entirely in memory.
pub(crate) fn show<K: Key, S, E>(
    layer: &Layer<K, S>,
    visit: &mut impl FnMut(Shown<'_, K, S>) -> Result<(), E>,
) -> Result<(), E> {
    visit(Shown::Part(layer))?;
    visit(Shown::End { size: layer.size, classes: layer.len() as u64 })
}

/// One batch of work: pushes some classes of a layer, the sources, on to the next layer.
pub(crate) struct Push<'a, K: DownSetClasses, S> {
    pub(crate) source: &'a Layer<K::Key, S>,
    /// Only results in this part of the next layer are kept.
    pub(crate) range: HashRange,
    /// For the first batch, the expected number of classes that all sources together lead to.
    pub(crate) expected: Option<usize>,
    /// Whether this is the last batch, so that the classes reached can be finished.
    pub(crate) is_last: bool,
    /// The number of classes a worker takes in a round.
    pub(crate) round: usize,
}

/// A sweep over the down-sets of a poset up to those of `last` elements.
pub(crate) struct Sweep<'a, K, A: Accumulator> {
    down_sets: &'a K,
    accumulator: &'a A,
    budget: &'a Budget,
    last: usize,
    begun: Instant,
    /// The total number of classes to push, once it has been asked for.
    expected: Cell<Option<Option<u64>>>,
}

impl<'a, K: DownSetClasses, A: Accumulator> Sweep<'a, K, A> {
    pub(crate) fn new(down_sets: &'a K, accumulator: &'a A, last: usize, budget: &'a Budget) -> Self {
        let last = last.min(down_sets.elements());
        Sweep { down_sets, accumulator, budget, last, begun: Instant::now(), expected: Cell::new(None) }
    }

    /// Goes from the empty down-set to the last layer, and shows each layer.
    pub(crate) fn run<E: From<Stop>>(
        &self,
        mut visit: impl FnMut(Shown<'_, K::Key, A::State>) -> Result<(), E>,
    ) -> Result<Layer<K::Key, A::State>, E> {
        let mut source = self.first_layer()?;
        show(&source, &mut visit)?;
        self.check_memory()?;
        let mut target = self.empty_layer(0, 0)?;
        let (mut meters, mut messages) = (self.meters(), self.budget.meter(1));
        let mut pushed = 0;
        while source.size < self.last {
            self.announce(pushed, 1);
            messages.hold(self.bytes_of_messages(self.round(), source.len()))?;
            self.advance(&source, &mut target, &mut meters)?;
            pushed += source.len() as u64;
            std::mem::swap(&mut source, &mut target);
            show(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// The number of elements of the down-sets in the last layer.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    pub(crate) fn down_sets(&self) -> &'a K {
        self.down_sets
    }

    pub(crate) fn accumulator(&self) -> &'a A {
        self.accumulator
    }

    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// One meter per worker.
    pub(crate) fn meters(&self) -> Vec<Meter> {
        vec![self.budget.meter(1024); self.budget.threads()]
    }

    /// An upper bound on the bytes of a class with its state and its slots.
    pub(crate) fn bytes_of_class(&self) -> u64 {
        bytes_of_class::<K::Key, A::State>(self.accumulator.owned_bytes())
    }

    /// Fails early if the largest layer cannot fit into memory.
    fn check_memory(&self) -> Result<(), Stop> {
        let needed = 2 * self.down_sets.largest_layer(self.last).unwrap_or(0) * self.bytes_of_class();
        if self.budget.meter(1).room() < needed { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Reports the remaining work to the budget, when `pushed` classes have been pushed and each
    /// remaining one will be pushed in `passes` passes.
    pub(crate) fn announce(&self, pushed: u64, passes: u64) {
        if self.expected.get().is_none() && self.begun.elapsed() >= SOME_TIME {
            self.expected.set(Some(self.down_sets.expected(self.last)));
        }
        if let Some(Some(expected)) = self.expected.get() {
            self.budget.expect(expected.saturating_sub(pushed).saturating_mul(passes));
        }
    }

    /// An empty layer of down-sets of `size` elements, with room for about `classes` classes.
    pub(crate) fn empty_layer(&self, size: usize, classes: usize) -> Result<Layer<K::Key, A::State>, Stop> {
        let shard = |_| Shard::new(self.shift(), self.accumulator.owned_bytes(), self.budget);
        let mut layer = Layer { size, shards: (0..self.budget.threads()).map(shard).collect() };
        layer.reset(classes)?;
        Ok(layer)
    }

    /// A shard grows by at most `1 << shift` classes at a time.
    fn shift(&self) -> u32 {
        // With little memory, little of it may lie idle.
        let entry = size_of::<KeyedState<K::Key, A::State>>() + self.accumulator.owned_bytes();
        let few = self.budget.meter(1).room() / (32 * self.budget.threads() * entry) as u64;
        few.max(16).ilog2().min(LARGEST_SHIFT)
    }

    /// An upper bound on the bytes that the chunks of a layer take beyond those of its classes.
    pub(crate) fn idle_bytes(&self) -> u64 {
        let entry = size_of::<KeyedState<K::Key, A::State>>() + self.accumulator.owned_bytes();
        (self.budget.threads() * (entry << self.shift())) as u64
    }

    /// The number of classes a worker takes in a round.
    pub(crate) fn round(&self) -> usize {
        let room = self.budget.meter(1).room() / 8;
        (room / self.bytes_of_messages(1, usize::MAX)).clamp(1, BLOCK as u64) as usize
    }

    /// The bytes of the messages between workers if each takes `round` of `classes` classes in a
    /// round. The messages of one round are still there in the next.
    pub(crate) fn bytes_of_messages(&self, round: usize, classes: usize) -> u64 {
        let taken = round.saturating_mul(self.budget.threads()).min(classes);
        (2 * self.down_sets.most_ways() * size_of::<Message<K>>() * taken) as u64
    }

    /// The layer of the empty down-set.
    pub(crate) fn first_layer(&self) -> Result<Layer<K::Key, A::State>, Stop> {
        let mut state = self.accumulator.start();
        self.accumulator.finish(&self.down_sets.class(K::Key::EMPTY), &mut state);
        let mut layer = self.empty_layer(0, 1)?;
        layer.enter(K::Key::EMPTY, state)?;
        Ok(layer)
    }

    /// Fills the next layer.
    pub(crate) fn advance(
        &self,
        source: &Layer<K::Key, A::State>,
        target: &mut Layer<K::Key, A::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        self.budget.check()?;
        self.down_sets.begin_layer();
        target.size = source.size + 1;
        let expected = Some(source.len());
        self.push(
            &Push { source, range: HashRange::WHOLE, expected, is_last: true, round: self.round() },
            target,
            meters,
        )
    }

    /// Pushes some classes on to the next layer, with all workers.
    pub(crate) fn push(
        &self,
        push: &Push<'_, K, A::State>,
        target: &mut Layer<K::Key, A::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        let mailboxes = &Mailboxes::new(push, target.shards.len());
        let (down_sets, accumulator) = (self.down_sets, self.accumulator);
        let work = |(me, (shard, meter))| {
            down_sets.guide(ShardWorker { down_sets, accumulator, me, mailboxes, push, shard, meter })
        };
        crew::map(target.shards.iter_mut().zip(meters).enumerate(), work).into_iter().collect()
    }
}
