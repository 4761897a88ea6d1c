//! The scan's memory: a letter for each column, and what a choice asks of the letters and makes of them.
//!
//! Cells are decided row by row. All that later cells must know of earlier ones is, for each column,
//! what its next undecided cell has to be:
//!
//! - `OPEN`: anything, and the cell above is not covered;
//! - `ENDED`: empty, since a piece ends above it;
//! - `ONE`: covered, and empty below it, since a piece lies there that was begun earlier;
//! - `TWO`: covered twice, and empty below.
//!
//! A piece is begun at its first cell in reading order. Those that cover or bar the next cell too
//! (`b`, `c1`, `c2`) decide both at once, which is why four letters are enough.

use std::ops::Range;

use plywood_games::blokus::Piece;

pub(super) const OPEN: u64 = 0;
pub(super) const ENDED: u64 = 1;
pub(super) const ONE: u64 = 2;

/// What can be done with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Leave it empty.
    Empty,
    /// Cover it with a piece begun before.
    Fill,
    /// Begin a piece.
    Begin(Piece),
}

impl Choice {
    pub(super) const ALL: [Self; 6] = [
        Self::Empty,
        Self::Fill,
        Self::Begin(Piece::A),
        Self::Begin(Piece::B),
        Self::Begin(Piece::C1),
        Self::Begin(Piece::C2),
    ];

    /// Its place among all.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Fill => 1,
            Self::Begin(piece) => 2 + piece as u8,
        }
    }

    /// How many cells are decided.
    pub(super) const fn step(self) -> usize {
        match self {
            Self::Begin(Piece::B | Piece::C1 | Piece::C2) => 2,
            _ => 1,
        }
    }

    /// For the five columns around the cell, what each letter becomes.
    const fn rule(self) -> [[u8; 4]; 5] {
        const N: u8 = NEVER;
        const KEEP: [u8; 4] = [0, 1, 2, 3];
        /// The column must be open and becomes this.
        const fn open_to(letter: u8) -> [u8; 4] {
            [letter, N, N, N]
        }
        // Not covered in the row being decided.
        const BARE: [u8; 4] = [0, 1, N, N];
        match self {
            Self::Empty => [KEEP, KEEP, [0, 0, N, N], KEEP, KEEP],
            Self::Fill => [KEEP, KEEP, [N, N, 1, 2], KEEP, KEEP],
            Self::Begin(Piece::A) => [KEEP, [0, N, N, 3], open_to(1), BARE, KEEP],
            Self::Begin(Piece::B) => [KEEP, open_to(0), open_to(2), open_to(2), BARE],
            Self::Begin(Piece::C1) => [BARE, open_to(2), open_to(2), open_to(1), BARE],
            Self::Begin(Piece::C2) => [KEEP, open_to(0), open_to(2), [3, 3, N, N], [0, 1, 2, N]],
        }
    }

    /// What becomes of the five letters around the cell, or [`NEVER`] if one of them forbids it.
    const fn around(self, letters: usize) -> u16 {
        let rule = self.rule();
        let (mut after, mut offset) = (0, 0);
        while offset < 5 {
            let letter = rule[offset][letters >> (2 * offset) & 3];
            if letter == NEVER {
                return BARRED;
            }
            after |= (letter as u16) << (2 * offset);
            offset += 1;
        }
        after
    }

    /// What becomes of the letters of `columns` when the choice is made at `column`, or `None` if
    /// one of them forbids it. Columns outside, of which `column` may be one, count as open.
    #[inline]
    pub(super) fn apply(self, column: usize, word: u32, columns: &Range<usize>) -> Option<u32> {
        // Four open columns on the left, so that five around the cell can always be cut out.
        let word = u64::from(word) << 8;
        let shift = 2 * (column + 2 - columns.start);
        let after = AROUND[usize::from(self.code())][(word >> shift) as usize & 0x3ff];
        let word = word & !(0x3ff << shift) | u64::from(after) << shift;
        let inside = (1_u64 << (2 * columns.len())) - 1;
        (after != BARRED).then_some((word >> 8 & inside) as u32)
    }

    /// Whether the choice at `column` looks at any of `columns`.
    pub(super) fn concerns(self, column: usize, columns: &Range<usize>) -> bool {
        let rule = self.rule();
        let looked_at = (0..5).filter(|&offset| rule[offset] != [0, 1, 2, 3]);
        looked_at
            .filter_map(|offset| (column + offset).checked_sub(2))
            .any(|at| columns.contains(&at))
    }
}

/// In a rule: the letter forbids the choice.
const NEVER: u8 = 4;
/// The same for five letters together.
const BARRED: u16 = u16::MAX;

/// For every choice and every five letters, what becomes of them.
static AROUND: [[u16; 1024]; 6] = {
    let mut all = [[0; 1024]; 6];
    let mut code = 0;
    while code < 6 {
        let mut letters = 0;
        while letters < 1024 {
            all[code][letters] = Choice::ALL[code].around(letters);
            letters += 1;
        }
        code += 1;
    }
    all
};
