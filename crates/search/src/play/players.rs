//! The searches as players: settings by name, with defaults for the rest.

use std::time::Duration;

use plywood_contract::{
    Analysis, Cancel, Evaluator, Game, Keyed, Limits, NoJudge, PlayObserver, Quiet,
};

use super::Strategy;
use crate::adversarial::{self, Deepening, Forest, Question, TranspositionTable};

/// The settings common to all players.
macro_rules! common {
    () => {
        /// The time for a move.
        pub fn time(mut self, time: Duration) -> Self {
            self.limits.time = Some(time);
            self
        }

        /// A flag that ends the search from another thread; the best move so far is the answer.
        pub fn cancel(mut self, cancel: &Cancel) -> Self {
            self.limits.cancel = cancel.clone();
            self
        }
    };
}

/// Alpha–beta to a fixed depth, 6 plies by default.
///
/// Knuth and Moore, 1975: the value of minimax, without the branches that neither side would allow. Time grows by
/// the square root of the number of moves with each ply, if good moves come first: killers are tried early, and
/// all but the first move are searched with a null window (principal variation search). Under a limit of time or
/// nodes the best move searched so far is the answer. The textbook's form is
/// [`alpha_beta`](crate::adversarial::alpha_beta).
///
/// ```
/// use plywood_contract::{Game, Seat};
/// use plywood_games::othello::{Othello, Position};
/// use plywood_search::play::AlphaBeta;
///
/// let mobility = |position: &Position| {
///     let moves = |seat: Seat| position.targets(seat).count_ones() as i32;
///     moves(position.turn()) - moves(position.turn().other())
/// };
/// let analysis = AlphaBeta::new(&Othello).judge(mobility).depth(5).run(&Othello.start());
/// assert_eq!(analysis.lines[0].moves.len(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<'g, G, E = NoJudge> {
    game: &'g G,
    judge: E,
    depth: u32,
    limits: Limits,
}

impl<'g, G: Game> AlphaBeta<'g, G> {
    /// Searches 6 plies, without a judge.
    pub fn new(game: &'g G) -> Self {
        Self { game, judge: NoJudge, depth: 6, limits: Limits::default() }
    }
}

impl<'g, G: Game, E: Evaluator<G>> AlphaBeta<'g, G, E> {
    /// The judge of positions at the end of the lines, which may be a closure.
    pub fn judge<J: Evaluator<G>>(self, judge: J) -> AlphaBeta<'g, G, J> {
        let Self { game, depth, limits, .. } = self;
        AlphaBeta { game, judge, depth, limits }
    }

    /// Depth in plies.
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = plies;
        self
    }

    /// The most positions to visit.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    common!();

    /// The best move for the side to move.
    pub fn run(&self, position: &G::Position) -> Analysis<G::Move> {
        self.run_with(position, Quiet)
    }

    /// The same, watched.
    pub fn run_with(
        &self,
        position: &G::Position,
        observer: impl PlayObserver<G>,
    ) -> Analysis<G::Move> {
        let question = Question::new(self.game, &self.judge, position, &self.limits);
        adversarial::principal_variation_unkeyed(&question, self.depth, observer)
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for AlphaBeta<'_, G, E> {
    fn choose(&mut self, position: &G::Position) -> Option<G::Move> {
        self.run(position).best()
    }
}

/// Iterative deepening: a ply deeper each pass, as long as there is time; a second by default.
///
/// Slate and Atkin, 1977. Principal variation search on a table that is kept from move to move. The passes
/// before the last one cost little and put the best moves first, so that it reaches a depth sooner than
/// [`AlphaBeta`] does from a few plies on.
///
/// ```
/// use plywood_contract::Game;
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::play::Iterative;
///
/// let mut player = Iterative::new(&ConnectFour).judge(Middle).depth(8).memory(1 << 20);
/// assert_eq!(player.run(&ConnectFour.start()).stats.depth, 8);
/// ```
#[derive(Debug)]
pub struct Iterative<'g, G, E = NoJudge> {
    game: &'g G,
    judge: E,
    settings: Deepening,
    bytes: usize,
    /// Made when it is first needed.
    table: Option<TranspositionTable>,
    limits: Limits,
}

/// The default size of the table.
const USUAL_TABLE: usize = 64 << 20;
/// The default time of a player without any limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl<'g, G: Keyed> Iterative<'g, G> {
    /// Searches for a second, with a table of 64 MB, without a judge.
    pub fn new(game: &'g G) -> Self {
        let (settings, limits) = (Deepening::default(), Limits::default());
        Self { game, judge: NoJudge, settings, bytes: USUAL_TABLE, table: None, limits }
    }
}

impl<'g, G: Keyed + Sync, E: Evaluator<G> + Sync> Iterative<'g, G, E> {
    /// The judge of positions at the end of the lines, which may be a closure. Clears the table of an earlier
    /// judge.
    pub fn judge<J: Evaluator<G> + Sync>(self, judge: J) -> Iterative<'g, G, J> {
        let Self { game, settings, bytes, limits, .. } = self;
        Iterative { game, judge, settings, bytes, table: None, limits }
    }

    /// The maximum depth in plies.
    pub fn depth(mut self, plies: u32) -> Self {
        self.limits.depth = Some(plies);
        self
    }

    /// The most positions to visit.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// The size of the table in bytes.
    pub fn memory(mut self, bytes: usize) -> Self {
        (self.bytes, self.table) = (bytes, None);
        self
    }

    /// The number of threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads;
        self
    }

    /// The number of lines, each beginning with another move.
    pub fn lines(mut self, lines: usize) -> Self {
        self.settings.lines = lines;
        self
    }

    common!();

    /// The best move for the side to move.
    pub fn run(&mut self, position: &G::Position) -> Analysis<G::Move> {
        self.run_with(position, Quiet)
    }

    /// The same, watched.
    pub fn run_with(
        &mut self,
        position: &G::Position,
        observer: impl PlayObserver<G>,
    ) -> Analysis<G::Move> {
        let bytes = self.bytes;
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(bytes));
        let mut limits = self.limits.clone();
        if !limits.is_bounded() {
            limits.time = Some(USUAL_TIME);
        }
        let question = Question::new(self.game, &self.judge, position, &limits);
        adversarial::iterative_deepening(&question, table, &self.settings, observer)
    }
}

impl<G: Keyed + Sync, E: Evaluator<G> + Sync> Strategy<G> for Iterative<'_, G, E> {
    fn choose(&mut self, position: &G::Position) -> Option<G::Move> {
        self.run(position).best()
    }
}

/// Monte Carlo tree search: 10 000 simulations unless told otherwise.
///
/// Coulom, 2006; Kocsis and Szepesvári, 2006. Judges a move by how random games that go on from it end, and
/// tries those more often that do well. Needs no opinion on positions; a judge that ranks moves or draws
/// better ones for the random games makes it stronger. The tree is kept from move to move.
///
/// ```
/// use plywood_contract::Notation;
/// use plywood_games::connect_four::{ConnectFour, Position};
/// use plywood_search::play::Mcts;
///
/// // Three discs in a row at the bottom: the last column makes it four.
/// let position = Position::after("415263").unwrap();
/// let best = Mcts::new(&ConnectFour).simulations(20_000).rave(true).run(&position).best();
/// assert_eq!(ConnectFour.move_text(&position, best.unwrap()), "g");
/// ```
#[derive(Debug)]
pub struct Mcts<'g, G: Game, E = NoJudge> {
    game: &'g G,
    judge: E,
    settings: adversarial::Mcts,
    forest: Forest<G>,
    limits: Limits,
}

const USUAL_SIMULATIONS: u64 = 10_000;
/// With RAVE on, what a move made later counts at most beside one made at once.
const RAVE_WEIGHT: f32 = 0.7;

impl<'g, G: Game> Mcts<'g, G> {
    /// Makes 10 000 simulations without any judge.
    pub fn new(game: &'g G) -> Self {
        let (settings, limits) = (adversarial::Mcts::default(), Limits::default());
        Self { game, judge: NoJudge, settings, forest: Forest::default(), limits }
    }
}

impl<'g, G: Game + Sync, E: Evaluator<G> + Sync> Mcts<'g, G, E> {
    /// Who ranks moves, and draws them in random games.
    pub fn judge<J: Evaluator<G> + Sync>(self, judge: J) -> Mcts<'g, G, J> {
        let Self { game, settings, limits, .. } = self;
        Mcts { game, judge, settings, forest: Forest::default(), limits }
    }

    /// How many random games to play.
    pub fn simulations(mut self, simulations: u64) -> Self {
        self.limits.nodes = Some(simulations);
        self
    }

    /// Whether a move is also judged by the simulations in which it came later. It suits games in which a
    /// move means much the same now and later.
    pub fn rave(mut self, is_on: bool) -> Self {
        self.settings.rave = Some(if is_on { RAVE_WEIGHT } else { 0.0 });
        self
    }

    /// How much is spent on moves tried seldom; 1.2 unless told otherwise, 2.4 with a judge that guides.
    pub fn exploration(mut self, exploration: f32) -> Self {
        self.settings.exploration = Some(exploration);
        self
    }

    /// What all chance follows from.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// How many bytes the trees may take.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.bytes = Some(bytes);
        self
    }

    /// How many threads search.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads;
        self
    }

    /// How many lines are wanted, each beginning with another move.
    pub fn lines(mut self, lines: usize) -> Self {
        self.settings.lines = lines;
        self
    }

    common!();

    /// What is best for the side to move.
    pub fn run(&mut self, position: &G::Position) -> Analysis<G::Move> {
        self.run_with(position, Quiet)
    }

    /// The same, watched.
    pub fn run_with(
        &mut self,
        position: &G::Position,
        observer: impl PlayObserver<G>,
    ) -> Analysis<G::Move> {
        let mut limits = self.limits.clone();
        if !limits.is_bounded() {
            limits.nodes = Some(USUAL_SIMULATIONS);
        }
        let question = Question::new(self.game, &self.judge, position, &limits);
        adversarial::mcts(&question, &mut self.forest, &self.settings, observer)
    }
}

impl<G: Game + Sync, E: Evaluator<G> + Sync> Strategy<G> for Mcts<'_, G, E> {
    fn choose(&mut self, position: &G::Position) -> Option<G::Move> {
        self.run(position).best()
    }
}
