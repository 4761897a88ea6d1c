//! How soon: whether a win can be forced within a number of turns.
//!
//! The same games of question and answer as `hand_over` and `take`, cut off after a number of turns
//! of the player who wants to win. Distances are not stored; what the table knows of values alone
//! ends most lines: a board that is not won is not won soon either.

use super::order::{Order, bits};
use super::shared::{Node, Thread};
use super::state::{Outlook, State, safe_pieces};
use super::{hand_over, take};
use plywood_contract::Halt;

impl<const F: usize> Thread<'_, F> {
    /// Whether the player who was handed `piece` wins within this many own turns, this one included.
    pub(super) fn placer_wins_within(
        &mut self,
        node: &Node<F>,
        piece: u32,
        turns: u32,
    ) -> Result<bool, Halt> {
        let outlook = node.state.outlook(self.rules);
        if turns == 0 || safe_pieces(outlook.danger) >> piece & 1 == 0 {
            return Ok(turns > 0);
        }
        if turns == 1 {
            return Ok(false);
        }
        let cells = cells_by_replies(&node.state, &outlook, piece, |replies| replies);
        for (i, cell) in cells.iter().enumerate() {
            if self.giver_wins_within(&self.place(node, piece, cell), turns - 1)? {
                self.cut(true, cells.len() - i - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player who hands over now wins within this many own turns to come.
    pub(super) fn giver_wins_within(&mut self, node: &Node<F>, turns: u32) -> Result<bool, Halt> {
        let n_left = node.state.left.count_ones();
        // Each of the winner's turns takes two pieces: the opponent's and the winner's own.
        if turns == 0 || n_left < 2 {
            return Ok(false);
        }
        self.counter.count()?;
        self.counter.poll()?;
        if n_left >= hand_over::TABLED && self.known(self.key(node), true) == Some(false) {
            self.counts.table_hits += 1;
            return Ok(false);
        }
        let outlook = node.state.outlook(self.rules);
        let Some(pieces) = hand_over::pieces_in_order(&node.state, &outlook) else {
            return Ok(true);
        };
        self.counts.expanded += 1;
        for (i, piece) in pieces.iter().enumerate() {
            if self.placer_loses_within(node, piece, turns)? {
                self.cut(true, pieces.len() - i - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player who was handed `piece` loses within this many turns of the opponent.
    pub(super) fn placer_loses_within(
        &mut self,
        node: &Node<F>,
        piece: u32,
        turns: u32,
    ) -> Result<bool, Halt> {
        let outlook = node.state.outlook(self.rules);
        if safe_pieces(outlook.danger) >> piece & 1 == 0 {
            return Ok(false);
        }
        // The best defence comes first: cells that leave most to give.
        let cells = cells_by_replies(&node.state, &outlook, piece, |replies| 16 - replies);
        for (i, cell) in cells.iter().enumerate() {
            if !self.giver_loses_within(&self.place(node, piece, cell), turns)? {
                self.cut(false, cells.len() - i - 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the player who hands over now loses within this many turns of the opponent.
    pub(super) fn giver_loses_within(&mut self, node: &Node<F>, turns: u32) -> Result<bool, Halt> {
        let left = node.state.left;
        if turns == 0 || left == 0 {
            return Ok(false);
        }
        self.counter.count()?;
        self.counter.poll()?;
        let safe = safe_pieces(node.state.outlook(self.rules).danger) & left;
        if turns == 1 || safe == 0 {
            return Ok(safe == 0);
        }
        let n_left = left.count_ones();
        if n_left >= hand_over::TABLED && self.known(self.key(node), false) == Some(true) {
            self.counts.table_hits += 1;
            return Ok(false);
        }
        self.counts.expanded += 1;
        let mut pieces = bits(safe);
        while let Some(piece) = pieces.next() {
            if !self.placer_wins_within(node, piece, turns)? {
                self.cut(false, pieces.count());
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the player to move in quatro wins within this many own turns, this one included.
    pub(super) fn taker_wins_within(&mut self, node: &Node<F>, turns: u32) -> Result<bool, Halt> {
        self.counter.count()?;
        if turns == 0 || self.completes(&node.state) {
            return Ok(turns > 0);
        }
        let n_left = node.state.left.count_ones();
        // A second turn needs a third piece.
        if turns == 1 || n_left < 3 {
            return Ok(false);
        }
        self.counter.poll()?;
        if n_left >= take::TABLED && self.known(self.key(node), true) == Some(false) {
            self.counts.table_hits += 1;
            return Ok(false);
        }
        // Putting them in order looks at each.
        self.counter.ask(most_placements(&node.state))?;
        let Some(placements) = self.placements_in_order(&node.state) else {
            return Ok(true);
        };
        self.counter.count_many(placements.len() as u64);
        self.counts.expanded += 1;
        for (i, &(_, piece, cell)) in placements.iter().enumerate() {
            if self.taker_loses_within(&self.place(node, piece, cell), turns - 1)? {
                self.cut(true, placements.len() - i - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player to move in quatro loses within this many turns of the opponent.
    pub(super) fn taker_loses_within(&mut self, node: &Node<F>, turns: u32) -> Result<bool, Halt> {
        self.counter.count()?;
        if turns == 0 || node.state.left == 0 || self.completes(&node.state) {
            return Ok(false);
        }
        self.counter.poll()?;
        let n_left = node.state.left.count_ones();
        if n_left >= take::TABLED && self.known(self.key(node), false) == Some(true) {
            self.counts.table_hits += 1;
            return Ok(false);
        }
        // The best defence comes first: placements that leave fewest quiet ones.
        self.counter.ask(most_placements(&node.state))?;
        let Some(placements) = self.placements_in_order(&node.state) else {
            return Ok(false);
        };
        self.counter.count_many(placements.len() as u64);
        self.counts.expanded += 1;
        for (i, &(_, piece, cell)) in placements.iter().enumerate() {
            if !self.taker_wins_within(&self.place(node, piece, cell), turns)? {
                self.cut(false, placements.len() - i - 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some piece left completes a line.
    fn completes(&self, state: &State<F>) -> bool {
        state.left & !safe_pieces(state.outlook(self.rules).danger) != 0
    }
}

/// The cells where `piece` may go, in the order of a score of the safe pieces it leaves to give.
fn cells_by_replies<const F: usize>(
    state: &State<F>,
    outlook: &Outlook,
    piece: u32,
    score: impl Fn(u32) -> u32,
) -> Order {
    let dangers = outlook.dangers_after(piece);
    let rest = state.left & !(1 << piece);
    let mut order = Order::new();
    for cell in bits(!state.occupied) {
        order.insert(cell, score((safe_pieces(dangers[cell as usize & 15]) & rest).count_ones()));
    }
    order
}

/// As many placements as there can be: every piece left on every cell.
fn most_placements<const F: usize>(state: &State<F>) -> u64 {
    u64::from(state.left.count_ones()).pow(2)
}
