//! The result of an approximation.

use dashu_int::UBig;

use super::magnitude::Magnitude;
use crate::budget::Stop;

/// How a number was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// By exact counting.
    Exact,
    /// By runs of the Tootsie Pop Algorithm on the order polytope.
    TootsiePop,
}

impl Method {
    /// The name used in output.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::TootsiePop => "tootsie-pop",
        }
    }
}

/// An estimated number of linear extensions, with an interval that contains the true number with
/// the stated confidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The point estimate.
    pub value: Magnitude,
    /// The lower end of the interval.
    pub lower: Magnitude,
    /// The upper end of the interval.
    pub upper: Magnitude,
    /// The exact number, if it could be counted after all; the interval is then this single number.
    pub exact: Option<UBig>,
    /// The interval contains the true number with at least this probability.
    pub confidence: f64,
    /// How it was found.
    pub method: Method,
    /// The number of runs.
    pub runs: u64,
    /// The number of random points drawn in the runs.
    pub samples: u64,
    /// The number of points that the runs counted.
    pub events: u64,
    /// The number of blocks that the hard parts were cut into.
    pub blocks: usize,
    /// Why there were fewer runs than planned. The interval is then one that is valid whatever
    /// ended the runs.
    pub stopped_by: Option<Stop>,
}

impl Estimate {
    pub(super) fn exact(count: UBig) -> Self {
        let value = Magnitude::from_integer(&count);
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

    /// The maximum relative distance of the ends of the interval from the point estimate.
    #[must_use]
    pub fn error(&self) -> f64 {
        let farther = (self.upper.ln() - self.value.ln()).max(self.value.ln() - self.lower.ln());
        farther.exp_m1()
    }
}
