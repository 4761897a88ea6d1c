//! Long answers as JSON lines: made in a thread of their own, called off when nobody reads them.

use std::convert::Infallible;
use std::ops::ControlFlow;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plywood_workbench::Cancel;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

use crate::queue::Permit;

/// Lines travel in packets of about so many bytes.
const PACKET: usize = 16 << 10;

/// Calls a search off when it is dropped: when the client goes away.
pub(super) struct Leash(pub(super) Cancel);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Where lines are written. A slow reader holds no search up: whoever writes keeps its answer small.
pub(super) struct Lines {
    send: UnboundedSender<String>,
    packet: String,
}

impl Lines {
    /// Writes a line, to be sent with others; enough when nobody reads.
    pub(super) fn write(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        let Ok(text) = serde_json::to_string(line) else { return ControlFlow::Break(()) };
        self.packet += &text;
        self.packet.push('\n');
        match self.packet.len() < PACKET {
            true => ControlFlow::Continue(()),
            false => self.flush(),
        }
    }

    /// Writes a line that shall be seen at once.
    pub(super) fn say(&mut self, line: &impl Serialize) -> ControlFlow<()> {
        self.write(line)?;
        self.flush()
    }

    fn flush(&mut self) -> ControlFlow<()> {
        let packet = std::mem::take(&mut self.packet);
        match packet.is_empty() || self.send.send(packet).is_ok() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Lets `work` write its lines while the permit is held. `cancel` is raised when the reader goes away.
pub(super) fn lines(
    permit: Permit,
    work: impl FnOnce(&mut Lines, &Cancel) + Send + 'static,
) -> Response {
    let (send, received) = unbounded_channel::<String>();
    let cancel = Cancel::default();
    let leash = Leash(cancel.clone());
    tokio::spawn(async move {
        let mut lines = Lines { send: send.clone(), packet: String::new() };
        let done = permit.run(move || {
            work(&mut lines, &cancel);
            let _ = lines.flush();
        });
        if let Err(broken) = done.await {
            // Nobody may be reading any more.
            let _ = send.send(json!({ "kind": "end", "error": broken.to_string() }).to_string());
        }
    });
    let packets = UnboundedReceiverStream::new(received).map(move |packet| {
        // The stream holds the leash: who drops the one lets go of the other.
        let _ = &leash;
        Ok::<_, Infallible>(packet)
    });
    ([(CONTENT_TYPE, "application/jsonl")], Body::from_stream(packets)).into_response()
}
