//! Computes the Grundy values of all complexes on a few vertices, layer by layer.

use super::checkpoint::{Checkpoints, Keeper};
use super::complexes::{Complexes, LARGEST_LAYER};
use super::error::SweepError;
use super::options::{Options, Values};
use super::sweep::{Layer, Shown, Sweep, bytes_of_class};
use crate::budget::{Budget, Stop};
use crate::value::Grundy;

/// The values of the options of a complex on seven vertices, and the accumulator that computes
/// them.
type OptionValues = Values<128>;
const OPTIONS: Options<128> = Options;

/// Receives the values of complexes, in increasing order of the number of faces.
///
/// The order within a layer depends only on the number of threads and the memory. If a sweep ends
/// within a layer and is resumed, it delivers that layer again from the start.
pub trait GrundyLayers {
    /// The error with which the receiver may end the sweep.
    type Error: From<Stop>;

    /// Receives some classes of complexes with `faces` faces, and their values. The keys are
    /// [canonical](super::canonical). The empty face is not counted, and bit 0 of the keys is 0.
    ///
    /// # Errors
    /// Any error ends the sweep.
    fn part(&mut self, faces: usize, keys: &[u128], values: &[u8]) -> Result<(), Self::Error>;

    /// Called when all classes with `faces` faces have been delivered.
    ///
    /// # Errors
    /// Any error ends the sweep.
    fn end(&mut self, faces: usize, classes: u64) -> Result<(), Self::Error>;

    /// Whether the receiver still has, from an earlier run, all layers up to the one with `faces`
    /// faces. Only then does a sweep resume from its checkpoint; otherwise it starts over.
    fn has(&self, faces: usize) -> bool {
        let _ = faces;
        false
    }

    /// The bytes per class that the receiver holds until a layer has ended. The sweep leaves this
    /// much of the budget's memory to it.
    fn bytes_a_class(&self) -> u64 {
        0
    }
}

/// The approximate bytes of memory that [`grundy`] needs for all complexes on seven vertices. With
/// less it fails at once, because it has no place for what does not fit;
/// [`grundy_with_checkpoints`] has one. With fewer vertices it needs next to nothing.
#[must_use]
pub fn grundy_memory() -> u64 {
    2 * LARGEST_LAYER * bytes_of_class::<u128, OptionValues>(0)
}

/// The number of classes delivered at a time.
const PART: usize = 1 << 16;

/// Computes the values of all complexes on at most `n` vertices whose faces have at most `k`
/// vertices, up to isomorphism, including the empty complex. Returns the value of the last one,
/// `subsets(n,k)`.
///
/// With seven vertices this needs [5.2 GiB of memory](grundy_memory) and a few minutes. Each class
/// counts as a position of the budget.
///
/// # Errors
/// If the budget is spent, there are more than seven vertices, or the receiver returns an error.
///
/// ```
/// use chomplex::budget::{Budget, Stop};
/// use chomplex::layers::{GrundyLayers, grundy};
/// use chomplex::value::Grundy;
///
/// /// How many complexes have value 0.
/// struct Lost(usize);
///
/// impl GrundyLayers for Lost {
///     type Error = Stop;
///     fn part(&mut self, _: usize, _: &[u128], values: &[u8]) -> Result<(), Stop> {
///         self.0 += values.iter().filter(|&&value| value == 0).count();
///         Ok(())
///     }
///     fn end(&mut self, _: usize, _: u64) -> Result<(), Stop> {
///         Ok(())
///     }
/// }
///
/// let mut lost = Lost(0);
/// assert_eq!(grundy(3, 3, &Budget::default(), &mut lost), Ok(Grundy(3)));
/// // Nothing, two vertices, and the triangle.
/// assert_eq!(lost.0, 3);
/// ```
pub fn grundy<L: GrundyLayers>(n: usize, k: usize, budget: &Budget, layers: &mut L) -> Result<Grundy, L::Error> {
    let down_sets = Complexes::new(n, k)?;
    let last = Sweep::new(&down_sets, &OPTIONS, usize::MAX, budget).run(|shown| give(&shown, layers))?;
    let (_, values) = last.iter().next().expect("the whole is a class");
    Ok(Grundy(values.value().into()))
}

/// Like [`grundy`], with checkpoints. After an interruption it resumes from the last checkpoint and
/// delivers the layers after it. On success the checkpoints are removed.
///
/// It works with little memory: layers that do not fit are kept in the checkpoint directory, and
/// each is made in several passes over the one before. Then a class counts as a position in every
/// pass.
///
/// # Errors
/// As for [`grundy`], or if a checkpoint cannot be written or read.
pub fn grundy_with_checkpoints<L: GrundyLayers<Error: From<SweepError>>>(
    n: usize,
    k: usize,
    budget: &Budget,
    checkpoints: &Checkpoints,
    layers: &mut L,
) -> Result<Grundy, L::Error> {
    let down_sets = Complexes::new(n, k)?;
    let sweep = Sweep::new(&down_sets, &OPTIONS, usize::MAX, budget);
    let mut keeper = Keeper::new(checkpoints, &down_sets, &OPTIONS)?;
    let held = layers.bytes_a_class();
    // Both closures borrow the receiver, but never at the same time.
    let receiver = std::cell::RefCell::new(layers);
    let has = |size: usize| size > 0 && receiver.borrow().has(size - 1);
    let last = keeper.run(&sweep, held, has, |shown| give(&shown, &mut **receiver.borrow_mut()))?;
    let value = last.any()?.value();
    keeper.clear()?;
    Ok(Grundy(value.into()))
}

/// Removes the checkpoints of [`grundy_with_checkpoints`] when they are no longer needed.
///
/// # Errors
/// If they cannot be removed.
pub fn remove_grundy_checkpoints(n: usize, k: usize, checkpoints: &Checkpoints) -> Result<(), SweepError> {
    Keeper::new(checkpoints, &Complexes::new(n, k)?, &OPTIONS)?.clear()
}

/// Passes on what a sweep shows, except the void complex, which is not a position.
fn give<L: GrundyLayers>(shown: &Shown<'_, u128, OptionValues>, layers: &mut L) -> Result<(), L::Error> {
    match *shown {
        Shown::Part(Layer { size: 0, .. }) | Shown::End { size: 0, .. } => Ok(()),
        Shown::Part(layer) => give_part(layer, layers),
        Shown::End { size, classes } => layers.end(size - 1, classes),
    }
}

fn give_part<L: GrundyLayers>(layer: &Layer<u128, OptionValues>, layers: &mut L) -> Result<(), L::Error> {
    let faces = layer.size - 1;
    let room = layer.len().min(PART);
    let (mut keys, mut values) = (Vec::with_capacity(room), Vec::with_capacity(room));
    for (word, state) in layer.iter() {
        keys.push(word & !1);
        values.push(state.value());
        if keys.len() == PART {
            layers.part(faces, &keys, &values)?;
            keys.clear();
            values.clear();
        }
    }
    if keys.is_empty() { Ok(()) } else { layers.part(faces, &keys, &values) }
}
