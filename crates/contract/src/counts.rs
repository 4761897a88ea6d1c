//! What searches for two count besides positions, as plain numbers while they run.

use crate::{CutReason, PlayStats};

/// The counters of a search that cuts, as [`PlayStats`] tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions whose moves were followed.
    pub expanded: u64,
    /// Cuts by the opponent of the root's side.
    pub alpha_cuts: u64,
    /// Cuts by the root's side.
    pub beta_cuts: u64,
    /// Moves never looked at because of a cut.
    pub pruned: u64,
    /// Times the table knew enough to answer at once.
    pub table_hits: u64,
}

impl Counts {
    /// Counts a cut that leaves `skipped` moves unlooked at.
    #[inline]
    pub fn cut(&mut self, reason: CutReason, skipped: usize) {
        match reason {
            CutReason::Alpha => self.alpha_cuts += 1,
            CutReason::Beta => self.beta_cuts += 1,
        }
        self.pruned += skipped as u64;
    }

    /// Adds what another search counted.
    pub fn add(&mut self, more: Self) {
        self.expanded += more.expanded;
        self.alpha_cuts += more.alpha_cuts;
        self.beta_cuts += more.beta_cuts;
        self.pruned += more.pruned;
        self.table_hits += more.table_hits;
    }

    /// What was counted since `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            expanded: self.expanded - before.expanded,
            alpha_cuts: self.alpha_cuts - before.alpha_cuts,
            beta_cuts: self.beta_cuts - before.beta_cuts,
            pruned: self.pruned - before.pruned,
            table_hits: self.table_hits - before.table_hits,
        }
    }

    /// The same search, seen from the side it was counted for or from the other.
    pub fn seen_from(self, same_side: bool) -> Self {
        match same_side {
            true => self,
            false => Self { alpha_cuts: self.beta_cuts, beta_cuts: self.alpha_cuts, ..self },
        }
    }

    /// Writes the counters down. Without a table there are no hits to be counted.
    pub fn tell(&self, stats: &mut PlayStats, has_table: bool) {
        stats.expanded = Some(self.expanded);
        stats.alpha_cuts = Some(self.alpha_cuts);
        stats.beta_cuts = Some(self.beta_cuts);
        stats.pruned = Some(self.pruned);
        stats.table_hits = has_table.then_some(self.table_hits);
    }
}
