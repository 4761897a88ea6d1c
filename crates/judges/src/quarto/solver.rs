//! The exact value of any position of quarto and quatro, and of every move in it.

use std::thread;

use plywood_contract::{Game, Limits, Stop};
use plywood_games::quarto::{Board, Placement, Position, Quarto, Quatro, Turn};

use super::shared::{Busy, Node, Thread};
use super::table::{Extent, Table};
use super::watch::{Halt, Watch};
use super::{key, state};

/// What a position is worth to the player to move, or a move to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Nobody does.
    Draw,
    /// The player wins.
    Win,
}

impl Value {
    /// −1, 0 or 1.
    pub const fn number(self) -> i32 {
        self as i32 - 1
    }

    /// The same for the opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// A proven value, and what the proof took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value for the player to move.
    pub value: Value,
    /// Boards looked at.
    pub nodes: u64,
}

/// Solves positions; remembers what it proved until [`Solver::clear`].
///
/// Time, nodes and the cancel flag of [`Limits`] are honoured; bytes are settled by the table's size,
/// and depth by the game. On one thread the same calls look at the same nodes.
///
/// A value says who wins, not how soon. A player who wants the shortest win, the longest defence or
/// the draw with most ways to go wrong can tell from [`Solver::quarto_moves`] of the positions after
/// each of the best moves: the table makes the second look cheap.
pub struct Solver {
    table: Table,
    n_threads: usize,
    /// Entries of the table that may be in use.
    used: usize,
}

impl Solver {
    /// A solver on one thread with a table of at most about this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_threads(bytes, 1)
    }

    /// A solver on so many threads that share the table.
    pub fn with_threads(bytes: usize, n_threads: usize) -> Self {
        Self { table: Table::new(bytes), n_threads: n_threads.max(1), used: 0 }
    }

    /// Forgets everything; costs as much as the largest problem since the last time needed.
    pub fn clear(&mut self) {
        self.table.clear(self.used);
        self.used = 0;
    }

    /// The value of a position of quarto.
    pub fn quarto(&mut self, position: &Position, limits: &Limits) -> Result<Verdict, Stop> {
        let quarto = Quarto { squares: position.board.squares() };
        if let Some(result) = quarto.result(position) {
            // The player who placed last is still to move.
            let value = if result == 0 { Value::Draw } else { Value::Win };
            return Ok(Verdict { value, nodes: 0 });
        }
        let goal = |win| Goal::Quarto(*position, win);
        self.value(&position.board, goal, limits)
    }

    /// The value of a position of quatro.
    pub fn quatro(&mut self, board: &Board, limits: &Limits) -> Result<Verdict, Stop> {
        let quatro = Quatro { squares: board.squares() };
        if let Some(result) = quatro.result(board) {
            let value = if result == 0 { Value::Draw } else { Value::Loss };
            return Ok(Verdict { value, nodes: 0 });
        }
        self.value(board, |win| Goal::Quatro(*board, win), limits)
    }

    /// The value of every turn of quarto, in the order of [`Game::moves`].
    pub fn quarto_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<(Turn, Value)>, Stop> {
        let quarto = Quarto { squares: position.board.squares() };
        self.moves(&quarto, position, limits, |solver, next, limits| {
            // Without a piece in hand the game is over, and whoever placed last is to move.
            let verdict = solver.quarto(next, limits)?;
            Ok(match next.hand {
                None => (verdict.value, verdict.nodes),
                Some(_) => (verdict.value.other(), verdict.nodes),
            })
        })
    }

    /// The value of every placement of quatro, in the order of [`Game::moves`].
    pub fn quatro_moves(
        &mut self,
        board: &Board,
        limits: &Limits,
    ) -> Result<Vec<(Placement, Value)>, Stop> {
        let quatro = Quatro { squares: board.squares() };
        self.moves(&quatro, board, limits, |solver, next, limits| {
            let verdict = solver.quatro(next, limits)?;
            Ok((verdict.value.other(), verdict.nodes))
        })
    }

    /// Each move's value; the limits hold for all of them together.
    fn moves<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        value: impl Fn(&mut Self, &G::Position, &Limits) -> Result<(Value, u64), Stop>,
    ) -> Result<Vec<(G::Move, Value)>, Stop> {
        let start = std::time::Instant::now();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut limits_left = limits.clone();
        let mut values = Vec::with_capacity(moves.len());
        for step in moves {
            limits_left.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let mut next = position.clone();
            game.play(&mut next, step);
            let (value, nodes) = value(self, &next, &limits_left)?;
            limits_left.nodes = limits_left.nodes.map(|most| most.saturating_sub(nodes));
            values.push((step, value));
        }
        Ok(values)
    }

    fn value(
        &mut self,
        board: &Board,
        goal: impl Fn(bool) -> Goal + Sync,
        limits: &Limits,
    ) -> Result<Verdict, Stop> {
        let hands_over = matches!(goal(true), Goal::Quarto(..));
        let extent = self.table.extent(log2_buckets(16 - board.placed(), hands_over));
        self.used = self.used.max(extent.entries());
        let watch = Watch::new(limits);
        let value = if board.squares() {
            let parts = (&*state::WITH_SQUARES, &*key::WITH_SQUARES);
            self.race(parts, extent, &watch, goal)
        } else {
            let parts = (&*state::LINES_ONLY, &*key::LINES_ONLY);
            self.race(parts, extent, &watch, goal)
        };
        value.map(|value| Verdict { value, nodes: watch.nodes() })
    }

    /// Lets all threads look for the answer; the first to have it ends the others.
    fn race<const F: usize>(
        &self,
        parts: (&'static state::Rules<F>, &'static key::Namer),
        extent: Extent,
        watch: &Watch<'_>,
        goal: impl Fn(bool) -> Goal + Sync,
    ) -> Result<Value, Stop> {
        let busy = Busy::new(self.n_threads);
        let run = || -> Result<Value, Halt> {
            let hands_over = matches!(goal(true), Goal::Quarto(..));
            let mut thread = Thread::new(parts, (&self.table, extent, &busy), watch, hands_over);
            thread.counter.report()?;
            let value = thread.value(&goal);
            if value.is_ok() {
                watch.finish();
            }
            // The nodes count whatever the limits say now.
            let _ = thread.counter.report();
            value
        };
        let results: Vec<_> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.n_threads).map(|_| scope.spawn(run)).collect();
            let first = run();
            let others = helpers.into_iter().map(|helper| helper.join().expect("no panic"));
            std::iter::once(first).chain(others).collect()
        });
        let value = results.iter().find_map(|result| result.ok());
        let stop = results.iter().find_map(|result| result.err().flatten());
        value.ok_or(stop.unwrap_or(Stop::Cancelled))
    }
}

/// A question about a position: does the player to move win, or at least not lose?
#[derive(Clone, Copy)]
enum Goal {
    Quarto(Position, bool),
    Quatro(Board, bool),
}

impl<const F: usize> Thread<'_, F> {
    fn value(&mut self, goal: &impl Fn(bool) -> Goal) -> Result<Value, Halt> {
        if self.reaches(goal(true))? {
            return Ok(Value::Win);
        }
        Ok(if self.reaches(goal(false))? { Value::Draw } else { Value::Loss })
    }

    fn reaches(&mut self, goal: Goal) -> Result<bool, Halt> {
        match goal {
            Goal::Quarto(Position { board, hand: Some(piece) }, win) => {
                let node: Node<F> = self.node(&board);
                self.placer(&node, u32::from(piece.code()), win)
            }
            Goal::Quarto(Position { board, hand: None }, win) => {
                let node = self.node(&board);
                self.giver(&node, win)
            }
            Goal::Quatro(board, win) => {
                let node = self.node(&board);
                self.taker(&node, win)
            }
        }
    }
}

/// How much of the table a problem with so many pieces left uses: enough for the boards that a search
/// of that size stores, so that clearing costs little beside it.
fn log2_buckets(n_left: u32, hands_over: bool) -> u32 {
    match hands_over {
        true => 3 * n_left.saturating_sub(super::hand_over::TABLED) + 4,
        false => 2 * n_left.saturating_sub(super::take::TABLED) + 5,
    }
}
