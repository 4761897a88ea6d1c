//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Seat};

use super::position::{BlokusDuo, GRID, Position, SIDE, STARTS};
use super::shapes::PIECE_NAMES;
use crate::draw::{coloured, grid};

impl Drawing for BlokusDuo {
    fn draw(&self, position: &Position, look: Look) -> String {
        let rows = (0..SIDE).rev().map(|row| {
            let cells = (0..SIDE).map(|column| symbol(position, GRID.index(row, column), look));
            (row + 1, cells.collect())
        });
        let mut text = grid(SIDE, rows);
        let result = self.result(position);
        for (seat, colour) in [(Seat::One, "black"), (Seat::Two, "white")] {
            let points = position.points()[seat.index()];
            let is_left = |piece: &usize| position.left(seat) >> piece & 1 == 1;
            let names: Vec<&str> =
                (0..21).filter(is_left).map(|piece| PIECE_NAMES[piece]).collect();
            let mark = if result.is_none() && position.turn == seat { ", to move" } else { "" };
            let number = seat.number();
            text += &format!(
                "player {number} {colour} ({}): {points} points{mark}\n",
                piece(seat, look)
            );
            text += format!("  left: {}", names.join(" ")).trim_end();
            text.push('\n');
        }
        if let Some(margin) = result {
            text += match margin {
                0 => "game over: draw\n",
                1.. => "game over: black wins\n",
                _ => "game over: white wins\n",
            };
        }
        text
    }
}

fn symbol(position: &Position, cell: usize, look: Look) -> String {
    for seat in Seat::BOTH {
        if position.own(seat).contains(cell) {
            return piece(seat, look);
        }
    }
    let is_start = STARTS.contains(&cell);
    match (look, is_start) {
        (Look::Plain, true) => "+".into(),
        (Look::Plain, false) => ".".into(),
        (Look::Unicode, true) => "◇".into(),
        (Look::Unicode, false) => "·".into(),
        (Look::Coloured, true) => coloured("◇", "36"),
        (Look::Coloured, false) => coloured("·", "2"),
    }
}

/// A player's mark: the shapes differ as well as the colours.
fn piece(seat: Seat, look: Look) -> String {
    match (look, seat) {
        (Look::Plain, Seat::One) => "1".into(),
        (Look::Plain, Seat::Two) => "2".into(),
        (Look::Unicode, Seat::One) => "■".into(),
        (Look::Unicode, Seat::Two) => "○".into(),
        (Look::Coloured, Seat::One) => coloured("■", "94"),
        (Look::Coloured, Seat::Two) => coloured("○", "1;93"),
    }
}
