//! One simulation: walk down the tree, look at a new position, and tell the way up.
//!
//! A new position is worth what the judge says, what a random game from there brings, or a mixture of
//! both. What is settled by the rules travels up as well (Winands, Björnsson and Saito, 2008): a node with
//! a winning move is won, one whose moves are all settled is worth the best of them. Moves that a player
//! makes later in a simulation count, with less weight, as if made at once (rapid action value estimation:
//! Gelly and Silver, 2007; merged into the mean, as Pentobi does it).

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use plywood_contract::{Choice, Evaluator, Game, Playout, Seat};

use super::Mcts;
use super::list::Lister;
use super::node::{Bytes, Edge, Node, Proof};
use super::select::{compared, select};
use super::walk::{N_SLOTS, Replies, Walk};

/// A node visited more often learns nothing more from later moves, nor does a move with more weight.
const MOST_LATER_VISITS: u32 = 25_000;
const MOST_LATER_WEIGHT: f32 = 2_000.0;

/// What the threads of a search count together.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: AtomicU64,
    pub(super) deepest: AtomicU32,
    /// Whether the root is proven.
    pub(super) is_settled: AtomicBool,
}

/// What all threads share.
pub(super) struct Common<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) judge: &'a E,
    pub(super) options: &'a Mcts,
    pub(super) root: &'a G::Position,
    pub(super) tree: &'a Node<G::Move>,
    pub(super) bytes: &'a Bytes,
    /// The moves that led to the root, as far as they are known.
    pub(super) before: &'a [(Seat, G::Move)],
    pub(super) counts: &'a Counts,
    /// No node is deeper than this.
    pub(super) deepest: u32,
    /// Whether only one thread is at work.
    pub(super) is_alone: bool,
    /// Whether somebody asks what each simulation chose from.
    pub(super) is_watched: bool,
}

impl<G: Game, E> Clone for Common<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, E> Copy for Common<'_, G, E> {}

/// How much is spent on moves of which little is known, unless the options say. In Blokus Duo, against level 6 of
/// Pentobi at its processor time, 1.6 scored .83 in 120 games and 2.4 .75 in 100, ± .04.
const fn usual_exploration<G: Game, E: Evaluator<G>>() -> f32 {
    if E::GUIDES { 1.6 } else { 1.2 }
}

/// A node and the child chosen there.
type Step<'a, M> = (&'a Node<M>, Edge<'a, M>);

/// One thread at work.
pub(super) struct Simulator<'a, G: Game, E> {
    common: Common<'a, G, E>,
    /// The nodes of this simulation, each with the child chosen there.
    path: Vec<Step<'a, G::Move>>,
    /// What the last simulation chose from, if somebody asks.
    choices: Vec<Choice<G::Move>>,
    exploration: f32,
    lister: Lister<G::Move>,
    room: Vec<G::Move>,
    /// The moves of this simulation, those beyond the tree included.
    walk: Walk<'a, G::Move>,
    /// 1 where new positions are played out: a child then waits a little longer for its node.
    patience: u32,
    /// What a later move counts at most beside one made at once.
    later: f32,
    /// The later moves a node learns from.
    after: Later,
}

impl<'a, G: Game, E: Evaluator<G>> Simulator<'a, G, E> {
    pub(super) fn new(
        common: Common<'a, G, E>,
        seed: u64,
        replies: &'a mut Replies<G::Move>,
    ) -> Self {
        let mix =
            common.options.mix.unwrap_or_else(|| common.judge.trust(common.game, common.root));
        let is_judged = E::GUIDES && mix >= 1.0;
        let later = common.options.later::<G, E>();
        Self {
            common,
            path: Vec::new(),
            choices: Vec::new(),
            exploration: common.options.exploration.unwrap_or(usual_exploration::<G, E>()),
            lister: Lister::default(),
            room: Vec::new(),
            walk: Walk::new(seed, common.before, replies),
            after: Later::default(),
            later,
            patience: u32::from(!is_judged),
        }
    }

    /// One simulation; returns the reward for player 1.
    pub(super) fn simulate(&mut self) -> f32 {
        self.path.clear();
        self.choices.clear();
        self.walk.begin();
        let mut position = self.common.root.clone();
        let reward = self.descend(&mut position);
        let depth = self.path.len() as u32;
        if self.common.counts.deepest.load(Relaxed) < depth {
            self.common.counts.deepest.fetch_max(depth, Relaxed);
        }
        self.back_up(reward);
        reward
    }

    /// The moves of the last simulation's way through the tree.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        self.path.iter().map(|(node, edge)| node.moves[edge.place]).collect()
    }

    /// What each of those moves was chosen from.
    pub(super) fn choices(&self) -> &[Choice<G::Move>] {
        &self.choices
    }

    /// Walks down to a child that is new, settled or at the end of the tree, and returns the reward for
    /// player 1.
    fn descend(&mut self, position: &mut G::Position) -> f32 {
        let Common { bytes, is_alone, is_watched, .. } = self.common;
        let mut node = self.common.tree;
        loop {
            let choice = is_watched.then(|| compared(node, self.exploration));
            let Some(edge) = select(node, self.exploration, bytes) else {
                // Everything that could be looked at loses.
                return for_one(-1.0, node.mover);
            };
            let step = node.moves[edge.place];
            self.make(position, node.mover, step);
            self.path.push((node, edge));
            self.choices.extend(choice);
            if !is_alone {
                // A loss until something better comes back, so that other threads look elsewhere.
                edge.figure.add(-1.0, 1.0, false);
            }
            let visits = edge.block.visits[edge.lane].load(Relaxed);
            if !is_alone {
                edge.block.visits[edge.lane].fetch_add(1, Relaxed);
            }
            if edge.proof() != Proof::Open {
                return for_one(certain(edge.proof()), node.mover);
            }
            node = match edge.below() {
                Some(below) => below,
                None if self.is_due(visits) => {
                    match self.expand(edge, node.mover, step, position) {
                        Some(below) => below,
                        None => return self.leaf(edge, node.mover, position),
                    }
                }
                None => return self.leaf(edge, node.mover, position),
            };
        }
    }

    /// Whether a child with so many visits gets a node of its own: with random games a little later the
    /// deeper it lies, for most are never visited again.
    fn is_due(&self, visits: u32) -> bool {
        let depth = self.path.len() as u32;
        visits > self.patience * depth / 2 && depth < self.common.deepest
    }

    /// Gives a child a node; `None` if it has no moves or there is no room for it.
    fn expand(
        &mut self,
        edge: Edge<'a, G::Move>,
        mover: Seat,
        step: G::Move,
        position: &G::Position,
    ) -> Option<&'a Node<G::Move>> {
        let Common { game, judge, options, bytes, counts, .. } = self.common;
        let listed = self.lister.list((game, judge), options, position, Some(step), false);
        let n_bytes = Node::bytes_for(&listed);
        if listed.moves.is_empty() || !bytes.take(n_bytes) {
            return None;
        }
        let turn = game.turn(position);
        // Another thread may just have proven it.
        let value = edge.figure.get().0.clamp(-1.0, 1.0);
        let value = if turn == mover { value } else { -value };
        let made = Box::new(Node::new(listed, turn, value));
        if edge.block.below[edge.lane].set(made).is_err() {
            bytes.give_back(n_bytes); // Another thread was faster.
        } else {
            counts.expanded.fetch_add(1, Relaxed);
        }
        edge.below()
    }

    /// What a child without a node is worth to player 1: by the rules if the game is over or as good as
    /// over, by judge and playout if not.
    fn leaf(&mut self, edge: Edge<'a, G::Move>, mover: Seat, position: &mut G::Position) -> f32 {
        let Common { game, judge, options, .. } = self.common;
        if let Some(result) = game.result(position) {
            let own = if mover == Seat::One { result } else { -result };
            edge.prove(Proof::of(own));
            return reward_of(result);
        }
        if E::BOUNDS
            && let Some([low, high]) = judge.bounds(game, position)
            && low.signum() == high.signum()
        {
            let own = if mover == Seat::One { low } else { -low };
            edge.prove(Proof::of(own));
            return (reward_of(low) + reward_of(high)) / 2.0;
        }
        let mix = match options.mix {
            _ if !E::GUIDES => 0.0,
            Some(mix) => mix,
            None => judge.trust(game, position),
        };
        let opinion = if mix > 0.0 {
            let ask = || for_one(judge.chance(game, position), game.turn(position));
            edge.opinion(ask)
        } else {
            0.0
        };
        if mix >= 1.0 { opinion } else { mix * opinion + (1.0 - mix) * self.playout(position) }
    }

    /// Plays on by the judge's playout moves to the end, or to the cutoff and the judge's opinion.
    fn playout(&mut self, position: &mut G::Position) -> f32 {
        let Common { game, judge, options, .. } = self.common;
        if E::PLAYS_OUT && options.cutoff.is_none() {
            let result = judge.play_out(game, position, &mut self.walk);
            self.walk.learn(result);
            return reward_of(result);
        }
        let mut left = options.cutoff.unwrap_or(u32::MAX);
        loop {
            if left == 0 && game.result(position).is_none() {
                let score = judge.evaluate(game, position) as f32;
                let reward = score / (score.abs() + options.scale.max(1) as f32);
                return for_one(reward, game.turn(position));
            }
            let chance = self.walk.chance();
            let Some(step) = judge.playout(game, position, chance, &mut self.room) else {
                return game.result(position).map_or(0.0, reward_of);
            };
            let mover = game.turn(position);
            self.make(position, mover, step);
            left = left.saturating_sub(1);
        }
    }

    #[inline]
    fn make(&mut self, position: &mut G::Position, mover: Seat, step: G::Move) {
        self.common.game.play(position, step);
        if E::PLAYS_OUT || self.later > 0.0 {
            self.walk.play(mover, step);
        }
    }

    /// Counts the reward for player 1 at every node of the path, last first, with what it settles.
    fn back_up(&mut self, reward: f32) {
        let is_alone = self.common.is_alone;
        for i in (0..self.path.len()).rev() {
            let (node, edge) = self.path[i];
            let own = for_one(reward, node.mover);
            if is_alone {
                edge.figure.add(own, 1.0, true);
                let visits = &edge.block.visits[edge.lane];
                visits.store(visits.load(Relaxed) + 1, Relaxed);
            } else {
                edge.figure.replace_loss(own);
            }
            node.figure.add(own, 1.0, is_alone);
            let visits = node.visits.fetch_add(1, Relaxed);
            if self.later > 0.0 && visits < MOST_LATER_VISITS {
                self.count_later(node, i, own);
            }
            if edge.proof() != Proof::Open {
                self.settle(i);
            }
        }
    }

    /// Tells the node above what is certain of the node at `depth` on the path, if anything is.
    fn settle(&self, depth: usize) {
        let (node, _) = self.path[depth];
        let best = node.settled();
        if best == Proof::Open {
            return;
        }
        match depth.checked_sub(1).map(|above| self.path[above]) {
            Some((parent, edge)) => {
                let proof = if parent.mover == node.mover { best } else { best.turned() };
                edge.prove(proof);
            }
            None => self.common.counts.is_settled.store(true, Relaxed),
        }
    }

    /// Counts the reward for every child whose move the mover made later than at `depth`, tried or not: the
    /// later the less.
    fn count_later(&mut self, node: &Node<G::Move>, depth: usize, reward: f32) {
        let later = self.walk.from(depth + 1);
        let per_ply = 1.0 / (later.clone().count() + 1) as f32;
        for (i, (seat, slot)) in later.enumerate() {
            if seat == node.mover {
                self.after.mark(slot, self.later * (1.0 - (i + 1) as f32 * per_ply));
            }
        }
        for (slot, figure) in node.remembered() {
            if self.after.has(slot) && figure.get().1 < MOST_LATER_WEIGHT {
                figure.add(reward, self.after.weight(slot), self.common.is_alone);
            }
        }
        self.after.clear();
    }
}

/// Moves by their places in a memory, with weights. A node asks for all of its moves and finds few: so there is a
/// bit for each place, and all of them fit the fastest memory.
struct Later {
    bits: Box<[u64; N_SLOTS / 64]>,
    marked: Vec<(u16, f32)>,
}

impl Default for Later {
    fn default() -> Self {
        Self { bits: Box::new([0; N_SLOTS / 64]), marked: Vec::new() }
    }
}

impl Later {
    fn mark(&mut self, slot: u16, weight: f32) {
        self.bits[usize::from(slot) / 64] |= 1 << (slot % 64);
        self.marked.push((slot, weight));
    }

    #[inline]
    fn has(&self, slot: u16) -> bool {
        self.bits[usize::from(slot) / 64] >> (slot % 64) & 1 == 1
    }

    fn weight(&self, slot: u16) -> f32 {
        self.marked.iter().find(|(marked, _)| *marked == slot).map_or(0.0, |(_, weight)| *weight)
    }

    fn clear(&mut self) {
        for (slot, _) in self.marked.drain(..) {
            self.bits[usize::from(slot) / 64] = 0;
        }
    }
}

/// A reward for a player as one for player 1, and back.
#[inline]
fn for_one(reward: f32, mover: Seat) -> f32 {
    if mover == Seat::One { reward } else { -reward }
}

/// What a proof is worth in simulations.
fn certain(proof: Proof) -> f32 {
    match proof {
        Proof::Win => 1.0,
        Proof::Loss => -1.0,
        Proof::Draw | Proof::Open => 0.0,
    }
}

/// The part of a reward that is for the margin.
pub(super) const MARGIN: f32 = 0.1;

/// What a finished game is worth in simulations to the player with this result, from −1 to 1: mostly who
/// won, a little by how much.
pub fn reward_of(result: i32) -> f32 {
    (1.0 - MARGIN) * result.signum() as f32 + margin_reward(result as f32)
}

/// The part of the reward that a margin brings.
pub(super) fn margin_reward(margin: f32) -> f32 {
    /// The margin that earns half of that part, in the game's points.
    const HALF: f32 = 10.0;
    MARGIN * margin / (margin.abs() + HALF)
}
