//! Which side to scan from, and at which prices: what is cheap to find out, before it matters.

use plywood_contract::Stop;

use super::bounds::{Bounds, Keep, UNIT};
use super::frontier::Care;
use super::layers::Layers;
use super::hunt::{Hunt, NARROW};
use super::region::Region;
use super::sweep::{Swept, View};

/// Best densities of large boards lie around this share of the cells.
const DENSITY: f64 = 0.57;
/// On boards with fewer cells, the `a` in stock are mostly enough.
const SMALL: u32 = 90;

impl Hunt<'_> {
    /// The side that promises the smallest tables, with prices that make a good bound.
    pub(super) fn first_view(&mut self) -> Result<View, Stop> {
        self.turns = self.side_of_smallest_tables();
        let (region, layers) = self.ground(self.turns);
        let keep = self.keep(&layers);
        let Some(keep) = keep else {
            let bounds = Bounds::poor(&region);
            return Ok(self.view(region, layers, bounds, 0));
        };
        let bounds = match keep {
            Keep::All => self.priced(&layers)?,
            Keep::Rows => Bounds::new(&layers, [0; 3], keep, &mut self.watch)?,
        };
        let bytes = keep.bytes(&layers);
        Ok(self.view(region, layers, bounds, bytes))
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

    /// By rows or by columns: a table has about 2.4^n entries for n open cells side by side.
    fn side_of_smallest_tables(&self) -> usize {
        let cost = |turns: usize| {
            let region = Region::new(self.board, &self.spots, self.laid.len(), turns);
            let rows = region.coverable.chunks(region.columns);
            rows.map(|row| 2.4_f64.powi(row.iter().filter(|&&it| it).count() as i32)).sum::<f64>()
        };
        usize::from(cost(1) < cost(0))
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
        let mut price = if self.coverable() > SMALL && scarce[0] { UNIT - 1 } else { 0 };
        let mut best = Bounds::new(layers, [price, 0, 0], Keep::All, &mut self.watch)?;
        let uses_too_many = best.used(layers)[0] > self.stock[0];
        let step = if uses_too_many { 1 } else { -1 };
        while (0..=UNIT).contains(&(price + step)) && scarce[0] {
            price += step;
            let next = Bounds::new(layers, [price, 0, 0], Keep::All, &mut self.watch)?;
            if next.root(self.stock) >= best.root(self.stock) {
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
}
