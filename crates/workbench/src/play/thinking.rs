//! An engine searching for a session: in this thread, or in another with a channel, so that a screen never freezes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engines::{Findings, Thinker};
use crate::games::{Refused, Table};
use crate::{Cancel, Limits};

/// An engine that several jobs may share, one after the other; it keeps its table or tree.
pub(super) type SharedThinker = Arc<Mutex<Box<dyn Thinker>>>;

/// A position and the engine to search it. Nothing happens until it is run.
pub struct Job {
    pub(super) thinker: SharedThinker,
    pub(super) at: Arc<dyn Table>,
    pub(super) n_lines: usize,
    pub(super) limits: Limits,
}

impl Job {
    /// The table of the position, which also words the result.
    pub fn table(&self) -> &Arc<dyn Table> {
        &self.at
    }

    /// The same job with this many lines.
    pub fn with_lines(mut self, n_lines: usize) -> Self {
        self.n_lines = n_lines;
        self
    }

    /// The same job with other limits; the engine's own still hold.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Searches in this thread. Raising `cancel` makes it return the best it knows within milliseconds.
    pub fn run(
        self,
        cancel: &Cancel,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        let limits = Limits { cancel: cancel.clone(), ..self.limits };
        // A search that panicked leaves its table usable, so a poisoned lock does no harm.
        let mut thinker = self.thinker.lock().unwrap_or_else(PoisonError::into_inner);
        thinker.think(self.at.as_ref(), self.n_lines, &limits, watch)
    }

    /// Searches in a thread of its own and sends what it finds; `wake` is called after every message, for front
    /// ends that do not wait on the channel.
    pub fn spawn(self, wake: impl Fn() + Send + 'static) -> Thinking {
        let (sender, events) = channel();
        let cancel = Cancel::default();
        let flag = cancel.clone();
        let at = Arc::clone(&self.at);
        std::thread::spawn(move || {
            let send = |sender: &Sender<ThinkEvent>, event| {
                // The receiver is gone: the search is about to be cancelled too.
                let _ = sender.send(event);
                wake();
            };
            let mut watch =
                |found: &Findings| send(&sender, ThinkEvent::Progress(Box::new(found.clone())));
            let found = self.run(&flag, &mut watch);
            send(&sender, ThinkEvent::Done(Box::new(found)));
        });
        Thinking { events, cancel, at }
    }
}

/// The events of the channel: any number of `Progress`, then one `Done`.
#[derive(Debug)]
pub enum ThinkEvent {
    /// A finished pass.
    Progress(Box<Findings>),
    /// The result. If the channel closes without it, the search panicked.
    Done(Box<Result<Findings, Refused>>),
}

/// A search running in a thread of its own. Dropping it cancels the search without waiting.
pub struct Thinking {
    events: Receiver<ThinkEvent>,
    cancel: Cancel,
    at: Arc<dyn Table>,
}

impl Thinking {
    /// The table of the position, which also words the result.
    pub fn table(&self) -> &dyn Table {
        self.at.as_ref()
    }

    /// The channel: `try_recv` in a screen's loop, `recv` or `recv_timeout` elsewhere.
    pub fn events(&self) -> &Receiver<ThinkEvent> {
        &self.events
    }

    /// Asks for the best move known so far: `Done` follows within milliseconds.
    pub fn move_now(&self) {
        self.cancel.raise();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}
