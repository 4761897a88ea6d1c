//! Which moves look best at first sight: a score for each, linear in what its cells, edges and corners
//! touch.
//!
//! Every cell of the board gets a class for being covered, one for lying at an edge of the new piece and
//! one for lying at a corner of it; a move's score is the sum of what these classes, the piece and the
//! closeness to the middle are worth, by phase of the game. The moves' likelihood is the softmax of their
//! scores. About five microseconds for five hundred moves; nothing is allocated but the list.

use std::sync::LazyLock;

use plywood_games::blokus::{Cells, GRID, SIDE};
use plywood_games::duo::{Move, N_PIECES, Position, cover, shapes};

/// Classes of a covered cell: useless to the opponent, open to it, next to a corner of its, a corner of
/// its, next to a corner of its last piece, a corner of its last piece.
const COVERED: usize = 0;
/// Classes of a cell at an edge: the opponent's, closed to us, open to both, open to us alone, a corner of
/// the opponent's, a corner of ours.
const EDGE: usize = COVERED + 6;
/// Classes of a cell at a corner: useless, a corner of ours already; then new ones by how many free
/// neighbours they have, first those open to the opponent as well, then those open to us alone.
const CORNER: usize = EDGE + 6;
/// Closeness of the covered cells to the middle of the board.
const MIDDLE: usize = CORNER + 12;
/// Which piece it is.
const PIECE: usize = MIDDLE + 1;
/// How many weights there are in a phase.
pub(super) const N_WEIGHTS: usize = PIECE + N_PIECES;
/// The game's phases, by own pieces on the board.
pub(super) const N_PHASES: usize = 4;

/// The weights of all phases.
pub(super) type Weights = [[f32; N_WEIGHTS]; N_PHASES];

/// The phase of the side to move.
pub(super) fn phase(position: &Position) -> usize {
    match N_PIECES as u32 - position.left(position.turn()).count_ones() {
        0..2 => 0,
        2..5 => 1,
        5..9 => 2,
        _ => 3,
    }
}

/// Cells are numbered from here, so that what lies around the board has a number as well.
const FIRST: u8 = 16;
/// The feature of what is off the board.
pub(super) const NOTHING: u8 = N_WEIGHTS as u8;

/// What every cell counts for when it is covered, at an edge, at a corner.
pub(super) type Tables<T> = [[T; 256]; 3];

/// Every cell's classes, or what they are worth: `of` turns a feature into what the tables hold.
#[inline]
pub(super) fn tables<T: Copy>(
    position: &Position,
    last: Option<Move>,
    of: impl Fn(usize) -> T,
    nothing: T,
) -> Tables<T> {
    let (us, them) = (position.turn(), position.turn().other());
    let (open, other) = (position.open(us), position.open(them));
    let (corners, theirs) = (position.corners(us), position.corners(them));
    let fresh = match last {
        Some(Move::Place { shape, anchor }) => {
            GRID.diagonals(cover(shape.into(), anchor.into())) & theirs
        }
        _ => Cells::EMPTY,
    };
    let mut tables = [[nothing; 256]; 3];
    let mut paint = |table: usize, cells: Cells, feature: usize| {
        let value = of(feature);
        cells.into_iter().for_each(|cell| tables[table][cell + usize::from(FIRST)] = value);
    };
    let next_to = |cells: Cells| GRID.edges(cells) & other;
    paint(0, open & !other, COVERED);
    paint(0, open & other, COVERED + 1);
    paint(0, open & next_to(theirs), COVERED + 2);
    paint(0, open & next_to(fresh), COVERED + 4);
    paint(0, open & theirs, COVERED + 3);
    paint(0, open & fresh, COVERED + 5);

    paint(1, position.own(them), EDGE);
    paint(1, BOARD & !open & !position.own(them), EDGE + 1);
    paint(1, open & other, EDGE + 2);
    paint(1, open & !other, EDGE + 3);
    paint(1, open & theirs, EDGE + 4);
    paint(1, corners, EDGE + 5);

    paint(2, BOARD & !open, CORNER);
    for (n, cells) in by_free_neighbours(open).into_iter().enumerate() {
        let new = cells & open & !corners;
        paint(2, new & other, CORNER + 2 + n);
        paint(2, new & !other, CORNER + 7 + n);
    }
    paint(2, corners, CORNER + 1);
    tables
}

/// All cells of the board.
const BOARD: Cells = {
    let mut words = [0; 4];
    let mut cell = 0;
    while cell < SIDE * (SIDE + 1) {
        if cell % (SIDE + 1) < SIDE {
            words[cell / 64] |= 1 << (cell % 64);
        }
        cell += 1;
    }
    plywood_games::bits::Bits(words)
};

/// The cells with 0 to 4 neighbours in a set, by a full adder over the whole board.
fn by_free_neighbours(set: Cells) -> [Cells; 5] {
    let stride = GRID.stride();
    let (a, b, c, d) = (set << 1, set >> 1, set << stride, set >> stride);
    let (ab, cd) = (a & b, c & d);
    let (one_ab, one_cd) = (a ^ b, c ^ d);
    let ones = one_ab ^ one_cd;
    let four = ab & cd;
    let twos = (ab ^ cd) ^ (one_ab & one_cd);
    [!(ones | twos | four), ones & !twos, twos & !ones & !four, ones & twos, four]
}

/// A shape as seen from its anchor: its cells, then those at its edges, then those at its corners, as
/// steps in the numbering of the tables.
pub(super) struct Outline {
    piece: usize,
    steps: [u8; 28],
    n_cells: u8,
    n_edges: u8,
    n_all: u8,
}

impl Outline {
    fn new(shape: usize) -> Self {
        // In the middle of the board nothing is lost at its sides.
        let anchor = GRID.index(5, 5);
        let cells = cover(shape, anchor);
        let edges = GRID.edges(cells) & !cells;
        let corners = GRID.diagonals(cells) & !cells & !edges;
        let mut steps = [0; 28];
        let all = [cells, edges, corners].into_iter().flatten();
        let n_all = all.enumerate().fold(0, |_, (i, cell)| {
            steps[i] = (cell as u8).wrapping_sub(anchor as u8);
            i as u8 + 1
        });
        Self {
            piece: shapes()[shape].piece,
            steps,
            n_cells: cells.count() as u8,
            n_edges: edges.count() as u8,
            n_all,
        }
    }

    /// The cells of a table's three parts that a move touches.
    #[inline]
    fn touched(&self, anchor: u8) -> [impl Iterator<Item = usize>; 3] {
        let anchor = anchor.wrapping_add(FIRST);
        let place = move |&step: &u8| usize::from(anchor.wrapping_add(step));
        let (edges, corners) = (self.n_cells, self.n_cells + self.n_edges);
        let part = |from: u8, to: u8| self.steps[usize::from(from)..usize::from(to)].iter();
        [
            part(0, edges).map(place),
            part(edges, corners).map(place),
            part(corners, self.n_all).map(place),
        ]
    }
}

/// All shapes' outlines.
pub(super) fn outlines() -> &'static [Outline] {
    static OUTLINES: LazyLock<Vec<Outline>> =
        LazyLock::new(|| (0..shapes().len()).map(Outline::new).collect());
    &OUTLINES
}

/// How close each cell of the tables is to the middle, from 0 to 1.
fn middle() -> &'static [f32; 256] {
    static MIDDLE: LazyLock<[f32; 256]> = LazyLock::new(|| {
        std::array::from_fn(|place| {
            let (row, column) = GRID.place(place.saturating_sub(usize::from(FIRST)));
            let middle = (SIDE as f32 - 1.0) / 2.0;
            1.0 - ((row as f32 - middle).abs() + (column as f32 - middle).abs()) / (2.0 * middle)
        })
    });
    &MIDDLE
}

/// Appends every move's score.
pub(super) fn scores(
    weights: &Weights,
    position: &Position,
    last: Option<Move>,
    moves: &[Move],
    out: &mut Vec<f32>,
) {
    let weights = &weights[phase(position)];
    let mut tables = tables(position, last, |feature| weights[feature], 0.0);
    let closeness = weights[MIDDLE];
    for (value, middle) in tables[0].iter_mut().zip(middle()) {
        *value += closeness * middle;
    }
    let outlines = outlines();
    out.extend(moves.iter().map(|&step| {
        let Move::Place { shape, anchor } = step else { return 0.0 };
        let outline = &outlines[usize::from(shape)];
        let [cells, edges, corners] = outline.touched(anchor);
        weights[PIECE + outline.piece]
            + cells.map(|cell| tables[0][cell]).sum::<f32>()
            + edges.map(|cell| tables[1][cell]).sum::<f32>()
            + corners.map(|cell| tables[2][cell]).sum::<f32>()
    }));
}

/// Adds `share` of a move's features to a gradient.
pub(super) fn add_features(
    classes: &Tables<u8>,
    step: Move,
    share: f32,
    gradient: &mut [f32; N_WEIGHTS + 1],
) {
    let Move::Place { shape, anchor } = step else { return };
    let outline = &outlines()[usize::from(shape)];
    for (part, cells) in outline.touched(anchor).into_iter().enumerate() {
        for cell in cells {
            gradient[usize::from(classes[part][cell])] += share;
            if part == 0 {
                gradient[MIDDLE] += share * middle()[cell];
            }
        }
    }
    gradient[PIECE + outline.piece] += share;
}

/// The classes of a position, for [`add_features`].
pub(super) fn classes(position: &Position, last: Option<Move>) -> Tables<u8> {
    tables(position, last, |feature| feature as u8, NOTHING)
}

#[cfg(test)]
mod tests {
    use plywood_contract::{Game, Seat};
    use plywood_games::duo::BlokusDuo;

    use super::*;
    use crate::blokus::ground::tests::positions;

    #[test]
    fn scores_are_the_sum_of_the_features_that_training_sees() {
        let weights: Weights = std::array::from_fn(|phase| {
            std::array::from_fn(|i| (phase * N_WEIGHTS + i * i % 17) as f32 / 16.0 - 3.0)
        });
        for position in positions(&BlokusDuo, 3) {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            let last = moves.first().copied();
            let mut fast = Vec::new();
            scores(&weights, &position, last, &moves, &mut fast);
            let classes = classes(&position, last);
            for (&step, fast) in moves.iter().zip(fast) {
                let mut features = [0.0; N_WEIGHTS + 1];
                add_features(&classes, step, 1.0, &mut features);
                let weights = &weights[phase(&position)];
                let slow: f32 = features.iter().zip(weights).map(|(x, w)| x * w).sum();
                assert!((fast - slow).abs() < 1e-3, "{fast} {slow}");
            }
        }
    }

    #[test]
    fn a_cell_is_in_the_class_of_its_free_neighbours() {
        for position in positions(&BlokusDuo, 2) {
            let open = position.open(Seat::One);
            for (n, cells) in by_free_neighbours(open).into_iter().enumerate() {
                for cell in cells & open {
                    assert_eq!((GRID.edges(Cells::cell(cell)) & open).count(), n as u32);
                }
            }
        }
    }
}
