//! The nodes of one tree: in one list that never grows beyond its budget, siblings side by side.
//!
//! A node is about 28 bytes beside its move. Children stand behind their parent in the list, always;
//! so, when the tree is cut down to a subtree, one walk from front to back finds what stays, and a
//! second one moves it to the front.

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
}

/// A move in the tree and what is known of it, for the player who makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) visits: u32,
    /// The mean reward of its simulations.
    pub(super) mean: f32,
    /// The same over all simulations in which the move was made later on by the same player.
    pub(super) later_visits: u32,
    pub(super) later_mean: f32,
    /// Where its children stand; none while `n_children` is 0.
    first_child: u32,
    n_children: u16,
    pub(super) proof: Proof,
    pub(super) step: M,
}

impl<M> Node<M> {
    pub(super) fn is_expanded(&self) -> bool {
        self.n_children > 0
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.n_children)
    }

    /// Counts one simulation.
    #[inline]
    pub(super) fn count(&mut self, reward: f32) {
        self.visits += 1;
        self.mean += (reward - self.mean) / self.visits as f32;
    }

    /// Counts one simulation in which the move came later.
    #[inline]
    pub(super) fn count_later(&mut self, reward: f32) {
        self.later_visits += 1;
        self.later_mean += (reward - self.later_mean) / self.later_visits as f32;
    }
}

/// A tree; the first nodes are the root's moves.
#[derive(Clone, Debug)]
pub(super) struct Arena<M> {
    pub(super) nodes: Vec<Node<M>>,
    most_nodes: usize,
    /// The root's moves stand first.
    n_roots: usize,
}

impl<M: Copy> Arena<M> {
    /// Room for as many nodes as fit into `bytes` together with what cutting down needs.
    pub(super) fn new(bytes: u64) -> Self {
        let most_nodes = Self::nodes_in(bytes);
        // Reserved at once, for a list that moves to grow would hold its nodes twice for a moment.
        Self { nodes: Vec::with_capacity(most_nodes), most_nodes, n_roots: 0 }
    }

    fn nodes_in(bytes: u64) -> usize {
        let each = size_of::<Node<M>>() + size_of::<u32>();
        (bytes / each as u64).min(u64::from(u32::MAX)) as usize
    }

    /// Whether it was made for this many bytes.
    pub(super) fn is_for(&self, bytes: u64) -> bool {
        self.most_nodes == Self::nodes_in(bytes)
    }

    pub(super) fn roots(&self) -> std::ops::Range<usize> {
        0..self.n_roots
    }

    /// Adds moves side by side; `None` if there is no room for all of them.
    fn add(&mut self, moves: impl ExactSizeIterator<Item = M>) -> Option<(u32, u16)> {
        let n_moves = u16::try_from(moves.len()).ok()?;
        if self.nodes.len() + moves.len() > self.most_nodes {
            return None;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.map(|step| Node {
            visits: 0,
            mean: 0.0,
            later_visits: 0,
            later_mean: 0.0,
            first_child: 0,
            n_children: 0,
            proof: Proof::Open,
            step,
        }));
        Some((first, n_moves))
    }

    /// Begins a tree with these moves in its root; `false` if there is no room even for them.
    pub(super) fn plant(&mut self, moves: impl ExactSizeIterator<Item = M>) -> bool {
        self.nodes.clear();
        self.n_roots = moves.len();
        let is_planted = self.add(moves).is_some();
        if !is_planted {
            self.n_roots = 0;
        }
        is_planted
    }

    /// Gives a node its children; `false` if there is no room for them.
    pub(super) fn expand(&mut self, node: usize, moves: impl ExactSizeIterator<Item = M>) -> bool {
        let Some((first_child, n_children)) = self.add(moves) else { return false };
        self.nodes[node].first_child = first_child;
        self.nodes[node].n_children = n_children;
        true
    }

    /// Keeps only what lies below `node`, whose children become the root's moves.
    pub(super) fn cut_down_to(&mut self, node: usize) {
        const GONE: u32 = u32::MAX;
        let roots = self.nodes[node].children();
        // Where each node will stand. First whether it stays, then, from front to back, its place.
        let mut places = vec![GONE; self.nodes.len()];
        places[roots.clone()].fill(0);
        let mut n_kept = 0;
        for i in 0..self.nodes.len() {
            if places[i] != GONE {
                places[self.nodes[i].children()].fill(0);
                places[i] = n_kept;
                n_kept += 1;
            }
        }
        self.n_roots = roots.len();
        for i in 0..self.nodes.len() {
            if places[i] != GONE {
                let mut node = self.nodes[i];
                if node.is_expanded() {
                    node.first_child = places[node.first_child as usize];
                }
                self.nodes[places[i] as usize] = node;
            }
        }
        self.nodes.truncate(n_kept as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<u8>>() <= 24 && size_of::<Node<u32>>() <= 28);
    }

    #[test]
    fn cutting_down_keeps_a_subtree_and_nothing_else() {
        let mut arena = Arena::new(1 << 12);
        assert!(arena.plant(0..3_u32));
        assert!(arena.expand(1, 10..12));
        assert!(arena.expand(0, 20..22));
        assert!(arena.expand(4, 30..33));
        assert!(arena.expand(3, 40..41));
        assert!(arena.expand(8, 50..52));
        arena.cut_down_to(1);
        let steps = |range: std::ops::Range<usize>| {
            arena.nodes[range].iter().map(|node| node.step).collect::<Vec<_>>()
        };
        assert_eq!(steps(arena.roots()), [10, 11]);
        assert_eq!(steps(arena.nodes[0].children()), [40]);
        assert_eq!(steps(arena.nodes[1].children()), [30, 31, 32]);
        assert_eq!(steps(arena.nodes[3].children()), [50, 51]);
        assert_eq!(arena.nodes.len(), 8);
    }

    #[test]
    fn a_full_arena_refuses_children() {
        let mut arena = Arena::new(5 * (size_of::<Node<u32>>() as u64 + 4));
        assert!(arena.plant(0..3_u32));
        assert!(!arena.expand(0, 0..3));
        assert!(arena.expand(0, 0..2));
        assert_eq!(arena.nodes.len(), 5);
        assert!(!Arena::new(0).plant(0..1_u32));
    }
}
