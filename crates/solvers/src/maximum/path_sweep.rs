//! The sweep along a path: the same dynamic programming for boards of rooms joined by narrow gates.
//!
//! A path that finishes one room before it enters the next has a short frontier where every row is wide.

use plywood_contract::Stop;

use super::bounds::{Multipliers, UNIT, slack_value};
use super::path::Path;
use super::path_labels::{Components, Connectivity, LabelledSet};
use super::path_layers::{NEVER, PathLayer, path_layers, solve_relaxation};
use super::path_steps::{Step, StepPlacement, neighbours, steps};
use super::progress::Standing;
use super::region::Placement;
use super::states::{State, StateSet};
use super::sweep::{BATCH, Outcome, Request};

/// A path with more states than about this is not tried.
const MOST_STATES: f64 = 2e5;
/// Nor is one with more sets of taken cells.
const MOST_SETS: usize = 1 << 18;
/// Where a path would have to take fewer states than this, sweeping by rows is quick too.
const FEW_STATES: f64 = 1e4;

/// The board along a path as a layered graph of sets of taken cells, with an upper bound for each.
pub(super) struct PathModel {
    steps: Vec<Step>,
    layers: Vec<PathLayer>,
    placements: Vec<Placement>,
    multipliers: Multipliers,
    bytes: u64,
}

/// Where a solution became complete: the state before its last decision, and that decision.
#[derive(Clone, Copy)]
struct End {
    cells: u32,
    step: usize,
    index: u32,
    decision: u8,
}

/// The best solution of a sweep, and what was pruned or dropped.
struct Findings {
    end: Option<End>,
    /// The highest bound of a pruned state, or of a solution below the target, in [`UNIT`]s.
    pruned_bound: i32,
    /// States dropped though their bound reached the target.
    dropped: u64,
}

/// About how many states a sweep by rows or by columns would take.
fn cost_by_rows(cells: &[(usize, usize)], near: &[Vec<usize>]) -> f64 {
    let by_rows: Vec<usize> = (0..cells.len()).collect();
    let mut by_columns = by_rows.clone();
    by_columns.sort_by_key(|&cell| (cells[cell].1, cells[cell].0));
    Path::new(by_rows, near).cost.min(Path::new(by_columns, near).cost)
}

impl PathModel {
    /// The model of the narrowest path found, if it takes `narrower` times fewer states than rows.
    pub(super) fn new(
        placements: &[Placement],
        n_laid: usize,
        multipliers: Multipliers,
        narrower: f64,
        standing: &mut Standing<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (cells, near) = neighbours(placements);
        let most = MOST_STATES.min(cost_by_rows(&cells, &near) / narrower);
        if most < FEW_STATES {
            return Ok(None);
        }
        let Some(path) = Path::narrowest(&near, most) else { return Ok(None) };
        let Some(steps) = steps(placements, n_laid, &cells, &path) else { return Ok(None) };
        let Some(mut layers) = path_layers(&steps, MOST_SETS, standing)? else { return Ok(None) };
        solve_relaxation(&steps, &mut layers, placements, multipliers);
        let size = |it: &PathLayer| 10 * it.taken.len() + 4 * it.next.len();
        let bytes = layers.iter().map(size).sum::<usize>() as u64;
        Ok(Some(Self { steps, layers, placements: placements.to_vec(), multipliers, bytes }))
    }

    /// Sweeps along the path once.
    pub(super) fn sweep(
        &self,
        request: Request,
        standing: &mut Standing<'_>,
    ) -> Result<Outcome, Stop> {
        let [mut here, mut there] = [StateSet::<LabelledSet>::default(), StateSet::default()];
        here.insert(State::root(), request.enforced);
        // For each step, state by state: the parent and the decision.
        let mut back_pointers: Vec<Vec<(u32, u8)>> = Vec::with_capacity(self.steps.len());
        let mut findings = Findings { end: None, pruned_bound: 0, dropped: 0 };
        let mut is_exhausted = true;
        let mut held = self.bytes;
        for now in 0..self.steps.len() {
            findings.dropped += here.restrict(request.width);
            back_pointers
                .push(here.states.iter().map(|state| (state.parent, state.decision)).collect());
            held += 8 * here.states.len() as u64;
            let (mut first, mut left) = (0, &here.states[..]);
            while !left.is_empty() {
                standing.hold(held + here.bytes() + there.bytes())?;
                let batch;
                (batch, left) = left.split_at(standing.claim(left.len().min(BATCH))?);
                for (index, state) in (first..).zip(batch) {
                    self.expand(now, index, state, &request, &mut findings, &mut there);
                }
                first += batch.len() as u32;
            }
            if findings.end.is_some_and(|end| end.cells >= request.enough) {
                is_exhausted = false;
                break;
            }
            here.clear();
            std::mem::swap(&mut here, &mut there);
        }
        Ok(match findings.end {
            Some(end) => Outcome::Found {
                placements: self.placements(&back_pointers, end),
                is_optimal: is_exhausted && findings.dropped == 0,
            },
            None if findings.dropped == 0 => {
                Outcome::Refuted(findings.pruned_bound as u32 / UNIT as u32)
            }
            None => Outcome::Inconclusive(findings.dropped),
        })
    }

    /// Makes every child of a state that may still reach the target.
    #[inline]
    fn expand(
        &self,
        now: usize,
        index: u32,
        state: &State<LabelledSet>,
        request: &Request,
        findings: &mut Findings,
        there: &mut StateSet<LabelledSet>,
    ) {
        let (step, layers) = (&self.steps[now], &self.layers[now..now + 2]);
        let n_decisions = step.n_decisions();
        let next = &layers[0].next[state.key.taken as usize * n_decisions..][..n_decisions];
        let components = Components::new(&state.key);
        for (decision, &taken) in (0..).zip(next).filter(|(_, taken)| **taken != NEVER) {
            let placed = usize::from(decision).checked_sub(1).map(|place| &step.placements[place]);
            let mut used = state.used;
            if let Some(&StepPlacement { kind, .. }) = placed {
                used[kind] += 1;
                if request.enforced.includes(kind) && u32::from(used[kind]) > request.stock[kind] {
                    continue;
                }
            }
            let mut child = State { used, decision, parent: index, ..*state };
            let cells = child.cells();
            let rest = i32::from(layers[1].rest[taken as usize]);
            let bound =
                UNIT * cells as i32 + rest + slack_value(self.multipliers, request.stock, used);
            if bound < UNIT * request.target as i32 {
                findings.pruned_bound = findings.pruned_bound.max(bound);
                continue;
            }
            child.bound = bound.min(i16::MAX.into()) as i16;
            let taken_cells = layers[1].taken[taken as usize];
            let mut after = components;
            if placed.is_some_and(|it| !after.join(it.covers, it.touches)) {
                findings.dropped += 1;
                continue;
            }
            let rechecks = placed.map_or(step.rechecks, |it| it.rechecks);
            match after.drop_dead_cells(rechecks, &step.corners, (taken, taken_cells)) {
                Connectivity::Open(key) => there.insert(State { key, ..child }, request.enforced),
                Connectivity::Complete if step.required & !taken_cells == 0 => {
                    if cells < request.target {
                        findings.pruned_bound = findings.pruned_bound.max(UNIT * cells as i32);
                    } else if findings.end.is_none_or(|end| end.cells < cells) {
                        findings.end = Some(End { cells, step: now, index, decision });
                    }
                }
                Connectivity::TooMany => findings.dropped += 1,
                Connectivity::Complete | Connectivity::Disconnected => {}
            }
        }
    }

    /// The placements of a solution, read back along the parents of its states.
    fn placements(&self, back_pointers: &[Vec<(u32, u8)>], end: End) -> Vec<Placement> {
        let mut placements = Vec::new();
        let (mut index, mut decision) = (end.index, end.decision);
        for now in (0..=end.step).rev() {
            if let Some(place) = usize::from(decision).checked_sub(1) {
                let index = self.steps[now].placements[place].index;
                placements.push(self.placements[index].clone());
            }
            (index, decision) = back_pointers[now][index as usize];
        }
        placements
    }
}
