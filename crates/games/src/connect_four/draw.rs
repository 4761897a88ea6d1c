//! Drawing: the board with coordinates, and whose turn it is or how it ended.

use plywood_contract::{Drawing, Game, Look, Seat, Sketch};

use super::board::{COLUMNS, Position, ROWS};
use super::moves::ConnectFour;
use crate::draw::{disc, grid, status};

impl Drawing for ConnectFour {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let symbol = |row: usize, column: usize| {
            let cell = 7 * column + ROWS - 1 - row;
            let owner = Seat::BOTH.into_iter().find(|&seat| position.of(seat) >> cell & 1 == 1);
            disc(owner, look)
        };
        let rows = (0..ROWS).map(|row| (row + 1, (0..COLUMNS).map(|c| symbol(row, c)).collect()));
        let mut sketch = Sketch::default();
        sketch.draw(&grid(COLUMNS, rows));
        sketch.say(status(self.turn(position), self.result(position)));
        sketch
    }
}
