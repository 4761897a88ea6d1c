//! A judge of the course's Blokus for two: points so far, and what can still be placed.
//!
//! ```
//! use plywood_contract::{Evaluator, Game, Notation};
//! use plywood_games::blokus::game::Blokus;
//! use plywood_judges::blokus::BlokusJudge;
//!
//! let mut position = Blokus.start();
//! for step in ["c2@a1", "a@n14"] {
//!     Blokus.try_play(&mut position, step).unwrap();
//! }
//! assert!(BlokusJudge.evaluate(&Blokus, &position) > 300); // three points ahead, and more to come
//! ```
//!
//! An opinion is the margin expected at the end, in hundredths of a point; a finished game counts ten
//! thousand a point, so that the smallest win is above every opinion.

pub(crate) mod ground;
pub(crate) mod rest;
pub(crate) mod weights;

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::blokus::game::{Blokus, Move, Position};
use plywood_games::blokus::{Cells, Duel, GRID, Piece, Stock};

use self::ground::claims;
use self::rest::{Hand, bounds};
use self::weights::{SETTLED_POINT, Weights, expected_margin, tempo};

/// The judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlokusJudge;

/// In the order of [`terms`], by cells on the board. Found by least squares on the final margins of
/// 600 games of a first guess against itself (1,000 nodes a move, random openings, one move in twenty
/// at random), then of 600 games of the result. At 2,000 nodes a move the first round won 139.5 of 200
/// against the guess, the second 220.5 of 400 against the first. Corners, the cells within reach for
/// ever and the fours left were tried: they added nothing.
const WEIGHTS: Weights<6> = [
    [-1, -11, 52, 0, 71, 563],
    [2, -23, 50, 22, 69, 500],
    [12, -38, 44, 49, 87, 396],
    [23, -44, 42, 53, 130, 275],
    [21, -48, 56, 40, 139, 152],
    [10, -59, 75, 24, 116, 70],
    [3, -70, 84, 18, 106, 18],
    [0, -72, 86, 16, 102, 4],
    [0, -72, 86, 16, 100, 2],
];

/// What each player has, player 1's less player 2's.
#[inline]
fn terms(position: &Position) -> [Score; 6] {
    let claims = claims(position);
    let [one, two] = Seat::BOTH.map(|seat| counts(position, seat, claims[seat.index()]));
    let [a, b, c, d, e] = std::array::from_fn(|i| one[i] as Score - two[i] as Score);
    [a, b, c, d, e, tempo(position)]
}

/// What one player has, who claims these cells.
#[inline]
fn counts(position: &Position, seat: Seat, claimed: Cells) -> [u32; 5] {
    let (mut places, mut within) = (0, Cells::EMPTY);
    for (piece, anchors) in position.placements(seat) {
        if piece != Piece::A {
            places += anchors.count();
            within |= GRID.spread(piece, anchors);
        }
    }
    let safe = within & !position.open(seat.other());
    [
        // Free cells that this player is the first to reach: room for later.
        claimed.count(),
        // Ways to place a four. For as many cells, fewer ways are better: they overlap less.
        places,
        // Cells that the next four may cover.
        within.count(),
        // Those of them that the opponent may never cover.
        safe.count(),
        // Single cells kept for later: they fit almost anywhere, and open new corners.
        position.left(seat).a,
    ]
}

impl Evaluator<Blokus> for BlokusJudge {
    fn evaluate(&self, _game: &Blokus, position: &Position) -> Score {
        expected_margin(position, position.points(), &WEIGHTS, terms(position))
    }

    fn settle(&self, result: i32) -> Score {
        SETTLED_POINT * result
    }

    const BOUNDS: bool = true;

    fn bounds(&self, _game: &Blokus, position: &Position) -> Option<[i32; 2]> {
        let hands = Seat::BOTH.map(|seat| position.left(seat));
        bounds(position, hands, position.points())
    }

    const RANKS: bool = true;

    #[inline]
    fn rank(&self, _game: &Blokus, position: &Position, step: Move) -> i32 {
        let Move::Place(placement) = step else { return 0 };
        rank_of(position, GRID.cover(placement.piece(), placement.anchor()))
    }
}

/// The ordering score of covering these cells: large pieces first, then those that open corners and that take
/// the opponent's.
#[inline]
pub(crate) fn rank_of(duel: &Duel, cells: Cells) -> i32 {
    let seat = duel.turn();
    let free = duel.open(seat) & !duel.side(seat).reach & !GRID.edges(cells);
    let opened = GRID.diagonals(cells) & free;
    let taken = cells & duel.corners(seat.other());
    (100 * cells.count() + 10 * opened.count() + 20 * taken.count()) as i32
}

impl Hand for Stock {
    const MOST_SHARED: u32 = 16;

    fn ways(self, open: Cells, corners: Cells, mut visit: impl FnMut(Cells, Self)) {
        for piece in [Piece::B, Piece::C1, Piece::C2, Piece::A] {
            if let Some(rest) = self.without(piece) {
                for anchor in GRID.anchors(piece, open, corners) {
                    visit(GRID.cover(piece, anchor), rest);
                }
            }
        }
    }

    fn reach(self, open: Cells, mut corners: Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        loop {
            let mut more = reached;
            for piece in Piece::ALL {
                if self.of(piece) > 0 {
                    more |= GRID.spread(piece, GRID.anchors(piece, open, corners));
                }
            }
            if more == reached {
                return reached;
            }
            reached = more;
            corners = GRID.diagonals(reached) & open;
        }
    }

    fn most(self, open: Cells) -> u32 {
        let [b, c] = room_for_fours(self, open);
        let fours = (b | c).count() / 4;
        let fours = fours.min(self.b.min(b.count() / 4) + self.c.min(c.count() / 4));
        4 * fours + self.a.min(open.count() - 4 * fours)
    }

    fn points(self, _last: Self, rest: Self) -> [u32; 2] {
        [self.cells() - rest.cells(); 2]
    }
}

/// The cells that a `b` in stock could cover, and a `c`.
fn room_for_fours(stock: Stock, open: Cells) -> [Cells; 2] {
    let room = |piece| match stock.of(piece) {
        0 => Cells::EMPTY,
        _ => GRID.spread(piece, GRID.anchors(piece, open, open)),
    };
    [room(Piece::B), room(Piece::C1) | room(Piece::C2)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plywood_contract::Game;

    use super::*;
    use crate::blokus::ground::tests::positions;

    #[test]
    fn counts_are_those_of_the_moves_listed() {
        for position in positions(&Blokus, 40) {
            let mut moves = Vec::new();
            Blokus.moves(&position, &mut moves);
            let (mut places, mut within) = (0, BTreeSet::new());
            for step in moves {
                let Move::Place(placement) = step else { continue };
                let (row, column) = GRID.place(placement.anchor());
                if placement.piece() != Piece::A {
                    places += 1;
                    within.extend(placement.piece().cells().iter().map(|&(down, right)| {
                        let row = row.wrapping_add_signed(down.into());
                        GRID.index(row, column.wrapping_add_signed(right.into()))
                    }));
                }
            }
            let other = position.side(position.turn().other());
            let is_safe = |cell: &&usize| other.barred.contains(**cell);
            let safe = within.iter().filter(is_safe).count() as u32;
            let [_, fast_places, fast_within, fast_safe, _] =
                counts(&position, position.turn(), Cells::EMPTY);
            let slow = [places, within.len() as u32, safe];
            assert_eq!([fast_places, fast_within, fast_safe], slow);
        }
    }
}
