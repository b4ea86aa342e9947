//! Laws of the kernel, tested against plain definitions, for every implementation the CPU supports.

use std::collections::{BTreeMap, BTreeSet};

use super::Complexes;
use super::arch::{Arch, Job, Way};
use super::canonical::{FromNothing, Image, automorphisms, least};
use super::faces::*;
use super::keys::Keys;
use crate::budget::{Budget, Stop};
use crate::layers::classes::Nothing;
use crate::layers::sweep::{DownSetClasses, Shown, Sweep};

/// Pseudorandom numbers (Steele, Lea and Flood, SplitMix64, 2014).
pub(super) fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn below(state: &mut u64, bound: usize) -> usize {
    (random(state) % bound as u64) as usize
}

/// A random complex, built one face at a time: `faces` faces including the empty one, or fewer if
/// no more can be added.
pub(super) fn random_complex(state: &mut u64, n: usize, faces: u32) -> u128 {
    let mut complex = 1u128;
    while complex.count_ones() < faces {
        let open: Vec<usize> = members(addable(complex) & skeleton(n, ROOM)).collect();
        if open.is_empty() {
            break;
        }
        complex |= 1 << open[below(state, open.len())];
    }
    complex
}

fn random_order(state: &mut u64) -> Order {
    let mut order = IDENTITY;
    (1..ROOM).rev().for_each(|i| order.swap(i, below(state, i + 1)));
    order
}

/// The complex in which vertex `order[p]` has become vertex p, by the definition.
fn renamed(complex: u128, order: Order) -> u128 {
    let old = |face: usize| (0..ROOM).filter(|p| face >> p & 1 == 1).fold(0, |old, p| old | 1 << order[p]);
    (0..128).filter(|&face| complex >> old(face) & 1 == 1).fold(0, |word, face| word | 1 << face)
}

fn images(complex: u128) -> Vec<Image> {
    Arch::all().into_iter().map(|arch| arch.run(FromNothing(complex))).collect()
}

fn sample(state: &mut u64) -> Vec<u128> {
    let mut all: Vec<u128> = (0..=7).flat_map(|n| (0..=n).map(move |k| skeleton(n, k))).collect();
    for faces in 1..=128 {
        all.extend((0..20).map(|_| random_complex(state, ROOM, faces)));
    }
    for n in 1..ROOM {
        all.extend((0..40).map(|i| random_complex(state, n, 2 + i)));
    }
    // Cycles, the projective plane of order 2, and its complement.
    let closed = |facets: &mut dyn Iterator<Item = usize>| facets.fold(0, |word, facet| word | WITHIN[facet]);
    for step in 1..4 {
        all.push(closed(&mut (0..7).map(|i| 1 << i | 1 << ((i + step) % 7))));
    }
    all.push(closed(&mut (0..7).map(|i| 1 << i | 1 << ((i + 1) % 7) | 1 << ((i + 3) % 7))));
    all.push(closed(&mut (0..7).map(|i| 127 ^ (1 << i | 1 << ((i + 1) % 7) | 1 << ((i + 3) % 7)))));
    all
}

#[test]
fn faces_that_can_be_added_or_removed() {
    let mut state = 1;
    for complex in sample(&mut state) {
        for face in 0..128usize {
            let lower = (0..ROOM).filter(|v| face >> v & 1 == 1).map(|v| face ^ 1 << v);
            let can = complex >> face & 1 == 0 && lower.clone().all(|f| complex >> f & 1 == 1);
            assert_eq!(addable(complex) >> face & 1 == 1, can);
            let covered = (0..ROOM).any(|v| face >> v & 1 == 0 && complex >> (face | 1 << v) & 1 == 1);
            assert_eq!(facets(complex) >> face & 1 == 1, complex >> face & 1 == 1 && !covered);
        }
    }
}

#[test]
fn renaming_changes_nothing() {
    let mut state = 2;
    for complex in sample(&mut state) {
        let form = images(complex)[0].word;
        let vertices = (0..ROOM).filter(|v| complex >> (1 << v) & 1 == 1).count();
        assert_eq!(form & !skeleton(vertices, ROOM), 0, "there are no gaps");
        for _ in 0..4 {
            let order = random_order(&mut state);
            let other = renamed(complex, order);
            assert_eq!(relabelled(complex, order), other);
            for image in images(other) {
                assert_eq!(image.word, form, "the ways agree");
                let order = image.origins.map(|origin| origin.trailing_zeros() as u8);
                assert_eq!(renamed(other, order), form, "the order leads there");
            }
        }
    }
}

/// Computes the canonical image of a complex with one more face, from the keys it had before.
struct Added {
    complex: u128,
    face: usize,
}

impl Job for Added {
    type Result = Image;

    fn run(self, way: impl Way) -> Image {
        least(way.sorted(self.complex | 1 << self.face, Keys::of(self.complex).sorting_with(self.face)))
    }
}

#[test]
fn keys_follow_an_added_face() {
    let mut state = 3;
    let mut edges = 0;
    for complex in sample(&mut state) {
        let keys = Keys::of(complex);
        for face in members(addable(complex)).filter(|&face| face != 0) {
            let larger = complex | 1 << face;
            assert_eq!(keys.sorting_with(face), Keys::of(larger).sorting());
            for arch in Arch::all() {
                assert_eq!(arch.run(Added { complex, face }).word, images(larger)[0].word);
            }
            edges += 1;
        }
    }
    assert!(edges > 20_000, "{edges}");
}

/// All orders of the vertices.
fn all_orders() -> Vec<Order> {
    let mut orders = BTreeSet::from([IDENTITY]);
    let mut open = vec![IDENTITY];
    while let Some(order) = open.pop() {
        for p in 0..ROOM - 1 {
            let mut next = order;
            next.swap(p, p + 1);
            if orders.insert(next) {
                open.push(next);
            }
        }
    }
    orders.into_iter().collect()
}

#[test]
fn automorphisms_by_the_definition() {
    let mut state = 4;
    let orders = all_orders();
    assert_eq!(orders.len(), 5040);
    let mut symmetric = 0;
    for complex in sample(&mut state).into_iter().step_by(9) {
        let form = images(complex)[0].word;
        let vertices = (0..ROOM).filter(|v| form >> (1 << v) & 1 == 1).count();
        let fix = orders.iter().filter(|order| order[vertices..] == IDENTITY[vertices..]);
        let count = fix.filter(|&&order| renamed(form, order) == form).count();
        assert_eq!(automorphisms(form), count as u64);
        symmetric += usize::from(count > 1);
    }
    assert!(symmetric > 30, "{symmetric}");
}

/// Enumerates the classes of complexes layer by layer, starting from the smallest.
#[test]
fn classes_of_complexes() {
    // OEIS A003182, without the void complex.
    for (n, classes) in [1, 2, 4, 9, 29, 209, 16_352].into_iter().enumerate() {
        let mut layer = BTreeSet::from([1u128]);
        let mut total = 0;
        let mut sizes = BTreeMap::new();
        while let Some(first) = layer.first() {
            sizes.insert(first.count_ones(), layer.len());
            total += layer.len();
            let open = |&complex: &u128| {
                members(addable(complex) & skeleton(n, ROOM)).map(move |face| super::canonical(complex | 1 << face))
            };
            layer = layer.iter().flat_map(open).collect();
        }
        assert_eq!(total, classes, "{n} vertices");
        assert!(sizes.iter().all(|(size, count)| sizes.get(&((1 << n) - size)).is_none_or(|other| other == count)));
    }
}

/// The number of classes is as expected, where the total is known.
#[test]
fn classes_are_as_many_as_expected() {
    let budget = Budget::default();
    for (n, k) in (0..ROOM).flat_map(|n| (0..=n).map(move |k| (n, k))) {
        let kernel = Complexes::new(n, k).unwrap();
        let mut classes = 0;
        let last = Sweep::new(&kernel, &Nothing, usize::MAX, &budget).run::<Stop>(|shown| {
            classes += if let Shown::End { classes, .. } = shown { classes } else { 0 };
            Ok(())
        });
        assert_eq!(last.map(|last| last.size), Ok(kernel.elements()));
        let expected = kernel.expected(usize::MAX);
        assert_eq!(expected.unwrap_or(classes), classes, "{n} {k}");
        assert_eq!(expected.is_some(), k + 2 >= n);
    }
}
