//! The moves that threads are searching now, so that other threads may defer them (Kerrigan's simplified
//! ABDADA). A hint: entries may be overwritten.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::field::{State, Step};

/// The moves being searched.
pub(super) struct Busy {
    /// None with one thread.
    slots: Vec<AtomicU64>,
}

impl Busy {
    const SLOTS: usize = 1 << 12;
    /// States with fewer indices left are too small to share. A first guess, never tuned.
    const LEAST_LEFT: u32 = 20;

    pub(super) fn new(n_threads: usize) -> Self {
        let slots = if n_threads > 1 { Self::SLOTS } else { 0 };
        Self { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether threads exchange hints about this state.
    #[inline]
    pub(super) fn is_shared(&self, state: State) -> bool {
        !self.slots.is_empty() && state.left.count_ones() >= Self::LEAST_LEFT
    }

    fn slot(&self, state: State, step: Step) -> Option<(&AtomicU64, u64)> {
        let places = [state.own, state.other, step.to, step.removed];
        let name = state.left ^ u64::from(u32::from_le_bytes(places)) << 32;
        let name = name.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        self.slots.get((name >> 52) as usize).map(|slot| (slot, name))
    }

    pub(super) fn holds(&self, state: State, step: Step) -> bool {
        self.slot(state, step).is_some_and(|(slot, name)| slot.load(Relaxed) == name)
    }

    pub(super) fn enter(&self, state: State, step: Step) {
        if let Some((slot, name)) = self.slot(state, step) {
            slot.store(name, Relaxed);
        }
    }

    pub(super) fn leave(&self, state: State, step: Step) {
        if let Some((slot, name)) = self.slot(state, step) {
            // Another thread's mark may have replaced this one since.
            let _ = slot.compare_exchange(name, 0, Relaxed, Relaxed);
        }
    }
}
