//! Tic-tac-toe: small enough to be searched to its end by every engine.

use plywood_contract::{Score, message};
use plywood_games::tic_tac_toe::{Cell, Position, TicTacToe};
use plywood_judges::tic_tac_toe::OpenLines;

use super::{Gallery, Levels, Manner, NUMBERED, Offer, Still};
use crate::engines::Playable;
use crate::games::{Form, Observed, Planes, Seated};

/// An engine that searches to the end never loses, so levels differ in their share of random moves. A level
/// scores 56 to 61 % against the one below (200 games each from one random ply): the game has no room for more.
pub(super) static OFFER: Offer = Offer {
    name: "tic-tac-toe",
    about: message!("about-tic-tac-toe", "noughts and crosses: three in a row on 3×3"),
    rules: &[],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::after("b2 a1 c1"),
        minute: [
            Still::START,
            Still::after("b2"),
            Still::after("b2 a1 c1"),
            Still::after("b2 a1 c1 b1 a3"),
        ],
    },
    sides: NUMBERED,
    manner: Manner::USUAL,
    levels: Levels {
        below: [
            "random",
            "iterative:depth=9,slips=85",
            "iterative:depth=9,slips=70",
            "iterative:depth=9,slips=56",
            "iterative:depth=9,slips=43",
            "iterative:depth=9,slips=31",
            "iterative:depth=9,slips=20",
            "iterative:depth=9,slips=10",
        ],
        rated: "best:depth=9",
    },
    checks: &[(0, "minimax:depth=9"), (1, "alpha-beta:depth=8"), (0, "iterative:depth=9")],
    form: Form::Marks,
    open: |_chosen, _seed, position| Seated::open(&OFFER, TicTacToe, position),
};

impl Playable for TicTacToe {
    type Judge = OpenLines;

    fn judge(&self) -> OpenLines {
        OpenLines
    }

    const POINT: Score = 10;
    const LEAD: Score = 1;
}

const N_CELLS: usize = 9;

/// Own cells, the other's, and the seat.
impl Observed for TicTacToe {
    /// Each cell.
    fn n_actions(&self) -> usize {
        N_CELLS
    }

    fn action(&self, _: &Position, cell: Cell) -> usize {
        cell.number().into()
    }

    const SHAPE: [usize; 3] = [3, 3, 3];

    fn planes(&self, position: &Position, out: &mut Planes) {
        let own = position.turn();
        for seat in [own, own.other()] {
            let cells = Cell::all_in(position.marks(seat)).map(|cell| cell.number().into());
            out.set(N_CELLS, cells);
        }
        out.seat(N_CELLS, own);
    }
}
