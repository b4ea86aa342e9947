//! Laws of the kernel, tested against plain definitions, for every implementation.

use std::collections::{HashMap, HashSet};

use super::Complexes;
use super::labelling::FEW_ORDERS;
use super::order::ordered;
use super::twins::arranged;
use super::word::Word;
use crate::bits::Bits;
use crate::canon::kernel::{Kernel, Parts};
use crate::element::{Element, ElementSet};
use crate::naive;
use crate::poset::{Draft, Poset};
use crate::value::{Grundy, mex};

/// The kernels under test, with both rules.
fn kernels<const N: usize>() -> Vec<Complexes<N>> {
    Complexes::all(true, true)
}

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn below(state: &mut u64, bound: usize) -> usize {
    (random(state) % bound as u64) as usize
}

fn room<const N: usize>() -> usize {
    6 + N.ilog2() as usize
}

/// The complex with these facets.
fn complex<const N: usize>(facets: impl IntoIterator<Item = usize>) -> Bits<N> {
    let facets: Vec<usize> = facets.into_iter().collect();
    (1..64 * N).filter(|face| facets.iter().any(|facet| face & !facet == 0)).collect()
}

fn faces_of_size(vertices: usize, size: u32) -> impl Iterator<Item = usize> {
    (1..1 << vertices).filter(move |face: &usize| face.count_ones() == size)
}

fn skeleton<const N: usize>(vertices: usize, size: u32) -> Bits<N> {
    complex(faces_of_size(vertices, size))
}

/// The option of a complex by a face.
fn option<const N: usize>(word: Bits<N>, face: usize) -> Bits<N> {
    word.iter().filter(|other| other & face != face).collect()
}

/// A random complex on at most `vertices` vertices: sparse, dense, or what is left of a skeleton
/// after a few moves.
fn random_complex<const N: usize>(state: &mut u64, vertices: usize) -> Bits<N> {
    if below(state, 3) == 0 {
        let mut word = skeleton(vertices, 2 + below(state, vertices - 2) as u32);
        for _ in 0..below(state, 12) {
            let faces: Vec<usize> = word.iter().filter(|face| face.count_ones() > 1).collect();
            if !faces.is_empty() {
                word = option(word, faces[below(state, faces.len())]);
            }
        }
        return word;
    }
    let (count, max_size) = (1 + below(state, 40), 2 + below(state, vertices - 1));
    complex((0..count).map(|_| {
        let size = 1 + below(state, max_size);
        (0..size).fold(0, |face, _| face | 1 << below(state, vertices))
    }))
}

fn random_order(state: &mut u64, len: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    (1..len).rev().for_each(|i| order.swap(i, below(state, i + 1)));
    order
}

/// The complex with each vertex v renamed to `images[v]`.
fn image<const N: usize>(word: Bits<N>, images: &[usize]) -> Bits<N> {
    let rename = |face: usize| (0..images.len()).filter(|v| face >> v & 1 == 1).fold(0, |new, v| new | 1 << images[v]);
    word.iter().map(rename).collect()
}

/// Complexes with many automorphisms, few of which are transpositions of two vertices.
fn symmetric<const N: usize>() -> Vec<Bits<N>> {
    let n = room::<N>();
    let edge = |i: usize, j: usize| 1 << i | 1 << j;
    let circulant = |steps: &[usize]| {
        let faces = (0..n).map(|i| steps.iter().fold(1 << i, |face, step| face | 1 << ((i + step) % n)));
        complex(faces.collect::<Vec<_>>())
    };
    let mut all: Vec<Bits<N>> = Vec::new();
    for size in 1..=n as u32 {
        all.push(skeleton(n, size));
        all.push(skeleton(n - 1, size));
    }
    for a in 1..n {
        for b in a..n {
            all.push(circulant(&[a, b]));
            all.push(circulant(&[a, b, (a + b) % n]));
        }
        all.push(circulant(&[a]));
        // A join of two skeleta: every face of one with every face of the other.
        let (low, high) = ((1 << a) - 1, (1 << n) - (1 << a));
        for size in 1..4 {
            let fits = |face: &usize| (face & low).count_ones() <= size && (face & high).count_ones() <= 2;
            all.push((1..1 << n).filter(fits).collect());
        }
    }
    // The boundaries of the cross-polytopes.
    all.push((1..256).filter(|&face| n == 8 && (face & face >> 4) & 15 == 0).collect());
    all.push((1..64).filter(|&face| (face & face >> 3) & 7 == 0).collect());
    // A square and a triangle, a prism, a cube.
    all.push(complex([edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 0), edge(4, 5), edge(5, 6), edge(6, 4)]));
    all.push(complex([edge(0, 1), edge(1, 2), edge(2, 0), edge(3, 4), edge(4, 5), edge(5, 3), 9, 18, 36]));
    let cube = |v: usize| (0..3).map(move |axis| edge(v, v ^ (1 << axis)));
    all.push(complex((0..8).flat_map(cube).filter(|face| *face < 1 << n)));
    // The lines of the projective plane of order 2, and the planes of the affine space of order 2.
    all.push(complex((0..7).map(|i| 1 << i | 1 << ((i + 1) % 7) | 1 << ((i + 3) % 7))));
    let sum = |face: usize| (0..8).filter(|v| face >> v & 1 == 1).fold(0, |sum, v| sum ^ v);
    all.push(complex(faces_of_size(n, 4).filter(|&face| sum(face) == 0)));
    all
}

/// What is left of all faces of at most three vertices after one, two or three moves by faces of
/// more than one vertex.
fn near_top<const N: usize>(state: &mut u64) -> Vec<Bits<N>> {
    let n = room::<N>();
    let top: Bits<N> = skeleton(n, 3);
    let moves: Vec<usize> = top.iter().filter(|face| face.count_ones() > 1).collect();
    let one: Vec<Bits<N>> = moves.iter().map(|&face| option(top, face)).collect();
    let two =
        (0..60).map(|_| option(one[below(state, one.len())], moves[below(state, moves.len())])).collect::<Vec<_>>();
    let three = (0..60).map(|_| option(two[below(state, two.len())], moves[below(state, moves.len())])).collect();
    [one, two, three].concat()
}

/// Renaming does not change the canonical form, and the labelling leads to it.
fn renaming_changes_nothing<const N: usize>(words: &[Bits<N>], state: &mut u64) {
    let n = room::<N>();
    let kernels = kernels::<N>();
    for &word in words {
        let form = kernels[0].canonical(word);
        assert_eq!(form.len(), word.len());
        for kernel in &kernels {
            assert_eq!(kernel.canonical(word), form, "the implementations agree");
            for _ in 0..3 {
                let renamed = image(word, &random_order(state, n));
                assert_eq!(kernel.canonical(renamed), form, "{word:?} renamed to {renamed:?}");
                let (label, origin) = kernel.labelling(renamed);
                let mut images = vec![0; n];
                (0..n).for_each(|p| images[usize::from(origin[p])] = p);
                assert_eq!((label, image(renamed, &images)), (form, form));
            }
        }
    }
}

#[test]
fn canonical_forms_of_random_complexes() {
    let mut state = 1;
    for _ in 0..8_000 {
        let vertices = 3 + below(&mut state, 5);
        let word = random_complex(&mut state, vertices);
        renaming_changes_nothing::<2>(&[word], &mut state);
        let word = random_complex(&mut state, vertices + 1);
        renaming_changes_nothing::<4>(&[word], &mut state);
    }
}

/// The number of complexes that have a cell of several blocks of several twins, and the number that
/// have too many orders to enumerate.
fn rare_cases<const N: usize>(words: &[Bits<N>]) -> (usize, usize) {
    let arranged = words.iter().map(|&word| arranged(ordered(Word::from(word))));
    let large_blocks = arranged.clone().filter(|arranged| arranged.cells().any(|cell| cell.size > 1)).count();
    (large_blocks, arranged.filter(|arranged| arranged.orders() > FEW_ORDERS).count())
}

#[test]
fn canonical_forms_of_symmetric_complexes() {
    fn test<const N: usize>(state: &mut u64) {
        let words = [symmetric::<N>(), near_top(state)].concat();
        let (large_blocks, many_orders) = rare_cases(&words);
        assert!(large_blocks > 20 && many_orders > 20, "{large_blocks}, {many_orders}");
        renaming_changes_nothing::<N>(&words, state);
    }
    test::<2>(&mut 2);
    test::<4>(&mut 3);
}

/// All complexes up to isomorphism on at most `vertices` vertices whose faces have at most `size`
/// vertices, smallest first; found by adding faces to each class.
fn classes<const N: usize>(kernel: &Complexes<N>, vertices: usize, size: u32) -> Vec<Bits<N>> {
    let faces: Vec<usize> = (1..1 << vertices).filter(|face: &usize| face.count_ones() <= size).collect();
    let mut list = vec![Bits::EMPTY];
    let mut layer = 0;
    while layer < list.len() {
        let mut larger = HashSet::new();
        for &word in &list[layer..] {
            let addable = |face: &&usize| !word.contains(**face) && has_boundary(word, **face);
            larger.extend(faces.iter().filter(addable).map(|&face| kernel.canonical(word | Bits::single(face))));
        }
        layer = list.len();
        list.extend(larger);
    }
    list
}

/// Whether the faces just below a face are present.
fn has_boundary<const N: usize>(word: Bits<N>, face: usize) -> bool {
    let below = (0..8).filter(|v| face >> v & 1 == 1).map(|v| face & !(1 << v));
    below.filter(|&face| face != 0).all(|face| word.contains(face))
}

/// A003182 counts down-sets of the subsets of n points up to symmetry. Two of them have no
/// non-empty face.
#[test]
fn as_many_forms_as_classes() {
    for (vertices, count) in [(0, 2), (1, 3), (2, 5), (3, 10), (4, 30), (5, 210), (6, 16_353)] {
        for kernel in kernels::<2>() {
            assert_eq!(classes(&kernel, vertices, 8).len() + 1, count);
        }
        for kernel in kernels::<4>() {
            assert_eq!(classes(&kernel, vertices, 8).len() + 1, count);
        }
    }
    let every_complex_on_four =
        (0..1 << 15).map(|faces: u64| Bits::<2>::from_words([faces << 1, 0])).filter(is_complex);
    for kernel in kernels::<2>() {
        let forms: HashSet<_> = every_complex_on_four.clone().map(|word| kernel.canonical(word)).collect();
        assert_eq!(forms.len() + 1, 30);
    }
}

fn is_complex<const N: usize>(word: &Bits<N>) -> bool {
    word.iter().all(|face| has_boundary(*word, face))
}

/// A000088 counts graphs on 0, 1, …, 8 vertices.
#[test]
fn as_many_forms_as_graphs() {
    let graphs = [1, 1, 2, 4, 11, 34, 156, 1_044, 12_346];
    for kernel in kernels::<2>() {
        assert_eq!(classes(&kernel, 7, 2).len(), graphs[..8].iter().sum::<usize>());
    }
    for kernel in kernels::<4>() {
        assert_eq!(classes(&kernel, 8, 2).len(), graphs.iter().sum::<usize>());
    }
}

/// The number of positions of `subsets(7,3)` up to symmetry, counted by Burnside's lemma.
#[test]
#[ignore = "takes minutes"]
fn as_many_forms_as_positions_of_subsets_7_3() {
    for kernel in kernels::<2>() {
        assert_eq!(classes(&kernel, 7, 3).len(), 15_466_911);
    }
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
    let words = classes(&kernels::<2>()[0], 5, 5);
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
            assert!(parts.open.iter().all(|&part| kernel.canonical(part) == part));
            let sum = parts.open.iter().fold(Grundy(parts.sum.into()), |sum, &part| sum + value(part));
            assert_eq!(sum, value(word), "{word:?} as {parts:?}");
            simpler += usize::from(parts.open != [kernel.canonical(word)]);
        }
    }
    simpler
}

#[test]
fn reducing_keeps_the_values_of_every_complex_on_five_vertices() {
    let mut truth = Truth::new(5);
    let words = classes(&kernels::<2>()[0], 5, 5);
    assert!(reducing_keeps_values(&words, |word| truth.value(word)) > 200);
    let words = classes(&kernels::<4>()[0], 5, 5);
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
    let kernel = kernels::<2>()[0];
    let words = classes(&kernel, 6, 6);
    let mut values: HashMap<Bits<2>, Grundy> = HashMap::new();
    for &word in &words {
        let value = mex(word.iter().map(|face| values[&kernel.canonical(option(word, face))]).collect::<Vec<_>>());
        values.insert(word, value);
    }
    // Brouwer and Christensen 2017, section 2.2.
    for (size, value) in (1..).zip([0, 0, 2, 2, 0, 3]) {
        assert_eq!(values[&kernel.canonical(skeleton(6, size))], Grundy(value));
    }
    assert!(reducing_keeps_values(&words, |word| values[&kernel.canonical(word)]) > 1_000);
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
