//! A position's moves as a node wants them: likeliest first, without those too unlikely to matter.

use plywood_contract::{Evaluator, Game};

use super::Mcts;
use super::node::Listed;
use super::walk::slot;

/// With at most so many moves none is dropped: where few are left, proofs are near.
const FEW: usize = 32;

/// Lists to work in.
pub(super) struct Lister<M> {
    moves: Vec<M>,
    scores: Vec<f32>,
    order: Vec<(f32, u32)>,
    sorted: Vec<M>,
    priors: Vec<f32>,
    slots: Vec<u16>,
}

impl<M> Default for Lister<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            scores: Vec::new(),
            order: Vec::new(),
            sorted: Vec::new(),
            priors: Vec::new(),
            slots: Vec::new(),
        }
    }
}

impl<M: Copy + std::hash::Hash> Lister<M> {
    /// Lists the moves of a position; `last` led to it. At the root all of them stay. Empty if the game
    /// is over.
    pub(super) fn list<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        (game, judge): (&G, &E),
        options: &Mcts,
        position: &G::Position,
        last: Option<M>,
        is_root: bool,
    ) -> Listed<'_, M> {
        self.moves.clear();
        self.scores.clear();
        game.moves(position, &mut self.moves);
        let n_moves = self.moves.len();
        if E::GUIDES {
            judge.priors(game, position, last, &self.moves, &mut self.scores);
        } else if E::RANKS {
            let ranks = self.moves.iter().map(|&step| judge.rank(game, position, step) as f32);
            self.scores.extend(ranks);
        } else {
            self.scores.resize(n_moves, 0.0);
        }
        let most = self.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let is_cut = E::GUIDES && !is_root && n_moves > FEW;
        let least = if is_cut { most + options.least_prior.ln() } else { f32::NEG_INFINITY };
        self.order.clear();
        let numbered = self.scores.iter().zip(0..);
        self.order.extend(numbered.filter(|(score, _)| **score >= least).map(|(s, i)| (*s, i)));
        self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|&(_, i)| self.moves[i as usize]));
        self.weigh::<G, E>(options.bias, most);
        self.slots.clear();
        if options.later::<G, E>() > 0.0 {
            self.slots.extend(self.sorted.iter().map(slot));
        }
        Listed {
            moves: &self.sorted,
            priors: &self.priors,
            slots: &self.slots,
            is_complete: self.sorted.len() == n_moves,
        }
    }

    /// Turns the scores into priors: by the judge's likelihood, or by the order of its ranks.
    fn weigh<G: Game<Move = M>, E: Evaluator<G>>(&mut self, bias: f32, most: f32) {
        self.priors.clear();
        self.priors.extend(self.order.iter().enumerate().map(|(place, &(score, _))| match () {
            () if E::GUIDES => (bias * (score - most)).exp(),
            () if E::RANKS => (1.0 + place as f32).powf(-bias / 2.0),
            () => 1.0,
        }));
        let sum: f32 = self.priors.iter().sum();
        self.priors.iter_mut().for_each(|prior| *prior /= sum);
    }
}
