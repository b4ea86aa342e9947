//! Laws of complexes, tested against plain definitions, for every implementation and both sorts of
//! keys.

use std::collections::{BTreeMap, HashSet};

use super::canonical::{Canonical, Image};
use super::{Arch, IDENTITY, Job, Order, Sorted, Sorter, Ties, Word, automorphisms};
use crate::bits::Bits;

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
pub(crate) fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

pub(crate) fn below(state: &mut u64, bound: usize) -> usize {
    (random(state) % bound as u64) as usize
}

pub(crate) fn room<const N: usize>() -> usize {
    6 + N.ilog2() as usize
}

/// The complex with these facets.
pub(crate) fn complex<const N: usize>(facets: impl IntoIterator<Item = usize>) -> Bits<N> {
    let facets: Vec<usize> = facets.into_iter().collect();
    (1..64 * N).filter(|face| facets.iter().any(|facet| face & !facet == 0)).collect()
}

pub(crate) fn faces_of_size(vertices: usize, size: u32) -> impl Iterator<Item = usize> {
    (1..1 << vertices).filter(move |face: &usize| face.count_ones() == size)
}

pub(crate) fn skeleton<const N: usize>(vertices: usize, size: u32) -> Bits<N> {
    complex(faces_of_size(vertices, size))
}

/// The option of a complex by a face.
pub(crate) fn option<const N: usize>(word: Bits<N>, face: usize) -> Bits<N> {
    word.iter().filter(|other| other & face != face).collect()
}

/// A random complex on at most `vertices` vertices: sparse, dense, or what is left of a skeleton
/// after a few moves.
pub(crate) fn random_complex<const N: usize>(state: &mut u64, vertices: usize) -> Bits<N> {
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

pub(crate) fn random_order(state: &mut u64, len: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    (1..len).rev().for_each(|i| order.swap(i, below(state, i + 1)));
    order
}

/// The complex with each vertex v renamed to `images[v]`.
pub(crate) fn image<const N: usize>(word: Bits<N>, images: &[usize]) -> Bits<N> {
    let rename = |face: usize| (0..images.len()).filter(|v| face >> v & 1 == 1).fold(0, |new, v| new | 1 << images[v]);
    word.iter().map(rename).collect()
}

/// Complexes with many automorphisms, few of which are transpositions of two vertices.
pub(crate) fn symmetric<const N: usize>() -> Vec<Bits<N>> {
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
pub(crate) fn near_top<const N: usize>(state: &mut u64) -> Vec<Bits<N>> {
    let n = room::<N>();
    let top: Bits<N> = skeleton(n, 3);
    let moves: Vec<usize> = top.iter().filter(|face| face.count_ones() > 1).collect();
    let one: Vec<Bits<N>> = moves.iter().map(|&face| option(top, face)).collect();
    let two =
        (0..60).map(|_| option(one[below(state, one.len())], moves[below(state, moves.len())])).collect::<Vec<_>>();
    let three = (0..60).map(|_| option(two[below(state, two.len())], moves[below(state, moves.len())])).collect();
    [one, two, three].concat()
}

/// Complexes of all sizes, random ones and symmetric ones, with the empty face.
pub(super) fn sample<const N: usize>(state: &mut u64) -> Vec<Word<N>> {
    let n = room::<N>();
    let mut all: Vec<Word<N>> = (0..=n).flat_map(|n| (0..=n).map(move |k| Word::skeleton(n, k))).collect();
    for faces in 1..=1 << n {
        all.extend((0..20).map(|_| grown(state, n, faces)));
    }
    for n in 1..n {
        all.extend((0..40).map(|i| grown(state, n, 2 + i)));
    }
    all.extend(symmetric().into_iter().map(|bits: Bits<N>| Word::from(bits).with(0)));
    all
}

/// A random complex, built one face at a time: `faces` faces including the empty one, or fewer if
/// no more can be added.
fn grown<const N: usize>(state: &mut u64, n: usize, faces: usize) -> Word<N> {
    let mut complex = Word::from_iter([0]);
    for _ in 1..faces {
        let open: Vec<usize> = complex.addable().common(Word::skeleton(n, n)).faces().collect();
        if open.is_empty() {
            break;
        }
        complex = complex.with(open[below(state, open.len())]);
    }
    complex
}

/// Sorts the vertices of a complex by their colours.
struct ByColours<const N: usize>(Word<N>);

impl<const N: usize> Job for ByColours<N> {
    type Result = Sorted<N>;

    #[inline(always)]
    fn run(self, sorter: impl Sorter) -> Sorted<N> {
        sorter.sorted_by_colours(self.0)
    }
}

/// A canonical form.
type Form<const N: usize> = fn(Arch, Word<N>) -> Image<N>;

/// The form by keys, which is kept in files.
fn by_keys(arch: Arch, complex: Word<2>) -> Image<2> {
    arch.run(Canonical(complex))
}

/// The form by colours, for the search.
fn by_colours<const N: usize>(arch: Arch, complex: Word<N>) -> Image<N> {
    arch.run(ByColours(complex)).with_twins().least()
}

/// The form of the search.
pub(crate) fn searched<const N: usize>(complex: Bits<N>) -> Bits<N> {
    by_colours(Arch::detected(), complex.into()).word.into()
}

#[test]
fn faces_that_can_be_added_or_removed() {
    fn test<const N: usize>() {
        let n = room::<N>();
        for complex in sample::<N>(&mut 1).into_iter().step_by(N / 2) {
            let (addable, facets) = (complex.addable(), complex.facets());
            for face in 0..1usize << n {
                let mut lower = (0..n).filter(|v| face >> v & 1 == 1).map(|v| face ^ 1 << v);
                assert_eq!(addable.has(face), !complex.has(face) && lower.all(|f| complex.has(f)));
                let covered = (0..n).any(|v| face >> v & 1 == 0 && complex.has(face | 1 << v));
                assert_eq!(facets.has(face), complex.has(face) && !covered);
            }
        }
    }
    test::<2>();
    test::<4>();
}

#[test]
fn words_compare_as_numbers() {
    let mut state = 2;
    for _ in 0..1_000 {
        let [a, b] = [(); 2].map(|()| u128::from(random(&mut state)) << 64 | u128::from(random(&mut state)));
        for (a, b) in [(a, b), (a, a), (a, a ^ 1), (a, b >> 64 | a >> 64 << 64)] {
            assert_eq!(Word::from(a).is_less(b.into()), a < b);
        }
    }
}

/// The complex in which vertex `order[p]` has become vertex p, by the definition.
fn renamed<const N: usize>(complex: Word<N>, order: Order) -> Word<N> {
    let mut images = IDENTITY.map(usize::from);
    (0..8).for_each(|p| images[usize::from(order[p])] = p);
    image(complex.into(), &images[..room::<N>()]).into()
}

/// Renaming does not change the canonical form, all implementations agree, and the order leads to
/// it.
fn renaming_changes_nothing<const N: usize>(form: Form<N>, complexes: &[Word<N>], state: &mut u64) {
    let n = room::<N>();
    for &complex in complexes {
        let word = form(Arch::all()[0], complex).word;
        let vertices = complex.vertices().count_ones() as usize;
        assert_eq!(word.vertices(), ((1u16 << vertices) - 1) as u8, "there are no gaps");
        for _ in 0..3 {
            let mut order = IDENTITY;
            random_order(state, n).into_iter().enumerate().for_each(|(p, v)| order[p] = v as u8);
            let other = renamed(complex, order);
            assert_eq!(complex.relabelled(order), other);
            for arch in Arch::all() {
                let image = form(arch, other);
                assert_eq!(image.word, word, "{complex:?} renamed to {other:?}");
                let order = image.origins.map(|origin| origin.trailing_zeros() as u8);
                assert_eq!(renamed(other, order), word, "the order leads there");
            }
        }
    }
}

#[test]
fn canonical_forms_of_random_complexes() {
    let mut state = 1;
    for _ in 0..8_000 {
        let vertices = 3 + below(&mut state, 5);
        let complex = Word::from(random_complex(&mut state, vertices));
        renaming_changes_nothing(by_keys, &[complex], &mut state);
        renaming_changes_nothing(by_colours, &[complex], &mut state);
        let complex = Word::from(random_complex::<4>(&mut state, vertices + 1));
        renaming_changes_nothing(by_colours, &[complex], &mut state);
    }
    renaming_changes_nothing(by_keys, &sample(&mut state), &mut state);
}

#[test]
fn canonical_forms_of_symmetric_complexes() {
    fn test<const N: usize>(state: &mut u64) {
        let bits: Vec<Bits<N>> = [symmetric::<N>(), near_top(state)].concat();
        let complexes: Vec<Word<N>> = bits.into_iter().map(Word::from).collect();
        let tied = complexes.iter().map(|&complex| Arch::detected().run(ByColours(complex)).with_twins());
        let tied = tied.filter(|tied| !tied.is_settled());
        let some_twins = tied.clone().filter(|tied| tied.twins != Ties::NONE).count();
        let many_orders = tied.filter(|tied| tied.ties.walk().len() >= 23).count();
        assert!(some_twins > 20 && many_orders > 20, "{some_twins}, {many_orders}");
        renaming_changes_nothing(by_colours, &complexes, state);
    }
    test::<2>(&mut 2);
    test::<4>(&mut 3);
    let complexes: Vec<Word<2>> = symmetric().into_iter().map(|bits: Bits<2>| bits.into()).collect();
    renaming_changes_nothing(by_keys, &complexes, &mut 4);
}

/// All complexes up to isomorphism on at most `vertices` vertices whose faces have at most `size`
/// vertices, smallest first; found by adding faces to each class.
fn classes_by<const N: usize>(form: impl Fn(Word<N>) -> Word<N>, vertices: usize, size: usize) -> Vec<Bits<N>> {
    let all = Word::skeleton(vertices, size);
    let mut list = vec![Bits::EMPTY];
    let mut layer = 0;
    while layer < list.len() {
        let mut larger: HashSet<Bits<N>> = HashSet::new();
        for &complex in &list[layer..] {
            let complex = Word::from(complex).with(0);
            let one_more = complex.addable().common(all).faces().map(|face| form(complex.with(face)));
            larger.extend(one_more.map(|word| Bits::from(word).without(Bits::single(0))));
        }
        layer = list.len();
        list.extend(larger);
    }
    list
}

/// The classes, by the form of the search.
pub(crate) fn classes<const N: usize>(vertices: usize, size: usize) -> Vec<Bits<N>> {
    classes_by(|word| searched(word.into()).into(), vertices, size)
}

/// The classes by every form and implementation.
fn classes_by_all<const N: usize>(forms: &[Form<N>], vertices: usize, size: usize) -> Vec<Vec<Bits<N>>> {
    let pairs = forms.iter().flat_map(|form| Arch::all().into_iter().map(move |arch| (form, arch)));
    pairs.map(|(form, arch)| classes_by(|word| form(arch, word).word, vertices, size)).collect()
}

/// A003182 counts down-sets of the subsets of n points up to symmetry. Two of them have no
/// non-empty face. As many have s subsets as do not.
#[test]
fn as_many_forms_as_classes() {
    fn test<const N: usize>(forms: &[Form<N>]) {
        for (vertices, count) in [2, 3, 5, 10, 30, 210, 16_353].into_iter().enumerate() {
            for classes in classes_by_all(forms, vertices, 8) {
                assert_eq!(classes.len() + 1, count);
                let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
                classes.iter().for_each(|class| *sizes.entry(class.len() + 1).or_default() += 1);
                let is_opposite =
                    |(size, count)| sizes.get(&((1 << vertices) - size)).is_none_or(|other| other == count);
                assert!(sizes.iter().all(is_opposite));
            }
        }
    }
    test::<2>(&[by_keys, by_colours]);
    test::<4>(&[by_colours]);
    let every_complex_on_four = (0..1 << 15)
        .map(|faces: u128| Word::from(faces << 1 | 1))
        .filter(|word| word.faces().all(|face| (0..4).all(|v| word.has(face & !(1 << v)))));
    for form in [by_keys, by_colours] {
        let form = |word| u128::from(form(Arch::detected(), word).word);
        assert_eq!(every_complex_on_four.clone().map(form).collect::<HashSet<_>>().len() + 1, 30);
    }
}

/// A000088 counts graphs on 0, 1, …, 8 vertices.
#[test]
fn as_many_forms_as_graphs() {
    let graphs = [1, 1, 2, 4, 11, 34, 156, 1_044, 12_346];
    for classes in classes_by_all::<2>(&[by_keys, by_colours], 7, 2) {
        assert_eq!(classes.len(), graphs[..8].iter().sum::<usize>());
    }
    for classes in classes_by_all::<4>(&[by_colours], 8, 2) {
        assert_eq!(classes.len(), graphs.iter().sum::<usize>());
    }
}

/// The number of positions of `subsets(7,3)` up to symmetry, counted by Burnside's lemma.
#[test]
#[ignore = "takes minutes"]
fn as_many_forms_as_positions_of_subsets_7_3() {
    for classes in classes_by_all::<2>(&[by_keys, by_colours], 7, 3) {
        assert_eq!(classes.len(), 15_466_911);
    }
}

/// All orders of seven vertices.
fn all_orders() -> Vec<Order> {
    let mut order = IDENTITY;
    let mut orders = vec![order];
    for &p in Ties(0b11_1111).walk() {
        order.swap(p.into(), usize::from(p) + 1);
        orders.push(order);
    }
    orders
}

#[test]
fn automorphisms_by_the_definition() {
    let orders = all_orders();
    assert_eq!(orders.len(), 5040);
    let mut symmetric = 0;
    for complex in sample::<2>(&mut 4).into_iter().step_by(9) {
        let form = by_keys(Arch::detected(), complex).word;
        let vertices = form.vertices().count_ones() as usize;
        let fix = orders.iter().filter(|order| order[vertices..] == IDENTITY[vertices..]);
        let count = fix.filter(|&&order| renamed(form, order) == form).count();
        assert_eq!(automorphisms(form.into()), count as u64);
        symmetric += usize::from(count > 1);
    }
    assert!(symmetric > 30, "{symmetric}");
}
