//! A map transfers what is known of one set to another that is isomorphic to it.

use crate::convex::Walk;
use crate::failure::Fault;
use crate::poset::Poset;
use crate::read::Words;
use crate::set;
use crate::up_set::{self, UpSets};

/// Marks an element without an image. No element has this number, since there are fewer than 2^32.
const NONE: u32 = u32::MAX;

/// The maps read so far: partial injections of the elements that preserve the order in both
/// directions.
#[derive(Default)]
pub(crate) struct Maps {
    count: usize,
    elements: usize,
    /// The images under the first map, then those under the second, and so on.
    images: Vec<u32>,
}

impl Maps {
    /// The number of maps.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Reads the images of a map, one for each of `elements` elements.
    pub(crate) fn read(&mut self, line: &mut Words<'_>, elements: usize) -> Result<(), Fault> {
        for _ in 0..elements {
            line.gap("an image, or - for none: a map has one word for each element")?;
            let image = if line.take(b'-') { NONE } else { line.element(elements)? };
            self.images.push(image);
        }
        line.end()?;
        self.elements = elements;
        self.count += 1;
        Ok(())
    }

    /// Verifies that the map read last is an isomorphism from its domain to its image.
    pub(crate) fn check_last(&self, poset: &Poset, walk: &mut Walk, up_sets: &mut UpSets) -> Result<(), Fault> {
        let map = self.images(self.count);
        let mut inverse = vec![NONE; map.len()];
        for (x, &image) in (0..).zip(map) {
            if image == NONE {
                continue;
            }
            let other = std::mem::replace(&mut inverse[image as usize], x);
            if other != NONE {
                let (x, y, image) = (poset.shown(other), poset.shown(x), poset.shown(image));
                return Err(Fault::rejected(format!("the map takes both {x} and {y} to {image}")));
            }
        }
        if keeps_lists(map, &inverse, poset, walk) {
            return Ok(());
        }
        if let Some((x, y)) = disorder(map, up_sets) {
            let (x, y) = (poset.shown(x), poset.shown(y));
            return Err(Fault::rejected(format!("{x} < {y}, but under the map their images are not in this order")));
        }
        if let Some((x, y)) = disorder(&inverse, up_sets) {
            let (x, y) = (poset.shown(x), poset.shown(y));
            return Err(Fault::rejected(format!("{x} < {y}, but the elements mapped to them are not in this order")));
        }
        Ok(())
    }

    /// Whether the map takes the first set onto the second. The error is an element of the first
    /// that has no image.
    ///
    /// A map is injective, so if it takes one set into another of the same size, it takes it onto
    /// the other.
    pub(crate) fn takes(&self, map: usize, from: &[u64], to: &[u64]) -> Result<bool, u32> {
        let images = self.images(map);
        let mut inside = true;
        for x in set::elements(from) {
            match images[x as usize] {
                NONE => return Err(x),
                image => inside &= set::contains(to, image),
            }
        }
        Ok(inside && set::len(from) == set::len(to))
    }

    /// The image of an element under a map, if it has one.
    pub(crate) fn image(&self, map: usize, x: u32) -> Option<u32> {
        Some(self.images(map)[x as usize]).filter(|&image| image != NONE)
    }

    fn images(&self, map: usize) -> &[u32] {
        &self.images[(map - 1) * self.elements..map * self.elements]
    }
}

/// Whether the map's domain and image are convex, and the map takes the elements listed below each
/// element in its domain onto those listed below its image.
///
/// Then it is an isomorphism, since the relations listed within a convex set generate its order.
/// This is the common case, and it takes time proportional to the lists.
fn keeps_lists(map: &[u32], inverse: &[u32], poset: &Poset, walk: &mut Walk) -> bool {
    // For each element the last element whose image has it in its list.
    let mut listed_by = vec![NONE; map.len()];
    let keeps = (0..).zip(map).filter(|&(_, &image)| image != NONE).all(|(x, &image)| {
        let mut left = 0;
        for &y in poset.below(image).iter().filter(|&&y| inverse[y as usize] != NONE) {
            listed_by[y as usize] = x;
            left += 1;
        }
        for y in poset.below(x).iter().map(|&y| map[y as usize]).filter(|&y| y != NONE) {
            if listed_by[y as usize] != x {
                return false;
            }
            left -= 1;
        }
        left == 0
    });
    keeps && walk.hole(&defined(map), poset).is_none() && walk.hole(&defined(inverse), poset).is_none()
}

/// The elements that have an image.
fn defined(map: &[u32]) -> Vec<u64> {
    let mut set = vec![0; map.len().div_ceil(64)];
    (0..).zip(map).filter(|&(_, &image)| image != NONE).for_each(|(x, _)| set::insert(&mut set, x));
    set::trim(&mut set);
    set
}

/// Finds two elements x < y that have images such that the image of x is not below that of y.
fn disorder(map: &[u32], up_sets: &mut UpSets) -> Option<(u32, u32)> {
    let mut above = Vec::new();
    let mut marks = vec![0; map.len().div_ceil(64)];
    for (x, &image) in (0..).zip(map) {
        if image == NONE {
            continue;
        }
        above.clear();
        above.extend_from_slice(up_sets.of(image));
        for &(word, bits) in &above {
            marks[word as usize] = bits;
        }
        let wrong = up_set::elements(up_sets.of(x)).find(|&y| {
            let image = map[y as usize];
            image != NONE && !set::contains(&marks, image)
        });
        if let Some(y) = wrong {
            return Some((x, y));
        }
        for &(word, _) in &above {
            marks[word as usize] = 0;
        }
    }
    None
}
