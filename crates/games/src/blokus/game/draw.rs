//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Seat};

use super::position::{Blokus, Position};
use crate::blokus::duel_text::{ending, mark, symbol};
use crate::blokus::{GRID, SIDE};
use crate::draw::{coloured, grid};

impl Drawing for Blokus {
    fn draw(&self, position: &Position, look: Look) -> String {
        let rows = (0..SIDE).map(|row| {
            let drawn = |column| {
                let cell = GRID.index(row, column);
                symbol(position, cell, look, || empty(position.blocked().contains(cell), look))
            };
            (row + 1, (0..SIDE).map(drawn).collect())
        });
        let mut text = grid(SIDE, rows);
        for seat in Seat::BOTH {
            let points = position.points()[seat.index()];
            let left = position.left(seat);
            let is_next = self.result(position).is_none() && position.turn == seat;
            let next = if is_next { "to move" } else { "" };
            let line = format!(
                "player {} ({}): {points:>3} points, left: {} a, {} b, {} c  {next}",
                seat.number(),
                mark(seat, look),
                left.a,
                left.b,
                left.c
            );
            text += line.trim_end();
            text.push('\n');
        }
        if let Some(margin) = self.result(position) {
            text += &ending(margin, ["player 1", "player 2"]);
        }
        text
    }
}

/// A cell without a piece.
fn empty(is_blocked: bool, look: Look) -> String {
    let (blocked, empty) = if look == Look::Plain { ("#", ".") } else { ("█", "·") };
    match (is_blocked, look) {
        (true, Look::Coloured) => coloured(blocked, "90"),
        (true, _) => blocked.into(),
        (false, Look::Coloured) => coloured(empty, "2"),
        (false, _) => empty.into(),
    }
}
