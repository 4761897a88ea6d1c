//! Which side to scan from, and at which prices: what is cheap to find out, before it matters.

use plywood_contract::{Limits, Stop};
use plywood_games::blokus::Stock;
use plywood_games::blokus::puzzle::{Board, Cell};

use super::bounds::{Bounds, Keep, UNIT};
use super::frontier::Care;
use super::hunt::{Hunt, NARROW, WIDER};
use super::layers::Layers;
use super::region::Region;
use super::solve::Task;
use super::sweep::{Order, Swept, View};
use super::walk::Walk;
use super::watch::{Progress, Watch};

/// Best densities of large boards lie around this share of the cells.
const DENSITY: f64 = 0.57;
/// Tables with more entries than this take longer than a quick look without them.
const DEAR_ENTRIES: f64 = 1e7;
/// On boards with fewer cells, the `a` in stock are mostly enough.
const SMALL: u32 = 90;

/// A corner of the board should hold this much more than what is asked for.
const EASE: f64 = 1.1;
/// A corner is given up after so many states.
const CORNER_STATES: u64 = 2_000_000;

/// A path should cost so many times less than a scan. Boards with gates are far on one side, boards
/// with scattered walls on the other.
const NARROWER: f64 = 40.0;
/// Where walks with this many states in a step are not enough, scans may be better.
const WIDEST: usize = 100_000;
/// How far below the bound later targets of a walk lie: a piece.
const GAP: u32 = 4;

impl Hunt<'_> {
    /// On a board with far more room than the target asks for, a corner around the start may be enough,
    /// and its tables are small.
    pub(super) fn try_a_corner(&mut self, target: u32) {
        let Some(corner) = self.corner(target) else { return };
        let nodes = self.watch.limits.nodes.unwrap_or(u64::MAX).min(CORNER_STATES);
        let limits = Limits { nodes: Some(nodes), ..self.watch.limits.clone() };
        let [a, b, c] = self.stock;
        let task = Task { board: &corner, stock: Some(Stock { a, b, c }), threads: self.threads };
        let mut tell = |_: &Progress| {};
        if let Ok(mut hunt) = Hunt::new(&task, Watch::new(&limits, &mut tell)) {
            // What the corner cannot do, the whole board still may.
            let _ = hunt.reach(target);
            self.accept(&hunt.best);
            self.watch.nodes += hunt.watch.nodes;
        }
    }

    /// The smallest square around the start that should hold so many cells, if it is not all.
    fn corner(&self, target: u32) -> Option<Board> {
        let least = f64::from(target) * EASE / DENSITY;
        let fits = |side: &usize| {
            let is_in = |&&(row, column): &&(usize, usize)| row < *side && column < *side;
            let mut cells: Vec<_> =
                self.spots.iter().flat_map(|spot| &spot.cells).filter(is_in).collect();
            cells.sort_unstable();
            cells.dedup();
            cells.len() as f64 >= least
        };
        let longest = self.board.rows().max(self.board.columns());
        let side = (1..longest).find(fits)?;
        let mut corner = self.board.clone();
        for row in 0..corner.rows() {
            for column in 0..corner.columns() {
                if row >= side || column >= side {
                    if corner.cell(row, column) == Cell::Own {
                        return None;
                    }
                    corner.set(row, column, Cell::Blocked);
                }
            }
        }
        Some(corner)
    }

    /// The side that promises the smallest tables, with prices that make a good bound.
    pub(super) fn first_view(&mut self) -> Result<View, Stop> {
        self.turns = self.side_of_smallest_tables();
        let (region, layers) = self.ground(self.turns);
        let Some(keep) = self.keep(&layers) else { return Ok(self.poor_view()) };
        let bounds = match keep {
            Keep::All => self.priced(&layers)?,
            Keep::Rows => Bounds::new(&layers, [0; 3], keep, &mut self.watch)?,
        };
        let bytes = keep.bytes(&layers);
        Ok(self.view(region, layers, bounds, bytes))
    }

    /// The board without tables.
    pub(super) fn poor_view(&self) -> View {
        let (region, layers) = self.ground(self.turns);
        let bounds = Bounds::poor(&region);
        self.view(region, layers, bounds, 0)
    }

    /// Whether the tables take much longer than a narrow sweep.
    pub(super) fn has_dear_tables(&self) -> bool {
        self.table_entries(0).min(self.table_entries(1)) > DEAR_ENTRIES
    }

    fn view(&self, region: Region, layers: Layers, bounds: Bounds, table_bytes: u64) -> View {
        let bytes = table_bytes + layers.bytes();
        View { region, layers, bounds, bytes }
    }

    fn ground(&self, turns: usize) -> (Region, Layers) {
        let region = Region::new(self.board, &self.spots, self.laid.len(), turns);
        let layers = Layers::new(&region);
        (region, layers)
    }

    /// As much as fits into half of the memory.
    fn keep(&self, layers: &Layers) -> Option<Keep> {
        let fits = |keep: &Keep| {
            let bytes = 2 * (layers.bytes() + keep.bytes(layers));
            self.watch.hold(bytes).is_ok()
        };
        [Keep::All, Keep::Rows].into_iter().find(fits)
    }

    fn side_of_smallest_tables(&self) -> usize {
        usize::from(self.table_entries(1) < self.table_entries(0))
    }

    /// By rows or by columns: a table has about 2.4^n entries for n open cells side by side.
    fn table_entries(&self, turns: usize) -> f64 {
        let region = Region::new(self.board, &self.spots, self.laid.len(), turns);
        let rows = region.coverable.chunks(region.columns);
        rows.map(|row| 2.4_f64.powi(row.iter().filter(|&&it| it).count() as i32)).sum()
    }

    /// Bounds at good prices for the pieces. Their value is convex in each price, so it is enough to
    /// walk downhill.
    fn priced(&mut self, layers: &Layers) -> Result<Bounds, Stop> {
        let scarce = [0, 1, 2].map(|kind| self.is_scarce(kind));
        if scarce == [false; 3] {
            return Bounds::new(layers, [0; 3], Keep::All, &mut self.watch);
        }
        if f64::from(self.coverable()) * DENSITY > f64::from(self.stock_cells()) {
            // All pieces will be used. Small prices on those that pack best spare them a little.
            let prices = [i32::from(scarce[0]), i32::from(scarce[1]), 0];
            return Bounds::new(layers, prices, Keep::All, &mut self.watch);
        }
        let price = if self.coverable() > SMALL && scarce[0] { UNIT - 1 } else { 0 };
        let first = Bounds::new(layers, [price, 0, 0], Keep::All, &mut self.watch)?;
        let uses_too_many = first.used(layers)[0] > self.stock[0];
        let mut best = match (scarce[0], uses_too_many) {
            (false, _) => first,
            (true, true) => self.downhill(layers, first, 0, 1, UNIT, 1)?,
            (true, false) => self.downhill(layers, first, 0, -1, UNIT, 1)?,
        };
        for kind in [1, 2] {
            // With prices on these, sweeps must tell more states apart: only if a cell is won.
            if best.used(layers)[kind] > self.stock[kind] {
                best = self.downhill(layers, best, kind, 2, 4 * UNIT, UNIT)?;
            }
        }
        Ok(best)
    }

    /// Changes the price of a kind by `step`, up to `most`, as long as `gain` is won at once.
    fn downhill(
        &mut self,
        layers: &Layers,
        mut best: Bounds,
        kind: usize,
        step: i32,
        most: i32,
        gain: i32,
    ) -> Result<Bounds, Stop> {
        while (0..=most).contains(&(best.prices[kind] + step)) {
            let mut prices = best.prices;
            prices[kind] += step;
            let next = Bounds::new(layers, prices, Keep::All, &mut self.watch)?;
            if next.root(self.stock) / gain >= best.root(self.stock) / gain {
                break;
            }
            best = next;
        }
        Ok(best)
    }

    /// Tries the other sides with a narrow sweep and stays with the one that made the fewest states.
    /// Tells whether that settled the target.
    pub(super) fn choose_side(&mut self, target: u32, care: Care) -> Result<bool, Stop> {
        let Some(view) = &self.view else { return Ok(false) };
        let (prices, bytes) = (view.bounds.prices, view.bytes);
        let mut best = (self.last_states, self.turns);
        let first_turns = self.turns;
        for turns in (0..4).filter(|&turns| turns != first_turns) {
            let (region, layers) = self.ground(turns);
            let table = Keep::All.bytes(&layers);
            // A side with far larger tables is not worth a look.
            if self.keep(&layers) != Some(Keep::All) || table > 4 * bytes {
                continue;
            }
            let bounds = Bounds::new(&layers, prices, Keep::All, &mut self.watch)?;
            let other = self.view(region, layers, bounds, table);
            let first = self.view.replace(other);
            match self.sweep(target, target, NARROW, care)? {
                Swept::Found(spots) if self.accept(&spots) => return Ok(true),
                Swept::Refuted(next) => {
                    self.watch.bound = next.max(self.watch.best).min(target - 1);
                    return Ok(true);
                }
                _ if (self.last_states, turns) < best => best = (self.last_states, turns),
                _ => self.view = first,
            }
        }
        self.turns = best.1;
        Ok(false)
    }

    /// Walks through the board, if there is a narrow path. The first target is the bound; later ones
    /// lie below it, so that what is found may be the maximum before all above it is refuted. Tells
    /// whether that settled what was asked for: so many cells, or the maximum.
    pub(super) fn walk_through(&mut self, asked: Option<u32>, care: Care) -> Result<bool, Stop> {
        let Some(view) = &self.view else { return Ok(false) };
        let (n_laid, prices) = (self.laid.len(), view.bounds.prices);
        let walk = Walk::new(&self.spots, n_laid, prices, NARROWER, &mut self.watch)?;
        let Some(walk) = walk else { return Ok(false) };
        let (mut width, mut gap, mut care) = (NARROW, 0, care);
        loop {
            let (best, bound) = (self.watch.best, self.watch.bound);
            if best >= bound || asked.is_some_and(|asked| best >= asked || bound < asked) {
                return Ok(true);
            }
            let target = asked.unwrap_or_else(|| bound.saturating_sub(gap).max(best + 1));
            let enough = asked.unwrap_or(bound);
            let Self { stock, threads, .. } = *self;
            let order = Order { target, enough, stock, width, care, threads };
            match walk.sweep(order, &mut self.watch)? {
                Swept::Found(spots) => {
                    if !self.accept(&spots) {
                        care = self.full_care();
                    }
                }
                Swept::Refuted(next) => {
                    self.watch.bound = next.max(best).min(target - 1);
                    gap = GAP;
                    width = (width / WIDER).max(NARROW);
                }
                Swept::Dropped if width > WIDEST => return Ok(false),
                Swept::Dropped => width *= WIDER,
            }
        }
    }
}
