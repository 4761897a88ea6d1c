//! Quatro by the same two questions: does the player to move win, and at least not lose?
//!
//! If some piece left completes a line, the answer is known. Otherwise only quiet placements count:
//! those after which no piece left completes one. Where there is none, the player to move loses.
//!
//! From the empty board the second player wins. That the first cannot is seen without a search (the
//! second may always answer piece `p` by `p xor f` on the cell turned by 180°); the search proves it
//! anew along with the rest.

use super::order::bits;
use super::shared::{Node, Thread};
use super::state::{State, bytes_with, safe_pieces, values};
use plywood_contract::Halt;

/// With fewer pieces left than this the table costs more than it saves.
pub(super) const TABLED: u32 = 7;

/// Quiet placements, at most one of each piece on each cell: the number of replies to each, the
/// piece and the cell.
type Placements = Vec<(u32, u32, u32)>;

impl<const F: usize> Thread<'_, F> {
    /// Whether the player to move wins, or at least does not lose.
    pub(super) fn taker(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        let State { left, .. } = node.state;
        let danger = node.state.outlook(self.rules).danger;
        if left & !safe_pieces(danger) != 0 {
            return Ok(true);
        }
        self.quiet_taker(node, win)
    }

    /// The same where no piece left completes a line.
    fn quiet_taker(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        let n_left = node.state.left.count_ones();
        self.counter.poll()?;
        if n_left < TABLED {
            let answer = self.late_taker(&node.state, n_left, win);
            return self.counter.halted(answer);
        }
        let key = self.key(node);
        if let Some(answer) = self.known(key, win) {
            self.counts.table_hits += 1;
            return Ok(answer);
        }
        self.enter(key, win);
        let answer = self.search_taker(node, win);
        self.leave(key, win);
        if let Ok(answer) = answer {
            self.learn(key, win, answer);
        }
        answer
    }

    fn search_taker(&mut self, node: &Node<F>, win: bool) -> Result<bool, Halt> {
        self.counter.count()?;
        let Some(placements) = self.placements_in_order(&node.state) else {
            return Ok(true);
        };
        self.counter.add_work(placements.len() as u64);
        self.counts.expanded += 1;
        let mut later = Vec::new();
        for (i, &(_, piece, cell)) in placements.iter().enumerate() {
            let child = self.place(node, piece, cell);
            if i > 0 && self.is_busy(self.key(&child), !win) {
                later.push(child);
            } else if !self.quiet_taker(&child, !win)? {
                self.cut(win, later.len() + placements.len() - i - 1);
                return Ok(true);
            }
        }
        let n_later = later.len();
        for (i, child) in later.into_iter().enumerate() {
            if !self.quiet_taker(&child, !win)? {
                self.cut(win, n_later - i - 1);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Quiet placements, first those that leave fewest quiet replies. None if one leaves none: it
    /// wins.
    pub(super) fn placements_in_order(&self, state: &State<F>) -> Option<Placements> {
        let builds = state.builds(self.rules);
        let stock = Stock::new(state.left);
        let mut placements = Vec::with_capacity(256);
        for piece in bits(state.left) {
            let loud = bytes_with(builds, stock.shared_by(piece)).to_le_bytes();
            for cell in bits(!state.occupied).filter(|&cell| loud[cell as usize & 15] == 0) {
                let replies = self.quiet_replies(&state.place(self.rules, piece, cell));
                if replies == 0 {
                    return None;
                }
                placements.push((replies, piece, cell));
            }
        }
        placements.sort_unstable();
        Some(placements)
    }

    /// How many quiet placements there are.
    #[inline]
    fn quiet_replies(&self, state: &State<F>) -> u32 {
        let builds = state.builds(self.rules);
        let stock = Stock::new(state.left);
        let n_left = state.left.count_ones();
        let quiet = |piece| n_left - bytes_with(builds, stock.shared_by(piece)).count_ones();
        bits(state.left).map(quiet).sum()
    }

    /// With few pieces left: no table, and once nodes run out, answers that mean nothing.
    fn late_taker(&mut self, state: &State<F>, n_left: u32, win: bool) -> bool {
        if !self.counter.try_count() {
            return false;
        }
        if n_left <= 2 && win || n_left <= 1 {
            return !win;
        }
        self.counts.expanded += 1;
        let builds = state.builds(self.rules);
        let stock = Stock::new(state.left);
        let mut pieces = bits(state.left);
        while let Some(piece) = pieces.next() {
            let loud = bytes_with(builds, stock.shared_by(piece));
            let mut n_quiet = n_left - loud.count_ones();
            let loud = loud.to_le_bytes();
            for cell in bits(!state.occupied).filter(|&cell| loud[cell as usize & 15] == 0) {
                let child = state.place(self.rules, piece, cell);
                n_quiet -= 1;
                if !self.late_taker(&child, n_left - 1, !win) {
                    let quiet =
                        |piece| n_left - bytes_with(builds, stock.shared_by(piece)).count_ones();
                    let skipped = n_quiet + pieces.map(quiet).sum::<u32>();
                    self.cut(win, skipped as usize);
                    return true;
                }
            }
        }
        false
    }
}

/// The attribute values among the pieces left.
///
/// Where no piece left completes a line, a placement is quiet unless it makes a line of three whose
/// common value is still among the other pieces.
struct Stock {
    /// Values that at least two of them have.
    twice: u8,
}

impl Stock {
    #[inline]
    fn new(left: u16) -> Self {
        let (mut once, mut twice) = (0, 0);
        for piece in bits(left) {
            twice |= once & values(piece);
            once |= values(piece);
        }
        Self { twice }
    }

    /// The values of `piece` that another piece left has too.
    #[inline]
    fn shared_by(&self, piece: u32) -> u8 {
        values(piece) & self.twice
    }
}
