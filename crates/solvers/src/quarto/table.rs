//! The transposition table: proven facts about boards, shared by all threads.
//!
//! An entry is one word that holds the whole key of a board and what is known of it, so that it can
//! never be half written nor mistaken for another board's. What is proven stays true, whatever the
//! search it came from; entries are only ever dropped for room.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::KEY_BITS;

/// Entries tried for a key: a line of the processor's cache.
const BUCKET: usize = 8;

/// Two facts about a board, each known to hold, known not to, or unknown.
#[derive(Clone, Copy, Default)]
pub(super) struct Known(u64);

impl Known {
    /// That the player in question wins (`win`), or at least does not lose.
    #[inline]
    pub(super) fn fact(win: bool, holds: bool) -> Self {
        // A win implies not losing; a loss implies not winning.
        Self(match (win, holds) {
            (true, true) => 0b0101,
            (true, false) => 0b0010,
            (false, true) => 0b0100,
            (false, false) => 0b1010,
        })
    }

    /// What is known of this fact.
    #[inline]
    pub(super) fn ask(self, win: bool) -> Option<bool> {
        match self.0 >> (if win { 0 } else { 2 }) & 3 {
            0 => None,
            answer => Some(answer == 1),
        }
    }
}

/// Bits of [`Known`].
const KNOWN_BITS: u32 = 4;
const _: () = assert!(KEY_BITS + KNOWN_BITS + 2 <= 64, "key, rules and facts fit in a word");

/// The table.
pub(super) struct TranspositionTable {
    entries: Box<[AtomicU64]>,
}

/// More entries than this are quicker to get anew than to clear.
const MANY: usize = 1 << 19;

/// The part of a table that a problem of a given size uses.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The hash is shifted by this to give a bucket.
    shift: u32,
}

impl Extent {
    /// How many entries that is.
    pub(super) fn entries(self) -> usize {
        BUCKET << (64 - self.shift)
    }
}

impl TranspositionTable {
    /// A table that takes at most about this many bytes, and at least a few hundred.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (8 * BUCKET)).max(2);
        let buckets = 1 << buckets.ilog2();
        Self { entries: bytemuck::zeroed_slice_box(buckets * BUCKET) }
    }

    /// About this many buckets, or as many as there are.
    pub(super) fn extent(&self, log2_buckets: u32) -> Extent {
        let most = (self.entries.len() / BUCKET).ilog2();
        Extent { shift: 64 - log2_buckets.clamp(1, most) }
    }

    /// Clears the first entries.
    pub(super) fn clear(&mut self, entries: usize) {
        if entries > MANY {
            // Memory fresh from the system is zero, and only what was touched costs.
            let count = self.entries.len();
            self.entries = Box::default();
            self.entries = bytemuck::zeroed_slice_box(count);
            return;
        }
        for entry in &mut self.entries[..entries] {
            *entry.get_mut() = 0;
        }
    }

    #[inline]
    fn bucket(&self, key: u64, extent: Extent) -> &[AtomicU64] {
        let hash = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let first = BUCKET * (hash >> extent.shift) as usize;
        &self.entries[first..first + BUCKET]
    }

    /// The facts known about a board.
    #[inline]
    pub(super) fn look_up(&self, key: u64, extent: Extent) -> Known {
        for entry in self.bucket(key, extent) {
            let word = entry.load(Relaxed);
            if word >> KNOWN_BITS == key && word != 0 {
                return Known(word & 15);
            }
        }
        Known(0)
    }

    /// Adds a fact about a board; a full bucket replaces its latest board: the higher the key, the more pieces were
    /// placed and the less work is lost.
    pub(super) fn learn(&self, key: u64, known: Known, extent: Extent) {
        let (mut latest, mut place) = (0, None);
        for entry in self.bucket(key, extent) {
            let word = entry.load(Relaxed);
            if word & 15 == 0 || word >> KNOWN_BITS == key {
                entry.store(key << KNOWN_BITS | word & 15 | known.0, Relaxed);
                return;
            }
            if word >= latest {
                (latest, place) = (word, Some(entry));
            }
        }
        if let Some(entry) = place {
            entry.store(key << KNOWN_BITS | known.0, Relaxed);
        }
    }
}
