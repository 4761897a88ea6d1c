//! Two-player search: how positions are judged, what a search reports, and what can be watched.

use std::time::Duration;

use crate::{Game, Seat, Stop};

/// What a position is worth, in the units of whoever judges it. Every value a search meets lies
/// strictly between [`LOWEST`] and [`HIGHEST`].
pub type Score = i32;

/// Below every value.
pub const LOWEST: Score = -1_000_000_000;
/// Above every value.
pub const HIGHEST: Score = 1_000_000_000;

/// A judge of positions: an opinion on a game, not a rule of it.
pub trait Evaluator<G: Game> {
    /// What `position`, which is not over, is worth to the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// What a finished game with this result for player 1 is worth to player 1. It must grow with
    /// the result; no opinion should lie beyond what a game can really end with.
    fn settle(&self, result: i32) -> Score {
        result
    }

    /// What the best result a game can end with is worth, where every opinion is less: whoever finds
    /// it need look no further. `None` where there is no such bound.
    fn most(&self) -> Option<Score> {
        None
    }

    /// Whether [`Evaluator::rank`] has anything to say; known at compile time.
    const RANKS: bool = false;

    /// How promising a move looks at first sight; higher ones are tried first.
    fn rank(&self, _game: &G, _position: &G::Position, _step: G::Move) -> i32 {
        0
    }

    /// Whether [`Evaluator::bounds`] ever knows any; known at compile time.
    const BOUNDS: bool = false;

    /// Between which results for player 1, both included, the game must end however it is played
    /// from here, if the judge can tell: certainly, and sooner than a search would.
    fn bounds(&self, _game: &G, _position: &G::Position) -> Option<[i32; 2]> {
        None
    }

    /// A move for a random playout, or `None` exactly when the game is over. `chance` is 64 random
    /// bits, `room` a list to work in. Every legal move is as likely as any other, unless the judge
    /// knows better or the game a faster way to draw one.
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

    /// Whether [`Evaluator::is_noisy`] ever says yes; known at compile time.
    const NOISE: bool = false;

    /// Whether the position after this move is too lively to be judged: quiescence search follows
    /// such moves beyond its depth.
    fn is_noisy(&self, _game: &G, _position: &G::Position, _step: G::Move) -> bool {
        false
    }
}

/// What a search thinks of a position.
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    /// The best lines found, best first; empty only if the game is over.
    pub lines: Vec<Line<M>>,
    /// What it cost.
    pub stats: PlayStats,
    /// What cut the search short, if anything did; the lines are then the best known.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Analysis<M> {
    /// The move to play.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first().copied())
    }

    /// What the position is worth to the side to move, as far as the search saw.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves, the first one the side to move's.
    pub moves: Vec<M>,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Whether the score follows from the rules alone: no opinion and no guess is in it.
    pub exact: bool,
}

/// What a two-player search did. Counters only grow. A counter that a search does not keep is `None`,
/// never 0: no cuts were counted is not the same as no cuts were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayStats {
    /// Positions looked at, the root included.
    pub analysed: u64,
    /// Positions whose moves were listed.
    pub expanded: Option<u64>,
    /// Times a move of the opponent proved too strong for us to go there.
    pub alpha_cuts: Option<u64>,
    /// Times a move of ours proved too strong for the opponent to allow it.
    pub beta_cuts: Option<u64>,
    /// Moves that were never looked at because of a cut.
    pub pruned: Option<u64>,
    /// Times the table knew enough to answer at once.
    pub table_hits: Option<u64>,
    /// Plies every line was followed in full.
    pub depth: u32,
    /// Plies of the longest line followed.
    pub selective_depth: u32,
    /// Wall time.
    pub time: Duration,
}

impl PlayStats {
    /// Nothing done yet, by a search that keeps every counter: what sums begin with.
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

    /// Adds the counters of another search. What one of the two did not count is unknown of both.
    /// Depth and time stay.
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

/// Watches a two-player search. With `EVENTS = false` it costs nothing: events are never built.
pub trait PlayObserver<G: Game> {
    /// Whether events are wanted at all; known at compile time.
    const EVENTS: bool = true;

    /// One step of the search.
    fn event(&mut self, event: PlayEvent<'_, G>);

    /// A finished pass of a search that makes several; for live lines.
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
        /// What the side to move has for certain.
        alpha: Score,
        /// What the opponent will not allow to be passed.
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
    /// The remaining moves of a position are not looked at.
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
        /// Whose move it was, seen from the root.
        reason: CutReason,
        /// How many moves were never looked at.
        skipped: usize,
    },
    /// One simulation of Monte Carlo tree search.
    Simulate {
        /// The moves from the root to the end of the tree; what was played out beyond is not kept.
        moves: &'a [G::Move],
        /// What player 1 got, from −1 to 1.
        reward: f32,
    },
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The game is over here.
    Rules,
    /// The judge's opinion at the end of the line.
    Judge,
    /// The best of the moves.
    Moves,
    /// The table knew.
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

    /// The reason as a clause a learner can read.
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

/// Hears of finished passes and wants no events: one type for all such listeners, so that a search is
/// compiled once for all of them.
pub struct Heard<'a, M>(Option<Listener<'a, M>>);

impl<'a, M> Heard<'a, M> {
    /// Calls `listener` after every finished pass.
    pub fn by(listener: &'a mut dyn FnMut(&Analysis<M>)) -> Self {
        Self(Some(listener))
    }

    /// Nobody listens.
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
