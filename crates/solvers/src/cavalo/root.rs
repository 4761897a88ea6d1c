//! The root position: its moves, and the passes of the search over them.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

use plywood_contract::{Game, Halt, Seat};
use plywood_games::cavalo::{Cavalo, Move, Position};

use super::field::{Field, State};
use super::search::{Thread, Value};
use super::table::{BEYOND, TO_THE_END, TranspositionTable};

/// Beyond every final difference, points so far included: all numbers together are 4950 points, in
/// composed positions counted once so far and once to come.
pub(super) const FARTHEST: i32 = 10_000;

/// A position that is not over.
#[derive(Clone)]
pub(super) struct Root {
    /// Best first, as far as known.
    pub(super) moves: Vec<RootMove>,
    /// Points so far, as a difference for the side to move.
    pub(super) ahead: i32,
    /// Indices left.
    pub(super) n_left: u32,
    /// Its value by the deepest finished pass, points so far included.
    pub(super) value: i32,
    /// Plies of that pass.
    pub(super) depth: u32,
    /// Whether the first move is the table's best.
    pub(super) is_known: bool,
}

/// A move, what it scores and where it leads.
#[derive(Clone, Copy)]
pub(super) struct RootMove {
    pub(super) step: Move,
    gain: i32,
    next: State,
}

/// The proven bounds of a value, shared by the threads.
pub(super) struct Bounds([AtomicI32; 2]);

impl Bounds {
    pub(super) fn new() -> Self {
        Self([AtomicI32::new(-FARTHEST), AtomicI32::new(FARTHEST)])
    }

    /// The least and the most it can be.
    pub(super) fn get(&self) -> [i32; 2] {
        [&self.0[0], &self.0[1]].map(|bound| bound.load(Relaxed))
    }

    fn at_least(&self, points: i32) {
        self.0[0].fetch_max(points, Relaxed);
    }

    fn at_most(&self, points: i32) {
        self.0[1].fetch_min(points, Relaxed);
    }
}

/// How many points the side to move is ahead.
pub(super) fn ahead(position: &Position) -> i32 {
    let [one, two] = position.points().map(|points| points as i32);
    if position.turn() == Seat::One { one - two } else { two - one }
}

impl Root {
    /// The root at a position, the table's best move first; no moves if the game is over.
    pub(super) fn new(
        game: &Cavalo,
        position: &Position,
        field: &Field,
        table: &TranspositionTable,
    ) -> Self {
        let state = field.state(game.rules(), position).expect("the field was made for this game");
        let mut steps = Vec::new();
        game.moves(position, &mut steps);
        let known = table.get(state).and_then(|known| known.best);
        let to_move = |step: Move| {
            let State { left, own, other } = state;
            match field.step(position, step) {
                None => RootMove { step, gain: 0, next: State { left, own: other, other: own } },
                Some(landing) => {
                    let left = left & !landing.cleared();
                    let next = State { left, own: other, other: landing.to };
                    RootMove { step, gain: landing.gain(), next }
                }
            }
        };
        steps.sort_by_key(|&step| known.is_none() || field.step(position, step) != known);
        Self {
            moves: steps.into_iter().map(to_move).collect(),
            ahead: ahead(position),
            n_left: state.left.count_ones(),
            value: ahead(position),
            depth: 0,
            is_known: known.is_some(),
        }
    }

    /// One pass over all moves. A new best move comes to the front at once.
    pub(super) fn pass(
        &mut self,
        thread: &mut Thread<'_>,
        depth: u8,
        [alpha, beta]: [i32; 2],
    ) -> Result<Value, Halt> {
        thread.begin()?;
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        let mut best = Value { points: -BEYOND, proven: true };
        let (mut alpha, beta) = (alpha - self.ahead, beta - self.ahead);
        let mut all_proven = true;
        for i in 0..self.moves.len() {
            let RootMove { gain, next, .. } = self.moves[i];
            let mut ask = |alpha: i32, beta: i32| -> Result<Value, Halt> {
                Ok(thread.below_root(next, below, [gain - beta, gain - alpha])?.after(gain))
            };
            let mut value = ask(alpha, if i == 0 { beta } else { alpha + 1 })?;
            if i > 0 && value.points > alpha && value.points < beta {
                self.moves[..=i].rotate_right(1);
                value = ask(alpha, beta)?;
            } else if value.points > alpha {
                self.moves[..=i].rotate_right(1);
            }
            all_proven &= value.proven;
            if value.points > best.points {
                best = value;
            }
            alpha = alpha.max(value.points);
            if value.points >= beta {
                thread.cut(self.moves.len() - i - 1);
                return Ok(Value { points: best.points + self.ahead, ..best });
            }
        }
        Ok(Value { points: best.points + self.ahead, proven: all_proven })
    }

    /// Passes with a window around what was expected, until the value lies inside it or outside
    /// `[lower, upper]`.
    fn aspire(
        &mut self,
        thread: &mut Thread<'_>,
        depth: u8,
        [lower, upper]: [i32; 2],
        bounds: &Bounds,
    ) -> Result<Value, Halt> {
        // In points; from 30 to 100 they made no difference.
        let (margin, mut stride) = (15, 30);
        let mut alpha = (self.value - margin).clamp(lower, upper - 1);
        let mut beta = (self.value + margin).clamp(alpha + 1, upper);
        let mut was_low = None;
        loop {
            let value = self.pass(thread, depth, [alpha, beta])?;
            if value.proven && value.points > alpha {
                bounds.at_least(value.points);
            }
            if value.proven && value.points < beta {
                bounds.at_most(value.points);
            }
            self.value = value.points;
            let is_low = value.points <= alpha;
            // The values of leaves depend on the window: failing low once and high once settles nothing.
            if !value.proven && was_low.is_some_and(|was_low| was_low != is_low) {
                return Ok(value);
            }
            was_low = Some(is_low);
            if is_low && value.points > lower {
                [alpha, beta] = [(value.points - stride).max(lower), value.points + 1];
            } else if value.points >= beta && value.points < upper {
                [alpha, beta] = [value.points - 1, (value.points + stride).min(upper)];
            } else {
                return Ok(value);
            }
            stride = (2 * stride).min(FARTHEST);
        }
    }

    /// Searches deeper and deeper, then to the end, until the value is proven inside `window` or on one side of
    /// it. `is_ripe` says after which pass to search to the end at once.
    pub(super) fn settle(
        &mut self,
        thread: &mut Thread<'_>,
        window: [i32; 2],
        bounds: &Bounds,
        is_ripe: impl Fn(&Self) -> bool,
        mut report: impl FnMut(&Self, &Thread<'_>, &Bounds),
    ) -> Result<(), Halt> {
        const EVERYTHING: [i32; 2] = [-FARTHEST, FARTHEST];
        for depth in 1..TO_THE_END {
            let value = self.aspire(thread, depth, EVERYTHING, bounds)?;
            self.depth = u32::from(depth);
            report(self, thread, bounds);
            if value.proven {
                return Ok(());
            }
            if is_ripe(self) {
                break;
            }
        }
        self.aspire(thread, TO_THE_END, window, bounds)?;
        report(self, thread, bounds);
        Ok(())
    }
}
