//! Weights that change as the board fills.

use plywood_contract::{Score, Seat};
use plywood_games::blokus::Duel;

/// The judges' units: an opinion is the margin expected, in hundredths of a point.
const POINT: Score = 100;
/// What a point of a finished game is worth: the smallest win is above every opinion.
pub(crate) const SETTLED_POINT: Score = 10_000;

/// Cells on the board from one row of weights to the next; between rows they are interpolated.
const STEP: u32 = 20;
const ROWS: usize = 9;

/// A weight for each term in hundredths of a point, the last one for being to move, by how full the
/// board is.
pub(crate) type Weights<const N: usize> = [[Score; N]; ROWS];

/// The expected margin for the side to move: the points it is ahead, and the weighted terms of both players,
/// player 1's less player 2's.
#[inline]
pub(crate) fn expected_margin<const N: usize>(
    duel: &Duel,
    points: [u32; 2],
    weights: &Weights<N>,
    terms: [Score; N],
) -> Score {
    let cells =
        (duel.own(Seat::One) | duel.own(Seat::Two)).count().min(STEP * (ROWS as u32 - 1) - 1);
    let (row, part) = ((cells / STEP) as usize, (cells % STEP) as Score);
    let step = STEP as Score;
    let mut margin = step * POINT * (points[0] as Score - points[1] as Score);
    for (i, term) in terms.into_iter().enumerate() {
        margin += term * (weights[row][i] * (step - part) + weights[row + 1][i] * part);
    }
    let margin = if duel.turn() == Seat::One { margin } else { -margin };
    (margin / step).clamp(1 - SETTLED_POINT, SETTLED_POINT - 1)
}

/// 1 if player 1 is to move, −1 if not: the term of being to move.
#[inline]
pub(crate) fn tempo(duel: &Duel) -> Score {
    if duel.turn() == Seat::One { 1 } else { -1 }
}
