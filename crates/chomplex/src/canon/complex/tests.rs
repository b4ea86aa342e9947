//! Laws of the search space, tested against plain definitions, for every implementation.

use std::collections::HashMap;

use super::Complexes;
use crate::bits::Bits;
use crate::canon::kernel::{Kernel, Parts};
use crate::complex::tests::*;
use crate::element::{Element, ElementSet};
use crate::naive;
use crate::poset::{Draft, Poset};
use crate::value::{Grundy, mex};

/// The kernels under test, with both rules.
fn kernels<const N: usize>() -> Vec<Complexes<N>> {
    Complexes::all(true, true)
}

/// All maps of `0..n` to itself that are their own inverse.
fn involutions(n: usize) -> Vec<Vec<usize>> {
    fn extend(images: &mut Vec<usize>, from: usize, all: &mut Vec<Vec<usize>>) {
        if from == images.len() {
            all.push(images.clone());
            return;
        }
        extend(images, from + 1, all);
        for other in (0..from).filter(|&v| images[v] == v).collect::<Vec<_>>() {
            images.swap(from, other);
            extend(images, from + 1, all);
            images.swap(from, other);
        }
    }
    let mut all = Vec::new();
    extend(&mut (0..n).collect(), 0, &mut all);
    all
}

fn folds<const N: usize>(word: Bits<N>, images: &[usize]) -> bool {
    images.iter().enumerate().any(|(v, &other)| v != other && word.contains(1 << v))
        && images.iter().enumerate().all(|(v, &other)| images[other] == v)
        && images.iter().enumerate().all(|(v, &other)| v == other || !word.contains(1 << v | 1 << other))
        && image(word, images) == word
}

/// A fold is found exactly if one of all involutions folds the complex.
fn folds_are_found<const N: usize>(words: &[Bits<N>], involutions: &[Vec<usize>]) -> usize {
    let mut found = 0;
    for &word in words {
        let exists = involutions.iter().any(|images| folds(word, images));
        for kernel in kernels::<N>() {
            let fold = kernel.fold(word);
            assert_eq!(fold.is_some(), exists, "{word:?}");
            if let Some(images) = fold {
                let images: Vec<usize> = images[..room::<N>()].iter().map(|&v| usize::from(v)).collect();
                assert!(folds(word, &images), "{word:?} by {images:?}");
                found += 1;
            }
        }
    }
    found
}

#[test]
fn folds_of_random_and_symmetric_complexes() {
    let mut state = 3;
    let mut seven: Vec<Bits<2>> = symmetric();
    seven.extend(near_top(&mut state));
    seven.extend((0..3_000).map(|round| random_complex(&mut state, 4 + round % 4)));
    assert!(folds_are_found(&seven, &involutions(7)) > 500);
    let mut eight: Vec<Bits<4>> = symmetric();
    eight.extend(near_top(&mut state));
    eight.extend((0..600).map(|round| random_complex(&mut state, 6 + round % 3)));
    assert!(folds_are_found(&eight, &involutions(8)) > 100);
}

#[test]
fn folds_of_every_complex_on_five_vertices() {
    let words = classes::<2>(5, 5);
    assert!(folds_are_found(&words, &involutions(7)) > 50);
}

/// The poset of non-empty faces on some vertices; element x is the face `faces[x]`.
fn faces_poset(vertices: usize) -> (Poset, Vec<usize>) {
    let mut faces: Vec<usize> = (1..1 << vertices).collect();
    faces.sort_by_key(|face| (face.count_ones(), *face));
    let pairs = (0..faces.len()).flat_map(|x| (0..faces.len()).map(move |y| (x, y)));
    let relations = pairs.filter(|&(x, y)| x != y && faces[x] & !faces[y] == 0).collect();
    let (poset, numbers) = Draft { size: faces.len(), relations }.check().expect("containment is an order");
    assert!(numbers.iter().enumerate().all(|(x, number)| number.index() == x));
    (poset, faces)
}

/// The values of complexes, computed from the definition of the game.
struct Truth {
    poset: Poset,
    faces: Vec<usize>,
    known: HashMap<ElementSet, Grundy>,
}

impl Truth {
    fn new(vertices: usize) -> Self {
        let (poset, faces) = faces_poset(vertices);
        Truth { poset, faces, known: HashMap::new() }
    }

    fn value<const N: usize>(&mut self, word: Bits<N>) -> Grundy {
        let mut set = ElementSet::empty(self.poset.len());
        for face in word.iter() {
            let element = self.faces.iter().position(|&other| other == face).expect("a face on these vertices");
            set.insert(Element::new(element));
        }
        naive::grundy_with(&self.poset, &set, &mut self.known)
    }
}

/// The kernels with every choice of rules.
fn all_rules<const N: usize>() -> Vec<Complexes<N>> {
    let choices = [(false, false), (false, true), (true, false), (true, true)];
    choices.into_iter().flat_map(|(split, fold)| Complexes::all(split, fold)).collect()
}

/// Reduction preserves the value. Returns how often something was left out or split off.
fn reducing_keeps_values<const N: usize>(words: &[Bits<N>], mut value: impl FnMut(Bits<N>) -> Grundy) -> usize {
    let mut simpler = 0;
    for &word in words {
        for mut kernel in all_rules::<N>() {
            let mut parts = Parts::default();
            kernel.reduce(word, &mut parts).expect("there is no budget");
            assert!(parts.open.iter().all(|&part| searched(part) == part));
            let sum = parts.open.iter().fold(Grundy(parts.sum.into()), |sum, &part| sum + value(part));
            assert_eq!(sum, value(word), "{word:?} as {parts:?}");
            simpler += usize::from(parts.open != [searched(word)]);
        }
    }
    simpler
}

#[test]
fn reducing_keeps_the_values_of_every_complex_on_five_vertices() {
    let mut truth = Truth::new(5);
    let words = classes::<2>(5, 5);
    assert!(reducing_keeps_values(&words, |word| truth.value(word)) > 200);
    let words = classes::<4>(5, 5);
    assert!(reducing_keeps_values(&words, |word| truth.value(word)) > 200);
}

#[test]
fn reducing_keeps_the_values_of_random_complexes_on_six_vertices() {
    let (mut truth, mut state) = (Truth::new(6), 4);
    let random = std::iter::repeat_with(|| random_complex::<2>(&mut state, 6));
    let words: Vec<Bits<2>> = random.filter(|word| word.len() < 23).take(200).collect();
    assert!(reducing_keeps_values(&words, |word| truth.value(word)) > 100);
}

/// The values of all complexes on six vertices, class by class; the correctness of the forms is
/// tested above.
#[test]
fn reducing_keeps_the_values_of_every_complex_on_six_vertices() {
    let words = classes::<2>(6, 6);
    let mut values: HashMap<Bits<2>, Grundy> = HashMap::new();
    for &word in &words {
        let value = mex(word.iter().map(|face| values[&searched(option(word, face))]).collect::<Vec<_>>());
        values.insert(word, value);
    }
    // Brouwer and Christensen 2017, section 2.2.
    for (size, value) in (1..).zip([0, 0, 2, 2, 0, 3]) {
        assert_eq!(values[&searched(skeleton(6, size))], Grundy(value));
    }
    assert!(reducing_keeps_values(&words, |word| values[&searched(word)]) > 1_000);
}

/// The options are those of the definition, each once, whether requested all at once or a few at a
/// time.
#[test]
fn options_by_the_definition() {
    let mut state = 5;
    for _ in 0..200 {
        let word: Bits<4> = random_complex(&mut state, 8);
        let kernel = kernels::<4>()[0];
        let (mut options, mut some) = (Vec::new(), Vec::new());
        kernel.options(word, 0..usize::MAX, &mut options);
        assert_eq!(options, word.iter().map(|face| option(word, face)).collect::<Vec<_>>());
        (0..=options.len()).step_by(3).for_each(|i| kernel.options(word, i..i + 3, &mut some));
        assert_eq!(some, options);
    }
}

/// A component has the same key wherever it lies, and two equal ones cancel.
#[test]
fn equal_parts_cancel() {
    let (mut state, mut cancelled) = (6, 0);
    let pentagon = |v: [usize; 5]| (0..5).map(move |i| 1 << v[i] | 1 << v[(i + 1) % 5]).collect::<Vec<usize>>();
    let mut kernel: Complexes<2> = Complexes::new(true, false);
    let mut parts = Parts::default();
    for word in [complex(pentagon([0, 1, 2, 3, 4])), complex(pentagon([6, 2, 5, 3, 1]))] {
        kernel.reduce(word, &mut parts).expect("there is no budget");
        cancelled += parts.open.len();
    }
    assert_eq!((cancelled, parts.sum), (1, 0));
    for _ in 0..500 {
        let word: Bits<4> = random_complex(&mut state, 8);
        for mut kernel in all_rules::<4>() {
            let mut parts = Parts::default();
            kernel.reduce(word, &mut parts).expect("there is no budget");
            kernel.reduce(image(word, &random_order(&mut state, 8)), &mut parts).expect("there is no budget");
            assert!(parts.open.is_empty() && parts.sum == 0, "{word:?}");
        }
    }
}
