//! Two-player search: evaluation of positions, reports, and events.

use std::time::Duration;

use crate::{Game, Seat, Stop};

/// The value of a position, in the units of its judge. Every value in a search lies strictly between
/// [`LOWEST`] and [`HIGHEST`].
pub type Score = i32;

/// Below every value.
pub const LOWEST: Score = -1_000_000_000;
/// Above every value.
pub const HIGHEST: Score = 1_000_000_000;

/// A judge of positions (an evaluation function): an opinion on a game, not a rule of it.
pub trait Evaluator<G: Game> {
    /// The value of `position`, which is not over, for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// The value for player 1 of a finished game with this result for player 1. It must grow with the
    /// result; no opinion should exceed what a game can really end with.
    fn settle(&self, result: i32) -> Score {
        result
    }

    /// The value of the best possible result, if every opinion is less: a search that finds it need look no
    /// further. `None` where there is no such bound.
    fn most(&self) -> Option<Score> {
        None
    }

    /// Whether [`Evaluator::rank`] is implemented; known at compile time.
    const RANKS: bool = false;

    /// A static ordering score of a move; higher ones are searched first.
    fn rank(&self, _game: &G, _position: &G::Position, _step: G::Move) -> i32 {
        0
    }

    /// Whether [`Evaluator::bounds`] is implemented; known at compile time.
    const BOUNDS: bool = false;

    /// Proven bounds, both included, on the result for player 1 of every game that continues from here, if the
    /// judge knows any sooner than a search would.
    fn bounds(&self, _game: &G, _position: &G::Position) -> Option<[i32; 2]> {
        None
    }

    /// A move for a random playout, or `None` exactly when the game is over. `chance` is 64 random bits, `room`
    /// a scratch buffer. Every legal move is equally likely, unless the judge knows better or the game has a
    /// faster way to draw one.
    fn playout(
        &self,
        game: &G,
        position: &G::Position,
        chance: u64,
        room: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        room.clear();
        game.moves(position, room);
        let place = (u128::from(chance) * room.len() as u128) >> 64;
        room.get(place as usize).copied()
    }

    /// Whether [`Evaluator::priors`] and [`Evaluator::chance`] are implemented; known at compile time.
    const GUIDES: bool = false;

    /// Appends, for each of `moves`, which are all legal moves here, the logarithm of the probability that it is
    /// the best; the probabilities need not sum to 1. `last` is the move that led here, where it is known.
    fn priors(
        &self,
        _game: &G,
        _position: &G::Position,
        _last: Option<G::Move>,
        moves: &[G::Move],
        out: &mut Vec<f32>,
    ) {
        out.extend(moves.iter().map(|_| 0.0));
    }

    /// The expected result for the side to move, from −1 for a certain loss to 1 for a certain win.
    fn chance(&self, _game: &G, _position: &G::Position) -> f32 {
        0.0
    }

    /// The share of [`Evaluator::chance`] in a new position's value, from 0 to 1; the rest comes from a random
    /// game played from there.
    fn trust(&self, _game: &G, _position: &G::Position) -> f32 {
        1.0
    }

    /// The greatest weight of a move played later in a simulation beside one played at once (RAVE), from 0
    /// (none) up; known at compile time. It suits games in which a move means much the same now and later.
    const LATER: f32 = 0.0;

    /// Whether [`Evaluator::play_out`] is implemented: a better or faster way than repeated calls of
    /// [`Evaluator::playout`]; known at compile time.
    const PLAYS_OUT: bool = false;

    /// Plays a random game from `position` to its end, reports every move to `playout`, and returns the result
    /// for player 1. The judge may change `position`.
    fn play_out(
        &self,
        game: &G,
        position: &mut G::Position,
        playout: &mut impl Playout<G::Move>,
    ) -> i32 {
        let mut room = Vec::new();
        while let Some(step) = self.playout(game, position, playout.chance(), &mut room) {
            playout.play(game.turn(position), step);
            game.play(position, step);
        }
        game.result(position).unwrap_or(0)
    }

    /// Whether [`Evaluator::is_noisy`] is implemented; known at compile time.
    const NOISE: bool = false;

    /// Whether the position after this move is not quiet: quiescence search follows such moves beyond its
    /// depth.
    fn is_noisy(&self, _game: &G, _position: &G::Position, _step: G::Move) -> bool {
        false
    }
}

/// A random game in progress, as the judge that plays it sees it.
pub trait Playout<M> {
    /// 64 random bits.
    fn chance(&mut self) -> u64;

    /// The moves so far and who made them, oldest first: those known from before the search, then those of the
    /// simulation.
    fn moves(&self) -> &[(Seat, M)];

    /// A move with which `seat` last answered the same moves successfully, the first remembered one for which
    /// `suits` holds: the judge must make sure that it is legal here.
    fn reply(&self, seat: Seat, suits: impl Fn(M) -> bool) -> Option<M>;

    /// Reports the next move, and whose it is.
    fn play(&mut self, seat: Seat, step: M);
}

/// The value of a point of a finished game, for judges that are closures.
const POINT: Score = 1_000_000;
/// Results beyond this count no more, so that values stay between [`LOWEST`] and [`HIGHEST`].
const MOST_POINTS: i32 = 999;

/// A closure from a position to its value for the side to move is a judge: `|position: &Position| …`, with
/// the type named. Each point of a finished game counts a million, so that a win is worth more than anything
/// the closure returns; to weigh points against opinions, implement the trait.
impl<G: Game, F: Fn(&G::Position) -> Score> Evaluator<G> for F {
    #[inline]
    fn evaluate(&self, _game: &G, position: &G::Position) -> Score {
        self(position).clamp(1 - POINT, POINT - 1)
    }

    #[inline]
    fn settle(&self, result: i32) -> Score {
        result.clamp(-MOST_POINTS, MOST_POINTS) * POINT
    }
}

/// Has no opinion: every position that is not over is worth 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoJudge;

impl<G: Game> Evaluator<G> for NoJudge {
    #[inline]
    fn evaluate(&self, _game: &G, _position: &G::Position) -> Score {
        0
    }
}

/// The result of a search of a position.
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    /// The best lines found, best first; empty only if the game is over.
    pub lines: Vec<Line<M>>,
    /// The statistics.
    pub stats: PlayStats,
    /// The limit that ended the search early, if any; the lines are then the best known.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Analysis<M> {
    /// The move to play.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// The value of the position for the side to move, as far as the search saw.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// A move and its expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves, beginning with the side to move's.
    pub moves: Vec<M>,
    /// The value of the line for the side to move.
    pub score: Score,
    /// Whether the score is proven: it follows from the rules alone.
    pub exact: bool,
}

/// The statistics of a two-player search. Counters only grow. A counter that a search does not keep is
/// `None`, never 0: "not counted" is not "none".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayStats {
    /// Positions visited, the root included.
    pub analysed: u64,
    /// Positions whose moves were searched. Those where a line ends, at the depth limit or at the game's end,
    /// are visited but not expanded.
    pub expanded: Option<u64>,
    /// Times a move of the opponent proved too strong for us to go there.
    pub alpha_cuts: Option<u64>,
    /// Times a move of ours proved too strong for the opponent to allow it.
    pub beta_cuts: Option<u64>,
    /// Moves never searched because of a cut.
    pub pruned: Option<u64>,
    /// Positions settled by the transposition table.
    pub table_hits: Option<u64>,
    /// Plies to which every line was searched.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub selective_depth: u32,
    /// Wall time.
    pub time: Duration,
}

impl PlayStats {
    /// All counters at 0, as for a search that keeps every one: where sums begin.
    pub fn nothing() -> Self {
        let zero = Some(0);
        Self {
            expanded: zero,
            alpha_cuts: zero,
            beta_cuts: zero,
            pruned: zero,
            table_hits: zero,
            ..Self::default()
        }
    }

    /// Adds the counters of another search. A counter that one of the two does not keep becomes unknown. Depth
    /// and time stay.
    pub fn add(&mut self, more: &Self) {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        self.analysed += more.analysed;
        self.expanded = sum(self.expanded, more.expanded);
        self.alpha_cuts = sum(self.alpha_cuts, more.alpha_cuts);
        self.beta_cuts = sum(self.beta_cuts, more.beta_cuts);
        self.pruned = sum(self.pruned, more.pruned);
        self.table_hits = sum(self.table_hits, more.table_hits);
        self.selective_depth = self.selective_depth.max(more.selective_depth);
    }
}

/// Observes a two-player search. With `EVENTS = false` it costs nothing: events are never built.
pub trait PlayObserver<G: Game> {
    /// Whether events are wanted at all; known at compile time.
    const EVENTS: bool = true;

    /// One step of the search.
    fn event(&mut self, event: PlayEvent<'_, G>);

    /// Called after every finished pass of a search that makes several, for live lines.
    fn progress(&mut self, _analysis: &Analysis<G::Move>) {}
}

/// One step of a two-player search.
#[derive(Debug)]
pub enum PlayEvent<'a, G: Game> {
    /// A position is entered with a window: values outside it do not matter.
    Enter {
        /// The position.
        position: &'a G::Position,
        /// The move that led here; `None` at the root.
        step: Option<G::Move>,
        /// Plies from the root.
        ply: u32,
        /// Plies still to be searched.
        depth: u32,
        /// The value the side to move has already secured.
        alpha: Score,
        /// The most the opponent will allow.
        beta: Score,
    },
    /// A position is left with its value, for the side to move there.
    Leave {
        /// Plies from the root.
        ply: u32,
        /// The value, exact only if inside the window.
        value: Score,
        /// Where the value comes from.
        origin: Origin,
    },
    /// The remaining moves of a position are skipped.
    Cut {
        /// Plies from the root.
        ply: u32,
        /// The move that was too strong.
        step: G::Move,
        /// Its value.
        value: Score,
        /// The window at this moment.
        alpha: Score,
        /// The bound that was reached.
        beta: Score,
        /// Whether it is an alpha or a beta cut, seen from the root.
        reason: CutReason,
        /// How many moves were skipped.
        skipped: usize,
    },
    /// One simulation of Monte Carlo tree search.
    Simulate {
        /// The moves from the root to the end of the tree, without the playout.
        moves: &'a [G::Move],
        /// The reward of player 1, from −1 to 1.
        reward: f32,
        /// For each of these moves, what it was chosen from.
        choices: &'a [Choice<G::Move>],
        /// The move that would be played if the search ended with this simulation.
        best: G::Move,
    },
}

/// The moves that a simulation chose from at one position, as they stood at that moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// Whose choice it is.
    pub seat: Seat,
    /// Every move that was compared.
    pub moves: Vec<Compared<M>>,
}

/// A move as a tree search compares it with others: the one with the greatest sum of mean and bonus is tried next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared<M> {
    /// The move.
    pub step: M,
    /// How often it was tried.
    pub visits: u32,
    /// How likely it was taken to be the best before anything was tried; all moves together 1.
    pub prior: f32,
    /// The weight behind the mean: what the move was taken for at first, its visits, and what later moves told.
    pub weight: f32,
    /// The mean reward of whoever chooses, from −1 to 1.
    pub mean: f32,
    /// What is added for how little is known of the move.
    pub bonus: f32,
    /// Where the result is certain: 1 if the move wins, 0 if it draws, −1 if it loses. What is won is chosen at once,
    /// what is lost never.
    pub proven: Option<i32>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The game is over here.
    Rules,
    /// The evaluation at the end of the line.
    Judge,
    /// The best of the moves.
    Moves,
    /// The transposition table.
    Table,
}

/// Why the rest of a position's moves cannot matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutReason {
    /// The opponent of the root's side found a move that leaves that side less than it has elsewhere.
    Alpha,
    /// The root's side found a move so good that its opponent would never have gone here.
    Beta,
}

impl CutReason {
    /// The reason at a position where `mover` is to move, when `root` moves at the root.
    pub fn at(mover: Seat, root: Seat) -> Self {
        if mover == root { Self::Beta } else { Self::Alpha }
    }

    /// The reason as a clause, for learners.
    pub fn explain(self) -> &'static str {
        match self {
            Self::Alpha => "the opponent's reply already leaves us less than we have elsewhere",
            Self::Beta => "our reply is already better than the opponent will allow",
        }
    }
}

impl<G: Game> PlayObserver<G> for crate::Quiet {
    const EVENTS: bool = false;
    fn event(&mut self, _event: PlayEvent<'_, G>) {}
}

/// Called after every finished pass.
type Listener<'a, M> = &'a mut dyn FnMut(&Analysis<M>);

/// Receives finished passes and no events: one type for all such listeners, so that a search is compiled once
/// for all of them.
pub struct Heard<'a, M>(Option<Listener<'a, M>>);

impl<'a, M> Heard<'a, M> {
    /// Calls `listener` after every finished pass.
    pub fn by(listener: &'a mut dyn FnMut(&Analysis<M>)) -> Self {
        Self(Some(listener))
    }

    /// No listener.
    pub const fn by_nobody() -> Self {
        Self(None)
    }
}

impl<G: Game> PlayObserver<G> for Heard<'_, G::Move> {
    const EVENTS: bool = false;
    fn event(&mut self, _event: PlayEvent<'_, G>) {}
    fn progress(&mut self, analysis: &Analysis<G::Move>) {
        if let Some(listener) = &mut self.0 {
            listener(analysis);
        }
    }
}

impl<G: Game, O: PlayObserver<G>> PlayObserver<G> for &mut O {
    const EVENTS: bool = O::EVENTS;
    fn event(&mut self, event: PlayEvent<'_, G>) {
        (**self).event(event);
    }
    fn progress(&mut self, analysis: &Analysis<G::Move>) {
        (**self).progress(analysis);
    }
}
