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

mod fit;
mod gains;
mod guide;
mod lanes;
mod net;
mod outlook;
mod playout;
mod prior;
mod record;

use plywood_contract::{Evaluator, Playout, Score, Seat};
use plywood_games::blokus::{Cells, GRID};
use plywood_games::duo::{
    BlokusDuo, Move, N_PIECES, N_SHAPES, PIECE_SIZES, Position, anchors, cover, shapes,
};

pub use self::fit::{Fit, Quality};
pub use self::guide::{Beginner, Guide, Guided};
pub use self::record::{Record, Thought, Turn};
use crate::blokus::ground::claims;
use crate::blokus::rank_of;
use crate::blokus::rest::{Hand, bounds, flood};
use crate::blokus::weights::{SETTLED_POINT, Weights, expected_margin, tempo};

/// The judge.
///
/// ```
/// use plywood_contract::{Evaluator, Game, HIGHEST};
/// use plywood_games::duo::BlokusDuo;
/// use plywood_judges::duo::DuoJudge;
///
/// assert!(DuoJudge.evaluate(&BlokusDuo, &BlokusDuo.start()).abs() < HIGHEST);
/// ```
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

    const BOUNDS: bool = true;

    fn bounds(&self, _game: &BlokusDuo, position: &Position) -> Option<[i32; 2]> {
        let hands = Seat::BOTH.map(|seat| Pieces(position.left(seat)));
        bounds(position, hands, position.points())
    }

    const RANKS: bool = true;

    #[inline]
    fn rank(&self, _game: &BlokusDuo, position: &Position, step: Move) -> i32 {
        let Move::Place { shape, anchor } = step else { return 0 };
        rank_of(position, cover(shape.into(), anchor.into()))
    }

    const GUIDES: bool = true;

    fn priors(
        &self,
        game: &BlokusDuo,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) {
        Guided(Guide::shipped()).priors(game, position, last, moves, out);
    }

    fn chance(&self, _game: &BlokusDuo, position: &Position) -> f32 {
        Guide::shipped().chance(position)
    }

    fn playout(
        &self,
        _game: &BlokusDuo,
        position: &Position,
        chance: u64,
        _room: &mut Vec<Move>,
    ) -> Option<Move> {
        playout::draw(position, chance)
    }

    fn trust(&self, _game: &BlokusDuo, position: &Position) -> f32 {
        guide::trust(position)
    }

    const LATER: f32 = playout::LATER;

    const PLAYS_OUT: bool = true;

    fn play_out(
        &self,
        _game: &BlokusDuo,
        position: &mut Position,
        playout: &mut impl Playout<Move>,
    ) -> i32 {
        playout::play_out(position, playout)
    }
}

/// Pieces left, a bit each.
#[derive(Clone, Copy)]
struct Pieces(u32);

/// The single square's bit.
const SINGLE: u32 = 1;

impl Pieces {
    fn cells(self) -> u32 {
        let held = (0..N_PIECES).filter(|piece| self.0 >> piece & 1 == 1);
        held.map(|piece| PIECE_SIZES[piece]).sum()
    }
}

impl Hand for Pieces {
    const MOST_SHARED: u32 = 0;

    fn ways(self, open: Cells, corners: Cells, mut visit: impl FnMut(Cells, Self)) {
        let mut found = [(0, Cells::EMPTY); N_SHAPES];
        let mut n_found = 0;
        anchors(self.0, open, corners, |shape, anchors| {
            found[n_found] = (shape, anchors);
            n_found += 1;
            true
        });
        // Shapes are listed by size, small ones first.
        for &(shape, anchors) in found[..n_found].iter().rev() {
            let rest = Self(self.0 & !(1 << shapes()[shape].piece));
            anchors.into_iter().for_each(|anchor| visit(cover(shape, anchor), rest));
        }
    }

    fn reach(self, open: Cells, corners: Cells) -> Cells {
        if self.0 & SINGLE != 0 {
            return flood(open, corners);
        }
        let mut room = Cells::EMPTY;
        anchors(self.0, open, open, |shape, anchors| {
            if !anchors.is_empty() {
                for &(row, column) in &shapes()[shape].cells {
                    room |= anchors << GRID.index(row, column) as u32;
                }
            }
            true
        });
        flood(room, corners & room)
    }

    fn most(self, open: Cells) -> u32 {
        let mut fitting = 0;
        anchors(self.0, open, open, |shape, anchors| {
            fitting |= u32::from(!anchors.is_empty()) << shapes()[shape].piece;
            true
        });
        let cells = Self(fitting).cells();
        let n_open = open.count();
        if self.0 != 0 && fitting == self.0 && cells <= n_open {
            cells + 20
        } else {
            cells.min(n_open)
        }
    }

    fn points(self, last: Self, rest: Self) -> [u32; 2] {
        let cells = self.cells() - rest.cells();
        if self.0 == 0 || rest.0 != 0 {
            return [cells; 2];
        }
        // All are placed; another order of play might have had the single square last.
        let single = |is_last: bool| if is_last { 20 } else { 15 };
        [cells + single(last.0 == SINGLE), cells + single(self.0 & SINGLE != 0)]
    }
}
