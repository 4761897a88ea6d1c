//! The closed list: every node a search has met, in the order it met them, found again by its key.
//!
//! Nodes lie in chunks that never move, so growing copies nothing and a node's number is its place.
//! An open-addressing index of 32-bit slots leads from a key to that number; the bits the number
//! does not need hold part of the hash, so that a wrong slot rarely costs a look at the node.
//! An index is at most three quarters full, so a node costs its own size and 5⅓ to 10⅔ bytes.

use std::hash::Hash;
use std::ops::{Index, IndexMut};

use plywood_contract::{Problem, Stop};

use crate::hash::hash_of;

/// What is asked before memory is allocated.
pub(crate) trait Budget {
    /// Announces an allocation of `bytes`, before it is made.
    fn grow(&mut self, bytes: usize) -> Result<(), Stop>;
    /// Announces that `bytes` were given back.
    fn shrink(&mut self, bytes: usize);
    /// Looks at the clock and the flag in the middle of long work.
    fn poll(&mut self) -> Result<(), Stop>;
}

/// What the table needs to know of a node.
pub(crate) trait Stored {
    type Key: Eq + Hash;
    fn key(&self) -> &Self::Key;
    /// Whether a search for the key should find this node; a superseded node says no.
    fn is_current(&self) -> bool {
        true
    }
}

/// A node that knows no more than the way back: enough for breadth-first searches.
pub(super) struct Linked<P: Problem> {
    pub(super) key: P::Key,
    pub(super) parent: u32,
    pub(super) action: Option<P::Action>,
}

impl<P: Problem> Stored for Linked<P> {
    type Key = P::Key;
    fn key(&self) -> &P::Key {
        &self.key
    }
}

/// The parent of the start.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The result of a lookup in the table.
pub(crate) enum Lookup {
    Found(u32),
    Vacant(Vacancy),
}

/// The slot where a missing key belongs. Good until the table changes.
pub(crate) struct Vacancy {
    slot: usize,
    tag: u32,
}

pub(crate) struct NodeTable<N> {
    chunks: Vec<Vec<N>>,
    len: u32,
    /// 0 for empty, else a node's number plus one, with hash bits above `id_mask`.
    slots: Vec<u32>,
    slot_bits: u32,
    /// How many nodes fit before the index or the chunks must grow.
    room: u32,
}

/// Nodes per chunk. Only the first chunk starts smaller and moves while it grows.
const CHUNK: usize = 1 << CHUNK_BITS;
const CHUNK_BITS: u32 = 15;
const FIRST_CHUNK: usize = 128;
const FIRST_SLOT_BITS: u32 = 8;
/// With 2³¹ slots a node number still fits beside one hash bit; there memory counts as full.
const MOST_SLOT_BITS: u32 = 31;

impl<N: Stored> NodeTable<N> {
    pub(crate) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0, slots: Vec::new(), slot_bits: 0, room: 0 }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Makes room for one more node and its slot, within the budget.
    /// To be called before [`NodeTable::look`] whenever an insertion may follow.
    #[inline]
    pub(crate) fn reserve(&mut self, budget: &mut impl Budget) -> Result<(), Stop> {
        if self.len == self.room { self.make_room(budget) } else { Ok(()) }
    }

    #[cold]
    fn make_room(&mut self, budget: &mut impl Budget) -> Result<(), Stop> {
        let full = |slots: usize| slots / 4 * 3;
        if self.len as usize == full(self.slots.len()) {
            self.grow_index(budget)?;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.len() == chunk.capacity()) {
            self.grow_nodes(budget)?;
        }
        let last = self.chunks.last().map_or(0, |chunk| chunk.capacity() - chunk.len());
        let room = (self.len as usize + last).min(full(self.slots.len()));
        self.room = room as u32;
        Ok(())
    }

    /// The node with this key, or the place where it belongs. One hash, usually one node read.
    #[inline]
    pub(crate) fn look(&self, key: &N::Key) -> Lookup {
        let hash = hash_of(key);
        let id_mask = self.id_mask();
        let tag = hash as u32 & !id_mask;
        let mut slot = (hash >> (64 - self.slot_bits)) as usize;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Lookup::Vacant(Vacancy { slot, tag });
            }
            if entry & !id_mask == tag {
                let id = (entry & id_mask) - 1;
                if self[id].key() == key {
                    return Lookup::Found(id);
                }
            }
            slot = (slot + 1) & id_mask as usize;
        }
    }

    /// Adds a node whose key was just found missing; returns its number.
    #[inline]
    pub(crate) fn insert(&mut self, vacancy: Vacancy, node: N) -> u32 {
        let id = self.append(node);
        self.slots[vacancy.slot] = vacancy.tag | (id + 1);
        id
    }

    /// Adds a node that takes the place of `old`, which no longer calls itself current.
    pub(super) fn supersede(&mut self, old: u32, node: N) -> u32 {
        let hash = hash_of(node.key());
        let id_mask = self.id_mask();
        let id = self.append(node);
        let mut slot = (hash >> (64 - self.slot_bits)) as usize;
        while self.slots[slot] & id_mask != old + 1 {
            slot = (slot + 1) & id_mask as usize;
        }
        self.slots[slot] = (hash as u32 & !id_mask) | (id + 1);
        id
    }

    /// Gives the nodes away in order, chunk by chunk, so that each chunk can be freed when read.
    pub(crate) fn into_chunks(self) -> Vec<Vec<N>> {
        self.chunks
    }

    /// What the table holds now, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let nodes: usize = self.chunks.iter().map(Vec::capacity).sum();
        nodes * size_of::<N>() + self.slots.len() * size_of::<u32>()
    }

    fn id_mask(&self) -> u32 {
        (1 << self.slot_bits) - 1
    }

    #[inline]
    fn append(&mut self, node: N) -> u32 {
        let id = self.len;
        self.chunks.last_mut().expect("reserve made room").push(node);
        self.len += 1;
        id
    }

    #[cold]
    fn grow_nodes(&mut self, budget: &mut impl Budget) -> Result<(), Stop> {
        match &mut self.chunks[..] {
            [first] if first.capacity() < CHUNK => {
                let before = first.capacity();
                budget.grow(2 * before * size_of::<N>())?;
                first.reserve_exact(before);
                budget.shrink(before * size_of::<N>());
            }
            [] => {
                budget.grow(FIRST_CHUNK * size_of::<N>())?;
                self.chunks.push(Vec::with_capacity(FIRST_CHUNK));
            }
            _ => {
                budget.grow(CHUNK * size_of::<N>())?;
                self.chunks.push(Vec::with_capacity(CHUNK));
            }
        }
        Ok(())
    }

    /// Doubles the index and enters every current node anew, reading the nodes in order.
    #[cold]
    fn grow_index(&mut self, budget: &mut impl Budget) -> Result<(), Stop> {
        let bits = (self.slot_bits + 1).max(FIRST_SLOT_BITS);
        if bits > MOST_SLOT_BITS {
            return Err(Stop::Memory);
        }
        let before = self.slots.len() * size_of::<u32>();
        budget.grow(size_of::<u32>() << bits)?;
        self.slots = vec![0; 1 << bits];
        self.slot_bits = bits;
        budget.shrink(before);
        let id_mask = self.id_mask();
        let mut id = 0;
        for chunk in &self.chunks {
            for node in chunk {
                id += 1;
                if !node.is_current() {
                    continue;
                }
                let hash = hash_of(node.key());
                let mut slot = (hash >> (64 - bits)) as usize;
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & id_mask as usize;
                }
                self.slots[slot] = (hash as u32 & !id_mask) | id;
            }
            // A big index takes a while to fill: stay responsive to the clock and the flag.
            budget.poll()?;
        }
        Ok(())
    }
}

impl<N> Index<u32> for NodeTable<N> {
    type Output = N;
    #[inline]
    fn index(&self, id: u32) -> &N {
        &self.chunks[(id >> CHUNK_BITS) as usize][id as usize % CHUNK]
    }
}

impl<N> IndexMut<u32> for NodeTable<N> {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut N {
        &mut self.chunks[(id >> CHUNK_BITS) as usize][id as usize % CHUNK]
    }
}

impl<P: Problem> NodeTable<Linked<P>> {
    /// The actions from the start to node `id`.
    pub(super) fn path_to(&self, id: u32) -> Vec<P::Action> {
        walk_back(id, |id| (self[id].parent, self[id].action))
    }
}

/// Follows parent links from `id` to the start and returns the actions in playing order.
pub(crate) fn walk_back<A>(mut id: u32, link: impl Fn(u32) -> (u32, Option<A>)) -> Vec<A> {
    let mut actions = Vec::new();
    while let (parent, Some(action)) = link(id) {
        actions.push(action);
        id = parent;
    }
    actions.reverse();
    actions
}
