//! Quarto by two questions about the board alone: does the one who hands over now win, and does that
//! player at least not lose?
//!
//! The giver reaches a goal if there is a piece that wins on no cell and after which, wherever it is
//! placed, the opponent, then the giver, does not reach the opposite goal. Placements that leave the
//! opponent no safe piece to give need no look at all. A two-valued question needs no window, and
//! the first answer that settles a node ends it.

use super::order::{Order, bits};
use super::shared::{Node, Thread};
use super::state::{Outlook, State, safe_pieces};
use plywood_contract::Halt;

/// With fewer pieces left than this the table costs more than it saves.
pub(super) const TABLED: u32 = 8;

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
        if let Some(answer) = self.placer_known(node, piece, win) {
            self.counts.table_hits += 1;
            return Ok(answer);
        }
        let cells = self.cells_in_order(&node.state, &outlook, piece);
        for (i, cell) in cells.iter().enumerate() {
            let child = self.place(node, piece, cell);
            if self.giver(&child, win)? {
                self.cut(win, cells.len() - i - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the tables know of the player who was handed `piece`, which wins on no cell.
    fn placer_known(&self, node: &Node<F>, piece: u32, win: bool) -> Option<bool> {
        if node.state.left.count_ones() <= TABLED {
            return None;
        }
        let mut answer = Some(false);
        for cell in bits(!node.state.occupied) {
            match self.known(self.key(&self.place(node, piece, cell)), win) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => answer = None,
            }
        }
        answer
    }

    /// Whether the player who hands over now wins, or at least does not lose.
    pub(super) fn giver(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        let n_left = node.state.left.count_ones();
        self.counter.poll()?;
        if n_left < TABLED {
            let answer = self.late_giver(&node.state, n_left, win);
            return self.counter.halted(answer);
        }
        let key = self.key(node);
        if let Some(answer) = self.known(key, win) {
            self.counts.table_hits += 1;
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
        self.counter.count()?;
        // Pieces by cells, and what the order of the cells costs.
        self.counter.add_work(2 * u64::from(node.state.left.count_ones()).pow(2));
        let outlook = node.state.outlook(self.rules);
        let Some(pieces) = pieces_in_order(&node.state, &outlook) else {
            return Ok(true);
        };
        self.counts.expanded += 1;
        let mut later = 0_u16;
        for (i, piece) in pieces.iter().enumerate() {
            match self.give(node, &outlook, piece, win, i > 0)? {
                Some(true) => {
                    self.cut(win, pieces.len() - i - 1 + later.count_ones() as usize);
                    return Ok(true);
                }
                Some(false) => {}
                None => later |= 1 << piece,
            }
        }
        for piece in pieces.iter() {
            if later >> piece & 1 == 0 {
                continue;
            }
            later &= !(1 << piece);
            if self.give(node, &outlook, piece, win, false)? == Some(true) {
                self.cut(win, later.count_ones() as usize);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cells where `piece` leaves the opponent something safe to give. First those that leave
    /// least for the turn after: safe pieces there, summed over all that the opponent can give and
    /// all cells it can go to.
    ///
    /// One ply more than it takes to count the opponent's own safe pieces, and well worth it: 42 %
    /// of the nodes from the empty board. Ordering the pieces in the same way gained nothing.
    fn cells_in_order(&self, state: &State<F>, outlook: &Outlook, piece: u32) -> Order {
        let dangers = outlook.dangers_after(piece);
        let rest = state.left & !(1 << piece);
        let mut order = Order::new();
        for cell in bits(!state.occupied) {
            if safe_pieces(dangers[cell as usize & 15]) & rest != 0 {
                let child = state.place(self.rules, piece, cell);
                order.insert(cell, outcomes(&child, &child.outlook(self.rules)));
            }
        }
        order
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
        let cells = self.cells_in_order(&node.state, outlook, piece);
        let tabled = node.state.left.count_ones() > TABLED;
        if tabled {
            // The table may know a placement that refutes the piece, wherever it comes in order.
            for (i, cell) in cells.iter().enumerate() {
                let key = self.key(&self.place(node, piece, cell));
                if self.known(key, !win) == Some(true) {
                    self.counts.table_hits += 1;
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
                self.cut(!win, cells.len() - i - 1 + later.count_ones() as usize);
                return Ok(Some(false));
            }
        }
        for cell in cells.iter() {
            if later >> cell & 1 == 0 {
                continue;
            }
            later &= !(1 << cell);
            let child = self.place(node, piece, cell);
            if self.giver(&child, !win)? {
                self.cut(!win, later.count_ones() as usize);
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }
}

/// For each piece that is safe to give, how many safe pieces it leaves the opponent, summed over the
/// cells it can go to.
#[inline]
fn replies<const F: usize>(
    state: &State<F>,
    outlook: &Outlook,
) -> impl Iterator<Item = (u32, u32)> {
    bits(safe_pieces(outlook.danger) & state.left).map(|piece| {
        let dangers = outlook.dangers_after(piece);
        let rest = state.left & !(1 << piece);
        let replies = |cell| (safe_pieces(dangers[cell as usize & 15]) & rest).count_ones();
        (piece, bits(!state.occupied).map(replies).sum())
    })
}

/// The safe pieces, first those that leave the opponent least. None if one of them leaves nothing at
/// all: handing it over wins.
pub(super) fn pieces_in_order<const F: usize>(
    state: &State<F>,
    outlook: &Outlook,
) -> Option<Order> {
    let mut order = Order::new();
    for (piece, n_replies) in replies(state, outlook) {
        if n_replies == 0 {
            return None;
        }
        order.insert(piece, n_replies);
    }
    Some(order)
}

/// Safe pieces two turns on, summed over all ways to get there; 0 if the giver wins at once.
fn outcomes<const F: usize>(state: &State<F>, outlook: &Outlook) -> u32 {
    let mut total = 0;
    for (_, n_replies) in replies(state, outlook) {
        if n_replies == 0 {
            return 0;
        }
        total += n_replies;
    }
    total
}
