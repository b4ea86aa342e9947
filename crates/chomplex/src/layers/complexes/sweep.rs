//! The sweep itself: from each layer to the next, with several workers.
//!
//! The work on a layer goes in rounds. In a round each worker takes some classes of the layer, finds all ways to add a face and the
//! canonical form of each result, and sends it to the worker that looks after the result. Then each worker merges what was sent to it.
//! So nobody writes where another does, and for the same number of workers all happens in the same order.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};

use super::arch::{Arch, Job, Way};
use super::canonical::{Origins, least};
use super::faces::{ROOM, WITHIN, addable, facets, members, skeleton};
use super::keys::Keys;
use super::part::Part;
use super::shard::{Entry, Shard, hash};
use crate::budget::{Budget, Meter, Stop};
use crate::layers::fold::{Class, Fold, Step};

/// A worker takes so many classes in a round.
pub(crate) const BLOCK: usize = 4096;

/// The most classes of one size, those of 64 faces: computed by the sweep.
pub(crate) const LARGEST_LAYER: u64 = 16_440_466;

/// The bytes of a class with its state and its slots, at most.
pub(crate) fn bytes_of_class<S>() -> u64 {
    (size_of::<Entry<S>>() + 3 * size_of::<u64>()) as u64
}

/// All classes of one size with their states, shared out among the workers.
pub(crate) struct Layer<S> {
    /// The number of faces, the empty one included.
    pub(crate) size: usize,
    shards: Vec<Shard<S>>,
}

impl<S: Copy> Layer<S> {
    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// The canonical words with their states.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u128, &S)> {
        self.shares().flatten()
    }

    /// The same, shared out.
    pub(crate) fn shares(&self) -> impl Iterator<Item = impl Iterator<Item = (u128, &S)>> {
        self.shards.iter().map(|shard| {
            (0..shard.len()).map(move |place| {
                let Entry { word, state } = shard.class(place);
                (*word, state)
            })
        })
    }

    /// Forgets all classes, and makes ready for about so many.
    pub(crate) fn reset(&mut self, classes: usize) -> Result<(), Stop> {
        let each = classes / self.shards.len();
        self.shards.iter_mut().try_for_each(|shard| shard.reset(each))
    }

    /// Forgets all classes, and gives the memory back.
    pub(crate) fn release(&mut self) -> Result<(), Stop> {
        self.shards.iter_mut().try_for_each(Shard::release)
    }

    /// Enters a class with its state.
    pub(crate) fn enter(&mut self, word: u128, state: S) -> Result<(), Stop> {
        let hash = hash(word);
        let owner = owner(hash, self.shards.len());
        self.shards[owner].enter(word, hash, || state)?;
        Ok(())
    }

    /// The state of the class of a canonical word.
    pub(crate) fn state(&self, word: u128) -> Option<&S> {
        let shard = &self.shards[owner(hash(word), self.shards.len())];
        shard.find(word).map(|place| &shard.class(place).state)
    }
}

/// The worker that looks after a word.
#[inline(always)]
fn owner(hash: u32, workers: usize) -> usize {
    ((u64::from(hash) * workers as u64) >> 32) as usize
}

/// What one worker sends to another: a class with one face more, and the way there.
#[derive(Clone, Copy)]
struct Message {
    word: u128,
    hash: u32,
    source: u32,
    /// The last byte, which tells nothing, is the face.
    origins: Origins,
}

/// A face was added to a complex, and then its vertices were renamed.
struct FaceStep {
    origins: u64,
    face: usize,
}

impl FaceStep {
    /// With the face in the last byte.
    #[inline(always)]
    fn new(origins: Origins) -> Self {
        let word = u64::from_le_bytes(origins);
        FaceStep { origins: word << 8 >> 8, face: (word >> 56) as usize }
    }
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// For each face the bytes of its vertices.
const BYTES_OF: [u64; 128] = {
    let mut bytes = [0; 128];
    let mut face = 0;
    while face < 128 {
        let mut vertex = 0;
        while vertex < ROOM {
            if face >> vertex & 1 == 1 {
                bytes[face] |= 0xff << (8 * vertex);
            }
            vertex += 1;
        }
        face += 1;
    }
    bytes
};

impl Step for FaceStep {
    /// Vertex p is in the new face if the vertex it was is in the old one.
    #[inline(always)]
    fn added(&self) -> usize {
        let common = self.origins & (self.face as u64 * EACH);
        let present = (common + 0x7f * EACH) >> 7 & EACH;
        (present.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
    }

    #[inline(always)]
    fn below(&self) -> impl Iterator<Item = usize> {
        let added = self.added();
        members(WITHIN[added] & !(1 << added))
    }

    /// The sum of the bytes of the vertices.
    #[inline(always)]
    fn before(&self, element: usize) -> usize {
        ((self.origins & BYTES_OF[element]).wrapping_mul(EACH) >> 56) as usize
    }
}

/// A complex as a class.
pub(crate) struct Complex(pub(crate) u128);

impl Class for Complex {
    fn elements(&self) -> impl Iterator<Item = usize> {
        members(self.0)
    }

    fn maximal(&self) -> impl Iterator<Item = usize> {
        members(facets(self.0))
    }
}

/// What a sweep shows as it goes on. The classes of a layer come in one part or in several, then its end.
pub(crate) enum Shown<'a, S> {
    /// Some classes of a layer, finished.
    Part(&'a Layer<S>),
    /// All classes of the layer of so many faces, the empty one included, have been shown.
    End { size: usize, classes: u64 },
}

/// Shows a layer that is in memory as a whole.
pub(crate) fn show<S: Copy, E>(
    layer: &Layer<S>,
    visit: &mut impl FnMut(Shown<'_, S>) -> Result<(), E>,
) -> Result<(), E> {
    visit(Shown::Part(layer))?;
    visit(Shown::End { size: layer.size, classes: layer.len() as u64 })
}

/// What is pushed on to the next layer at once: some classes of a layer, as sources.
pub(crate) struct Push<'a, S> {
    pub(crate) source: &'a Layer<S>,
    /// Only what leads to these classes is kept.
    pub(crate) part: Part,
    /// If these are the first sources, about how many classes they and all others will lead to.
    pub(crate) expected: Option<usize>,
    /// Whether these are the last sources, so that the classes they lead to can be finished.
    pub(crate) is_last: bool,
    /// A worker takes so many classes in a round.
    pub(crate) round: usize,
}

/// The bytes of what the workers send each other, if each takes so many classes in a round: about fifteen, and never more than 35 ways lead on
/// from a class, and what is sent in one round is still there in the next.
pub(crate) fn bytes_of_round(round: usize, workers: usize) -> u64 {
    (2 * 35 * size_of::<Message>() * round * workers) as u64
}

/// A sweep over the complexes on at most n vertices with faces of at most k.
pub(crate) struct Sweep<'a, F: Fold> {
    n: usize,
    k: usize,
    fold: &'a F,
    budget: &'a Budget,
}

/// The state of all faces of at most `k` of `n` vertices, the empty one included.
///
/// The elements are the faces, each numbered by the binary number whose digits are its vertices. There are at most seven vertices.
///
/// # Errors
/// If the budget is spent, or there are more vertices.
pub fn sweep_complexes<F: Fold<State: Copy>>(n: usize, k: usize, fold: &F, budget: &Budget) -> Result<F::State, Stop> {
    let last = Sweep::new(n, k, fold, budget)?.run::<Stop>(usize::MAX, |_| Ok(()))?;
    Ok(*last.iter().next().expect("the whole is a class").1)
}

impl<'a, F: Fold<State: Copy>> Sweep<'a, F> {
    pub(crate) fn new(n: usize, k: usize, fold: &'a F, budget: &'a Budget) -> Result<Self, Stop> {
        if n > ROOM { Err(Stop::Size) } else { Ok(Sweep { n, k, fold, budget }) }
    }

    /// Goes from the complex {∅} to those of `last` faces or to the end, and shows each layer.
    pub(crate) fn run<E: From<Stop>>(
        &self,
        last: usize,
        mut visit: impl FnMut(Shown<'_, F::State>) -> Result<(), E>,
    ) -> Result<Layer<F::State>, E> {
        let mut source = self.first_layer()?;
        show(&source, &mut visit)?;
        self.check_memory(last)?;
        let mut target = self.empty_layer(0, 0)?;
        let mut meters = self.meters();
        while source.size < last.min(self.faces()) {
            self.advance(&source, &mut target, &mut meters)?;
            std::mem::swap(&mut source, &mut target);
            show(&source, &mut visit)?;
        }
        Ok(source)
    }

    /// The number of faces of the last complex.
    pub(crate) fn faces(&self) -> usize {
        skeleton(self.n, self.k).count_ones() as usize
    }

    pub(crate) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The meters of the workers.
    pub(crate) fn meters(&self) -> Vec<Meter> {
        vec![self.budget.meter(1024); self.budget.threads()]
    }

    /// Refuses at once what would be refused later: the two largest layers of all complexes are known.
    fn check_memory(&self, last: usize) -> Result<(), Stop> {
        let large = self.n == ROOM && self.k >= ROOM && last > 64;
        let needed = if large { 2 * LARGEST_LAYER * bytes_of_class::<F::State>() } else { 0 };
        if self.budget.meter(1).room() < needed { Err(Stop::Memory) } else { Ok(()) }
    }

    /// A layer of complexes of some size, with room for about so many classes.
    pub(crate) fn empty_layer(&self, size: usize, classes: usize) -> Result<Layer<F::State>, Stop> {
        let shards = (0..self.budget.threads()).map(|_| Shard::new(self.shift(), self.budget)).collect();
        let mut layer = Layer { size, shards };
        layer.reset(classes)?;
        Ok(layer)
    }

    /// Room in a shard grows by `1 << shift` classes at a time.
    fn shift(&self) -> u32 {
        // A chunk of any states then is a multiple of 2 MiB.
        let most = if self.n < ROOM { 10 } else { 17 };
        // Where there is little memory, little of it is to lie idle.
        let few = self.budget.meter(1).room() / (32 * self.budget.threads() * size_of::<Entry<F::State>>()) as u64;
        few.max(16).ilog2().min(most)
    }

    /// The bytes that the chunks of a layer take at most besides those of its classes.
    pub(crate) fn idle_bytes(&self) -> u64 {
        (self.budget.threads() * (size_of::<Entry<F::State>>() << self.shift())) as u64
    }

    /// The complex {∅}, which comes after the void one.
    pub(crate) fn first_layer(&self) -> Result<Layer<F::State>, Stop> {
        let (mut void, mut state) = (self.fold.start(), self.fold.blank());
        self.fold.finish(&Complex(0), &mut void);
        self.fold.push(&void, &FaceStep::new([1, 2, 4, 8, 16, 32, 64, 0]), &mut state);
        self.fold.finish(&Complex(1), &mut state);
        let mut layer = self.empty_layer(1, 1)?;
        layer.enter(1, state)?;
        Ok(layer)
    }

    /// Fills the next layer.
    pub(crate) fn advance(
        &self,
        source: &Layer<F::State>,
        target: &mut Layer<F::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        self.budget.check()?;
        target.size = source.size + 1;
        let expected = Some(source.len());
        self.push(&Push { source, part: Part::WHOLE, expected, is_last: true, round: BLOCK }, target, meters)
    }

    /// Pushes some classes on to the next layer, with all workers.
    pub(crate) fn push(
        &self,
        push: &Push<'_, F::State>,
        target: &mut Layer<F::State>,
        meters: &mut [Meter],
    ) -> Result<(), Stop> {
        let post = &Post::new(push, target.shards.len());
        let (all, arch) = (skeleton(self.n, self.k), Arch::detected());
        let work = |(me, (shard, meter))| arch.run(Worker { fold: self.fold, me, post, push, all, shard, meter });
        let mut workers = target.shards.iter_mut().zip(meters).enumerate();
        let first = workers.next().expect("there is a worker");
        std::thread::scope(|scope| {
            let handles: Vec<_> = workers.map(|worker| scope.spawn(move || work(worker))).collect();
            let mine = work(first);
            let theirs = handles.into_iter().map(|handle| handle.join().expect("a worker does not panic"));
            theirs.fold(mine, Result::and)
        })
    }
}

/// Where the workers meet.
struct Post {
    /// The classes of each round and worker: a shard of the layer and the first of them.
    blocks: Vec<(usize, usize)>,
    barrier: Barrier,
    /// For even and for odd rounds, from each worker to each.
    letters: [Vec<Mutex<Vec<Message>>>; 2],
    /// Whether someone gave up in an even, an odd round.
    stopped: [AtomicBool; 2],
    workers: usize,
}

impl Post {
    fn new<S: Copy>(push: &Push<'_, S>, workers: usize) -> Self {
        let round = push.round;
        let starts = |(i, shard): (usize, &Shard<S>)| (0..shard.len()).step_by(round).map(move |start| (i, start));
        let letters = || (0..workers * workers).map(|_| Mutex::default()).collect();
        Post {
            blocks: push.source.shards.iter().enumerate().flat_map(starts).collect(),
            barrier: Barrier::new(workers),
            letters: [letters(), letters()],
            stopped: Default::default(),
            workers,
        }
    }

    fn letters(&self, round: usize, from: usize, to: usize) -> MutexGuard<'_, Vec<Message>> {
        self.letters[round % 2][from * self.workers + to].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One worker on one layer.
struct Worker<'a, F: Fold> {
    fold: &'a F,
    me: usize,
    post: &'a Post,
    push: &'a Push<'a, F::State>,
    /// The faces there may be.
    all: u128,
    /// What it looks after.
    shard: &'a mut Shard<F::State>,
    meter: &'a mut Meter,
}

impl<F: Fold<State: Copy>> Job for Worker<'_, F> {
    type Result = Result<(), Stop>;

    #[inline(always)]
    fn run(mut self, way: impl Way) -> Result<(), Stop> {
        let (post, workers) = (self.post, self.post.workers);
        let mut known = self.push.expected.map_or(Ok(()), |expected| self.shard.reset(expected / workers));
        for round in 0..post.blocks.len().div_ceil(workers) {
            if let Some(&block) = post.blocks.get(round * workers + self.me) {
                let sent = self.send(way, round, block);
                known = (0..sent).fold(known, |known, _| known.and(self.meter.tick()));
            }
            // Whoever stops says so for this round, so that all stop together.
            post.stopped[round % 2].fetch_or(known.is_err(), Relaxed);
            post.barrier.wait();
            if post.stopped[round % 2].load(Relaxed) {
                return known;
            }
            for from in 0..workers {
                if let Some(&(origin, _)) = post.blocks.get(round * workers + from) {
                    let letters = post.letters(round, from, self.me);
                    known = known.and(self.merge(&self.push.source.shards[origin], &letters));
                }
            }
        }
        known?;
        for place in 0..if self.push.is_last { self.shard.len() } else { 0 } {
            let Entry { word, state } = self.shard.class_mut(place);
            self.fold.finish(&Complex(*word), state);
        }
        Ok(())
    }
}

impl<F: Fold<State: Copy>> Worker<'_, F> {
    /// Sends all ways to go on from some classes; these are counted.
    #[inline(always)]
    fn send(&self, way: impl Way, round: usize, (origin, start): (usize, usize)) -> usize {
        let workers = self.post.workers;
        let (shard, part) = (&self.push.source.shards[origin], self.push.part);
        let taken = |to| std::mem::take(&mut *self.post.letters(round, self.me, to));
        let mut letters: Vec<Vec<Message>> = (0..workers).map(taken).collect();
        letters.iter_mut().for_each(Vec::clear);
        let end = shard.len().min(start + self.push.round);
        for source in start..end {
            let word = shard.class(source).word;
            let keys = Keys::of(word);
            for face in members(addable(word) & self.all) {
                let image = least(way.sorted(word | 1 << face, keys.sorting_with(face)));
                let (hash, mut origins) = (hash(image.word), image.origins);
                if !part.holds(hash) {
                    continue;
                }
                origins[7] = face as u8;
                letters[owner(hash, workers)].push(Message { word: image.word, hash, source: source as u32, origins });
            }
        }
        for (to, letters) in letters.into_iter().enumerate() {
            *self.post.letters(round, self.me, to) = letters;
        }
        end - start
    }

    /// Takes in what was sent.
    #[inline(always)]
    fn merge(&mut self, from: &Shard<F::State>, letters: &[Message]) -> Result<(), Stop> {
        const SOON: usize = 24;
        let Worker { fold, shard, .. } = self;
        for i in 0..letters.len() {
            if let Some(later) = letters.get(i + 2 * SOON) {
                shard.prefetch_slot(later.hash);
            }
            if let Some(next) = letters.get(i + SOON) {
                shard.prefetch_class(next.hash);
            }
            let Message { word, hash, source, origins } = letters[i];
            let place = shard.enter(word, hash, || fold.blank())?;
            let step = FaceStep::new(origins);
            fold.push(&from.class(source as usize).state, &step, &mut shard.class_mut(place).state);
        }
        Ok(())
    }
}
