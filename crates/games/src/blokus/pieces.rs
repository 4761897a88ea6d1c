//! The pieces and how many a player has of each.

use std::fmt;
use std::num::NonZeroU16;

/// A piece in its one orientation. The order is the order in which moves are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// One cell.
    A,
    /// A 2×2 square.
    B,
    /// Two cells and, a row up and a column right, two more.
    C1,
    /// Two cells below each other and, a column right and a row down, two more.
    C2,
}

impl Piece {
    /// All pieces in order.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C1, Self::C2];

    /// The cells as (row, column) offsets from the anchor.
    pub const fn cells(self) -> &'static [(i8, i8)] {
        match self {
            Self::A => &[(0, 0)],
            Self::B => &[(0, 0), (0, 1), (1, 0), (1, 1)],
            Self::C1 => &[(0, 0), (0, 1), (-1, 1), (-1, 2)],
            Self::C2 => &[(0, 0), (1, 0), (1, 1), (2, 1)],
        }
    }

    /// How many cells it covers.
    pub const fn size(self) -> u32 {
        self.cells().len() as u32
    }

    /// The name in move texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::C1 => "c1",
            Self::C2 => "c2",
        }
    }

    /// The piece that covers exactly these cells (row, column) in reading order, and its anchor.
    pub fn of_cells(cells: &[(usize, usize)]) -> Option<(Self, (usize, usize))> {
        let &(row, column) = cells.first()?;
        Self::ALL.into_iter().find_map(|piece| {
            let mut own = piece.cells().to_vec();
            own.sort_unstable();
            // The anchor lies where the piece's first cell in reading order says it must.
            let row = row.checked_add_signed(-isize::from(own[0].0))?;
            let column = column.checked_add_signed(-isize::from(own[0].1))?;
            let place = |&(down, right): &(i8, i8)| {
                let row = row.checked_add_signed(down.into())?;
                Some((row, column.checked_add_signed(right.into())?))
            };
            let places: Option<Vec<_>> = own.iter().map(place).collect();
            (places? == cells).then_some((piece, (row, column)))
        })
    }

    /// The piece with this name, in either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many pieces are left; `c1` and `c2` share theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stock {
    /// Single cells.
    pub a: u32,
    /// Squares.
    pub b: u32,
    /// Both forms of `c` together.
    pub c: u32,
}

impl Stock {
    /// What a game begins with.
    pub const FULL: Self = Self { a: 10, b: 10, c: 15 };

    /// How many of this piece are left.
    pub const fn of(self, piece: Piece) -> u32 {
        match piece {
            Piece::A => self.a,
            Piece::B => self.b,
            Piece::C1 | Piece::C2 => self.c,
        }
    }

    /// What is left once this piece is placed, if there is one to place.
    pub const fn without(self, piece: Piece) -> Option<Self> {
        let Self { a, b, c } = self;
        match piece {
            Piece::A if a > 0 => Some(Self { a: a - 1, b, c }),
            Piece::B if b > 0 => Some(Self { a, b: b - 1, c }),
            Piece::C1 | Piece::C2 if c > 0 => Some(Self { a, b, c: c - 1 }),
            _ => None,
        }
    }

    /// How many pieces of four cells are left.
    pub const fn fours(self) -> u32 {
        self.b + self.c
    }

    /// How many cells all pieces together would cover.
    pub const fn cells(self) -> u32 {
        self.a + 4 * self.fours()
    }
}

impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.a, self.b, self.c)
    }
}

/// A piece and the cell its anchor lies on, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement(NonZeroU16);

impl Placement {
    /// A piece with its anchor on a cell, by the board's numbering.
    #[inline]
    pub fn new(piece: Piece, anchor: usize) -> Self {
        let code = 1 + 4 * anchor as u16 + piece as u16;
        Self(NonZeroU16::new(code).expect("one more than a small number"))
    }

    /// The piece.
    #[inline]
    pub fn piece(self) -> Piece {
        Piece::ALL[usize::from((self.0.get() - 1) % 4)]
    }

    /// The anchor's cell number.
    #[inline]
    pub fn anchor(self) -> usize {
        usize::from((self.0.get() - 1) / 4)
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece(), self.anchor())
    }
}
