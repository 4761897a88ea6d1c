//! Monte Carlo tree search: judge a move by how games that go on from it end.
//!
//! Coulom, 2006; Kocsis and Szepesvári, 2006. Every simulation walks down a tree, adds a node, plays
//! the game to its end at random and tells every node on its way how it ended; moves that do well are
//! tried more often, and so the tree grows where it matters. It needs no opinion on positions and
//! never looks at all moves equally deep. `select` chooses the way down, `simulate` is one simulation,
//! `arena` holds the nodes, `report` says what they mean. Threads grow trees of their own from different seeds, and the root's moves
//! are judged by all of them together (root parallelism: Cazenave and Jouandeau, 2007).

mod arena;
mod report;
mod select;
mod simulate;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use plywood_contract::{
    Analysis, Evaluator, Game, Limits, Line, PlayEvent, PlayObserver, PlayStats, Score, Seat, Stop,
};

use self::arena::{Arena, Proof};
use self::simulate::{Simulator, list};
use super::question::Question;
use plywood_contract::Meter;

/// How Monte Carlo tree search works.
#[derive(Clone, Debug, PartialEq)]
pub struct Mcts {
    /// How much is spent on moves tried seldom; rewards lie between −1 and 1.
    pub exploration: f32,
    /// How much the judge's ranking counts while a move has few visits. Without a ranking, nothing.
    pub bias: f32,
    /// After how many visits a move's own rewards count about as much as those of simulations in which
    /// it came later (RAVE); 0 turns that off. It suits games in which a move means much the same now
    /// and later.
    pub rave: f32,
    /// Plies after which a playout ends with the judge's opinion; `None` plays to the end.
    pub cutoff: Option<u32>,
    /// The opinion, in the judge's units, that counts as half a win at the cutoff.
    pub scale: Score,
    /// How many lines are wanted, each beginning with another move.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// What all chance follows from.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            bias: 1.0,
            rave: 0.0,
            cutoff: None,
            scale: 100,
            lines: 1,
            threads: 1,
            seed: 0,
        }
    }
}

/// The trees of a search, one for each thread, to be kept from move to move of one game with one judge:
/// if the next root lies below the last one, what is known of it stays.
#[derive(Clone, Debug)]
pub struct Forest<G: Game> {
    root: Option<G::Position>,
    arenas: Vec<Arena<G::Move>>,
}

impl<G: Game> Default for Forest<G> {
    fn default() -> Self {
        Self { root: None, arenas: Vec::new() }
    }
}

/// The bytes of all trees together, unless the limits say otherwise.
const USUAL_BYTES: u64 = 256 << 20;
/// A root is looked for so many plies below the last one: a move and its answer.
const KEPT_PLIES: u32 = 2;

/// Simulates until a limit is reached or the best result is settled. `limits.nodes` counts
/// simulations, `limits.bytes` what the trees hold (256 MB if it says nothing; a full tree stops
/// growing), `limits.depth` their plies.
///
/// A line's score is the expected reward in thousandths, from −1000 (lost) to 1000 (won), whoever
/// judges, and mostly tells who wins: a tenth at most is for the margin. If a line is exact its score
/// is what the judge settles the result at. Scores are for the side to move; lines come best first.
pub fn mcts<G: Game + Sync, E: Evaluator<G> + Sync>(
    question: &Question<'_, G, E>,
    forest: &mut Forest<G>,
    options: &Mcts,
    mut observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let Question { game, judge, root, limits } = *question;
    let mut search = Search { game, judge, root, options, limits, meter: Meter::start() };
    let (mut room, mut ranked) = (Vec::new(), Vec::new());
    list(game, judge, root, &mut room, &mut ranked);
    let bytes = limits.bytes.unwrap_or(USUAL_BYTES);
    forest.prepare(game, root, options.threads.max(1), bytes, &room);
    if forest.arenas.iter().any(|arena| arena.nodes.is_empty()) {
        // The game is over, or the bytes do not even hold the root's moves.
        let stopped = (!room.is_empty()).then_some(Stop::Memory);
        return search.without_tree(room.first().copied(), stopped);
    }
    let mut watch = |news: News<'_, G::Move>| match news {
        News::Simulated { arena, path, reward } => tell(&mut observer, arena, path, reward),
        News::Doubled(arena, stats) => {
            let lines = report::lines((game, judge), root, std::slice::from_ref(arena), options);
            observer.progress(&Analysis { lines, stats, stopped: None });
        }
    };
    let (mut stats, stopped) = search.grow_all(&mut forest.arenas, &mut watch);
    let lines = report::lines((game, judge), root, &forest.arenas, options);
    stats.depth = lines.first().map_or(0, |line| line.moves.len() as u32);
    stats.time = search.meter.elapsed();
    Analysis { lines, stats, stopped }
}

/// What the first tree has to tell.
enum News<'a, M> {
    /// A simulation ended.
    Simulated { arena: &'a Arena<M>, path: &'a [(usize, Seat)], reward: f32 },
    /// The simulations have doubled.
    Doubled(&'a Arena<M>, PlayStats),
}

/// Tells of one simulation, if anybody listens.
#[inline]
fn tell<G: Game, O: PlayObserver<G>>(
    observer: &mut O,
    arena: &Arena<G::Move>,
    path: &[(usize, Seat)],
    reward: f32,
) {
    if O::EVENTS {
        let moves: Vec<G::Move> = path.iter().map(|&(node, _)| arena.nodes[node].step).collect();
        observer.event(PlayEvent::Simulate { moves: &moves, reward });
    }
}

impl<G: Game> Forest<G> {
    /// Makes the trees fit for this root: cut down if the last root leads here, else planted anew.
    fn prepare(&mut self, game: &G, root: &G::Position, n: usize, bytes: u64, moves: &[G::Move]) {
        let bytes = bytes / n as u64;
        if self.arenas.len() != n || !self.arenas[0].is_for(bytes) {
            self.arenas = (0..n).map(|_| Arena::new(bytes)).collect();
            self.root = None;
        }
        let last = self.root.replace(root.clone());
        for arena in &mut self.arenas {
            let is_here = last.as_ref() == Some(root);
            let below = match &last {
                Some(last) if !is_here => {
                    find(game, arena, arena.roots(), &mut last.clone(), root, KEPT_PLIES)
                }
                _ => None,
            };
            if let Some(node) = below {
                arena.cut_down_to(node);
            }
            // Nothing known, or known by another judge's order or other rules: from nothing, then.
            let is_known = is_here || below.is_some();
            let roots = arena.nodes[arena.roots()].iter().map(|node| node.step);
            if !is_known || !roots.eq(moves.iter().copied()) {
                arena.plant(moves.iter().copied());
            }
        }
    }
}

/// The node whose position is `wanted`, up to `plies` below the children of `position`.
fn find<G: Game>(
    game: &G,
    arena: &Arena<G::Move>,
    children: std::ops::Range<usize>,
    position: &mut G::Position,
    wanted: &G::Position,
    plies: u32,
) -> Option<usize> {
    for i in children.filter(|&i| arena.nodes[i].visits > 0) {
        let node = &arena.nodes[i];
        let undo = game.play(position, node.step);
        let found = match *position == *wanted {
            true => Some(i),
            false if plies > 1 => find(game, arena, node.children(), position, wanted, plies - 1),
            false => None,
        };
        game.undo(position, node.step, undo);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// What every thread needs to know.
struct Search<'a, G: Game, E> {
    game: &'a G,
    judge: &'a E,
    root: &'a G::Position,
    options: &'a Mcts,
    limits: &'a Limits,
    meter: Meter,
}

impl<G: Game, E> Clone for Search<'_, G, E> {
    fn clone(&self) -> Self {
        Self { meter: self.meter.clone(), ..*self }
    }
}

impl<G: Game + Sync, E: Evaluator<G> + Sync> Search<'_, G, E> {
    /// Grows every tree in a thread of its own, the first one in this.
    fn grow_all(
        &self,
        arenas: &mut [Arena<G::Move>],
        watch: &mut dyn FnMut(News<'_, G::Move>),
    ) -> (PlayStats, Option<Stop>) {
        let is_over = &AtomicBool::new(false);
        let Some((first, others)) = arenas.split_first_mut() else {
            return (PlayStats::default(), None);
        };
        std::thread::scope(|scope| {
            let spawn = |(i, arena)| {
                let mut search = self.clone();
                scope.spawn(move || search.grow(arena, i + 1, is_over, &mut |_| {}))
            };
            let helpers: Vec<_> = others.iter_mut().enumerate().map(spawn).collect();
            let (mut stats, stopped) = self.clone().grow(first, 0, is_over, watch);
            is_over.store(true, Relaxed);
            for helper in helpers {
                match helper.join() {
                    Ok((more, _)) => stats.add(&more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            (stats, stopped)
        })
    }

    /// Simulates in one tree until a limit is reached, another thread ends the search or the root is
    /// settled; tells `watch` of every simulation, and shows it the tree whenever they have doubled.
    fn grow(
        &mut self,
        arena: &mut Arena<G::Move>,
        thread: usize,
        is_over: &AtomicBool,
        watch: &mut dyn FnMut(News<'_, G::Move>),
    ) -> (PlayStats, Option<Stop>) {
        let share = self.limits.nodes.map(|nodes| {
            let n_threads = self.options.threads.max(1) as u64;
            nodes / n_threads + u64::from((thread as u64) < nodes % n_threads)
        });
        let limits = Limits { nodes: share, ..self.limits.clone() };
        let seed = self.options.seed ^ (thread as u64) << 32;
        let deepest = self.limits.depth.unwrap_or(u32::MAX);
        let mut simulator =
            Simulator::new((self.game, self.judge), self.options, arena, seed, deepest);
        let mut stats = PlayStats { expanded: Some(1), ..PlayStats::default() };
        let mut watch_at = 1 << 10;
        let stopped = loop {
            if self.meter.is_due(stats.analysed)
                && let Err(stop) = self.meter.poll(stats.analysed, &limits)
            {
                break Some(stop);
            }
            if is_over.load(Relaxed) || simulator.root_proof != Proof::Open {
                break None;
            }
            let reward = simulator.simulate(self.root.clone());
            watch(News::Simulated { arena: simulator.arena, path: simulator.path(), reward });
            stats.analysed += 1;
            if stats.analysed == watch_at {
                watch_at *= 2;
                stats.expanded = Some(1 + simulator.n_expanded);
                stats.selective_depth = simulator.selective_depth.max(1);
                stats.time = self.meter.elapsed();
                watch(News::Doubled(simulator.arena, stats.clone()));
            }
        };
        if stopped.is_none() {
            is_over.store(true, Relaxed);
        }
        stats.expanded = Some(1 + simulator.n_expanded);
        stats.selective_depth = simulator.selective_depth.max(1);
        (stats, stopped)
    }

    /// The answer without a tree: any legal move, or none if the game is over.
    fn without_tree(&mut self, step: Option<G::Move>, stopped: Option<Stop>) -> Analysis<G::Move> {
        let lines = step.map(|step| Line { moves: vec![step], score: 0, exact: false });
        let time = self.meter.elapsed();
        let stats = PlayStats { expanded: Some(1), time, ..PlayStats::default() };
        Analysis { lines: lines.into_iter().collect(), stats, stopped }
    }
}
