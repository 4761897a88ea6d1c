//! Which of several moves of equal value to prefer.

use plywood_contract::Stop;

use super::choice::{Choice, Share};
use super::solved::Solved;
use super::solver::{Goal, Value};

impl<G: Solved> Choice<'_, G> {
    /// Looks for the shortest win.
    pub(super) fn hurry(&mut self, share: Share) -> Result<(), Stop> {
        if self.candidates.iter().any(|candidate| candidate.plies == Some(1)) {
            return Ok(());
        }
        for turns in 1..=self.n_left() / 2 {
            for i in 0..self.candidates.len() {
                let candidate = &self.candidates[i];
                let next = candidate.next.clone();
                if candidate.bounds[1] == Value::Win
                    && !self.ask(&next, Goal::Survive(turns), share)?
                {
                    self.candidates[i].settle(Value::Win, Some(2 * turns + 1));
                    self.sort();
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Leaves out the moves that lose soon, turn by turn, and takes a win that comes up; what
    /// remains is the longest defence, or the best to be had without a proof.
    pub(super) fn deepen(&mut self, share: Share) -> Result<(), Stop> {
        let is_lost = self.value == Some(Value::Loss);
        let depth = self.clock.limits.depth.filter(|_| !is_lost).unwrap_or(u32::MAX);
        for turns in 1..=self.n_left().div_ceil(2).min(depth / 2) {
            for i in 0..self.candidates.len() {
                let candidate = &self.candidates[i];
                if candidate.plies.is_some() || candidate.value() == Some(Value::Draw) {
                    continue;
                }
                let next = candidate.next.clone();
                if turns > 1 && self.ask(&next, Goal::WinWithin(turns), share)? {
                    self.candidates[i].settle(Value::Loss, Some(2 * turns));
                    continue;
                }
                self.candidates[i].survives = turns;
                if !is_lost && !self.ask(&next, Goal::Survive(turns), share)? {
                    self.candidates[i].settle(Value::Win, Some(2 * turns + 1));
                    self.value = Some(Value::Win);
                    return Ok(());
                }
            }
            self.sort();
        }
        if !is_lost && depth == u32::MAX {
            // Nobody can win any more.
            for candidate in self.candidates.iter_mut().filter(|c| c.value().is_none()) {
                candidate.settle(Value::Draw, None);
            }
        }
        Ok(())
    }

    /// Counts the replies to drawing moves that are mistakes, first where most are seen at once.
    pub(super) fn set_traps(&mut self, share: Share) -> Result<(), Stop> {
        for i in 0..self.candidates.len() {
            if self.is_best(i, share)? && self.game.result(&self.candidates[i].next).is_none() {
                self.count_traps(i, share)?;
            }
        }
        Ok(())
    }

    /// Counts replies that turn a candidate's draw into a win.
    fn count_traps(&mut self, i: usize, share: Share) -> Result<(), Stop> {
        let mut next = self.candidates[i].next.clone();
        let mut replies = Vec::new();
        self.game.moves(&next, &mut replies);
        for reply in replies {
            let undo = self.game.play(&mut next, reply);
            // Mistakes seen at once are counted already.
            let open = self.game.result(&next).is_none() && !G::wins_at_once(&next);
            if open && self.ask(&next, Goal::Win, share)? {
                self.candidates[i].traps.0 += 1;
            }
            self.game.undo(&mut next, reply, undo);
        }
        Ok(())
    }
}
