//! The map as it is drawn.

/// A map has at most this many rows and columns, so that every column has a letter.
pub const MOST_SIDE: usize = 26;

/// What a cell of the map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Costs this much to enter, 1 to 9.
    Open(u8),
    /// Cannot be entered.
    Wall,
    /// Where the path begins; costs 1 to enter.
    Start,
    /// Where it ends; costs 1 to enter.
    Goal,
}

impl Cell {
    /// What it costs to enter, unless it is a wall.
    pub fn cost(self) -> Option<u8> {
        match self {
            Self::Open(cost) => Some(cost),
            Self::Start | Self::Goal => Some(1),
            Self::Wall => None,
        }
    }

    /// The cell that a mark means.
    pub fn from_mark(mark: char) -> Option<Self> {
        match mark {
            '.' => Some(Self::Open(1)),
            '1'..='9' => Some(Self::Open(mark as u8 - b'0')),
            '#' => Some(Self::Wall),
            'S' | 's' => Some(Self::Start),
            'G' | 'g' => Some(Self::Goal),
            _ => None,
        }
    }

    /// Its mark; a cell of cost 1 is `.`.
    pub fn mark(self) -> char {
        match self {
            Self::Open(1) => '.',
            Self::Open(cost) => (b'0' + cost) as char,
            Self::Wall => '#',
            Self::Start => 'S',
            Self::Goal => 'G',
        }
    }
}

/// Rows of cells, with one start and one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub(super) n_columns: usize,
    pub(super) cells: Vec<Cell>,
}

impl Map {
    /// How many rows there are.
    pub fn n_rows(&self) -> usize {
        self.cells.len() / self.n_columns.max(1)
    }

    /// How many columns there are.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The cells, row by row from the top left.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of the first cell of a kind, row by row.
    pub(super) fn find(&self, kind: Cell) -> Option<u16> {
        self.cells.iter().position(|&cell| cell == kind).map(|at| at as u16)
    }
}
