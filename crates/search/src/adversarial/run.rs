//! The state common to every two-player search: the game, the judge, the counters and the limits.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use plywood_contract::{
    Analysis, Counts, CutReason, Evaluator, Game, HIGHEST, LOWEST, Limits, Line, Origin, PlayEvent,
    PlayObserver, PlayStats, Score, Seat, Stop,
};

use plywood_contract::Meter;

use super::question::Question;

/// The state of one search, apart from the algorithm's own.
pub(super) struct Run<'a, G: Game, E, O> {
    pub(super) game: &'a G,
    pub(super) judge: &'a E,
    pub(super) stats: PlayStats,
    pub(super) counts: Counts,
    /// Whether there is a table whose hits can be counted.
    pub(super) has_table: bool,
    /// The moves of all positions on the current path, one list above the other.
    pub(super) moves: Vec<G::Move>,
    /// Room to sort moves in.
    ranked: Vec<(Reverse<i32>, usize, G::Move)>,
    /// The best continuations found at each ply: a triangle, row by row. A row holds what its
    /// position's visit last preferred; whoever ends a line without moves says so by [`Run::end_line`].
    lines: Vec<Vec<G::Move>>,
    /// The value of the best move found at the root so far, for the side to move.
    pub(super) root_value: Score,
    /// The result of the last finished pass.
    kept: Vec<Line<G::Move>>,
    /// Whether the judge's opinion, or a depth limit, entered any value so far.
    pub(super) is_opinion: bool,
    observer: O,
    pub(super) limits: &'a Limits,
    meter: Meter,
    /// The state shared with other threads of the same search.
    shared: Option<&'a Shared>,
    /// The value of the best possible end; opinions are less.
    most: Score,
    stopped: Option<Stop>,
    /// Positions that may be looked at before the meter must be asked again: counting down to zero
    /// takes half as long as counting up and comparing.
    left: u64,
    /// Positions looked at, if none of those were left.
    granted: u64,
    root: Seat,
}

/// What the threads of one search share besides the table.
#[derive(Debug)]
pub(super) struct Shared {
    granted: AtomicU64,
    is_over: AtomicBool,
    /// Searches in progress in any thread, each in the slot of its hash; none if there is one thread.
    under_way: Box<[AtomicU64]>,
}

/// Slots: enough that two searches in progress seldom share one.
const N_UNDER_WAY: usize = 1 << 12;

impl Shared {
    /// For so many threads.
    pub(super) fn new(n_threads: usize) -> Self {
        let n_places = if n_threads > 1 { N_UNDER_WAY } else { 0 };
        let under_way = (0..n_places).map(|_| AtomicU64::new(0)).collect();
        Self { granted: AtomicU64::new(0), is_over: AtomicBool::new(false), under_way }
    }

    /// Marks this search as begun by a thread, unless another has begun it.
    fn begin(&self, search: u64) -> bool {
        let place = &self.under_way[search as usize % N_UNDER_WAY];
        place.swap(search, Relaxed) != search
    }

    /// Marks this search as done.
    fn finish(&self, search: u64) {
        let place = &self.under_way[search as usize % N_UNDER_WAY];
        let _ = place.compare_exchange(search, 0, Relaxed, Relaxed);
    }

    /// Stops all threads.
    pub(super) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Takes up to `wish` positions from what `limit` leaves to all threads together.
    fn take(&self, wish: u64, limit: Option<u64>) -> u64 {
        let left = |granted: u64| limit.map_or(wish, |most| most.saturating_sub(granted).min(wish));
        let take = |granted: u64| Some(granted + left(granted));
        let before = self.granted.fetch_update(Relaxed, Relaxed, take);
        before.map_or(0, left)
    }
}

/// A limit was reached; [`Run`] remembers which. It takes no room, so that a value or this comes back
/// in two registers instead of packed into one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

impl<'a, G: Game, E: Evaluator<G>, O: PlayObserver<G>> Run<'a, G, E, O> {
    pub(super) fn new(question: &Question<'a, G, E>, observer: O) -> Self {
        let Question { game, judge, root, limits } = *question;
        Self {
            game,
            judge,
            stats: PlayStats::default(),
            counts: Counts::default(),
            has_table: false,
            moves: Vec::new(),
            ranked: Vec::new(),
            lines: Vec::new(),
            root_value: LOWEST,
            kept: Vec::new(),
            is_opinion: false,
            observer,
            limits,
            meter: Meter::start(),
            shared: None,
            most: judge.most().unwrap_or(HIGHEST),
            stopped: None,
            left: 0,
            granted: 0,
            root: game.turn(root),
        }
    }

    /// Counts one position, or says which limit forbids it.
    #[inline]
    pub(super) fn analyse(&mut self) -> Result<(), Stopped> {
        let (left, is_due) = self.left.overflowing_sub(1);
        self.left = left;
        if is_due { self.poll() } else { Ok(()) }
    }

    /// The same search as one of several threads.
    pub(super) fn sharing(mut self, shared: &'a Shared) -> Self {
        self.shared = Some(shared);
        self
    }

    /// Whether other threads search the same tree.
    #[inline]
    pub(super) fn has_company(&self) -> bool {
        self.shared.is_some_and(|shared| !shared.under_way.is_empty())
    }

    /// Marks this search as begun, unless another thread has begun it. Called only with several threads.
    pub(super) fn begin(&self, search: u64) -> bool {
        self.shared.is_none_or(|shared| shared.begin(search))
    }

    /// Marks a search that [`Run::begin`] allowed as done.
    pub(super) fn done(&self, search: u64) {
        if let Some(shared) = self.shared {
            shared.finish(search);
        }
    }

    /// Asks the meter for more, and takes one of those.
    #[cold]
    #[inline(never)]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.left = 0;
        let so_far = self.shared.map_or(self.granted, |shared| shared.granted.load(Relaxed));
        let mut more = match self.meter.poll(so_far, self.limits) {
            Ok(()) => self.meter.until_due(so_far),
            Err(stop) => return self.stop(Some(stop)),
        };
        if let Some(shared) = self.shared {
            if shared.is_over.load(Relaxed) {
                return self.stop(None);
            }
            more = shared.take(more, self.limits.nodes);
        }
        if more == 0 {
            return self.stop(Some(Stop::Nodes));
        }
        self.granted += more;
        self.left = more - 1;
        Ok(())
    }

    fn stop(&mut self, stopped: Option<Stop>) -> Result<(), Stopped> {
        self.stopped = stopped;
        Err(Stopped)
    }

    /// Brings the statistics up to date.
    fn take_stock(&mut self) {
        self.stats.analysed = self.granted - self.left;
        self.stats.time = self.meter.elapsed();
        self.counts.tell(&mut self.stats, self.has_table);
    }

    /// The statistics so far.
    pub(super) fn statistics(&mut self) -> PlayStats {
        self.take_stock();
        self.stats.clone()
    }

    /// Whether this value can only follow from the rules: nothing is better, or worse.
    #[inline]
    pub(super) fn is_most(&self, score: Score) -> bool {
        score >= self.most || score <= -self.most
    }

    /// The judge's opinion, for the side to move.
    #[inline]
    pub(super) fn opinion(&mut self, position: &G::Position) -> Score {
        self.is_opinion = true;
        self.judge.evaluate(self.game, position)
    }

    /// What a position at the end of a line is worth to the side to move: by the rules if the game
    /// is over, by the judge if not.
    #[inline]
    pub(super) fn judged(&mut self, position: &G::Position, ply: u32) -> Score {
        let (value, origin) = match self.game.result(position) {
            None => (self.opinion(position), Origin::Judge),
            Some(result) => {
                let value = self.judge.settle(result);
                let is_one = self.game.turn(position) == Seat::One;
                (if is_one { value } else { -value }, Origin::Rules)
            }
        };
        self.left(ply, value, origin);
        value
    }

    /// The judge's proven bound, if it settles the window. No opinion is in
    /// it.
    pub(super) fn certain(
        &self,
        position: &G::Position,
        [alpha, beta]: [Score; 2],
    ) -> Option<Score> {
        let [low, high] = self.judge.bounds(self.game, position)?.map(|r| self.judge.settle(r));
        let is_one = self.game.turn(position) == Seat::One;
        let [low, high] = if is_one { [low, high] } else { [-high, -low] };
        match () {
            () if low >= beta || low == high => Some(low),
            () if high <= alpha => Some(high),
            () => None,
        }
    }

    /// Lists the moves of a position at `ply` on top of the stack and returns where they begin. There
    /// are none exactly when the game is over.
    #[inline]
    pub(super) fn list(&mut self, position: &G::Position, ply: u32) -> usize {
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        if self.moves.len() > first {
            self.expand(ply);
        }
        first
    }

    /// Counts a position at `ply` whose moves will be followed.
    #[inline]
    pub(super) fn expand(&mut self, ply: u32) {
        self.counts.expanded += 1;
        self.stats.selective_depth = self.stats.selective_depth.max(ply + 1);
    }

    /// Puts the moves from `first` on into the judge's order; equals keep the game's.
    #[inline]
    pub(super) fn order(&mut self, position: &G::Position, first: usize) {
        if !E::RANKS {
            return;
        }
        let (game, judge) = (self.game, self.judge);
        let ranked = self.moves.drain(first..).enumerate();
        self.ranked
            .extend(ranked.map(|(i, step)| (Reverse(judge.rank(game, position, step)), i, step)));
        sort_ranked(&mut self.ranked);
        self.moves.extend(self.ranked.drain(..).map(|(_, _, step)| step));
    }

    /// Notes that `step` is the best move at `ply`, and what follows it the best continuation.
    ///
    /// Marked as cold, though it is not quite, to keep it out of the way of what is hot.
    #[cold]
    pub(super) fn prefer(&mut self, ply: u32, step: G::Move, value: Score) {
        let ply = ply as usize;
        if ply == 0 {
            self.root_value = value;
        }
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        let [line, rest] = &mut self.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(step);
        if !rest.is_empty() {
            line.extend_from_slice(rest);
        }
    }

    /// Notes that the line ends at `ply`. Needed only where the value lies inside the window, for
    /// only then does the parent go on to prefer the move that led here.
    #[cold]
    pub(super) fn end_line(&mut self, ply: u32) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// Forgets what an earlier pass thought of the root.
    pub(super) fn begin_pass(&mut self) {
        self.is_opinion = false;
        self.root_value = LOWEST;
        self.end_line(0);
    }

    /// The root's line with its score.
    pub(super) fn line(&self, score: Score, exact: bool) -> Line<G::Move> {
        Line { moves: self.lines.first().cloned().unwrap_or_default(), score, exact }
    }

    /// Keeps these lines as the result so far.
    pub(super) fn keep(&mut self, lines: Vec<Line<G::Move>>) {
        self.kept = lines;
    }

    /// Tells the observer about the last finished pass.
    pub(super) fn progress(&mut self) {
        let mut stats = self.statistics();
        if let Some(shared) = self.shared {
            stats.analysed = shared.granted.load(Relaxed);
        }
        self.observer.progress(&Analysis { lines: self.kept.clone(), stats, stopped: None });
    }

    /// Closes a search of several passes: what was kept counts; if nothing was, what
    /// [`Run::finish`] offers.
    pub(super) fn conclude(mut self, root: &G::Position) -> Analysis<G::Move> {
        if self.kept.is_empty() {
            let depth = self.stats.depth;
            let value = if self.stopped.is_some() { Err(Stopped) } else { Ok(LOWEST) };
            return self.finish(root, depth, value);
        }
        self.take_stock();
        Analysis { lines: self.kept, stats: self.stats, stopped: self.stopped }
    }

    /// Closes the search: the analysis with all statistics. A search cut short offers the best move
    /// it has seen, or just a legal one, and no exact score.
    pub(super) fn finish(
        mut self,
        root: &G::Position,
        depth: u32,
        value: Result<Score, Stopped>,
    ) -> Analysis<G::Move> {
        self.take_stock();
        let mut moves = self.lines.first().cloned().unwrap_or_default();
        if value.is_ok() {
            self.stats.depth = depth;
        } else if moves.is_empty() {
            self.moves.clear();
            self.game.moves(root, &mut self.moves);
            moves.extend(self.moves.first());
            if !moves.is_empty() {
                self.root_value = self.judge.evaluate(self.game, root);
            }
        }
        let exact = value.is_ok() && !self.is_opinion;
        let line = Line { moves, score: value.unwrap_or(self.root_value), exact };
        let lines = if line.moves.is_empty() { Vec::new() } else { vec![line] };
        Analysis { lines, stats: self.stats, stopped: self.stopped }
    }

    #[inline]
    pub(super) fn entered(
        &mut self,
        position: &G::Position,
        step: Option<G::Move>,
        [ply, depth]: [u32; 2],
        [alpha, beta]: [Score; 2],
    ) {
        if O::EVENTS {
            self.observer.event(PlayEvent::Enter { position, step, ply, depth, alpha, beta });
        }
    }

    #[inline]
    pub(super) fn left(&mut self, ply: u32, value: Score, origin: Origin) {
        if O::EVENTS {
            self.observer.event(PlayEvent::Leave { ply, value, origin });
        }
    }

    /// Counts a cut at a position where `mover` is to move.
    #[inline]
    pub(super) fn cut(
        &mut self,
        mover: Seat,
        ply: u32,
        step: G::Move,
        value: Score,
        [alpha, beta]: [Score; 2],
        skipped: usize,
    ) {
        let reason = CutReason::at(mover, self.root);
        self.counts.cut(reason, skipped);
        if O::EVENTS {
            let event = PlayEvent::Cut { ply, step, value, alpha, beta, reason, skipped };
            self.observer.event(event);
        }
    }
}

/// Highest rank first; equals keep their order. Apart from [`Run`], so that each kind of move has one
/// sort, whatever judge and observer a search has.
fn sort_ranked<M>(ranked: &mut [(Reverse<i32>, usize, M)]) {
    ranked.sort_unstable_by_key(|&(rank, i, _)| (rank, i));
}

/// Puts the best lines first; equals keep their order.
pub(super) fn sort_lines<M>(lines: &mut [Line<M>]) {
    lines.sort_by_key(|line| Reverse(line.score));
}
