//! The board as bit planes: one 16-bit lane per attribute, all four in a word.
//!
//! Lane `a` of `planes` holds the cells whose piece has bit `a`; bit `4 * row + column` is a cell.
//! What is asked of one attribute is so answered for all four at once.

use super::pieces::{Cell, Piece, bits};

/// The ten lines as sets of cells: rows, columns, both diagonals.
pub const LINES: [u16; 10] =
    [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// The nine 2×2 squares, which win only where a game says so.
pub const SQUARES: [u16; 9] =
    [0x0033, 0x0066, 0x00cc, 0x0330, 0x0660, 0x0cc0, 0x3300, 0x6600, 0xcc00];

/// The pieces that have attribute `a`.
const PIECES_WITH: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The lowest bit of every lane.
const LANES: u64 = 0x0001_0001_0001_0001;

/// Pieces on cells, and whether squares win.
///
/// Invariants: every lane of `planes` lies within `occupied`; `used` holds exactly the pieces that
/// lie on a cell; `key` is what [`Board::place`] would build from nothing in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    planes: u64,
    key: u64,
    occupied: u16,
    used: u16,
    squares: bool,
}

impl Board {
    /// The empty board; `squares` tells whether 2×2 squares win as lines do.
    pub const fn empty(squares: bool) -> Self {
        let key = if squares { KEYS[SQUARES_KEY] } else { 0 };
        Self { planes: 0, key, occupied: 0, used: 0, squares }
    }

    /// Whether 2×2 squares win as lines do.
    #[inline]
    pub const fn squares(&self) -> bool {
        self.squares
    }

    /// The cells that hold a piece.
    #[inline]
    pub const fn occupied(&self) -> u16 {
        self.occupied
    }

    /// The cells that hold none.
    #[inline]
    pub const fn empty_cells(&self) -> u16 {
        !self.occupied
    }

    /// The pieces that are not on the board; a piece in hand is among them.
    #[inline]
    pub const fn pieces_left(&self) -> u16 {
        !self.used
    }

    /// How many pieces are on the board.
    #[inline]
    pub const fn placed(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Whether all sixteen pieces are on the board.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.occupied == u16::MAX
    }

    /// The cells whose piece has bit `attribute`, 0 to 3.
    #[inline]
    pub const fn plane(&self, attribute: usize) -> u16 {
        (self.planes >> (16 * attribute)) as u16
    }

    /// The Zobrist key: equal boards have equal keys, however they came about.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The piece on a cell.
    #[inline]
    pub const fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if self.occupied & cell.bit() == 0 {
            return None;
        }
        let ones = self.planes >> cell.number() & LANES;
        Piece::new(((ones | ones >> 15 | ones >> 30 | ones >> 45) & 15) as u8)
    }

    /// The cell a piece lies on.
    pub fn cell_of(&self, piece: Piece) -> Option<Cell> {
        Cell::all_in(self.occupied).find(|&cell| self.piece_at(cell) == Some(piece))
    }

    /// Puts a piece that is left on an empty cell.
    #[inline]
    pub const fn place(&mut self, piece: Piece, cell: Cell) {
        debug_assert!(self.occupied & cell.bit() == 0 && self.used & piece.bit() == 0);
        self.toggle(piece, cell);
    }

    /// Takes back a piece from the cell it was placed on.
    #[inline]
    pub const fn remove(&mut self, piece: Piece, cell: Cell) {
        debug_assert!(self.occupied & cell.bit() != 0 && self.used & piece.bit() != 0);
        self.toggle(piece, cell);
    }

    #[inline]
    const fn toggle(&mut self, piece: Piece, cell: Cell) {
        self.planes ^= spread(piece) << cell.number();
        self.occupied ^= cell.bit();
        self.used ^= piece.bit();
        self.key ^= KEYS[16 * piece.code() as usize + cell.number() as usize];
    }

    /// Empty cells where placing `piece` wins.
    ///
    /// A few dozen operations on words, whatever the board; nothing is looked up.
    #[inline]
    pub const fn winning_cells(&self, piece: Piece) -> u16 {
        let differ = self.planes ^ (0xffff * spread(piece));
        let agree = every(self.occupied) & !differ;
        fold(completing(agree, self.squares)) & !self.occupied
    }

    /// The cells that would win, for every attribute value at once: the work of two calls of
    /// [`Board::winning_cells`], and the answer for all pieces.
    #[inline]
    pub const fn threats(&self) -> Threats {
        let empty = every(!self.occupied);
        Threats {
            ones: completing(self.planes, self.squares) & empty,
            zeros: completing(self.zeros(), self.squares) & empty,
        }
    }

    /// Pieces left that win on no cell: those one may hand over without losing at once. A piece in
    /// hand is judged like the others.
    #[inline]
    pub const fn safe_pieces(&self) -> u16 {
        self.pieces_left() & !self.threats().winning_pieces()
    }

    /// Whether four pieces in a line, or in a square where squares win, share an attribute.
    #[inline]
    pub const fn is_won(&self) -> bool {
        (completed(self.planes, self.squares) | completed(self.zeros(), self.squares)) != 0
    }

    /// The lines, and squares where they win, whose four pieces share an attribute.
    pub fn won_lines(&self) -> impl Iterator<Item = u16> {
        winning_sets(self.squares).filter(|&line| self.shared(line).next().is_some())
    }

    /// The attributes that all pieces on `line` share, each with the value, if the line is full.
    pub fn shared(&self, line: u16) -> impl Iterator<Item = (usize, bool)> {
        let full = self.occupied & line == line;
        (0..4).filter_map(move |attribute| match self.plane(attribute) & line {
            ones if full && ones == line => Some((attribute, true)),
            0 if full => Some((attribute, false)),
            _ => None,
        })
    }

    /// The cells of each lane whose piece lacks the attribute.
    #[inline]
    const fn zeros(&self) -> u64 {
        every(self.occupied) & !self.planes
    }
}

/// Every set of four cells that can win.
pub(super) fn winning_sets(squares: bool) -> impl Iterator<Item = u16> {
    let squares = if squares { &SQUARES[..] } else { &[] };
    LINES.iter().chain(squares).copied()
}

/// Where each attribute value would complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// Lane `a`: empty cells where a piece with bit `a` wins.
    ones: u64,
    /// Lane `a`: empty cells where a piece without it wins.
    zeros: u64,
}

impl Threats {
    /// Empty cells where placing `piece` wins.
    #[inline]
    pub const fn cells(&self, piece: Piece) -> u16 {
        let has = 0xffff * spread(piece);
        fold(self.ones & has | self.zeros & !has)
    }

    /// Empty cells where some piece would win, be it left or not.
    #[inline]
    pub const fn all_cells(&self) -> u16 {
        fold(self.ones | self.zeros)
    }

    /// Pieces that win on some cell, be they left or not.
    #[inline]
    pub const fn winning_pieces(&self) -> u16 {
        let mut pieces = 0;
        let mut attribute = 0;
        while attribute < 4 {
            let lane = 0xffff << (16 * attribute);
            if self.ones & lane != 0 {
                pieces |= PIECES_WITH[attribute];
            }
            if self.zeros & lane != 0 {
                pieces |= !PIECES_WITH[attribute];
            }
            attribute += 1;
        }
        pieces
    }
}

/// Bit `a` of the piece as the lowest bit of lane `a`.
#[inline]
const fn spread(piece: Piece) -> u64 {
    let code = piece.code() as u64;
    (code | code << 15 | code << 30 | code << 45) & LANES
}

/// The set in every lane.
#[inline]
const fn every(set: u16) -> u64 {
    set as u64 * LANES
}

/// The union of the four lanes.
#[inline]
const fn fold(lanes: u64) -> u16 {
    let halves = lanes | lanes >> 32;
    (halves | halves >> 16) as u16
}

/// For each lane, the cells whose line has its three other cells in the lane.
///
/// Each cell collects the other three of its line by turning rows and columns in place. A diagonal
/// is closed under shifts by its own step once other bits, and those of other lanes, are masked.
#[inline]
const fn completing(lanes: u64, squares: bool) -> u64 {
    const FALLING: u64 = every(0x8421);
    const RISING: u64 = every(0x1248);
    let right = lanes << 1 & every(0xeeee);
    let left = lanes >> 1 & every(0x7777);
    let down = lanes << 4 & every(0xfff0);
    let up = lanes >> 4 & every(0x0fff);

    let next = right | lanes >> 3 & every(0x1111);
    let previous = left | lanes << 3 & every(0x8888);
    let second = lanes << 2 & every(0xcccc) | lanes >> 2 & every(0x3333);
    let rows = next & previous & second;

    let next = down | lanes >> 12 & every(0x000f);
    let previous = up | lanes << 12 & every(0xf000);
    let second = lanes << 8 & every(0xff00) | lanes >> 8 & every(0x00ff);
    let columns = next & previous & second;

    let cells = lanes & FALLING;
    let falling = (cells << 5 | cells >> 15) & (cells << 10 | cells >> 10) & FALLING;
    let falling = falling & (cells << 15 | cells >> 5);
    let cells = lanes & RISING;
    let rising = (cells << 3 | cells >> 9) & (cells << 6 | cells >> 6) & RISING;
    let rising = rising & (cells << 9 | cells >> 3);

    let lines = rows | columns | falling | rising;
    if !squares {
        return lines;
    }
    // A square's fourth corner sees one neighbour sideways, one up or down, and one past both.
    let above = down & (right & right << 4 | left & left << 4) & every(0xfff0);
    let below = up & (right & right >> 4 | left & left >> 4) & every(0x0fff);
    lines | above | below
}

/// Not zero exactly when some lane contains a whole line, or a square where squares win.
///
/// Shifts carry bits from lane to lane, but only the first cell of each line is looked at, and from
/// there all four cells of the line lie within the lane.
#[inline]
const fn completed(lanes: u64, squares: bool) -> u64 {
    let pairs = lanes & lanes >> 1;
    let stacked = lanes & lanes >> 4;
    let rows = pairs & pairs >> 2 & every(0x1111);
    let columns = stacked & stacked >> 8 & every(0x000f);
    let falling = lanes & lanes >> 5 & lanes >> 10 & lanes >> 15 & LANES;
    let rising = lanes & lanes >> 3 & lanes >> 6 & lanes >> 9 & every(0x0008);
    let lines = rows | columns | falling | rising;
    if squares { lines | pairs & pairs >> 4 & every(0x0777) } else { lines }
}

/// Where the keys of pieces in hand begin in [`KEYS`].
const HAND_KEYS: usize = 256;
const SQUARES_KEY: usize = HAND_KEYS + 16;

/// Zobrist keys: piece on cell, piece in hand, squares win. SplitMix64 (Steele, Lea, Flood, 2014).
static KEYS: [u64; SQUARES_KEY + 1] = {
    let mut keys = [0; SQUARES_KEY + 1];
    let mut state: u64 = 0x7175_6172_746f;
    let mut i = 0;
    while i < keys.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = mixed ^ mixed >> 31;
        i += 1;
    }
    keys
};

/// The key of the piece in hand.
#[inline]
pub(super) fn hand_key(hand: Option<Piece>) -> u64 {
    hand.map_or(0, |piece| KEYS[HAND_KEYS + usize::from(piece.code())])
}

/// The names of a line's first and last cell in reading order: `a1-d1`.
pub(super) fn line_name(line: u16) -> String {
    let ends = [bits(line).next(), bits(line).last()];
    let name =
        |end: Option<u8>| end.and_then(Cell::new).map_or_else(String::new, |c| c.to_string());
    format!("{}-{}", name(ends[0]), name(ends[1]))
}
