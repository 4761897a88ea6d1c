//! The rules: where discs come to rest, and when it is over.

use plywood_contract::{Game, Keyed, Seat, Symmetric};

use super::board::{BOTTOM, CELLS, Position, has_line};

/// The game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type Position = Position;
    /// The cell where the disc comes to rest: seven times the column plus the row from the bottom,
    /// both counted from 0.
    type Move = u8;
    type Undo = ();

    fn start(&self) -> Position {
        Position { own: 0, all: 0, n_discs: 0 }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        position.turn()
    }

    /// The columns from left to right.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<u8>) {
        if has_line(position.all ^ position.own) {
            return;
        }
        let mut open = position.open();
        // With the count known beforehand, the vector grows once.
        out.extend((0..open.count_ones()).map(|_| {
            let cell = open.trailing_zeros() as u8;
            open &= open.wrapping_sub(1);
            cell
        }));
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: u8) {
        position.own ^= position.all;
        position.all |= 1 << cell;
        position.n_discs += 1;
    }

    #[inline]
    fn undo(&self, position: &mut Position, cell: u8, (): ()) {
        position.all ^= 1 << cell;
        position.own ^= position.all;
        position.n_discs -= 1;
    }

    #[inline]
    fn result(&self, position: &Position) -> Option<i32> {
        if has_line(position.all ^ position.own) {
            // Whoever moved last made the line.
            return Some(if position.n_discs.is_multiple_of(2) { -1 } else { 1 });
        }
        (position.all == CELLS).then_some(0)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        match has_line(position.all ^ position.own) {
            true => 0,
            false => position.open().count_ones().into(),
        }
    }
}

impl Keyed for ConnectFour {
    /// The key is unique: the sum marks the lowest empty cell of every column.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.own + position.all + BOTTOM
    }
}

impl Symmetric for ConnectFour {
    type Canon = u64;

    /// The lower key of the position and its mirror image.
    fn canonical(&self, position: &Position) -> u64 {
        let mirror = |discs: u64| {
            (0..7).fold(0, |mirrored, column| mirrored << 7 | (discs >> (7 * column) & 0x7f))
        };
        let mirrored =
            Position { own: mirror(position.own), all: mirror(position.all), ..*position };
        self.key(position).min(self.key(&mirrored))
    }
}
