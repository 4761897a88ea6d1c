//! The open list of best-first searches: buckets of equal (f, g), first in, first out.
//!
//! A search on whole-number costs knows only a few hundred different (f, g) at a time. Small ones
//! index an array directly; the rest wait in a B-tree, so that large costs are slower but never
//! wasteful. Nodes chain themselves through a number they carry: there is no heap of entries.

use std::collections::BTreeMap;

use plywood_contract::{Observer, PathCost, Problem, Stop};

use super::run::Run;

/// Where the queue keeps its chains: each node has room for the number of the next one.
pub(super) trait Chained {
    fn next(&mut self, id: u32) -> &mut u32;
}

/// The first and last node of a bucket; `first` is [`EMPTY`] if there is none.
#[derive(Clone, Copy)]
struct Chain {
    first: u32,
    last: u32,
}

const EMPTY: u32 = u32::MAX;

/// The buckets of one f, by g.
#[derive(Default)]
struct Level {
    chains: Vec<Chain>,
    len: u64,
    /// No bucket above this g holds a node.
    top: usize,
}

/// f and g below this index the array.
const DENSE: u64 = 2048;

#[derive(Default)]
pub(super) struct BucketQueue {
    /// By f. The lowest that may hold a node is `lowest`.
    levels: Vec<Level>,
    lowest: usize,
    dense_len: u64,
    /// Keyed by f, then by the complement of g: among equal f the larger g comes first.
    sparse: BTreeMap<(u64, PathCost), Chain>,
    most_sparse: usize,
    len: u64,
}

/// A B-tree keeps its nodes at least half full, so twice the entry is the most a bucket can cost.
const SPARSE_BYTES: usize = 2 * size_of::<((u64, PathCost), Chain)>();

impl BucketQueue {
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    pub(super) fn push<P: Problem, O: Observer<P>>(
        &mut self,
        f: u64,
        g: PathCost,
        id: u32,
        nodes: &mut impl Chained,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        self.len += 1;
        if f >= DENSE || g >= DENSE {
            return self.push_sparse(f, g, id, nodes, run);
        }
        let (f, g) = (f as usize, g as usize);
        if self.levels.get(f).is_none_or(|level| level.chains.len() <= g) {
            self.widen(f, g, run)?;
        }
        self.lowest = if self.dense_len == 0 { f } else { self.lowest.min(f) };
        self.dense_len += 1;
        let level = &mut self.levels[f];
        level.top = if level.len == 0 { g } else { level.top.max(g) };
        level.len += 1;
        append(&mut level.chains[g], id, nodes);
        Ok(())
    }

    /// The node with the lowest f; among these the largest g; among these the first pushed.
    #[inline]
    pub(super) fn pop(&mut self, nodes: &mut impl Chained) -> Option<(u64, PathCost, u32)> {
        if !self.sparse.is_empty() && self.sparse_comes_first() {
            return self.pop_sparse(nodes);
        }
        if self.dense_len == 0 {
            return None;
        }
        while self.levels[self.lowest].len == 0 {
            self.lowest += 1;
        }
        let level = &mut self.levels[self.lowest];
        while level.chains[level.top].first == EMPTY {
            level.top -= 1;
        }
        let chain = &mut level.chains[level.top];
        let id = chain.first;
        chain.first = if id == chain.last { EMPTY } else { *nodes.next(id) };
        level.len -= 1;
        self.dense_len -= 1;
        self.len -= 1;
        Some((self.lowest as u64, level.top as PathCost, id))
    }

    /// Makes buckets up to (f, g).
    #[cold]
    fn widen<P: Problem, O: Observer<P>>(
        &mut self,
        f: usize,
        g: usize,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        if self.levels.len() <= f {
            run.grow((f + 1 - self.levels.len()) * size_of::<Level>())?;
            self.levels.resize_with(f + 1, Level::default);
        }
        let level = &mut self.levels[f];
        // Room for a few more g, for children come with one more.
        let wanted = g + 16;
        run.grow((wanted - level.chains.len()) * size_of::<Chain>())?;
        level.chains.resize(wanted, Chain { first: EMPTY, last: EMPTY });
        Ok(())
    }

    #[cold]
    fn push_sparse<P: Problem, O: Observer<P>>(
        &mut self,
        f: u64,
        g: PathCost,
        id: u32,
        nodes: &mut impl Chained,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        if self.sparse.len() >= self.most_sparse {
            run.grow(64 * SPARSE_BYTES)?;
            self.most_sparse += 64;
        }
        let chain = self.sparse.entry((f, !g)).or_insert(Chain { first: EMPTY, last: EMPTY });
        append(chain, id, nodes);
        Ok(())
    }

    /// Only equal f needs a closer look: an f in the array may go with a g too large for it.
    fn sparse_comes_first(&mut self) -> bool {
        let Some((&(f, g), _)) = self.sparse.first_key_value() else { return false };
        if self.dense_len == 0 {
            return true;
        }
        while self.levels[self.lowest].len == 0 {
            self.lowest += 1;
        }
        let dense_g = self.levels[self.lowest].top as PathCost;
        (f, g) < (self.lowest as u64, !dense_g)
    }

    fn pop_sparse(&mut self, nodes: &mut impl Chained) -> Option<(u64, PathCost, u32)> {
        let mut entry = self.sparse.first_entry()?;
        let &(f, g) = entry.key();
        let chain = entry.get_mut();
        let id = chain.first;
        if id == chain.last {
            entry.remove();
        } else {
            chain.first = *nodes.next(id);
        }
        self.len -= 1;
        Some((f, !g, id))
    }
}

#[inline]
fn append(chain: &mut Chain, id: u32, nodes: &mut impl Chained) {
    if chain.first == EMPTY {
        chain.first = id;
    } else {
        *nodes.next(chain.last) = id;
    }
    chain.last = id;
}
