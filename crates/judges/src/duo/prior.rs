//! Which moves look best at first sight: a score for each, the sum of what its cells, edges and corners
//! touch.
//!
//! Every cell of the board has three classes: one for being covered, one for lying at an edge of the new piece and
//! one for lying at a corner of it. A class is eight yes-or-no questions at once, so that whether a corner is
//! ours alone may count differently where the opponent is near. A move's score adds up what its classes, the piece
//! and the closeness to the middle are worth, by phase of the game. The moves' likelihood is the softmax of their
//! scores. About five microseconds for five hundred moves; nothing is allocated but the list.

use std::sync::LazyLock;

use plywood_games::blokus::{Cells, GRID, SIDE};
use plywood_games::duo::{Move, N_PIECES, Position, cover, shapes};

use super::outlook::{firsts, spreads};

/// What a cell may be to a move: covered by it, at an edge of it, at a corner of it.
pub(super) const N_PARTS: usize = 3;
/// Questions a class answers.
pub(super) const N_QUESTIONS: usize = 8;
/// Classes of a cell.
pub(super) const N_CLASSES: usize = 1 << N_QUESTIONS;
/// The game's phases, by own pieces on the board.
pub(super) const N_PHASES: usize = 4;
/// Own pieces on the board, as far as they are told apart for what a piece is worth.
pub(super) const N_STAGES: usize = 12;

/// What everything is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    /// Classes, by phase and part.
    pub(super) classes: Vec<[[f32; N_CLASSES]; N_PARTS]>,
    /// Closeness of a covered cell to the middle of the board, by phase.
    pub(super) middle: [f32; N_PHASES],
    /// Pieces, by stage.
    pub(super) pieces: [[f32; N_PIECES]; N_STAGES],
}

impl Weights {
    /// How many numbers they are.
    pub(super) const N_NUMBERS: usize = N_PHASES * (N_PARTS * N_CLASSES + 1) + N_STAGES * N_PIECES;

    /// Weights that find all moves alike.
    pub(super) fn zero() -> Self {
        Self {
            classes: vec![[[0.0; N_CLASSES]; N_PARTS]; N_PHASES],
            middle: [0.0; N_PHASES],
            pieces: [[0.0; N_PIECES]; N_STAGES],
        }
    }

    /// All numbers, in the order of the file of weights.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let classes = self.classes.iter_mut().flatten().flatten();
        classes.chain(&mut self.middle).chain(self.pieces.iter_mut().flatten())
    }
}

/// Own pieces on the board of the side to move.
fn n_placed(position: &Position) -> usize {
    N_PIECES - position.left(position.turn()).count_ones() as usize
}

/// The phase of the side to move.
pub(super) fn phase(position: &Position) -> usize {
    match n_placed(position) {
        0..2 => 0,
        2..5 => 1,
        5..9 => 2,
        _ => 3,
    }
}

/// The stage of the side to move.
pub(super) fn stage(position: &Position) -> usize {
    n_placed(position).min(N_STAGES - 1)
}

/// Cells are numbered from here, so that what lies around the board has a number as well.
const FIRST: usize = 16;

/// Every cell's classes, by part.
pub(super) type Classes = [[u8; 256]; N_PARTS];

/// The corners that the last move gave the opponent.
pub(super) fn fresh(position: &Position, last: Option<Move>) -> Cells {
    match last {
        Some(Move::Place { shape, anchor }) => {
            let diagonals = GRID.diagonals(cover(shape.into(), anchor.into()));
            diagonals & position.corners(position.turn().other())
        }
        _ => Cells::EMPTY,
    }
}

/// Every cell's classes, from the side to move; `last` led to the position.
pub(super) fn classes(position: &Position, last: Option<Move>) -> Classes {
    let (us, them) = (position.turn(), position.turn().other());
    let (open, other) = (position.open(us), position.open(them));
    let (corners, theirs) = (position.corners(us), position.corners(them));
    let fresh = fresh(position, last);
    let [near, far, _] = spreads(theirs, other);
    let [ours, _, _] = spreads(corners, open);
    let [_, claimed] = firsts::<8>([corners, theirs], [open, other]);
    let next_to = |cells: Cells| GRID.edges(cells) & other;
    let (two_or_three, even) = by_free_neighbours(open);
    let (two_or_three, even) = (two_or_three & open, even & open);
    [
        // Covered: what does the opponent lose?
        spread_out([other, theirs, fresh, next_to(theirs), next_to(fresh), near, far, claimed]),
        // At an edge, where we cannot go on any more: what do we lose, whom do we lean on?
        spread_out([position.own(them), open, other, theirs, corners, ours, near, claimed]),
        // At a corner, where we go on: how much room is there, and whose is it?
        spread_out([open, corners, other, theirs, near, claimed, two_or_three, even]),
    ]
}

/// Eight sets as a byte for each cell.
fn spread_out(sets: [Cells; N_QUESTIONS]) -> [u8; 256] {
    let mut bytes = [0; 256];
    let words = GRID.index(SIDE, 0).div_ceil(8);
    for place in 0..words {
        let (word, shift) = (place / 8, place % 8 * 8);
        let rows: [u8; 8] = sets.map(|set| (set.0[word] >> shift) as u8);
        let eight = transposed(u64::from_le_bytes(rows)).to_le_bytes();
        bytes[FIRST + 8 * place..][..8].copy_from_slice(&eight);
    }
    bytes
}

/// The eight rows of a square of bits made its columns (Warren, Hacker's Delight, 7–3).
fn transposed(mut square: u64) -> u64 {
    for (by, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0_u64)]
    {
        let swap = (square ^ square >> by) & mask;
        square ^= swap ^ swap << by;
    }
    square
}

/// The cells with two or three neighbours in a set, and those with an even number: together how many there are,
/// 0 and 4 taken for one. By a full adder over the whole board.
fn by_free_neighbours(set: Cells) -> (Cells, Cells) {
    let stride = GRID.stride();
    let (a, b, c, d) = (set << 1, set >> 1, set << stride, set >> stride);
    let (one_ab, one_cd) = (a ^ b, c ^ d);
    let twos = ((a & b) ^ (c & d)) ^ (one_ab & one_cd);
    (twos, !(one_ab ^ one_cd))
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
    fn touched(&self, anchor: u8) -> [impl Iterator<Item = usize>; N_PARTS] {
        let anchor = anchor.wrapping_add(FIRST as u8);
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
            let (row, column) = GRID.place(place.saturating_sub(FIRST));
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
    let (phase, pieces) = (phase(position), &weights.pieces[stage(position)]);
    let classes = classes(position, last);
    let mut worth = [[0.0; 256]; N_PARTS];
    for (part, worth) in worth.iter_mut().enumerate() {
        let by_class = &weights.classes[phase][part];
        for (worth, class) in worth.iter_mut().zip(classes[part]) {
            *worth = by_class[usize::from(class)];
        }
    }
    let closeness = weights.middle[phase];
    for (value, middle) in worth[0].iter_mut().zip(middle()) {
        *value += closeness * middle;
    }
    let outlines = outlines();
    out.extend(moves.iter().map(|&step| {
        let Move::Place { shape, anchor } = step else { return 0.0 };
        let outline = &outlines[usize::from(shape)];
        let [cells, edges, corners] = outline.touched(anchor);
        pieces[outline.piece]
            + cells.map(|cell| worth[0][cell]).sum::<f32>()
            + edges.map(|cell| worth[1][cell]).sum::<f32>()
            + corners.map(|cell| worth[2][cell]).sum::<f32>()
    }));
}

/// What a move has of everything that [`Weights`] weigh, in one phase and stage.
#[derive(Clone, Debug)]
pub(super) struct Features {
    pub(super) classes: [[f32; N_CLASSES]; N_PARTS],
    pub(super) middle: f32,
    pub(super) pieces: [f32; N_PIECES],
}

impl Features {
    pub(super) fn zero() -> Self {
        Self { classes: [[0.0; N_CLASSES]; N_PARTS], middle: 0.0, pieces: [0.0; N_PIECES] }
    }

    /// Adds `share` of a move's features.
    pub(super) fn add(&mut self, classes: &Classes, step: Move, share: f32) {
        let Move::Place { shape, anchor } = step else { return };
        let outline = &outlines()[usize::from(shape)];
        for (part, cells) in outline.touched(anchor).into_iter().enumerate() {
            for cell in cells {
                self.classes[part][usize::from(classes[part][cell])] += share;
                if part == 0 {
                    self.middle += share * middle()[cell];
                }
            }
        }
        self.pieces[outline.piece] += share;
    }
}

#[cfg(test)]
mod tests {
    use plywood_contract::Game;
    use plywood_games::duo::BlokusDuo;

    use super::*;
    use crate::blokus::ground::tests::positions;

    #[test]
    fn scores_are_the_sum_of_the_features_that_training_sees() {
        let mut weights = Weights::zero();
        for (i, number) in weights.numbers_mut().enumerate() {
            *number = (i * i % 97) as f32 / 16.0 - 3.0;
        }
        for position in positions(&BlokusDuo, 3) {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            let last = moves.first().copied();
            let mut fast = Vec::new();
            scores(&weights, &position, last, &moves, &mut fast);
            let classes = classes(&position, last);
            let (phase, stage) = (phase(&position), stage(&position));
            for (&step, fast) in moves.iter().zip(fast) {
                let mut features = Features::zero();
                features.add(&classes, step, 1.0);
                let has = features.classes.iter().flatten().chain(&features.pieces);
                let of = weights.classes[phase].iter().flatten().chain(&weights.pieces[stage]);
                let slow: f32 = has.zip(of).map(|(x, w)| x * w).sum();
                let slow = slow + features.middle * weights.middle[phase];
                assert!((fast - slow).abs() < 1e-3, "{fast} {slow}");
            }
        }
    }

    #[test]
    fn a_class_answers_each_question_with_a_bit() {
        for position in positions(&BlokusDuo, 2) {
            let [covered, edge, corner] = classes(&position, None);
            let (us, them) = (position.turn(), position.turn().other());
            let of = |set: Cells, cell: usize| (set & Cells::cell(cell)).count() as u8;
            for cell in (0..SIDE * SIDE).map(|i| GRID.index(i / SIDE, i % SIDE)) {
                let place = FIRST + cell;
                assert_eq!(covered[place] & 1, of(position.open(them), cell));
                assert_eq!(covered[place] >> 1 & 1, of(position.corners(them), cell));
                assert_eq!(edge[place] & 1, of(position.own(them), cell));
                assert_eq!(edge[place] >> 4 & 1, of(position.corners(us), cell));
                assert_eq!(corner[place] & 1, of(position.open(us), cell));
                assert_eq!(corner[place] >> 1 & 1, of(position.corners(us), cell));
                let free = (GRID.edges(Cells::cell(cell)) & position.open(us)).count() as u8;
                if position.open(us) & Cells::cell(cell) != Cells::EMPTY {
                    assert_eq!(corner[place] >> 6 & 1, free >> 1 & 1, "{free}");
                    assert_eq!(corner[place] >> 7, 1 - free % 2, "{free}");
                }
            }
        }
    }
}
