//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Seat};

use super::position::{Blokus, GRID, Position, SIDE};
use crate::draw::{coloured, grid};

impl Drawing for Blokus {
    fn draw(&self, position: &Position, look: Look) -> String {
        let rows = (0..SIDE).map(|row| {
            let cells = (0..SIDE).map(|column| symbol(position, GRID.index(row, column), look));
            (row + 1, cells.collect())
        });
        let mut text = grid(SIDE, rows);
        for seat in Seat::BOTH {
            let points = position.points()[seat.index()];
            let left = position.left(seat);
            let is_next = self.result(position).is_none() && position.turn == seat;
            let mark = if is_next { "to move" } else { "" };
            let line = format!(
                "player {} ({}): {points:>3} points, left: {} a, {} b, {} c  {mark}",
                seat.number(),
                piece(seat, look),
                left.a,
                left.b,
                left.c
            );
            text += line.trim_end();
            text.push('\n');
        }
        if let Some(margin) = self.result(position) {
            text += match margin {
                0 => "game over: draw\n",
                1.. => "game over: player 1 wins\n",
                _ => "game over: player 2 wins\n",
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
    let (blocked, empty) = if look == Look::Plain { ("#", ".") } else { ("█", "·") };
    match (position.blocked().contains(cell), look) {
        (true, Look::Coloured) => coloured(blocked, "90"),
        (true, _) => blocked.into(),
        (false, Look::Coloured) => coloured(empty, "2"),
        (false, _) => empty.into(),
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
