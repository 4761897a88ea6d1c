//! Quiescence search: evaluate only quiet positions.
//!
//! Shannon, 1950; Beal, 1990. Where the search would ask the judge, only the noisy moves (the judge
//! says which) are followed on, until none is left. The side to move may always stop: the judge's
//! opinion of the position as it stands is a bound from below, unless it is forced to move noisily.

use plywood_contract::{Evaluator, Game, LOWEST, Origin, PlayObserver, Score};

use super::run::{Run, Stopped};

/// Noisy moves are followed no further than this beyond the search's depth.
const MOST_PLIES: u32 = 32;

impl<G: Game, E: Evaluator<G>, O: PlayObserver<G>> Run<'_, G, E, O> {
    /// What the position, `beyond` plies past the search's depth and already counted, is worth to
    /// the side to move once it is quiet.
    pub(super) fn quiesce(
        &mut self,
        position: &mut G::Position,
        [ply, beyond]: [u32; 2],
        [mut alpha, beta]: [Score; 2],
    ) -> Result<Score, Stopped> {
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let end = self.moves.len();
        let n_noisy = self.n_noisy(position, first..end);
        if n_noisy == 0 || beyond >= MOST_PLIES {
            self.moves.truncate(first);
            self.end_line(ply);
            return Ok(self.judged(position, ply));
        }
        self.expand(ply);
        let is_forced = n_noisy == end - first;
        let mut best = if is_forced { LOWEST } else { self.opinion(position) };
        self.order(position, first);
        let mover = self.game.turn(position);
        // Stopping here may be best: then no line goes on.
        self.end_line(ply);
        alpha = alpha.max(best);
        for i in first..end {
            let step = self.moves[i];
            if best >= beta || !self.judge.is_noisy(self.game, position, step) {
                continue;
            }
            let undo = self.game.play(position, step);
            let is_ours = self.game.turn(position) == mover;
            let window = if is_ours { [alpha, beta] } else { [-beta, -alpha] };
            self.analyse()?;
            self.entered(position, Some(step), [ply + 1, 0], window);
            let value = self.quiesce(position, [ply + 1, beyond + 1], window)?;
            let value = if is_ours { value } else { -value };
            self.game.undo(position, step, undo);
            if value > best {
                best = value;
                if value >= beta {
                    let skipped = self.n_noisy(position, i + 1..end);
                    self.cut(mover, ply, step, value, [alpha, beta], skipped);
                } else if value > alpha {
                    alpha = value;
                    self.prefer(ply, step, value);
                }
            }
        }
        self.moves.truncate(first);
        self.left(ply, best, Origin::Moves);
        Ok(best)
    }

    /// How many of the moves listed there are noisy; the others are not followed anyway.
    fn n_noisy(&self, position: &G::Position, moves: std::ops::Range<usize>) -> usize {
        let is_noisy = |step: &&G::Move| self.judge.is_noisy(self.game, position, **step);
        self.moves[moves].iter().filter(is_noisy).count()
    }
}
