//! One sweep over the board: all states that may still reach a target, layer by layer, or the most
//! promising ones. A sweep that dropped none and found nothing proves the target out of reach.

use plywood_contract::Stop;
use plywood_games::blokus::Piece;

use super::bounds::{Bounds, UNIT};
use super::frontier::{Care, Frontier, State};
use super::labels::{Joined, Labels};
use super::layers::{Layers, NEVER};
use super::profile::Choice;
use super::region::{Region, Spot};
use super::watch::Watch;

/// What a sweep works on.
pub(super) struct Ground<'a> {
    pub(super) region: &'a Region,
    pub(super) layers: &'a Layers,
    pub(super) bounds: &'a Bounds,
    /// How many `a`, `b`, `c` there are.
    pub(super) stock: [u32; 3],
}

/// What a sweep is to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Find this many cells.
    pub(super) target: u32,
    /// Keep this many states in a layer.
    pub(super) width: usize,
    pub(super) care: Care,
}

/// How a sweep ended.
pub(super) enum Swept {
    /// With this many cells and these pieces; `is_best` when the sweep gave up nothing.
    Found { cells: u32, spots: Vec<Spot> },
    /// Nothing was dropped, so the target cannot be reached.
    Refuted,
    /// States were dropped, and none of the others reached the target.
    Dropped,
}

/// Where a finished set of pieces was met.
struct End {
    cells: u32,
    layer: usize,
    parent: u32,
}

struct Sweep<'a> {
    ground: &'a Ground<'a>,
    order: Order,
    /// For each layer, state by state: the parent and the choice.
    trail: Vec<Vec<(u32, u8)>>,
    end: Option<End>,
    /// No cell from here on must be covered.
    free_from: usize,
}

/// Sweeps once.
pub(super) fn sweep(ground: &Ground<'_>, order: Order, watch: &mut Watch<'_>) -> Result<Swept, Stop> {
    let free_from = ground.region.must.iter().rposition(|&must| must).map_or(0, |last| last + 1);
    let trail = Vec::with_capacity(ground.layers.layers.len());
    Sweep { ground, order, trail, end: None, free_from }.run(watch)
}

impl Sweep<'_> {
    fn run(mut self, watch: &mut Watch<'_>) -> Result<Swept, Stop> {
        let last = self.ground.layers.layers.len() - 1;
        let mut ahead = [Frontier::default(), Frontier::default(), Frontier::default()];
        let root = State {
            labels: Labels::default(),
            words: [0, 0],
            used: [0; 3],
            choice: 0,
            parent: 0,
            bound: i16::MAX,
        };
        ahead[0].insert(root, self.order.care);
        let mut is_complete = true;
        for layer in 0..=last {
            let [here, one, two] = &mut ahead;
            if here.states.len() > self.order.width {
                is_complete = false;
                here.narrow(self.order.width);
            }
            self.trail.push(here.states.iter().map(|state| (state.parent, state.choice)).collect());
            if layer == last {
                self.finish(here, last);
                break;
            }
            for (place, state) in here.states.iter().enumerate() {
                self.expand(layer, place as u32, state, one, two);
            }
            watch.count(here.states.len() as u64)?;
            if self.end.as_ref().is_some_and(|end| end.cells >= self.order.target) {
                break;
            }
            here.clear();
            ahead.rotate_left(1);
        }
        Ok(match &self.end {
            Some(end) => Swept::Found { cells: end.cells, spots: self.spots(end) },
            None if is_complete => Swept::Refuted,
            None => Swept::Dropped,
        })
    }

    /// At the end, what hangs together is a solution.
    fn finish(&mut self, here: &Frontier, last: usize) {
        for (place, state) in here.states.iter().enumerate() {
            if state.labels.count() == 1 {
                self.meet(End { cells: state.cells(), layer: last, parent: place as u32 });
            }
        }
    }

    fn meet(&mut self, end: End) {
        if self.end.as_ref().is_none_or(|best| best.cells < end.cells) {
            self.end = Some(end);
        }
    }

    #[inline]
    fn expand(
        &mut self,
        layer: usize,
        place: u32,
        state: &State,
        one: &mut Frontier,
        two: &mut Frontier,
    ) {
        let Ground { region, layers, bounds, stock } = *self.ground;
        let here = &layers.layers[layer];
        let [left, right] = state.words;
        let profile = u64::from(here.words[0][usize::from(left)])
            | u64::from(here.words[1][usize::from(right)]) << (2 * layers.middle);
        let column = layer % layers.columns;
        let next_may_begin =
            column + 1 < layers.columns && region.starts[layer + 1] != [false; 4];
        for mv in &here.moves {
            let words = [mv.maps[0].get(left), mv.maps[1].get(right)];
            if words[0] == NEVER || words[1] == NEVER {
                continue;
            }
            let mut used = state.used;
            if let Choice::Begin(piece) = mv.choice {
                let kind = match piece {
                    Piece::A => 0,
                    Piece::B => 1,
                    Piece::C1 | Piece::C2 => 2,
                };
                used[kind] += 1;
                let is_limited = kind == 0 || self.order.care == Care::Every;
                if is_limited && u32::from(used[kind]) > stock[kind] {
                    continue;
                }
            }
            let ahead = layer + mv.choice.step();
            let Some(rest) = bounds.get(ahead, layers.side(ahead), words) else { continue };
            let mut child = State {
                labels: state.labels,
                words,
                used,
                choice: mv.choice.code(),
                parent: place,
                bound: 0,
            };
            let cells = child.cells();
            child.bound = cells as i16 * UNIT + rest + self.refund(&used);
            if child.bound < self.order.target as i16 * UNIT {
                continue;
            }
            match state.labels.join(mv.choice, column, layers.columns, profile, next_may_begin) {
                Joined::On(labels) => {
                    child.labels = labels;
                    let next = if mv.choice.step() == 1 { &mut *one } else { &mut *two };
                    next.insert(child, self.order.care);
                }
                Joined::Closed if layer + 1 >= self.free_from && cells >= self.order.target => {
                    self.meet(End { cells, layer, parent: place });
                }
                Joined::Closed | Joined::Split => {}
            }
        }
    }

    /// What the rest of the stock is worth at the bounds' prices.
    #[inline]
    fn refund(&self, used: &[u8; 3]) -> i16 {
        let Ground { bounds, stock, .. } = self.ground;
        let left = |kind: usize| stock[kind].saturating_sub(u32::from(used[kind])) as i16;
        let prices = bounds.prices;
        let mut refund = 0;
        for (kind, price) in [prices.a, prices.b, prices.c].into_iter().enumerate() {
            if price != 0 {
                refund += price * left(kind);
            }
        }
        refund
    }

    /// The pieces that led to an end, walked back along the trail.
    fn spots(&self, end: &End) -> Vec<Spot> {
        let mut spots = Vec::new();
        let (mut layer, mut place) = (end.layer, end.parent);
        while layer > 0 {
            let (parent, choice) = self.trail[layer][place as usize];
            let choice = Choice::ALL[usize::from(choice)];
            layer -= choice.step();
            place = parent;
            if let Choice::Begin(piece) = choice {
                spots.push(self.ground.region.spot(piece, layer));
            }
        }
        spots
    }
}
