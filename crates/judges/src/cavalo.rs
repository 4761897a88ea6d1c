//! A judge of cavalo for searches that know no game.

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::cavalo::{Cavalo, Cell, Move, Position, cells};

/// Points, and how free the knights are.
///
/// Each knight's freedom counts in points, a target less than the one before:
///
/// - *targets*: a knight with few cells to go to now is soon forced or shut in;
/// - *exits*: an attack may end, so numbers a jump away count a little even while attacked;
/// - *a knight without exits* will never move again, and the other one walks on alone, which brings it about
///   half of what it can reach in three jumps.
#[derive(Clone, Copy, Debug, Default)]
pub struct CavaloJudge;

/// What one target is worth at most, in points. A first guess, as the two below: never tuned.
const TARGET: i32 = 40;
/// How much less each further target is worth, twice over.
const FEWER: i32 = 2;
/// What an exit is worth.
const EXIT: i32 = 10;

impl Evaluator<Cavalo> for CavaloJudge {
    fn evaluate(&self, _game: &Cavalo, position: &Position) -> Score {
        let [one, two] = position.points().map(|points| points as i32);
        let [free_one, free_two] = Seat::BOTH.map(|seat| freedom(position, seat));
        let value = one + free_one - two - free_two;
        if position.turn() == Seat::One { value } else { -value }
    }

    const BOUNDS: bool = true;

    /// Known once a knight has no exits: it adds nothing more, the other at most all that is left.
    fn bounds(&self, _game: &Cavalo, position: &Position) -> Option<[i32; 2]> {
        let left = position.numbered();
        let stuck = Seat::BOTH
            .map(|seat| position.knight(seat).is_some_and(|cell| cell.jumps() & left == 0));
        if stuck == [false; 2] {
            return None;
        }
        let sum: i32 = cells(left).filter_map(|cell| position.number(cell)).map(i32::from).sum();
        let [most_one, most_two] = stuck.map(|is_stuck| if is_stuck { 0 } else { sum });
        let [one, two] = position.points().map(|points| points as i32);
        Some([one - two - most_two, one - two + most_one])
    }

    const RANKS: bool = true;

    /// Fewest targets for the other knight, its fewest exits, most exits of one's own, points.
    fn rank(&self, _game: &Cavalo, position: &Position, step: Move) -> i32 {
        let Some(to) = step.to() else { return 0 };
        let gone = step.removed().map_or(0, Cell::bit) | to.bit();
        let left = position.numbered() & !gone;
        let own_exits = (to.jumps() & left).count_ones() as i32;
        let points = i32::from(position.number(to).unwrap_or(0));
        let other = position.turn().other();
        let reach = match position.knight(other) {
            Some(cell) => cell.jumps() & left,
            None => position.targets(other) & left,
        };
        let other_exits = reach.count_ones() as i32;
        let other_targets = (reach & !to.jumps()).count_ones() as i32;
        let shut_in = |n_exits: i32| if n_exits == 0 { 1000 } else { 0 };
        points + 20 * own_exits - 40 * other_exits - 120 * other_targets + shut_in(other_exits)
            - shut_in(own_exits)
    }
}

/// What a player's freedom is worth, in points.
fn freedom(position: &Position, seat: Seat) -> i32 {
    let n_targets = position.targets(seat).count_ones() as i32;
    let Some(own) = position.knight(seat) else { return TARGET };
    let left = position.numbered();
    let exits = own.jumps() & left;
    let is_alone = |other: Cell| other.jumps() & left == 0;
    if exits != 0 && position.knight(seat.other()).is_some_and(is_alone) {
        let near = jumped(jumped(exits) & left | exits) & left | exits;
        let sum: i32 = cells(near).filter_map(|cell| position.number(cell)).map(i32::from).sum();
        return sum / 2;
    }
    TARGET * n_targets - FEWER * n_targets * n_targets + EXIT * exits.count_ones() as i32
}

/// The cells a jump away from any of a set.
fn jumped(set: u128) -> u128 {
    cells(set).fold(0, |all, cell| all | cell.jumps())
}
