//! Cavalo: two knights on a board of numbers.

use plywood_contract::{Analysis, Game, Limits, Score, Scored, Stop, message};
use plywood_games::cavalo::{self, Cavalo, Doubles, Placement, PlacementDoubles, Rules};
use plywood_judges::cavalo::CavaloJudge;
use plywood_solvers::cavalo::Solver;

use super::manner::lisp_number;
use super::{Chosen, Gallery, Levels, Manner, NUMBERED, Offer, Rule, Still};
use crate::engines::{Course, Expert, Means, Playable, Prover};
use crate::games::{Form, Observed, Planes, Seated};

/// At most eight jumps, but every number counts.
pub(super) static OFFER: Offer = Offer {
    name: "cavalo",
    about: message!(
        "about-cavalo",
        "two knights on a 10×10 board of numbers: collect points, block the other"
    ),
    rules: &[
        Rule { key: "placement", values: &["auto", "choose"] },
        Rule { key: "doubles", values: &["choose", "largest"] },
        Rule { key: "placement_doubles", values: &["none", "as-move"] },
        Rule { key: "zero_double", values: &["false", "true"] },
    ],
    is_shuffled: true,
    gallery: Gallery {
        card: Still { seed: 7, ..Still::after("c3 e8 e2x11 g9 g3 h7x99") },
        minute: [
            Still { seed: 7, ..Still::START },
            Still { seed: 7, ..Still::after("c3") },
            Still { seed: 7, ..Still::after("c3 e8 e2x11") },
            Still { seed: 7, ..Still::after("c3 e8 e2x11 g9 g3 h7x99") },
        ],
    },
    sides: NUMBERED,
    levels: Levels {
        below: [
            "largest:slips=90",
            "largest:slips=48",
            "best:nodes=300,slips=51",
            "best:nodes=300,slips=34",
            "best:nodes=300,slips=20",
            "best:nodes=300,slips=6",
            "best:nodes=500",
            "best:nodes=2k",
        ],
        rated: "best:nodes=40k",
    },
    manner: Manner { by_row_and_column: true, lisp: lisp_number, ..Manner::USUAL },
    checks: &[(4, "alpha-beta:depth=6"), (10, "mtd:depth=8"), (16, "iterative:depth=12")],
    form: Form::Knights,
    open: |chosen, seed, position| {
        Seated::open(&OFFER, Cavalo::shuffled(seed, rules(chosen)), position)
    },
};

fn rules(chosen: &Chosen<'_>) -> Rules {
    let is = |key, value| chosen.is(key, value);
    Rules {
        placement: if is("placement", "choose") { Placement::Choose } else { Placement::Auto },
        placement_doubles: if is("placement_doubles", "as-move") {
            PlacementDoubles::AsMove
        } else {
            PlacementDoubles::None
        },
        doubles: if is("doubles", "largest") { Doubles::Largest } else { Doubles::Choose },
        zero_double: is("zero_double", "true"),
    }
}

impl Playable for Cavalo {
    type Judge = CavaloJudge;

    fn judge(&self) -> CavaloJudge {
        CavaloJudge
    }

    fn course(&self) -> Option<Course<Self>> {
        Some(Course::points())
    }

    const POINT: Score = 1;
    const LEAD: Score = 150;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(Solver::with_threads(means.hash as usize, means.threads)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(Solver::with_threads(means.hash as usize, means.threads))
    }

    /// Boards differ from game to game.
    fn has_rules_of(&self, other: &Self) -> bool {
        self.rules() == other.rules()
    }

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

impl Expert<Cavalo> for Solver {
    fn most_lines(&self) -> usize {
        1
    }

    fn analyse(
        &mut self,
        game: &Cavalo,
        position: &cavalo::Position,
        _n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<cavalo::Move>),
    ) -> Analysis<cavalo::Move> {
        Solver::analyse(self, game, position, limits, progress)
    }
}

impl Prover<Cavalo> for Solver {
    fn value(
        &mut self,
        game: &Cavalo,
        position: &<Cavalo as Game>::Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        match Solver::value(self, game, position, limits) {
            Ok(exact) => (Ok(exact.value), exact.nodes),
            Err(unsettled) => (Err(unsettled.stop), unsettled.nodes),
        }
    }
}

const CAVALO_CELLS: usize = cavalo::N_CELLS;
/// A landing removes no double, or one of 00, 11 … 99.
const REMOVALS: usize = 11;

/// Numbers, the cells that have one, both knights, the points of both, and the seat.
impl Observed for Cavalo {
    /// Each cell times the double removed or none, and the pass.
    fn n_actions(&self) -> usize {
        CAVALO_CELLS * REMOVALS + 1
    }

    fn action(&self, position: &cavalo::Position, step: cavalo::Move) -> usize {
        let Some(to) = step.to() else { return CAVALO_CELLS * REMOVALS };
        let is_double = position.doubles() & to.bit() != 0;
        let removed = step.removed().filter(|_| is_double);
        let digit = removed.and_then(|cell| position.number(cell)).map(|number| number / 11);
        to.index() * REMOVALS + digit.map_or(0, |digit| 1 + usize::from(digit))
    }

    const SHAPE: [usize; 3] = [7, cavalo::SIDE, cavalo::SIDE];

    fn planes(&self, position: &cavalo::Position, out: &mut Planes) {
        let seats = [position.turn(), position.turn().other()];
        let number = |cell| position.number(cell).map_or(0, i16::from);
        out.0.extend(cavalo::Cell::all().map(number));
        out.set(CAVALO_CELLS, cavalo::cells(position.numbered()).map(cavalo::Cell::index));
        for seat in seats {
            out.set(CAVALO_CELLS, position.knight(seat).map(cavalo::Cell::index));
        }
        let points = position.points();
        seats.iter().for_each(|seat| out.fill(CAVALO_CELLS, points[seat.index()] as i16));
        out.seat(CAVALO_CELLS, seats[0]);
    }
}
