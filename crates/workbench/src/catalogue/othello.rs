//! Othello: discs between two others turn over.

use plywood_contract::{Score, Scored, message};
use plywood_games::othello::{Move, Othello, Position};
use plywood_judges::othello::OthelloJudge;

use super::{Gallery, Levels, Manner, Offer, Still};
use crate::engines::Playable;
use crate::games::{Form, Observed, Planes, Seated};

/// Depth decides: a large count of discs in the middle game means little.
pub(super) static OFFER: Offer = Offer {
    name: "othello",
    about: message!("about-othello", "8×8 discs: enclose the other's and they turn over to you"),
    rules: &[],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::after("d3 c3 c4"),
        minute: [Still::START, Still::after("d3"), Still::after("d3 c3"), Still::after("d3 c3 c4")],
    },
    sides: ["black", "white"],
    manner: Manner::USUAL,
    levels: Levels {
        below: [
            "random",
            "iterative:depth=1,slips=80",
            "iterative:depth=1,slips=55",
            "iterative:depth=1,slips=30",
            "iterative:depth=1,slips=8",
            "iterative:depth=2,slips=10",
            "iterative:depth=3",
            "iterative:depth=4",
        ],
        rated: "best:nodes=10k",
    },
    checks: &[(4, "alpha-beta:depth=5"), (20, "mtd:depth=6"), (48, "iterative:depth=12")],
    form: Form::Discs,
    open: |_chosen, _seed, position| Seated::open(&OFFER, Othello, position),
};

impl Playable for Othello {
    type Judge = OthelloJudge;

    fn judge(&self) -> OthelloJudge {
        OthelloJudge
    }

    const POINT: Score = 100;
    const LEAD: Score = 8;

    fn points(&self, position: &Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

const N_CELLS: usize = 64;

fn cells(set: u64) -> impl Iterator<Item = usize> {
    (0..N_CELLS).filter(move |cell| set >> cell & 1 == 1)
}

/// Own discs, the other's, where one may be placed, and the seat.
impl Observed for Othello {
    /// Each cell, and the pass.
    fn n_actions(&self) -> usize {
        N_CELLS + 1
    }

    fn action(&self, _: &Position, step: Move) -> usize {
        step.cell().map_or(N_CELLS, usize::from)
    }

    const SHAPE: [usize; 3] = [4, 8, 8];

    fn planes(&self, position: &Position, out: &mut Planes) {
        let own = position.turn();
        out.set(N_CELLS, cells(position.discs(own)));
        out.set(N_CELLS, cells(position.discs(own.other())));
        out.set(N_CELLS, cells(position.targets(own)));
        out.seat(N_CELLS, own);
    }
}
