//! One sweep over the board: all states that may still reach a target, layer by layer, or the most
//! promising ones. A sweep that dropped none and found nothing proves the target out of reach.

use plywood_contract::Stop;

use super::bounds::{Bounds, UNIT, kind, refund};
use super::frontier::{Care, Frontier, Key, State};
use super::labels::{Joined, Labelled};
use super::layers::{Layers, NEVER};
use super::profile::Choice;
use super::region::{Region, Spot};
use super::watch::Watch;

/// A board seen from one side, with its bounds.
pub(super) struct View {
    pub(super) region: Region,
    pub(super) layers: Layers,
    pub(super) bounds: Bounds,
    /// Bytes held by all this.
    pub(super) bytes: u64,
}

/// What a sweep is to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Find at least this many cells.
    pub(super) target: u32,
    /// So many are enough to stop.
    pub(super) enough: u32,
    /// How many `a`, `b`, `c` there are.
    pub(super) stock: [u32; 3],
    /// Keep this many states in a layer.
    pub(super) width: usize,
    pub(super) care: Care,
    pub(super) threads: usize,
}

/// How a sweep ended.
pub(super) enum Swept {
    /// With pieces that reach the target. If they are the `most`, no others reach further.
    Found { spots: Vec<Spot>, most: bool },
    /// Nothing was dropped, so the target cannot be reached, nor anything above this.
    Refuted(u32),
    /// So many states were dropped, and none of the others reached the target.
    Dropped(u64),
}

/// States between two looks at the clock, and as many as several threads share at a time.
pub(super) const ROUND: usize = 1 << 14;
/// Below this, one thread does it alone.
const FEW: usize = 1 << 11;

/// Where a finished set of pieces was met: the state before its last choice.
#[derive(Clone, Copy)]
struct End {
    cells: u32,
    layer: usize,
    place: u32,
}

/// What was met on the way.
#[derive(Clone, Copy)]
struct Met {
    end: Option<End>,
    /// The highest bound below the target.
    next_best: i32,
}

impl Met {
    const NOTHING: Self = Self { end: None, next_best: 0 };

    fn end(&mut self, end: End) {
        if self.end.is_none_or(|best| best.cells < end.cells) {
            self.end = Some(end);
        }
    }

    fn join(&mut self, other: Self) {
        self.next_best = self.next_best.max(other.next_best);
        other.end.into_iter().for_each(|end| self.end(end));
    }
}

struct Sweep<'a> {
    view: &'a View,
    order: Order,
    /// No cell from here on must be covered.
    free_from: usize,
}

/// A layer's states, split by their hash among the threads.
type Shards = Vec<Frontier<Labelled>>;
/// New states for each shard, each with the number of cells its choice decided.
type Made = Vec<Vec<(usize, State<Labelled>)>>;

/// Sweeps once.
pub(super) fn sweep(view: &View, order: Order, watch: &mut Watch<'_>) -> Result<Swept, Stop> {
    let free_from = view.region.must.iter().rposition(|&must| must).map_or(0, |last| last + 1);
    Sweep { view, order, free_from }.run(watch)
}

impl Sweep<'_> {
    fn run(&self, watch: &mut Watch<'_>) -> Result<Swept, Stop> {
        let Order { care, threads, enough, .. } = self.order;
        let last = self.view.layers.layers.len() - 1;
        let shards = || (0..threads).map(|_| Frontier::default()).collect::<Shards>();
        let mut ahead = [shards(), shards(), shards()];
        ahead[0][0].insert(State::start(), care);
        // For each layer, state by state: the parent and the choice.
        let mut trail: Vec<Vec<(u32, u8)>> = Vec::with_capacity(last + 1);
        let (mut met, mut dropped, mut held) = (Met::NOTHING, 0, self.view.bytes);
        let mut is_over = false;
        for layer in 0..=last {
            let [here, one, two] = &mut ahead;
            for shard in &mut *here {
                dropped += shard.narrow(self.order.width.div_ceil(threads));
            }
            let states = || here.iter().flat_map(|shard| &shard.states);
            trail.push(states().map(|state| (state.parent, state.choice)).collect());
            held += 8 * trail[layer].len() as u64;
            if layer == last {
                let hangs_together = |state: &State<Labelled>| state.key.n_groups() == 1;
                for (place, state) in (0..).zip(states()).filter(|(_, it)| hangs_together(it)) {
                    self.finish(End { cells: state.cells(), layer, place }, &mut met);
                }
                is_over = true;
                break;
            }
            self.step(layer, here, [one, two], held, &mut met, watch)?;
            if met.end.is_some_and(|end| end.cells >= enough) {
                break;
            }
            here.iter_mut().for_each(Frontier::clear);
            ahead.rotate_left(1);
        }
        Ok(match met.end {
            Some(end) => {
                Swept::Found { spots: self.spots(&trail, end), most: is_over && dropped == 0 }
            }
            None if dropped == 0 => Swept::Refuted(met.next_best as u32 / UNIT as u32),
            None => Swept::Dropped(dropped),
        })
    }

    /// All states of a layer lead on. So many bytes are `held` elsewhere.
    fn step(
        &self,
        layer: usize,
        here: &Shards,
        [one, two]: [&mut Shards; 2],
        held: u64,
        met: &mut Met,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let care = self.order.care;
        let mut first = 0;
        for shard in here {
            let mut left = &shard.states[..];
            while !left.is_empty() {
                let frontiers = here.iter().chain(&*one).chain(&*two);
                watch.hold(held + frontiers.map(Frontier::bytes).sum::<u64>())?;
                let round;
                (round, left) = left.split_at(watch.claim(left.len().min(ROUND))?);
                if one.len() == 1 || round.len() < FEW {
                    let n_shards = one.len() as u64;
                    for (place, state) in (first..).zip(round) {
                        self.expand(layer, place, state, met, |step, child| {
                            let shard = (child.key.hash() >> 40) % n_shards;
                            let next = if step == 1 { &mut *one } else { &mut *two };
                            next[shard as usize].insert(child, care);
                        });
                    }
                } else {
                    self.step_together(layer, first, round, [one, two], met);
                }
                first += round.len() as u32;
            }
        }
        Ok(())
    }

    /// The same on several threads: each expands a part, then each gathers a shard.
    fn step_together(
        &self,
        layer: usize,
        first: u32,
        states: &[State<Labelled>],
        [one, two]: [&mut Shards; 2],
        met: &mut Met,
    ) {
        let n_shards = one.len();
        let part = states.len().div_ceil(n_shards);
        let made: Vec<(Met, Made)> = std::thread::scope(|scope| {
            let work = |(part_first, part): (u32, &[State<Labelled>])| {
                let mut met = Met::NOTHING;
                let mut made: Made = vec![Vec::new(); n_shards];
                for (place, state) in (part_first..).zip(part) {
                    self.expand(layer, place, state, &mut met, |step, child| {
                        let shard = (child.key.hash() >> 40) % n_shards as u64;
                        made[shard as usize].push((step, child));
                    });
                }
                (met, made)
            };
            let firsts = (first..).step_by(part);
            let threads: Vec<_> = firsts
                .zip(states.chunks(part))
                .map(|part| scope.spawn(move || work(part)))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("it cannot panic")).collect()
        });
        made.iter().for_each(|(other, _)| met.join(*other));
        std::thread::scope(|scope| {
            for (shard, (one, two)) in one.iter_mut().zip(two).enumerate() {
                let made = &made;
                scope.spawn(move || {
                    for &(step, child) in made.iter().flat_map(|(_, made)| &made[shard]) {
                        let next = if step == 1 { &mut *one } else { &mut *two };
                        next.insert(child, self.order.care);
                    }
                });
            }
        });
    }

    /// Every choice that a state has and that may still lead to the target.
    #[inline]
    fn expand(
        &self,
        layer: usize,
        place: u32,
        state: &State<Labelled>,
        met: &mut Met,
        mut make: impl FnMut(usize, State<Labelled>),
    ) {
        let View { region, layers, bounds, .. } = self.view;
        let Order { target, stock, care, .. } = self.order;
        let here = &layers.layers[layer];
        let [left, right] = state.key.words;
        let profile = u64::from(here.words[0][usize::from(left)])
            | u64::from(here.words[1][usize::from(right)]) << (2 * layers.middle);
        let column = layer % layers.columns;
        let next_may_begin = column + 1 < layers.columns && region.starts[layer + 1] != [false; 4];
        for mv in &here.moves {
            let words = [mv.maps[0].get(left), mv.maps[1].get(right)];
            if words[0] == NEVER || words[1] == NEVER {
                continue;
            }
            let mut used = state.used;
            if let Choice::Begin(piece) = mv.choice {
                let kind = kind(piece);
                used[kind] += 1;
                if care.minds(kind) && u32::from(used[kind]) > stock[kind] {
                    continue;
                }
            }
            let step = mv.choice.step();
            let mut child = State { used, choice: mv.choice.code(), parent: place, ..*state };
            let cells = child.cells();
            let bound = match bounds.get(layer + step, words) {
                Some(rest) => UNIT * cells as i32 + rest + refund(bounds.prices, stock, used),
                None => state.bound.into(),
            };
            if bound < UNIT * target as i32 {
                met.next_best = met.next_best.max(bound);
                continue;
            }
            child.bound = bound.min(i16::MAX.into()) as i16;
            match state.key.labels().join(
                mv.choice,
                column,
                layers.columns,
                profile,
                next_may_begin,
            ) {
                Joined::On(labels) => {
                    make(step, State { key: Labelled::new(labels, words), ..child });
                }
                Joined::Closed if layer + 1 >= self.free_from => {
                    self.finish(End { cells, layer, place }, met);
                }
                Joined::Closed | Joined::Split => {}
            }
        }
    }

    /// Pieces that hang together: what was asked for, or at least to be remembered.
    fn finish(&self, end: End, met: &mut Met) {
        if end.cells >= self.order.target {
            met.end(end);
        } else {
            met.next_best = met.next_best.max(UNIT * end.cells as i32);
        }
    }

    /// The pieces that led to an end, walked back along the trail.
    fn spots(&self, trail: &[Vec<(u32, u8)>], end: End) -> Vec<Spot> {
        let mut spots = Vec::new();
        let (mut layer, mut place) = (end.layer, end.place);
        while layer > 0 {
            let (parent, choice) = trail[layer][place as usize];
            let choice = Choice::ALL[usize::from(choice)];
            layer -= choice.step();
            place = parent;
            if let Choice::Begin(piece) = choice {
                spots.push(self.view.region.spot(piece, layer));
            }
        }
        spots
    }
}
