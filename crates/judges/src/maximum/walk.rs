//! A sweep along a path instead of row by row, for boards that are wide but have narrow places.

use plywood_contract::Stop;

use super::bounds::{Prices, UNIT, refund};
use super::frontier::{Frontier, State};
use super::groups::{Apart, Groups, Outcome};
use super::masks::{Masks, NEVER, masks, solve};
use super::path::Path;
use super::region::Spot;
use super::steps::{Step, neighbours, steps};
use super::sweep::{Order, ROUND, Swept};
use super::watch::Watch;

/// A path that costs more than this is not worth it.
const DEAREST: f64 = 2e5;
/// Nor is one with more sets of taken cells.
const MOST_MASKS: usize = 1 << 18;
/// Where a path would have to cost less than this, a scan is cheap too.
const CHEAP: f64 = 1e4;

/// A board seen along a path, with its bounds.
pub(super) struct Walk {
    steps: Vec<Step>,
    masks: Vec<Masks>,
    spots: Vec<Spot>,
    prices: Prices,
    bytes: u64,
}

/// Where a finished set of pieces was met: the state before its last choice, and that choice.
#[derive(Clone, Copy)]
struct End {
    cells: u32,
    step: usize,
    place: u32,
    choice: u8,
}

/// What was met on the way.
struct Met {
    end: Option<End>,
    /// The highest bound below the target.
    next_best: i32,
    /// States that were dropped.
    dropped: u64,
}

/// What a scan by rows or by columns costs.
fn scan_cost(cells: &[(usize, usize)], near: &[Vec<usize>]) -> f64 {
    let by_rows: Vec<usize> = (0..cells.len()).collect();
    let mut by_columns = by_rows.clone();
    by_columns.sort_by_key(|&cell| (cells[cell].1, cells[cell].0));
    Path::new(by_rows, near).cost.min(Path::new(by_columns, near).cost)
}

impl Walk {
    /// The narrowest path, if it costs `narrower` times less than a scan.
    pub(super) fn new(
        spots: &[Spot],
        n_laid: usize,
        prices: Prices,
        narrower: f64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (cells, near) = neighbours(spots);
        let most = DEAREST.min(scan_cost(&cells, &near) / narrower);
        if most < CHEAP {
            return Ok(None);
        }
        let Some(path) = Path::narrowest(&near, most) else { return Ok(None) };
        let Some(steps) = steps(spots, n_laid, &cells, &path) else { return Ok(None) };
        let Some(mut masks) = masks(&steps, MOST_MASKS, watch)? else { return Ok(None) };
        solve(&steps, &mut masks, spots, prices);
        let size = |it: &Masks| 10 * it.masks.len() + 4 * it.next.len();
        let bytes = masks.iter().map(size).sum::<usize>() as u64;
        Ok(Some(Self { steps, masks, spots: spots.to_vec(), prices, bytes }))
    }

    /// Walks once.
    pub(super) fn sweep(&self, order: Order, watch: &mut Watch<'_>) -> Result<Swept, Stop> {
        let [mut here, mut there] = [Frontier::<Groups>::default(), Frontier::default()];
        here.insert(State::start(), order.care);
        // For each step, state by state: the parent and the choice.
        let mut trail: Vec<Vec<(u32, u8)>> = Vec::with_capacity(self.steps.len());
        let mut met = Met { end: None, next_best: 0, dropped: 0 };
        let mut is_over = true;
        let mut held = self.bytes;
        for now in 0..self.steps.len() {
            met.dropped += here.narrow(order.width);
            trail.push(here.states.iter().map(|state| (state.parent, state.choice)).collect());
            held += 8 * here.states.len() as u64;
            let (mut first, mut left) = (0, &here.states[..]);
            while !left.is_empty() {
                watch.hold(held + here.bytes() + there.bytes())?;
                let round;
                (round, left) = left.split_at(watch.claim(left.len().min(ROUND))?);
                for (place, state) in (first..).zip(round) {
                    self.expand(now, place, state, &order, &mut met, &mut there);
                }
                first += round.len() as u32;
            }
            if met.end.is_some_and(|end| end.cells >= order.enough) {
                is_over = false;
                break;
            }
            here.clear();
            std::mem::swap(&mut here, &mut there);
        }
        Ok(match met.end {
            Some(end) => {
                Swept::Found { spots: self.spots(&trail, end), most: is_over && met.dropped == 0 }
            }
            None if met.dropped == 0 => Swept::Refuted(met.next_best as u32 / UNIT as u32),
            None => Swept::Dropped(met.dropped),
        })
    }

    /// Every choice that a state has and that may still lead to the target.
    #[inline]
    fn expand(
        &self,
        now: usize,
        place: u32,
        state: &State<Groups>,
        order: &Order,
        met: &mut Met,
        there: &mut Frontier<Groups>,
    ) {
        let (step, masks) = (&self.steps[now], &self.masks[now..now + 2]);
        let n_choices = step.n_choices();
        let next = &masks[0].next[state.key.taken as usize * n_choices..][..n_choices];
        let apart = Apart::new(&state.key);
        for (choice, &taken) in (0..).zip(next).filter(|(_, taken)| **taken != NEVER) {
            let lay = usize::from(choice).checked_sub(1).map(|lay| &step.lays[lay]);
            let mut used = state.used;
            if let Some(lay) = lay {
                used[lay.kind] += 1;
                if order.care.minds(lay.kind) && u32::from(used[lay.kind]) > order.stock[lay.kind] {
                    continue;
                }
            }
            let mut child = State { used, choice, parent: place, ..*state };
            let cells = child.cells();
            let rest = i32::from(masks[1].rest[taken as usize]);
            let bound = UNIT * cells as i32 + rest + refund(self.prices, order.stock, used);
            if bound < UNIT * order.target as i32 {
                met.next_best = met.next_best.max(bound);
                continue;
            }
            child.bound = bound.min(i16::MAX.into()) as i16;
            let mask = masks[1].masks[taken as usize];
            let mut after = apart;
            if lay.is_some_and(|lay| !after.join(lay.covers, lay.touches)) {
                met.dropped += 1;
                continue;
            }
            let looks = lay.map_or(step.looks, |lay| lay.looks);
            match after.settle(looks, &step.corners, (taken, mask)) {
                Outcome::On(key) => there.insert(State { key, ..child }, order.care),
                Outcome::Closed if step.musts & !mask == 0 => {
                    if cells < order.target {
                        met.next_best = met.next_best.max(UNIT * cells as i32);
                    } else if met.end.is_none_or(|end| end.cells < cells) {
                        met.end = Some(End { cells, step: now, place, choice });
                    }
                }
                Outcome::TooMany => met.dropped += 1,
                Outcome::Closed | Outcome::Split => {}
            }
        }
    }

    /// The pieces that led to an end, walked back along the trail.
    fn spots(&self, trail: &[Vec<(u32, u8)>], end: End) -> Vec<Spot> {
        let mut spots = Vec::new();
        let (mut place, mut choice) = (end.place, end.choice);
        for now in (0..=end.step).rev() {
            if let Some(lay) = usize::from(choice).checked_sub(1) {
                spots.push(self.spots[self.steps[now].lays[lay].spot].clone());
            }
            (place, choice) = trail[now][place as usize];
        }
        spots
    }
}
