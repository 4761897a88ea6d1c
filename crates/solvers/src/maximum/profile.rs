//! The broken profile: a letter for each column, and how a decision about one cell rewrites them.
//!
//! Cells are decided row by row. Connectivity aside, all that undecided cells must know of decided ones
//! is, for each column, what its next undecided cell has to be:
//!
//! - `OPEN`: anything; the cell above is not covered;
//! - `ENDED`: empty, since a piece ends above it;
//! - `ONE`: covered by a piece begun earlier, and the cell below it empty;
//! - `TWO`: covered by such a piece, as is the cell below it, and the next one empty.
//!
//! A piece is begun at its first cell in reading order. Pieces that fix the next cell of the row too
//! (`b` and `c1` cover it, `c2` leaves it empty) decide both at once, so that no letter has to speak of
//! the cell to the right: four letters are enough.

use std::ops::Range;

use plywood_games::blokus::Piece;

pub(super) const OPEN: u64 = 0;
pub(super) const ENDED: u64 = 1;
pub(super) const ONE: u64 = 2;

/// What is decided about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Leave it empty.
    Empty,
    /// Cover it with a piece begun earlier.
    Continue,
    /// Begin a piece.
    Begin(Piece),
}

impl Decision {
    pub(super) const ALL: [Self; 6] = [
        Self::Empty,
        Self::Continue,
        Self::Begin(Piece::A),
        Self::Begin(Piece::B),
        Self::Begin(Piece::C1),
        Self::Begin(Piece::C2),
    ];

    /// Its index in [`Decision::ALL`].
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Continue => 1,
            Self::Begin(piece) => 2 + piece as u8,
        }
    }

    /// How many cells are decided.
    pub(super) const fn n_cells(self) -> usize {
        match self {
            Self::Begin(Piece::B | Piece::C1 | Piece::C2) => 2,
            _ => 1,
        }
    }

    /// What each letter becomes in the window of five columns around the cell.
    const fn rule(self) -> [[u8; 4]; 5] {
        const N: u8 = NEVER;
        const KEEP: [u8; 4] = [0, 1, 2, 3];
        /// The column must be open and becomes this.
        const fn open_to(letter: u8) -> [u8; 4] {
            [letter, N, N, N]
        }
        // No piece begun earlier covers the column's next cell.
        const BARE: [u8; 4] = [0, 1, N, N];
        match self {
            Self::Empty => [KEEP, KEEP, [0, 0, N, N], KEEP, KEEP],
            Self::Continue => [KEEP, KEEP, [N, N, 1, 2], KEEP, KEEP],
            Self::Begin(Piece::A) => [KEEP, [0, N, N, 3], open_to(1), BARE, KEEP],
            Self::Begin(Piece::B) => [KEEP, open_to(0), open_to(2), open_to(2), BARE],
            Self::Begin(Piece::C1) => [BARE, open_to(2), open_to(2), open_to(1), BARE],
            Self::Begin(Piece::C2) => [KEEP, open_to(0), open_to(2), [3, 3, N, N], [0, 1, 2, N]],
        }
    }

    /// The window of five letters after the decision, or [`FORBIDDEN`] if a letter excludes it.
    const fn rewrite(self, letters: usize) -> u16 {
        let rule = self.rule();
        let (mut after, mut offset) = (0, 0);
        while offset < 5 {
            let letter = rule[offset][letters >> (2 * offset) & 3];
            if letter == NEVER {
                return FORBIDDEN;
            }
            after |= (letter as u16) << (2 * offset);
            offset += 1;
        }
        after
    }

    /// The letters of `columns` after the decision at `column`, or `None` if one of them excludes it.
    /// Columns outside, of which `column` may be one, count as open.
    #[inline]
    pub(super) fn apply(self, column: usize, word: u32, columns: &Range<usize>) -> Option<u32> {
        // Four open columns on the left, so that a whole window can always be cut out.
        let word = u64::from(word) << 8;
        let shift = 2 * (column + 2 - columns.start);
        let after = WINDOWS[usize::from(self.code())][(word >> shift) as usize & 0x3ff];
        let word = word & !(0x3ff << shift) | u64::from(after) << shift;
        let inside = (1_u64 << (2 * columns.len())) - 1;
        (after != FORBIDDEN).then_some((word >> 8 & inside) as u32)
    }

    /// Whether the decision at `column` reads or writes any of `columns`.
    pub(super) fn reads(self, column: usize, columns: &Range<usize>) -> bool {
        let rule = self.rule();
        let looked_at = (0..5).filter(|&offset| rule[offset] != [0, 1, 2, 3]);
        looked_at
            .filter_map(|offset| (column + offset).checked_sub(2))
            .any(|at| columns.contains(&at))
    }
}

/// In a rule: the letter excludes the decision.
const NEVER: u8 = 4;
/// The same for a whole window.
const FORBIDDEN: u16 = u16::MAX;

/// Every window after every decision.
static WINDOWS: [[u16; 1024]; 6] = {
    let mut all = [[0; 1024]; 6];
    let mut code = 0;
    while code < 6 {
        let mut letters = 0;
        while letters < 1024 {
            all[code][letters] = Decision::ALL[code].rewrite(letters);
            letters += 1;
        }
        code += 1;
    }
    all
};
