//! Sliding tiles: the 8-puzzle (`Tiles<3>`) and the 15-puzzle (`Tiles<4>`), goal 0 1 2 …

use plywood_contract::{Cost, Heuristic, Layered, Problem};

/// A board of `N`×`N` tiles to be put in order; 0 is the hole.
pub struct Tiles<const N: usize>(pub Board);

/// Four bits a cell, cell 0 lowest, and where the hole is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cells: u64,
    hole: u8,
}

/// The hole moves up, left, right or down: the set of these, as bits.
#[derive(Clone, Copy)]
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
    const SHIFT: [i8; 4] = [-(N as i8), -1, 1, N as i8];
    /// By the hole's cell: the steps that stay on the board.
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

    /// Reads the tiles row by row; `None` unless they are 0 to N²−1, once each.
    pub fn parse(text: &str) -> Option<Self> {
        let tiles: Vec<u64> =
            text.split_whitespace().map(|t| t.parse().ok()).collect::<Option<_>>()?;
        let hole = tiles.iter().position(|&tile| tile == 0)? as u8;
        let is_permutation = (0..(N * N) as u64).all(|tile| tiles.contains(&tile));
        let cells = tiles.iter().enumerate().map(|(cell, tile)| tile << (4 * cell)).sum();
        (is_permutation && tiles.len() == N * N).then_some(Self(Board { cells, hole }))
    }

    #[inline]
    fn target(board: &Board, step: u8) -> (u8, u64) {
        let to = board.hole.wrapping_add_signed(Self::SHIFT[usize::from(step & 3)]) & 15;
        (to, (board.cells >> (4 * to)) & 15)
    }
}

impl<const N: usize> Problem for Tiles<N> {
    type State = Board;
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
        Steps(Self::OPEN[usize::from(board.hole & 15)])
    }
    #[inline]
    fn apply(&self, board: &Board, step: u8) -> Board {
        let (to, tile) = Self::target(board, step);
        Board { cells: board.cells ^ (tile << (4 * to)) ^ (tile << (4 * board.hole)), hole: to }
    }
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.cells
    }
    #[inline]
    fn state(&self, &cells: &u64) -> Board {
        // The lowest zero nibble, found in parallel; a board smaller than 16 cells has its hole
        // below the unused ones.
        let zeros = cells.wrapping_sub(0x1111_1111_1111_1111) & !cells & 0x8888_8888_8888_8888;
        Board { cells, hole: (zeros.trailing_zeros() / 4) as u8 }
    }
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

/// The distance of every tile from its place, summed: admissible and consistent.
pub struct Manhattan<const N: usize> {
    /// By tile, hole and step: how the sum changes.
    change: [[i8; 64]; 16],
}

impl<const N: usize> Manhattan<N> {
    /// Prepares the table of changes.
    #[expect(clippy::new_without_default, reason = "a table is not a natural default")]
    pub fn new() -> Self {
        let mut change = [[0; 64]; 16];
        for (tile, row) in change.iter_mut().enumerate() {
            for (i, entry) in row.iter_mut().enumerate() {
                let (hole, to) =
                    (i / 4, (i / 4).wrapping_add_signed(Tiles::<N>::SHIFT[i % 4].into()));
                if to < N * N && hole < N * N {
                    *entry = distance::<N>(tile, hole) as i8 - distance::<N>(tile, to) as i8;
                }
            }
        }
        Self { change }
    }
}

fn distance<const N: usize>(a: usize, b: usize) -> Cost {
    ((a / N).abs_diff(b / N) + (a % N).abs_diff(b % N)) as Cost
}

impl<const N: usize> Heuristic<Tiles<N>> for Manhattan<N> {
    fn h(&self, _: &Tiles<N>, board: &Board) -> Cost {
        let tile = |cell: usize| (board.cells >> (4 * cell)) as usize & 15;
        (0..N * N).filter(|&cell| tile(cell) != 0).map(|cell| distance::<N>(tile(cell), cell)).sum()
    }
    #[inline]
    fn peek(&self, _: &Tiles<N>, board: &Board, h: Cost, step: u8) -> Option<Cost> {
        let (_, tile) = Tiles::<N>::target(board, step);
        let change = self.change[tile as usize & 15][usize::from(4 * board.hole + step) & 63];
        Some(h.wrapping_add_signed(change.into()))
    }
}

/// A 15-puzzle with its known answers.
pub struct Instance {
    /// The puzzle.
    pub puzzle: Tiles<4>,
    /// Moves of a shortest solution.
    pub length: Cost,
    /// Children that IDA* with [`Manhattan`] makes.
    pub generated: u64,
    /// Nodes that it expands.
    pub expanded: u64,
}

/// Ten 15-puzzles of moderate difficulty.
pub fn fifteens() -> Vec<Instance> {
    let read = |line: &str| {
        let mut parts = line.split('|');
        let puzzle = Tiles::parse(parts.next()?)?;
        let mut number = || parts.next()?.trim().parse::<u64>().ok();
        Some(Instance {
            puzzle,
            length: number()? as Cost,
            generated: number()?,
            expanded: number()?,
        })
    };
    let lines = include_str!("../data/puzzle15.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| read(line).expect("known data"))
        .collect()
}

/// Twenty-two 8-puzzles with the length of a shortest solution.
pub fn eights() -> Vec<(Tiles<3>, Cost)> {
    let read = |line: &str| {
        let (tiles, length) = line.split_once('|')?;
        Some((Tiles::parse(tiles)?, length.trim().parse().ok()?))
    };
    let lines = include_str!("../data/puzzle8.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| read(line).expect("known data"))
        .collect()
}
