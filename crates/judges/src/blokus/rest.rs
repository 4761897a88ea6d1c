//! What a player can still place: bounds on the rest of a game of Blokus for two.
//!
//! A player never covers a cell outside its reach, so what fits into its reach is the most it can get.
//! When the players' reaches do not meet, neither can disturb the other: the rest of the game is two
//! puzzles for one, and what can be packed is what will be placed.

use plywood_contract::Seat;
use plywood_games::blokus::{Cells, Duel, GRID};

/// Pieces in hand.
pub(crate) trait Hand: Copy {
    /// With more free cells than this that a king could walk to from corners of both players, the
    /// bounds are not worth their time. Found by the time to an exact value.
    const MOST_SHARED: u32;
    /// Every way to cover one of `corners` within `open`, largest pieces first: the cells, and what is
    /// left in hand.
    fn ways(self, open: Cells, corners: Cells, visit: impl FnMut(Cells, Self));
    /// All cells that this hand may ever cover within `open`, starting from `corners`; too many only make the bounds
    /// weaker.
    fn reach(self, open: Cells, corners: Cells) -> Cells;
    /// The most points that this hand can bring within `open`.
    fn most(self, open: Cells) -> u32;
    /// Bounds on the points for playing this hand down to `rest`, `last` being the hand before the last piece.
    fn points(self, last: Self, rest: Self) -> [u32; 2];
}

/// Positions tried to pack a player's pieces. Found by the time to an exact value: 60 took longer.
const BUDGET: u32 = 24;

/// With fewer cells covered than this it is not even tried.
const FEWEST_COVERED: u32 = 80;

/// Bounds on the final margin for player 1, or `None` if it is too early.
pub(crate) fn bounds<H: Hand>(duel: &Duel, hands: [H; 2], points: [u32; 2]) -> Option<[i32; 2]> {
    if (duel.own(Seat::One) | duel.own(Seat::Two)).count() < FEWEST_COVERED {
        return None;
    }
    let mut reaches = Seat::BOTH.map(|seat| flood(duel.open(seat), duel.corners(seat)));
    if (reaches[0] & reaches[1]).count() > H::MOST_SHARED {
        return None;
    }
    for seat in Seat::BOTH {
        let i = seat.index();
        reaches[i] = hands[i].reach(reaches[i], duel.corners(seat));
    }
    let are_apart = (reaches[0] & reaches[1]).is_empty();
    let [one, two] = Seat::BOTH.map(|seat| {
        let (hand, reach) = (hands[seat.index()], reaches[seat.index()]);
        let rest = are_apart.then(|| packed(hand, reach, duel.corners(seat) & reach));
        let [least, most] = rest.unwrap_or_else(|| [0, hand.most(reach)]);
        let points = points[seat.index()];
        [points + least, points + most].map(|points| points as i32)
    });
    Some([one[0] - two[1], one[1] - two[0]])
}

/// The cells within `room` that a chain of cells touching at edges or corners joins to `corners`.
pub(crate) fn flood(room: Cells, corners: Cells) -> Cells {
    let mut set = corners;
    loop {
        let more = GRID.around(set) & room;
        if more == set {
            return set;
        }
        set = more;
    }
}

/// Bounds on the points of a player left alone with these cells.
fn packed<H: Hand>(hand: H, open: Cells, corners: Cells) -> [u32; 2] {
    let mut packing = Packing { whole: hand, best: [0; 2], budget: BUDGET };
    packing.pack(hand, hand, open, corners);
    let [least, most] = packing.best;
    if packing.budget > 0 { [least, most] } else { [least, hand.most(open)] }
}

/// A search for the most that a hand can bring, without the opponent.
struct Packing<H> {
    whole: H,
    /// Bounds on the points of the best packing.
    best: [u32; 2],
    /// Positions that may still be tried; none left means that the search did not end.
    budget: u32,
}

impl<H: Hand> Packing<H> {
    /// Settles one corner after the other: some piece covers it, or none ever will. A piece that
    /// covers a live corner may be placed at once, so the order of play does not matter.
    fn pack(&mut self, last: H, hand: H, mut open: Cells, mut corners: Cells) {
        self.budget = self.budget.saturating_sub(1);
        let [low, high] = self.whole.points(last, hand);
        self.best = [self.best[0].max(low), self.best[1].max(high)];
        while let Some(corner) = corners.pop() {
            if self.budget == 0 || low + hand.most(open) <= self.best[0] {
                return;
            }
            hand.ways(open, Cells::cell(corner), |cells, rest| {
                if self.budget > 0 {
                    let open = open & !(cells | GRID.edges(cells));
                    let corners = (corners | GRID.diagonals(cells)) & open;
                    self.pack(hand, rest, open, corners);
                }
            });
            open &= !Cells::cell(corner);
        }
    }
}
