//! A sweep whose layers do not fit into memory.
//!
//! The last complete layer lies in a file. The next layer is made in passes. Each pass reads the
//! whole file in blocks and pushes the classes as usual, but keeps only the results in one
//! [part](Part) of the classes. At the end of the pass these are finished, shown, and appended to
//! the file of the new layer. There are as few passes as an estimate of the memory allows; if the
//! estimate was too low, a part is halved.

use std::cell::Cell;
use std::path::PathBuf;

use super::checkpoint::Keeper;
use super::error::{SweepError, about};
use super::file::{Format, Reader, Stored};
use super::fold::Fold;
use super::sweep::{Kernel, Key, Layer, Part, Push, Shown, Sweep};
use crate::budget::{Meter, Stop};

/// A complete layer.
pub(crate) enum Complete<'a, K: Kernel, F: Fold> {
    InMemory(Layer<K::Key, F::State>),
    OnDisk(OnDisk<'a, K, F>),
}

/// A layer in a file.
pub(crate) struct OnDisk<'a, K, F> {
    pub(super) format: Format<'a, K, F>,
    pub(super) path: PathBuf,
    pub(super) size: usize,
}

impl<K: Kernel, F: Stored<K::Key>> Complete<'_, K, F> {
    /// The number of elements of a down-set.
    pub(crate) fn size(&self) -> usize {
        match self {
            Complete::InMemory(layer) => layer.size,
            Complete::OnDisk(layer) => layer.size,
        }
    }

    /// The state of one of its classes.
    pub(crate) fn any(&self) -> Result<F::State, SweepError> {
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
        sweep: &Sweep<'_, K, F>,
        mut visit: impl FnMut(&Layer<K::Key, F::State>, &Layer<K::Key, F::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        match self {
            Complete::InMemory(layer) => visit(layer, layer),
            Complete::OnDisk(layer) => layer.pairs(sweep, visit),
        }
    }
}

impl<'a, K: Kernel, F: Stored<K::Key>> OnDisk<'a, K, F> {
    fn open(&self) -> Result<Reader<'a, K, F>, SweepError> {
        self.format.open(&self.path, self.size)
    }

    /// Reads the layer in blocks of at most `classes` classes, and tells the visitor which block is
    /// the last.
    fn blocks<E: From<Stop> + From<SweepError>>(
        &self,
        block: &mut Layer<K::Key, F::State>,
        classes: usize,
        mut visit: impl FnMut(&Layer<K::Key, F::State>, bool) -> Result<(), E>,
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
        sweep: &Sweep<'_, K, F>,
        mut visit: impl FnMut(&Layer<K::Key, F::State>, &Layer<K::Key, F::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        let classes = self.open()?.classes();
        let plan = Plan::new(sweep, 0);
        let mut block = sweep.empty_layer(self.size, 0)?;
        let mut known = sweep.empty_layer(self.size, 0)?;
        let read = |part: Part, known: &mut Layer<K::Key, F::State>| {
            known.reset(part.share(classes) as usize)?;
            let mut reader = self.open()?;
            while let Some((key, state)) = reader.next()? {
                if part.contains(key) {
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
    letters: u64,
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
    fn new<K: Kernel, F: Fold>(sweep: &Sweep<'_, K, F>, reserved: u64) -> Self {
        let memory = sweep.budget().meter(1).room();
        let (round, bytes) = (sweep.round(), sweep.bytes_of_class());
        let letters = sweep.bytes_of_letters(round, usize::MAX);
        let block = (memory / 8 / bytes).clamp(1, LARGEST_BLOCK);
        let others = letters + block * bytes + 2 * sweep.idle_bytes() + reserved;
        Plan { round, letters, block: block as usize, room: memory.saturating_sub(others) / bytes }
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
        mut fill: impl FnMut(Part, &mut Layer<T, S>) -> Result<(), SweepError>,
        mut show: impl FnMut(&Layer<T, S>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.room < FEWEST {
            return Err(Stop::Memory.into());
        }
        let mut part = Some(Part::first_of(self.parts(classes)));
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
pub(super) struct Passes<'s, 'a, K: Kernel, F: Fold> {
    sweep: &'s Sweep<'s, K, F>,
    keeper: &'s mut Keeper<'a, K, F>,
    /// The bytes per class of a layer that the visitor needs.
    held: u64,
    meters: Vec<Meter>,
    /// Reserves the memory that others will need.
    reserve: Meter,
}

impl<'s, 'a, K: Kernel, F: Stored<K::Key>> Passes<'s, 'a, K, F> {
    pub(super) fn new(sweep: &'s Sweep<'s, K, F>, keeper: &'s mut Keeper<'a, K, F>, held: u64) -> Self {
        Passes { sweep, keeper, held, meters: sweep.meters(), reserve: sweep.budget().meter(1) }
    }

    /// Goes from a layer to the last one.
    pub(super) fn run<E: From<Stop> + From<SweepError>>(
        mut self,
        mut source: OnDisk<'a, K, F>,
        mut visit: impl FnMut(Shown<'_, K::Key, F::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, K, F>, E> {
        while source.size < self.sweep.last() {
            source = self.advance(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// Makes the next layer.
    fn advance<E: From<Stop> + From<SweepError>>(
        &mut self,
        source: &OnDisk<'a, K, F>,
        visit: &mut impl FnMut(Shown<'_, K::Key, F::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, K, F>, E> {
        let Passes { sweep, keeper, held, meters, reserve } = self;
        sweep.budget().check()?;
        sweep.kernel().begin_layer();
        reserve.hold(0)?;
        let (size, estimate) = (source.size + 1, keeper.estimate());
        let reserved = *held * (estimate + estimate / 16);
        let plan = Plan::new(sweep, reserved);
        sweep.announce(keeper.pushed(), plan.parts(estimate));
        let mut block = sweep.empty_layer(source.size, 0)?;
        let mut target = sweep.empty_layer(size, 0)?;
        let classes = Cell::new(0);
        let pass = |part: Part, target: &mut Layer<K::Key, F::State>| {
            reserve.hold(plan.letters + reserved.saturating_sub(*held * classes.get()))?;
            let mut expected = Some(part.share(estimate) as usize);
            source.blocks(&mut block, plan.block, |source, is_last| {
                let push = Push { source, part, expected: expected.take(), is_last, round: plan.round };
                Ok::<(), SweepError>(sweep.push(&push, target, meters)?)
            })?;
            Ok(reserve.hold(plan.letters)?)
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
