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

#[cfg(test)]
pub(crate) mod tests {
    use plywood_contract::Game;
    use plywood_games::blokus::SIDE;
    use plywood_games::blokus::game::Blokus;
    use plywood_games::duo::BlokusDuo;
    use plywood_testkit::check::Dice;

    use super::*;

    /// The positions of a few random games.
    pub(crate) fn positions<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let mut dice = Dice::new(seed);
            let mut position = game.start();
            let mut moves = Vec::new();
            while game.result(&position).is_none() {
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[dice.below(moves.len())]);
                positions.push(position.clone());
            }
        }
        positions
    }

    /// The same claims, cell by cell and round by round.
    fn slow_claims(duel: &Duel) -> [Vec<usize>; 2] {
        let cells = || (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE));
        let touch = |(r, c): (usize, usize), (row, column): (usize, usize)| {
            r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
        };
        let index = |(row, column)| GRID.index(row, column);
        let corners = |seat| cells().filter(move |&cell| duel.corners(seat).contains(index(cell)));
        let mut claimed = Seat::BOTH.map(|seat| corners(seat).collect::<Vec<_>>());
        loop {
            let fresh = Seat::BOTH.map(|seat| {
                let mine = &claimed[seat.index()];
                let is_free = |cell| !claimed.iter().any(|claimed| claimed.contains(&cell));
                let free = cells().filter(|&cell| duel.open(seat).contains(index(cell)));
                let near = free.filter(|&cell| mine.iter().any(|&other| touch(cell, other)));
                near.filter(|&cell| is_free(cell)).collect::<Vec<_>>()
            });
            if fresh.iter().all(Vec::is_empty) {
                return claimed.map(|cells| cells.into_iter().map(index).collect());
            }
            claimed.iter_mut().zip(fresh).for_each(|(claimed, fresh)| claimed.extend(fresh));
        }
    }

    fn compare(duel: &Duel) {
        let slow = slow_claims(duel).map(|mut cells| {
            cells.sort_unstable();
            cells
        });
        assert_eq!(claims(duel).map(|cells| cells.into_iter().collect::<Vec<_>>()), slow);
    }

    #[test]
    fn claims_are_those_of_a_walk_cell_by_cell() {
        positions(&Blokus, 6).iter().for_each(|position| compare(position));
        positions(&BlokusDuo, 4).iter().for_each(|position| compare(position));
    }
}
