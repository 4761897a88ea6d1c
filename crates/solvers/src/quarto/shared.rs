//! What both searches of a thread share: rules, keys of boards, the table, the watch.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plywood_games::quarto::Board;

use super::key::{KEY_BITS, Namer, Planes};
use super::opening::Opening;
use super::state::{Rules, State};
use super::table::{Extent, Known, TranspositionTable};
use plywood_contract::{Counter, Counts, CutReason, Watch};

/// A board in both forms: as the search sees it, and as keys are made of it.
#[derive(Clone, Copy)]
pub(super) struct Node<const F: usize> {
    pub(super) state: State<F>,
    planes: Planes,
}

/// The transposition table, the marks of busy boards and the opening table.
pub(super) type Memory<'a> = (&'a TranspositionTable, Extent, Option<&'static Opening>, &'a Busy);

/// The state of one thread.
pub(super) struct Thread<'a, const F: usize> {
    pub(super) rules: &'static Rules<F>,
    namer: &'static Namer,
    table: &'a TranspositionTable,
    extent: Extent,
    opening: Option<&'static Opening>,
    busy: &'a Busy,
    /// Sets apart the keys of different games and rules.
    mark: u64,
    pub(super) counter: Counter<'a>,
    pub(super) counts: Counts,
    /// Whether the player asked about wants to win, rather than not to lose: what tells that player's turns,
    /// since at each turn of the other the question is the opposite one.
    asked_to_win: bool,
}

impl<'a, const F: usize> Thread<'a, F> {
    pub(super) fn new(
        (rules, namer): (&'static Rules<F>, &'static Namer),
        (table, extent, opening, busy): Memory<'a>,
        watch: &'a Watch<'a>,
        (hands_over, asked_to_win): (bool, bool),
    ) -> Self {
        let squares = F > super::state::FAMILIES;
        let mark = u64::from(hands_over) << KEY_BITS | u64::from(squares) << (KEY_BITS + 1);
        let opening = opening.filter(|_| !squares);
        let (counter, counts) = (Counter::new(watch), Counts::default());
        Self { rules, namer, table, extent, opening, busy, mark, counter, counts, asked_to_win }
    }

    /// Counts a cut by the player whose question is to win, or not to lose.
    #[inline]
    pub(super) fn cut(&mut self, win: bool, skipped: usize) {
        let is_ours = win == self.asked_to_win;
        self.counts.cut(if is_ours { CutReason::Beta } else { CutReason::Alpha }, skipped);
    }

    pub(super) fn node(&self, board: &Board) -> Node<F> {
        Node { state: State::new(board, self.rules), planes: Planes::new(board) }
    }

    #[inline]
    pub(super) fn place(&self, node: &Node<F>, piece: u32, cell: u32) -> Node<F> {
        let state = node.state.place(self.rules, piece, cell);
        Node { state, planes: node.planes.place(piece, cell) }
    }

    pub(super) fn key(&self, node: &Node<F>) -> u64 {
        self.namer.key(node.state.occupied, node.planes) | self.mark
    }

    #[inline]
    pub(super) fn known(&self, key: u64, win: bool) -> Option<bool> {
        if let Some(answer) = self.opening.and_then(|opening| opening.ask(key, win)) {
            return Some(answer);
        }
        self.table.look_up(key, self.extent).ask(win)
    }

    pub(super) fn learn(&self, key: u64, win: bool, holds: bool) {
        self.table.learn(key, Known::fact(win, holds), self.extent);
    }

    /// Whether another thread is at work on this board.
    pub(super) fn is_busy(&self, key: u64, win: bool) -> bool {
        self.busy.holds(key, win)
    }

    pub(super) fn enter(&self, key: u64, win: bool) {
        self.busy.enter(key, win);
    }

    pub(super) fn leave(&self, key: u64, win: bool) {
        self.busy.leave(key, win);
    }
}

/// The boards that threads are searching now, so that other threads may defer them (Kerrigan's simplified
/// ABDADA). A hint: entries may be overwritten.
pub(super) struct Busy {
    /// None with one thread.
    slots: Vec<AtomicU64>,
}

impl Busy {
    const SLOTS: usize = 1 << 12;

    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { Self::SLOTS } else { 0 };
        Self { slots: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, key: u64, win: bool) -> Option<(&AtomicU64, u64)> {
        let name = key << 1 | u64::from(win) | 1 << 63;
        let hash = name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52;
        self.slots.get(hash as usize).map(|slot| (slot, name))
    }

    fn holds(&self, key: u64, win: bool) -> bool {
        self.slot(key, win).is_some_and(|(slot, name)| slot.load(Relaxed) == name)
    }

    fn enter(&self, key: u64, win: bool) {
        if let Some((slot, name)) = self.slot(key, win) {
            slot.store(name, Relaxed);
        }
    }

    fn leave(&self, key: u64, win: bool) {
        if let Some((slot, name)) = self.slot(key, win) {
            // Another thread's mark may have replaced this one since.
            let _ = slot.compare_exchange(name, 0, Relaxed, Relaxed);
        }
    }
}
