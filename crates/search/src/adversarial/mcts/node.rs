//! The tree: a node for each position expanded, its children in arrays of fields.
//!
//! A node lists its moves once, likeliest first, with what each is worth so far. What is known only of moves
//! that were tried, their nodes among it, stands in blocks of eight, made when they are needed. Figures are
//! atomic and nothing waits: several threads may walk one tree. A mean and its weight share a word, so that no
//! reward is lost.

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

    /// The sign of the result for that player, where it is known.
    pub(super) fn result(self) -> Option<i32> {
        match self {
            Self::Loss => Some(-1),
            Self::Draw => Some(0),
            Self::Win => Some(1),
            Self::Open => None,
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
    /// Worth less, or more, than any reward could make it, for good.
    const LOST: (f32, f32) = (-1e9, 1e9);
    const WON: (f32, f32) = (1e9, 1e9);

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

/// What is known of eight children that were tried, field by field.
#[derive(Debug)]
pub(super) struct Block<M> {
    pub(super) visits: [AtomicU32; LANES],
    /// The judge's opinion on the child for player 1, once it was asked for.
    opinions: [AtomicU32; LANES],
    proofs: [AtomicU8; LANES],
    pub(super) below: [OnceLock<Box<Node<M>>>; LANES],
}

impl<M> Default for Block<M> {
    fn default() -> Self {
        Self {
            visits: Default::default(),
            opinions: Default::default(),
            proofs: Default::default(),
            below: Default::default(),
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
    /// The place of each in a memory of moves; empty where later moves do not count.
    slots: Box<[u16]>,
    /// What each is worth to the mover, so far as they are open.
    figures: Box<[Figure]>,
    /// How many of the moves have figures.
    n_open: AtomicU32,
    /// What else is known of those tried; the first block is always there.
    blocks: Box<[OnceLock<Box<Block<M>>>]>,
    pub(super) mover: Seat,
    /// Whether all legal moves are listed: only then can the node be proven lost.
    pub(super) is_complete: bool,
    /// The mean reward for the mover.
    pub(super) figure: Figure,
    pub(super) visits: AtomicU32,
}

/// A child: its place among the moves, its figure, and its lane in a block.
pub(super) struct Edge<'a, M> {
    pub(super) place: usize,
    pub(super) figure: &'a Figure,
    pub(super) block: &'a Block<M>,
    pub(super) lane: usize,
}

impl<M> Clone for Edge<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Edge<'_, M> {}

impl<'a, M> Edge<'a, M> {
    pub(super) fn visits(self) -> u32 {
        self.block.visits[self.lane].load(Relaxed)
    }

    #[inline]
    pub(super) fn proof(self) -> Proof {
        Proof::decode(self.block.proofs[self.lane].load(Relaxed))
    }

    /// Notes what is certain. A move that wins is worth more than any other from now on, one that loses less.
    pub(super) fn prove(self, proof: Proof) {
        self.block.proofs[self.lane].store(proof.code(), Relaxed);
        match proof {
            Proof::Loss => self.figure.set(Figure::LOST.0, Figure::LOST.1),
            Proof::Win => self.figure.set(Figure::WON.0, Figure::WON.1),
            Proof::Draw | Proof::Open => {}
        }
    }

    pub(super) fn below(self) -> Option<&'a Node<M>> {
        self.block.below[self.lane].get().map(|node| &**node)
    }

    /// The judge's opinion on the child, asked for only once.
    #[inline]
    pub(super) fn opinion(self, ask: impl FnOnce() -> f32) -> f32 {
        // An opinion is never −0.0, whose only bit marks it as known.
        const KNOWN: u32 = 1;
        let known = &self.block.opinions[self.lane];
        match known.load(Relaxed) {
            0 => {
                let opinion = ask();
                known.store(opinion.to_bits() | KNOWN, Relaxed);
                f32::from_bits(opinion.to_bits() | KNOWN)
            }
            bits => f32::from_bits(bits),
        }
    }
}

/// The weight behind what a move is taken for before it was tried.
pub(super) const FIRST_WEIGHT: f32 = 1.5;
/// How much worse than its node a hopeless move is taken for.
const FIRST_LOSS: f32 = 0.2;

impl<M> Node<M> {
    /// A node of which nothing is known but a value for the mover.
    pub(super) fn new(listed: Listed<'_, M>, mover: Seat, value: f32) -> Self
    where
        M: Copy,
    {
        let node = Self {
            moves: Box::default(),
            priors: Box::default(),
            slots: Box::default(),
            figures: Box::default(),
            n_open: AtomicU32::new(0),
            blocks: Box::default(),
            mover,
            is_complete: false,
            figure: Figure::default(),
            visits: AtomicU32::new(0),
        };
        node.figure.set(value, 1.0);
        node.with(listed)
    }

    /// This node with other moves and priors, of which the first are its own.
    pub(super) fn with(self, listed: Listed<'_, M>) -> Self
    where
        M: Copy,
    {
        let (n_known, n_moves) = (self.n_open(), listed.moves.len());
        let is_open = !listed.slots.is_empty();
        let n_open = if is_open { n_moves } else { n_known } as u32;
        let mut figures = self.figures.into_vec();
        figures.resize_with(n_moves, Figure::default);
        let mut blocks = self.blocks.into_vec();
        blocks.resize_with(n_moves.div_ceil(LANES).max(1), OnceLock::new);
        blocks[0].get_or_init(Box::default);
        let node = Self {
            moves: listed.moves.into(),
            priors: listed.priors.into(),
            slots: listed.slots.into(),
            figures: figures.into(),
            n_open: AtomicU32::new(n_open),
            blocks: blocks.into(),
            is_complete: listed.is_complete,
            ..self
        };
        if is_open {
            for place in n_known..n_moves {
                node.figures[place].set(node.first_value(place), FIRST_WEIGHT);
            }
        }
        node
    }

    /// What a move is taken for before it was tried: a little less than its node, the less likely the less.
    #[inline]
    pub(super) fn first_value(&self, place: usize) -> f32 {
        let doubt = 1.0 - (self.priors[place] / self.priors[0]).sqrt();
        self.figure.get().0 - FIRST_LOSS * doubt
    }

    /// The bytes of a node with moves as these.
    pub(super) fn bytes_for(listed: &Listed<'_, M>) -> u64 {
        Self::bytes_of(listed.moves.len(), listed.slots.len()) + size_of::<Block<M>>() as u64
    }

    fn bytes_of(n_moves: usize, n_slots: usize) -> u64 {
        let lists = n_moves * (size_of::<M>() + size_of::<f32>() + size_of::<Figure>());
        let blocks = n_moves.div_ceil(LANES).max(1) * size_of::<OnceLock<Box<Block<M>>>>();
        (size_of::<Self>() + lists + n_slots * size_of::<u16>() + blocks) as u64
    }

    /// The bytes it takes more with a longer list.
    pub(super) fn bytes_more(&self, listed: &Listed<'_, M>) -> u64 {
        let before = Self::bytes_of(self.moves.len(), self.slots.len());
        Self::bytes_of(listed.moves.len(), listed.slots.len()).saturating_sub(before)
    }

    /// The bytes it holds, its children's not counted.
    fn bytes(&self) -> u64 {
        let n_blocks = self.blocks.iter().filter(|block| block.get().is_some()).count();
        let blocks = n_blocks * size_of::<Block<M>>();
        Self::bytes_of(self.moves.len(), self.slots.len()) + blocks as u64
    }

    /// How many moves have figures.
    #[inline]
    pub(super) fn n_open(&self) -> usize {
        (self.n_open.load(Relaxed) as usize).min(self.moves.len())
    }

    /// The figures of the moves that have some.
    #[inline]
    pub(super) fn figures(&self) -> &[Figure] {
        &self.figures[..self.n_open()]
    }

    /// The places in a memory of moves, with the figures.
    #[inline]
    pub(super) fn remembered(&self) -> impl Iterator<Item = (u16, &Figure)> {
        self.slots.iter().copied().zip(&self.figures)
    }

    /// The children in the blocks, in the order of the moves: all that were tried, and perhaps some beside
    /// them.
    #[inline]
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge<'_, M>> {
        let n_open = self.n_open();
        let known = self.blocks.iter().enumerate();
        let known = known.filter_map(|(i, block)| Some((i * LANES, &**block.get()?)));
        known.flat_map(move |(first, block)| {
            let n_lanes = n_open.saturating_sub(first).min(LANES);
            (0..n_lanes).map(move |lane| self.in_block(block, first + lane))
        })
    }

    #[inline]
    fn in_block<'a>(&'a self, block: &'a Block<M>, place: usize) -> Edge<'a, M> {
        Edge { place, figure: &self.figures[place], block, lane: place % LANES }
    }

    /// The child of a move that has a figure; `None` if it needs a block and the bytes are not there.
    #[inline]
    pub(super) fn edge(&self, place: usize, bytes: &Bytes) -> Option<Edge<'_, M>> {
        let block = self.blocks.get(place / LANES)?;
        if block.get().is_none() {
            let n_bytes = size_of::<Block<M>>() as u64;
            if !bytes.take(n_bytes) {
                return None;
            }
            if block.set(Box::default()).is_err() {
                bytes.give_back(n_bytes); // Another thread was faster.
            }
        }
        Some(self.in_block(block.get()?, place))
    }

    /// Gives the next move a figure; `None` if all have one, or the bytes are not there.
    pub(super) fn open(&self, bytes: &Bytes) -> Option<Edge<'_, M>> {
        let next = self.n_open();
        if next == self.moves.len()
            || self.blocks[next / LANES].get().is_none() && !bytes.has_block::<M>()
        {
            return None;
        }
        let most = self.moves.len() as u32;
        let take = |n: u32| (n < most).then_some(n + 1);
        let place = self.n_open.fetch_update(Relaxed, Relaxed, take).ok()? as usize;
        self.figures[place].set(self.first_value(place), FIRST_WEIGHT);
        self.edge(place, bytes)
    }

    /// What the best of its moves is worth for certain to the mover, or [`Proof::Open`].
    pub(super) fn settled(&self) -> Proof {
        let (mut best, mut n_settled) = (Proof::Loss, 0);
        for edge in self.edges() {
            match edge.proof() {
                Proof::Win => return Proof::Win,
                Proof::Open => {}
                proof => {
                    best = best.max(proof);
                    n_settled += 1;
                }
            }
        }
        if self.is_complete && n_settled == self.moves.len() { best } else { Proof::Open }
    }

    /// Takes all children out of the node.
    pub(super) fn take_children(&mut self, out: &mut Attic<M>) {
        for block in self.blocks.iter_mut().filter_map(OnceLock::get_mut) {
            out.extend(block.below.iter_mut().filter_map(OnceLock::take));
        }
    }

    /// Takes the child at a place out of the node.
    pub(super) fn take_child(&mut self, place: usize) -> Option<Box<Self>> {
        self.blocks[place / LANES].get_mut()?.below[place % LANES].take()
    }
}

/// Nodes that are no longer needed. They stay in the boxes they hung in: to take them out would copy them.
pub(super) type Attic<M> = Vec<Box<Node<M>>>;

/// The moves of a position as a node wants them.
pub(super) struct Listed<'a, M> {
    pub(super) moves: &'a [M],
    pub(super) priors: &'a [f32],
    /// Their places in a memory of moves, or none.
    pub(super) slots: &'a [u16],
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

    /// Whether there is room for one more block.
    fn has_block<M>(&self) -> bool {
        self.has(size_of::<Block<M>>() as u64)
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
        let listed = Listed { moves: &moves, priors: &priors, slots: &[], is_complete: true };
        Node::new(listed, Seat::One, 0.0)
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
        let empty = node.bytes();
        for place in 0..20 {
            let edge = node.open(&bytes).map(|edge| (edge.place, edge.lane));
            assert_eq!(edge, Some((place, place % LANES)));
        }
        assert!(node.open(&bytes).is_none());
        let places: Vec<usize> = node.edges().map(|edge| edge.place).collect();
        assert_eq!(places, (0..20).collect::<Vec<_>>());
        assert_eq!(node.bytes(), empty + bytes.used.load(Relaxed));
    }

    #[test]
    fn a_full_tree_opens_no_second_block() {
        let (node, bytes) = (node(20), bytes(0));
        let opened = (0..20).map_while(|_| node.open(&bytes)).count();
        assert_eq!((opened, node.n_open()), (LANES, LANES));
    }

    #[test]
    fn where_later_moves_count_all_have_figures_at_once() {
        let (moves, priors, slots) = ([7, 8, 9], [0.5, 0.3, 0.2], [1, 2, 3]);
        let listed = |n: usize| Listed {
            moves: &moves[..n],
            priors: &priors[..n],
            slots: &slots[..n],
            is_complete: n == 3,
        };
        let node = Node::new(listed(2), Seat::One, 0.25);
        let two = node.bytes();
        node.figures()[1].add(1.0, 1.5, true);
        let known = node.figures()[1].get();
        let node = node.with(listed(3));
        assert!(node.bytes() > two && node.is_complete);
        let (first, last) = (node.figures()[0].get(), node.figures()[2].get());
        assert_eq!(first, (0.25, FIRST_WEIGHT));
        assert!(last.0 < first.0 && node.figures()[1].get() == known);
        assert_eq!(node.remembered().map(|(slot, _)| slot).collect::<Vec<_>>(), slots);
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
        node.open(&bytes).expect("there is room").prove(Proof::Loss);
        assert_eq!(node.settled(), Proof::Open);
        node.open(&bytes).expect("there is room").prove(Proof::Draw);
        assert_eq!(node.settled(), Proof::Draw);
        node.is_complete = false;
        assert_eq!(node.settled(), Proof::Open);
    }
}
