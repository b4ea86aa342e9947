//! The exit codes.

use std::process::ExitCode;

use chomplex::Stop;

use crate::signals;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The question was answered, the certificate verified.
    Answered,
    /// An expectation failed, or a readable certificate is wrong.
    Wrong,
    /// The arguments or the input could not be understood.
    BadInput,
    /// A budget was spent before the answer was known.
    Stopped,
    /// The work was interrupted: 130 after Ctrl-C, 143 after a termination signal.
    Interrupted,
}

impl Exit {
    /// The exit code for the shell.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Wrong => 1,
            Exit::BadInput => 2,
            Exit::Stopped => 3,
            Exit::Interrupted => signals::exit_code(),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// The exit code for the limit that stopped the work, if one did.
impl From<Option<Stop>> for Exit {
    fn from(stop: Option<Stop>) -> Exit {
        match stop {
            None => Exit::Answered,
            Some(Stop::Interrupt) => Exit::Interrupted,
            Some(_) => Exit::Stopped,
        }
    }
}
