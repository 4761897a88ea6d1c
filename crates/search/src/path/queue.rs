//! The open list of best-first searches: buckets of equal (f, g), first in, first out.
//!
//! A search on whole-number costs knows only a few hundred different (f, g) at a time, so finding a
//! bucket is cheap, and nodes chain themselves through a number they carry: no heap of entries.

use std::collections::BTreeMap;

use plywood_contract::{Cost, Observer, Problem, Stop};

use super::run::Run;

/// Where the queue keeps its chains: each node has room for the number of the next one.
pub(super) trait Chained {
    fn next(&mut self, id: u32) -> &mut u32;
}

struct Chain {
    first: u32,
    last: u32,
}

#[derive(Default)]
pub(super) struct BucketQueue {
    /// Keyed by f, then by the complement of g: among equal f the larger g comes first.
    buckets: BTreeMap<(u64, Cost), Chain>,
    most_buckets: usize,
    len: u64,
}

/// A B-tree keeps its nodes at least half full, so twice the entry is the most a bucket can cost.
const BUCKET_BYTES: usize = 2 * size_of::<((u64, Cost), Chain)>();

impl BucketQueue {
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    pub(super) fn push<P: Problem, O: Observer<P>>(
        &mut self,
        f: u64,
        g: Cost,
        id: u32,
        nodes: &mut impl Chained,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        if self.buckets.len() >= self.most_buckets {
            run.grow(64 * BUCKET_BYTES)?;
            self.most_buckets += 64;
        }
        self.len += 1;
        self.buckets
            .entry((f, !g))
            .and_modify(|chain| {
                *nodes.next(chain.last) = id;
                chain.last = id;
            })
            .or_insert(Chain { first: id, last: id });
        Ok(())
    }

    /// The node with the lowest f; among these the largest g; among these the first pushed.
    #[inline]
    pub(super) fn pop(&mut self, nodes: &mut impl Chained) -> Option<(u64, Cost, u32)> {
        let mut entry = self.buckets.first_entry()?;
        let &(f, g) = entry.key();
        let chain = entry.get_mut();
        let id = chain.first;
        if chain.first == chain.last {
            entry.remove();
        } else {
            chain.first = *nodes.next(id);
        }
        self.len -= 1;
        Some((f, !g, id))
    }
}
