//! The course's Blokus for two.

use plywood_contract::{Score, Scored, message};
use plywood_games::blokus::game::{Blokus, Move};
use plywood_games::blokus::{Cells, GRID, Piece, SIDE, Stock};
use plywood_judges::blokus::BlokusJudge;

use super::{Gallery, Levels, Manner, NUMBERED, Offer, Still, TimeRange};
use crate::engines::{Course, Playable};
use crate::games::{Form, Observed, Planes, Seated};

/// What to place matters first, where it may go later second.
pub(super) static OFFER: Offer = Offer {
    name: "blokus",
    about: message!(
        "about-blokus",
        "the course's 14×14 game: four small pieces, never turned, corner to corner"
    ),
    rules: &[],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::after(
            "c2@a1 c2@m12 c2@c4 c2@k9 c2@e7 c2@i6 c1@g10 c1@g5 a@c7 c1@h12 c2@f11 b@e3",
        ),
        minute: [
            Still::START,
            Still::after("c2@a1 c2@m12"),
            Still::after("c2@a1 c2@m12 c2@c4 c2@k9 c2@e7"),
            Still::after(
                "c2@a1 c2@m12 c2@c4 c2@k9 c2@e7 c2@i6 c1@g10 c1@g5 a@c7 c1@h12 c2@f11 b@e3",
            ),
        ],
    },
    sides: NUMBERED,
    levels: Levels {
        below: [
            "largest:slips=70",
            "largest:slips=30",
            "largest",
            "iterative:depth=1,slips=30",
            "iterative:depth=1,slips=15",
            "iterative:depth=1,slips=5",
            "best:nodes=500",
            "best:nodes=3k",
        ],
        rated: "best:nodes=25k",
    },
    manner: Manner {
        time: TimeRange::SECONDS,
        ways_apart: true,
        has_several: true,
        spelling: Some(|piece, cell| format!("{piece}@{cell}")),
        ..Manner::USUAL
    },
    checks: &[(0, "alpha-beta:depth=5"), (10, "pvs:depth=4"), (20, "iterative:depth=5")],
    form: Form::Stocks,
    open: |_chosen, _seed, position| Seated::open(&OFFER, Blokus, position),
};

impl Playable for Blokus {
    type Judge = BlokusJudge;

    fn judge(&self) -> BlokusJudge {
        BlokusJudge
    }

    fn course(&self) -> Option<Course<Self>> {
        Some(Course::points())
    }

    const POINT: Score = 100;
    const LEAD: Score = 8;

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

/// Cells of a plane, in both Blokus.
pub(super) const BLOKUS_CELLS: usize = SIDE * SIDE;

/// The number of a cell of the grid, without the empty column.
fn cell(index: usize) -> usize {
    let (row, column) = GRID.place(index);
    row * SIDE + column
}

/// A plane of a set of cells.
pub(super) fn blokus_set(out: &mut Planes, cells: Cells) {
    out.set(BLOKUS_CELLS, cells.into_iter().map(cell));
}

/// Own cells, the other's, blocked ones, corners to go on from, the pieces `a`, `b`, `c` left of both,
/// and the seat.
impl Observed for Blokus {
    /// Each piece on each cell, and the pass.
    fn n_actions(&self) -> usize {
        Piece::ALL.len() * BLOKUS_CELLS + 1
    }

    fn action(&self, _: &Self::Position, step: Move) -> usize {
        match step {
            Move::Place(placement) => {
                placement.piece() as usize * BLOKUS_CELLS + cell(placement.anchor())
            }
            Move::Pass => Piece::ALL.len() * BLOKUS_CELLS,
        }
    }

    const SHAPE: [usize; 3] = [11, SIDE, SIDE];

    fn planes(&self, position: &Self::Position, out: &mut Planes) {
        let (own, other) = (position.turn(), position.turn().other());
        blokus_set(out, position.own(own));
        blokus_set(out, position.own(other));
        blokus_set(out, position.blocked());
        blokus_set(out, position.corners(own));
        for seat in [own, other] {
            let Stock { a, b, c } = position.left(seat);
            [a, b, c].into_iter().for_each(|left| out.fill(BLOKUS_CELLS, left as i16));
        }
        out.seat(BLOKUS_CELLS, own);
    }
}
