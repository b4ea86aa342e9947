//! A sweep whose layers do not fit into memory.
//!
//! The last complete layer lies in a file. The next layer is made in passes. Each pass reads the
//! whole file in blocks and pushes the classes as usual, but keeps only the results whose hashes
//! are in one [range](HashRange). At the end of the pass these are finished, shown, and appended to
//! the file of the new layer. There are as few passes as an estimate of the memory allows; if the
//! estimate was too low, a range is halved.

use std::cell::Cell;
use std::path::PathBuf;

use super::accumulator::Accumulator;
use super::checkpoint::Keeper;
use super::error::{SweepError, about};
use super::file::{Format, Reader, Stored};
use super::sweep::{DownSetClasses, HashRange, Key, Layer, Push, Shown, Sweep};
use crate::budget::{Meter, Stop};

/// A complete layer.
pub(crate) enum Complete<'a, K: DownSetClasses, A: Accumulator> {
    InMemory(Layer<K::Key, A::State>),
    OnDisk(OnDisk<'a, K, A>),
}

/// A layer in a file.
pub(crate) struct OnDisk<'a, K, A> {
    pub(super) format: Format<'a, K, A>,
    pub(super) path: PathBuf,
    pub(super) size: usize,
}

impl<K: DownSetClasses, A: Stored<K::Key>> Complete<'_, K, A> {
    /// The number of elements of a down-set.
    pub(crate) fn size(&self) -> usize {
        match self {
            Complete::InMemory(layer) => layer.size,
            Complete::OnDisk(layer) => layer.size,
        }
    }

    /// The state of one of its classes.
    pub(crate) fn any(&self) -> Result<A::State, SweepError> {
        let state = match self {
            Complete::InMemory(layer) => layer.iter().next().map(|(_, state)| state.clone()),
            Complete::OnDisk(layer) => layer.open()?.next()?.map(|(_, state)| state),
        };
        Ok(state.expect("a layer has a class"))
    }

    /// Visits all pairs of classes, in blocks. The visitor can iterate over the classes of the
    /// first layer and look up those of the second.
    pub(crate) fn pairs(
        &self,
        sweep: &Sweep<'_, K, A>,
        mut visit: impl FnMut(&Layer<K::Key, A::State>, &Layer<K::Key, A::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        match self {
            Complete::InMemory(layer) => visit(layer, layer),
            Complete::OnDisk(layer) => layer.pairs(sweep, visit),
        }
    }
}

impl<'a, K: DownSetClasses, A: Stored<K::Key>> OnDisk<'a, K, A> {
    fn open(&self) -> Result<Reader<'a, K, A>, SweepError> {
        self.format.open(&self.path, self.size)
    }

    /// Reads the layer in blocks of at most `classes` classes, and tells the visitor which block is
    /// the last.
    fn blocks<E: From<Stop> + From<SweepError>>(
        &self,
        block: &mut Layer<K::Key, A::State>,
        classes: usize,
        mut visit: impl FnMut(&Layer<K::Key, A::State>, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = self.open()?;
        while !reader.is_done() {
            block.reset(classes)?;
            reader.fill(block, classes)?;
            visit(block, reader.is_done())?;
        }
        Ok(())
    }

    fn pairs(
        &self,
        sweep: &Sweep<'_, K, A>,
        mut visit: impl FnMut(&Layer<K::Key, A::State>, &Layer<K::Key, A::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        let classes = self.open()?.classes();
        let plan = Plan::new(sweep, 0);
        let mut block = sweep.empty_layer(self.size, 0)?;
        let mut known = sweep.empty_layer(self.size, 0)?;
        let read = |range: HashRange, known: &mut Layer<K::Key, A::State>| {
            known.reset(range.share(classes) as usize)?;
            let mut reader = self.open()?;
            while let Some((key, state)) = reader.next()? {
                if range.holds(key.hash()) {
                    known.enter(key, state)?;
                }
            }
            Ok(())
        };
        plan.for_each_part(classes, &mut known, read, |known| {
            self.blocks(&mut block, plan.block, |block, _| visit(block, known))
        })
    }
}

/// How the memory is divided.
struct Plan {
    /// The number of classes a worker takes in a round.
    round: usize,
    /// The bytes of the messages between workers in such a round.
    messages: u64,
    /// The number of classes read at a time.
    block: usize,
    /// The number of classes of the new layer that fit into memory.
    room: u64,
}

/// The largest number of classes read at a time.
const LARGEST_BLOCK: u64 = 1 << 18;

/// With room for fewer classes the sweep does not start. Nor is a part halved if its half would
/// hold at most the room divided by this.
const FEWEST: u64 = 16;

impl Plan {
    /// Leaves `reserved` bytes to others.
    fn new<K: DownSetClasses, A: Accumulator>(sweep: &Sweep<'_, K, A>, reserved: u64) -> Self {
        let memory = sweep.budget().meter(1).room();
        let (round, bytes) = (sweep.round(), sweep.bytes_of_class());
        let messages = sweep.bytes_of_messages(round, usize::MAX);
        let block = (memory / 8 / bytes).clamp(1, LARGEST_BLOCK);
        let others = messages + block * bytes + 2 * sweep.idle_bytes() + reserved;
        Plan { round, messages, block: block as usize, room: memory.saturating_sub(others) / bytes }
    }

    /// The number of parts into which `classes` classes are split.
    fn parts(&self, classes: u64) -> u64 {
        classes.div_ceil(self.room.max(1)).max(1)
    }

    /// Splits about `classes` classes into as few parts as possible; fills `layer` with each part
    /// and shows it. A part that does not fit into memory is halved.
    fn for_each_part<T: Key, S, E: From<Stop> + From<SweepError>>(
        &self,
        classes: u64,
        layer: &mut Layer<T, S>,
        mut fill: impl FnMut(HashRange, &mut Layer<T, S>) -> Result<(), SweepError>,
        mut show: impl FnMut(&Layer<T, S>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.room < FEWEST {
            return Err(Stop::Memory.into());
        }
        let mut part = Some(HashRange::first_of(self.parts(classes)));
        while let Some(this) = part {
            // If such a small part does not fit, something other than its classes takes the memory.
            let half = this.halved().filter(|half| half.share(classes) > self.room / FEWEST);
            part = match (fill(this, layer), half) {
                (Err(SweepError::Stop(Stop::Memory)), Some(half)) => {
                    layer.release()?;
                    Some(half)
                }
                (filled, _) => {
                    filled?;
                    show(layer)?;
                    this.next()
                }
            };
        }
        Ok(())
    }
}

/// Makes the layers of a sweep in passes.
pub(super) struct Passes<'s, 'a, K: DownSetClasses, A: Accumulator> {
    sweep: &'s Sweep<'s, K, A>,
    keeper: &'s mut Keeper<'a, K, A>,
    /// The bytes per class of a layer that the visitor needs.
    held: u64,
    meters: Vec<Meter>,
    /// Reserves the memory that others will need.
    reserve: Meter,
}

impl<'s, 'a, K: DownSetClasses, A: Stored<K::Key>> Passes<'s, 'a, K, A> {
    pub(super) fn new(sweep: &'s Sweep<'s, K, A>, keeper: &'s mut Keeper<'a, K, A>, held: u64) -> Self {
        Passes { sweep, keeper, held, meters: sweep.meters(), reserve: sweep.budget().meter(1) }
    }

    /// Goes from a layer to the last one.
    pub(super) fn run<E: From<Stop> + From<SweepError>>(
        mut self,
        mut source: OnDisk<'a, K, A>,
        mut visit: impl FnMut(Shown<'_, K::Key, A::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, K, A>, E> {
        while source.size < self.sweep.last() {
            source = self.advance(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// Makes the next layer.
    fn advance<E: From<Stop> + From<SweepError>>(
        &mut self,
        source: &OnDisk<'a, K, A>,
        visit: &mut impl FnMut(Shown<'_, K::Key, A::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, K, A>, E> {
        let Passes { sweep, keeper, held, meters, reserve } = self;
        sweep.budget().check()?;
        sweep.down_sets().begin_layer();
        reserve.hold(0)?;
        let (size, estimate) = (source.size + 1, keeper.estimate());
        let reserved = *held * (estimate + estimate / 16);
        let plan = Plan::new(sweep, reserved);
        sweep.announce(keeper.pushed(), plan.parts(estimate));
        let mut block = sweep.empty_layer(source.size, 0)?;
        let mut target = sweep.empty_layer(size, 0)?;
        let classes = Cell::new(0);
        let pass = |range: HashRange, target: &mut Layer<K::Key, A::State>| {
            reserve.hold(plan.messages + reserved.saturating_sub(*held * classes.get()))?;
            let mut expected = Some(range.share(estimate) as usize);
            source.blocks(&mut block, plan.block, |source, is_last| {
                let push = Push { source, range, expected: expected.take(), is_last, round: plan.round };
                Ok::<(), SweepError>(sweep.push(&push, target, meters)?)
            })?;
            Ok(reserve.hold(plan.messages)?)
        };
        keeper.drafted(size, estimate, |keeper, writer, path| {
            plan.for_each_part(estimate, &mut target, pass, |part| {
                classes.set(classes.get() + part.len() as u64);
                writer.write(part).map_err(about(path))?;
                visit(Shown::Part(part))
            })?;
            keeper.counts.push(classes.get());
            visit(Shown::End { size, classes: classes.get() })
        })
    }
}
