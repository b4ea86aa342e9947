//! One word for each class of isomorphic complexes.

use std::cell::RefCell;

use super::complex::Complex;
use crate::bits::Bits;
use crate::canon::complex::Complexes;
use crate::canon::kernel::{Kernel, Parts};

/// The version of the canonical form; it changes whenever a class gets another word.
pub(super) const VERSION: u32 = 1;

thread_local! {
    static KERNEL: RefCell<(Complexes<2>, Parts<2>)> = RefCell::new((Complexes::new(false, false), Parts::default()));
}

/// A word that is the same for exactly the isomorphic complexes: the faces of one of them.
pub(super) fn canonical(complex: Complex) -> u128 {
    let word = complex.word();
    KERNEL.with_borrow_mut(|(kernel, parts)| {
        parts.clear();
        let reduced = kernel.reduce(Bits::from_words([word as u64, (word >> 64) as u64]), parts);
        match (reduced, &parts.open[..]) {
            (Ok(()), &[key]) => u128::from(key.words()[0]) | u128::from(key.words()[1]) << 64,
            _ => least(complex),
        }
    })
}

/// The least word of a complex on few vertices, by all orders of them.
fn least(complex: Complex) -> u128 {
    let vertices: Vec<usize> = (0..7).filter(|&v| complex.has(1 << v)).collect();
    let mut order = vertices.clone();
    let mut best = u128::MAX;
    permute(&mut order, 0, &mut |order| {
        let mut images = [0; 7];
        order.iter().enumerate().for_each(|(new, &old)| images[old] = new);
        best = best.min(complex.relabelled(&images).word());
    });
    best
}

fn permute(order: &mut [usize], fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == order.len() {
        return visit(order);
    }
    for next in fixed..order.len() {
        order.swap(fixed, next);
        permute(order, fixed + 1, visit);
        order.swap(fixed, next);
    }
}
