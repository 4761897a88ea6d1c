//! The side of the board to sweep from: the one with the smallest tables, then the one with the fewest
//! states.

use plywood_contract::Stop;

use super::bounds::{Bounds, Keep, Multipliers};
use super::layers::Layers;
use super::region::Region;
use super::row_sweep::RowModel;
use super::search::{FIRST_WIDTH, Next, Search, WIDENING};
use super::states::Enforced;

/// Tables with more entries than this take longer than a sweep without them.
const LARGE_TABLE: f64 = 1e7;
/// Expanding a state takes as long as computing this many bytes of a table.
const BYTES_PER_STATE: u64 = 75;
/// A sweep that dropped less than one in this many of its states needs little more width.
const FEW_DROPPED: u64 = 32;

impl Search<'_> {
    /// The model of the side with the smallest tables, with multipliers that make a good bound.
    pub(super) fn first_model(&mut self) -> Result<RowModel, Stop> {
        self.turns = self.side_of_smallest_tables();
        let (region, layers) = self.region_and_layers(self.turns)?;
        let Some(keep) = self.keep(&layers) else {
            let bounds = Bounds::trivial(&region);
            return Ok(self.model(region, layers, bounds, 0));
        };
        let bounds = match keep {
            Keep::All => self.tuned_bounds(&layers)?,
            Keep::Rows => Bounds::new(&layers, [0; 3], keep, &mut self.standing)?,
        };
        let bytes = keep.bytes(&layers);
        Ok(self.model(region, layers, bounds, bytes))
    }

    /// A model with the trivial bound, which needs no tables.
    pub(super) fn trivial_model(&self) -> Result<RowModel, Stop> {
        let (region, layers) = self.region_and_layers(self.turns)?;
        let bounds = Bounds::trivial(&region);
        Ok(self.model(region, layers, bounds, 0))
    }

    /// Whether the tables take much longer than a narrow sweep.
    pub(super) fn has_large_tables(&self) -> bool {
        self.table_entries(0).min(self.table_entries(1)) > LARGE_TABLE
    }

    fn model(&self, region: Region, layers: Layers, bounds: Bounds, table_bytes: u64) -> RowModel {
        let bytes = table_bytes + layers.bytes();
        RowModel { region, layers, bounds, bytes }
    }

    fn region_and_layers(&self, turns: usize) -> Result<(Region, Layers), Stop> {
        let region = Region::new(self.board, &self.placements, self.laid.len(), turns);
        let layers = Layers::new(&region, &self.standing)?;
        Ok((region, layers))
    }

    /// Which tables fit into the memory, if any do: three bounds are compared at a time while their
    /// multipliers are sought, and states need room too.
    fn keep(&self, layers: &Layers) -> Option<Keep> {
        let fits = |keep: &Keep| {
            let bytes = 2 * layers.bytes() + 3 * keep.bytes(layers);
            self.standing.hold(bytes).is_ok()
        };
        [Keep::All, Keep::Rows].into_iter().find(fits)
    }

    fn side_of_smallest_tables(&self) -> usize {
        usize::from(self.table_entries(1) < self.table_entries(0))
    }

    /// About how many entries the tables have: 2.4^n for a row of n coverable cells, as measured.
    fn table_entries(&self, turns: usize) -> f64 {
        let region = Region::new(self.board, &self.placements, self.laid.len(), turns);
        let rows = region.coverable.chunks(region.columns);
        rows.map(|row| 2.4_f64.powi(row.iter().filter(|&&it| it).count() as i32)).sum()
    }

    /// Whether the next sweep would take longer than models of all other sides, given how many states
    /// the last one dropped.
    pub(super) fn are_other_sides_worthwhile(&self, dropped: u64) -> bool {
        let Some(model) = &self.model else { return false };
        let expanded = self.last_expanded;
        let next = WIDENING as u64 * expanded;
        dropped > expanded / FEW_DROPPED && next * BYTES_PER_STATE > 3 * model.bytes
    }

    /// Sweeps narrowly from every side and keeps the one that expanded the fewest states. Returns
    /// whether one of the sweeps settled the target.
    pub(super) fn choose_side(
        &mut self,
        target: u32,
        enough: u32,
        enforced: Enforced,
    ) -> Result<bool, Stop> {
        let Some(model) = &self.model else { return Ok(false) };
        let (multipliers, bytes) = (model.bounds.multipliers, model.bytes);
        let first_turns = self.turns;
        let mut least = u64::MAX;
        for turns in (0..4).map(|turn| (first_turns + turn) % 4) {
            let mut previous = None;
            if turns != first_turns {
                // The side chosen so far stays until another is better.
                self.standing.aside = self.model.as_ref().map_or(0, |model| model.bytes);
                let model = self.model_of_side(turns, multipliers, 4 * bytes);
                let Some(model) = model.inspect_err(|_| self.standing.aside = 0)? else {
                    self.standing.aside = 0;
                    continue;
                };
                previous = self.model.replace(model);
            }
            let swept = self.sweep(target, enough, FIRST_WIDTH, enforced);
            self.standing.aside = 0;
            let swept = swept?;
            if matches!(self.update_bounds(swept, target), Next::Settled) {
                self.turns = turns;
                return Ok(true);
            }
            if self.last_expanded < least {
                (least, self.turns) = (self.last_expanded, turns);
            } else {
                self.model = previous;
            }
        }
        Ok(false)
    }

    /// A model of another side; `None` if its tables do not fit or are larger than would pay.
    fn model_of_side(
        &mut self,
        turns: usize,
        multipliers: Multipliers,
        largest: u64,
    ) -> Result<Option<RowModel>, Stop> {
        let Ok((region, layers)) = self.region_and_layers(turns) else { return Ok(None) };
        let table = Keep::All.bytes(&layers);
        if self.keep(&layers) != Some(Keep::All) || table > largest {
            return Ok(None);
        }
        let bounds = Bounds::new(&layers, multipliers, Keep::All, &mut self.standing)?;
        Ok(Some(self.model(region, layers, bounds, table)))
    }
}
