//! Faults of another program, in sentences.

use std::time::Duration;

use crate::SplitError;

/// A fault. The program's last output is in [`crate::Bot::last_output`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The program could not be started.
    #[error("`{command}` could not be started: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// The reason.
        reason: StartError,
    },
    /// No answer in time.
    #[error("no answer to `{request}` within {}", show(*.after))]
    Timeout {
        /// The request.
        request: String,
        /// The time limit.
        after: Duration,
    },
    /// It no longer reads its input.
    #[error("it does not read its input: `{request}` could not be sent within {}", show(*.after))]
    Deaf {
        /// What was to be sent.
        request: String,
        /// The time limit.
        after: Duration,
    },
    /// It ended without being asked to.
    #[error("it ended without being asked to ({status}) when `{request}` was sent")]
    Crash {
        /// The exit code or signal.
        status: String,
        /// The last request.
        request: String,
    },
    /// It exceeded a resource limit.
    #[error("it took more than it may: {what}, {limit}")]
    Overdrawn {
        /// The resource.
        what: Drain,
        /// The limit, in the unit of the resource.
        limit: u64,
    },
    /// It runs but closed its output.
    #[error("it closed its output when `{request}` was sent, and still runs")]
    Closed {
        /// The last request.
        request: String,
    },
    /// A line without end.
    #[error("it wrote a line of more than {limit} bytes in answer to `{request}`")]
    TooLong {
        /// The last request.
        request: String,
        /// The longest line that is read.
        limit: usize,
    },
    /// Output without end.
    #[error("it wrote more than {limit} bytes without answering `{request}`")]
    Flood {
        /// The request.
        request: String,
        /// The limit for one answer.
        limit: usize,
    },
    /// An answer that is invalid.
    #[error("it answered `{request}` with `{answer}`: expected {expected}")]
    Garbage {
        /// The request.
        request: String,
        /// The line that came.
        answer: String,
        /// The answer expected.
        expected: Expected,
    },
    /// It refused the request.
    #[error("it refused `{request}`: {reason}")]
    Refused {
        /// The request.
        request: String,
        /// Its own words.
        reason: String,
    },
}

/// A resource that a leash limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Drain {
    /// Memory, in bytes.
    #[error("bytes of memory")]
    Memory,
    /// Processes at once.
    #[error("processes")]
    Processes,
    /// Processor time, in seconds.
    #[error("seconds of processor time")]
    Cpu,
    /// The size of a file, in bytes.
    #[error("bytes of a file")]
    Files,
}

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The command line cannot be read.
    #[error("{0}")]
    Words(SplitError),
    /// The system refused: the kind of error, and its message.
    #[error("{1}")]
    System(std::io::ErrorKind, String),
    /// Its standard streams are missing.
    #[error("its streams could not be taken")]
    Streams,
}

/// The answer expected in place of an invalid one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Expected {
    /// An answer in GTP.
    #[error("a line that begins with `=` or `?`, and an empty line behind the answer")]
    GtpAnswer,
    /// A move in UGI.
    #[error("`bestmove` with a move behind it")]
    BestMove,
}

impl Fault {
    /// One word for records: `start`, `timeout`, `deaf`, `crash`, `overdrawn`, `closed`, `too-long`, `flood`,
    /// `garbage` or `refused`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Start { .. } => "start",
            Self::Timeout { .. } => "timeout",
            Self::Deaf { .. } => "deaf",
            Self::Crash { .. } => "crash",
            Self::Overdrawn { .. } => "overdrawn",
            Self::Closed { .. } => "closed",
            Self::TooLong { .. } => "too-long",
            Self::Flood { .. } => "flood",
            Self::Garbage { .. } => "garbage",
            Self::Refused { .. } => "refused",
        }
    }

    /// Whether the program can still be used after this.
    pub const fn is_survivable(&self) -> bool {
        matches!(self, Self::Garbage { .. } | Self::Refused { .. })
    }
}

fn show(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A text for a message: printable, and not longer than a line on the screen.
pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 200;
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut clipped: String = text.trim().chars().take(MOST).map(printable).collect();
    if text.trim().chars().nth(MOST).is_some() {
        clipped.push('…');
    }
    clipped
}
