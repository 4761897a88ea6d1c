//! The problem: a tile beside the gap slides into it.

use plywood_contract::{Layered, Problem};

use super::board::Board;

/// A board of `N`×`N` cells, 3×3 or 4×4, to be put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles<const N: usize>(pub Board);

/// The gap moves up, left, right or down: the set of these, as bits 0 to 3.
#[derive(Clone, Copy, Debug)]
pub struct Steps(u8);

impl Iterator for Steps {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let step = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (step < 8).then_some(step)
    }
}

impl<const N: usize> Tiles<N> {
    /// By step: how far the gap goes.
    pub const SHIFT: [i8; 4] = [-(N as i8), -1, 1, N as i8];

    /// By the gap's cell: the steps that stay on the board.
    const OPEN: [u8; 16] = {
        let mut open = [0; 16];
        let mut cell = 0;
        while cell < N * N {
            let (row, column) = (cell / N, cell % N);
            let sides = [row > 0, column > 0, column + 1 < N, row + 1 < N];
            let mut step = 0;
            while step < 4 {
                open[cell] |= (sides[step] as u8) << step;
                step += 1;
            }
            cell += 1;
        }
        open
    };

    /// The cell that a step of the gap goes to, and the tile there, which slides the other way.
    #[inline]
    pub fn target(board: &Board, step: u8) -> (u8, u8) {
        let to = board.gap.wrapping_add_signed(Self::SHIFT[usize::from(step & 3)]) & 15;
        (to, board.tile(to.into()))
    }

    /// Whether the tiles can be put in order at all: half of all boards can.
    ///
    /// A slide swaps the gap with a tile and moves it by one cell, so that the parity of the
    /// permutation and of the gap's distance from its corner change together.
    pub fn is_solvable(&self) -> bool {
        let tiles: Vec<u8> = (0..N * N).map(|cell| self.0.tile(cell)).collect();
        let pairs = (0..N * N).flat_map(|i| (0..i).map(move |j| (j, i)));
        let inversions = pairs.filter(|&(j, i)| tiles[j] > tiles[i]).count();
        let distance = self.0.gap() / N + self.0.gap() % N;
        inversions % 2 == distance % 2
    }
}

impl<const N: usize> Problem for Tiles<N> {
    type State = Board;
    /// The gap's step: 0 up, 1 left, 2 right, 3 down.
    type Action = u8;
    type Key = u64;
    type Actions = Steps;

    fn start(&self) -> Board {
        self.0
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.cells == 0xfedc_ba98_7654_3210 & (u64::MAX >> (64 - 4 * N * N))
    }

    #[inline]
    fn actions(&self, board: &Board) -> Steps {
        Steps(Self::OPEN[usize::from(board.gap & 15)])
    }

    #[inline]
    fn apply(&self, board: &Board, step: u8) -> Board {
        let (to, tile) = Self::target(board, step);
        let tile = u64::from(tile);
        Board { cells: board.cells ^ (tile << (4 * to)) ^ (tile << (4 * board.gap)), gap: to }
    }

    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.cells
    }

    #[inline]
    fn state(&self, &cells: &u64) -> Board {
        // The lowest zero nibble, found in parallel; a board smaller than 16 cells has its gap
        // below the unused ones.
        let zeros = cells.wrapping_sub(0x1111_1111_1111_1111) & !cells & 0x8888_8888_8888_8888;
        Board { cells, gap: (zeros.trailing_zeros() / 4) as u8 }
    }

    /// Without the step back the shortest cycle has twelve steps: looking for it costs more than it saves.
    const PATH_CHECK: bool = false;

    #[inline]
    fn onward(&self, board: &Board, last: u8) -> Steps {
        Steps(self.actions(board).0 & !(0b1000 >> last))
    }
}

impl<const N: usize> Layered for Tiles<N> {
    fn locality(&self) -> usize {
        2
    }
}
