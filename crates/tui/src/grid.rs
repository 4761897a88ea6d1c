//! Where a board's cells lie on the screen, in one of three sizes.

use plywood_workbench::play::Spot;
use ratatui::layout::{Position, Rect};

/// Columns left of the cells for row numbers, and rows above them for letters.
pub(crate) const LABELS: (u16, u16) = (3, 1);

/// Width and height of a cell in the three sizes, and whether lines run between cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    cells: [(u16, u16); 3],
    line: u16,
}

impl Sizes {
    /// For the game of this name; `blokus` serves the puzzle too.
    pub(crate) fn of(game: &str) -> Self {
        match game {
            "cavalo" => Self { cells: [(4, 1), (6, 2), (8, 3)], line: 0 },
            "quatro" | "quarto" => Self { cells: [(7, 3), (11, 5), (15, 7)], line: 1 },
            _ => Self { cells: [(2, 1), (4, 2), (6, 3)], line: 0 },
        }
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
        (0..3).rev().find(fits).unwrap_or(0)
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
    pub(crate) fn cell(&self, (row, column): Spot) -> Rect {
        let x = self.left + column as u16 * (self.width + self.line);
        let y = self.top + row as u16 * (self.height + self.line);
        Rect { x, y, width: self.width, height: self.height }
    }

    /// The cell at a place of the screen.
    pub(crate) fn hit(&self, x: u16, y: u16) -> Option<Spot> {
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

    #[test]
    fn every_cell_is_hit_where_it_is_drawn_in_every_size() {
        for (game, n) in [("blokus", 14), ("cavalo", 10), ("quarto", 4)] {
            for size in 0..3 {
                let grid = Grid::new(Position::new(2, 1), Sizes::of(game), size, n, n);
                for spot in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                    let cell = grid.cell(spot);
                    assert_eq!(grid.hit(cell.x, cell.y), Some(spot));
                    assert_eq!(grid.hit(cell.right() - 1, cell.bottom() - 1), Some(spot));
                }
                assert_eq!(grid.hit(0, 0), None);
                assert_eq!(grid.hit(grid.frame().right() + 1, 5), None);
            }
        }
    }

    #[test]
    fn the_smallest_boards_fit_beside_a_panel_on_80_by_24() {
        for (game, n) in [("blokus", 14), ("cavalo", 10), ("quarto", 4)] {
            let (width, height) = Sizes::of(game).outer(0, n, n);
            assert!(width <= 44 && height <= 18, "{game}: {width} × {height}");
        }
    }
}
