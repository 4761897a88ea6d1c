//! Where a board's cells lie on the screen, in one of several sizes.

use plywood_workbench::games::{Frame as Board, Shape};
use ratatui::layout::{Position, Rect};

/// Columns left of the cells for row numbers, and rows above them for letters.
pub(crate) const LABELS: (u16, u16) = (3, 1);

/// Row and column on the screen, the top row 0.
pub(crate) type Cell = (usize, usize);

/// What a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Cells filled edge to edge.
    Blocks,
    /// Numbers and a few pieces between them.
    Numbers,
    /// Pictures of pieces.
    Figures,
}

impl Style {
    /// What the pieces of a game ask for.
    pub(crate) fn of(board: &Board) -> Self {
        let has = |shape: Shape| board.pieces.iter().any(|piece| piece.shape == shape);
        match () {
            () if has(Shape::Block) => Self::Blocks,
            () if has(Shape::Knight) || has(Shape::Tile) => Self::Numbers,
            () => Self::Figures,
        }
    }
}

/// Width and height of a cell in every size, smallest first, and whether lines run between cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    cells: &'static [(u16, u16)],
    line: u16,
}

impl Sizes {
    /// Of boards filled edge to edge.
    pub(crate) const BLOCKS: Self = Self { cells: &[(2, 1), (4, 2), (6, 3)], line: 0 };

    /// For a board of this style and so many cells a side.
    pub(crate) fn of(style: Style, n_side: usize) -> Self {
        match style {
            Style::Blocks => Self::BLOCKS,
            Style::Numbers => Self { cells: &[(4, 1), (6, 2), (8, 3), (10, 4)], line: 0 },
            Style::Figures if n_side <= 4 => {
                Self { cells: &[(7, 3), (11, 5), (15, 7), (19, 9), (23, 11), (27, 13)], line: 1 }
            }
            Style::Figures => {
                Self { cells: &[(3, 1), (4, 2), (5, 3), (6, 3), (8, 4), (10, 5), (14, 7)], line: 0 }
            }
        }
    }

    /// How many sizes there are.
    pub(crate) fn len(self) -> usize {
        self.cells.len()
    }

    /// The width and height a board takes, labels included.
    pub(crate) fn outer(self, size: usize, n_rows: usize, n_columns: usize) -> (u16, u16) {
        let (width, height) = self.cells[size];
        let along = |n: usize, length: u16| n as u16 * (length + self.line) + self.line;
        (LABELS.0 + along(n_columns, width), LABELS.1 + along(n_rows, height))
    }

    /// The largest size that fits into `width` and `height`; the smallest if none does.
    pub(crate) fn largest(self, n_rows: usize, n_columns: usize, width: u16, height: u16) -> usize {
        let fits = |&size: &usize| {
            let (w, h) = self.outer(size, n_rows, n_columns);
            w <= width && h <= height
        };
        (0..self.len()).rev().find(fits).unwrap_or(0)
    }
}

/// Where the cells lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    left: u16,
    top: u16,
    /// Of a cell.
    pub(crate) width: u16,
    pub(crate) height: u16,
    line: u16,
    n_rows: usize,
    n_columns: usize,
}

impl Grid {
    pub(crate) fn new(
        at: Position,
        sizes: Sizes,
        size: usize,
        n_rows: usize,
        n_columns: usize,
    ) -> Self {
        let (width, height) = sizes.cells[size];
        let line = sizes.line;
        let (left, top) = (at.x + LABELS.0 + line, at.y + LABELS.1 + line);
        Self { left, top, width, height, line, n_rows, n_columns }
    }

    /// The rectangle of a cell.
    pub(crate) fn cell(&self, (row, column): Cell) -> Rect {
        let x = self.left + column as u16 * (self.width + self.line);
        let y = self.top + row as u16 * (self.height + self.line);
        Rect { x, y, width: self.width, height: self.height }
    }

    /// The cell at a place of the screen.
    pub(crate) fn hit(&self, x: u16, y: u16) -> Option<Cell> {
        let along = |at: u16, from: u16, length: u16, n: usize| {
            let index = usize::from(at.checked_sub(from)? / (length + self.line));
            (index < n).then_some(index)
        };
        let row = along(y, self.top, self.height, self.n_rows)?;
        Some((row, along(x, self.left, self.width, self.n_columns)?))
    }

    /// The whole board without its labels, outer lines included.
    pub(crate) fn frame(&self) -> Rect {
        let along = |n: usize, length: u16| n as u16 * (length + self.line) + self.line;
        Rect {
            x: self.left - self.line,
            y: self.top - self.line,
            width: along(self.n_columns, self.width),
            height: along(self.n_rows, self.height),
        }
    }

    /// Whether lines run between the cells.
    pub(crate) fn has_lines(&self) -> bool {
        self.line > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [(Style, usize, usize); 6] = [
        (Style::Blocks, 14, 14),
        (Style::Numbers, 10, 10),
        (Style::Figures, 3, 3),
        (Style::Figures, 4, 4),
        (Style::Figures, 6, 7),
        (Style::Figures, 8, 8),
    ];

    #[test]
    fn every_cell_is_hit_where_it_is_drawn_in_every_size() {
        for (style, n_rows, n_columns) in BOARDS {
            let sizes = Sizes::of(style, n_rows);
            for size in 0..sizes.len() {
                let grid = Grid::new(Position::new(2, 1), sizes, size, n_rows, n_columns);
                let cells = (0..n_rows).flat_map(|row| (0..n_columns).map(move |c| (row, c)));
                for place in cells {
                    let cell = grid.cell(place);
                    assert_eq!(grid.hit(cell.x, cell.y), Some(place));
                    assert_eq!(grid.hit(cell.right() - 1, cell.bottom() - 1), Some(place));
                }
                assert_eq!(grid.hit(0, 0), None);
                assert_eq!(grid.hit(grid.frame().right() + 1, 5), None);
            }
        }
    }

    #[test]
    fn the_smallest_boards_fit_beside_a_panel_on_80_by_24() {
        for (style, n_rows, n_columns) in BOARDS {
            let (width, height) = Sizes::of(style, n_rows).outer(0, n_rows, n_columns);
            assert!(width <= 44 && height <= 18, "{style:?}: {width} × {height}");
        }
    }
}
