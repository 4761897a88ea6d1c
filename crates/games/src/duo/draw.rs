//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Seat};

use super::position::{BlokusDuo, Position, STARTS};
use super::shapes::PIECE_NAMES;
use crate::blokus::duel_text::{ending, mark, symbol};
use crate::blokus::{GRID, SIDE};
use crate::draw::{coloured, grid};

impl Drawing for BlokusDuo {
    fn draw(&self, position: &Position, look: Look) -> String {
        let rows = (0..SIDE).rev().map(|row| {
            let drawn = |column| {
                let cell = GRID.index(row, column);
                symbol(position, cell, look, || empty(STARTS.contains(&cell), look))
            };
            (row + 1, (0..SIDE).map(drawn).collect())
        });
        let mut text = grid(SIDE, rows);
        let result = self.result(position);
        for (seat, colour) in [(Seat::One, "black"), (Seat::Two, "white")] {
            let points = position.points()[seat.index()];
            let is_left = |piece: &usize| position.left(seat) >> piece & 1 == 1;
            let names: Vec<&str> =
                (0..21).filter(is_left).map(|piece| PIECE_NAMES[piece]).collect();
            let next = if result.is_none() && position.turn == seat { ", to move" } else { "" };
            let number = seat.number();
            text += &format!(
                "player {number} {colour} ({}): {points} points{next}\n",
                mark(seat, look)
            );
            text += format!("  left: {}", names.join(" ")).trim_end();
            text.push('\n');
        }
        if let Some(margin) = result {
            text += &ending(margin, ["black", "white"]);
        }
        text
    }
}

/// A cell without a piece.
fn empty(is_start: bool, look: Look) -> String {
    match (look, is_start) {
        (Look::Plain, true) => "+".into(),
        (Look::Plain, false) => ".".into(),
        (Look::Unicode, true) => "◇".into(),
        (Look::Unicode, false) => "·".into(),
        (Look::Coloured, true) => coloured("◇", "36"),
        (Look::Coloured, false) => coloured("·", "2"),
    }
}
