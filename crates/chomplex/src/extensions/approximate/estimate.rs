//! What came out.

use dashu_int::UBig;

use super::magnitude::Magnitude;
use crate::budget::Stop;

/// How a number was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// It was counted.
    Exact,
    /// It was estimated by runs of the Tootsie Pop Algorithm on the order polytope.
    TootsiePop,
}

impl Method {
    /// Its name in output.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::TootsiePop => "tootsie-pop",
        }
    }
}

/// A number of linear extensions: an estimate, and an interval that holds the truth with the stated confidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: Magnitude,
    /// The lower end of the interval.
    pub lower: Magnitude,
    /// The upper end of the interval.
    pub upper: Magnitude,
    /// The number itself, if it could be counted after all; the interval is then just this.
    pub exact: Option<UBig>,
    /// With at least this probability the interval holds the truth.
    pub confidence: f64,
    /// How it was found.
    pub method: Method,
    /// The number of runs.
    pub runs: u64,
    /// The number of random points that were drawn in them.
    pub samples: u64,
    /// How many of these the runs have counted.
    pub events: u64,
    /// The number of blocks the hard parts were cut into.
    pub blocks: usize,
    /// Why there were fewer runs than planned. The interval is then one that holds the truth whatever made the runs end.
    pub stopped_by: Option<Stop>,
}

impl Estimate {
    pub(super) fn exact(count: UBig) -> Self {
        let value = Magnitude::of(&count);
        Estimate {
            value,
            lower: value,
            upper: value,
            exact: Some(count),
            confidence: 1.0,
            method: Method::Exact,
            runs: 0,
            samples: 0,
            events: 0,
            blocks: 0,
            stopped_by: None,
        }
    }

    /// How far the ends of the interval are from the best guess, relatively, at most.
    #[must_use]
    pub fn error(&self) -> f64 {
        let farther = (self.upper.ln() - self.value.ln()).max(self.value.ln() - self.lower.ln());
        farther.exp_m1()
    }
}
