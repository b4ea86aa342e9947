//! A map carries what is known of one down-set over to another that looks the same.

use crate::failure::Fault;
use crate::poset::Poset;
use crate::read::Words;
use crate::set;
use crate::up_set::{self, UpSets};

/// In the place of an image: there is none. No element has this number, since there are fewer than 2^32.
const NONE: u32 = u32::MAX;

/// The maps read so far: partial injections of the elements that keep the order in both directions.
#[derive(Default)]
pub(crate) struct Maps {
    count: usize,
    elements: usize,
    /// The images under the first map, then those under the second, and so on.
    images: Vec<u32>,
}

impl Maps {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Reads the images of a map, one for each of so many elements.
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

    /// Verifies that the map read last is an isomorphism of its domain with its image.
    pub(crate) fn check_last(&self, poset: &Poset, up_sets: &mut UpSets) -> Result<(), Fault> {
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
        if keeps_lists(map, poset) {
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

    /// Whether the map takes the first set to the second, or else an element of the first that has no image.
    ///
    /// A map is injective; so if it takes all of one set into another of the same size, it takes the one onto the other.
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

    fn images(&self, map: usize) -> &[u32] {
        &self.images[(map - 1) * self.elements..map * self.elements]
    }
}

/// Whether the map has an image for every element and takes the list of lower elements of each into that of its image.
///
/// Then it takes x < y to image(x) < image(y) always, and a permutation of a finite poset that does so is an automorphism: its
/// powers do so too, and one of them is its inverse. This is the common case, and it takes time only for the lists.
fn keeps_lists(map: &[u32], poset: &Poset) -> bool {
    // The last element in whose image's list this one was seen.
    let mut listed_by = vec![NONE; map.len()];
    (0..).zip(map).all(|(x, &image)| {
        if image == NONE {
            return false;
        }
        poset.lower(image as usize).iter().for_each(|&y| listed_by[y as usize] = x);
        poset.lower(x as usize).iter().all(|&y| map[y as usize] != NONE && listed_by[map[y as usize] as usize] == x)
    })
}

/// Two elements x < y that have images of which the first is not below the second.
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
