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
pub enum Kind {
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
    pub kind: Kind,
    /// The number of vertices, bottoms or elements.
    pub size: usize,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = [
        Kind::Graphs,
        Kind::Trees,
        Kind::Pseudotrees,
        Kind::Spheres,
        Kind::Disks,
        Kind::TwoLevel,
        Kind::Posets,
        Kind::Complexes,
    ];

    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Graphs => "graphs",
            Kind::Trees => "trees",
            Kind::Pseudotrees => "pseudotrees",
            Kind::Spheres => "spheres",
            Kind::Disks => "disks",
            Kind::TwoLevel => "two-level",
            Kind::Posets => "posets",
            Kind::Complexes => "complexes",
        }
    }

    /// What is listed, for a size n.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Kind::Graphs => "simple graphs on exactly n vertices",
            Kind::Trees => "trees on n vertices",
            Kind::Pseudotrees => "connected graphs on n vertices with exactly one cycle",
            Kind::Spheres => "triangulated spheres on n vertices",
            Kind::Disks => "triangulated disks on n vertices",
            Kind::TwoLevel => "two-level posets on n bottoms whose tops are above different sets of bottoms",
            Kind::Posets => "posets on n elements",
            Kind::Complexes => "simplicial complexes on exactly n vertices",
        }
    }

    /// What the size counts.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Kind::TwoLevel => "bottoms",
            Kind::Posets => "elements",
            _ => "vertices",
        }
    }

    /// The largest size that is listed: about two thousand million members at most.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Kind::Graphs => 11,
            Kind::Trees => 27,
            Kind::Pseudotrees => 24,
            Kind::Spheres => triangulation::MOST,
            Kind::Disks => triangulation::MOST - 2,
            Kind::TwoLevel => 5,
            Kind::Posets => 12,
            Kind::Complexes => 7,
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
            Kind::Graphs => Box::new(graphs(size)),
            Kind::Trees => Box::new(trees(size)),
            Kind::Pseudotrees => Box::new(pseudotrees(size)),
            Kind::Spheres => Box::new(spheres(size)),
            Kind::Disks => Box::new(disks(size)),
            Kind::TwoLevel => Box::new(two_level(size)),
            Kind::Posets => Box::new(posets(size)),
            Kind::Complexes => Box::new(complexes(size)),
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

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::TwoLevel => "two-level posets",
            kind => kind.name(),
        })
    }
}
