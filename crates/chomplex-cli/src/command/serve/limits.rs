//! Limits on requests. For larger tasks there is the command line.

use std::time::Duration;

/// Maximum size of a request body, in bytes.
pub(crate) const BODY: usize = 1 << 20;
/// Time limit for receiving a request.
pub(crate) const ARRIVAL: Duration = Duration::from_secs(10);
/// Idle time after which a connection is closed; also the time limit for the head of a request.
pub(crate) const IDLE: Duration = Duration::from_secs(30);
/// Default maximum computing time of a request; `--time` changes it.
pub(crate) const TIME: Duration = Duration::from_secs(60);
/// Approximate maximum number of pixels in a PNG.
pub(crate) const PIXELS: f64 = 4e6;
/// Maximum number of connections; many systems allow a process 1024 open files.
pub(crate) const CONNECTIONS: usize = 768;

/// Time for a solve in the quick lane, enough for nearly everything.
pub(crate) const SLICE: Duration = Duration::from_millis(300);
/// Queue length and waiting time for short tasks.
pub(crate) const ERRANDS: (usize, Duration) = (CONNECTIONS, Duration::from_secs(20));
/// Queue length and waiting time for the quick lane.
pub(crate) const QUICK: (usize, Duration) = (CONNECTIONS, Duration::from_secs(20));
/// Queue length and waiting time for the heavy lane.
pub(crate) const HEAVY: (usize, Duration) = (64, Duration::from_secs(120));
/// Maximum number of games remembered in the quick lane.
pub(crate) const GAMES: usize = 32;
/// Minimum memory per remembered game; with less, remembering does not pay.
pub(crate) const LEAST_FOR_A_GAME: u64 = 2 << 20;

/// Boards with more elements are laid out one at a time.
pub(crate) const LARGE_BOARD: usize = 200;
/// Queue length and waiting time for large boards.
pub(crate) const DRAWING: (usize, Duration) = (16, Duration::from_secs(30));
/// Number of boards remembered.
pub(crate) const BOARDS: usize = 64;

/// Interval between progress messages in a stream.
pub(crate) const BETWEEN_PROGRESS: Duration = Duration::from_millis(500);
/// Time for running answers to finish when the server shuts down.
pub(crate) const FAREWELL: Duration = Duration::from_secs(2);
