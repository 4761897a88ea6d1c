//! Drawing: the board with coordinates, and whose turn it is or how it ended.

use plywood_contract::{Drawing, Game, Look, Seat, Sketch};

use super::board::Position;
use super::moves::TicTacToe;
use crate::draw::{coloured, grid, status};

impl Drawing for TicTacToe {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let symbol = |cell: usize| {
            let has = |&seat: &Seat| position.marks(seat) >> cell & 1 == 1;
            mark(Seat::BOTH.into_iter().find(has), look)
        };
        let rows = (0..3).map(|row| (row + 1, (0..3).map(|c| symbol(3 * row + c)).collect()));
        let mut sketch = Sketch::default();
        sketch.draw(&grid(3, rows));
        sketch.say(status(self.turn(position), self.result(position)));
        sketch
    }
}

fn mark(owner: Option<Seat>, look: Look) -> String {
    match (look, owner) {
        (Look::Plain, None) => ".".into(),
        (Look::Unicode, None) => "·".into(),
        (Look::Coloured, None) => coloured("·", "2"),
        (Look::Plain | Look::Unicode, Some(Seat::One)) => "x".into(),
        (Look::Plain | Look::Unicode, Some(Seat::Two)) => "o".into(),
        (Look::Coloured, Some(Seat::One)) => coloured("x", "94"),
        (Look::Coloured, Some(Seat::Two)) => coloured("o", "1;93"),
    }
}
