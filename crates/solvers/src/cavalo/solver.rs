//! The exact final difference of any position of cavalo, and of every move in it.

use std::thread;

use plywood_contract::{
    Analysis, Counter, Game, Halt, Limits, Line, PlayStats, Stop, Stopwatch, Watch,
};
use plywood_games::cavalo::{Cavalo, Move, Position};

use super::busy::Busy;
use super::field::Field;
use super::root::{Bounds, FARTHEST, Root, ahead};
use super::search::Thread;
use super::table::{TO_THE_END, TranspositionTable};

/// A proven value, and the cost of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The final difference in points for the side to move, if both play their best.
    pub value: i32,
    /// A line of best play, to the end or as far as it was cheap to find; empty only if the game is over.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// The result of a proof that a limit cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// The limit.
    pub stop: Stop,
    /// The value is at least the first and at most the second.
    pub bounds: [i32; 2],
    /// The move with the best value so far.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves positions; keeps the table of a board until another board or [`Solver::clear`].
///
/// All [`Limits`] but depth, which the game determines, are honoured. On one thread the same calls visit
/// the same nodes.
pub struct Solver {
    table: TranspositionTable,
    n_threads: usize,
    field: Option<Field>,
}

/// Plies of the search before a proof: they cost little and improve the ordering.
const SHALLOW: u32 = 12;
/// With more indices left than this, a player under a clock does not try to prove anything.
const PROVABLE: u32 = 40;
/// Nodes to spend on the line of a proven value.
const LINE_NODES: u64 = 1 << 17;

impl Solver {
    /// A solver on one thread with a table of at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_threads(bytes, 1)
    }

    /// A solver on this many threads that share the table.
    pub fn with_threads(bytes: usize, n_threads: usize) -> Self {
        Self { table: TranspositionTable::new(bytes), n_threads: n_threads.max(1), field: None }
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The final difference for the side to move.
    pub fn value(
        &mut self,
        game: &Cavalo,
        position: &Position,
        limits: &Limits,
    ) -> Result<Exact, Unsettled> {
        self.within(game, position, [-FARTHEST, FARTHEST], limits)
    }

    /// The final difference if it lies strictly inside the window; a bound on the same side of the
    /// window if it lies outside. `[-1, 1]` asks who wins, and no more.
    pub fn within(
        &mut self,
        game: &Cavalo,
        position: &Position,
        window: [i32; 2],
        limits: &Limits,
    ) -> Result<Exact, Unsettled> {
        let [alpha, beta] = window.map(|bound| bound.clamp(-FARTHEST, FARTHEST));
        let quest = Quest { window: [alpha, beta.max(alpha + 1)], is_proof: true };
        let found = self.search(game, position, &quest, limits, &mut |_| {});
        match found.stop {
            None => Ok(Exact { value: found.value, line: found.line, nodes: found.stats.analysed }),
            Some(stop) => Err(Unsettled {
                stop,
                bounds: found.bounds,
                best: found.line.first().copied(),
                nodes: found.stats.analysed,
            }),
        }
    }

    /// What every move is worth to the side that makes it, in the order of [`Game::moves`]. The
    /// limits hold for all of them together.
    pub fn moves(
        &mut self,
        game: &Cavalo,
        position: &Position,
        limits: &Limits,
    ) -> Result<Vec<(Move, i32)>, Stop> {
        let stopwatch = Stopwatch::start();
        let mut steps = Vec::new();
        game.moves(position, &mut steps);
        let (mut spent, mut values) = (0, Vec::with_capacity(steps.len()));
        for step in steps {
            let rest = limits.less(stopwatch.elapsed(), spent);
            let mut next = position.clone();
            game.play(&mut next, step);
            let exact = self.value(game, &next, &rest).map_err(|unsettled| unsettled.stop)?;
            spent += exact.nodes;
            values.push((step, -exact.value));
        }
        Ok(values)
    }

    /// The best move under the limits: deeper and deeper, and to the end of the game once that may
    /// succeed. `progress` is called after every pass.
    pub fn analyse(
        &mut self,
        game: &Cavalo,
        position: &Position,
        limits: &Limits,
        mut progress: impl FnMut(&Analysis<Move>),
    ) -> Analysis<Move> {
        let quest = Quest { window: [-FARTHEST, FARTHEST], is_proof: false };
        let mut report = |found: Found| progress(&found.analysis());
        self.search(game, position, &quest, limits, &mut report).analysis()
    }

    fn search(
        &mut self,
        game: &Cavalo,
        position: &Position,
        quest: &Quest,
        limits: &Limits,
        report: &mut dyn FnMut(Found),
    ) -> Found {
        let mut found = Found::nothing(game, position);
        if found.line.is_empty() {
            return found;
        }
        let least = TranspositionTable::LEAST_BYTES as u64;
        if limits.bytes.is_some_and(|bytes| bytes < least) {
            return Found { stop: Some(Stop::Memory), ..found };
        }
        if limits.bytes.is_some_and(|bytes| bytes < self.table.bytes() as u64) {
            self.table = TranspositionTable::new(limits.bytes.unwrap_or(least) as usize);
        }
        let is_known = |field: &Field| field.state(game.rules(), position).is_some();
        let field = match self.field.take().filter(is_known) {
            Some(field) => field,
            None => {
                self.table.clear();
                Field::new(game.rules(), position)
            }
        };
        let root = Root::new(game, position, &field, &self.table);
        let watch = Watch::new(limits);
        self.race(&root, &field, quest, &watch, &mut found, report);
        self.complete_line(game, position, &field, limits, &watch, &mut found);
        self.field = Some(field);
        found.stats.time = watch.elapsed();
        found
    }

    /// Lets all threads search for the answer; the first to find it stops the others.
    fn race(
        &self,
        root: &Root,
        field: &Field,
        quest: &Quest,
        watch: &Watch<'_>,
        found: &mut Found,
        report: &mut dyn FnMut(Found),
    ) {
        let (busy, bounds) = (Busy::new(self.n_threads), Bounds::new());
        let is_ripe = |root: &Root| {
            let is_late = root.n_left <= PROVABLE && watch.has_spent(0.25);
            root.depth >= SHALLOW && (quest.is_proof || is_late)
        };
        let run = |report: &mut dyn FnMut(&Root, &Thread<'_>, &Bounds)| {
            let mut thread = Thread::new(field, &self.table, &busy, Counter::new(watch));
            let mut root = root.clone();
            let result = root.settle(&mut thread, quest.window, &bounds, is_ripe, report);
            if result.is_ok() {
                watch.finish();
            }
            (result, root, thread.stats())
        };
        let (result, root, stats) = thread::scope(|scope| {
            let helpers: Vec<_> =
                (1..self.n_threads).map(|_| scope.spawn(|| run(&mut |_, _, _| {}))).collect();
            let mut tell = |root: &Root, thread: &Thread<'_>, bounds: &Bounds| {
                let mut stats = thread.stats();
                stats.time = watch.elapsed();
                report(Found::new(root, bounds, stats, None));
            };
            let first = run(&mut tell);
            let others = helpers.into_iter().map(|helper| helper.join().expect("no panic"));
            others.fold(first, better)
        });
        *found = Found::new(&root, &bounds, stats, result.err().flatten());
    }

    /// Completes the line after the best move, as far as the table knows or, for a proven value, as far as that is
    /// cheap to find.
    fn complete_line(
        &self,
        game: &Cavalo,
        position: &Position,
        field: &Field,
        limits: &Limits,
        watch: &Watch<'_>,
        found: &mut Found,
    ) {
        let mut limits = limits.less(watch.elapsed(), found.stats.analysed);
        limits.nodes = Some(limits.nodes.unwrap_or(LINE_NODES).min(LINE_NODES));
        let watch = Watch::new(&limits);
        let busy = Busy::new(1);
        let mut thread = Thread::new(field, &self.table, &busy, Counter::new(&watch));
        let (mut position, mut value) = (position.clone(), found.value);
        while let Some(&step) = found.line.last() {
            let mover = game.turn(&position);
            game.play(&mut position, step);
            value = if game.turn(&position) == mover { value } else { -value };
            let mut root = Root::new(game, &position, field, &self.table);
            let is_certain = match found.is_exact() {
                // The first move that keeps the value will do.
                true => root.pass(&mut thread, TO_THE_END, [value - 1, value]).is_ok(),
                false => root.moves.len() == 1 || root.is_known,
            };
            match root.moves.first() {
                Some(next) if is_certain => found.line.push(next.step),
                _ => break,
            }
        }
        found.stats.add(&thread.stats());
    }
}

/// The question.
struct Quest {
    window: [i32; 2],
    /// Whether only a proof counts.
    is_proof: bool,
}

/// The result so far.
struct Found {
    value: i32,
    bounds: [i32; 2],
    line: Vec<Move>,
    stats: PlayStats,
    stop: Option<Stop>,
}

impl Found {
    /// The result before the search: any move, or the value if the game is over.
    fn nothing(game: &Cavalo, position: &Position) -> Self {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.truncate(1);
        let value = ahead(position);
        let bounds = if moves.is_empty() { [value; 2] } else { [-FARTHEST, FARTHEST] };
        Self { value, bounds, line: moves, stats: PlayStats::default(), stop: None }
    }

    fn new(root: &Root, bounds: &Bounds, stats: PlayStats, stop: Option<Stop>) -> Self {
        let line = root.moves.iter().take(1).map(|best| best.step).collect();
        // No line is followed beyond the depth of the pass.
        let stats = PlayStats { depth: root.depth, selective_depth: root.depth, ..stats };
        Self { value: root.value, bounds: bounds.get(), line, stats, stop }
    }

    fn is_exact(&self) -> bool {
        self.bounds == [self.value; 2]
    }

    fn analysis(self) -> Analysis<Move> {
        let line = Line { exact: self.is_exact(), score: self.value, moves: self.line };
        let lines = if line.moves.is_empty() { Vec::new() } else { vec![line] };
        Analysis { lines, stats: self.stats, stopped: self.stop }
    }
}

type Run = (Result<(), Halt>, Root, PlayStats);

/// The better answer of two, or why there is none; the statistics of both.
fn better(first: Run, other: Run) -> Run {
    let mut stats = first.2.clone();
    stats.add(&other.2);
    // A thread that was merely slower has no result.
    let prefers_other = other.0.is_ok() && first.0.is_err() || first.0 == Err(None);
    let (result, root, _) = if prefers_other { other } else { first };
    (result, root, stats)
}
