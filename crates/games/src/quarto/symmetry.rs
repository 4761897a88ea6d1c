//! Positions that differ only by how cells and pieces are labelled.
//!
//! 32 permutations of the cells carry the ten lines into each other, and any permutation of the
//! attributes (24) with any exchange of their values (16) relabels the pieces: 12288 symmetries.
//! Where squares win, only the 8 turns and reflections of the board are left of the 32.

use std::sync::LazyLock;

use plywood_contract::{Game, Symmetric};

use super::board::Board;
use super::moves::{Position, Quarto, Quatro};
use super::pieces::{Cell, Piece};

/// For each cell the cell it goes to, by number.
type Permutation = [u8; 16];

/// Orders of four that commute with reversal, `i` to `3 - i`: applied to rows and columns alike
/// they keep both diagonals. The identity and the reversal itself come first.
const ORDERS: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [0, 2, 1, 3],
    [3, 1, 2, 0],
    [1, 0, 3, 2],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
    [2, 3, 0, 1],
];

/// All permutations of the cells that keep the ten lines; the first eight turn and reflect the
/// board, and so keep the squares too.
static PERMUTATIONS: [Permutation; 32] = {
    let mut permutations = [[0; 16]; 32];
    let mut i = 0;
    while i < 32 {
        let order = ORDERS[i / 4];
        let mut cell = 0;
        while cell < 16 {
            let (row, column) = (order[cell / 4], order[cell % 4]);
            let column = if i & 1 == 0 { column } else { 3 - column };
            let (row, column) = if i & 2 == 0 { (row, column) } else { (column, row) };
            permutations[i][cell] = 4 * row + column;
            cell += 1;
        }
        i += 1;
    }
    permutations
};

/// The permutations of the cells under which the game stays the same: where cell `i` goes is entry
/// `i`. 32, or 8 where squares win.
pub fn cell_permutations(squares: bool) -> &'static [[u8; 16]] {
    if squares { &PERMUTATIONS[..8] } else { &PERMUTATIONS }
}

/// A relabelling of cells and pieces under which the game stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// For each cell the cell it goes to.
    pub cells: [u8; 16],
    /// For each attribute the attribute it becomes.
    pub attributes: [u8; 4],
    /// The attributes, after that, whose values change places.
    pub flips: u8,
}

impl Symmetry {
    /// All of them: 32 × 24 × 16, or 8 × 24 × 16 where squares win.
    pub fn all(squares: bool) -> impl Iterator<Item = Self> {
        cell_permutations(squares).iter().flat_map(|&cells| {
            attribute_orders().flat_map(move |attributes| {
                (0..16).map(move |flips| Self { cells, attributes, flips })
            })
        })
    }

    /// What a cell becomes.
    pub fn cell(&self, cell: Cell) -> Cell {
        Cell::new(self.cells[usize::from(cell.number())]).expect("a permutation of the cells")
    }

    /// What a piece becomes.
    pub fn piece(&self, piece: Piece) -> Piece {
        let bit = |a: usize| u8::from(piece.has(a)) << self.attributes[a];
        let code = (0..4).map(bit).sum::<u8>() ^ self.flips;
        Piece::new(code).expect("a permutation of four bits")
    }

    /// What a board becomes.
    pub fn board(&self, board: &Board) -> Board {
        let mut image = Board::empty(board.squares());
        for cell in Cell::all_in(board.occupied()) {
            let piece = board.piece_at(cell).expect("the cell is occupied");
            image.place(self.piece(piece), self.cell(cell));
        }
        image
    }
}

/// The 24 permutations of the attributes.
fn attribute_orders() -> impl Iterator<Item = [u8; 4]> {
    (0..=u8::MAX)
        .map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3])
        .filter(|order| order.iter().fold(0, |seen, attribute| seen | 1 << attribute) == 15)
}

/// The smallest of all positions that a symmetry leads to, in one number.
///
/// From the top: squares win (1 bit), a piece is in hand (1), the occupied cells (16), and per
/// attribute the cells and, lowest, the piece in hand that have it (4 × 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Canonical(u128);

impl Canonical {
    /// Bits of one attribute: sixteen cells and the hand.
    const LANE: usize = 17;

    fn new(squares: bool, hand: bool, occupied: u16, lanes: [u32; 4]) -> Self {
        let head = u128::from(squares) << 17 | u128::from(hand) << 16 | u128::from(occupied);
        Self(lanes.iter().fold(head, |code, &lane| code << Self::LANE | u128::from(lane)))
    }

    /// Lane `attribute`, counted from the one written last.
    fn lane(self, attribute: usize) -> u32 {
        (self.0 >> (Self::LANE * attribute)) as u32 & 0x1_ffff
    }

    /// The piece at a bit of the lanes.
    fn piece(self, bit: u8) -> Piece {
        let code = (0..4).map(|a| (self.lane(a) >> bit & 1) << a).sum::<u32>();
        Piece::new(code as u8).expect("four bits name a piece")
    }

    /// The board it stands for.
    pub fn board(self) -> Board {
        let mut board = Board::empty(self.0 >> (4 * Self::LANE + 17) & 1 == 1);
        for cell in Cell::all_in((self.0 >> (4 * Self::LANE)) as u16) {
            board.place(self.piece(cell.number() + 1), cell);
        }
        board
    }

    /// The piece in hand.
    pub fn hand(self) -> Option<Piece> {
        (self.0 >> (4 * Self::LANE + 16) & 1 == 1).then(|| self.piece(0))
    }
}

/// The canonical form of a board without a piece in hand.
#[inline]
pub fn canonical_board(board: &Board) -> Canonical {
    canonical(board, None)
}

/// The canonical form of a board and a piece in hand.
///
/// A table names the permutations that make the occupied cells smallest, mostly one or two. Each is
/// tried; the attributes' values and order are then free, so each lane takes the smaller of itself
/// and its complement, and the lanes are sorted. The hand is a seventeenth cell that stays in place.
fn canonical(board: &Board, hand: Option<Piece>) -> Canonical {
    let squares = board.squares();
    let orbits = Orbits::of(squares);
    let smallest = orbits.smallest(board.occupied());
    let whole = u32::from(smallest) << 1 | u32::from(hand.is_some());
    let hand_code = hand.map_or(0, Piece::code);
    let lanes = orbits.smallest_lanes(board.occupied(), |map, attribute| {
        let cells = u32::from(map.apply(board.plane(attribute)));
        let lane = cells << 1 | u32::from(hand_code >> attribute & 1);
        lane.min(whole ^ lane)
    });
    Canonical::new(squares, hand.is_some(), smallest, lanes)
}

/// For every set of cells, the smallest set that a permutation under which the game stays the same
/// makes of it. Canonical forms of any layout can be built on it.
pub struct Orbits {
    maps: &'static [Map],
    /// By set of cells; half a megabyte, built in about ten milliseconds.
    orbits: Vec<Orbit>,
}

/// The smallest image of a set of cells, and the permutations that lead there, as a set.
#[derive(Clone, Copy)]
struct Orbit {
    smallest: u16,
    carriers: u32,
}

static MAPS: LazyLock<Vec<Map>> = LazyLock::new(|| PERMUTATIONS.iter().map(Map::new).collect());
static ORBITS: LazyLock<Orbits> = LazyLock::new(|| Orbits::new(&MAPS));
static ORBITS_WITH_SQUARES: LazyLock<Orbits> = LazyLock::new(|| Orbits::new(&MAPS[..8]));

impl Orbits {
    /// Those of the game without squares, or with them.
    #[inline]
    pub fn of(squares: bool) -> &'static Self {
        if squares { &ORBITS_WITH_SQUARES } else { &ORBITS }
    }

    fn new(maps: &'static [Map]) -> Self {
        let orbit = |cells| {
            let mut orbit = Orbit { smallest: u16::MAX, carriers: 0 };
            for (i, map) in maps.iter().enumerate() {
                let image = map.apply(cells);
                if image < orbit.smallest {
                    orbit = Orbit { smallest: image, carriers: 0 };
                }
                if image == orbit.smallest {
                    orbit.carriers |= 1 << i;
                }
            }
            orbit
        };
        Self { maps, orbits: (0..=u16::MAX).map(orbit).collect() }
    }

    /// The smallest set of cells that a permutation makes of these.
    #[inline]
    pub fn smallest(&self, cells: u16) -> u16 {
        self.orbits[usize::from(cells)].smallest
    }

    /// Over all permutations that make `occupied` smallest: the smallest four lanes in order, one
    /// for each attribute, as `lane` reads them off its map and the attribute's number.
    #[inline]
    pub fn smallest_lanes(&self, occupied: u16, lane: impl Fn(&Map, usize) -> u32) -> [u32; 4] {
        let mut best = [u32::MAX; 4];
        let mut rest = self.orbits[usize::from(occupied)].carriers;
        while rest != 0 {
            let map = &self.maps[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            best = best.min(sorted(std::array::from_fn(|attribute| lane(map, attribute))));
        }
        best
    }
}

/// Four numbers in order, by a network of five comparisons.
#[inline]
fn sorted([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    [a, b.min(c), b.max(c), d]
}

/// A permutation that carries whole sets of cells, eight at a time.
pub struct Map {
    low: [u16; 256],
    high: [u16; 256],
}

impl Map {
    fn new(permutation: &Permutation) -> Self {
        let image = |set: usize| {
            let cells = (0..16).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |image, cell| image | 1 << permutation[cell])
        };
        Self { low: std::array::from_fn(image), high: std::array::from_fn(|i| image(i << 8)) }
    }

    /// Where the cells go.
    #[inline]
    pub fn apply(&self, cells: u16) -> u16 {
        self.low[usize::from(cells & 0xff)] | self.high[usize::from(cells >> 8)]
    }
}

impl Symmetric for Quatro {
    type Canon = Canonical;

    fn canonical(&self, board: &<Self as Game>::Position) -> Canonical {
        canonical(board, None)
    }
}

impl Symmetric for Quarto {
    type Canon = Canonical;

    fn canonical(&self, position: &Position) -> Canonical {
        canonical(&position.board, position.hand)
    }
}
