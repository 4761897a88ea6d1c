//! Ground: which free cells are whose, in both games of Blokus for two.

use plywood_contract::Seat;
use plywood_games::blokus::{Cells, Duel, GRID};

/// The cells each player reaches no later than the other, when both spread from their live corners a
/// king's step at a time over the cells open to them. Cells reached at the same time are both's.
/// A dozen rounds of eight shifts; nothing is allocated.
pub(crate) fn claims(duel: &Duel) -> [Cells; 2] {
    let mut claimed = Seat::BOTH.map(|seat| duel.corners(seat));
    let mut fresh = claimed;
    let mut free = Seat::BOTH.map(|seat| duel.open(seat));
    loop {
        free = free.map(|free| free & !(fresh[0] | fresh[1]));
        fresh = [GRID.around(fresh[0]) & free[0], GRID.around(fresh[1]) & free[1]];
        if (fresh[0] | fresh[1]).is_empty() {
            return claimed;
        }
        claimed = [claimed[0] | fresh[0], claimed[1] | fresh[1]];
    }
}
