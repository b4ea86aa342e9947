//! Surveys: one row for each of many positions, and summaries of the rows.
//!
//! In: a stream of positions, or of items from which positions can be read. Out: rows in the order
//! of the stream, as soon as they are known. Several threads work on different rows and share their
//! results.
//!
//! - [`Family`]: the members of a family with parameters.
//! - [`Row`]: a row and its [columns](Column).
//! - [`survey()`]: computes the rows in order.
//! - [`Formula`]: a statement that every row should satisfy.
//! - [`Sequence`]: values that may repeat with a [`Period`].
//! - [`Summary`]: a histogram of the values.
//!
//! ```
//! use chomplex::Budget;
//! use chomplex::survey::{Family, Inquiry, survey};
//!
//! let wheels = Family::new("wheel(n)", &["n=3..8".parse()?])?;
//! let budget = Budget::default().with_threads(2);
//! let mut values = Vec::new();
//! survey(wheels.members(), |member| wheels.position(member).map(Some), &Inquiry::default(), &budget, |rows| {
//!     values.extend(rows.iter().filter_map(|row| row.grundy).map(|value| value.0));
//!     Ok(())
//! })?;
//! assert_eq!(values, [1; 6]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(hidden)]
pub mod expect;
#[doc(hidden)]
pub mod family;
#[doc(hidden)]
pub mod period;
#[doc(hidden)]
pub mod row;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod summary;

pub use self::expect::{Counterexample, Formula, FormulaError, Verdict};
pub use self::family::{Family, FamilyError, MemberError, Range, RangeError};
pub use self::period::{Period, Sequence};
pub use self::row::{Cell, Column, Content, Row, UnknownColumn};
pub use self::run::{Inquiry, Subject, survey};
pub use self::summary::Summary;
