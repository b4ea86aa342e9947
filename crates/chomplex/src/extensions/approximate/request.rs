//! The request: which confidence, error and time are wanted.

use std::time::Duration;

/// The precision that is asked for.
///
/// ```
/// use chomplex::extensions::approximate::Request;
/// let request = Request::new(0.99, 1).unwrap().with_error(0.05).unwrap();
/// assert!(request.with_error(0.0).is_err());
/// assert!(Request::new(1.0, 1).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Request {
    pub(super) error: Option<f64>,
    pub(super) time: Option<Duration>,
    pub(super) confidence: f64,
    pub(super) seed: u64,
}

/// An invalid request.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The confidence is out of range.
    #[error("the confidence must be at least 0.5 and below 1, such as 0.99, not {0}")]
    Confidence(f64),
    /// The relative error is out of range.
    #[error("the error must be above 0 and at most 1, such as 0.05 for five per cent, not {0}")]
    Error(f64),
}

impl Request {
    /// Asks for an interval that contains the true number with this confidence. The seed makes the
    /// result reproducible.
    ///
    /// # Errors
    /// If the confidence is not in [0.5, 1).
    pub fn new(confidence: f64, seed: u64) -> Result<Self, RequestError> {
        if (0.5..=1.0 - 1e-15).contains(&confidence) {
            Ok(Request { error: None, time: None, confidence, seed })
        } else {
            Err(RequestError::Confidence(confidence))
        }
    }

    /// Sets the maximum relative distance of the ends of the interval from the estimate.
    ///
    /// # Errors
    /// If it is not above 0 and at most 1.
    pub fn with_error(mut self, error: f64) -> Result<Self, RequestError> {
        if error > 0.0 && error <= 1.0 {
            self.error = Some(error);
            Ok(self)
        } else {
            Err(RequestError::Error(error))
        }
    }

    /// Sets a time limit. The result will be as precise as the time allows, or as precise as
    /// requested.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }
}
