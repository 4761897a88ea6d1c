//! Move ordering: what to try first, so that cuts come early.
//!
//! First the table's move, then by the judge's opinion, then the killers of this ply (moves that cut
//! at a sister position: Huberman, 1968), then by history (moves that cut anywhere, the deeper the
//! better: Schaeffer, 1983). Equals keep the game's own order. Nothing is ranked before the table's
//! move has failed, and nothing is sorted before a few moves, picked one by one, have failed too: most
//! positions that cut do so by then.

use plywood_contract::{Evaluator, Game, Seat};

use crate::hash::hash_of;

const N_HISTORY: usize = 1 << 12;
/// Killers rank above every history count.
const KILLERS: [u16; 2] = [u16::MAX, u16::MAX - 1];
/// A history count that reaches this halves all of them.
const HISTORY_FULL: u16 = 1 << 15;
/// So many moves are picked one by one before the rest is sorted.
const PICKED: usize = 8;

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    /// From the highest bits down: opinion, killer or history, and the place in the game's list, the
    /// first being the highest; so no two are equal.
    rank: u64,
    step: M,
}

impl<M> Candidate<M> {
    fn place(&self) -> u16 {
        !(self.rank as u16)
    }
}

/// The moves of all positions on the current path, with the killers and the history of earlier cuts.
pub(super) struct Order<M> {
    candidates: Vec<Candidate<M>>,
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u16>; 2],
}

impl<M: Copy + Eq + std::hash::Hash> Order<M> {
    /// An empty memory.
    pub(super) fn new() -> Self {
        let history = [(); 2].map(|()| vec![0; N_HISTORY]);
        Self { candidates: Vec::new(), killers: Vec::new(), history }
    }

    /// Takes the moves of one position, in the game's order; they stay until [`Order::truncate`]
    /// goes back to the number returned.
    pub(super) fn take(&mut self, moves: impl Iterator<Item = M>) -> usize {
        let first = self.candidates.len();
        let waiting = moves
            .enumerate()
            .map(|(place, step)| Candidate { rank: u64::from(!(place as u16)), step });
        self.candidates.extend(waiting);
        first
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(super) fn truncate(&mut self, first: usize) {
        self.candidates.truncate(first);
    }

    /// The move tried at place `i`, once [`Order::pick`] chose it, and its place in the game's list.
    pub(super) fn chosen(&self, i: usize) -> (M, u16) {
        (self.candidates[i].step, self.candidates[i].place())
    }

    /// Puts the move at this place in the game's list in front, without ranking any.
    pub(super) fn bring_forward(&mut self, first: usize, place: u16) {
        self.candidates.swap(first, first + usize::from(place));
    }

    /// Ranks the moves from `first` on.
    pub(super) fn rank<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        (game, judge): (&G, &E),
        position: &G::Position,
        ply: u32,
        first: usize,
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or([None; 2]);
        let history = &self.history[game.turn(position).index()];
        for candidate in &mut self.candidates[first..] {
            let step = candidate.step;
            let opinion = if E::RANKS { judge.rank(game, position, step) } else { 0 };
            let quiet = match killers {
                [Some(killer), _] if killer == step => KILLERS[0],
                [_, Some(killer)] if killer == step => KILLERS[1],
                _ => history[hash_of(&step) as usize % N_HISTORY],
            };
            // Turning the sign bit makes signed numbers compare like unsigned ones.
            let opinion = u64::from(opinion as u32 ^ 1 << 31);
            candidate.rank |= opinion << 32 | u64::from(quiet) << 16;
        }
    }

    /// Puts the best of the moves from `i` on at `i`; `first` is where the position's moves begin.
    pub(super) fn pick(&mut self, first: usize, i: usize) {
        let rest = &mut self.candidates[i..];
        if i - first == PICKED {
            rest.sort_unstable_by_key(|candidate| !candidate.rank);
        }
        if i - first >= PICKED {
            return;
        }
        let mut best = 0;
        for (k, candidate) in rest.iter().enumerate() {
            if candidate.rank > rest[best].rank {
                best = k;
            }
        }
        rest.swap(0, best);
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
        let history = &mut self.history[seat.index()];
        let count = &mut history[hash_of(&step) as usize % N_HISTORY];
        *count = count.saturating_add((depth * depth).min(400) as u16);
        if *count >= HISTORY_FULL {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
