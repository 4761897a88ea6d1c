//! The rules: which placements are legal, and what they lead to.

use plywood_contract::{Layered, Problem};

use super::board::{Board, BoardError, Cell};
use crate::bits::Bits;
use crate::blokus::{Grid, Piece, Placement, Stock};

/// A puzzle ready to be searched, on a bitboard of `W` words ([`words_for`] says how many it needs).
#[derive(Clone, Debug)]
pub struct Puzzle<const W: usize> {
    board: Board,
    objective: u32,
    grid: Grid,
    free: Bits<W>,
    start: Bits<W>,
}

/// How many words of 64 cells a board needs: its own extent without blocked rows and columns at the
/// bottom and right, and one more row and column.
pub fn words_for(board: &Board) -> usize {
    let (rows, columns) = extent(board);
    ((rows + 1) * (columns + 1)).div_ceil(64)
}

/// The rows and columns up to the last one that is not all blocked.
fn extent(board: &Board) -> (usize, usize) {
    let used = |row, column| board.cell(row, column) != Cell::Blocked;
    let row_used = |&row: &usize| (0..board.columns()).any(|column| used(row, column));
    let column_used = |&column: &usize| (0..board.rows()).any(|row| used(row, column));
    let rows = (0..board.rows()).rev().find(row_used).map_or(1, |row| row + 1);
    let columns = (0..board.columns()).rev().find(column_used).map_or(1, |column| column + 1);
    (rows, columns)
}

impl<const W: usize> Puzzle<W> {
    /// The puzzle on `board`, or why it cannot be played.
    pub fn new(board: &Board) -> Result<Self, BoardError> {
        if words_for(board) > W {
            return Err(BoardError::TooLarge);
        }
        if board.cell(0, 0) == Cell::Blocked {
            return Err(BoardError::StartBlocked);
        }
        let objective = board.objective.ok_or(BoardError::NoObjective)?;
        board.stock_left().map_err(BoardError::Groups)?;
        let cells = board.count(Cell::Empty) + board.count(Cell::Own);
        let stock = Stock::FULL.cells();
        if objective == 0 {
            return Err(BoardError::ObjectiveZero);
        }
        if objective > cells {
            return Err(BoardError::ObjectiveOverBoard { objective, cells });
        }
        if objective > stock {
            return Err(BoardError::ObjectiveOverStock { objective, cells: stock });
        }
        let (rows, columns) = extent(board);
        let grid = Grid::new(columns);
        let (mut free, mut start) = (Bits::EMPTY, Bits::EMPTY);
        for row in 0..rows {
            for column in 0..columns {
                let index = grid.index(row, column);
                match board.cell(row, column) {
                    Cell::Empty => free.insert(index),
                    Cell::Own => start.insert(index),
                    Cell::Blocked => {}
                }
            }
        }
        Ok(Self { board: board.clone(), objective, grid, free, start })
    }

    /// The number of own cells asked for.
    pub fn objective(&self) -> u32 {
        self.objective
    }

    /// How the cells are numbered.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The board as people see it, with `own` cells on it.
    pub fn board(&self, own: &Bits<W>) -> Board {
        let mut board = self.board.clone();
        for index in *own {
            let (row, column) = self.grid.place(index);
            board.set(row, column, Cell::Own);
        }
        board
    }

    /// The pieces left, derived from the own cells alone: a filled 2×2 block is a `b`, a cell without a neighbour
    /// an `a`, and what remains are `c` of four cells each.
    #[inline]
    pub fn stock_left(&self, own: &Bits<W>) -> Stock {
        let s = self.grid.stride();
        let own = *own;
        let a = (own & !self.grid.edges(own)).count();
        let b = (own & own >> 1 & own >> s & own >> (s + 1)).count();
        let c = (own.count() - a - 4 * b) / 4;
        let full = Stock::FULL;
        Stock { a: full.a - a, b: full.b - b, c: full.c - c }
    }

    /// Cells that may still be covered: free, and no edge in common with an own cell.
    #[inline]
    pub fn open_cells(&self, own: Bits<W>) -> Bits<W> {
        self.free & !own & !self.grid.edges(own)
    }

    /// The live corners, one of which the next piece must cover: `a1` at first, later any open corner.
    #[inline]
    pub fn live_corners(&self, own: Bits<W>, open: Bits<W>) -> Bits<W> {
        let reach = if own.is_empty() { Bits::cell(0) } else { self.grid.diagonals(own) };
        reach & open
    }
}

impl<const W: usize> Problem for Puzzle<W> {
    type State = Bits<W>;
    type Action = Placement;
    type Key = Bits<W>;
    type Actions = Placements<W>;

    /// Pieces are only added: no path comes back to a board.
    const PATH_CHECK: bool = false;

    fn start(&self) -> Bits<W> {
        self.start
    }

    #[inline]
    fn is_goal(&self, own: &Bits<W>) -> bool {
        own.count() >= self.objective
    }

    /// By piece, `a`, `b`, `c1`, `c2`; within each row by row, left to right.
    #[inline]
    fn actions(&self, own: &Bits<W>) -> Placements<W> {
        let open = self.open_cells(*own);
        let corners = self.live_corners(*own, open);
        let left = self.stock_left(own);
        let anchors = Piece::ALL.map(|piece| match left.of(piece) {
            0 => Bits::EMPTY,
            _ => self.grid.anchors(piece, open, corners),
        });
        Placements { anchors, piece: 0 }
    }

    #[inline]
    fn apply(&self, own: &Bits<W>, placement: Placement) -> Bits<W> {
        *own | self.grid.cover(placement.piece(), placement.anchor())
    }

    #[inline]
    fn key(&self, own: &Bits<W>) -> Bits<W> {
        *own
    }

    #[inline]
    fn state(&self, key: &Bits<W>) -> Bits<W> {
        *key
    }
}

/// Every piece stays, so a board is always reached after as many steps as it has pieces.
impl<const W: usize> Layered for Puzzle<W> {
    fn locality(&self) -> usize {
        0
    }
}

/// The legal placements of one position, by piece, then row by row.
#[derive(Clone, Debug)]
pub struct Placements<const W: usize> {
    anchors: [Bits<W>; 4],
    piece: usize,
}

impl<const W: usize> Iterator for Placements<W> {
    type Item = Placement;
    #[inline]
    fn next(&mut self) -> Option<Placement> {
        while self.piece < 4 {
            if let Some(anchor) = self.anchors[self.piece].pop() {
                return Some(Placement::new(Piece::ALL[self.piece], anchor));
            }
            self.piece += 1;
        }
        None
    }
}
