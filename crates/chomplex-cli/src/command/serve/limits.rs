//! How much a request may ask for. Whoever needs more has the command line.

use std::time::Duration;

/// The longest body, in bytes.
pub(crate) const BODY: usize = 1 << 20;
/// The time in which a request has to arrive.
pub(crate) const ARRIVAL: Duration = Duration::from_secs(10);
/// The time without a request after which a connection is closed; also for the head of a request.
pub(crate) const IDLE: Duration = Duration::from_secs(30);
/// The largest position, in elements.
pub(crate) const ELEMENTS: usize = 1024;
/// The most that is computed for one request, unless `--time` says otherwise.
pub(crate) const TIME: Duration = Duration::from_secs(60);
/// The largest certificate, in bytes.
pub(crate) const CERTIFICATE: usize = 64 << 20;
/// A PNG has at most about so many pixels.
pub(crate) const PIXELS: f64 = 4e6;
/// The most connections at a time; many systems allow a process 1024 open files.
pub(crate) const CONNECTIONS: usize = 768;

/// A solve gets this long in the quick lane, which is enough for nearly everything.
pub(crate) const SLICE: Duration = Duration::from_millis(300);
/// So many may wait for an errand, and so long.
pub(crate) const ERRANDS: (usize, Duration) = (CONNECTIONS, Duration::from_secs(20));
/// So many may wait in the quick lane, and so long.
pub(crate) const QUICK: (usize, Duration) = (CONNECTIONS, Duration::from_secs(20));
/// So many may wait in the heavy lane, and so long.
pub(crate) const HEAVY: (usize, Duration) = (64, Duration::from_secs(120));
/// At most so many games are remembered in the quick lane.
pub(crate) const GAMES: usize = 32;
/// A game is worth remembering with this much memory.
pub(crate) const LEAST_FOR_A_GAME: u64 = 2 << 20;

/// Boards with more elements are laid out one at a time.
pub(crate) const LARGE_BOARD: usize = 200;
/// So many may wait for that, and so long.
pub(crate) const DRAWING: (usize, Duration) = (16, Duration::from_secs(30));
/// So many boards are remembered.
pub(crate) const BOARDS: usize = 64;

/// So often a stream tells how far the work has come.
pub(crate) const BETWEEN_PROGRESS: Duration = Duration::from_millis(500);
/// So long answers that are under way may take when the server ends.
pub(crate) const FAREWELL: Duration = Duration::from_secs(2);
