//! The Lagrangian dual: multipliers of the stock that make the bound of the relaxation low.
//!
//! The value of the relaxation is convex and piecewise linear in the multipliers. At every point the stock
//! less the pieces that an optimum uses is a subgradient, so a kind of which every optimum uses too
//! many needs a larger multiplier. Any multipliers give a valid bound; better ones only save states.

use plywood_contract::Stop;

use super::bounds::{Bounds, Keep, UNIT};
use super::layers::Layers;
use super::search::Search;

/// The best solutions of large boards cover about this share of the cells.
pub(super) const DENSITY: f64 = 0.57;
/// On boards with no more cells than this, the `a` in stock are mostly enough.
const SMALL: u32 = 90;
/// A solution that leaves at most one in this many `a` uses nearly all.
const NEARLY_ALL: i32 = 5;

impl Search<'_> {
    /// Bounds with good multipliers.
    pub(super) fn tuned_bounds(&mut self, layers: &Layers) -> Result<Bounds, Stop> {
        let scarce = [0, 1, 2].map(|kind| self.is_scarce(kind));
        if scarce == [false; 3] {
            return Bounds::new(layers, [0; 3], Keep::All, &mut self.standing);
        }
        if f64::from(self.coverable()) * DENSITY > f64::from(self.stock_cells()) {
            // All pieces will be used. Small multipliers spare those that pack best a little.
            let multipliers = [i32::from(scarce[0]), i32::from(scarce[1]), 0];
            return Bounds::new(layers, multipliers, Keep::All, &mut self.standing);
        }
        let mut best = self.tune_multiplier_of_a(layers, scarce[0])?;
        let [_, b, c] = self.stock;
        let [with_b, with_c] =
            [[1, 2, 0], [2, 1, 0]].map(|preferred| best.optimum_uses(layers, preferred));
        // Where `b` and `c` can replace each other, some optimum between these two respects both stocks.
        let is_enough = with_b[1] + with_b[2] <= b + c && with_b[2] <= c && with_c[1] <= b;
        for kind in [1, 2].into_iter().filter(|_| !is_enough) {
            // A kind with a multiplier must be enforced, which takes more states: only for a whole cell.
            if [with_b, with_c][kind - 1][kind] > self.stock[kind] {
                best = self.raise_multiplier(layers, best, kind)?;
            }
        }
        Ok(best)
    }

    /// Minimises the value over the multiplier of `a`, by cutting planes. A lower multiplier gains nothing
    /// if some optimum uses no less than the stock, a higher one nothing if some optimum uses no more.
    /// Between two multipliers that can both be improved, the value lies above the tangents at both,
    /// and the next multiplier is where these meet.
    fn tune_multiplier_of_a(&mut self, layers: &Layers, is_scarce: bool) -> Result<Bounds, Stop> {
        let stock = self.stock;
        let at = |search: &mut Self, multiplier: i32| {
            Bounds::new(layers, [multiplier, 0, 0], Keep::All, &mut search.standing)
        };
        let used = |it: &Bounds, preferred| it.optimum_uses(layers, preferred)[0] as i32;
        // The slopes: how steeply the value falls to the right, and how steeply it falls to the left.
        let falls_right =
            |it: &Bounds| used(it, [1, 2, 0]).min(used(it, [2, 1, 0])) - stock[0] as i32;
        let falls_left =
            |it: &Bounds| stock[0] as i32 - used(it, [0, 1, 2]).max(used(it, [0, 2, 1]));
        let is_high = is_scarce && self.coverable() > SMALL;
        let first = at(self, if is_high { UNIT } else { 0 })?;
        let is_good = match is_high {
            true => falls_left(&first) <= stock[0] as i32 / NEARLY_ALL,
            false => !is_scarce || falls_right(&first) <= 0,
        };
        if is_good {
            return Ok(first);
        }
        let second = at(self, if is_high { 0 } else { UNIT })?;
        let (mut low, mut high) = if is_high { (second, first) } else { (first, second) };
        loop {
            let (from, to) = (low.multipliers[0], high.multipliers[0]);
            let (right, left) = (falls_right(&low), falls_left(&high));
            if right <= 0 || left <= 0 || to - from < 2 {
                break;
            }
            let ahead = low.root(stock) - high.root(stock) + left * (to - from);
            let multiplier = (from + ahead / (right + left)).clamp(from + 1, to - 1);
            let on_line = low.root(stock) - right * (multiplier - from);
            let least = on_line.max(high.root(stock) - left * (to - multiplier));
            if least / UNIT >= low.root(stock).min(high.root(stock)) / UNIT {
                break;
            }
            let between = at(self, multiplier)?;
            match falls_right(&between) > 0 {
                true => low = between,
                false => high = between,
            }
        }
        Ok(if low.root(stock) <= high.root(stock) { low } else { high })
    }

    /// Raises the multiplier of a kind while each step lowers the bound by a whole cell.
    fn raise_multiplier(
        &mut self,
        layers: &Layers,
        mut best: Bounds,
        kind: usize,
    ) -> Result<Bounds, Stop> {
        while best.multipliers[kind] + 2 <= 4 * UNIT {
            let mut multipliers = best.multipliers;
            multipliers[kind] += 2;
            let next = Bounds::new(layers, multipliers, Keep::All, &mut self.standing)?;
            if next.root(self.stock) / UNIT >= best.root(self.stock) / UNIT {
                break;
            }
            best = next;
        }
        Ok(best)
    }
}
