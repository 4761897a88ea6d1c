//! The exact value of any position of quarto and quatro, and of every move in it.

use std::sync::LazyLock;
use std::thread;

use plywood_contract::{Counts, Game, Halt, Limits, Stop, Stopwatch, Watch};
use plywood_games::quarto::{Board, Placement, Position, Quarto, Quatro, Turn};

use super::opening::{self, Opening};
use super::shared::{Busy, Node, Thread};
use super::table::{Extent, TranspositionTable};
use super::{key, state};

/// With more pieces on the board a question is answered before threads have started.
const MOST_PLACED_FOR_THREADS: u32 = 7;

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

/// A proven value, and the cost of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value for the player to move.
    pub value: Value,
    /// Boards visited.
    pub nodes: u64,
}

/// Solves positions; keeps its table until [`Solver::clear`].
///
/// Time, nodes and the cancel flag of [`Limits`] are honoured; bytes are set by the table's size, and depth by
/// the game. On one thread the same calls visit the same nodes.
///
/// A value says who wins, not how soon: [`super::Adviser`] prefers the shortest win, the longest
/// defence and the draw with most ways to go wrong.
pub struct Solver {
    table: TranspositionTable,
    n_threads: usize,
    /// The table of values known beforehand.
    opening: Option<&'static Opening>,
    /// How many pieces are left in the problem whose part of the table all others share.
    shared_left: Option<u32>,
    /// Entries of the table that may be in use.
    used: usize,
    nodes: u64,
    counts: Counts,
}

impl Solver {
    /// A solver on one thread with a table of at most about this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_threads(bytes, 1)
    }

    /// A solver on this many threads that share the table.
    pub fn with_threads(bytes: usize, n_threads: usize) -> Self {
        Self {
            table: TranspositionTable::new(bytes),
            n_threads: n_threads.max(1),
            opening: None,
            shared_left: None,
            used: 0,
            nodes: 0,
            counts: Counts::default(),
        }
    }

    /// Builds the tables that all solvers share; else the first problem does.
    pub(super) fn prepare() {
        LazyLock::force(&state::LINES_ONLY);
        LazyLock::force(&key::LINES_ONLY);
        LazyLock::force(&state::WITH_SQUARES);
        LazyLock::force(&key::WITH_SQUARES);
    }

    /// Takes the values of early boards from this table instead of proving them.
    pub fn with_opening(mut self, opening: &'static Opening) -> Self {
        self.opening = Some(opening);
        self
    }

    /// Lets problems of all sizes share the part of the table that one with so many pieces left
    /// would use, so that what one proves helps the next. By itself each size has a part that is
    /// quick to clear.
    pub(super) fn share_table(&mut self, n_left: u32) {
        self.shared_left = Some(n_left);
    }

    /// Clears the table; takes as long as the largest problem since the last time needs.
    pub fn clear(&mut self) {
        self.table.clear(self.used);
        self.used = 0;
    }

    /// Boards visited since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it counted besides, each time from the side of the player to move. In quarto each half of a turn,
    /// the cell and the piece handed over, counts as a move.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The value of a position of quarto.
    pub fn quarto(&mut self, position: &Position, limits: &Limits) -> Result<Verdict, Stop> {
        let quarto = Quarto { squares: position.board.squares() };
        if let Some(result) = quarto.result(position) {
            // The player who placed last is still to move.
            let value = if result == 0 { Value::Draw } else { Value::Win };
            return Ok(Verdict { value, nodes: 0 });
        }
        self.value(Problem::Quarto(*position), limits)
    }

    /// The value of a position of quatro.
    pub fn quatro(&mut self, board: &Board, limits: &Limits) -> Result<Verdict, Stop> {
        let quatro = Quatro { squares: board.squares() };
        if let Some(result) = quatro.result(board) {
            let value = if result == 0 { Value::Draw } else { Value::Loss };
            return Ok(Verdict { value, nodes: 0 });
        }
        self.value(Problem::Quatro(*board), limits)
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
        let stopwatch = Stopwatch::start();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let (mut spent, mut values) = (0, Vec::with_capacity(moves.len()));
        for step in moves {
            let mut next = position.clone();
            game.play(&mut next, step);
            let left = limits.less(stopwatch.elapsed(), spent);
            let (value, nodes) = value(self, &next, &left)?;
            spent += nodes;
            values.push((step, value));
        }
        Ok(values)
    }

    fn value(&mut self, problem: Problem, limits: &Limits) -> Result<Verdict, Stop> {
        let before = self.nodes;
        let mut watch = Watch::new(limits);
        let value = match self.answer(problem, Goal::Win, &mut watch)? {
            true => Value::Win,
            false if self.answer(problem, Goal::NotLose, &mut watch)? => Value::Draw,
            false => Value::Loss,
        };
        Ok(Verdict { value, nodes: self.nodes - before })
    }

    /// Whether the player to move reaches the goal; the game is not over.
    pub(super) fn reaches(
        &mut self,
        problem: Problem,
        goal: Goal,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        self.answer(problem, goal, &mut Watch::new(limits))
    }

    fn answer(&mut self, problem: Problem, goal: Goal, watch: &mut Watch) -> Result<bool, Stop> {
        let (board, hands_over) = match problem {
            Problem::Quarto(position) => (position.board, true),
            Problem::Quatro(board) => (board, false),
        };
        let n_left = self.shared_left.unwrap_or(16 - board.placed());
        let extent = self.table.extent(log2_buckets(n_left, hands_over));
        let n_threads = self.threads_for(&board, goal);
        self.used = self.used.max(extent.entries());
        let before = watch.nodes();
        let (answer, counts) = if board.squares() {
            let parts = (&*state::WITH_SQUARES, &*key::WITH_SQUARES);
            self.race(n_threads, (parts, extent), watch, (problem, goal))
        } else {
            let parts = (&*state::LINES_ONLY, &*key::LINES_ONLY);
            self.race(n_threads, (parts, extent), watch, (problem, goal))
        };
        self.nodes += watch.nodes() - before;
        self.counts.add(counts);
        answer
    }

    /// Threads that help each other with a question: one if it is over before another has begun, or
    /// if the table holds nothing of use to others.
    fn threads_for(&self, board: &Board, goal: Goal) -> usize {
        let is_tabled = matches!(goal, Goal::Win | Goal::NotLose);
        let is_known =
            self.opening.is_some() && !board.squares() && board.placed() < opening::MOST_PLACED;
        let is_long = board.placed() <= MOST_PLACED_FOR_THREADS;
        if is_tabled && is_long && !is_known { self.n_threads } else { 1 }
    }

    /// Lets threads search for the answer; the first to find it stops the others.
    fn race<const F: usize>(
        &self,
        n_threads: usize,
        (parts, extent): ((&'static state::Rules<F>, &'static key::Namer), Extent),
        watch: &mut Watch<'_>,
        (problem, goal): (Problem, Goal),
    ) -> (Result<bool, Stop>, Counts) {
        watch.begin();
        let watch = &*watch;
        let busy = Busy::new(n_threads);
        let run = || -> (Result<bool, Halt>, Counts) {
            let hands_over = matches!(problem, Problem::Quarto(_));
            let to_win = matches!(goal, Goal::Win | Goal::WinWithin(_));
            let memory = (&self.table, extent, self.opening, &busy);
            let mut thread = Thread::new(parts, memory, watch, (hands_over, to_win));
            let answer = thread.reaches(problem, goal);
            if answer.is_ok() {
                watch.finish();
            }
            thread.counter.close();
            (answer, thread.counts)
        };
        let results: Vec<_> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..n_threads).map(|_| scope.spawn(run)).collect();
            let first = run();
            let others = helpers.into_iter().map(|helper| helper.join().expect("no panic"));
            std::iter::once(first).chain(others).collect()
        });
        let answer = results.iter().find_map(|(result, _)| result.ok());
        let stop = results.iter().find_map(|(result, _)| result.err().flatten());
        let mut counts = Counts::default();
        results.iter().for_each(|&(_, of_one)| counts.add(of_one));
        (answer.ok_or(stop.unwrap_or(Stop::Cancelled)), counts)
    }
}

/// A position that is not over.
#[derive(Clone, Copy)]
pub(super) enum Problem {
    Quarto(Position),
    Quatro(Board),
}

/// The goal of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Win,
    /// At least a draw.
    NotLose,
    /// To win within this many own turns.
    WinWithin(u32),
    /// Not to lose within this many turns of the opponent.
    Survive(u32),
}

impl<const F: usize> Thread<'_, F> {
    fn reaches(&mut self, problem: Problem, goal: Goal) -> Result<bool, Halt> {
        match problem {
            Problem::Quarto(Position { board, hand: Some(piece) }) => {
                let node: Node<F> = self.node(&board);
                let piece = u32::from(piece.code());
                match goal {
                    Goal::Win => self.placer(&node, piece, true),
                    Goal::NotLose => self.placer(&node, piece, false),
                    Goal::WinWithin(turns) => self.placer_wins_within(&node, piece, turns),
                    Goal::Survive(turns) => Ok(!self.placer_loses_within(&node, piece, turns)?),
                }
            }
            Problem::Quarto(Position { board, hand: None }) => {
                let node = self.node(&board);
                match goal {
                    Goal::Win => self.giver(&node, true),
                    Goal::NotLose => self.giver(&node, false),
                    // Handing over is this turn.
                    Goal::WinWithin(turns) => {
                        self.giver_wins_within(&node, turns.saturating_sub(1))
                    }
                    Goal::Survive(turns) => Ok(!self.giver_loses_within(&node, turns)?),
                }
            }
            Problem::Quatro(board) => {
                let node = self.node(&board);
                match goal {
                    Goal::Win => self.taker(&node, true),
                    Goal::NotLose => self.taker(&node, false),
                    Goal::WinWithin(turns) => self.taker_wins_within(&node, turns),
                    Goal::Survive(turns) => Ok(!self.taker_loses_within(&node, turns)?),
                }
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
