//! A game looked through: what every move was worth, where it went wrong, and what was better.

mod draw;
#[cfg(test)]
mod tests;

use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_workbench::games::{Frame as Board, Offer, Refused, Table};
use plywood_workbench::play::{Budget, Finding, Ply, Review, Session, Setup, Weighed, review};
use plywood_workbench::{Cancel, message};

use crate::news::Context;

/// Keys while a game is looked through: as the help shows them, and what it says.
pub(crate) const KEYS: [(&str, &str); 7] = [
    ("← →", "review-key-step"),
    ("↑ ↓", "review-key-mistake"),
    ("Home End", "review-key-ends"),
    ("b", "review-key-better"),
    ("Enter", "review-key-play"),
    ("?  F1", "review-key-help"),
    ("Esc  q", "review-key-leave"),
];

/// What the thread that weighs moves has to say.
enum Heard {
    /// So many plies are done.
    Progress(usize),
    Done(Box<Result<Review, Refused>>),
}

/// How far the review is.
enum Work {
    UnderWay { events: Receiver<Heard>, cancel: Cancel, n_done: usize },
    Done(Review),
    Failed(Refused),
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Self::UnderWay { cancel, .. } = self {
            cancel.raise();
        }
    }
}

/// What a key led to.
pub(crate) enum Outcome {
    Stay,
    Back,
    /// A game that goes on from the position shown.
    PlayFrom(Box<Setup>),
}

/// A game looked through.
pub(crate) struct ReviewScreen {
    game: &'static Offer,
    setup: Setup,
    start: String,
    plies: Vec<Ply>,
    /// The moves in a few letters.
    shorts: Vec<String>,
    /// The game before each ply, and after the last.
    tables: Vec<Box<dyn Table>>,
    board: Board,
    /// How many plies the position shown is away from the start.
    at: usize,
    /// Whether the better move is shown in the position before.
    shows_better: bool,
    work: Work,
}

impl ReviewScreen {
    /// Begins to look a game through; the last position is shown first.
    pub(crate) fn new(session: &Session, context: &Context) -> Self {
        let mut table = session.table().fork();
        let mut tables = vec![table.fork()];
        while table.take_back() {
            tables.push(table.fork());
        }
        tables.reverse();
        let plies = session.plies().to_vec();
        let shorts = plies.iter().zip(&tables).map(|(ply, table)| short(&**table, &ply.step));
        Self {
            game: session.game(),
            setup: session.setup().clone(),
            start: session.start().to_owned(),
            shorts: shorts.collect(),
            board: session.table().frame(),
            at: plies.len(),
            shows_better: false,
            work: begin(&*tables[0], &plies, context),
            plies,
            tables,
        }
    }

    /// Hears what the review has to say.
    pub(crate) fn advance(&mut self) {
        loop {
            let Work::UnderWay { events, n_done, .. } = &mut self.work else { return };
            let done = match events.try_recv() {
                Ok(Heard::Progress(n)) => {
                    *n_done = n;
                    continue;
                }
                Ok(Heard::Done(done)) => *done,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    Err(message!("search-failed", "the search failed").into())
                }
            };
            self.work = match done {
                Ok(review) => Work::Done(review),
                Err(refused) => Work::Failed(refused),
            };
        }
    }

    fn weighed(&self, ply: usize) -> Option<&Weighed> {
        match &self.work {
            Work::Done(review) => review.plies.get(ply),
            _ => None,
        }
    }

    /// What is to be said of the move that led here.
    fn here(&self) -> Option<&Weighed> {
        self.weighed(self.at.checked_sub(1)?)
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Outcome {
        let n = self.plies.len();
        match key.code {
            KeyCode::Left | KeyCode::Char('[') => self.go(self.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char(']') => self.go((self.at + 1).min(n)),
            KeyCode::Home | KeyCode::Char('{') => self.go(0),
            KeyCode::End | KeyCode::Char('}') => self.go(n),
            KeyCode::Down | KeyCode::Char(')') => {
                let next = (self.at + 1..=n).find(|&at| self.is_marked(at));
                self.go(next.unwrap_or(self.at));
            }
            KeyCode::Up | KeyCode::Char('(') => {
                let before = (1..self.at).rev().find(|&at| self.is_marked(at));
                self.go(before.unwrap_or(self.at));
            }
            KeyCode::Char('b' | 'B') => self.shows_better = !self.shows_better,
            KeyCode::Enter => return Outcome::PlayFrom(Box::new(self.setup_here())),
            KeyCode::Esc | KeyCode::Char('q' | 'Q') | KeyCode::Backspace => return Outcome::Back,
            _ => {}
        }
        Outcome::Stay
    }

    fn go(&mut self, at: usize) {
        self.at = at;
        self.shows_better = false;
    }

    fn is_marked(&self, at: usize) -> bool {
        self.weighed(at - 1).is_some_and(|weighed| mark(weighed.kind).is_some())
    }

    /// The same players and rules, from the position shown on.
    fn setup_here(&self) -> Setup {
        let moves = self.plies[..self.at].iter().filter(|ply| !ply.is_pass());
        let moves: Vec<&str> = moves.map(|ply| ply.step.as_str()).collect();
        let position = format!("{} moves {}", self.start, moves.join(" "));
        Setup { position: Some(position), ..self.setup.clone() }
    }
}

/// Weighs the moves in a thread of its own.
fn begin(start: &dyn Table, plies: &[Ply], context: &Context) -> Work {
    let (sender, events) = channel();
    let cancel = Cancel::default();
    let (start, flag, wake) = (start.fork(), cancel.clone(), context.waker());
    let moves: Vec<String> = plies.iter().map(|ply| ply.step.clone()).collect();
    std::thread::spawn(move || {
        let send = |heard| {
            // Nobody listens any more: the review is about to be cancelled too.
            let _ = sender.send(heard);
            wake();
        };
        let mut progress = |n| send(Heard::Progress(n));
        let done = review(&*start, &moves, &Budget::default(), &flag, &mut progress);
        send(Heard::Done(Box::new(done)));
    });
    Work::UnderWay { events, cancel, n_done: 0 }
}

/// A move at a table in a few letters.
fn short(table: &dyn Table, step: &str) -> String {
    let choices = table.choices();
    let known = choices.into_iter().find(|choice| choice.step == step);
    known.map_or_else(|| step.to_owned(), |choice| choice.short)
}

/// What a finding is marked with, if with anything.
fn mark(kind: Finding) -> Option<&'static str> {
    match kind {
        Finding::Mistake => Some("?"),
        Finding::Result => Some("??"),
        Finding::Slower | Finding::Sooner => Some("?!"),
        Finding::Good | Finding::Forced | Finding::Unknown => None,
    }
}
