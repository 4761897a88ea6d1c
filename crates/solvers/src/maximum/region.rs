//! Placements, and the region of the board that they can cover, turned for a sweep by rows.

use std::sync::LazyLock;

use plywood_games::blokus::Piece;
use plywood_games::blokus::puzzle::{Board, Cell};

use super::bounds::kind;

/// A piece on the board, its cells (row, column) in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) piece: Piece,
    pub(super) cells: Vec<(usize, usize)>,
}

impl Placement {
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

    /// The cells that share an edge with a cell of the piece (`edges`), or touch it at a corner; its own
    /// may be among them.
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

    /// Whether both may lie on the board: they neither overlap nor share an edge.
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
pub(super) fn cells(placements: &[Placement]) -> u32 {
    placements.iter().map(|placement| placement.piece.size()).sum()
}

/// How many `a`, `b` and `c` there are.
pub(super) fn count(placements: &[Placement]) -> [u32; 3] {
    let mut count = [0; 3];
    placements.iter().for_each(|placement| count[kind(placement.piece)] += 1);
    count
}

/// The pieces that lie on the board already.
pub(super) fn laid(board: &Board) -> Vec<Placement> {
    let owns = |row, column| board.cell(row, column) == Cell::Own;
    let mut placements = Vec::new();
    for (row, column) in places(board) {
        for piece in Piece::ALL {
            let Some(placement) = Placement::new(piece, row, column) else { continue };
            let fits = placement.cells.iter().all(|&(row, column)| owns(row, column));
            let stands_alone = || {
                let mut around =
                    placement.around(true).filter(|cell| !placement.cells.contains(cell));
                around.all(|(row, column)| !owns(row, column))
            };
            if fits && stands_alone() {
                placements.push(placement);
            }
        }
    }
    placements
}

fn places(board: &Board) -> impl Iterator<Item = (usize, usize)> {
    let columns = board.columns();
    (0..board.rows()).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// The placements of these pieces that a chain of placements, each touching the next, joins to the start;
/// no legal sequence holds any other. The pieces on the board come first.
pub(super) fn reachable(board: &Board, laid: &[Placement], pieces: &[Piece]) -> Vec<Placement> {
    let (rows, columns) = (board.rows(), board.columns());
    let owns = |(row, column)| board.cell(row, column) == Cell::Own;
    let is_free = |&(row, column): &(usize, usize)| board.cell(row, column) == Cell::Empty;
    let mut waiting: Vec<Option<Placement>> = vec![None; 4 * rows * columns];
    let mut reached = laid.to_vec();
    for (row, column) in places(board) {
        for &piece in pieces {
            let Some(placement) = Placement::new(piece, row, column) else { continue };
            if !placement.cells.iter().all(is_free) || placement.around(true).any(owns) {
                continue;
            }
            if laid.is_empty() && placement.cells.contains(&(0, 0)) {
                reached.push(placement);
            } else {
                waiting[4 * (row * columns + column) + piece as usize] = Some(placement);
            }
        }
    }
    let mut next = 0;
    while next < reached.len() {
        let (row, column) = reached[next].anchor();
        for &(piece, down, right) in &CONTACTS[reached[next].piece as usize] {
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

/// For each piece, the pieces that touch it and the offsets of their anchors from its own.
static CONTACTS: LazyLock<[Vec<(Piece, isize, isize)>; 4]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let here = Placement::new(piece, 8, 8).expect("there is room");
        let mut found = Vec::new();
        for other in Piece::ALL {
            for row in 3..14 {
                for column in 3..14 {
                    let placement = Placement::new(other, row, column).expect("there is room");
                    if here.touches(&placement) {
                        found.push((other, row as isize - 8, column as isize - 8));
                    }
                }
            }
        }
        found
    })
});

/// The board as a sweep by rows sees it: turned, and cut down to what pieces can cover.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each cell, which pieces may have it as their first in reading order.
    pub(super) starts: Vec<[bool; 4]>,
    /// Cells that every solution covers: the start and the pieces on the board.
    pub(super) required: Vec<bool>,
    /// Cells that some piece can cover.
    pub(super) coverable: Vec<bool>,
    /// For each cell, its row and column on the board before it was turned.
    origin: Vec<(usize, usize)>,
}

impl Region {
    /// The region of these placements after `turns` quarter turns clockwise.
    pub(super) fn new(
        board: &Board,
        placements: &[Placement],
        n_laid: usize,
        turns: usize,
    ) -> Self {
        let turn = |(row, column): (usize, usize)| match turns {
            0 => (row, column),
            1 => (column, board.rows() - 1 - row),
            2 => (board.rows() - 1 - row, board.columns() - 1 - column),
            _ => (board.columns() - 1 - column, row),
        };
        let turned: Vec<Vec<(usize, usize)>> = placements
            .iter()
            .map(|placement| {
                let mut cells: Vec<_> = placement.cells.iter().map(|&cell| turn(cell)).collect();
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
            required: vec![false; rows * columns],
            coverable: vec![false; rows * columns],
            origin: vec![(0, 0); rows * columns],
        };
        for (placement, cells) in placements.iter().zip(&turned) {
            let (piece, _) = Piece::of_cells(cells).expect("a turned piece is a piece");
            region.starts[index(cells[0])][piece as usize] = true;
            for &cell in &placement.cells {
                region.origin[index(turn(cell))] = cell;
                region.coverable[index(turn(cell))] = true;
            }
        }
        for cells in &turned[..n_laid] {
            cells.iter().for_each(|&cell| region.required[index(cell)] = true);
        }
        if n_laid == 0 && !placements.is_empty() {
            region.required[index(turn((0, 0)))] = true;
        }
        region
    }

    /// The placement, on the board before it was turned, of a `piece` whose first cell is `cell`.
    pub(super) fn placement(&self, piece: Piece, cell: usize) -> Placement {
        let anchored = Placement::new(piece, 4, 4).expect("there is room");
        let (row, column) = anchored.cells[0];
        let place = |&(r, c): &(usize, usize)| {
            self.origin[(cell / self.columns + r - row) * self.columns
                + (cell % self.columns + c - column)]
        };
        let mut cells: Vec<_> = anchored.cells.iter().map(place).collect();
        cells.sort_unstable();
        let (piece, _) = Piece::of_cells(&cells).expect("a turned piece is a piece");
        Placement { piece, cells }
    }
}

/// The smallest value and one more than the largest.
fn span(values: impl Iterator<Item = usize> + Clone) -> (usize, usize) {
    let low = values.clone().min().unwrap_or(0);
    (low, values.max().map_or(low, |high| high + 1))
}
