//! One player's part of the board, with the two masks that decide where the next piece may go.

use plywood_contract::{Message, message};

use super::grid::Grid;
use crate::bits::Bits;

/// A player's cells and what follows from them, kept up to date piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side<const W: usize> {
    /// The player's own cells.
    pub own: Bits<W>,
    /// Cells that touch an own cell at a corner; before the first piece, the start cell.
    pub reach: Bits<W>,
    /// Cells the player may never cover: off the board, blocked, own, or next to an own cell.
    pub barred: Bits<W>,
}

impl<const W: usize> Side<W> {
    /// A player with no piece yet; `playable` are the cells of the board that are not blocked.
    pub fn new(start: usize, playable: Bits<W>) -> Self {
        Self { own: Bits::EMPTY, reach: Bits::cell(start), barred: !playable }
    }

    /// Adds a piece.
    #[inline]
    pub fn add(&mut self, cells: Bits<W>, grid: Grid) {
        let reach = grid.diagonals(cells);
        self.reach = if self.own.is_empty() { reach } else { self.reach | reach };
        self.barred |= cells | grid.edges(cells);
        self.own |= cells;
    }

    /// The cells the player may still cover.
    #[inline]
    pub fn open(&self, other: &Self) -> Bits<W> {
        !(self.barred | other.own)
    }

    /// Why these cells may not be covered next, if that is so; `name` names a cell.
    pub fn objection(
        &self,
        cells: &[usize],
        other: &Self,
        start: usize,
        grid: Grid,
        name: impl Fn(usize) -> String,
    ) -> Option<Message> {
        let held = |set: Bits<W>| cells.iter().copied().find(|&cell| set.contains(cell));
        if let Some(cell) = held(self.own) {
            let cell = name(cell);
            return Some(message!(
                "covered-own",
                "{cell} is already covered by an own piece",
                cell
            ));
        }
        if let Some(cell) = held(other.own) {
            let cell = name(cell);
            return Some(message!(
                "covered-other",
                "{cell} is already covered by the opponent",
                cell
            ));
        }
        if let Some(cell) = held(grid.edges(self.own)) {
            let cell = name(cell);
            return Some(message!("shares-edge", "{cell} shares an edge with an own piece", cell));
        }
        if let Some(cell) = held(self.barred) {
            return Some(message!("blocked", "{cell} is blocked", cell = name(cell)));
        }
        if self.own.is_empty() && !cells.contains(&start) {
            let cell = name(start);
            return Some(message!("first-piece", "the first piece must cover {cell}", cell));
        }
        if held(self.reach).is_none() {
            return Some(message!("no-corner", "the piece touches no own piece at a corner"));
        }
        None
    }
}
