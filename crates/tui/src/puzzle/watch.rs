//! Watching a search: a place in what was written down, a pace, and the solution at the end.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::form::Task;
use super::recording::{Recording, Step};
use crate::news::Context;

/// Steps a second, slowest first; the last one is all there are.
pub(super) const PACES: [f64; 8] = [1.0, 2.0, 5.0, 20.0, 100.0, 1000.0, 10_000.0, 1e9];

/// Pieces a second when the solution is played back.
const SOLUTION_PACE: f64 = 2.0;

/// The screen follows no faster.
const FRAME: Duration = Duration::from_millis(40);

/// Keys while watching: as the help shows them, and what it says.
pub(crate) const KEYS: [(&str, &str); 9] = [
    ("Space", "watch-key-pause"),
    ("← →", "watch-key-step"),
    ("↑ ↓", "watch-key-expansion"),
    ("PgUp PgDn", "watch-key-page"),
    ("Home End", "watch-key-ends"),
    ("< >", "watch-key-pace"),
    ("s", "watch-key-solution"),
    ("l", "watch-key-lists"),
    ("Esc  q", "watch-key-leave"),
];

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Showing {
    Search,
    Solution,
}

/// A search being watched.
pub(crate) struct PuzzleScreen {
    pub(super) task: Task,
    pub(super) recording: Recording,
    pub(super) showing: Showing,
    /// The step shown, and how many pieces of the solution lie.
    pub(super) at: usize,
    pub(super) n_laid: usize,
    pub(super) is_playing: bool,
    pub(super) pace: usize,
    /// Whether the open and the closed list are shown.
    pub(super) shows_lists: bool,
    /// When playing last moved on, and the part of a step that was left.
    moved: Instant,
    rest: f64,
}

impl PuzzleScreen {
    pub(crate) fn new(task: Task, context: &Context) -> Self {
        let (instance, method) = (task.instance.clone(), task.method.clone());
        let recording = Recording::start(instance, method, task.depth, context.waker());
        Self {
            task,
            recording,
            showing: Showing::Search,
            at: 0,
            n_laid: 0,
            is_playing: true,
            pace: 3,
            shows_lists: false,
            moved: context.now,
            rest: 0.0,
        }
    }

    /// How many pieces the solution has, once it is known.
    pub(super) fn n_solution(&self) -> Option<usize> {
        let written = self.recording.written();
        let report = written.report.as_ref()?.as_ref().ok()?;
        report.path.as_ref().map(Vec::len)
    }

    fn n_steps(&self) -> usize {
        self.recording.written().steps.len()
    }

    pub(super) fn step(&self) -> Option<Step> {
        self.recording.written().steps.get(self.at).copied()
    }

    fn is_moving(&self) -> bool {
        self.is_playing
            && match self.showing {
                Showing::Search => self.at + 1 < self.n_steps(),
                Showing::Solution => self.n_solution().is_some_and(|n| self.n_laid < n),
            }
    }

    /// Moves on as far as the time that passed allows.
    pub(crate) fn advance(&mut self, context: &Context) {
        let passed = context.now.saturating_duration_since(self.moved).as_secs_f64();
        self.moved = context.now;
        if !self.is_moving() {
            self.rest = 0.0;
            return;
        }
        let pace = match self.showing {
            Showing::Search => PACES[self.pace],
            Showing::Solution => SOLUTION_PACE,
        };
        let due = self.rest + passed * pace;
        let n_whole = due.floor();
        self.rest = due - n_whole;
        match self.showing {
            Showing::Search => {
                let last = self.n_steps().saturating_sub(1);
                self.at = self.at.saturating_add(n_whole as usize).min(last);
            }
            Showing::Solution => {
                let n = self.n_solution().unwrap_or(0);
                self.n_laid = self.n_laid.saturating_add(n_whole as usize).min(n);
            }
        }
    }

    /// When to draw again though nothing happens.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        let pace = if self.showing == Showing::Search { PACES[self.pace] } else { SOLUTION_PACE };
        let next = Duration::from_secs_f64((1.0 - self.rest).max(0.0) / pace);
        self.is_moving().then(|| now + next.max(FRAME))
    }

    /// Answers a key; says whether the screen stays.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return false,
            KeyCode::Char(' ') => self.is_playing = !self.is_playing,
            KeyCode::Right | KeyCode::Char('.') => self.go(1),
            KeyCode::Left | KeyCode::Char(',') => self.go(-1),
            KeyCode::PageDown => self.go(100),
            KeyCode::PageUp => self.go(-100),
            KeyCode::Home => self.go(isize::MIN),
            KeyCode::End => self.go(isize::MAX),
            KeyCode::Down => self.seek(true),
            KeyCode::Up => self.seek(false),
            KeyCode::Char('>' | '+') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('<' | '-') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Char('s') => self.toggle_solution(),
            KeyCode::Char('l' | 'L') => self.shows_lists = !self.shows_lists,
            _ => {}
        }
        true
    }

    /// Pauses and moves by steps.
    fn go(&mut self, by: isize) {
        self.is_playing = false;
        match self.showing {
            Showing::Search => {
                let last = self.n_steps().saturating_sub(1);
                self.at = self.at.saturating_add_signed(by).min(last);
            }
            Showing::Solution => {
                let n = self.n_solution().unwrap_or(0);
                self.n_laid = self.n_laid.saturating_add_signed(by).min(n);
            }
        }
    }

    /// Pauses at the next or the previous node that is expanded.
    fn seek(&mut self, is_forward: bool) {
        self.is_playing = false;
        let written = self.recording.written();
        let is_expansion = |i: &usize| written.steps[*i].kind == "expand";
        let found = match is_forward {
            true => (self.at + 1..written.steps.len()).find(is_expansion),
            false => (0..self.at.min(written.steps.len())).rev().find(is_expansion),
        };
        drop(written);
        self.at = found.unwrap_or(self.at);
    }

    fn toggle_solution(&mut self) {
        self.showing = match (self.showing, self.n_solution()) {
            (Showing::Search, Some(_)) => {
                self.n_laid = 0;
                Showing::Solution
            }
            _ => Showing::Search,
        };
        self.is_playing = self.showing == Showing::Solution;
        self.rest = 0.0;
    }
}
