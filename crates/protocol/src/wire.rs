//! A conversation by lines, with a deadline on everything.

use std::time::Instant;

use crate::Fault;

/// Something lines can be sent to and received from.
pub trait Wire {
    /// Sends a line.
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault>;

    /// The next line, without its end. A line that has already come is given even past the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<String, Fault>;

    /// The last that was heard, for reports.
    fn last_output(&self) -> LastOutput {
        LastOutput::default()
    }
}

/// The last output of a program, at most 4 KiB of each stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastOutput {
    /// From its standard output.
    pub stdout: String,
    /// From its standard error.
    pub stderr: String,
}

/// How much is read in search of one answer.
const LONGEST_ANSWER: usize = 8 << 20;

/// Waits for one answer: ends at the deadline even if other lines keep coming.
pub(crate) struct Patience<'a> {
    request: &'a str,
    since: Instant,
    deadline: Instant,
    n_bytes: usize,
}

impl<'a> Patience<'a> {
    pub(crate) fn new(request: &'a str, deadline: Instant) -> Self {
        Self { request, since: Instant::now(), deadline, n_bytes: 0 }
    }

    /// The next line; past the deadline only the first one that had already come.
    pub(crate) fn line(&mut self, wire: &mut impl Wire) -> Result<String, Fault> {
        let request = || crate::fault::clip(self.request);
        if self.n_bytes > 0 && Instant::now() >= self.deadline {
            let after = self.deadline.saturating_duration_since(self.since);
            return Err(Fault::Timeout { request: request(), after });
        }
        if self.n_bytes > LONGEST_ANSWER {
            return Err(Fault::Flood { request: request(), limit: LONGEST_ANSWER });
        }
        let line = wire.receive(self.deadline)?;
        self.n_bytes += line.len() + 1;
        Ok(line)
    }
}
