//! The sweep row by row: dynamic programming over broken profiles with labels, pruned by bounds.
//!
//! A layer holds the states before one cell. Each state is expanded by every decision about that cell
//! (or that cell and the next), children whose bound is below the target are pruned, and children with
//! equal keys are compared by dominance. If a layer has more states than the request allows, the most
//! promising ones are kept: a restricted sweep, or beam search, which can find but not refute.

use plywood_contract::Stop;

use super::bounds::{Bounds, UNIT, kind, slack_value};
use super::labels::{Connectivity, LabelledProfile};
use super::layers::{Layers, NEVER};
use super::profile::Decision;
use super::progress::Standing;
use super::region::{Placement, Region};
use super::states::{Key, State, StateSet};
use super::sweep::{BATCH, Outcome, Request};

/// The board from one side as a layered graph of profiles, with an upper bound for each.
pub(super) struct RowModel {
    pub(super) region: Region,
    pub(super) layers: Layers,
    pub(super) bounds: Bounds,
    /// Bytes held by tables, words and maps.
    pub(super) bytes: u64,
}

/// Batches of fewer states are expanded by one thread.
const MIN_PARALLEL: usize = 1 << 11;
/// The most that threads buffer for one state of a batch: a child for every decision, in lists that have just
/// doubled.
const CHILDREN_BYTES: usize =
    2 * Decision::ALL.len() * size_of::<(usize, State<LabelledProfile>)>();

/// Where a solution became complete: the state before its last decision, which placed no piece.
#[derive(Clone, Copy)]
struct End {
    cells: u32,
    layer: usize,
    index: u32,
}

/// The best solution of a sweep, and the best bound of what was pruned.
#[derive(Clone, Copy)]
struct Findings {
    end: Option<End>,
    /// The highest bound of a pruned state, or of a solution below the target, in [`UNIT`]s.
    pruned_bound: i32,
}

impl Findings {
    const NOTHING: Self = Self { end: None, pruned_bound: 0 };

    fn offer(&mut self, end: End) {
        if self.end.is_none_or(|best| best.cells < end.cells) {
            self.end = Some(end);
        }
    }

    fn merge(&mut self, other: Self) {
        self.pruned_bound = self.pruned_bound.max(other.pruned_bound);
        other.end.into_iter().for_each(|end| self.offer(end));
    }
}

struct Sweep<'a> {
    model: &'a RowModel,
    request: Request,
    /// From this cell on, none is required.
    required_end: usize,
}

/// A layer's states, split by their hash into one set for each thread.
type Shards = Vec<StateSet<LabelledProfile>>;
/// Children for each shard, each with the number of cells its decision fixed.
type Children = Vec<Vec<(usize, State<LabelledProfile>)>>;

/// Sweeps over the board once.
pub(super) fn sweep(
    model: &RowModel,
    request: Request,
    standing: &mut Standing<'_>,
) -> Result<Outcome, Stop> {
    let required_end = model.region.required.iter().rposition(|&it| it).map_or(0, |last| last + 1);
    Sweep { model, request, required_end }.run(standing)
}

impl Sweep<'_> {
    fn run(&self, standing: &mut Standing<'_>) -> Result<Outcome, Stop> {
        let Request { enforced, threads, enough, .. } = self.request;
        let last = self.model.layers.layers.len() - 1;
        let shards = || (0..threads).map(|_| StateSet::default()).collect::<Shards>();
        let mut ahead = [shards(), shards(), shards()];
        ahead[0][0].insert(State::root(), enforced);
        // For each layer, state by state: the parent and the decision.
        let mut back_pointers: Vec<Vec<(u32, u8)>> = Vec::with_capacity(last + 1);
        let (mut findings, mut dropped, mut held) = (Findings::NOTHING, 0, self.model.bytes);
        let mut is_exhausted = false;
        for layer in 0..=last {
            let [here, one, two] = &mut ahead;
            for shard in &mut *here {
                dropped += shard.restrict(self.request.width.div_ceil(threads));
            }
            let states = || here.iter().flat_map(|shard| &shard.states);
            back_pointers.push(states().map(|state| (state.parent, state.decision)).collect());
            held += 8 * back_pointers[layer].len() as u64;
            if layer == last {
                let is_connected = |state: &State<LabelledProfile>| state.key.n_components() == 1;
                for (index, state) in (0..).zip(states()).filter(|(_, it)| is_connected(it)) {
                    self.complete(End { cells: state.cells(), layer, index }, &mut findings);
                }
                is_exhausted = true;
                break;
            }
            self.expand_layer(layer, here, [one, two], held, &mut findings, standing)?;
            if findings.end.is_some_and(|end| end.cells >= enough) {
                break;
            }
            here.iter_mut().for_each(StateSet::clear);
            ahead.rotate_left(1);
        }
        Ok(match findings.end {
            Some(end) => Outcome::Found {
                placements: self.placements(&back_pointers, end),
                is_optimal: is_exhausted && dropped == 0,
            },
            None if dropped == 0 => Outcome::Refuted(findings.pruned_bound as u32 / UNIT as u32),
            None => Outcome::Inconclusive(dropped),
        })
    }

    /// Expands all states of a layer into the next two. `held` bytes are in use elsewhere.
    fn expand_layer(
        &self,
        layer: usize,
        here: &Shards,
        [one, two]: [&mut Shards; 2],
        held: u64,
        findings: &mut Findings,
        standing: &mut Standing<'_>,
    ) -> Result<(), Stop> {
        let enforced = self.request.enforced;
        let mut first = 0;
        for shard in here {
            let mut left = &shard.states[..];
            while !left.is_empty() {
                let sets = here.iter().chain(&*one).chain(&*two);
                let buffered =
                    if one.len() > 1 { left.len().min(BATCH) * CHILDREN_BYTES } else { 0 };
                standing.hold(held + sets.map(StateSet::bytes).sum::<u64>() + buffered as u64)?;
                let batch;
                (batch, left) = left.split_at(standing.claim(left.len().min(BATCH))?);
                if one.len() == 1 || batch.len() < MIN_PARALLEL {
                    let n_shards = one.len() as u64;
                    for (index, state) in (first..).zip(batch) {
                        self.expand(layer, index, state, findings, |step, child| {
                            let shard = (child.key.hash() >> 40) % n_shards;
                            let next = if step == 1 { &mut *one } else { &mut *two };
                            next[shard as usize].insert(child, enforced);
                        });
                    }
                } else {
                    self.expand_parallel(layer, first, batch, [one, two], findings);
                }
                first += batch.len() as u32;
            }
        }
        Ok(())
    }

    /// Expands a batch on several threads: each expands a part of it, then each fills one shard.
    fn expand_parallel(
        &self,
        layer: usize,
        first: u32,
        states: &[State<LabelledProfile>],
        [one, two]: [&mut Shards; 2],
        findings: &mut Findings,
    ) {
        let n_shards = one.len();
        let part = states.len().div_ceil(n_shards);
        let children: Vec<(Findings, Children)> = std::thread::scope(|scope| {
            let parts = (first..).step_by(part).zip(states.chunks(part));
            let work = |(first, part)| self.children(layer, first, part, n_shards);
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().map(|thread| thread.join().expect("it cannot panic")).collect()
        });
        children.iter().for_each(|(other, _)| findings.merge(*other));
        std::thread::scope(|scope| {
            for (shard, (one, two)) in one.iter_mut().zip(two).enumerate() {
                let children = &children;
                scope.spawn(move || {
                    for &(step, child) in children.iter().flat_map(|(_, children)| &children[shard])
                    {
                        let next = if step == 1 { &mut *one } else { &mut *two };
                        next.insert(child, self.request.enforced);
                    }
                });
            }
        });
    }

    /// The children of some states, the first of which has this index in its layer.
    fn children(
        &self,
        layer: usize,
        first: u32,
        states: &[State<LabelledProfile>],
        n_shards: usize,
    ) -> (Findings, Children) {
        let mut findings = Findings::NOTHING;
        let mut children: Children = vec![Vec::new(); n_shards];
        for (index, state) in (first..).zip(states) {
            self.expand(layer, index, state, &mut findings, |step, child| {
                let shard = (child.key.hash() >> 40) % n_shards as u64;
                children[shard as usize].push((step, child));
            });
        }
        (findings, children)
    }

    /// Makes every child of a state that may still reach the target.
    #[inline]
    fn expand(
        &self,
        layer: usize,
        index: u32,
        state: &State<LabelledProfile>,
        findings: &mut Findings,
        mut emit: impl FnMut(usize, State<LabelledProfile>),
    ) {
        let RowModel { region, layers, bounds, .. } = self.model;
        let Request { target, stock, enforced, .. } = self.request;
        let here = &layers.layers[layer];
        let [left, right] = state.key.words;
        let profile = u64::from(here.words[0][usize::from(left)])
            | u64::from(here.words[1][usize::from(right)]) << (2 * layers.middle);
        let column = layer % layers.columns;
        let next_may_begin = column + 1 < layers.columns && region.starts[layer + 1] != [false; 4];
        for transition in &here.transitions {
            let words = [transition.maps[0].get(left), transition.maps[1].get(right)];
            if words[0] == NEVER || words[1] == NEVER {
                continue;
            }
            let mut used = state.used;
            if let Decision::Begin(piece) = transition.decision {
                let kind = kind(piece);
                used[kind] += 1;
                if enforced.includes(kind) && u32::from(used[kind]) > stock[kind] {
                    continue;
                }
            }
            let step = transition.decision.n_cells();
            let mut child =
                State { used, decision: transition.decision.code(), parent: index, ..*state };
            let cells = child.cells();
            // Where no table was kept, the parent's bound still holds.
            let rest = bounds.get(layer + step, words);
            let bound = rest.map_or(state.bound.into(), |rest| {
                UNIT * cells as i32 + rest + slack_value(bounds.multipliers, stock, used)
            });
            if bound < UNIT * target as i32 {
                findings.pruned_bound = findings.pruned_bound.max(bound);
                continue;
            }
            child.bound = bound.min(i16::MAX.into()) as i16;
            match state.key.labels().after(
                transition.decision,
                column,
                layers.columns,
                profile,
                next_may_begin,
            ) {
                Connectivity::Open(labels) => {
                    emit(step, State { key: LabelledProfile::new(labels, words), ..child });
                }
                Connectivity::Complete if layer + 1 >= self.required_end => {
                    self.complete(End { cells, layer, index }, findings);
                }
                Connectivity::Complete | Connectivity::Disconnected => {}
            }
        }
    }

    /// Records a complete solution: as the best, or as the best below the target.
    fn complete(&self, end: End, findings: &mut Findings) {
        if end.cells >= self.request.target {
            findings.offer(end);
        } else {
            findings.pruned_bound = findings.pruned_bound.max(UNIT * end.cells as i32);
        }
    }

    /// The placements of a solution, read back along the parents of its states.
    fn placements(&self, back_pointers: &[Vec<(u32, u8)>], end: End) -> Vec<Placement> {
        let mut placements = Vec::new();
        let (mut layer, mut index) = (end.layer, end.index);
        while layer > 0 {
            let (parent, decision) = back_pointers[layer][index as usize];
            let decision = Decision::ALL[usize::from(decision)];
            layer -= decision.n_cells();
            index = parent;
            if let Decision::Begin(piece) = decision {
                placements.push(self.model.region.placement(piece, layer));
            }
        }
        placements
    }
}
