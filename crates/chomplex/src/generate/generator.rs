//! The kinds of positions that can be listed, and up to which size.

use std::fmt;

use super::complexes::complexes;
use super::disks::disks;
use super::graphs::graphs;
use super::member::Member;
use super::posets::posets;
use super::pseudotrees::pseudotrees;
use super::spheres::spheres;
use super::trees::trees;
use super::triangulation;
use super::two_level::two_level;
use crate::position::Position;

/// A kind of positions that can be listed up to isomorphism.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Generator {
    /// Simple graphs on exactly n vertices.
    Graphs,
    /// Trees on n vertices.
    Trees,
    /// Connected graphs on n vertices with exactly one cycle.
    Pseudotrees,
    /// Triangulated spheres on n vertices.
    Spheres,
    /// Triangulated disks on n vertices.
    Disks,
    /// Two-level posets on n bottoms in which no two tops are above the same bottoms.
    TwoLevel,
    /// Posets on n elements.
    Posets,
    /// Simplicial complexes on exactly n vertices.
    Complexes,
}

/// A size that is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} are listed up to {} {}; on {size} there are too many", kind.most(), kind.unit())]
pub struct OutOfReach {
    /// What was asked for.
    pub kind: Generator,
    /// The number of vertices, bottoms or elements.
    pub size: usize,
}

impl Generator {
    /// All kinds.
    pub const ALL: [Generator; 8] = [
        Generator::Graphs,
        Generator::Trees,
        Generator::Pseudotrees,
        Generator::Spheres,
        Generator::Disks,
        Generator::TwoLevel,
        Generator::Posets,
        Generator::Complexes,
    ];

    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.card().0
    }

    /// What is listed, for a size n.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.card().1
    }

    /// What the size counts.
    #[must_use]
    pub fn unit(self) -> &'static str {
        self.card().2
    }

    /// The largest size that is listed: about two thousand million members at most.
    #[must_use]
    pub fn most(self) -> usize {
        self.card().3
    }

    /// The name, what is listed, what the size counts, and the largest size.
    #[rustfmt::skip]
    fn card(self) -> (&'static str, &'static str, &'static str, usize) {
        match self {
            Generator::Graphs => ("graphs", "simple graphs on exactly n vertices", "vertices", 11),
            Generator::Trees => ("trees", "trees on n vertices", "vertices", 27),
            Generator::Pseudotrees => ("pseudotrees", "connected graphs on n vertices with exactly one cycle", "vertices", 24),
            Generator::Spheres => ("spheres", "triangulated spheres on n vertices", "vertices", triangulation::MOST),
            Generator::Disks => ("disks", "triangulated disks on n vertices", "vertices", triangulation::MOST - 2),
            Generator::TwoLevel => ("two-level", "two-level posets on n bottoms whose tops are above different sets of bottoms", "bottoms", 5),
            Generator::Posets => ("posets", "posets on n elements", "elements", 12),
            Generator::Complexes => ("complexes", "simplicial complexes on exactly n vertices", "vertices", 7),
        }
    }

    /// All of this kind of some size, none twice.
    ///
    /// # Errors
    /// If there are too many to list.
    pub fn members(self, size: usize) -> Result<Box<dyn Iterator<Item = Member> + Send>, OutOfReach> {
        if size > self.most() {
            return Err(OutOfReach { kind: self, size });
        }
        Ok(match self {
            Generator::Graphs => Box::new(graphs(size)),
            Generator::Trees => Box::new(trees(size)),
            Generator::Pseudotrees => Box::new(pseudotrees(size)),
            Generator::Spheres => Box::new(spheres(size)),
            Generator::Disks => Box::new(disks(size)),
            Generator::TwoLevel => Box::new(two_level(size)),
            Generator::Posets => Box::new(posets(size)),
            Generator::Complexes => Box::new(complexes(size)),
        })
    }

    /// The same as positions.
    ///
    /// # Errors
    /// If there are too many to list.
    pub fn positions(self, size: usize) -> Result<Box<dyn Iterator<Item = Position> + Send>, OutOfReach> {
        Ok(Box::new(self.members(size)?.map(Member::position)))
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Generator::TwoLevel => "two-level posets",
            kind => kind.name(),
        })
    }
}
