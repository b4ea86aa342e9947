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
        match self {
            Generator::Graphs => "graphs",
            Generator::Trees => "trees",
            Generator::Pseudotrees => "pseudotrees",
            Generator::Spheres => "spheres",
            Generator::Disks => "disks",
            Generator::TwoLevel => "two-level",
            Generator::Posets => "posets",
            Generator::Complexes => "complexes",
        }
    }

    /// What is listed, for a size n.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Generator::Graphs => "simple graphs on exactly n vertices",
            Generator::Trees => "trees on n vertices",
            Generator::Pseudotrees => "connected graphs on n vertices with exactly one cycle",
            Generator::Spheres => "triangulated spheres on n vertices",
            Generator::Disks => "triangulated disks on n vertices",
            Generator::TwoLevel => "two-level posets on n bottoms whose tops are above different sets of bottoms",
            Generator::Posets => "posets on n elements",
            Generator::Complexes => "simplicial complexes on exactly n vertices",
        }
    }

    /// What the size counts.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Generator::TwoLevel => "bottoms",
            Generator::Posets => "elements",
            _ => "vertices",
        }
    }

    /// The largest size that is listed: about two thousand million members at most.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Generator::Graphs => 11,
            Generator::Trees => 27,
            Generator::Pseudotrees => 24,
            Generator::Spheres => triangulation::MOST,
            Generator::Disks => triangulation::MOST - 2,
            Generator::TwoLevel => 5,
            Generator::Posets => 12,
            Generator::Complexes => 7,
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
