//! A board as people write it: rows of cells and an objective, and what must hold of it.

use std::fmt;

use crate::blokus::{Piece, Stock};

/// Boards have at most this many rows and columns.
pub const MOST_SIDE: usize = 20;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Free, `.`.
    Empty,
    /// Never to be covered, `#`.
    Blocked,
    /// Covered by an own piece, `1`.
    Own,
}

/// A board from 1×1 to 20×20, with the objective if it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<Cell>,
    /// How many own cells the puzzle asks for.
    pub objective: Option<u32>,
}

impl Board {
    /// A board from its rows, or `None` unless they are equally long and few enough.
    pub fn new(rows: &[Vec<Cell>], objective: Option<u32>) -> Option<Self> {
        let columns = rows.first()?.len();
        let sides = 1..=MOST_SIDE;
        let fits = sides.contains(&rows.len()) && sides.contains(&columns);
        let is_even = rows.iter().all(|row| row.len() == columns);
        (fits && is_even).then(|| Self {
            rows: rows.len(),
            columns,
            cells: rows.concat(),
            objective,
        })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cell at a row and column counted from 0; outside the board everything is blocked.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        if row < self.rows && column < self.columns {
            self.cells[row * self.columns + column]
        } else {
            Cell::Blocked
        }
    }

    /// Changes one cell of the board.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        self.cells[row * self.columns + column] = cell;
    }

    /// How many cells are of this kind.
    pub fn count(&self, kind: Cell) -> u32 {
        self.cells.iter().filter(|&&cell| cell == kind).count() as u32
    }

    /// The pieces left, or what cannot be so: groups that are no piece, more pieces than there are,
    /// a start that is not covered, or pieces without a corner in common.
    pub fn stock_left(&self) -> Result<Stock, BoardError> {
        let mut left = Stock::FULL;
        let mut owner = vec![usize::MAX; self.cells.len()];
        let mut groups = 0;
        for at in 0..self.cells.len() {
            if self.cells[at] != Cell::Own || owner[at] != usize::MAX {
                continue;
            }
            let cells = self.group_at(at, &mut owner, groups);
            let piece = self.piece_of(&cells).ok_or_else(|| BoardError::NoPiece(self.name(at)))?;
            let count = match piece {
                Piece::A => &mut left.a,
                Piece::B => &mut left.b,
                Piece::C1 | Piece::C2 => &mut left.c,
            };
            *count = count.checked_sub(1).ok_or(BoardError::TooMany(piece))?;
            groups += 1;
        }
        if groups > 0 {
            if self.cells[0] != Cell::Own {
                return Err(BoardError::StartNotCovered);
            }
            self.check_connected(&owner, groups)?;
        }
        Ok(left)
    }

    /// The name of a cell by its place, as `c4`.
    fn name(&self, at: usize) -> String {
        cell_name(at / self.columns, at % self.columns)
    }

    /// Marks the edge-connected own cells around `at` as `group` and lists them in order.
    fn group_at(&self, at: usize, owner: &mut [usize], group: usize) -> Vec<usize> {
        let mut cells = vec![at];
        owner[at] = group;
        let mut next = 0;
        while next < cells.len() {
            let (row, column) = (cells[next] / self.columns, cells[next] % self.columns);
            next += 1;
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let Some(near) = self.neighbour(row, column, down, right) else {
                    continue;
                };
                if self.cells[near] == Cell::Own && owner[near] == usize::MAX {
                    owner[near] = group;
                    cells.push(near);
                }
            }
        }
        cells.sort_unstable();
        cells
    }

    fn neighbour(&self, row: usize, column: usize, down: isize, right: isize) -> Option<usize> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    /// The piece whose shape these cells, in reading order, have.
    fn piece_of(&self, cells: &[usize]) -> Option<Piece> {
        let place = |at: usize| ((at / self.columns) as i8, (at % self.columns) as i8);
        let (row, column) = place(cells[0]);
        let shape: Vec<_> =
            cells.iter().map(|&at| (place(at).0 - row, place(at).1 - column)).collect();
        Piece::ALL.into_iter().find(|piece| {
            let mut own = piece.cells().to_vec();
            own.sort_unstable();
            let (row, column) = own[0];
            own.iter().map(|&(r, c)| (r - row, c - column)).eq(shape.iter().copied())
        })
    }

    /// Every group must be reached from the first by steps from corner to corner.
    fn check_connected(&self, owner: &[usize], groups: usize) -> Result<(), BoardError> {
        let mut reached = vec![false; groups];
        reached[0] = true;
        loop {
            let mut grew = false;
            for at in (0..self.cells.len()).filter(|&at| owner[at] != usize::MAX) {
                let (row, column) = (at / self.columns, at % self.columns);
                for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                    let Some(near) = self.neighbour(row, column, down, right) else {
                        continue;
                    };
                    if owner[near] != usize::MAX && reached[owner[near]] && !reached[owner[at]] {
                        reached[owner[at]] = true;
                        grew = true;
                    }
                }
            }
            if !grew {
                break;
            }
        }
        let lost = (0..self.cells.len()).find(|&at| owner[at] != usize::MAX && !reached[owner[at]]);
        lost.map_or(Ok(()), |at| Err(BoardError::NotConnected(self.name(at))))
    }
}

/// The name of a cell, rows and columns counted from 0: (3, 2) is `c4`.
pub(super) fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Why a board cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The start cell is blocked.
    StartBlocked,
    /// No objective was given.
    NoObjective,
    /// The objective is below 1.
    ObjectiveZero,
    /// The board has fewer cells that are not blocked.
    ObjectiveOverBoard {
        /// What was asked for.
        objective: u32,
        /// What there is.
        cells: u32,
    },
    /// All pieces together cover fewer cells.
    ObjectiveOverStock {
        /// What was asked for.
        objective: u32,
        /// What there is.
        cells: u32,
    },
    /// A group of own cells is no piece; the cell is its first.
    NoPiece(String),
    /// More of these pieces lie on the board than a player has.
    TooMany(Piece),
    /// There are own pieces, but none covers the start.
    StartNotCovered,
    /// A piece touches no other; the cell is its first.
    NotConnected(String),
    /// The board needs more room than the position type has.
    TooLarge,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartBlocked => write!(
                f,
                "the start cell a1 is blocked, so this board has no move: the first piece must cover a1"
            ),
            Self::NoObjective => write!(
                f,
                "the board names no objective: add a line `objective: N`, the number of cells to cover"
            ),
            Self::ObjectiveZero => write!(f, "the objective is 0: it must be at least 1 cell"),
            Self::ObjectiveOverBoard { objective, cells } => write!(
                f,
                "the objective is {objective} cells, but the board has only {cells} that are not blocked"
            ),
            Self::ObjectiveOverStock { objective, cells } => write!(
                f,
                "the objective is {objective} cells, but all pieces together cover only {cells}"
            ),
            Self::NoPiece(cell) => write!(
                f,
                "the own cells around {cell} are no piece: every group must be an a, b, c1 or c2, and pieces share no edge"
            ),
            Self::TooMany(piece) => {
                let name = &piece.name()[..1];
                let most = Stock::FULL.of(*piece);
                write!(
                    f,
                    "there are more than {most} {name} pieces on the board, and no player has more"
                )
            }
            Self::StartNotCovered => {
                write!(f, "there are own pieces on the board, but none covers the start cell a1")
            }
            Self::NotConnected(cell) => {
                write!(
                    f,
                    "the piece at {cell} is not joined to a1 by pieces that touch corner to corner"
                )
            }
            Self::TooLarge => {
                write!(
                    f,
                    "the board has more than {MOST_SIDE} rows or columns: it must have 1 to {MOST_SIDE} of each"
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}
