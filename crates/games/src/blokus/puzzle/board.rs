//! A board as people write it: rows of cells and an objective, and what must hold of it.

use plywood_contract::{Message, message};

use crate::blokus::Stock;
use crate::blokus::groups::{GroupError, Groups};

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

    /// The pieces left, or why the own cells cannot be pieces of one player.
    pub fn stock_left(&self) -> Result<Stock, GroupError> {
        let owns = |at: usize| self.cells[at] == Cell::Own;
        Groups { rows: self.rows, columns: self.columns, owns: &owns, start: 0 }.stock_left()
    }
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
        /// The objective.
        objective: u32,
        /// The cells of the board.
        cells: u32,
    },
    /// All pieces together cover fewer cells.
    ObjectiveOverStock {
        /// The objective.
        objective: u32,
        /// The cells that all pieces cover.
        cells: u32,
    },
    /// The own cells cannot be pieces of one player.
    Groups(GroupError),
    /// The board needs more room than the position type has.
    TooLarge,
}

impl BoardError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::StartBlocked => message!(
                "board-start",
                "the start cell a1 is blocked, so this board has no move: the first piece must cover a1"
            ),
            Self::NoObjective => message!(
                "board-no-objective",
                "the board names no objective: add a line `objective: N`, the number of cells to cover"
            ),
            Self::ObjectiveZero => {
                message!("board-objective-zero", "the objective is 0: it must be at least 1 cell")
            }
            Self::ObjectiveOverBoard { objective, cells } => message!(
                "board-over-cells",
                "the objective is {objective} cells, but the board has only {cells} that are not blocked",
                objective = *objective,
                cells = *cells
            ),
            Self::ObjectiveOverStock { objective, cells } => message!(
                "board-over-stock",
                "the objective is {objective} cells, but all pieces together cover only {cells}",
                objective = *objective,
                cells = *cells
            ),
            Self::Groups(error) => error.message(),
            Self::TooLarge => message!(
                "board-too-large",
                "the board has more than {most} rows or columns: it must have 1 to {most} of each",
                most = MOST_SIDE
            ),
        }
    }
}

plywood_contract::explained!(BoardError);
