//! Positions from data: facets, edges and relations, with names of any type that can be shown.

use std::fmt::Display;

use hashbrown::HashMap;

use super::error::BuildError;
use super::general;
use super::plan::Plan;
use super::vertex::{BadFace, check_face, is_quoted_name};
use crate::position::Position;

impl Position {
    /// Creates a simplicial complex from its facets. Faces of other facets may be listed or not.
    ///
    /// ```
    /// use chomplex::Position;
    /// let complex = Position::from_facets([vec![0, 1, 2], vec![2, 3]])?;
    /// assert_eq!(complex.to_string(), "complex[012 23]");
    /// # Ok::<(), chomplex::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// If a vertex has a name that no vertex can have, a facet is empty or has a vertex twice, or
    /// the complex is too large.
    pub fn from_facets<V: Display>(
        facets: impl IntoIterator<Item = impl IntoIterator<Item = V>>,
    ) -> Result<Position, BuildError> {
        let facets: Vec<Vec<String>> =
            facets.into_iter().map(|facet| facet.into_iter().map(|vertex| vertex.to_string()).collect()).collect();
        complex(&facets)
    }

    /// Creates a graph from its edges.
    ///
    /// ```
    /// use chomplex::Position;
    /// let graph = Position::from_edges([("a", "b"), ("b", "c")])?;
    /// assert_eq!(graph.to_string(), "graph[ab bc]");
    /// # Ok::<(), chomplex::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// If a vertex has a name that no vertex can have, an edge joins a vertex to itself, or the
    /// graph is too large.
    pub fn from_edges<V: Display>(edges: impl IntoIterator<Item = (V, V)>) -> Result<Position, BuildError> {
        let edges: Vec<Vec<String>> = edges.into_iter().map(|(a, b)| vec![a.to_string(), b.to_string()]).collect();
        complex(&edges)
    }

    /// Creates a poset from relations, each a pair with the lower element first. Relations that
    /// follow from others may be listed or not.
    ///
    /// ```
    /// use chomplex::Position;
    /// let poset = Position::from_relations([("a", "b"), ("b", "c"), ("a", "c")])?;
    /// assert_eq!(poset.to_string(), "poset[a<b<c]");
    /// # Ok::<(), chomplex::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// If a name is blank or has characters that do not show, the relations have a cycle, or the
    /// poset is too large.
    pub fn from_relations<V: Display>(relations: impl IntoIterator<Item = (V, V)>) -> Result<Position, BuildError> {
        let mut names: Vec<String> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |name: String| -> Result<usize, BuildError> {
            if !is_quoted_name(&name) {
                return Err(BuildError::BadName(name));
            }
            Ok(*numbers.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            }))
        };
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (lower, upper) in relations {
            pairs.push((number(lower.to_string())?, number(upper.to_string())?));
        }
        general::poset(names, pairs).and_then(Plan::into_position)
    }
}

/// The complex with these facets, an edge or a larger face each.
fn complex(facets: &[Vec<String>]) -> Result<Position, BuildError> {
    let facets: Vec<Vec<&str>> = facets.iter().map(|facet| facet.iter().map(String::as_str).collect()).collect();
    for facet in &facets {
        check_face(facet).map_err(|bad| match bad {
            BadFace::Repeated(vertex) => {
                BuildError::RepeatedVertex { vertex: vertex.to_owned(), face: facet.join(",") }
            }
            BadFace::Blank => BuildError::BadName(String::new()),
            BadFace::Character(_) | BadFace::Long(_) => {
                let is_bad = |vertex: &&&str| check_face(&[vertex]).is_err();
                BuildError::BadName(facet.iter().find(is_bad).map(ToString::to_string).unwrap_or_default())
            }
        })?;
    }
    Plan::from_facets(facets).into_position()
}
