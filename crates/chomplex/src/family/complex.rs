//! Simplicial complexes: Subset Takeaway, also called Chomp on complexes.
//!
//! The elements are the non-empty faces, ordered by inclusion. A move removes a face with all faces
//! that contain it. `subsets(n,k)` has the non-empty subsets of size at most `k` of the vertices
//! `0..n`, the P_{n,k} of Brouwer and Christensen; `boundary(n)` is Gale's game (Christensen and
//! Tilford 1997).
//!
//! **Names.** A face is named by its vertices, see [`vertex`](super::vertex). `cone`, `suspension`
//! and `join` add vertices, named with the smallest numbers not yet in use. In `join(E,F)`, and
//! where a sum stands for a complex, the vertices of the later complex keep their names if none of
//! them is in use. Otherwise they are renumbered in order with the smallest unused numbers.

use hashbrown::HashSet;

use super::combine;
use super::error::BuildError;
use super::faces::FaceList;
use super::facets::{Facets, for_each_subset};
use super::graph::Graph;
use super::number::Number;
use super::plan::Plan;
use super::remnant::Remnant;
use super::size::Size;
use crate::poset::MAX_ELEMENTS;
use crate::position::Position;

/// A complex that is known but not yet listed.
#[non_exhaustive]
pub enum Complex {
    /// The non-empty subsets of size at most `k` of an `n`-set.
    Subsets {
        /// The number of vertices.
        n: Size,
        /// The size of the largest faces.
        k: Size,
    },
    /// This many isolated points, named from 1.
    Points(Size),
    /// A graph: vertices and edges.
    Graph(Graph),
    /// The complex with these facets.
    Facets(Facets),
    /// The join of the complex with this many new points.
    Cone(Box<Complex>, usize),
    /// All unions of a face of one complex and a face of the other, where one of the two may be
    /// empty.
    Join(Box<Complex>, Box<Complex>),
    /// The disjoint union of complexes.
    Disjoint(Vec<Complex>),
    /// The faces of size at most this.
    Skeleton(Box<Complex>, Size),
}

/// The number of faces of size 1, 2, …, up to [`LONGEST`].
struct Census {
    by_size: Vec<Size>,
    exact: bool,
}

/// Larger faces are not counted: a complex that has one has more than 2^128 faces.
const LONGEST: usize = 128;

impl Complex {
    /// The number of faces, and whether it is exact or a lower bound.
    #[must_use]
    pub fn size(&self) -> (Size, bool) {
        let census = self.census(usize::MAX);
        (census.by_size.into_iter().sum(), census.exact)
    }

    /// Counts the faces of size at most `cap`.
    fn census(&self, cap: usize) -> Census {
        let short = cap.min(LONGEST);
        match self {
            Complex::Subsets { n, k } => {
                let longest = k.at_most(short).min(n.at_most(LONGEST));
                Census { by_size: (1..=longest).map(|s| Size::binomial(*n, s)).collect(), exact: true }
            }
            Complex::Points(n) => Census { by_size: vec![*n; short.min(1)], exact: true },
            Complex::Graph(graph) => {
                let counts = [graph.vertices(), graph.edges()];
                Census { by_size: counts.into_iter().take(short).collect(), exact: true }
            }
            Complex::Facets(facets) => Census::from_facets(facets, cap),
            Complex::Cone(base, apexes) => {
                let points = Census { by_size: vec![Size::from(*apexes); short.min(1)], exact: true };
                base.census(cap).join(&points, short)
            }
            Complex::Join(left, right) => left.census(cap).join(&right.census(cap), short),
            Complex::Disjoint(parts) => {
                let mut all = Census { by_size: Vec::new(), exact: true };
                for census in parts.iter().map(|part| part.census(cap)) {
                    all.exact &= census.exact;
                    let longest = all.by_size.len().max(census.by_size.len());
                    all.by_size.resize(longest, Size::from(0));
                    for (total, count) in all.by_size.iter_mut().zip(census.by_size) {
                        *total = *total + count;
                    }
                }
                all
            }
            Complex::Skeleton(base, k) => base.census(k.at_most(cap)),
        }
    }

    /// Lists the faces.
    ///
    /// # Errors
    /// If there are too many.
    pub fn build(&self) -> Result<FaceList, BuildError> {
        self.build_within(usize::MAX)
    }

    /// Lists the faces of size at most `cap`. There must not be too many.
    fn build_within(&self, cap: usize) -> Result<FaceList, BuildError> {
        if cap == 0 {
            return Ok(FaceList::default());
        }
        Ok(match self {
            Complex::Subsets { n, k } => {
                let cap = k.at_most(cap);
                let n = if cap == 0 { 0 } else { n.at_most(MAX_ELEMENTS) };
                let all: Vec<u32> = (0..n as u32).collect();
                let mut faces = Vec::new();
                for size in 1..=cap.min(n) {
                    for_each_subset(&all, size, |face| faces.push(face.to_vec()));
                }
                FaceList::new(numbered(0, n), faces)
            }
            Complex::Points(n) => points(numbered(1, n.at_most(MAX_ELEMENTS))),
            Complex::Graph(graph) => {
                let (vertices, mut faces) = points(graph.vertex_names()).into_parts();
                if cap > 1 {
                    faces.extend(graph.edge_list().into_iter().map(|(v, w)| vec![v, w]));
                }
                FaceList::new(vertices, faces)
            }
            Complex::Facets(facets) => FaceList::new(facets.vertices().to_vec(), facets.close(cap)?),
            Complex::Cone(base, apexes) => {
                let base = base.build_within(cap)?;
                let names = Taken::new(&base).unused(*apexes);
                join(base, points(names), cap)
            }
            Complex::Join(left, right) => {
                let (left, right) = (left.build_within(cap)?, right.build_within(cap)?);
                let right = Taken::new(&left).rename(right);
                join(left, right, cap)
            }
            Complex::Disjoint(parts) => {
                side_by_side(parts.iter().map(|part| part.build_within(cap)).collect::<Result<Vec<_>, _>>()?)
            }
            Complex::Skeleton(base, k) => base.build_within(k.at_most(cap))?,
        })
    }
}

impl Census {
    /// Counts the faces of these facets. If there are too many, gives one lower bound for all sizes
    /// together.
    fn from_facets(facets: &Facets, cap: usize) -> Census {
        let mut census = Census { by_size: Vec::new(), exact: false };
        match facets.close(cap) {
            Ok(faces) => {
                census.exact = true;
                for face in faces {
                    census.by_size.resize(census.by_size.len().max(face.len()), Size::from(0));
                    census.by_size[face.len() - 1] = census.by_size[face.len() - 1] + Size::from(1);
                }
            }
            Err(BuildError::TooLarge { elements, exact }) => census = Census { by_size: vec![elements], exact },
            // Any other error is reported when the faces are listed.
            Err(_) => census = Census { by_size: vec![Size::from(1)], exact: true },
        }
        census
    }

    /// Counts the faces of a join.
    fn join(&self, other: &Census, cap: usize) -> Census {
        let longest = (self.by_size.len() + other.by_size.len()).min(cap);
        let count = |census: &Census, s: usize| match s.checked_sub(1) {
            None => Size::from(1),
            Some(i) => census.by_size.get(i).copied().unwrap_or(Size::from(0)),
        };
        let by_size = (1..=longest).map(|s| (0..=s).map(|i| count(self, i) * count(other, s - i)).sum()).collect();
        Census { by_size, exact: self.exact && other.exact }
    }
}

/// The names `first, first + 1, …` of `n` vertices.
pub(crate) fn numbered(first: usize, n: usize) -> Vec<String> {
    (first..first + n).map(|v| v.to_string()).collect()
}

/// The vertex names that are in use.
#[derive(Default)]
struct Taken {
    names: HashSet<String>,
    /// All smaller numbers are in use.
    next: usize,
}

impl Taken {
    fn new(list: &FaceList) -> Self {
        Taken { names: list.vertices().iter().cloned().collect(), next: 0 }
    }

    /// Takes the smallest numbers that are not in use.
    fn unused(&mut self, count: usize) -> Vec<String> {
        let mut names = Vec::with_capacity(count);
        while names.len() < count {
            let name = self.next.to_string();
            self.next += 1;
            if self.names.insert(name.clone()) {
                names.push(name);
            }
        }
        names
    }

    /// The complex with its own names if all of them are free, else with unused numbers.
    fn rename(&mut self, list: FaceList) -> FaceList {
        if list.vertices().iter().any(|name| self.names.contains(name)) {
            let (names, faces) = list.into_parts();
            FaceList::new(self.unused(names.len()), faces)
        } else {
            self.names.extend(list.vertices().iter().cloned());
            list
        }
    }
}

/// The complex with these points and no larger face. The names are in natural order or will be
/// sorted.
fn points(names: Vec<String>) -> FaceList {
    let faces = (0..names.len() as u32).map(|v| vec![v]).collect();
    FaceList::new(names, faces)
}

fn shifted(faces: Vec<Vec<u32>>, by: usize) -> impl Iterator<Item = Vec<u32>> {
    faces.into_iter().map(move |face| face.into_iter().map(|v| v + by as u32).collect())
}

/// The disjoint union of complexes.
fn side_by_side(parts: Vec<FaceList>) -> FaceList {
    let mut taken = Taken::default();
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for part in parts {
        let (names, more) = taken.rename(part).into_parts();
        faces.extend(shifted(more, vertices.len()));
        vertices.extend(names);
    }
    FaceList::new(vertices, faces)
}

/// The faces of a join up to size `cap`. The names of the vertices must all be different.
fn join(left: FaceList, right: FaceList, cap: usize) -> FaceList {
    let (mut vertices, mut faces) = left.into_parts();
    let (names, others) = right.into_parts();
    let mut others: Vec<Vec<u32>> = shifted(others, vertices.len()).collect();
    vertices.extend(names);
    let unions = |a: &Vec<u32>| {
        others.iter().filter(|b| a.len() + b.len() <= cap).map(|b| [&**a, &**b].concat()).collect::<Vec<_>>()
    };
    let mut both: Vec<Vec<u32>> = faces.iter().flat_map(unions).collect();
    faces.append(&mut others);
    faces.append(&mut both);
    FaceList::new(vertices, faces)
}

/// `subsets(n,k)`.
pub(crate) fn subsets(numbers: &[Number]) -> Result<Plan, BuildError> {
    Ok(Plan::Complex(Complex::Subsets { n: numbers[0].size(), k: numbers[1].size() }))
}

/// `simplex(n)`.
pub(crate) fn simplex(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    Ok(Plan::Complex(Complex::Subsets { n, k: n }))
}

/// `boundary(n)`.
pub(crate) fn boundary(numbers: &[Number]) -> Result<Plan, BuildError> {
    let n = numbers[0].size();
    if n == Size::from(0) {
        return Err(BuildError::TooSmall { argument: 0, signature: "boundary(n)", parameter: "n", least: 1 });
    }
    Ok(Plan::Complex(Complex::Subsets { n, k: n.minus(1) }))
}

fn complex(plan: Plan, argument: usize) -> Result<Box<Complex>, BuildError> {
    plan.into_complex().map(Box::new).ok_or(BuildError::NotAComplex { argument })
}

/// `cone(E)`.
pub(crate) fn cone(mut plans: Vec<Plan>) -> Result<Plan, BuildError> {
    Ok(Plan::Complex(Complex::Cone(complex(plans.remove(0), 0)?, 1)))
}

/// `suspension(E)`.
pub(crate) fn suspension(mut plans: Vec<Plan>) -> Result<Plan, BuildError> {
    Ok(Plan::Complex(Complex::Cone(complex(plans.remove(0), 0)?, 2)))
}

/// `join(E,F)`.
pub(crate) fn join_of(mut plans: Vec<Plan>) -> Result<Plan, BuildError> {
    let right = plans.pop().map(|plan| complex(plan, 1)).transpose()?;
    let left = complex(plans.remove(0), 0)?;
    Ok(Plan::Complex(Complex::Join(left, right.unwrap_or_else(|| Box::new(Complex::Disjoint(Vec::new()))))))
}

/// `skeleton(E,k)`.
pub(crate) fn skeleton(plan: Plan, k: &Number) -> Result<Plan, BuildError> {
    Ok(Plan::Complex(Complex::Skeleton(complex(plan, 0)?, k.size())))
}

/// `complex[…]`, or `graph[…]` if no face has more than two vertices.
pub(crate) fn recognise_expression(remnant: &Remnant<'_>) -> Option<String> {
    let list = FaceList::recognise(remnant)?;
    let large = list.faces().last().is_some_and(|face| face.len() > 2);
    Some(format!("{}[{}]", if large { "complex" } else { "graph" }, list.facets().join(" ")))
}

/// The complex whose faces remain in a position, recognised by their names. The parts of a sum form
/// a disjoint union.
#[must_use]
pub fn from_position(position: &Position) -> Option<FaceList> {
    fn recognise(remnant: &Remnant<'_>, depth: usize) -> Option<FaceList> {
        if let Some(list) = FaceList::recognise(remnant) {
            return Some(list);
        }
        let depth = depth.checked_sub(1)?;
        let parts = combine::sum_parts(remnant)?;
        Some(side_by_side(parts.iter().map(|part| recognise(part, depth)).collect::<Option<Vec<_>>>()?))
    }
    recognise(&Remnant::from_position(position), 50)
}
