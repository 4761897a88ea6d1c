//! Which side to scan from, and at which prices: what is cheap to find out, before it matters.

use plywood_contract::{Limits, Stop};
use plywood_games::blokus::Stock;
use plywood_games::blokus::puzzle::{Board, Cell};

use super::bounds::{Bounds, Keep, UNIT};
use super::frontier::Care;
use super::hunt::{Hunt, NARROW, Next, WIDER};
use super::layers::Layers;
use super::region::Region;
use super::solve::Task;
use super::sweep::{Order, View};
use super::walk::Walk;
use super::watch::{Progress, Watch};

/// Best densities of large boards lie around this share of the cells.
const DENSITY: f64 = 0.57;
/// Tables with more entries than this take longer than a quick look without them.
const DEAR_ENTRIES: f64 = 1e7;
/// On boards with fewer cells, the `a` in stock are mostly enough.
const SMALL: u32 = 90;

/// A solution that leaves one `a` in so many leaves nearly none.
const NEARLY_ALL: i32 = 5;

/// A corner of the board should hold this much more than what is asked for.
const EASE: f64 = 1.1;
/// A corner is given up after so many states.
const CORNER_STATES: u64 = 2_000_000;

/// A state takes as long as so many bytes of a table.
const BYTES_PER_STATE: u64 = 75;
/// A sweep that dropped a smaller share of its states than this one in so many needs little more room.
const FEW_DROPPED: u64 = 32;

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
        let mut best = self.with_price_of_a(layers, scarce[0])?;
        let [_, b, c] = self.stock;
        let [with_b, with_c] = [[1, 2, 0], [2, 1, 0]].map(|liked| best.used(layers, liked));
        // Where `b` and `c` stand for each other, something between these two uses enough of both.
        let is_enough = with_b[1] + with_b[2] <= b + c && with_b[2] <= c && with_c[1] <= b;
        for kind in [1, 2].into_iter().filter(|_| !is_enough) {
            // With prices on these, sweeps must tell more states apart: only if a cell is won.
            if [with_b, with_c][kind - 1][kind] > self.stock[kind] {
                best = self.dearer(layers, best, kind)?;
            }
        }
        Ok(best)
    }

    /// A good price for `a`. While a best solution uses the whole stock, a lower one wins nothing; nor
    /// does a higher one while a best solution uses no more than the stock. Between two prices that
    /// are neither, the value is above the lines through both, and the next is where these meet.
    fn with_price_of_a(&mut self, layers: &Layers, is_scarce: bool) -> Result<Bounds, Stop> {
        let stock = self.stock;
        let at = |hunt: &mut Self, price: i32| {
            Bounds::new(layers, [price, 0, 0], Keep::All, &mut hunt.watch)
        };
        let used = |it: &Bounds, liked| it.used(layers, liked)[0] as i32;
        // How steeply the value falls to the right and rises from the left.
        let falls = |it: &Bounds| used(it, [1, 2, 0]).min(used(it, [2, 1, 0])) - stock[0] as i32;
        let rises = |it: &Bounds| stock[0] as i32 - used(it, [0, 1, 2]).max(used(it, [0, 2, 1]));
        let is_high = is_scarce && self.coverable() > SMALL;
        let first = at(self, if is_high { UNIT } else { 0 })?;
        let is_good = match is_high {
            true => rises(&first) <= stock[0] as i32 / NEARLY_ALL,
            false => !is_scarce || falls(&first) <= 0,
        };
        if is_good {
            return Ok(first);
        }
        let second = at(self, if is_high { 0 } else { UNIT })?;
        let (mut low, mut high) = if is_high { (second, first) } else { (first, second) };
        loop {
            let (from, to) = (low.prices[0], high.prices[0]);
            let (down, up) = (falls(&low), rises(&high));
            if down <= 0 || up <= 0 || to - from < 2 {
                break;
            }
            let ahead = low.root(stock) - high.root(stock) + up * (to - from);
            let price = (from + ahead / (down + up)).clamp(from + 1, to - 1);
            let on_line = low.root(stock) - down * (price - from);
            let least = on_line.max(high.root(stock) - up * (to - price));
            if least / UNIT >= low.root(stock).min(high.root(stock)) / UNIT {
                break;
            }
            let between = at(self, price)?;
            match falls(&between) > 0 {
                true => low = between,
                false => high = between,
            }
        }
        Ok(if low.root(stock) <= high.root(stock) { low } else { high })
    }

    /// Raises the price of a kind as long as a whole cell is won at once.
    fn dearer(&mut self, layers: &Layers, mut best: Bounds, kind: usize) -> Result<Bounds, Stop> {
        while best.prices[kind] + 2 <= 4 * UNIT {
            let mut prices = best.prices;
            prices[kind] += 2;
            let next = Bounds::new(layers, prices, Keep::All, &mut self.watch)?;
            if next.root(self.stock) / UNIT >= best.root(self.stock) / UNIT {
                break;
            }
            best = next;
        }
        Ok(best)
    }

    /// Whether the next sweep would take longer than to look from all sides, given how many states
    /// the last one dropped.
    pub(super) fn is_worth_a_look_around(&self, dropped: u64) -> bool {
        let Some(view) = &self.view else { return false };
        let made = self.last_states;
        let next = WIDER as u64 * made;
        dropped > made / FEW_DROPPED && next * BYTES_PER_STATE > 3 * view.bytes
    }

    /// Looks from every side with a narrow sweep and stays with the one that made the fewest states.
    /// Tells whether that settled the target.
    pub(super) fn choose_side(
        &mut self,
        target: u32,
        enough: u32,
        care: Care,
    ) -> Result<bool, Stop> {
        let Some(view) = &self.view else { return Ok(false) };
        let (prices, bytes) = (view.bounds.prices, view.bytes);
        let first_turns = self.turns;
        let mut least = u64::MAX;
        for turns in (0..4).map(|turn| (first_turns + turn) % 4) {
            let mut kept = None;
            if turns != first_turns {
                let (region, layers) = self.ground(turns);
                let table = Keep::All.bytes(&layers);
                // A side with far larger tables is not worth a look.
                if self.keep(&layers) != Some(Keep::All) || table > 4 * bytes {
                    continue;
                }
                let bounds = Bounds::new(&layers, prices, Keep::All, &mut self.watch)?;
                kept = self.view.replace(self.view(region, layers, bounds, table));
            }
            let swept = self.sweep(target, enough, NARROW, care)?;
            if matches!(self.heed(swept, target), Next::Settled) {
                self.turns = turns;
                return Ok(true);
            }
            if self.last_states < least {
                (least, self.turns) = (self.last_states, turns);
            } else {
                self.view = kept;
            }
        }
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
            let swept = walk.sweep(order, &mut self.watch)?;
            match self.heed(swept, target) {
                Next::Careful => care = self.full_care(),
                // More was found, or the bound is lower.
                Next::Settled if self.watch.bound == bound => {}
                Next::Settled => {
                    gap = GAP;
                    width = (width / WIDER).max(NARROW);
                }
                Next::Wider(_) if width > WIDEST => return Ok(false),
                Next::Wider(_) => width *= WIDER,
            }
        }
    }
}
