//! Quarto with at most eight pieces left, where nearly all of the time goes: no table, and once nodes run
//! out, answers that mean nothing.
//!
//! Eight cells fit in a word of eight bytes, and so does their order: the cell with index `i` that
//! leaves the opponent `r` safe pieces is bit `8 r + i`, and reading the bits from the lowest up
//! tries the cells that leave fewest first. Nothing is sorted.

use super::order::bits;
use super::shared::Thread;
use super::state::{Outlook, State, safe_pieces, values};

/// The most pieces left.
pub(super) const MOST_LEFT: u32 = 8;

/// A one in every byte.
const BYTES: u64 = 0x0101_0101_0101_0101;

impl<const F: usize> Thread<'_, F> {
    /// Whether the player who hands over now wins, or at least does not lose.
    pub(super) fn late_giver(&mut self, state: &State<F>, n_left: u32, win: bool) -> bool {
        debug_assert!(n_left == state.left.count_ones() && n_left <= MOST_LEFT);
        if !self.counter.try_count() {
            return false;
        }
        if state.is_dead() {
            return !win;
        }
        let outlook = state.outlook(self.rules);
        if n_left <= 3 {
            return self.last_giver(state, &outlook, n_left, win);
        }
        let Some(plan) = Plan::new(state, &outlook, n_left) else {
            return true;
        };
        self.counts.expanded += 1;
        let mut pieces = plan.pieces;
        while pieces != 0 {
            let (piece, mut cells) = plan.replies[pieces.trailing_zeros() as usize & 7];
            pieces &= pieces - 1;
            let refuted = loop {
                if cells == 0 {
                    break false;
                }
                let cell = plan.cells[cells.trailing_zeros() as usize & 7];
                cells &= cells - 1;
                let child = state.place(self.rules, piece, u32::from(cell));
                if self.late_giver(&child, n_left - 1, !win) {
                    self.cut(!win, cells.count_ones() as usize);
                    break true;
                }
            };
            if !refuted {
                self.cut(win, pieces.count_ones() as usize);
                return true;
            }
        }
        false
    }

    /// The same with at most three pieces left, where most boards are.
    fn last_giver(&self, state: &State<F>, outlook: &Outlook, n_left: u32, win: bool) -> bool {
        let safe = safe_pieces(outlook.danger) & state.left;
        if n_left <= 2 && !win {
            // Nothing that follows a safe piece can be lost any more.
            return safe != 0;
        }
        if n_left <= 1 {
            return false;
        }
        bits(safe).any(|piece| {
            let dangers = outlook.dangers_after(piece);
            let rest = state.left & !(1 << piece);
            bits(!state.occupied).all(|cell| {
                let replies = safe_pieces(dangers[cell as usize & 15]) & rest;
                // The opponent wins only if there is a safe piece to give; an opponent who has one
                // will not lose.
                let refuted = match win {
                    true => replies != 0,
                    false => replies != 0 && self.wins_with_two(state, piece, cell, replies),
                };
                !refuted
            })
        })
    }

    /// Whether, after `piece` goes to `cell` and two pieces and cells are left, the giver wins: one
    /// of the pieces in `safe` can be given, and wherever it goes, the other one wins on the last
    /// cell.
    #[inline]
    fn wins_with_two(&self, state: &State<F>, piece: u32, cell: u32, safe: u16) -> bool {
        let state = state.place(self.rules, piece, cell);
        let [first, second] = state.last_two(self.rules);
        bits(safe).any(|given| {
            let other = (state.left & !(1 << given)).trailing_zeros();
            let wins = |completes: u8, builds: u8| {
                (completes | builds & values(given)) & values(other) != 0
            };
            wins(first.0, second.1) && wins(second.0, first.1)
        })
    }
}

/// What to try, and in which order.
struct Plan {
    /// The empty cells by index.
    cells: [u8; 8],
    /// By index: a safe piece, and the cells by the safe pieces they leave, as the bits of a word.
    replies: [(u32, u64); 8],
    /// The indices of the pieces by the safe pieces they leave on average, in the same way.
    pieces: u64,
}

impl Plan {
    /// None if a piece leaves no safe piece wherever it goes: handing it over wins.
    #[inline]
    fn new<const F: usize>(state: &State<F>, outlook: &Outlook, n_left: u32) -> Option<Self> {
        let mut plan = Self { cells: [0; 8], replies: [(0, 0); 8], pieces: 0 };
        let (mut remains, mut builds) = (0, 0);
        for (i, cell) in bits(!state.occupied).enumerate() {
            plan.cells[i & 7] = cell as u8;
            let (kept, built) = outlook.at(cell);
            remains |= u64::from(kept) << (8 * i);
            builds |= u64::from(built) << (8 * i);
        }
        for (i, piece) in bits(safe_pieces(outlook.danger) & state.left).enumerate() {
            let mut dangers = remains | builds & (u64::from(values(piece)) * BYTES);
            let rest = state.left & !(1 << piece);
            let (mut cells, mut n_replies) = (0_u64, 0);
            for index in 0..n_left {
                let replies = (safe_pieces(dangers as u8) & rest).count_ones();
                dangers >>= 8;
                cells |= 1 << (8 * replies + index);
                n_replies += replies;
            }
            if n_replies == 0 {
                return None;
            }
            // Cells in the lowest byte leave the opponent nothing to give: no need to look.
            plan.replies[i & 7] = (piece, cells & !0xff);
            plan.pieces |= 1 << (8 * (n_replies / 4).min(7) + i as u32);
        }
        Some(plan)
    }
}
