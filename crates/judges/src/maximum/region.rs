//! What may lie where: the placements that can be reached from the start, on a board turned as the
//! scan wants it.

use std::sync::LazyLock;

use plywood_games::blokus::Piece;
use plywood_games::blokus::puzzle::{Board, Cell};

use super::bounds::kind;

/// A piece on the board, its cells (row, column) in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) piece: Piece,
    pub(super) cells: Vec<(usize, usize)>,
}

impl Spot {
    fn new(piece: Piece, row: usize, column: usize) -> Option<Self> {
        let place = |&(down, right): &(i8, i8)| {
            Some((row.checked_add_signed(down.into())?, column.checked_add_signed(right.into())?))
        };
        let mut cells = piece.cells().iter().map(place).collect::<Option<Vec<_>>>()?;
        cells.sort_unstable();
        Some(Self { piece, cells })
    }

    /// Row and column of the anchor.
    pub(super) fn anchor(&self) -> (usize, usize) {
        let (row, column) = self.cells[0];
        // The first cell in reading order is the anchor of all but `c1`, which reaches up from it.
        if self.piece == Piece::C1 { (row + 1, column - 1) } else { (row, column) }
    }

    /// The cells that share an edge with the piece, or a corner; its own may be among them.
    pub(super) fn around(&self, edges: bool) -> impl Iterator<Item = (usize, usize)> {
        let steps: [(isize, isize); 4] = match edges {
            true => [(-1, 0), (0, -1), (0, 1), (1, 0)],
            false => [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        };
        self.cells.iter().flat_map(move |&(row, column)| {
            steps.into_iter().filter_map(move |(down, right)| {
                Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
            })
        })
    }

    /// Whether both may lie on the board.
    pub(super) fn allows(&self, other: &Self) -> bool {
        let overlaps = self.cells.iter().any(|cell| other.cells.contains(cell));
        !overlaps && !self.around(true).any(|cell| other.cells.contains(&cell))
    }

    /// Whether both may lie on the board and touch at a corner.
    pub(super) fn touches(&self, other: &Self) -> bool {
        self.allows(other) && self.around(false).any(|cell| other.cells.contains(&cell))
    }
}

/// How many cells pieces cover.
pub(super) fn cells(spots: &[Spot]) -> u32 {
    spots.iter().map(|spot| spot.piece.size()).sum()
}

/// How many `a`, `b` and `c` there are.
pub(super) fn count(spots: &[Spot]) -> [u32; 3] {
    let mut count = [0; 3];
    spots.iter().for_each(|spot| count[kind(spot.piece)] += 1);
    count
}

/// The pieces that lie on the board already.
pub(super) fn laid(board: &Board) -> Vec<Spot> {
    let owns = |row, column| board.cell(row, column) == Cell::Own;
    let mut spots = Vec::new();
    for (row, column) in places(board) {
        for piece in Piece::ALL {
            let Some(spot) = Spot::new(piece, row, column) else { continue };
            let fits = spot.cells.iter().all(|&(row, column)| owns(row, column));
            let stands_alone = || {
                let mut around = spot.around(true).filter(|cell| !spot.cells.contains(cell));
                around.all(|(row, column)| !owns(row, column))
            };
            if fits && stands_alone() {
                spots.push(spot);
            }
        }
    }
    spots
}

fn places(board: &Board) -> impl Iterator<Item = (usize, usize)> {
    let columns = board.columns();
    (0..board.rows()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Every placement of these pieces that some chain of placements, each touching the next, joins to the
/// start. The pieces on the board come first.
pub(super) fn reachable(board: &Board, laid: &[Spot], pieces: &[Piece]) -> Vec<Spot> {
    let (rows, columns) = (board.rows(), board.columns());
    let owns = |(row, column)| board.cell(row, column) == Cell::Own;
    let is_free = |&(row, column): &(usize, usize)| board.cell(row, column) == Cell::Empty;
    let mut waiting: Vec<Option<Spot>> = vec![None; 4 * rows * columns];
    let mut reached = laid.to_vec();
    for (row, column) in places(board) {
        for &piece in pieces {
            let Some(spot) = Spot::new(piece, row, column) else { continue };
            if !spot.cells.iter().all(is_free) || spot.around(true).any(owns) {
                continue;
            }
            if laid.is_empty() && spot.cells.contains(&(0, 0)) {
                reached.push(spot);
            } else {
                waiting[4 * (row * columns + column) + piece as usize] = Some(spot);
            }
        }
    }
    let mut next = 0;
    while next < reached.len() {
        let (row, column) = reached[next].anchor();
        for &(piece, down, right) in &MEETINGS[reached[next].piece as usize] {
            let row = row.checked_add_signed(down).filter(|&row| row < rows);
            let column = column.checked_add_signed(right).filter(|&column| column < columns);
            if let (Some(row), Some(column)) = (row, column) {
                reached.extend(waiting[4 * (row * columns + column) + piece as usize].take());
            }
        }
        next += 1;
    }
    reached
}

/// For each piece, the pieces that touch it and where their anchors lie from its own.
static MEETINGS: LazyLock<[Vec<(Piece, isize, isize)>; 4]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let here = Spot::new(piece, 8, 8).expect("there is room");
        let mut found = Vec::new();
        for other in Piece::ALL {
            for row in 3..14 {
                for column in 3..14 {
                    let spot = Spot::new(other, row, column).expect("there is room");
                    if here.touches(&spot) {
                        found.push((other, row as isize - 8, column as isize - 8));
                    }
                }
            }
        }
        found
    })
});

/// The board as the scan sees it, row by row: turned, and without what no piece can cover.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each cell, which pieces may have it as their first in reading order.
    pub(super) starts: Vec<[bool; 4]>,
    /// Cells that must be covered: the start and the pieces on the board.
    pub(super) must: Vec<bool>,
    /// Cells that some piece can cover.
    pub(super) coverable: Vec<bool>,
    /// Row and column on the real board, for each cell.
    origin: Vec<(usize, usize)>,
}

impl Region {
    /// The region of these placements after `turns` quarter turns clockwise.
    pub(super) fn new(board: &Board, spots: &[Spot], n_laid: usize, turns: usize) -> Self {
        let turn = |(row, column): (usize, usize)| match turns {
            0 => (row, column),
            1 => (column, board.rows() - 1 - row),
            2 => (board.rows() - 1 - row, board.columns() - 1 - column),
            _ => (board.columns() - 1 - column, row),
        };
        let turned: Vec<Vec<(usize, usize)>> = spots
            .iter()
            .map(|spot| {
                let mut cells: Vec<_> = spot.cells.iter().map(|&cell| turn(cell)).collect();
                cells.sort_unstable();
                cells
            })
            .collect();
        let all = || turned.iter().flatten().copied();
        let (top, bottom) = span(all().map(|cell| cell.0));
        let (left, right) = span(all().map(|cell| cell.1));
        let (rows, columns) = (bottom - top, right - left);
        let index = |(row, column): (usize, usize)| (row - top) * columns + column - left;
        let mut region = Self {
            rows,
            columns,
            starts: vec![[false; 4]; rows * columns],
            must: vec![false; rows * columns],
            coverable: vec![false; rows * columns],
            origin: vec![(0, 0); rows * columns],
        };
        for (spot, cells) in spots.iter().zip(&turned) {
            let (piece, _) = Piece::of_cells(cells).expect("a turned piece is a piece");
            region.starts[index(cells[0])][piece as usize] = true;
            for &cell in &spot.cells {
                region.origin[index(turn(cell))] = cell;
                region.coverable[index(turn(cell))] = true;
            }
        }
        for cells in &turned[..n_laid] {
            cells.iter().for_each(|&cell| region.must[index(cell)] = true);
        }
        if n_laid == 0 && !spots.is_empty() {
            region.must[index(turn((0, 0)))] = true;
        }
        region
    }

    /// The real piece that lies where the turned `piece` has `cell` as its first in reading order.
    pub(super) fn spot(&self, piece: Piece, cell: usize) -> Spot {
        let anchored = Spot::new(piece, 4, 4).expect("there is room");
        let (row, column) = anchored.cells[0];
        let place = |&(r, c): &(usize, usize)| {
            self.origin[(cell / self.columns + r - row) * self.columns
                + (cell % self.columns + c - column)]
        };
        let mut cells: Vec<_> = anchored.cells.iter().map(place).collect();
        cells.sort_unstable();
        let (piece, _) = Piece::of_cells(&cells).expect("a turned piece is a piece");
        Spot { piece, cells }
    }
}

/// The smallest value and one more than the largest.
fn span(values: impl Iterator<Item = usize> + Clone) -> (usize, usize) {
    let low = values.clone().min().unwrap_or(0);
    (low, values.max().map_or(low, |high| high + 1))
}
