//! All complexes on few vertices with their values, computed from the definition.

use hashbrown::HashMap;

use super::super::complex::Complex;
use super::super::verify::mex;

/// Passes on the layers of all complexes on at most n vertices, in increasing number of faces: the
/// number of faces, the canonical words, the values.
///
/// Each class is obtained from one with a face less, and its value is the mex of the values of its
/// options. On six vertices this takes only a moment.
pub(super) fn layers<E>(n: usize, mut sink: impl FnMut(usize, &[u128], &[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut known: HashMap<u128, u8> = HashMap::new();
    let mut keys = vec![Complex::EMPTY.key()];
    for faces in 0..1 << n {
        let classes: Vec<Complex> = keys.iter().filter_map(|&key| Complex::from_word(key)).collect();
        let value = |complex: &Complex| mex(complex.faces().map(|face| known[&complex.without(face).key()]));
        let values: Vec<u8> = classes.iter().map(value).collect();
        sink(faces, &keys, &values)?;
        known.extend(keys.into_iter().zip(values));
        keys = classes.iter().flat_map(|c| larger(*c, n)).map(Complex::key).collect();
        keys.sort_unstable();
        keys.dedup();
    }
    Ok(())
}

/// The complexes on the first n vertices with one face more.
fn larger(complex: Complex, n: usize) -> impl Iterator<Item = Complex> {
    let missing = (1..1u8 << n).filter(move |&face| !complex.has(face));
    missing.filter_map(move |face| Complex::from_word(complex.word() | 1 << face))
}
