//! The tree from move to move: what was found out below the move that was played stays.

use plywood_contract::{Evaluator, Game, Seat};

use super::Mcts;
use super::list::Lister;
use super::node::{Attic, Bytes, Node};
use super::report;
use super::walk::Replies;

/// The tree of a search, to be kept from move to move of one game with one judge: if the next root lies
/// below the last one, what is known of it stays.
#[derive(Debug)]
pub struct Forest<G: Game> {
    root: Option<Root<G>>,
    /// What is no longer needed, freed bit by bit: a large tree takes too long to free at once.
    attic: Attic<G::Move>,
    bytes: Bytes,
    /// The moves that led from the last root to this one.
    before: Vec<(Seat, G::Move)>,
    /// What the threads remember.
    replies: Vec<Replies<G::Move>>,
}

impl<G: Game> Default for Forest<G> {
    fn default() -> Self {
        Self {
            root: None,
            attic: Vec::new(),
            bytes: Bytes::default(),
            before: Vec::new(),
            replies: Vec::new(),
        }
    }
}

/// A position and its node.
type Root<G> = (<G as Game>::Position, Box<Node<<G as Game>::Move>>);
/// A root is looked for so many plies below the last one: a move and its answer.
const KEPT_PLIES: u32 = 2;

/// What a search works with.
pub(super) struct Parts<'a, M> {
    pub(super) tree: &'a Node<M>,
    pub(super) bytes: &'a Bytes,
    /// What is left to be freed.
    pub(super) attic: &'a mut Attic<M>,
    /// The last moves before the root, as far as they are known.
    pub(super) before: &'a [(Seat, M)],
    /// One for each thread.
    pub(super) replies: &'a mut [Replies<M>],
}

impl<G: Game> Forest<G> {
    /// The moves that the last search visited at its root, with their visits, most visited first.
    pub fn visits(&self) -> Vec<(G::Move, u32)> {
        self.root.as_ref().map_or_else(Vec::new, |(_, node)| report::visits(node))
    }

    pub(super) fn parts(&mut self) -> Parts<'_, G::Move> {
        let (_, node) = self.root.as_ref().expect("it was prepared");
        Parts {
            tree: node,
            bytes: &self.bytes,
            attic: &mut self.attic,
            before: &self.before,
            replies: &mut self.replies,
        }
    }

    /// Makes the tree fit for this root: cut down if the last root leads here, else planted anew. If there
    /// is no tree: the first legal move, or none where the game is over.
    pub(super) fn prepare<E: Evaluator<G>>(
        &mut self,
        (game, judge): (&G, &E),
        options: &Mcts,
        root: &G::Position,
        bytes: u64,
    ) -> Result<(), Option<G::Move>> {
        self.bytes.limit(bytes);
        let kept = self.keep(game, root);
        let last = self.before.last().map(|&(_, step)| step);
        let mut lister = Lister::default();
        let listed = lister.list((game, judge), options, root, last, true);
        let first = listed.moves.first().copied();
        let n_bytes = Node::bytes_for(&listed);
        let kept = kept.and_then(|node| {
            // Known by another judge's order or with other rules: from nothing, then.
            let is_known = listed.moves.starts_with(&node.moves);
            if is_known && self.bytes.take(node.bytes_more(&listed)) {
                return Some(node);
            }
            self.attic.push(node);
            None
        });
        let node = match kept {
            Some(node) => Box::new(node.with(listed)),
            None => {
                while !self.attic.is_empty() && !self.bytes.has(n_bytes) {
                    free_one(&mut self.attic, &self.bytes);
                }
                if listed.moves.is_empty() || !self.bytes.take(n_bytes) {
                    return Err(first);
                }
                let value = if E::GUIDES { judge.chance(game, root) } else { 0.0 };
                Box::new(Node::new(listed, game.turn(root), value))
            }
        };
        self.root = Some((root.clone(), node));
        self.remember::<E>(options);
        Ok(())
    }

    /// Makes room for what the threads remember, if the judge asks for it and the bytes are there.
    fn remember<E: Evaluator<G>>(&mut self, options: &Mcts) {
        let n_threads = options.threads.max(1);
        if self.replies.len() < n_threads {
            self.replies.resize_with(n_threads, Replies::default);
        }
        if E::PLAYS_OUT && options.cutoff.is_none() && options.mix.is_none_or(|mix| mix < 1.0) {
            for replies in &mut self.replies[..n_threads] {
                if replies.is_empty() && self.bytes.take(Replies::<G::Move>::BYTES) {
                    replies.prepare();
                }
            }
        }
    }

    /// Takes the node of `root` out of the last tree, if it was expanded there, notes the moves that led to
    /// it, and puts the rest aside.
    fn keep(&mut self, game: &G, root: &G::Position) -> Option<Box<Node<G::Move>>> {
        let (mut position, mut node) = self.root.take()?;
        if position == *root {
            return Some(node);
        }
        self.before.clear();
        let mut way = Vec::new();
        let is_found = find(game, &node, &mut position, root, KEPT_PLIES, &mut way);
        for (i, &place) in way.iter().enumerate() {
            self.before.push((node.mover, node.moves[place]));
            let child = node.take_child(place);
            self.attic.push(node);
            // A move that was tried but never expanded has no node; it can only be the last.
            debug_assert!(child.is_some() || i + 1 == way.len());
            node = child?;
        }
        if is_found {
            return Some(node);
        }
        self.attic.push(node);
        None
    }
}

/// Finds the way from a node to a position, up to `plies` below it, as places among the moves.
fn find<G: Game>(
    game: &G,
    node: &Node<G::Move>,
    position: &mut G::Position,
    wanted: &G::Position,
    plies: u32,
    way: &mut Vec<usize>,
) -> bool {
    for edge in node.edges() {
        let step = node.moves[edge.place];
        way.push(edge.place);
        let undo = game.play(position, step);
        let found = *position == *wanted
            || (plies > 1
                && edge
                    .below()
                    .is_some_and(|below| find(game, below, position, wanted, plies - 1, way)));
        game.undo(position, step, undo);
        if found {
            return true;
        }
        way.pop();
    }
    false
}

/// Frees one node that is no longer needed; those below it are next.
pub(super) fn free_one<M>(attic: &mut Attic<M>, bytes: &Bytes) {
    if let Some(mut node) = attic.pop() {
        node.take_children(attic);
        bytes.free(&node);
    }
}
