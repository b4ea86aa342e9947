//! Involutions along which a position with a hub folds.
//!
//! The kernel applies all folds at once, repeatedly. A proof goes step by step and needs the map of
//! each fold.

use super::rim::{MOST, Rim};
use super::segment::Segment;

/// The image of each place of a rim.
pub(crate) type Places = [u32; MOST];

/// An involution of a position with a hub, other than the identity, that keeps the hub and reverses
/// no edge. `None` if the kernel does not fold the position.
pub(crate) fn fold(rim: &Rim) -> Option<Places> {
    let mut images: Places = std::array::from_fn(|place| place as u32);
    if let Some(ring) = rim.ring() {
        fold_ring(ring, &mut images);
    }
    let mut single: Vec<(Segment, Vec<u32>)> = Vec::new();
    for (first, segment) in rim.segments() {
        let places: Vec<u32> = (0..segment.len()).map(|steps| rim.step(first, steps)).collect();
        if segment.folds() {
            exchange(&places, places.iter().rev(), &mut images);
        } else if let Some(i) = single.iter().position(|(other, _)| other.normal() == segment.normal()) {
            let (other, others) = single.swap_remove(i);
            if other == segment {
                exchange(&places, others.iter(), &mut images);
            } else {
                exchange(&places, others.iter().rev(), &mut images);
            }
        } else {
            single.push((segment, places));
        }
    }
    (0..).zip(&images).any(|(place, &image)| place != image).then_some(images)
}

/// Uses a half turn, or a reflection that fixes two vertices, if one is a symmetry.
fn fold_ring(ring: Segment, images: &mut Places) {
    let len = ring.len();
    if !len.is_multiple_of(2) {
        return;
    }
    let mirrored = || (0..len / 2).zip(ring.turns()).find(|(_, turned)| turned.is_mirrored());
    if ring.has_half_turn() {
        (0..len).for_each(|place| images[place as usize] = (place + len / 2) % len);
    } else if let Some((axis, _)) = mirrored() {
        (0..len).for_each(|place| images[place as usize] = (2 * axis + len - place) % len);
    }
}

fn exchange<'a>(places: &[u32], others: impl Iterator<Item = &'a u32>, images: &mut Places) {
    for (&one, &other) in places.iter().zip(others) {
        (images[one as usize], images[other as usize]) = (other, one);
    }
}
