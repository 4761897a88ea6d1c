//! A second look at the moves that look best: what ground each gains and takes.
//!
//! The move is made on a copy of both players' ground, and what it changes goes through a small net, together with
//! details of where it lies: how far each player gets in two and four steps, who is the first to reach which cells,
//! which corners are new and which of the opponent's are gone. About half a microsecond a move; only the moves that
//! look best at first sight are looked at again.

use plywood_games::blokus::{Cells, GRID};
use plywood_games::duo::{Move, N_PIECES, Position, cover, shapes};

use super::outlook::{firsts, spreads};
use super::prior::{N_STAGES, fresh, stage};

/// Moves that get a second look.
const N_PROMISING: usize = 48;
/// What may grow or shrink: see [`sizes`].
const N_SIZES: usize = 8;
/// Details of where a move lies: see [`Ground::inputs`].
const N_DETAILS: usize = 14;
/// Numbers that the net is told of a move: changes, details and its score at first sight.
pub(super) const N_INPUTS: usize = N_SIZES + N_DETAILS + 1;
/// Hidden units.
pub(super) const N_UNITS: usize = 32;

/// A number for every hidden unit.
type Units = [f32; N_UNITS];

/// The net: one hidden layer of rectified units, and a number to add to a move's score.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Net {
    inputs: [Units; N_INPUTS],
    /// By own pieces on the board.
    stages: [Units; N_STAGES],
    pieces: [Units; N_PIECES],
    out: Units,
}

impl Net {
    /// How many numbers it is.
    pub(super) const N_NUMBERS: usize = (N_INPUTS + N_STAGES + N_PIECES + 1) * N_UNITS;

    /// A net that has nothing to add.
    pub(super) fn zero() -> Self {
        const NONE: Units = [0.0; N_UNITS];
        Self {
            inputs: [NONE; N_INPUTS],
            stages: [NONE; N_STAGES],
            pieces: [NONE; N_PIECES],
            out: NONE,
        }
    }

    /// All numbers, in the order of the file of weights.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.inputs.iter_mut().chain(&mut self.stages).chain(&mut self.pieces);
        rows.flatten().chain(&mut self.out)
    }

    /// The hidden units before rectification.
    #[inline]
    fn hidden(&self, stage: usize, seen: &Seen) -> Units {
        let (of_stage, of_piece) = (&self.stages[stage], &self.pieces[seen.piece]);
        let mut hidden: Units = std::array::from_fn(|i| of_stage[i] + of_piece[i]);
        for (row, input) in self.inputs.iter().zip(&seen.inputs) {
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += input * weight;
            }
        }
        hidden
    }

    /// What it adds to the score of a move.
    #[inline]
    fn adds(&self, stage: usize, seen: &Seen) -> f32 {
        let hidden = self.hidden(stage, seen);
        hidden.iter().zip(&self.out).map(|(unit, weight)| unit.max(0.0) * weight).sum()
    }

    /// Adds to a gradient what follows from a fault in a move's score.
    pub(super) fn trace_back(&self, stage: usize, seen: &Seen, fault: f32, gradient: &mut Self) {
        let hidden = self.hidden(stage, seen);
        for unit in (0..N_UNITS).filter(|&unit| hidden[unit] > 0.0) {
            gradient.out[unit] += fault * hidden[unit];
            let share = fault * self.out[unit];
            gradient.stages[stage][unit] += share;
            gradient.pieces[seen.piece][unit] += share;
            for (row, input) in gradient.inputs.iter_mut().zip(&seen.inputs) {
                row[unit] += share * input;
            }
        }
    }
}

/// Adds to the scores of the moves that look best what a second look finds.
pub(super) fn look_again(
    net: &Net,
    position: &Position,
    last: Option<Move>,
    moves: &[Move],
    scores: &mut [f32],
) {
    let stage = stage(position);
    look(position, last, moves, scores, |place, seen, scores| {
        scores[place] += net.adds(stage, seen);
    });
}

/// Shows the moves that look best by these scores, each with its place.
pub(super) fn look(
    position: &Position,
    last: Option<Move>,
    moves: &[Move],
    scores: &mut [f32],
    mut visit: impl FnMut(usize, &Seen, &mut [f32]),
) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let ground = Ground::of(position, last);
    for place in promising(scores) {
        if let Move::Place { shape, anchor } = moves[place] {
            let inputs = ground.inputs(cover(shape.into(), anchor.into()), scores[place] - most);
            let seen = Seen { inputs, piece: shapes()[usize::from(shape)].piece };
            visit(place, &seen, scores);
        }
    }
}

/// The places of the highest scores.
fn promising(scores: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    if order.len() > N_PROMISING {
        let better = |&a: &usize, &b: &usize| scores[b].total_cmp(&scores[a]).then(a.cmp(&b));
        order.select_nth_unstable_by(N_PROMISING, better);
        order.truncate(N_PROMISING);
    }
    order
}

/// What the net is told of a move.
pub(super) struct Seen {
    inputs: [f32; N_INPUTS],
    piece: usize,
}

/// The ground of both players before a move.
struct Ground {
    /// Cells we may cover, cells that touch an own piece at a corner, and own cells.
    open: Cells,
    reach: Cells,
    own: Cells,
    /// Cells the opponent may cover, its live corners, and its own cells.
    other: Cells,
    theirs: Cells,
    enemy: Cells,
    /// The corners that its last move gave it, and the cells next to them.
    fresh: Cells,
    beside_fresh: Cells,
    /// Where it gets in two steps and in four.
    near: Cells,
    far: Cells,
    sizes: [u32; N_SIZES],
}

impl Ground {
    fn of(position: &Position, last: Option<Move>) -> Self {
        let (us, them) = (position.turn(), position.turn().other());
        let (open, reach) = (position.open(us), position.side(us).reach);
        let (other, theirs) = (position.open(them), position.corners(them));
        let [near, far, _] = spreads(theirs, other);
        let fresh = fresh(position, last);
        Self {
            open,
            reach,
            own: position.own(us),
            other,
            theirs,
            enemy: position.own(them),
            fresh,
            beside_fresh: GRID.edges(fresh),
            near,
            far,
            sizes: sizes([open, other], [reach & open, theirs]),
        }
    }

    /// What a piece on these cells changes, where it lies, and its score at first sight.
    #[inline]
    fn inputs(&self, cells: Cells, score: f32) -> [f32; N_INPUTS] {
        let (edges, diagonals) = (GRID.edges(cells), GRID.diagonals(cells));
        let open = self.open & !(cells | edges);
        let corners = (self.reach | diagonals) & open;
        let after = sizes([open, self.other & !cells], [corners, self.theirs & !cells]);
        let new = corners & !self.reach;
        let details: [Cells; N_DETAILS] = [
            cells & self.other,
            cells & self.theirs,
            cells & self.near,
            cells & self.far,
            cells & self.fresh,
            cells & self.beside_fresh,
            new,
            new & self.other,
            new & self.near,
            edges & self.enemy,
            edges & self.theirs,
            edges & self.open & self.other,
            diagonals & self.enemy,
            diagonals & self.own,
        ];
        let mut inputs = [score / 4.0; N_INPUTS];
        for (input, (after, before)) in inputs.iter_mut().zip(after.iter().zip(self.sizes)) {
            *input = (*after as f32 - before as f32) / 8.0;
        }
        for (input, detail) in inputs[N_SIZES..].iter_mut().zip(details) {
            *input = detail.count() as f32 / 3.0;
        }
        inputs
    }
}

/// How far we get in two steps, in four, in four where the opponent may not follow, and our corners; how far the
/// opponent gets in two steps and in four; the cells that we reach first and those that the opponent does, who is
/// to move.
#[inline]
fn sizes([open, other]: [Cells; 2], [corners, theirs]: [Cells; 2]) -> [u32; N_SIZES] {
    let spread = |set: Cells, open: Cells| set | GRID.edges(set) & open;
    let near = spread(spread(corners, open), open);
    let far = spread(spread(near, open), open);
    let their_near = spread(spread(theirs, other), other);
    let their_far = spread(spread(their_near, other), other);
    let [their_first, our_first] = firsts::<6>([theirs, corners], [other, open]);
    let sets = [near, far, far & !other, corners, their_near, their_far, our_first, their_first];
    sets.map(|set| set.count())
}

#[cfg(test)]
mod tests {
    use plywood_contract::Game;
    use plywood_games::duo::BlokusDuo;

    use super::*;
    use crate::blokus::ground::tests::positions;

    #[test]
    fn what_a_move_changes_is_what_is_there_afterwards() {
        for position in positions(&BlokusDuo, 2) {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            let us = position.turn();
            let ground = Ground::of(&position, None);
            for &step in moves.iter().step_by(29) {
                let Move::Place { shape, anchor } = step else { continue };
                let cells = cover(shape.into(), anchor.into());
                let inputs = ground.inputs(cells, -2.0);
                let mut after = position.clone();
                BlokusDuo.play(&mut after, step);
                let corners = |at: &Position| at.corners(us).count() as f32;
                assert_eq!(8.0 * inputs[3], corners(&after) - corners(&position));
                let taken = ground.theirs & !after.open(us.other());
                assert_eq!(3.0 * inputs[N_SIZES + 1], taken.count() as f32);
                assert_eq!(inputs[N_INPUTS - 1], -0.5);
            }
        }
    }

    #[test]
    fn only_the_best_are_looked_at_again() {
        let scores: Vec<f32> = (0..200).map(|i| ((i * 37) % 200) as f32).collect();
        let mut places = promising(&scores);
        assert_eq!(places.len(), N_PROMISING);
        places.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        assert!(places.iter().enumerate().all(|(i, &place)| scores[place] == (199 - i) as f32));
        assert_eq!(promising(&scores[..5]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let mut net = Net::zero();
        for (i, number) in net.numbers_mut().enumerate() {
            *number = ((i * i + 3 * i) % 23) as f32 / 23.0 - 0.5;
        }
        let seen = Seen { inputs: std::array::from_fn(|i| i as f32 / 9.0 - 1.0), piece: 4 };
        let mut gradient = Net::zero();
        net.trace_back(3, &seen, 1.0, &mut gradient);
        let slopes: Vec<f32> = gradient.numbers_mut().map(|slope| *slope).collect();
        for (i, slope) in slopes.into_iter().enumerate().step_by(7) {
            let around = [-1e-2, 1e-2].map(|step| {
                let mut moved = net.clone();
                *moved.numbers_mut().nth(i).unwrap() += step;
                moved.adds(3, &seen)
            });
            assert!((slope - (around[1] - around[0]) / 2e-2).abs() < 1e-2, "{i}");
        }
    }
}
