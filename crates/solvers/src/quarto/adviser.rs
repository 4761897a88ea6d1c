//! Plays quarto and quatro without a mistake, and as awkwardly for the opponent as time allows.

use plywood_contract::{Analysis, Limits, Line, PlayObserver, PlayStats, Score, Stop};

use super::choice::{Choice, Clock};
use super::opening::{MOST_PLACED, Opening};
use super::solved::Solved;
use super::solver::{Solver, Value};

/// How a [`Adviser`] goes about it.
#[derive(Clone, Copy, Debug)]
pub struct AdviserOptions {
    /// Size of the solver's table.
    pub bytes: usize,
    /// Threads that solve together; with more than one, what is found within a limit may vary.
    pub threads: usize,
    /// How many lines are wanted. Values of further moves are proven only as far as these need.
    pub lines: usize,
    /// How much work, in boards looked at, may go into choosing among moves of equal value, and
    /// half as much into the line that follows. The default takes about fifty milliseconds.
    pub polish: u64,
    /// Whether values of early boards come from the table that ships with the program.
    pub opening: bool,
}

impl Default for AdviserOptions {
    fn default() -> Self {
        Self { bytes: 64 << 20, threads: 1, lines: 1, polish: 400_000, opening: true }
    }
}

/// A perfect player of both games.
///
/// Among winning moves it looks for the shortest win, among losing ones for the longest defence, and
/// among drawing ones for those after which most of the opponent's replies are mistakes; as far as
/// the limits and [`AdviserOptions::polish`] allow. On one thread the same question has the same
/// answer, whatever was asked before, unless time ran out.
///
/// When the limits end before the position's value is proven, the move is one that does not lose as
/// far as was seen, and its line is not exact. Of the limits, bytes are settled by the options, and
/// depth bounds only what is tried when there is no proof.
pub struct Adviser {
    solver: Solver,
    options: AdviserOptions,
}

/// What is known of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub step: M,
    /// Its proven value.
    pub value: Option<Value>,
    /// In how many plies, this one included, the game is won or lost if the winner hurries and the
    /// loser holds out; for a draw, or if not known, none.
    pub plies: Option<u32>,
    /// How many of the opponent's replies are known to be mistakes, and how many replies there are.
    pub traps: (u32, u32),
    /// The move and what may well follow.
    pub line: Vec<M>,
}

impl<M> Judged<M> {
    /// 1 for a win, 0 for a draw or an unknown value, −1 for a loss.
    pub fn score(&self) -> Score {
        self.value.map_or(0, Value::number)
    }
}

/// What the player thinks of a position.
#[derive(Clone, Debug)]
pub struct Advice<M> {
    /// All moves, best first; none if the game is over.
    pub moves: Vec<Judged<M>>,
    /// What it cost.
    pub stats: PlayStats,
    /// What ended the thinking early, if anything did.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Advice<M> {
    /// The first lines of it, in the words of every other search: a score is 1, 0 or −1.
    pub fn analysis(&self, lines: usize) -> Analysis<M> {
        let line = |judged: &Judged<M>| Line {
            moves: judged.line.clone(),
            score: judged.score(),
            exact: judged.value.is_some(),
        };
        Analysis {
            lines: self.moves.iter().take(lines).map(line).collect(),
            stats: self.stats.clone(),
            stopped: self.stopped,
        }
    }
}

impl Adviser {
    /// A player with these options. Prepares everything that takes time.
    pub fn new(options: AdviserOptions) -> Self {
        let mut solver = Solver::with_threads(options.bytes, options.threads);
        if options.opening {
            solver = solver.with_opening(Opening::shipped());
        }
        Solver::prepare();
        Self { solver, options }
    }

    /// The same player, asked for so many lines.
    pub fn asked_for(&mut self, lines: usize) -> &mut Self {
        self.options.lines = lines;
        self
    }

    /// The best lines of a position; see [`Adviser::advise`].
    pub fn analyse<G: Solved>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        observer: &mut impl PlayObserver<G>,
    ) -> Analysis<G::Move> {
        self.advise(game, position, limits, observer).analysis(self.options.lines)
    }

    /// Everything it finds out about a position's moves. The observer is told of progress whenever
    /// a stage of the thinking ends.
    pub fn advise<G: Solved>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        observer: &mut impl PlayObserver<G>,
    ) -> Advice<G::Move> {
        let clock = Clock::new(limits);
        self.solver.clear();
        let board = G::board(position);
        let mut n_left = 16 - board.placed();
        if self.options.opening && !board.squares() {
            // Earlier boards need no search.
            n_left = n_left.min(17 - MOST_PLACED);
        }
        self.solver.share_table(n_left);
        let mut choice = Choice::new(game, position, &mut self.solver, clock);
        choice.make(&self.options, |advice| {
            observer.progress(&advice.analysis(self.options.lines));
        })
    }
}
