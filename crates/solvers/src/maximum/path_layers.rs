//! The layers of a path sweep: the sets of taken cells that can occur, and an upper bound for each.
//!
//! The same relaxation as in `bounds`. The sets are listed from the first step to the last, and bounded
//! by backward dynamic programming from the last to the first.

use plywood_contract::Stop;

use super::bounds::{Multipliers, reduced_value};
use super::path_steps::{Step, StepPlacement};
use super::progress::Standing;
use super::region::Placement;

/// In a list of next sets: the set excludes the decision.
pub(super) const NEVER: u32 = u32::MAX;
/// The bound of a set without completion.
const INFEASIBLE: i16 = i16::MIN / 2;

/// The sets of taken cells before one step.
pub(super) struct PathLayer {
    /// Each set as a word with a bit for each slot.
    pub(super) taken: Vec<u64>,
    /// For each set and each decision, the index of the set that follows.
    pub(super) next: Vec<u32>,
    /// For each set, an upper bound on what completions add to the Lagrangian.
    pub(super) rest: Vec<i16>,
}

/// The layers before every step and after the last; `None` if they hold more than `most` sets, or more than
/// memory allows.
pub(super) fn path_layers(
    steps: &[Step],
    most: usize,
    standing: &mut Standing<'_>,
) -> Result<Option<Vec<PathLayer>>, Stop> {
    let mut all = Vec::with_capacity(steps.len() + 1);
    let (mut here, mut total, mut held) = (vec![0], 0, 0);
    for step in steps {
        standing.poll()?;
        total += here.len();
        // The sets that follow are still in their hash index.
        let followers = here.len() as u64 * step.n_decisions() as u64;
        held += 10 * here.len() as u64 + 4 * followers;
        if total > most || standing.hold(held + 24 * followers).is_err() {
            return Ok(None);
        }
        let mut there = WordSet::default();
        let mut next = Vec::with_capacity(here.len() * step.n_decisions());
        for &taken in &here {
            let after = (0..step.n_decisions()).map(|decision| step.after(taken, decision));
            next.extend(after.map(|taken| taken.map_or(NEVER, |taken| there.insert(taken))));
        }
        all.push(PathLayer { taken: here, next, rest: Vec::new() });
        here = there.members;
    }
    let rest = vec![0; here.len()];
    all.push(PathLayer { taken: here, next: Vec::new(), rest });
    Ok(Some(all))
}

/// Solves the relaxation for these multipliers.
pub(super) fn solve_relaxation(
    steps: &[Step],
    layers: &mut [PathLayer],
    placements: &[Placement],
    multipliers: Multipliers,
) {
    for now in (0..steps.len()).rev() {
        let value =
            |it: &StepPlacement| reduced_value(placements[it.index].piece, multipliers) as i16;
        let values = steps[now].placements.iter().map(value);
        let values: Vec<i16> = std::iter::once(0).chain(values).collect();
        let [here, there] = &mut layers[now..now + 2] else { return };
        let best = |next: &[u32]| {
            let allowed = next.iter().zip(&values).filter(|(next, _)| **next != NEVER);
            allowed
                .map(|(&next, value)| there.rest[next as usize] + value)
                .fold(INFEASIBLE, i16::max)
        };
        here.rest = here.next.chunks_exact(values.len()).map(best).collect();
    }
}

/// A hash set of words in the order of insertion.
#[derive(Default)]
struct WordSet {
    members: Vec<u64>,
    index: Vec<u32>,
}

impl WordSet {
    /// The index of a word, which is added if it is new.
    #[inline]
    fn insert(&mut self, word: u64) -> u32 {
        if 2 * (self.members.len() + 1) > self.index.len() {
            self.grow();
        }
        let at = self.find(word);
        if self.index[at] == NEVER {
            self.index[at] = self.members.len() as u32;
            self.members.push(word);
        }
        self.index[at]
    }

    /// Where the hash index holds a word, or would.
    #[inline]
    fn find(&self, word: u64) -> usize {
        let hash = (word ^ word >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> 32) as usize & (self.index.len() - 1);
        while self.index[at] != NEVER && self.members[self.index[at] as usize] != word {
            at = (at + 1) & (self.index.len() - 1);
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        self.index = vec![NEVER; (2 * self.index.len()).max(64)];
        for place in 0..self.members.len() {
            let at = self.find(self.members[place]);
            self.index[at] = place as u32;
        }
    }
}
