//! The rules: where a disc may go, what it turns over, and when it is over.

use std::fmt;

use plywood_contract::{Game, Keyed, Scored, Seat, Symmetric};

use super::board::{Position, turned};
use crate::rows::cell_name;
use crate::zobrist::mixed;

/// The game on eight by eight cells from the standard start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Othello;

/// The cell of the next disc, or a forced pass, in a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub(super) u8);

impl Move {
    /// No disc can be placed, but the opponent goes on.
    pub const PASS: Self = Self(64);

    /// The cell, 0 to 63, row by row from the top left; none for a pass.
    #[inline]
    pub fn cell(self) -> Option<u8> {
        (self.0 < 64).then_some(self.0)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some(cell) => f.write_str(&cell_name(usize::from(cell / 8), usize::from(cell % 8))),
            None => f.write_str("pass"),
        }
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;
    /// The discs that turned over.
    type Undo = u64;

    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        position.turn
    }

    /// Cells in reading order.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let mut targets = position.targets(position.turn);
        if targets == 0 {
            if position.targets(position.turn.other()) != 0 {
                out.push(Move::PASS);
            }
            return;
        }
        out.extend((0..targets.count_ones()).map(|_| {
            let cell = targets.trailing_zeros() as u8;
            targets &= targets.wrapping_sub(1);
            Move(cell)
        }));
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Move) -> u64 {
        let (own, other) = (position.turn.index(), position.turn.other().index());
        let mut flips = 0;
        if let Some(cell) = step.cell() {
            flips = turned(position.discs[own], position.discs[other], cell);
            debug_assert!(flips != 0, "{step} turns nothing over");
            position.discs[own] |= flips | 1 << cell;
            position.discs[other] &= !flips;
        }
        position.turn = position.turn.other();
        flips
    }

    #[inline]
    fn undo(&self, position: &mut Position, step: Move, flips: u64) {
        position.turn = position.turn.other();
        let (own, other) = (position.turn.index(), position.turn.other().index());
        if let Some(cell) = step.cell() {
            position.discs[own] &= !(flips | 1 << cell);
            position.discs[other] |= flips;
        }
    }

    fn is_pass(&self, step: Move) -> bool {
        step == Move::PASS
    }

    /// The difference in discs; cells that stay empty count for nobody.
    #[inline]
    fn result(&self, position: &Position) -> Option<i32> {
        let is_over = Seat::BOTH.into_iter().all(|seat| position.targets(seat) == 0);
        let [dark, light] = self.points(position).map(|points| points as i32);
        is_over.then_some(dark - light)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        match position.targets(position.turn).count_ones() {
            0 => u64::from(position.targets(position.turn.other()) != 0),
            count => count.into(),
        }
    }
}

impl Keyed for Othello {
    /// Computed on demand: two words and the turn, well mixed.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [dark, light] = position.discs;
        let turn = position.turn as u64;
        mixed(dark.wrapping_add(0x6f74_6865_6c6c_6f31))
            ^ mixed(light ^ turn << 27 ^ turn << 36).rotate_left(1)
    }
}

impl Scored for Othello {
    #[inline]
    fn points(&self, position: &Position) -> [u32; 2] {
        position.discs.map(u64::count_ones)
    }
}

impl Symmetric for Othello {
    type Canon = Position;

    /// The least of the eight turned and mirrored positions.
    fn canonical(&self, position: &Position) -> Position {
        let mut least = *position;
        let mut turned = *position;
        for _ in 0..4 {
            let mirrored = Position { discs: turned.discs.map(transposed), ..turned };
            least = least.min(turned).min(mirrored);
            // A reflection at the diagonal and one upside down make a quarter turn.
            turned = Position { discs: mirrored.discs.map(u64::swap_bytes), ..mirrored };
        }
        least
    }
}

/// Rows become columns.
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let swapped = (set ^ set >> shift) & mask;
        set ^= swapped ^ swapped << shift;
    }
    set
}
