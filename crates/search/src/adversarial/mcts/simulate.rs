//! One simulation: walk down the tree, add a node, play on at random, and tell the way up.
//!
//! What is settled by the rules travels up as well (Winands, Björnsson and Saito, 2008): a node with a
//! winning move is won, one whose moves are all settled is worth the best of them.

use plywood_contract::{Evaluator, Game, Score, Seat};

use super::Mcts;
use super::arena::{Arena, Proof};
use super::select::select;
use crate::hash::hash_of;
use crate::random::SplitMix;

/// How many moves the memory of one simulation can tell apart, at best.
const N_PLAYED: usize = 1 << 12;

/// A player's moves by hash, each with the number of the simulation it was last made in.
type Played<M> = Vec<Option<(u64, M)>>;

/// One tree at work.
pub(super) struct Simulator<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) judge: &'a E,
    pub(super) options: &'a Mcts,
    pub(super) arena: &'a mut Arena<G::Move>,
    pub(super) random: SplitMix,
    /// No node is deeper than this.
    pub(super) deepest: u32,
    pub(super) n_expanded: u64,
    pub(super) selective_depth: u32,
    /// What the root is worth for certain to its side to move.
    pub(super) root_proof: Proof,
    root_visits: u32,
    /// The nodes of this simulation, each with the player who moved there.
    path: Vec<(usize, Seat)>,
    room: Vec<G::Move>,
    ranked: Vec<(i32, G::Move)>,
    /// Moves made in this simulation, by player and hash; kept only for RAVE.
    played: [Played<G::Move>; 2],
    n_simulations: u64,
}

impl<'a, G: Game, E: Evaluator<G>> Simulator<'a, G, E> {
    pub(super) fn new(
        (game, judge): (&'a G, &'a E),
        options: &'a Mcts,
        arena: &'a mut Arena<G::Move>,
        seed: u64,
        deepest: u32,
    ) -> Self {
        let n_played = if options.rave > 0.0 { N_PLAYED } else { 0 };
        let root_visits = arena.nodes[arena.roots()].iter().map(|node| node.visits).sum();
        let mut simulator = Self {
            game,
            judge,
            options,
            arena,
            random: SplitMix::new(seed),
            deepest,
            n_expanded: 0,
            selective_depth: 0,
            root_proof: Proof::Open,
            root_visits,
            path: Vec::new(),
            room: Vec::new(),
            ranked: Vec::new(),
            played: [vec![None; n_played], vec![None; n_played]],
            n_simulations: 0,
        };
        // A tree kept from the last move may know already.
        simulator.root_proof = simulator.settled(simulator.arena.roots());
        simulator
    }

    /// What the best of these moves is worth for certain, or [`Proof::Open`].
    fn settled(&self, children: std::ops::Range<usize>) -> Proof {
        let mut best = Proof::Loss;
        let mut is_open = false;
        for node in &self.arena.nodes[children] {
            match node.proof {
                Proof::Win => return Proof::Win,
                Proof::Open => is_open = true,
                proof => best = best.max(proof),
            }
        }
        if is_open { Proof::Open } else { best }
    }

    /// One simulation from `position`, the root's; returns the reward for player 1.
    pub(super) fn simulate(&mut self, mut position: G::Position) -> f32 {
        self.n_simulations += 1;
        self.path.clear();
        let reward = self.descend(&mut position);
        self.back_up(reward);
        reward
    }

    /// The nodes of the last simulation, each with the player who moved there.
    pub(super) fn path(&self) -> &[(usize, Seat)] {
        &self.path
    }

    /// Walks down to a node that is new, settled or at the end of the tree, and returns the reward for
    /// player 1.
    fn descend(&mut self, position: &mut G::Position) -> f32 {
        let mut children = self.arena.roots();
        let mut visits = self.root_visits;
        loop {
            let Some(chosen) = select(self.arena, children.clone(), visits, self.options, E::RANKS)
            else {
                // Everything loses: the node above is settled, and any move will do.
                return self.playout(position);
            };
            let mover = self.game.turn(position);
            let step = self.arena.nodes[chosen].step;
            self.make(position, mover, step);
            self.path.push((chosen, mover));
            let node = &self.arena.nodes[chosen];
            if node.proof != Proof::Open {
                let reward = certain(node.proof);
                return if mover == Seat::One { reward } else { -reward };
            }
            // A node gets children when it is visited again: most never are.
            visits = node.visits;
            if !node.is_expanded() && (visits == 0 || !self.expand(chosen, position)) {
                return self.leaf(chosen, mover, position);
            }
            children = self.arena.nodes[chosen].children();
        }
    }

    /// Lists the moves of a node, best-ranked first; `false` if there are none or no room for them.
    fn expand(&mut self, node: usize, position: &G::Position) -> bool {
        let depth = self.path.len() as u32;
        if depth >= self.deepest {
            return false;
        }
        list(self.game, self.judge, position, &mut self.room, &mut self.ranked);
        if self.room.is_empty() || !self.arena.expand(node, self.room.iter().copied()) {
            return false;
        }
        self.n_expanded += 1;
        self.selective_depth = self.selective_depth.max(depth + 1);
        true
    }

    /// A node that gets no children now: settled if the game is over, played out if not.
    fn leaf(&mut self, node: usize, mover: Seat, position: &mut G::Position) -> f32 {
        if let Some(result) = self.game.result(position) {
            let own = if mover == Seat::One { result } else { -result };
            self.arena.nodes[node].proof = Proof::of(own);
            return reward_of(result);
        }
        self.playout(position)
    }

    /// Plays on by the judge's playout moves to the end, or to the cutoff and the judge's opinion.
    fn playout(&mut self, position: &mut G::Position) -> f32 {
        let mut left = self.options.cutoff.unwrap_or(u32::MAX);
        loop {
            if left == 0 && self.game.result(position).is_none() {
                let score = self.judge.evaluate(self.game, position) as f32;
                let reward = score / (score.abs() + self.options.scale.max(1) as f32);
                return if self.game.turn(position) == Seat::One { reward } else { -reward };
            }
            let chance = self.random.next();
            let Some(step) = self.judge.playout(self.game, position, chance, &mut self.room) else {
                return self.game.result(position).map_or(0.0, reward_of);
            };
            let mover = self.game.turn(position);
            self.make(position, mover, step);
            left = left.saturating_sub(1);
        }
    }

    #[inline]
    fn make(&mut self, position: &mut G::Position, mover: Seat, step: G::Move) {
        self.game.play(position, step);
        if self.options.rave > 0.0 {
            let place = hash_of(&step) as usize % N_PLAYED;
            self.played[mover.index()][place] = Some((self.n_simulations, step));
        }
    }

    /// Counts the reward for player 1 at every node of the path, last first, with what it settles.
    fn back_up(&mut self, reward: f32) {
        self.root_visits += 1;
        for i in (0..self.path.len()).rev() {
            let (node, mover) = self.path[i];
            let own = if mover == Seat::One { reward } else { -reward };
            self.arena.nodes[node].count(own);
            let parent = i.checked_sub(1).map(|above| self.path[above]);
            let siblings = match parent {
                Some((parent, _)) => self.arena.nodes[parent].children(),
                None => self.arena.roots(),
            };
            if self.options.rave > 0.0 {
                self.count_later(siblings.clone(), mover, own);
            }
            if self.arena.nodes[node].proof != Proof::Open {
                let best = self.settled(siblings);
                match parent {
                    Some((parent, by)) => {
                        let proof = if by == mover { best } else { best.turned() };
                        self.arena.nodes[parent].proof = proof;
                    }
                    None => self.root_proof = best,
                }
            }
        }
    }

    /// Counts the reward for every sibling whose move `mover` made in this simulation.
    fn count_later(&mut self, siblings: std::ops::Range<usize>, mover: Seat, reward: f32) {
        let played = &self.played[mover.index()];
        for node in &mut self.arena.nodes[siblings] {
            let place = hash_of(&node.step) as usize % N_PLAYED;
            if played[place] == Some((self.n_simulations, node.step)) {
                node.count_later(reward);
            }
        }
    }
}

/// Lists the moves of a position in `room`, best-ranked first where the judge ranks them.
pub(super) fn list<G: Game, E: Evaluator<G>>(
    game: &G,
    judge: &E,
    position: &G::Position,
    room: &mut Vec<G::Move>,
    ranked: &mut Vec<(i32, G::Move)>,
) {
    room.clear();
    game.moves(position, room);
    if E::RANKS {
        ranked.clear();
        ranked.extend(room.iter().map(|&step| (judge.rank(game, position, step), step)));
        sort_ranked(ranked);
        room.clear();
        room.extend(ranked.iter().map(|&(_, step)| step));
    }
}

/// Highest rank first; one sort for each kind of move, whatever the judge.
fn sort_ranked<M>(ranked: &mut [(i32, M)]) {
    ranked.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
}

/// What a proof is worth in simulations.
fn certain(proof: Proof) -> f32 {
    match proof {
        Proof::Win => 1.0,
        Proof::Loss => -1.0,
        Proof::Draw | Proof::Open => 0.0,
    }
}

/// What a finished game is worth to player 1, from −1 to 1: mostly who won, a little by how much.
fn reward_of(result: i32) -> f32 {
    /// The part of the margin.
    const MARGIN: f32 = 0.1;
    /// The margin that earns half of that part, in the game's points.
    const HALF: f32 = 10.0;
    let margin = result as Score as f32;
    (1.0 - MARGIN) * margin.signum() * f32::from(result != 0)
        + MARGIN * margin / (margin.abs() + HALF)
}
