//! Every state met, in the order it was met, found again by comparing: the closed list of closures.
//!
//! Nodes lie in chunks that never move. Two kinds of index lead from a state to its node. [`Slots`] is a hash
//! table and serves any state. Where states are numbers or pairs of numbers that lie close together (vertices,
//! cells of a map), [`Pages`] keeps neighbours together, nearly as an array would: a search that goes from
//! neighbour to neighbour finds them in the processor's cache. Which one is better shows in what was met so
//! far, and is looked at whenever the hash table must grow.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

use super::pages::Pages;
use crate::hash::{NEIGHBOURS, Neighbour, hash_of};

/// What can be found again.
pub(super) trait Node {
    type State: Eq + Hash;
    fn state(&self) -> &Self::State;
}

/// Where a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It was met before: this is its node.
    Known(u32),
    /// It is new: its node, which must be pushed next, will have this number.
    New(u32),
}

pub(super) struct Met<N> {
    chunks: Chunks<N>,
    find: Finder,
}

enum Finder {
    Slots(Slots),
    Pages(Pages),
}

impl<N: Node> Met<N> {
    pub(super) fn new() -> Self {
        let slots = Slots { slots: vec![0; 1 << FIRST_BITS], bits: FIRST_BITS, is_settled: false };
        Self { chunks: Chunks { chunks: Vec::new(), len: 0 }, find: Finder::Slots(slots) }
    }

    pub(super) fn len(&self) -> u32 {
        self.chunks.len
    }

    /// The number of a state's node, of an old one or of the one to be pushed.
    #[inline]
    pub(super) fn meet(&mut self, state: &N::State) -> Place {
        let chunks = &self.chunks;
        let is_it = |id: u32| chunks[id].state() == state;
        match &mut self.find {
            Finder::Pages(pages) => pages.meet(Neighbour::of(state), chunks.len, is_it),
            Finder::Slots(slots) => slots.meet(hash_of(state), chunks.len, is_it),
        }
    }

    /// Adds the node of a state that was just found to be new.
    #[inline]
    pub(super) fn push(&mut self, node: N) {
        self.chunks.push(node);
        let is_full = match &self.find {
            Finder::Slots(slots) => slots.is_full(self.chunks.len),
            Finder::Pages(pages) => pages.is_sparse(self.chunks.len),
        };
        if is_full {
            self.rebuild();
        }
    }

    /// All nodes in the order they were met.
    pub(super) fn into_nodes(self) -> impl Iterator<Item = N> {
        self.chunks.chunks.into_iter().flatten()
    }

    fn nodes(&self) -> impl Iterator<Item = &N> {
        self.chunks.chunks.iter().flatten()
    }

    /// Makes a larger index, of the kind that suits what was met.
    #[cold]
    #[inline(never)]
    fn rebuild(&mut self) {
        let (bits, is_settled) = match &self.find {
            Finder::Slots(slots) => (slots.bits + 1, slots.is_settled),
            // Pages were tried and turned out to be mostly empty: never again.
            Finder::Pages(_) => ((self.len() * 2).ilog2() + 1, true),
        };
        if !is_settled && self.is_dense() {
            let mut pages = Pages::new();
            for (id, node) in (0..).zip(self.nodes()) {
                pages.meet(Neighbour::of(node.state()), id, |_| false);
            }
            self.find = Finder::Pages(pages);
            return;
        }
        assert!(bits <= MOST_BITS, "fewer than 1.6 thousand million states");
        self.find = Finder::Slots(Slots { slots: Vec::new(), bits, is_settled });
        let mut slots = Slots { slots: vec![0; 1 << bits], bits, is_settled };
        for (id, node) in (0..).zip(self.nodes()) {
            slots.meet(hash_of(node.state()), id, |_| false);
        }
        self.find = Finder::Slots(slots);
    }

    /// Whether blocks of neighbours are filled to a quarter, as far as some of the blocks tell.
    fn is_dense(&self) -> bool {
        if (self.len() as usize) < NEIGHBOURS {
            return false;
        }
        let one_of = (self.len() / SAMPLE + 1).next_power_of_two();
        let mut blocks = HashSet::new();
        let mut n_nodes = 0;
        for node in self.nodes() {
            let block = Neighbour::of(node.state()).block;
            if block & u64::from(one_of - 1) == 0 {
                n_nodes += 1;
                blocks.insert(block);
            }
        }
        4 * n_nodes >= blocks.len() * NEIGHBOURS && n_nodes > 0
    }
}

/// About so many nodes tell whether they lie close together.
const SAMPLE: u32 = 1 << 14;

impl<N> Index<u32> for Met<N> {
    type Output = N;
    #[inline]
    fn index(&self, id: u32) -> &N {
        &self.chunks[id]
    }
}

impl<N> IndexMut<u32> for Met<N> {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut N {
        &mut self.chunks.chunks[(id >> CHUNK_BITS) as usize][id as usize % CHUNK]
    }
}

/// A list that never moves what it holds, but for its first chunk while that grows.
struct Chunks<N> {
    chunks: Vec<Vec<N>>,
    len: u32,
}

const CHUNK_BITS: u32 = 15;
const CHUNK: usize = 1 << CHUNK_BITS;

impl<N> Chunks<N> {
    #[inline]
    fn push(&mut self, node: N) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(node),
            _ => self.begin(node),
        }
        self.len += 1;
    }

    #[cold]
    fn begin(&mut self, node: N) {
        let room = if self.chunks.is_empty() { 1 } else { CHUNK };
        let mut chunk = Vec::with_capacity(room);
        chunk.push(node);
        self.chunks.push(chunk);
    }
}

impl<N> Index<u32> for Chunks<N> {
    type Output = N;
    #[inline]
    fn index(&self, id: u32) -> &N {
        &self.chunks[(id >> CHUNK_BITS) as usize][id as usize % CHUNK]
    }
}

/// Open addressing: 32 bits for each slot, a node's number plus one, and above that what room there is for
/// bits of the hash, so that a wrong slot rarely costs a look at the node. At most three quarters are full.
struct Slots {
    slots: Vec<u32>,
    bits: u32,
    /// Whether it shall stay this kind of index.
    is_settled: bool,
}

const FIRST_BITS: u32 = 8;
/// With 2³¹ slots a node's number still fits beside one bit of the hash.
const MOST_BITS: u32 = 31;

impl Slots {
    #[inline]
    fn meet(&mut self, hash: u64, new: u32, is_it: impl Fn(u32) -> bool) -> Place {
        let id_mask = (1 << self.bits) - 1;
        let tag = hash as u32 & !id_mask;
        let mut slot = (hash >> (64 - self.bits)) as usize;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                self.slots[slot] = tag | (new + 1);
                return Place::New(new);
            }
            let id = (entry & id_mask) - 1;
            if entry & !id_mask == tag && is_it(id) {
                return Place::Known(id);
            }
            slot = (slot + 1) & id_mask as usize;
        }
    }

    #[inline]
    fn is_full(&self, len: u32) -> bool {
        len as usize >= self.slots.len() / 4 * 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct State<S>(S);

    impl<S: Eq + Hash> Node for State<S> {
        type State = S;
        fn state(&self) -> &S {
            &self.0
        }
    }

    /// Meets all states twice; whether they ended up in pages.
    fn meets<S: Clone + Eq + Hash>(states: &[S]) -> bool {
        let mut met = Met::new();
        for (id, state) in (0..).zip(states) {
            assert_eq!(met.meet(state), Place::New(id));
            met.push(State(state.clone()));
        }
        for (id, state) in (0..).zip(states) {
            assert_eq!(met.meet(state), Place::Known(id));
            assert!(met[id].0 == *state);
        }
        assert_eq!(met.len() as usize, states.len());
        matches!(met.find, Finder::Pages(_))
    }

    #[test]
    fn states_of_every_type_are_found_again() {
        let cells: Vec<(i32, i32)> = (0..90_000).map(|i| (i / 300 - 150, i % 300)).collect();
        assert!(meets(&cells));
        assert!(meets(&(0..100_000_u32).collect::<Vec<_>>()));
        assert!(!meets(&(0..100_000_u64).map(|i| i << 12).collect::<Vec<_>>()));
        assert!(!meets(&(0..50_000).map(|i| format!("state {i}")).collect::<Vec<_>>()));
        assert!(!meets(&[7_u8]));
    }

    #[test]
    fn pages_are_given_up_when_states_turn_out_to_lie_far_apart() {
        let near = 0..20_000_u64;
        let far = (1..200_000_u64).map(|i| i << 30);
        assert!(!meets(&near.chain(far).collect::<Vec<_>>()));
    }
}
