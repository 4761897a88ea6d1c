//! What searches for two count besides positions, as plain numbers while they run.

use plywood_contract::{CutReason, PlayStats};

/// The counters of a search that cuts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) expanded: u64,
    pub(crate) alpha_cuts: u64,
    pub(crate) beta_cuts: u64,
    pub(crate) pruned: u64,
    pub(crate) table_hits: u64,
}

impl Counts {
    /// Counts a cut that leaves `skipped` moves unlooked at.
    #[inline]
    pub(crate) fn cut(&mut self, reason: CutReason, skipped: usize) {
        match reason {
            CutReason::Alpha => self.alpha_cuts += 1,
            CutReason::Beta => self.beta_cuts += 1,
        }
        self.pruned += skipped as u64;
    }

    /// Writes the counters down. Without a table there are no hits to be counted.
    pub(crate) fn tell(&self, stats: &mut PlayStats, has_table: bool) {
        stats.expanded = Some(self.expanded);
        stats.alpha_cuts = Some(self.alpha_cuts);
        stats.beta_cuts = Some(self.beta_cuts);
        stats.pruned = Some(self.pruned);
        stats.table_hits = has_table.then_some(self.table_hits);
    }
}
