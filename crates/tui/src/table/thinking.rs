//! The engine at the table: starts when it is its turn, waits while paused, and never blocks the screen.

use plywood_workbench::{Limits, message};
use std::fmt::Display;
use std::sync::mpsc::TryRecvError;
use std::time::{Duration, Instant};

use plywood_workbench::engines::{Findings, Thought};
use plywood_workbench::games::Refused;
use plywood_workbench::play::{ThinkEvent, Thinking};
use plywood_workbench::units::show_count;

use super::TableScreen;
use crate::news::Context;
use crate::theme::Role;

/// How long a move stays on the screen when engines play each other, slowest first.
pub(super) const PACES: [u64; 6] = [5000, 2000, 1000, 500, 200, 0];

/// How long a move stays on the screen while a person can only pass; Enter goes on at once.
const SKIPPED: u64 = 1500;

/// How many moves an analysis shows, and how long it looks for them.
const N_BEST: usize = 4;
const ANALYSIS: Duration = Duration::from_secs(10);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Hint,
    Analysis,
}

/// What a search came to, for the table and for people.
struct Heard {
    findings: Findings,
    thought: Thought,
}

/// A move found, waiting to be shown.
struct Found {
    findings: Findings,
    elapsed: Duration,
    due: Instant,
}

/// The engine at work, if any, and what it said last.
pub(super) struct Engine {
    search: Option<(Purpose, Thinking, Instant)>,
    found: Option<Found>,
    /// The latest thought, and whether it is about the present position rather than the last one.
    pub(super) thought: Option<Thought>,
    pub(super) is_past: bool,
    /// Whether engines wait for a key before they move.
    pub(super) is_paused: bool,
    /// Whether one move is to be made though engines wait.
    pub(super) is_stepping: bool,
    /// An index into [`PACES`].
    pub(super) pace: usize,
}

impl Engine {
    pub(super) fn new(is_paused: bool) -> Self {
        Self {
            search: None,
            found: None,
            thought: None,
            is_past: false,
            is_paused,
            is_stepping: false,
            pace: 3,
        }
    }

    /// Ends whatever search is under way; what it found is forgotten.
    pub(super) fn stop(&mut self) {
        self.search = None;
        self.found = None;
        self.thought = None;
        self.is_stepping = false;
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|(purpose, ..)| *purpose == Purpose::Move)
    }

    pub(super) fn is_advising(&self) -> bool {
        self.search.as_ref().is_some_and(|(purpose, ..)| *purpose != Purpose::Move)
    }

    /// Asks for the best move known so far.
    pub(super) fn move_now(&mut self, now: Instant) {
        if let Some((_, thinking, _)) = &self.search {
            thinking.move_now();
        }
        if let Some(found) = &mut self.found {
            found.due = now;
        }
    }

    /// When the move found is to be shown.
    pub(super) fn due(&self) -> Option<Instant> {
        let waits = self.is_paused && !self.is_stepping;
        self.found.as_ref().filter(|_| !waits).map(|found| found.due)
    }

    /// Hears what the search has to say; the last word is returned.
    fn hear(&mut self, now: Instant) -> Option<(Purpose, Duration, Result<Heard, Refused>)> {
        loop {
            let (purpose, thinking, began) = self.search.as_ref()?;
            let done = match thinking.events().try_recv() {
                Ok(ThinkEvent::Progress(found)) => {
                    self.thought = Some(thinking.table().thought(&found));
                    self.is_past = false;
                    continue;
                }
                Ok(ThinkEvent::Done(done)) => *done,
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    Err(message!("search-failed", "the search failed").into())
                }
            };
            let done = done.map(|findings| {
                let thought = thinking.table().thought(&findings);
                Heard { findings, thought }
            });
            let heard = (*purpose, now.saturating_duration_since(*began), done);
            self.search = None;
            return Some(heard);
        }
    }
}

impl TableScreen {
    /// Goes on: hears the engine, plays what it found, and starts it when it is its turn.
    pub(crate) fn advance(&mut self, context: &Context) {
        match self.engine.hear(context.now) {
            None => {}
            Some((Purpose::Move, elapsed, Ok(Heard { findings, thought }))) => {
                let pace = match (self.is_watched(), self.was_skipped()) {
                    (true, _) => PACES[self.engine.pace],
                    (false, true) => SKIPPED,
                    (false, false) => 0,
                };
                let due = (self.turn_began + Duration::from_millis(pace)).max(context.now);
                // The screen hears of a move a little later than it was found.
                let own = Duration::try_from_secs_f64(thought.time_s).unwrap_or(elapsed);
                let is_timed = !own.is_zero() || thought.nodes == 0;
                let elapsed = if is_timed { own.min(elapsed) } else { elapsed };
                self.engine.thought = Some(thought);
                self.engine.is_past = false;
                self.engine.found = Some(Found { findings, elapsed, due });
            }
            Some((Purpose::Hint, _, Ok(heard))) => self.advise(heard.thought, context),
            Some((Purpose::Analysis, _, Ok(heard))) => {
                self.engine.thought = Some(heard.thought);
                self.engine.is_past = false;
            }
            Some((_, _, Err(reason))) => {
                self.engine.is_paused = true;
                let reason = context.said(reason.message());
                self.say(context.fill("table-engine-failed", &[("reason", &reason)]), Role::Bad);
            }
        }
        if self.engine.due().is_some_and(|due| due <= context.now)
            && let Some(found) = self.engine.found.take()
        {
            self.engine.is_stepping = false;
            match self.session.play_found(&found.findings, found.elapsed).map(<[_]>::len) {
                Ok(n_added) => {
                    self.engine.is_past = true;
                    self.played(n_added, context);
                }
                Err(reason) => self.refuse(&reason, context),
            }
        }
        self.start(context);
        self.analyse(context);
    }

    /// Shows the best moves from now on, or no longer.
    pub(super) fn toggle_analysis(&mut self, context: &Context) {
        self.shows_analysis = !self.shows_analysis;
        self.analysed = None;
        if !self.shows_analysis && self.engine.is_advising() {
            self.engine.stop();
        }
        self.analyse(context);
    }

    /// Looks for the best moves of a position that waits for a person, once.
    fn analyse(&mut self, context: &Context) {
        let here = self.session.table().key();
        let is_busy = self.engine.search.is_some() || self.engine.found.is_some();
        let waits = !self.engine_is_to_move() || self.engine.is_paused;
        if !self.shows_analysis || is_busy || !waits || self.analysed == Some(here) {
            return;
        }
        self.analysed = Some(here);
        if let Some(job) = self.session.hint() {
            let job = job.with_lines(N_BEST).with_limits(Limits::time(ANALYSIS));
            self.engine.thought = None;
            self.engine.search = Some((Purpose::Analysis, job.spawn(context.waker()), context.now));
        }
    }

    /// The best moves known of the position on the board, where they are to be shown.
    pub(super) fn best_moves(&self) -> Option<&Thought> {
        let thought = self.engine.thought.as_ref()?;
        (self.shows_analysis && !self.engine.is_past).then_some(thought)
    }

    fn start(&mut self, context: &Context) {
        let waits = self.engine.is_paused && !self.engine.is_stepping;
        let is_free = self.engine.search.is_none() && self.engine.found.is_none();
        if waits || !is_free || !self.engine_is_to_move() {
            return;
        }
        if let Some(job) = self.session.job() {
            self.engine.thought = None;
            self.turn_began = context.now;
            let thinking = job.spawn(context.waker());
            self.engine.search = Some((Purpose::Move, thinking, context.now));
        }
    }

    /// Asks the adviser; what they say appears when it is known.
    pub(super) fn ask_hint(&mut self, context: &Context) {
        if self.engine_is_to_move() {
            return self.say(context.text("table-not-your-turn"), Role::Bad);
        }
        self.engine.stop();
        if let Some(job) = self.session.hint() {
            let thinking = job.spawn(context.waker());
            self.engine.search = Some((Purpose::Hint, thinking, context.now));
            self.say(context.text("table-advising"), Role::Strong);
        }
    }

    fn advise(&mut self, thought: Thought, context: &Context) {
        let Some(best) = thought.best.clone() else { return };
        let nodes = show_count(thought.nodes);
        let step = self.in_words(&best, context);
        let holes: [(&str, &dyn Display); 3] =
            [("move", &step), ("depth", &thought.depth), ("nodes", &nodes)];
        self.say(context.fill("hint", &holes), Role::Good);
        self.pick.load(&best);
        self.hint = Some(best);
        self.engine.thought = Some(thought);
        self.engine.is_past = false;
    }

    /// A legal move as people say it.
    fn in_words(&self, step: &str, context: &Context) -> String {
        let mut table = self.session.table().fork();
        let told = table.play(step).ok().and_then(|()| table.last());
        told.map_or_else(|| step.to_owned(), |told| context.said(&told.words))
    }

    /// Stops or goes on; engines only.
    pub(super) fn toggle_pause(&mut self) {
        self.engine.is_paused = !self.engine.is_paused;
        self.engine.is_stepping = false;
        self.notice = None;
    }
}
