//! A corner of a large board: with far more room than the target needs, the cells around the start may be
//! enough, and their tables are small.

use plywood_contract::Limits;
use plywood_games::blokus::Stock;
use plywood_games::blokus::puzzle::{Board, Cell};

use super::multipliers::DENSITY;
use super::progress::{Progress, Standing};
use super::search::Search;
use super::solve::Task;

/// The corner should have room for this many times the target.
const MARGIN: f64 = 1.1;
/// The corner is given up after this many states.
const CORNER_STATES: u64 = 2_000_000;

impl Search<'_> {
    /// Tries to reach the target within a corner of the board: a solution there is one of the whole board.
    pub(super) fn try_corner(&mut self, target: u32) {
        let Some(corner) = self.corner_board(target) else { return };
        let left = self.standing.limits.nodes.map(|most| most.saturating_sub(self.standing.nodes));
        let nodes = left.unwrap_or(u64::MAX).min(CORNER_STATES);
        let elapsed = self.standing.progress().time;
        let time = self.standing.limits.time.map(|time| time.saturating_sub(elapsed));
        let limits = Limits { nodes: Some(nodes), time, ..self.standing.limits.clone() };
        let [a, b, c] = self.stock;
        let task = Task { board: &corner, stock: Some(Stock { a, b, c }), threads: self.threads };
        let mut tell = |_: &Progress| {};
        if let Ok(mut search) = Search::new(&task, Standing::new(&limits, &mut tell)) {
            // A target out of reach there may be within reach on the whole board.
            let _ = search.reach(target);
            self.accept(&search.best);
            self.standing.nodes += search.standing.nodes;
        }
    }

    /// The smallest square around the start that should hold the target, the rest blocked; `None` if that
    /// is the whole board or cuts off a piece.
    fn corner_board(&self, target: u32) -> Option<Board> {
        let least = f64::from(target) * MARGIN / DENSITY;
        let fits = |side: &usize| {
            let is_in = |&&(row, column): &&(usize, usize)| row < *side && column < *side;
            let mut cells: Vec<_> = self
                .placements
                .iter()
                .flat_map(|placement| &placement.cells)
                .filter(is_in)
                .collect();
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
}
