//! Win, draw or loss: alpha–beta over three values, with a table of canonical positions.
//!
//! Every line is followed to its end, so that the answer is a fact about the rules. Positions that a
//! symmetry turns into each other share one entry; an entry holds the canonical name itself and is
//! compared in full, so that two positions are never taken for one, however small the table. Of two
//! names for one place the one that took more work to settle stays, and the newer gets the place beside
//! it. A move that ends the game as well as can be is found before any other is followed.

use std::hash::Hash;

use plywood_contract::{Counts, CutReason, Limits, PlayStats, Seat, Stop, Symmetric};

use crate::hash::hash_of;
use crate::slots::Slots;
use plywood_contract::Meter;

/// The result of a question for win, draw or loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// 1, 0 or −1 for the side to move, proven; or the limit that came first.
    pub value: Result<i32, Stop>,
    /// The statistics.
    pub stats: PlayStats,
}

/// Proves whether the side to move in `root` wins, draws or loses by the sign of the result, with a
/// table of at most `bytes`. Names are counted as they lie in the table, without what they point to.
///
/// ```
/// use plywood_contract::{Game, Limits};
/// use plywood_games::tic_tac_toe::TicTacToe;
/// use plywood_search::proof::win_draw_loss;
///
/// let start = TicTacToe.start();
/// let decided = win_draw_loss(&TicTacToe, &start, 1 << 20, &Limits::default());
/// assert_eq!(decided.value, Ok(0));
/// ```
pub fn win_draw_loss<G: Symmetric>(
    game: &G,
    root: &G::Position,
    bytes: usize,
    limits: &Limits,
) -> Decided {
    let mut search = Search {
        game,
        limits,
        meter: Meter::start(),
        stats: PlayStats::default(),
        counts: Counts::default(),
        root: game.turn(root),
        book: Book::new(bytes),
        moves: Vec::new(),
    };
    let value = search.value(&mut root.clone(), 0, -1, 1);
    search.stats.time = search.meter.elapsed();
    search.counts.tell(&mut search.stats, true);
    Decided { value, stats: search.stats }
}

struct Search<'a, G: Symmetric> {
    game: &'a G,
    limits: &'a Limits,
    meter: Meter,
    stats: PlayStats,
    counts: Counts,
    /// Whose move it is at the root.
    root: Seat,
    book: Book<G::Canon>,
    /// The moves of all positions on the current path, one list above the other.
    moves: Vec<G::Move>,
}

impl<G: Symmetric> Search<'_, G> {
    /// The value for the side to move: exact between `alpha` and `beta`, a bound elsewhere.
    fn value(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stop> {
        self.count(ply)?;
        if let Some(value) = self.over(position) {
            return Ok(value);
        }
        let name = self.game.canonical(position);
        let (low, high) = self.book.get(&name).unwrap_or((-1, 1));
        if low >= beta || low == high {
            self.counts.table_hits += 1;
            return Ok(low);
        }
        if high <= alpha {
            self.counts.table_hits += 1;
            return Ok(high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        let before = self.stats.analysed;
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        self.counts.expanded += 1;
        let best = match self.at_once(position, first, beta)? {
            true => beta,
            false => self.best(position, first, ply, alpha, beta)?,
        };
        self.moves.truncate(first);
        let low = if best > alpha { best } else { low };
        let high = if best < beta { best } else { high };
        self.book.put(name, (low, high), self.stats.analysed - before);
        Ok(best)
    }

    /// The value of a finished game for the side to move.
    fn over(&self, position: &G::Position) -> Option<i32> {
        let result = self.game.result(position)?.signum();
        Some(if self.game.turn(position) == Seat::One { result } else { -result })
    }

    /// Whether some move ends the game at once with at least `beta`.
    fn at_once(
        &mut self,
        position: &mut G::Position,
        first: usize,
        beta: i32,
    ) -> Result<bool, Stop> {
        let mover = self.game.turn(position);
        for i in first..self.moves.len() {
            let step = self.moves[i];
            let undo = self.game.play(position, step);
            let is_ours = self.game.turn(position) == mover;
            let value = self.over(position).map(|value| if is_ours { value } else { -value });
            self.game.undo(position, step, undo);
            if value.is_some_and(|value| value >= beta) {
                let skipped = self.moves.len() - i - 1;
                self.counts.cut(CutReason::at(mover, self.root), skipped);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of the best move, or of the first that reaches `beta`.
    fn best(
        &mut self,
        position: &mut G::Position,
        first: usize,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        let mover = self.game.turn(position);
        let mut best = -1;
        for i in first..self.moves.len() {
            let step = self.moves[i];
            let undo = self.game.play(position, step);
            let value = if self.game.turn(position) == mover {
                self.value(position, ply + 1, alpha, beta)
            } else {
                self.value(position, ply + 1, -beta, -alpha).map(|value| -value)
            };
            self.game.undo(position, step, undo);
            best = best.max(value?);
            if best >= beta {
                let skipped = self.moves.len() - i - 1;
                self.counts.cut(CutReason::at(mover, self.root), skipped);
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }

    fn count(&mut self, ply: u32) -> Result<(), Stop> {
        if self.meter.is_due(self.stats.analysed) {
            self.meter.poll(self.stats.analysed, self.limits)?;
        }
        self.stats.analysed += 1;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        Ok(())
    }
}

/// Bounds by canonical name: two slots side by side, one for what took most work, one for the newest.
struct Book<C> {
    slots: Slots<[Option<Slot<C>>; 2]>,
}

#[derive(Clone)]
struct Slot<C> {
    name: C,
    low: i8,
    high: i8,
    /// The logarithm of the positions looked at to settle it.
    work: u8,
}

impl<C: Clone + Eq + Hash> Book<C> {
    fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[Option<Slot<C>>; 2]>()).max(1);
        Self { slots: Slots::new(slots) }
    }

    fn place(&self, name: &C) -> usize {
        ((u128::from(hash_of(name)) * self.slots.len() as u128) >> 64) as usize
    }

    fn get(&self, name: &C) -> Option<(i32, i32)> {
        let slots = self.slots.get(self.place(name))?.iter().flatten();
        let slot = slots.into_iter().find(|slot| slot.name == *name)?;
        Some((i32::from(slot.low), i32::from(slot.high)))
    }

    fn put(&mut self, name: C, (low, high): (i32, i32), work: u64) {
        let place = self.place(&name);
        let slot = Slot { name, low: low as i8, high: high as i8, work: work.max(1).ilog2() as u8 };
        let [steady, newest] = self.slots.get_mut(place);
        match steady {
            Some(old) if old.name != slot.name && old.work > slot.work => *newest = Some(slot),
            Some(old) if old.name != slot.name => *newest = steady.replace(slot),
            _ => *steady = Some(slot),
        }
    }
}
