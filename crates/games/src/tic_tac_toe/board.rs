//! The board: nine bits for each player, row by row from `a1`, top left.

use plywood_contract::Seat;

/// The eight lines: rows, columns, diagonals.
pub const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// All nine cells.
pub(super) const ALL: u16 = 0o777;

/// Crosses and noughts. Whose turn it is follows from how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The cells of player 1, who has the crosses, and of player 2.
    pub(super) marks: [u16; 2],
}

impl Position {
    /// A player's cells, as a set: bit 3 × row + column.
    #[inline]
    pub fn marks(&self, seat: Seat) -> u16 {
        self.marks[seat.index()]
    }

    /// The cells without a mark, as a set.
    #[inline]
    pub fn empty(&self) -> u16 {
        ALL & !(self.marks[0] | self.marks[1])
    }

    /// Whose turn it is: player 1 when there are as many crosses as noughts.
    #[inline]
    pub fn turn(&self) -> Seat {
        match self.marks[0].count_ones() == self.marks[1].count_ones() {
            true => Seat::One,
            false => Seat::Two,
        }
    }

    /// The lines a player has completed; nobody can have more than two.
    pub fn lines(&self, seat: Seat) -> impl Iterator<Item = u16> {
        let own = self.marks(seat);
        LINES.into_iter().filter(move |line| own & line == *line)
    }

    /// Whether a player has completed a line.
    #[inline]
    pub fn has_line(&self, seat: Seat) -> bool {
        self.lines(seat).next().is_some()
    }

    /// The position with its cells moved as `map` says: the mark on cell `map[i]` goes to cell `i`.
    pub(super) fn mapped(&self, map: [u8; 9]) -> Self {
        let moved =
            |set: u16| map.iter().rev().fold(0, |moved, &from| moved << 1 | set >> from & 1);
        Self { marks: self.marks.map(moved) }
    }
}
