//! The tiles in one word: four bits a cell, cell 0 lowest.

/// Tiles by cell, row by row from the top left, and where the gap is; 0 is the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) cells: u64,
    pub(super) gap: u8,
}

impl Board {
    /// The tiles row by row, at most sixteen of them; 0, which is there once, is the gap.
    pub(super) fn new(tiles: &[u8]) -> Self {
        let cells = tiles.iter().enumerate().map(|(cell, &tile)| u64::from(tile) << (4 * cell));
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        Self { cells: cells.sum(), gap: gap as u8 }
    }

    /// The tile on a cell, 0 for the gap.
    #[inline]
    pub fn tile(&self, cell: usize) -> u8 {
        (self.cells >> (4 * (cell & 15)) & 15) as u8
    }

    /// Where the gap is.
    #[inline]
    pub fn gap(&self) -> usize {
        usize::from(self.gap)
    }
}
