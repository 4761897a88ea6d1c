//! The rules: which cells are free, who has three in a row, and which boards mirror each other.

use std::fmt;

use plywood_contract::{Game, Keyed, Seat, Symmetric};

use super::board::Position;
use crate::rows::cell_name;

/// The game: player 1 has the crosses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// A cell, 0 to 8, row by row from the top left: where the next mark goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell's number, 0 to 8.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The cells of a set, in reading order.
    pub fn all_in(set: u16) -> impl Iterator<Item = Self> {
        (0..9).filter(move |cell| set >> cell & 1 == 1).map(Self)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cell_name(usize::from(self.0 / 3), usize::from(self.0 % 3)))
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Cell;
    type Undo = ();

    fn start(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        position.turn()
    }

    /// The free cells in reading order.
    fn moves(&self, position: &Position, out: &mut Vec<Cell>) {
        if !Seat::BOTH.into_iter().any(|seat| position.has_line(seat)) {
            out.extend(Cell::all_in(position.empty()));
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: Cell) {
        position.marks[position.turn().index()] |= 1 << cell.0;
    }

    #[inline]
    fn undo(&self, position: &mut Position, cell: Cell, (): ()) {
        position.marks[position.turn().other().index()] &= !(1 << cell.0);
    }

    fn result(&self, position: &Position) -> Option<i32> {
        match Seat::BOTH.map(|seat| position.has_line(seat)) {
            [true, _] => Some(1),
            [_, true] => Some(-1),
            _ => (position.empty() == 0).then_some(0),
        }
    }
}

impl Keyed for TicTacToe {
    /// Both sets side by side, spread over the word, so that the key is unique.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [one, two] = position.marks.map(u64::from);
        (two << 9 | one).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// A quarter turn and a reflection at the diagonal, as where each cell's mark comes from.
const TURN: [u8; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRROR: [u8; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8];

impl Symmetric for TicTacToe {
    type Canon = Position;

    /// The least of the eight turned and mirrored positions.
    fn canonical(&self, position: &Position) -> Position {
        let mut least = *position;
        let mut turned = *position;
        for _ in 0..4 {
            turned = turned.mapped(TURN);
            least = least.min(turned).min(turned.mapped(MIRROR));
        }
        least
    }
}
