//! Blokus Duo, the official game for two.

use std::sync::LazyLock;

use plywood_contract::{Score, Scored, message};
use plywood_games::blokus::{GRID, SIDE};
use plywood_games::duo::{BlokusDuo, Move, N_PIECES, shapes};
use plywood_judges::duo::{DuoJudge, Guide};

use super::blokus::{BLOKUS_CELLS, blokus_set};
use super::{Gallery, Levels, Manner, Offer, Still, TimeRange};
use crate::engines::Playable;
use crate::games::{Form, Observed, Planes, Seated};

/// Hundreds of moves at every turn, so each further ply costs more.
pub(super) static OFFER: Offer = Offer {
    name: "blokus-duo",
    about: message!("about-blokus-duo", "the official game for two: 21 polyominoes each on 14×14"),
    rules: &[],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::after(
            "f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8 i9,j9,k9,h10,i10 l8,l9,l10,m10,l11 g2,h2,f3,g3,f4 j11,i12,j12,k12,i13",
        ),
        minute: [
            Still::START,
            Still::after("f8,e9,f9,g9,e10 i4,h5,i5,j5,i6"),
            Still::after(
                "f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8 i9,j9,k9,h10,i10",
            ),
            Still::after(
                "f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8 i9,j9,k9,h10,i10 l8,l9,l10,m10,l11 g2,h2,f3,g3,f4 j11,i12,j12,k12,i13",
            ),
        ],
    },
    sides: ["black", "white"],
    levels: Levels {
        below: [
            "largest:slips=80",
            "largest:slips=25",
            "iterative:depth=1,slips=40",
            "iterative:depth=1,slips=25",
            "iterative:depth=1,slips=10",
            "iterative:depth=1,slips=2",
            "best:nodes=40",
            "best:nodes=400",
        ],
        rated: "best:nodes=6k",
    },
    manner: Manner { time: TimeRange::SECONDS, ..Manner::USUAL },
    checks: &[
        (2, "alpha-beta:depth=2,judge=points"),
        (12, "iterative:depth=2"),
        (24, "iterative:depth=4"),
    ],
    form: Form::Turn,
    open: |_chosen, _seed, position| Seated::open(&OFFER, BlokusDuo, position),
};

impl Playable for BlokusDuo {
    type Judge = DuoJudge;

    fn judge(&self) -> DuoJudge {
        DuoJudge
    }

    const POINT: Score = 100;
    const LEAD: Score = 8;

    const TREE: bool = true;

    fn expected_margin(&self, position: &Self::Position) -> f64 {
        f64::from(Guide::shipped().margin(position))
    }

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

/// For each shape, the number of its first placement and in how many columns it fits.
fn duo_offsets() -> &'static (Vec<(usize, usize)>, usize) {
    static OFFSETS: LazyLock<(Vec<(usize, usize)>, usize)> = LazyLock::new(|| {
        let (mut offsets, mut next) = (Vec::new(), 0);
        for shape in shapes() {
            let most = |side: fn(&(usize, usize)) -> usize| {
                SIDE - shape.cells.iter().map(side).max().unwrap_or(0)
            };
            let (rows, columns) = (most(|cell| cell.0), most(|cell| cell.1));
            offsets.push((next, columns));
            next += rows * columns;
        }
        (offsets, next)
    });
    &OFFSETS
}

/// Own cells, the other's, corners of both, a plane for each piece left of both, and the seat.
impl Observed for BlokusDuo {
    /// The 13,729 placements, and the pass.
    fn n_actions(&self) -> usize {
        duo_offsets().1 + 1
    }

    fn action(&self, _: &Self::Position, step: Move) -> usize {
        let (offsets, n) = duo_offsets();
        match step {
            Move::Place { shape, anchor } => {
                let (row, column) = GRID.place(usize::from(anchor));
                let (first, columns) = offsets[usize::from(shape)];
                first + row * columns + column
            }
            Move::Pass => *n,
        }
    }

    const SHAPE: [usize; 3] = [5 + 2 * N_PIECES, SIDE, SIDE];

    fn planes(&self, position: &Self::Position, out: &mut Planes) {
        let seats = [position.turn(), position.turn().other()];
        seats.iter().for_each(|&seat| blokus_set(out, position.own(seat)));
        seats.iter().for_each(|&seat| blokus_set(out, position.corners(seat)));
        for seat in seats {
            let left = position.left(seat);
            (0..N_PIECES).for_each(|piece| out.fill(BLOKUS_CELLS, (left >> piece & 1) as i16));
        }
        out.seat(BLOKUS_CELLS, seats[0]);
    }
}
