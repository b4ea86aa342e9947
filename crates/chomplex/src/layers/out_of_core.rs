//! A sweep whose layers do not fit into memory.
//!
//! The layer last completed lies in a file. The next one is made in passes. Each reads the whole file, some classes at a time, pushes them on as
//! ever, but keeps only what leads to one [part](Part) of the classes. These are finished at the end of the pass, shown, and
//! appended to the file of the new layer. There are as few passes as the memory allows, by an estimate; where that was too low, a part is halved.

use std::cell::Cell;
use std::path::PathBuf;

use super::checkpoint::Keeper;
use super::complexes::{BLOCK, Layer, Part, Push, Shown, Sweep, bytes_of_class, bytes_of_round};
use super::error::{SweepError, about};
use super::file::{Format, Reader, Stored};
use crate::budget::{Meter, Stop};

/// A complete layer.
pub(crate) enum Complete<'a, F: Stored> {
    InMemory(Layer<F::State>),
    OnDisk(OnDisk<'a, F>),
}

/// A layer that lies in a file.
pub(crate) struct OnDisk<'a, F> {
    pub(super) format: Format<'a, F>,
    pub(super) path: PathBuf,
    pub(super) size: usize,
}

impl<F: Stored> Complete<'_, F> {
    /// The number of faces, the empty one included.
    pub(crate) fn size(&self) -> usize {
        match self {
            Complete::InMemory(layer) => layer.size,
            Complete::OnDisk(layer) => layer.size,
        }
    }

    /// The state of one of its classes.
    pub(crate) fn any(&self) -> Result<F::State, SweepError> {
        let state = match self {
            Complete::InMemory(layer) => layer.iter().next().map(|(_, state)| *state),
            Complete::OnDisk(layer) => layer.open()?.next()?.map(|(_, state)| state),
        };
        Ok(state.expect("a layer has a class"))
    }

    /// Visits each class together with each other, some of both at a time: the classes of the one layer can be gone through, those of the
    /// other be looked up.
    pub(crate) fn pairs(
        &self,
        sweep: &Sweep<'_, F>,
        mut visit: impl FnMut(&Layer<F::State>, &Layer<F::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        match self {
            Complete::InMemory(layer) => visit(layer, layer),
            Complete::OnDisk(layer) => layer.pairs(sweep, visit),
        }
    }
}

impl<'a, F: Stored> OnDisk<'a, F> {
    fn open(&self) -> Result<Reader<'a, F>, SweepError> {
        self.format.open(&self.path, self.size)
    }

    /// Reads it, some classes at a time, and tells which are the last.
    fn blocks<E: From<Stop> + From<SweepError>>(
        &self,
        block: &mut Layer<F::State>,
        classes: usize,
        mut visit: impl FnMut(&Layer<F::State>, bool) -> Result<(), E>,
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
        sweep: &Sweep<'_, F>,
        mut visit: impl FnMut(&Layer<F::State>, &Layer<F::State>) -> Result<(), SweepError>,
    ) -> Result<(), SweepError> {
        let classes = self.open()?.classes();
        let plan = Plan::new(sweep, 0);
        let mut block = sweep.empty_layer(self.size, 0)?;
        let mut known = sweep.empty_layer(self.size, 0)?;
        let read = |part: Part, known: &mut Layer<F::State>| {
            known.reset(part.share(classes) as usize)?;
            let mut reader = self.open()?;
            while let Some((complex, state)) = reader.next()? {
                if part.contains(complex) {
                    known.enter(complex, state)?;
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
    /// A worker takes so many classes in a round.
    round: usize,
    /// The bytes of what the workers send each other then.
    letters: u64,
    /// So many classes are read at a time.
    block: usize,
    /// There is room for so many classes of the new layer.
    room: u64,
}

/// So many classes are read at a time, at most.
const LARGEST_BLOCK: u64 = 1 << 18;

/// With room for fewer classes nothing is begun; nor is a part divided much further than there is room for.
const FEWEST: u64 = 16;

impl Plan {
    /// With so many bytes for somebody else.
    fn new<F: Stored>(sweep: &Sweep<'_, F>, reserved: u64) -> Self {
        let (memory, workers) = (sweep.budget().meter(1).room(), sweep.budget().threads());
        let bytes = bytes_of_class::<F::State>();
        let round = (memory / 8 / bytes_of_round(1, workers)).clamp(1, BLOCK as u64) as usize;
        let letters = bytes_of_round(round, workers);
        let block = (memory / 8 / bytes).clamp(1, LARGEST_BLOCK);
        let others = letters + block * bytes + 2 * sweep.idle_bytes() + reserved;
        Plan { round, letters, block: block as usize, room: memory.saturating_sub(others) / bytes }
    }

    /// Fills a layer with each part of so many classes, about, and has it shown. There are as few parts as may be; one for which the memory does not
    /// do is halved.
    fn for_each_part<S: Copy, E: From<Stop> + From<SweepError>>(
        &self,
        classes: u64,
        layer: &mut Layer<S>,
        mut fill: impl FnMut(Part, &mut Layer<S>) -> Result<(), SweepError>,
        mut show: impl FnMut(&Layer<S>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.room < FEWEST {
            return Err(Stop::Memory.into());
        }
        let mut part = Some(Part::first_of(classes.div_ceil(self.room)));
        while let Some(this) = part {
            // If so small a part does not fit, something else than its classes takes the memory.
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

/// The layers of a sweep made in passes.
pub(super) struct Passes<'s, 'a, F: Stored> {
    sweep: &'s Sweep<'s, F>,
    keeper: &'s mut Keeper<'a, F>,
    /// The bytes that who looks on needs for each class of a layer.
    held: u64,
    meters: Vec<Meter>,
    /// Holds what others will need.
    reserve: Meter,
}

impl<'s, 'a, F: Stored> Passes<'s, 'a, F> {
    pub(super) fn new(sweep: &'s Sweep<'s, F>, keeper: &'s mut Keeper<'a, F>, held: u64) -> Self {
        Passes { sweep, keeper, held, meters: sweep.meters(), reserve: sweep.budget().meter(1) }
    }

    /// Goes from a layer to that of `last` faces.
    pub(super) fn run<E: From<Stop> + From<SweepError>>(
        mut self,
        mut source: OnDisk<'a, F>,
        last: usize,
        mut visit: impl FnMut(Shown<'_, F::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, F>, E> {
        while source.size < last {
            source = self.advance(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// Makes the next layer.
    fn advance<E: From<Stop> + From<SweepError>>(
        &mut self,
        source: &OnDisk<'a, F>,
        visit: &mut impl FnMut(Shown<'_, F::State>) -> Result<(), E>,
    ) -> Result<OnDisk<'a, F>, E> {
        let Passes { sweep, keeper, held, meters, reserve } = self;
        sweep.budget().check()?;
        reserve.hold(0)?;
        let (size, estimate) = (source.size + 1, keeper.estimate());
        let reserved = *held * (estimate + estimate / 16);
        let plan = Plan::new(sweep, reserved);
        let mut block = sweep.empty_layer(source.size, 0)?;
        let mut target = sweep.empty_layer(size, 0)?;
        let classes = Cell::new(0);
        let pass = |part: Part, target: &mut Layer<F::State>| {
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
