//! Geometry on bitboards. Cells are numbered row by row with one empty column after each row, so that
//! a step to the right from the last column leaves the board instead of entering the next row.

use super::pieces::Piece;
use crate::bits::Bits;

/// A numbering of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    stride: u32,
}

impl Grid {
    /// The numbering of boards with this many columns.
    pub const fn new(columns: usize) -> Self {
        Self { stride: columns as u32 + 1 }
    }

    /// The distance from a cell to the one below it.
    #[inline]
    pub const fn stride(self) -> u32 {
        self.stride
    }

    /// The number of a cell, rows and columns counted from 0.
    #[inline]
    pub const fn index(self, row: usize, column: usize) -> usize {
        row * self.stride as usize + column
    }

    /// Row and column of a cell number.
    #[inline]
    pub const fn place(self, index: usize) -> (usize, usize) {
        (index / self.stride as usize, index % self.stride as usize)
    }

    /// Cells that share an edge with a cell of the set.
    #[inline]
    pub fn edges<const W: usize>(self, set: Bits<W>) -> Bits<W> {
        set << 1 | set >> 1 | set << self.stride | set >> self.stride
    }

    /// Cells that touch a cell of the set at a corner only, or happen to be in it.
    #[inline]
    pub fn diagonals<const W: usize>(self, set: Bits<W>) -> Bits<W> {
        let (wide, narrow) = (self.stride + 1, self.stride - 1);
        set << wide | set >> wide | set << narrow | set >> narrow
    }

    /// The cells of the set and all that touch one of them, at an edge or a corner.
    #[inline]
    pub fn around<const W: usize>(self, set: Bits<W>) -> Bits<W> {
        let rows = set | set << 1 | set >> 1;
        rows | rows << self.stride | rows >> self.stride
    }

    /// Edge-connected cells of a set. A player's pieces share no edge, so each group is one piece.
    pub(crate) fn groups<const W: usize>(self, mut rest: Bits<W>) -> Vec<Bits<W>> {
        let mut groups = Vec::new();
        while let Some(first) = rest.pop() {
            let mut group = Bits::cell(first);
            loop {
                let more = self.edges(group) & rest;
                if more.is_empty() {
                    break;
                }
                group |= more;
                rest &= !more;
            }
            groups.push(group);
        }
        groups
    }

    /// Anchors at which `piece` lies on `open` cells only and covers one of `corners`.
    #[inline]
    pub fn anchors<const W: usize>(self, piece: Piece, open: Bits<W>, corners: Bits<W>) -> Bits<W> {
        let s = self.stride;
        // Each set is moved so that the cell at an offset from the anchor falls onto the anchor.
        let (fits, touches) = match piece {
            Piece::A => (open, corners),
            Piece::B => {
                let [fit, touch] = [open & open >> 1, corners | corners >> 1];
                (fit & fit >> s, touch | touch >> s)
            }
            Piece::C1 => {
                let [fit, touch] = [open & open >> 1, corners | corners >> 1];
                (fit & fit << (s - 1), touch | touch << (s - 1))
            }
            Piece::C2 => {
                let [fit, touch] = [open & open >> s, corners | corners >> s];
                (fit & fit >> (s + 1), touch | touch >> (s + 1))
            }
        };
        fits & touches
    }

    /// All cells that `piece` covers from any of these anchors, at each of which it fits.
    #[inline]
    pub fn spread<const W: usize>(self, piece: Piece, anchors: Bits<W>) -> Bits<W> {
        let s = self.stride;
        let wide = anchors | anchors << 1;
        match piece {
            Piece::A => anchors,
            Piece::B => wide | wide << s,
            Piece::C1 => wide | wide >> (s - 1),
            Piece::C2 => {
                let tall = anchors | anchors << s;
                tall | tall << (s + 1)
            }
        }
    }

    /// The cells a piece covers with its anchor on a cell where it fits.
    #[inline]
    pub fn cover<const W: usize>(self, piece: Piece, anchor: usize) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        for &(down, right) in piece.cells() {
            let step = isize::from(down) * self.stride as isize + isize::from(right);
            cells.insert(anchor.wrapping_add_signed(step));
        }
        cells
    }
}

/// The name of a cell, row 1 at the top, rows and columns counted from 0: (3, 2) is `c4`.
pub(crate) fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Row and column counted from 0, for a name such as `c4` on a board of this size.
pub(crate) fn read_cell(text: &str, rows: usize, columns: usize) -> Option<(usize, usize)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let digits =
        text.get(1..).filter(|digits| digits.len() <= 2 && !digits.starts_with(['0', '+']))?;
    let column = (letter as usize).checked_sub('a' as usize).filter(|&column| column < columns)?;
    let row = digits.parse::<usize>().ok()?.checked_sub(1).filter(|&row| row < rows)?;
    Some((row, column))
}
