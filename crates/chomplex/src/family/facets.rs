//! A complex given by its facets, and the faces contained in them.

use hashbrown::{HashMap, HashSet};

use super::error::BuildError;
use super::size::Size;
use crate::poset::MAX_ELEMENTS;

/// Vertices given by name, facets by the numbers of their vertices. A facet may be contained in
/// another.
#[derive(Clone, Debug, Default)]
pub struct Facets {
    vertices: Vec<String>,
    facets: Vec<Vec<u32>>,
}

/// The largest number of faces of large facets that are listed.
const MAX_LISTED: usize = 1 << 22;

impl Facets {
    /// The complex with these facets, given by the names of their vertices. No facet may repeat a
    /// vertex.
    #[must_use]
    pub fn new<'a>(facets: impl IntoIterator<Item = Vec<&'a str>>) -> Self {
        let mut numbers = HashMap::new();
        let mut list = Facets::default();
        let mut seen = HashSet::new();
        for facet in facets {
            let mut face: Vec<u32> = facet
                .into_iter()
                .map(|vertex| {
                    *numbers.entry(vertex).or_insert_with(|| {
                        list.vertices.push(vertex.to_owned());
                        list.vertices.len() as u32 - 1
                    })
                })
                .collect();
            face.sort_unstable();
            if seen.insert(face.clone()) {
                list.facets.push(face);
            }
        }
        list
    }

    /// The names of the vertices.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// All faces of size at most `cap`.
    pub(crate) fn close(&self, cap: usize) -> Result<Vec<Vec<u32>>, BuildError> {
        if cap == 0 {
            return Ok(Vec::new());
        }
        let longest = self.facets.iter().map(Vec::len).max().unwrap_or(0);
        let bound = Size::subsets(Size::from(longest), cap);
        if bound.within_limit().is_none() {
            let exact = self.facets.len() == 1;
            return Err(BuildError::TooLarge { elements: bound, exact });
        }
        let longest = longest.min(cap);
        let mut layers: Vec<HashSet<Vec<u32>>> = vec![HashSet::new(); longest + 1];
        let mut listed = 0;
        for facet in &self.facets {
            let size = facet.len().min(cap);
            if facet.len() > cap {
                listed += Size::binomial(Size::from(facet.len()), cap).at_most(MAX_LISTED);
                if listed > MAX_LISTED {
                    return Err(BuildError::TooManyFaces);
                }
            }
            for_each_subset(facet, size, |face| {
                layers[size].insert(face.to_vec());
            });
        }
        let mut total: usize = layers.iter().map(HashSet::len).sum();
        for size in (2..=longest).rev() {
            let (smaller, these) = layers.split_at_mut(size);
            for face in &these[0] {
                if total > MAX_ELEMENTS {
                    break;
                }
                for i in 0..size {
                    let mut below = face.clone();
                    below.remove(i);
                    total += usize::from(smaller[size - 1].insert(below));
                }
            }
        }
        if total > MAX_ELEMENTS {
            return Err(BuildError::TooLarge { elements: Size::from(total), exact: false });
        }
        Ok(layers.into_iter().flatten().collect())
    }
}

/// Calls `see` with every subset of the given size, in lexicographic order.
pub(crate) fn for_each_subset(set: &[u32], size: usize, mut see: impl FnMut(&[u32])) {
    let mut chosen: Vec<usize> = (0..size).collect();
    let mut subset: Vec<u32> = chosen.iter().filter_map(|&i| set.get(i).copied()).collect();
    if subset.len() < size {
        return;
    }
    loop {
        see(&subset);
        let Some(i) = (0..size).rev().find(|&i| chosen[i] + size < set.len() + i) else { return };
        for (j, next) in (i..size).zip(chosen[i] + 1..) {
            chosen[j] = next;
            subset[j] = set[next];
        }
    }
}
