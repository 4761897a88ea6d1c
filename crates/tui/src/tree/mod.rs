//! A search for two players watched on its tree: windows, values and cuts of alpha–beta, games of Monte Carlo.

mod draw;
mod grow;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Kind, PlayStep};
use plywood_workbench::games::{Refused, Table};

use crate::menu::moved;
use crate::news::Context;

/// Keys while a tree is watched: as the help shows them, and what it says.
pub(crate) const KEYS: [(&str, &str); 8] = [
    ("Space", "watch-key-pause"),
    ("← →", "watch-key-step"),
    ("↑ ↓", "tree-key-cut"),
    ("Home End", "watch-key-ends"),
    ("< >", "watch-key-pace"),
    ("Tab", "tree-key-search"),
    ("+ -", "tree-key-depth"),
    ("Esc  q", "tree-key-leave"),
];

/// The searches that can be watched.
const SEARCHES: [Kind; 4] = [Kind::AlphaBeta, Kind::Minimax, Kind::Pvs, Kind::Mcts];

/// No more steps are written down, and no search is written down for longer.
const MOST_STEPS: usize = 20_000;
const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_DEPTH: u32 = 5;
const GAMES: u64 = 500;

/// Steps a second, slowest first.
const PACES: [f64; 6] = [0.5, 1.0, 2.0, 5.0, 20.0, 100.0];
const FRAME: Duration = Duration::from_millis(40);

/// A search watched on its tree.
pub(crate) struct TreeScreen {
    table: Box<dyn Table>,
    search: usize,
    depth: u32,
    steps: Vec<PlayStep>,
    /// Whether the search came to its end.
    is_whole: bool,
    refused: Option<Refused>,
    at: usize,
    is_playing: bool,
    pace: usize,
    moved: Instant,
    rest: f64,
}

impl TreeScreen {
    /// Begins with alpha–beta, two plies deep, from the position at a table.
    pub(crate) fn new(table: &dyn Table, context: &Context) -> Self {
        let mut screen = Self {
            table: table.fork(),
            search: 0,
            depth: 2,
            steps: Vec::new(),
            is_whole: false,
            refused: None,
            at: 0,
            is_playing: true,
            pace: 2,
            moved: context.now,
            rest: 0.0,
        };
        screen.search();
        screen
    }

    fn kind(&self) -> Kind {
        SEARCHES[self.search]
    }

    /// Runs the search and writes its steps down.
    fn search(&mut self) {
        let mut steps = Vec::new();
        let engine = Engine::new(self.kind());
        let limits = match self.kind() {
            Kind::Mcts => Limits { nodes: Some(GAMES), ..Limits::time(MOST_TIME) },
            _ => Limits { depth: Some(self.depth), ..Limits::time(MOST_TIME) },
        };
        let done = self.table.trace(&engine, &limits, &mut |step| {
            steps.push(step);
            match steps.len() < MOST_STEPS {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        (self.is_whole, self.refused) = match done {
            Ok(is_whole) => (is_whole, None),
            Err(refused) => (false, Some(refused)),
        };
        self.steps = steps;
        (self.at, self.rest) = (0, 0.0);
    }

    fn is_moving(&self) -> bool {
        self.is_playing && self.at + 1 < self.steps.len()
    }

    /// Moves on as far as the time that passed allows.
    pub(crate) fn advance(&mut self, context: &Context) {
        let passed = context.now.saturating_duration_since(self.moved).as_secs_f64();
        self.moved = context.now;
        if !self.is_moving() {
            self.rest = 0.0;
            return;
        }
        let due = self.rest + passed * PACES[self.pace];
        self.rest = due.fract();
        self.at = (self.at + due as usize).min(self.steps.len() - 1);
    }

    /// When to draw again though nothing happens.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let next = Duration::from_secs_f64((1.0 - self.rest).max(0.0) / PACES[self.pace]);
        self.is_moving().then(|| now + next.max(FRAME))
    }

    fn go(&mut self, at: usize) {
        self.is_playing = false;
        self.at = at.min(self.steps.len().saturating_sub(1));
    }

    /// Goes to the next or the previous cut, or ten games on.
    fn seek(&mut self, is_forward: bool) {
        if self.kind() == Kind::Mcts {
            let at = if is_forward { self.at + 10 } else { self.at.saturating_sub(10) };
            return self.go(at);
        }
        let is_cut =
            |i: &usize| matches!(self.steps[*i], PlayStep::Cut { skipped, .. } if skipped > 0);
        let found = match is_forward {
            true => (self.at + 1..self.steps.len()).find(is_cut),
            false => (0..self.at.min(self.steps.len())).rev().find(is_cut),
        };
        self.go(found.unwrap_or(self.at));
    }

    fn deepen(&mut self, by: i32) {
        let depth = self.depth.saturating_add_signed(by).clamp(1, MOST_DEPTH);
        if depth != self.depth && self.kind() != Kind::Mcts {
            self.depth = depth;
            self.search();
        }
    }

    /// Answers a key; says whether the screen stays.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return false,
            KeyCode::Char(' ') => self.is_playing = !self.is_playing,
            KeyCode::Right | KeyCode::Char(']' | '.') => self.go(self.at + 1),
            KeyCode::Left | KeyCode::Char('[' | ',') => self.go(self.at.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char(')') => self.seek(true),
            KeyCode::Up | KeyCode::Char('(') => self.seek(false),
            KeyCode::PageDown => self.go(self.at + 100),
            KeyCode::PageUp => self.go(self.at.saturating_sub(100)),
            KeyCode::Home | KeyCode::Char('{') => self.go(0),
            KeyCode::End | KeyCode::Char('}') => self.go(usize::MAX),
            KeyCode::Char('>') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('<') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Char('+' | '=') => self.deepen(1),
            KeyCode::Char('-') => self.deepen(-1),
            KeyCode::Tab | KeyCode::BackTab => {
                let by = if key.code == KeyCode::Tab { 1 } else { -1 };
                self.search = moved(self.search, by, SEARCHES.len());
                self.search();
            }
            _ => {}
        }
        true
    }
}
