//! From a family to a position: first the size, then the elements and their names, then the checked
//! poset.

use super::combine;
use super::complex::Complex;
use super::error::BuildError;
use super::facets::Facets;
use super::graph::Graph;
use super::size::Size;
use crate::names::Names;
use crate::poset::{Draft, Poset};
use crate::position::Position;

/// A poset whose size is known and whose elements are not yet listed.
#[non_exhaustive]
pub enum Plan {
    /// A simplicial complex.
    Complex(Complex),
    /// An antichain of this size, with elements named `1`, `2`, …; as a complex, isolated points.
    Antichain(Size),
    /// A sum of parts.
    Sum(Vec<Plan>),
    /// Any other poset.
    Other {
        /// The number of elements.
        elements: Size,
        /// Lists them.
        build: Box<dyn FnOnce() -> Result<Named, BuildError>>,
    },
}

/// A poset with all its elements listed and named.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The elements and relations.
    pub draft: Draft,
    /// The name of each element.
    pub labels: Vec<String>,
}

impl Plan {
    /// The complex with these facets.
    pub(crate) fn from_facets<'a>(facets: impl IntoIterator<Item = Vec<&'a str>>) -> Self {
        Plan::Complex(Complex::Facets(Facets::new(facets)))
    }

    /// A graph.
    pub(crate) fn from_graph(graph: Graph) -> Self {
        Plan::Complex(Complex::Graph(graph))
    }

    /// A poset with this many elements, listed by `build`.
    pub fn other(elements: Size, build: impl FnOnce() -> Named + 'static) -> Self {
        Plan::Other { elements, build: Box::new(move || Ok(build())) }
    }

    /// The number of elements.
    ///
    /// # Errors
    /// If there are too many to list.
    pub fn elements(&self) -> Result<usize, BuildError> {
        let (elements, exact) = self.size();
        elements.within_limit().filter(|_| exact).ok_or(BuildError::TooLarge { elements, exact })
    }

    /// The number of elements, and whether it is exact or a lower bound.
    fn size(&self) -> (Size, bool) {
        match self {
            Plan::Complex(complex) => complex.size(),
            Plan::Antichain(n) => (*n, true),
            Plan::Sum(parts) => parts
                .iter()
                .map(Plan::size)
                .fold((Size::from(0), true), |(sum, all_exact), part| (sum + part.0, all_exact && part.1)),
            Plan::Other { elements, .. } => (*elements, true),
        }
    }

    /// Lists the elements.
    ///
    /// # Errors
    /// If there are too many elements or covers.
    pub fn build(self) -> Result<Named, BuildError> {
        let n = self.elements()?;
        if n == 0 {
            return Ok(Named::default());
        }
        match self {
            Plan::Complex(complex) => Ok(complex.build()?.into_named()),
            Plan::Antichain(_) => Ok(Named {
                draft: Draft { size: n, relations: Vec::new() },
                labels: (1..=n).map(|i| i.to_string()).collect(),
            }),
            Plan::Sum(parts) => combine::build_sum(parts),
            Plan::Other { build, .. } => build(),
        }
    }

    /// Lists the elements and checks that they are a poset.
    ///
    /// # Errors
    /// If there are too many elements or covers, or the relations form a cycle.
    pub(crate) fn into_position(self) -> Result<Position, BuildError> {
        self.build()?.into_position()
    }

    /// The poset as a complex, if it is written as one: a complex, points, or a sum of complexes.
    #[must_use]
    pub fn into_complex(self) -> Option<Complex> {
        match self {
            Plan::Complex(complex) => Some(complex),
            Plan::Antichain(n) => Some(Complex::Points(n)),
            Plan::Sum(parts) => {
                Some(Complex::Disjoint(parts.into_iter().map(Plan::into_complex).collect::<Option<_>>()?))
            }
            Plan::Other { .. } => None,
        }
    }
}

impl Named {
    /// The position in which all elements remain.
    ///
    /// # Errors
    /// If the relations have a cycle, or two elements have the same name.
    pub fn into_position(self) -> Result<Position, BuildError> {
        let (poset, names) = self.check()?;
        Ok(Position::new(poset, names))
    }

    /// The position in which all elements remain, written as this expression, which must parse to
    /// it.
    pub(crate) fn written_as(self, expression: String) -> Result<Position, BuildError> {
        let (poset, names) = self.check()?;
        Ok(Position::written_as(expression, poset, names))
    }

    fn check(self) -> Result<(Poset, Names), BuildError> {
        let (poset, number) = self.draft.check().map_err(|cycle| BuildError::Cycle(cycle.0))?;
        let mut labels = vec![String::new(); number.len()];
        for (label, x) in self.labels.into_iter().zip(number) {
            labels[x.index()] = label;
        }
        let names = Names::new(labels).map_err(|repeated| BuildError::SameName(repeated.0))?;
        Ok((poset, names))
    }
}
