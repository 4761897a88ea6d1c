//! Pieces and cells: two small numbers that must not be mistaken for each other.

use std::fmt;

use plywood_contract::Arg;

/// Both values of every attribute, by bit: colour, height, shape, body. The first is bit value 0.
pub const ATTRIBUTES: [[&str; 2]; 4] =
    [["white", "black"], ["tall", "short"], ["round", "square"], ["hollow", "solid"]];

/// One of the sixteen pieces; each bit of its code is one attribute, see [`ATTRIBUTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(u8);

impl Piece {
    /// The piece with this code, 0 to 15.
    #[inline]
    pub const fn new(code: u8) -> Option<Self> {
        if code < 16 { Some(Self(code)) } else { None }
    }

    /// The piece a hex digit names, in either case.
    pub fn from_digit(digit: char) -> Option<Self> {
        digit.to_digit(16).map(|code| Self(code as u8))
    }

    /// The code, 0 to 15.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Whether the second value of this attribute (0 to 3) is the piece's.
    #[inline]
    pub const fn has(self, attribute: usize) -> bool {
        self.0 >> attribute & 1 == 1
    }

    /// The piece as a set of one.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// Its attributes in words: `["white", "short", "square", "hollow"]`.
    pub fn words(self) -> [&'static str; 4] {
        std::array::from_fn(|attribute| ATTRIBUTES[attribute][usize::from(self.has(attribute))])
    }

    /// The pieces of a set, ascending.
    #[inline]
    pub fn all_in(set: u16) -> impl Iterator<Item = Self> {
        bits(set).map(Self)
    }
}

impl From<Piece> for Arg {
    fn from(piece: Piece) -> Self {
        piece.to_string().into()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

/// One of the sixteen cells, numbered in reading order from `a1`, top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, 0 to 15.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 16 { Some(Self(number)) } else { None }
    }

    /// The cell in this row and column, both counted from 0.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 4 && column < 4 { Some(Self(4 * row + column)) } else { None }
    }

    /// The cell that `b1` or `B1` names.
    pub fn from_name(name: &str) -> Option<Self> {
        let &[column, row] = name.as_bytes() else {
            return None;
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Self::at(row.wrapping_sub(b'1'), column)
    }

    /// The number, 0 to 15.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The cell as a set of one.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cells of a set, in reading order.
    #[inline]
    pub fn all_in(set: u16) -> impl Iterator<Item = Self> {
        bits(set).map(Self)
    }
}

impl From<Cell> for Arg {
    fn from(cell: Cell) -> Self {
        cell.to_string().into()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 4) as char, self.0 / 4 + 1)
    }
}

/// The numbers of the bits set, lowest first.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}
