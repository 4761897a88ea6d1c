//! Which cells can be taken at each step of a walk, and how many more can come, at most.
//!
//! The same relaxation as in `bounds`, along a path: the sets of taken cells that can occur are listed
//! from the first step to the last, and valued from the last to the first.

use plywood_contract::Stop;

use super::bounds::{Prices, value};
use super::region::Spot;
use super::steps::Step;
use super::watch::Watch;

/// In a list of next sets: the choice is forbidden.
pub(super) const NEVER: u32 = u32::MAX;
/// The bound of a set that nothing can complete.
const LOST: i16 = i16::MIN / 2;

/// The sets before one step.
pub(super) struct Masks {
    pub(super) masks: Vec<u64>,
    /// For each set and each choice, the place of the set that follows.
    pub(super) next: Vec<u32>,
    /// For each set, an upper bound on what can still come.
    pub(super) rest: Vec<i16>,
}

/// The sets before every step and after the last; `None` if there are more than `most`.
pub(super) fn masks(
    steps: &[Step],
    most: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<Masks>>, Stop> {
    let mut all = Vec::with_capacity(steps.len() + 1);
    let (mut here, mut total) = (vec![0], 0);
    for step in steps {
        watch.poll()?;
        total += here.len();
        if total > most {
            return Ok(None);
        }
        let mut there = Set::default();
        let mut next = Vec::with_capacity(here.len() * step.n_choices());
        for &mask in &here {
            let after = (0..step.n_choices()).map(|choice| step.after(mask, choice));
            next.extend(after.map(|mask| mask.map_or(NEVER, |mask| there.place(mask))));
        }
        all.push(Masks { masks: here, next, rest: Vec::new() });
        here = there.masks;
    }
    let rest = vec![0; here.len()];
    all.push(Masks { masks: here, next: Vec::new(), rest });
    Ok(Some(all))
}

/// Solves the relaxation at these prices.
pub(super) fn solve(steps: &[Step], masks: &mut [Masks], spots: &[Spot], prices: Prices) {
    for now in (0..steps.len()).rev() {
        let lays = steps[now].lays.iter().map(|lay| value(spots[lay.spot].piece, prices) as i16);
        let values: Vec<i16> = std::iter::once(0).chain(lays).collect();
        let [here, there] = &mut masks[now..now + 2] else { return };
        let best = |next: &[u32]| {
            let open = next.iter().zip(&values).filter(|(next, _)| **next != NEVER);
            open.map(|(&next, value)| there.rest[next as usize] + value).fold(LOST, i16::max)
        };
        here.rest = here.next.chunks_exact(values.len()).map(best).collect();
    }
}

/// Sets of cells, each kept once.
#[derive(Default)]
struct Set {
    masks: Vec<u64>,
    index: Vec<u32>,
}

impl Set {
    /// The place of a mask, which is added if it is new.
    #[inline]
    fn place(&mut self, mask: u64) -> u32 {
        if 2 * (self.masks.len() + 1) > self.index.len() {
            self.grow();
        }
        let at = self.find(mask);
        if self.index[at] == NEVER {
            self.index[at] = self.masks.len() as u32;
            self.masks.push(mask);
        }
        self.index[at]
    }

    /// Where a mask is in the index, or where it belongs.
    #[inline]
    fn find(&self, mask: u64) -> usize {
        let hash = (mask ^ mask >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> 32) as usize & (self.index.len() - 1);
        while self.index[at] != NEVER && self.masks[self.index[at] as usize] != mask {
            at = (at + 1) & (self.index.len() - 1);
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        self.index = vec![NEVER; (2 * self.index.len()).max(64)];
        for place in 0..self.masks.len() {
            let at = self.find(self.masks[place]);
            self.index[at] = place as u32;
        }
    }
}
