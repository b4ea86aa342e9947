//! The clock. WebAssembly has none, so the program around it lends one.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use self::lent::{Instant, lend};

#[cfg(target_family = "wasm")]
mod lent {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Lends a clock that never goes back. Without one, time stands still, and no time limit is
    /// ever reached.
    pub fn lend(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A point in time, as `std::time::Instant`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Now.
        #[must_use]
        pub fn now() -> Self {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// This much later, unless that is beyond all clocks.
        #[must_use]
        pub fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Instant)
        }

        /// The time since an earlier point, or zero.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
