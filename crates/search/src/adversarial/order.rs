//! Move ordering: what to try first, so that cuts come early.
//!
//! First the table's move, then by the judge's opinion, then the killers of this ply (moves that cut
//! at a sister position: Huberman, 1968), then by history (moves that cut anywhere, the deeper the
//! better: Schaeffer, 1983). Equals keep the game's own order.

use std::cmp::Reverse;

use plywood_contract::{Evaluator, Game, Seat};

use crate::hash::hash_of;

const N_HISTORY: usize = 1 << 12;

/// What earlier cuts taught about moves.
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
    /// Room to sort in: rank, place in the game's list, move.
    ranked: Vec<(Reverse<Rank>, u16, M)>,
}

/// Compared from left to right.
type Rank = (bool, i32, u8, u32);

impl<M: Copy + Eq + std::hash::Hash> Order<M> {
    pub(super) fn new() -> Self {
        Self {
            killers: Vec::new(),
            history: [vec![0; N_HISTORY], vec![0; N_HISTORY]],
            ranked: Vec::new(),
        }
    }

    /// Sorts `moves`, as the game listed them for `position`, and notes in `places` where each one
    /// stood in that list.
    pub(super) fn sort<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        (game, judge): (&G, &E),
        position: &G::Position,
        ply: u32,
        known_best: Option<u16>,
        moves: &mut [M],
        places: &mut Vec<u16>,
    ) {
        let seat = game.turn(position);
        let killers = self.killers.get(ply as usize).copied().unwrap_or([None; 2]);
        let history = &self.history[seat.index()];
        let rank = |(place, &step): (usize, &M)| {
            let is_known = known_best == Some(place as u16);
            let opinion = if E::RANKS { judge.rank(game, position, step) } else { 0 };
            let killer = match killers {
                [Some(first), _] if first == step => 2,
                [_, Some(second)] if second == step => 1,
                _ => 0,
            };
            let cuts = history[hash_of(&step) as usize % N_HISTORY];
            (Reverse((is_known, opinion, killer, cuts)), place as u16, step)
        };
        self.ranked.clear();
        self.ranked.extend(moves.iter().enumerate().map(rank));
        self.ranked.sort_unstable_by_key(|&(rank, place, _)| (rank, place));
        for (slot, &(_, place, step)) in moves.iter_mut().zip(&self.ranked) {
            *slot = step;
            places.push(place);
        }
    }

    /// Notes that `step` cut at `ply`, `depth` plies before the end.
    pub(super) fn reward(&mut self, seat: Seat, ply: u32, depth: u32, step: M) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(step) {
            *second = first.replace(step);
        }
        let count = &mut self.history[seat.index()][hash_of(&step) as usize % N_HISTORY];
        *count = count.saturating_add(depth * depth);
    }
}
