//! Heuristics for sliding tiles: how many more slides will it take?

use plywood_contract::{Cost, Heuristic, Message, message};
use plywood_games::tiles::{Board, Tiles};

/// The heuristics by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TilesHeuristic {
    /// [`Manhattan`].
    Manhattan,
    /// [`LinearConflict`].
    LinearConflict,
}

impl TilesHeuristic {
    /// All of them, the weakest first.
    pub const ALL: [Self; 2] = [Self::Manhattan, Self::LinearConflict];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
        }
    }

    /// What it counts and what it promises, in a sentence.
    pub fn explain(self) -> Message {
        match self {
            Self::Manhattan => message!(
                "tiles-manhattan",
                "how far every tile is from its place, row by row and column by column: never overestimates"
            ),
            Self::LinearConflict => message!(
                "tiles-linear-conflict",
                "the same, and two more for every tile that must leave its row or column to let others pass: never overestimates"
            ),
        }
    }

    /// Whether it never overestimates.
    pub const fn is_admissible(self) -> bool {
        true
    }
}

impl<const N: usize> Heuristic<Tiles<N>> for TilesHeuristic {
    #[inline]
    fn h(&self, tiles: &Tiles<N>, board: &Board) -> Cost {
        match self {
            Self::Manhattan => Manhattan.h(tiles, board),
            Self::LinearConflict => LinearConflict.h(tiles, board),
        }
    }

    #[inline]
    fn peek(&self, tiles: &Tiles<N>, board: &Board, h: Cost, step: u8) -> Option<Cost> {
        match self {
            Self::Manhattan => Manhattan.peek(tiles, board, h, step),
            Self::LinearConflict => LinearConflict.peek(tiles, board, h, step),
        }
    }
}

/// The distance of every tile from its place, summed: admissible and consistent.
///
/// ```
/// use plywood_contract::{Heuristic, Problem, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
///
/// let puzzle = Tiles::<3>::read("1 2 0 3 4 5 6 7 8").unwrap();
/// assert_eq!(Manhattan.h(&puzzle, &puzzle.start()), 2);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

/// By tile, gap and step: how the sum of distances changes.
struct Changes<const N: usize>;

impl<const N: usize> Changes<N> {
    const TABLE: &'static [[i8; 64]; 16] = &{
        let mut change = [[0; 64]; 16];
        let mut i = 0;
        while i < 16 * 64 {
            let (tile, gap, step) = (i / 64, i % 64 / 4, i % 4);
            let to = gap as isize + Tiles::<N>::SHIFT[step] as isize;
            if tile < N * N && gap < N * N && to >= 0 && to < (N * N) as isize {
                // The tile slides from `to` into the gap.
                change[tile][i % 64] =
                    distance::<N>(tile, gap) as i8 - distance::<N>(tile, to as usize) as i8;
            }
            i += 1;
        }
        change
    };
}

const fn distance<const N: usize>(a: usize, b: usize) -> Cost {
    ((a / N).abs_diff(b / N) + (a % N).abs_diff(b % N)) as Cost
}

impl<const N: usize> Heuristic<Tiles<N>> for Manhattan {
    fn h(&self, _: &Tiles<N>, board: &Board) -> Cost {
        let tile = |cell: usize| usize::from(board.tile(cell));
        (0..N * N).filter(|&cell| tile(cell) != 0).map(|cell| distance::<N>(tile(cell), cell)).sum()
    }

    #[inline]
    fn peek(&self, _: &Tiles<N>, board: &Board, h: Cost, step: u8) -> Option<Cost> {
        let (_, tile) = Tiles::<N>::target(board, step);
        let change =
            Changes::<N>::TABLE[usize::from(tile) & 15][(4 * board.gap() + usize::from(step)) & 63];
        Some(h.wrapping_add_signed(change.into()))
    }
}

/// [`Manhattan`], and two more for every tile that must leave its row or column to let others pass
/// (Hansson, Mayer and Yung, 1992): admissible and consistent.
///
/// Tiles that stand in their own row in the wrong order cannot all stay in it; the fewest that must
/// leave are all but the longest run that is in order.
///
/// ```
/// use plywood_contract::{Heuristic, Problem, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::{LinearConflict, Manhattan};
///
/// let puzzle = Tiles::<3>::read("0 2 1 3 5 4 6 7 8").unwrap();
/// let start = puzzle.start();
/// // Two pairs in the wrong order: two steps more for each.
/// assert_eq!(LinearConflict.h(&puzzle, &start), Manhattan.h(&puzzle, &start) + 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LinearConflict;

impl<const N: usize> Heuristic<Tiles<N>> for LinearConflict {
    fn h(&self, tiles: &Tiles<N>, board: &Board) -> Cost {
        let conflicts: Cost =
            (0..N).map(|i| row_conflicts::<N>(board, i) + column_conflicts::<N>(board, i)).sum();
        Manhattan.h(tiles, board) + 2 * conflicts
    }

    /// A tile that slides sideways stays in order with its row, and one that slides up or down with
    /// its column: only the two lines it goes between change.
    #[inline]
    fn peek(&self, tiles: &Tiles<N>, board: &Board, h: Cost, step: u8) -> Option<Cost> {
        use plywood_contract::Problem;
        let (to, _) = Tiles::<N>::target(board, step);
        let next = tiles.apply(board, step);
        let (from, to) = (board.gap(), usize::from(to));
        let count = |board: &Board| match from % N == to % N {
            true => row_conflicts::<N>(board, from / N) + row_conflicts::<N>(board, to / N),
            false => column_conflicts::<N>(board, from % N) + column_conflicts::<N>(board, to % N),
        };
        let moved = Manhattan.peek(tiles, board, h, step)?;
        Some(moved + 2 * count(&next) - 2 * count(board))
    }
}

/// How many tiles must leave a row to let others pass. A tile's place has its own number.
#[inline]
fn row_conflicts<const N: usize>(board: &Board, row: usize) -> Cost {
    let tiles = (0..N).map(|column| usize::from(board.tile(N * row + column)));
    out_of_order::<N>(tiles.filter(|tile| *tile != 0 && tile / N == row))
}

#[inline]
fn column_conflicts<const N: usize>(board: &Board, column: usize) -> Cost {
    let tiles = (0..N).map(|row| usize::from(board.tile(N * row + column)));
    out_of_order::<N>(tiles.filter(|tile| *tile != 0 && tile % N == column))
}

/// How many numbers there are beyond the longest ascending subsequence.
#[inline]
fn out_of_order<const N: usize>(numbers: impl Iterator<Item = usize>) -> Cost {
    let (mut seen, mut lengths) = ([0; N], [0; N]);
    let (mut count, mut longest) = (0, 0);
    for number in numbers {
        let before = (0..count).filter(|&i| seen[i] < number).map(|i| lengths[i]).max();
        (seen[count], lengths[count]) = (number, before.unwrap_or(0) + 1);
        longest = longest.max(lengths[count]);
        count += 1;
    }
    count as Cost - longest
}
