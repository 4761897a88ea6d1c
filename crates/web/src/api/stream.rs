//! Long answers as JSON lines, written a turn at a time.

use std::ops::ControlFlow;

use plywood_workbench::Cancel;
use serde::Serialize;

/// Lines travel in packets of about so many bytes.
const PACKET: usize = 16 << 10;

/// Takes a packet; enough when nobody reads.
type Send = Box<dyn FnMut(String) -> ControlFlow<()> + std::marker::Send>;

/// Where lines are written. A slow reader holds no search up: what it does not read is bounded, and then
/// the search is called off.
pub(crate) struct Lines {
    send: Send,
    packet: String,
}

impl Lines {
    pub(crate) fn new(send: Send) -> Self {
        Self { send, packet: String::new() }
    }

    /// Writes a line, to be sent with others; enough when nobody reads.
    pub(crate) fn write(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        let Ok(text) = serde_json::to_string(line) else { return ControlFlow::Break(()) };
        self.packet += &text;
        self.packet.push('\n');
        match self.packet.len() < PACKET {
            true => ControlFlow::Continue(()),
            false => self.flush(),
        }
    }

    /// Writes a line that shall be seen at once.
    pub(crate) fn say(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        self.write(line)?;
        self.flush()
    }

    pub(crate) fn flush(&mut self) -> ControlFlow<()> {
        match std::mem::take(&mut self.packet) {
            packet if packet.is_empty() => ControlFlow::Continue(()),
            packet => (self.send)(packet),
        }
    }
}

/// The time a search has among the others.
pub(crate) struct Turn<'a> {
    /// Raised when the reader goes away.
    pub(crate) cancel: &'a Cancel,
    /// Whether it has run for a while and others wait.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slice {
    /// All is written.
    Done,
    /// There is more to do: others go first.
    More,
}
