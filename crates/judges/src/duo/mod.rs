//! A judge of Blokus Duo: where the game stands, and the ground each player can still use.
//!
//! ```
//! use plywood_contract::{Evaluator, Game, Notation};
//! use plywood_games::duo::BlokusDuo;
//! use plywood_judges::duo::DuoJudge;
//!
//! let mut position = BlokusDuo.start();
//! for step in ["e8,d9,e9,f9,e10", "j5"] {
//!     BlokusDuo.try_play(&mut position, step).unwrap();
//! }
//! assert!(DuoJudge.evaluate(&BlokusDuo, &position) > 400); // four points ahead, and more to come
//! ```
//!
//! Its units are those of [`BlokusJudge`](crate::blokus::BlokusJudge). It never lists placements: that
//! would take longer than all else together.

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::blokus::{Cells, GRID};
use plywood_games::duo::{BlokusDuo, Move, Position, cover};

use crate::blokus::ground::claims;
use crate::blokus::rank_of;
use crate::blokus::weights::{SETTLED_POINT, Weights, expected_margin, tempo};

/// The judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuoJudge;

/// In the order of [`terms`], by cells on the board. Found by least squares on the final margins of
/// 600 games of a first guess against itself (1,000 nodes a move, random openings, one move in twenty
/// at random); at 3,000 nodes a move it then won 84 of 120 against the guess. Counts of placements by
/// size and of the pieces that still fit were tried: with 60 to 80 cells on the board they took the
/// standard error of the margin from 8.6 to 8.5 points, at twice the cost.
const WEIGHTS: Weights<7> = [
    [-4, 22, 50, 10, 20, 250, 600],
    [-4, 22, 53, 9, 24, 252, 608],
    [4, 10, 52, 11, 30, 342, 549],
    [16, -5, 37, 20, 24, 446, 412],
    [20, 6, 18, 23, -11, 378, 275],
    [14, 30, 2, 24, -48, 236, 159],
    [6, 36, -10, 35, -56, 164, 84],
    [1, 24, -12, 40, -54, 138, 54],
    [-1, 17, -9, 37, -53, 124, 50],
];

/// What each player has, player 1's less player 2's.
#[inline]
fn terms(position: &Position) -> [Score; 7] {
    let claims = claims(position);
    let [one, two] = Seat::BOTH.map(|seat| {
        let (open, corners) = (position.open(seat), position.corners(seat));
        let spread = |set: Cells| set | GRID.edges(set) & open;
        let two = spread(spread(corners));
        let four = spread(spread(two));
        let six = spread(spread(four));
        [
            // Free cells that this player is the first to reach: room for later.
            claims[seat.index()].count(),
            // Cells within two steps of a live corner: room for small pieces.
            two.count(),
            // Cells within four steps, as far as a piece goes, that the opponent may never cover.
            (four & !position.open(seat.other())).count(),
            // Cells within six steps: room for a large piece and the next.
            six.count(),
            // Live corners: choice early on; later, for as many cells, a sign of narrow ground.
            corners.count(),
            // The single square kept for later: it fits where nothing else does.
            position.left(seat) & 1,
        ]
        .map(|count| count as Score)
    });
    let [a, b, c, d, e, f] = std::array::from_fn(|i| one[i] - two[i]);
    [a, b, c, d, e, f, tempo(position)]
}

impl Evaluator<BlokusDuo> for DuoJudge {
    fn evaluate(&self, _game: &BlokusDuo, position: &Position) -> Score {
        expected_margin(position, position.points(), &WEIGHTS, terms(position))
    }

    fn settle(&self, result: i32) -> Score {
        SETTLED_POINT * result
    }

    const RANKS: bool = true;

    #[inline]
    fn rank(&self, _game: &BlokusDuo, position: &Position, step: Move) -> i32 {
        let Move::Place { shape, anchor } = step else { return 0 };
        rank_of(position, cover(shape.into(), anchor.into()))
    }
}
