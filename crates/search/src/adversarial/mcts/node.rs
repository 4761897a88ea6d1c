//! The tree: a node for each position expanded, its children in arrays of fields.
//!
//! A node lists its moves once, likeliest first. Only those that were tried have figures, eight to a
//! block, so that a node costs what is known of it and not what could be. Figures are atomic and nothing
//! waits: several threads may walk one tree. A mean and its weight share a word, so that no reward is lost.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use plywood_contract::Seat;

use crate::room;

/// What is known for certain of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Proof {
    /// It loses.
    Loss,
    /// Nothing is known.
    Open,
    /// It draws.
    Draw,
    /// It wins.
    Win,
}

impl Proof {
    /// By the sign of a result for that player.
    pub(super) fn of(result: i32) -> Self {
        match result {
            0 => Self::Draw,
            result if result > 0 => Self::Win,
            _ => Self::Loss,
        }
    }

    /// The same for the opponent.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
            same => same,
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Loss => 1,
            Self::Draw => 2,
            Self::Win => 3,
        }
    }

    fn decode(code: u8) -> Self {
        match code {
            1 => Self::Loss,
            2 => Self::Draw,
            3 => Self::Win,
            _ => Self::Open,
        }
    }
}

/// A mean reward and the weight behind it.
#[derive(Debug, Default)]
pub(super) struct Figure(AtomicU64);

impl Figure {
    /// Mean and weight; the weight is 0 while nothing is known.
    #[inline]
    pub(super) fn get(&self) -> (f32, f32) {
        split(self.0.load(Relaxed))
    }

    pub(super) fn set(&self, mean: f32, weight: f32) {
        self.0.store(join(mean, weight), Relaxed);
    }

    /// Adds a reward; the only thread at work need not look out for others.
    #[inline]
    pub(super) fn add(&self, reward: f32, weight: f32, is_alone: bool) {
        let add = |word: u64| {
            let (mean, before) = split(word);
            let after = before + weight;
            join(mean + (reward - mean) * weight / after, after)
        };
        self.change(add, is_alone);
    }

    /// Takes the loss back that [`Figure::add`] counted ahead of time, and counts what really came.
    #[inline]
    pub(super) fn replace_loss(&self, reward: f32) {
        let replace = |word: u64| {
            let (mean, weight) = split(word);
            join(mean + (reward + 1.0) / weight, weight)
        };
        self.change(replace, false);
    }

    #[inline]
    fn change(&self, change: impl Fn(u64) -> u64, is_alone: bool) {
        if is_alone {
            self.0.store(change(self.0.load(Relaxed)), Relaxed);
        } else {
            let _ = self.0.fetch_update(Relaxed, Relaxed, |word| Some(change(word)));
        }
    }
}

#[inline]
fn split(word: u64) -> (f32, f32) {
    (f32::from_bits(word as u32), f32::from_bits((word >> 32) as u32))
}

#[inline]
fn join(mean: f32, weight: f32) -> u64 {
    u64::from(mean.to_bits()) | u64::from(weight.to_bits()) << 32
}

/// Children in a block.
pub(super) const LANES: usize = 8;

/// What is known of eight children, field by field.
#[derive(Debug)]
pub(super) struct Block<M> {
    pub(super) figures: [Figure; LANES],
    pub(super) visits: [AtomicU32; LANES],
    /// The judge's opinion on the child for player 1, once it was asked for.
    opinions: [AtomicU32; LANES],
    proofs: [AtomicU8; LANES],
    pub(super) below: [OnceLock<Box<Node<M>>>; LANES],
    pub(super) next: OnceLock<Box<Block<M>>>,
}

impl<M> Default for Block<M> {
    fn default() -> Self {
        Self {
            figures: Default::default(),
            visits: Default::default(),
            opinions: Default::default(),
            proofs: Default::default(),
            below: Default::default(),
            next: OnceLock::new(),
        }
    }
}

impl<M> Block<M> {
    #[inline]
    pub(super) fn proof(&self, lane: usize) -> Proof {
        Proof::decode(self.proofs[lane].load(Relaxed))
    }

    pub(super) fn prove(&self, lane: usize, proof: Proof) {
        self.proofs[lane].store(proof.code(), Relaxed);
    }

    /// The opinion on a child, asked for only once.
    #[inline]
    pub(super) fn opinion(&self, lane: usize, ask: impl FnOnce() -> f32) -> f32 {
        // An opinion is never −0.0, whose only bit marks it as known.
        const KNOWN: u32 = 1;
        match self.opinions[lane].load(Relaxed) {
            0 => {
                let opinion = ask();
                self.opinions[lane].store(opinion.to_bits() | KNOWN, Relaxed);
                f32::from_bits(opinion.to_bits() | KNOWN)
            }
            bits => f32::from_bits(bits),
        }
    }
}

/// A position that was expanded.
#[derive(Debug)]
pub(super) struct Node<M> {
    /// Its moves, likeliest first, without those too unlikely to be looked at.
    pub(super) moves: Box<[M]>,
    /// How likely each is to be the best; together 1.
    pub(super) priors: Box<[f32]>,
    pub(super) mover: Seat,
    /// Whether all legal moves are listed: only then can the node be proven lost.
    pub(super) is_complete: bool,
    /// The mean reward for the mover.
    pub(super) figure: Figure,
    pub(super) visits: AtomicU32,
    /// How many of the moves have figures.
    n_open: AtomicU32,
    pub(super) first: Block<M>,
}

/// A child: its block and lane there, and its place among the moves.
pub(super) struct Edge<'a, M> {
    pub(super) block: &'a Block<M>,
    pub(super) lane: usize,
    pub(super) place: usize,
}

impl<M> Clone for Edge<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Edge<'_, M> {}

impl<'a, M> Edge<'a, M> {
    #[inline]
    pub(super) fn figure(self) -> &'a Figure {
        &self.block.figures[self.lane]
    }

    pub(super) fn visits(self) -> u32 {
        self.block.visits[self.lane].load(Relaxed)
    }

    pub(super) fn proof(self) -> Proof {
        self.block.proof(self.lane)
    }

    pub(super) fn below(self) -> Option<&'a Node<M>> {
        self.block.below[self.lane].get().map(|node| &**node)
    }
}

impl<M> Node<M> {
    /// A node without figures.
    pub(super) fn new(listed: Listed<'_, M>, mover: Seat, value: f32) -> Self
    where
        M: Copy,
    {
        let node = Self {
            moves: listed.moves.into(),
            priors: listed.priors.into(),
            mover,
            is_complete: listed.is_complete,
            figure: Figure::default(),
            visits: AtomicU32::new(0),
            n_open: AtomicU32::new(0),
            first: Block::default(),
        };
        node.figure.set(value, 1.0);
        node
    }

    /// The bytes of a node with so many moves.
    pub(super) fn bytes_for(n_moves: usize) -> u64 {
        let list = n_moves * (size_of::<M>() + size_of::<f32>());
        (size_of::<Self>() + list) as u64
    }

    /// The bytes it holds, its children's not counted.
    fn bytes(&self) -> u64 {
        let mut bytes = Self::bytes_for(self.moves.len());
        let mut block = &self.first;
        while let Some(next) = block.next.get() {
            bytes += size_of::<Block<M>>() as u64;
            block = next;
        }
        bytes
    }

    /// How many moves have figures.
    #[inline]
    pub(super) fn n_open(&self) -> usize {
        (self.n_open.load(Relaxed) as usize).min(self.moves.len())
    }

    /// The children with figures, in the order of the moves.
    #[inline]
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge<'_, M>> {
        let mut block = &self.first;
        (0..self.n_open()).map_while(move |place| {
            let lane = place % LANES;
            if place > 0 && lane == 0 {
                block = block.next.get()?;
            }
            Some(Edge { block, lane, place })
        })
    }

    /// Gives the next move figures that begin with `value`; `None` if all have some, or `room` refuses
    /// the bytes.
    pub(super) fn open(&self, value: f32, weight: f32, bytes: &Bytes) -> Option<Edge<'_, M>> {
        let most = self.moves.len() as u32;
        let take = |n: u32| (n < most).then_some(n + 1);
        let next = self.n_open.load(Relaxed) as usize;
        // The block must be there before the child is counted.
        let mut block = &self.first;
        for _ in 0..next / LANES {
            block = match block.next.get() {
                Some(next) => next,
                None => {
                    if !bytes.take(size_of::<Block<M>>() as u64) {
                        return None;
                    }
                    if block.next.set(Box::default()).is_err() {
                        bytes.give_back(size_of::<Block<M>>() as u64);
                    }
                    block.next.get()?
                }
            };
        }
        let place = self.n_open.fetch_update(Relaxed, Relaxed, take).ok()? as usize;
        if place / LANES != next / LANES {
            // Another thread was faster and went on to the next block: look there another time.
            return self.edges().find(|edge| edge.place == place).inspect(|edge| {
                edge.figure().set(value, weight);
            });
        }
        block.figures[place % LANES].set(value, weight);
        Some(Edge { block, lane: place % LANES, place })
    }

    /// What the best of its moves is worth for certain to the mover, or [`Proof::Open`].
    pub(super) fn settled(&self) -> Proof {
        let mut best = Proof::Loss;
        let mut is_open = !self.is_complete || self.n_open() < self.moves.len();
        for edge in self.edges() {
            match edge.proof() {
                Proof::Win => return Proof::Win,
                Proof::Open => is_open = true,
                proof => best = best.max(proof),
            }
        }
        if is_open { Proof::Open } else { best }
    }

    /// Makes this the node of other moves and priors, of which the first are its own.
    pub(super) fn relist(&mut self, moves: &[M], priors: &[f32])
    where
        M: Copy,
    {
        self.moves = moves.into();
        self.priors = priors.into();
        self.is_complete = true;
    }

    /// Takes all children out of the node.
    pub(super) fn take_children(&mut self, out: &mut Attic<M>) {
        let mut block = Some(&mut self.first);
        while let Some(now) = block {
            out.extend(now.below.iter_mut().filter_map(OnceLock::take));
            block = now.next.get_mut().map(|next| &mut **next);
        }
    }

    /// Takes the child at a place out of the node.
    pub(super) fn take_child(&mut self, place: usize) -> Option<Box<Self>> {
        let mut block = &mut self.first;
        for _ in 0..place / LANES {
            block = block.next.get_mut()?;
        }
        block.below[place % LANES].take()
    }
}

/// Nodes that are no longer needed. They stay in the boxes they hung in: to take them out would copy them.
pub(super) type Attic<M> = Vec<Box<Node<M>>>;

/// The moves of a position as a node wants them.
pub(super) struct Listed<'a, M> {
    pub(super) moves: &'a [M],
    pub(super) priors: &'a [f32],
    pub(super) is_complete: bool,
}

/// The machine is asked for memory ahead each time a tree has grown by so many bytes.
const STRETCH: u64 = 1 << 20;

/// The bytes a tree may hold, and those it holds.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    most: u64,
    used: AtomicU64,
}

impl Bytes {
    /// Sets the most; what is held already stays.
    pub(super) fn limit(&mut self, most: u64) {
        self.most = most;
    }

    /// Takes some, or says that they are not there.
    pub(super) fn take(&self, bytes: u64) -> bool {
        let fits = |used: u64| Some(used + bytes).filter(|&used| used <= self.most);
        let taken = self.used.fetch_update(Relaxed, Relaxed, fits);
        taken.is_ok_and(|used| used / STRETCH == (used + bytes) / STRETCH || self.goes_on(bytes))
    }

    /// Whether the machine has the next stretch; what was taken is given back if not.
    #[cold]
    fn goes_on(&self, bytes: u64) -> bool {
        let is_there = room::is_there(2 * STRETCH + bytes);
        if !is_there {
            self.give_back(bytes);
        }
        is_there
    }

    /// Whether so many more are there.
    pub(super) fn has(&self, bytes: u64) -> bool {
        self.used.load(Relaxed) + bytes <= self.most
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// Gives back a node that nothing hangs below any more.
    pub(super) fn free<M>(&self, node: &Node<M>) {
        self.give_back(node.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(n: usize) -> Node<u32> {
        let moves: Vec<u32> = (0..n as u32).collect();
        let priors = vec![1.0 / n as f32; n];
        Node::new(Listed { moves: &moves, priors: &priors, is_complete: true }, Seat::One, 0.0)
    }

    fn bytes(most: u64) -> Bytes {
        Bytes { most, used: AtomicU64::new(0) }
    }

    #[test]
    fn a_tree_does_not_grow_past_what_the_machine_has() {
        let bytes = bytes(u64::MAX);
        assert!(bytes.take(3 * STRETCH) && !bytes.take(1 << 60) && bytes.take(1));
        assert_eq!(bytes.used.load(Relaxed), 3 * STRETCH + 1);
    }

    #[test]
    fn children_open_in_order_across_blocks() {
        let (node, bytes) = (node(20), bytes(1 << 20));
        for place in 0..20 {
            let edge = node.open(place as f32, 1.5, &bytes).map(|edge| (edge.place, edge.lane));
            assert_eq!(edge, Some((place, place % LANES)));
        }
        assert!(node.open(0.0, 1.0, &bytes).is_none());
        let means: Vec<f32> = node.edges().map(|edge| edge.figure().get().0).collect();
        assert_eq!(means, (0..20).map(|i| i as f32).collect::<Vec<_>>());
        assert_eq!(node.bytes(), Node::<u32>::bytes_for(20) + bytes.used.load(Relaxed));
    }

    #[test]
    fn a_full_tree_opens_no_second_block() {
        let (node, bytes) = (node(20), bytes(0));
        let opened = (0..20).map_while(|_| node.open(0.0, 1.0, &bytes)).count();
        assert_eq!((opened, node.n_open()), (LANES, LANES));
    }

    #[test]
    fn a_loss_counted_ahead_leaves_no_trace() {
        let (straight, detour) = (Figure::default(), Figure::default());
        for figure in [&straight, &detour] {
            figure.set(0.25, 1.5);
        }
        straight.add(0.5, 1.0, true);
        detour.add(-1.0, 1.0, false);
        detour.replace_loss(0.5);
        let ((a, n), (b, m)) = (straight.get(), detour.get());
        assert!((a - b).abs() < 1e-6 && n == m, "{a} {b}");
    }

    #[test]
    fn no_reward_is_lost_between_threads() {
        let figure = Figure::default();
        figure.set(0.0, 1.0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..10_000).for_each(|_| figure.add(1.0, 1.0, false)));
            }
        });
        let (mean, weight) = figure.get();
        assert_eq!(weight, 40_001.0);
        assert!((mean - 40_000.0 / 40_001.0).abs() < 1e-3);
    }

    #[test]
    fn a_node_is_lost_only_if_every_move_was_looked_at() {
        let mut node = node(2);
        let bytes = bytes(1 << 12);
        let edge = node.open(0.0, 1.0, &bytes).expect("there is room");
        edge.block.prove(edge.lane, Proof::Loss);
        assert_eq!(node.settled(), Proof::Open);
        let edge = node.open(0.0, 1.0, &bytes).expect("there is room");
        edge.block.prove(edge.lane, Proof::Draw);
        assert_eq!(node.settled(), Proof::Draw);
        node.is_complete = false;
        assert_eq!(node.settled(), Proof::Open);
    }
}
