//! Monte Carlo tree search: judge a move by how games that go on from it end.
//!
//! Coulom, 2006; Kocsis and Szepesvári, 2006. Every simulation walks down a tree, looks at a new position,
//! and tells every node on its way what it found; moves that do well are tried more often, and so the tree
//! grows where it matters. A new position is played out at random, or judged: a judge that guides (see
//! [`Evaluator::GUIDES`]) says how likely each move is the best and who is going to win. `select` chooses
//! the way down, `list` what there is to choose from, `simulate` is one simulation, `node` holds the tree,
//! `walk` remembers what was played, `report` says what it means. Threads walk one tree together; each counts a loss on its way down until it
//! knows better, so that the others look elsewhere (virtual loss: Chaslot, Winands and van den Herik, 2008).

mod forest;
mod list;
mod node;
mod report;
mod select;
mod simulate;
mod walk;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use plywood_contract::{
    Analysis, Evaluator, Game, Limits, Line, Meter, PlayEvent, PlayObserver, PlayStats, Score, Stop,
};

pub use self::forest::Forest;
use self::forest::Parts;
use self::node::{Attic, Proof};
pub use self::simulate::reward_of;
use self::simulate::{Common, Counts, MARGIN, Simulator, margin_reward};
use self::walk::Replies;
use super::question::Question;

/// How Monte Carlo tree search works.
#[derive(Clone, Debug, PartialEq)]
pub struct Mcts {
    /// How much is spent on moves of which little is known, rewards lying between −1 and 1. `None` is 1.2,
    /// or 1.6 where a judge guides: its values spread less than the results of random games.
    pub exploration: Option<f32>,
    /// How much the judge's likelihoods count: 0 makes all moves equally likely. Without a guide its ranks
    /// count, and without ranks nothing.
    pub bias: f32,
    /// What a move that comes later in a simulation counts at most beside one made at once (RAVE); 0 turns
    /// that off, `None` is as the judge says (see [`Evaluator::LATER`]). It suits games in which a move means
    /// much the same now and later.
    pub rave: Option<f32>,
    /// The share of the judge's opinion in the value of a new position, the rest being for a random game; as
    /// the judge says if `None`. A judge that does not guide has none.
    pub mix: Option<f32>,
    /// Plies after which a random game ends with the judge's score; `None` plays to the end.
    pub cutoff: Option<u32>,
    /// The score, in the judge's units, that counts as half a win at the cutoff.
    pub scale: Score,
    /// Moves less likely than this share of the likeliest are not looked at below the root, where the judge
    /// guides and there are many.
    pub least_prior: f32,
    /// Whether the search ends as soon as the rest of its limit cannot change the choice.
    pub stops_early: bool,
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
            exploration: None,
            bias: 1.0,
            rave: None,
            mix: None,
            cutoff: None,
            scale: 100,
            least_prior: 0.003,
            stops_early: false,
            lines: 1,
            threads: 1,
            seed: 0,
        }
    }
}

impl Mcts {
    /// What a later move counts at most beside one made at once.
    fn later<G: Game, E: Evaluator<G>>(&self) -> f32 {
        self.rave.unwrap_or(E::LATER)
    }
}

/// The bytes of the tree, unless the limits say otherwise.
const USUAL_BYTES: u64 = 256 << 20;

/// Simulates until a limit is reached or the best result is settled. `limits.nodes` counts
/// simulations, `limits.bytes` what the tree holds (256 MB if it says nothing; a full tree stops
/// growing), `limits.depth` its plies.
///
/// A line's score is the expected reward in thousandths, from −1000 (lost) to 1000 (won), whoever
/// judges, and mostly tells who wins: a tenth at most is for the margin. If a line is exact its score
/// is what the judge settles the result at. Scores are for the side to move; lines come best first.
pub fn mcts<G: Game + Sync, E: Evaluator<G> + Sync, O: PlayObserver<G>>(
    question: &Question<'_, G, E>,
    forest: &mut Forest<G>,
    options: &Mcts,
    mut observer: O,
) -> Analysis<G::Move> {
    let Question { game, judge, root, limits } = *question;
    let meter = Meter::start();
    let bytes = limits.bytes.unwrap_or(USUAL_BYTES);
    if let Err(step) = forest.prepare((game, judge), options, root, bytes) {
        // The game is over, or the bytes do not even hold the root's moves.
        return without_tree(step, meter.elapsed());
    }
    let Parts { tree, bytes, attic, before, replies } = forest.parts();
    let counts = Counts::default();
    // A tree kept from the last move may know already.
    counts.is_settled.store(tree.settled() != Proof::Open, Relaxed);
    let common = Common {
        game,
        judge,
        options,
        root,
        tree,
        bytes,
        before,
        counts: &counts,
        deepest: limits.depth.unwrap_or(u32::MAX),
        is_alone: options.threads <= 1,
        is_watched: O::EVENTS,
    };
    let search = Search {
        common,
        limits,
        taken: &AtomicU64::new(0),
        is_over: &AtomicBool::new(false),
        meter: meter.clone(),
    };
    let (stopped, stats) = search.run(attic, replies, &mut observer);
    let lines = report::lines(judge, tree, options.lines);
    let depth = lines.first().map_or(0, |line| line.moves.len() as u32);
    let stats = PlayStats { depth, time: meter.elapsed(), ..stats };
    Analysis { lines, stats, stopped }
}

/// The answer without a tree: any legal move, or none if the game is over.
fn without_tree<M>(step: Option<M>, time: Duration) -> Analysis<M> {
    let stopped = step.is_some().then_some(Stop::Memory);
    let lines = step.map(|step| Line { moves: vec![step], score: 0, exact: false });
    let stats = PlayStats { expanded: Some(1), time, ..PlayStats::default() };
    Analysis { lines: lines.into_iter().collect(), stats, stopped }
}

/// The share of games that a player wins, a draw as half a win, who expects this reward in thousandths and
/// this margin: the reward without its part for the margin.
pub fn win_share(reward: Score, margin: f32) -> f32 {
    let share = (reward as f32 / 1000.0 - margin_reward(margin)) / (1.0 - MARGIN);
    (share.clamp(-1.0, 1.0) + 1.0) / 2.0
}

/// A search as its threads see it.
struct Search<'a, G: Game, E> {
    common: Common<'a, G, E>,
    limits: &'a Limits,
    /// Simulations begun by all threads.
    taken: &'a AtomicU64,
    is_over: &'a AtomicBool,
    meter: Meter,
}

impl<G: Game, E> Clone for Search<'_, G, E> {
    fn clone(&self) -> Self {
        Self { meter: self.meter.clone(), ..*self }
    }
}

/// Simulations between two looks at whether the choice is made.
const LOOK_EVERY: u64 = 64;

impl<G: Game + Sync, E: Evaluator<G> + Sync> Search<'_, G, E> {
    /// Runs every thread, the first one here.
    fn run(
        mut self,
        attic: &mut Attic<G::Move>,
        replies: &mut [Replies<G::Move>],
        observer: &mut impl PlayObserver<G>,
    ) -> (Option<Stop>, PlayStats) {
        let n_threads = self.common.options.threads.max(1) as u64;
        let (stopped, simulated) = std::thread::scope(|scope| {
            let mut replies = replies.iter_mut();
            let own = replies.next().expect("every thread has its own");
            let helper = |(thread, replies)| {
                let mut search = self.clone();
                search.common.is_watched = false;
                scope.spawn(move || search.grow(thread, replies, |_, _, _| {}).1)
            };
            let helpers: Vec<_> = (1..n_threads).zip(replies).map(helper).collect();
            let first = |search: &Self, simulator: &Simulator<'_, G, E>, reward: f32| {
                search.watch(simulator, reward, attic, observer);
            };
            let (stopped, mut simulated) = self.clone().grow(0, own, first);
            self.is_over.store(true, Relaxed);
            for helper in helpers {
                match helper.join() {
                    Ok(more) => simulated += more,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            (stopped, simulated)
        });
        self.meter = Meter::start();
        (stopped, self.stats(simulated))
    }

    fn stats(&self, analysed: u64) -> PlayStats {
        let counts = self.common.counts;
        PlayStats {
            analysed,
            expanded: Some(1 + counts.expanded.load(Relaxed)),
            selective_depth: counts.deepest.load(Relaxed).max(1),
            ..PlayStats::default()
        }
    }

    /// Simulates until a limit is reached, another thread ends the search or the root is settled; tells
    /// `watch` of every simulation. Returns what ended it, and how many simulations this thread made.
    fn grow(
        &mut self,
        thread: u64,
        replies: &mut Replies<G::Move>,
        mut watch: impl FnMut(&Self, &Simulator<'_, G, E>, f32),
    ) -> (Option<Stop>, u64) {
        let seed = self.common.options.seed ^ thread << 32;
        let mut simulator = Simulator::new(self.common, seed, replies);
        let mut simulated = 0;
        // The node limit is for all threads together: see below.
        let clock = Limits { nodes: None, ..self.limits.clone() };
        let stopped = loop {
            if self.meter.is_due(simulated)
                && let Err(stop) = self.meter.poll(simulated, &clock)
            {
                break Some(stop);
            }
            if self.is_over.load(Relaxed) || self.common.counts.is_settled.load(Relaxed) {
                break None;
            }
            let begun = self.taken.fetch_add(1, Relaxed);
            if self.limits.nodes.is_some_and(|most| begun >= most) {
                break Some(Stop::Nodes);
            }
            if thread == 0
                && begun % LOOK_EVERY == LOOK_EVERY - 1
                && let Some(stop) = self.decided(begun)
            {
                break Some(stop);
            }
            let reward = simulator.simulate();
            simulated += 1;
            watch(self, &simulator, reward);
        };
        if thread == 0 || stopped.is_none() {
            self.is_over.store(true, Relaxed);
        }
        (stopped, simulated)
    }

    /// The limit whose rest cannot change the choice any more, if there is one and nobody asked for more
    /// than a move.
    fn decided(&self, begun: u64) -> Option<Stop> {
        let Common { options, tree, .. } = self.common;
        if !options.stops_early || options.lines > 1 {
            return None;
        }
        let by_nodes = self.limits.nodes.map(|most| (most - begun, Stop::Nodes));
        let by_time = self.limits.time.map(|most| {
            // At the pace so far, and a quarter more for good measure.
            let (now, pace) = (self.meter.elapsed(), begun as f64 * 1.25);
            let left = most.saturating_sub(now).as_secs_f64() / now.as_secs_f64().max(1e-9);
            ((pace * left) as u64, Stop::Time)
        });
        let (left, stop) = by_nodes.into_iter().chain(by_time).min_by_key(|(left, _)| *left)?;
        report::is_decided(tree, left).then_some(stop)
    }

    /// After a simulation of the first thread: frees what an earlier move left behind, and tells the
    /// observer.
    fn watch<O: PlayObserver<G>>(
        &self,
        simulator: &Simulator<'_, G, E>,
        reward: f32,
        attic: &mut Attic<G::Move>,
        observer: &mut O,
    ) {
        let Common { judge, options, tree, bytes, .. } = self.common;
        for _ in 0..FREED_EACH {
            forest::free_one(attic, bytes);
        }
        if O::EVENTS {
            let (moves, choices) = (simulator.moves(), simulator.choices());
            let best = report::best(tree);
            observer.event(PlayEvent::Simulate { moves: &moves, reward, choices, best });
        }
        let begun = self.taken.load(Relaxed);
        if begun >= FIRST_WATCH && begun.is_power_of_two() {
            let lines = report::lines(judge, tree, options.lines);
            let stats = PlayStats { time: self.meter.elapsed(), ..self.stats(begun) };
            observer.progress(&Analysis { lines, stats, stopped: None });
        }
    }
}

/// Nodes of an earlier tree freed after each simulation.
const FREED_EACH: usize = 4;
/// Simulations before the first report; after that whenever they have doubled.
const FIRST_WATCH: u64 = 1 << 10;
