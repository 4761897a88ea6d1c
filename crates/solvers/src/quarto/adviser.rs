//! Plays quarto and quatro without a mistake, and as awkwardly for the opponent as time allows.

use plywood_contract::{Analysis, Limits, Line, PlayObserver, PlayStats, Score, Stop};

use super::choice::{Choice, Clock};
use super::opening::{MOST_PLACED, Opening};
use super::solved::Solved;
use super::solver::{Solver, Value};

/// The settings of an [`Adviser`].
#[derive(Clone, Copy, Debug)]
pub struct AdviserOptions {
    /// Size of the solver's table.
    pub bytes: usize,
    /// Threads that solve together; with more than one, results under a limit may vary.
    pub threads: usize,
    /// How many lines are wanted. Values of further moves are proven only as far as these need.
    pub lines: usize,
    /// Work, in boards visited, to spend on choosing among moves of equal value, and half as much on the line
    /// that follows. The default takes about fifty milliseconds.
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
/// Among winning moves it looks for the shortest win, among losing ones for the longest defence, and among
/// drawing ones for those after which most of the opponent's replies are mistakes, as far as the limits and
/// [`AdviserOptions::polish`] allow. On one thread the same question has the same answer, whatever was asked
/// before, unless time ran out.
///
/// When the limits end before the position's value is proven, the move is one that does not lose as far as
/// the search saw, and its line is not exact. Of the limits, bytes are set by the options, and depth bounds
/// only the search without a proof.
pub struct Adviser {
    solver: Solver,
    options: AdviserOptions,
}

/// A move and what is proven of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub step: M,
    /// Its proven value.
    pub value: Option<Value>,
    /// Plies to the end of the game, this move included, if the winner takes the shortest way and the loser the
    /// longest; `None` for a draw, or if not known.
    pub plies: Option<u32>,
    /// How many of the opponent's replies are known to be mistakes, and how many replies there are.
    pub traps: (u32, u32),
    /// The move and a likely continuation.
    pub line: Vec<M>,
}

impl<M> Judged<M> {
    /// 1 for a win, 0 for a draw or an unknown value, −1 for a loss.
    pub fn score(&self) -> Score {
        self.value.map_or(0, Value::number)
    }
}

/// The player's analysis of a position.
#[derive(Clone, Debug)]
pub struct Advice<M> {
    /// All moves, best first; none if the game is over.
    pub moves: Vec<Judged<M>>,
    /// The statistics.
    pub stats: PlayStats,
    /// The limit that ended the analysis early, if any.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Advice<M> {
    /// The first lines of it, in the form of every other search: a score is 1, 0 or −1.
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
    /// A player with these options. Builds all its tables at once.
    pub fn new(options: AdviserOptions) -> Self {
        let mut solver = Solver::with_threads(options.bytes, options.threads);
        if options.opening {
            solver = solver.with_opening(Opening::shipped());
        }
        Solver::prepare();
        Self { solver, options }
    }

    /// The same player, asked for this many lines.
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

    /// Analyses all moves of a position. The observer is called after every stage.
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
