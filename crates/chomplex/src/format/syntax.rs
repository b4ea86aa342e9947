//! The syntax tree of an expression, and its canonical text.

use std::fmt;
use std::ops::Range;

use crate::family::Family;
use crate::family::error::BuildError;
use crate::family::general::quoted;
use crate::family::number::Number;
use crate::family::plan::Plan;
use crate::family::vertex::written;

/// A node of the syntax tree.
pub(crate) struct Node<'a> {
    pub(crate) kind: NodeKind<'a>,
    /// The span of the node in the text.
    pub(crate) span: Range<usize>,
}

pub(crate) enum NodeKind<'a> {
    /// Two or more parts.
    Sum(Vec<Node<'a>>),
    /// A member of a family.
    Member(&'static Family, Arguments<'a>),
    /// A member of a family that a user has added, as an expression in the built-in language.
    Given { expression: String, is_sum: bool },
}

/// The arguments of a family with their spans, and the function that builds a plan from them.
pub(crate) enum Arguments<'a> {
    Numbers {
        numbers: Vec<Number>,
        spans: Vec<Range<usize>>,
        make: fn(&[Number]) -> Result<Plan, BuildError>,
    },
    Groups {
        groups: Vec<Vec<Number>>,
        span: Range<usize>,
        make: fn(&[Vec<Number>]) -> Result<Plan, BuildError>,
    },
    Positions {
        positions: Vec<Node<'a>>,
        make: fn(Vec<Plan>) -> Result<Plan, BuildError>,
    },
    PositionAndNumber {
        position: Box<Node<'a>>,
        number: Number,
        make: fn(Plan, &Number) -> Result<Plan, BuildError>,
    },
    /// Each facet by its vertices, in the order written; likewise for edges and hyperedges.
    Facets(Vec<Vec<&'a str>>),
    Edges(Vec<Vec<&'a str>>),
    Graph6(&'a str),
    Hyperedges {
        tops: Vec<Vec<&'a str>>,
        loose: Vec<Vec<&'a str>>,
    },
    Relations(Relations),
}

/// The items of `poset[…]`.
#[derive(Default)]
pub(crate) struct Relations {
    /// The names, in order of first occurrence.
    pub(crate) names: Vec<String>,
    /// The chains, given by the numbers of the names. A chain of one is an element without
    /// relations.
    pub(crate) chains: Vec<Vec<usize>>,
    /// The relations `below < above` with their spans.
    pub(crate) relations: Vec<(usize, usize)>,
    pub(crate) spans: Vec<Range<usize>>,
}

impl fmt::Display for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            NodeKind::Sum(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    let plus = if i > 0 { " + " } else { "" };
                    match part.kind {
                        NodeKind::Sum(_) | NodeKind::Given { is_sum: true, .. } => write!(f, "{plus}({part})")?,
                        NodeKind::Member(..) | NodeKind::Given { .. } => write!(f, "{plus}{part}")?,
                    }
                }
                Ok(())
            }
            NodeKind::Member(family, arguments) => {
                f.write_str(family.name)?;
                arguments.fmt(f)
            }
            NodeKind::Given { expression, .. } => f.write_str(expression),
        }
    }
}

impl fmt::Display for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arguments::Numbers { numbers, .. } if numbers.is_empty() => Ok(()),
            Arguments::Numbers { numbers, .. } => write!(f, "({})", joined(numbers, ",")),
            Arguments::Groups { groups, .. } => {
                let groups: Vec<String> = groups.iter().map(|group| joined(group, ",")).collect();
                write!(f, "({})", groups.join(";"))
            }
            Arguments::Positions { positions, .. } => write!(f, "({})", joined(positions, ",")),
            Arguments::PositionAndNumber { position, number, .. } => write!(f, "({position},{number})"),
            Arguments::Facets(faces) | Arguments::Edges(faces) => write!(f, "[{}]", listed(faces).join(" ")),
            Arguments::Graph6(code) => write!(f, "[{code}]"),
            Arguments::Hyperedges { tops, loose } => {
                let mut words = listed(tops);
                if !loose.is_empty() {
                    words.push(";".to_owned());
                    words.extend(listed(loose));
                }
                write!(f, "[{}]", words.join(" "))
            }
            Arguments::Relations(relations) => {
                let name = |&x: &usize| quoted(&relations.names[x]);
                let chain = |c: &Vec<usize>| c.iter().map(name).collect::<Vec<_>>().join("<");
                write!(f, "[{}]", relations.chains.iter().map(chain).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn listed(faces: &[Vec<&str>]) -> Vec<String> {
    faces.iter().map(|face| written(face)).collect()
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}
