//! Quarto by two questions about the board alone: does the one who hands over now win, and does that
//! player at least not lose?
//!
//! The giver reaches a goal if there is a piece that wins on no cell and after which, wherever it is
//! placed, the opponent, then the giver, does not reach the opposite goal. Placements that leave the
//! opponent no safe piece to give need no look at all. A two-valued question needs no window, and
//! the first answer that settles a node ends it.

use super::order::{Order, bits};
use super::shared::{Node, Thread};
use super::state::{Outlook, State, safe_pieces, values};
use super::watch::Halt;

/// With fewer pieces left than this the table costs more than it saves.
const TABLED: u32 = 8;

impl<const F: usize> Thread<'_, F> {
    /// Whether the player who was handed `piece` wins, or at least does not lose.
    pub(super) fn placer(&mut self, node: &Node<F>, piece: u32, win: bool) -> Result<bool, Halt> {
        let outlook = node.state.outlook(self.rules);
        if safe_pieces(outlook.danger) >> piece & 1 == 0 {
            return Ok(true);
        }
        let rest = node.state.left & !(1 << piece);
        if rest == 0 {
            return Ok(!win);
        }
        for cell in cells_in_order(&node.state, &outlook, piece).iter() {
            let child = self.place(node, piece, cell);
            if self.giver(&child, win)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player who hands over now wins, or at least does not lose.
    pub(super) fn giver(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        let n_left = node.state.left.count_ones();
        self.counter.poll()?;
        if n_left < TABLED {
            return Ok(self.late_giver(&node.state, n_left, win));
        }
        let key = self.key(node);
        if let Some(answer) = self.known(key, win) {
            return Ok(answer);
        }
        self.enter(key, win);
        let answer = self.search_giver(node, win);
        self.leave(key, win);
        if let Ok(answer) = answer {
            self.learn(key, win, answer);
        }
        answer
    }

    fn search_giver(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        self.counter.nodes += 1;
        let outlook = node.state.outlook(self.rules);
        let Some(pieces) = pieces_in_order(&node.state, &outlook) else {
            return Ok(true);
        };
        let mut later = 0_u16;
        for (i, piece) in pieces.iter().enumerate() {
            match self.give(node, &outlook, piece, win, i > 0)? {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => later |= 1 << piece,
            }
        }
        for piece in pieces.iter().filter(|piece| later >> piece & 1 == 1) {
            if self.give(node, &outlook, piece, win, false)? == Some(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether handing over `piece` reaches the goal. None if another thread is about to find out
    /// and there may be something else to do first.
    fn give(
        &mut self,
        node: &Node<F>,
        outlook: &Outlook,
        piece: u32,
        win: bool,
        may_wait: bool,
    ) -> Result<Option<bool>, Halt> {
        let cells = cells_in_order(&node.state, outlook, piece);
        let tabled = node.state.left.count_ones() > TABLED;
        if tabled {
            // The table may know a placement that refutes the piece, wherever it comes in order.
            for (i, cell) in cells.iter().enumerate() {
                let key = self.key(&self.place(node, piece, cell));
                if self.known(key, !win) == Some(true) {
                    return Ok(Some(false));
                }
                if i == 0 && may_wait && self.is_busy(key, !win) {
                    return Ok(None);
                }
            }
        }
        let mut later = 0_u16;
        for (i, cell) in cells.iter().enumerate() {
            let child = self.place(node, piece, cell);
            if tabled && i > 0 && self.is_busy(self.key(&child), !win) {
                later |= 1 << cell;
            } else if self.giver(&child, !win)? {
                return Ok(Some(false));
            }
        }
        for cell in cells.iter().filter(|cell| later >> cell & 1 == 1) {
            let child = self.place(node, piece, cell);
            if self.giver(&child, !win)? {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// The same question with few pieces left: no table, no limits.
    fn late_giver(&mut self, state: &State<F>, n_left: u32, win: bool) -> bool {
        self.counter.nodes += 1;
        if state.is_dead() {
            return !win;
        }
        let outlook = state.outlook(self.rules);
        if n_left <= 3 {
            return self.last_giver(state, &outlook, n_left, win);
        }
        let Some(pieces) = pieces_in_order(state, &outlook) else {
            return true;
        };
        for piece in pieces.iter() {
            let refuted = cells_in_order(state, &outlook, piece).iter().any(|cell| {
                let child = state.place(self.rules, piece, cell);
                self.late_giver(&child, n_left - 1, !win)
            });
            if !refuted {
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

/// The safe pieces, first those that leave the opponent fewest safe pieces to give, summed over the
/// placements. None if one of them leaves none at all: handing it over wins.
#[inline]
fn pieces_in_order<const F: usize>(state: &State<F>, outlook: &Outlook) -> Option<Order> {
    let mut order = Order::new();
    for piece in bits(safe_pieces(outlook.danger) & state.left) {
        let dangers = outlook.dangers_after(piece);
        let rest = state.left & !(1 << piece);
        let replies = bits(!state.occupied)
            .map(|cell| (safe_pieces(dangers[cell as usize & 15]) & rest).count_ones())
            .sum();
        if replies == 0 {
            return None;
        }
        order.insert(piece, replies);
    }
    Some(order)
}

/// The cells where `piece` leaves the opponent something safe to give, those that leave fewest first.
#[inline]
fn cells_in_order<const F: usize>(state: &State<F>, outlook: &Outlook, piece: u32) -> Order {
    let dangers = outlook.dangers_after(piece);
    let rest = state.left & !(1 << piece);
    let mut order = Order::new();
    for cell in bits(!state.occupied) {
        let replies = (safe_pieces(dangers[cell as usize & 15]) & rest).count_ones();
        if replies != 0 {
            order.insert(cell, replies);
        }
    }
    order
}
