//! Drawing: the board with coordinates, the discs of both, and whose turn it is or how it ended.

use plywood_contract::{Drawing, Game, Look, Scored, Seat, Sketch, message};

use super::board::Position;
use super::moves::Othello;
use crate::draw::{disc, grid, status};

impl Drawing for Othello {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let symbol = |cell: usize| {
            let has = |&seat: &Seat| position.discs(seat) >> cell & 1 == 1;
            disc(Seat::BOTH.into_iter().find(has), look)
        };
        let rows = (0..8).map(|row| (row + 1, (0..8).map(|c| symbol(8 * row + c)).collect()));
        let mut sketch = Sketch::default();
        sketch.draw(&grid(8, rows));
        for seat in Seat::BOTH {
            let points = self.points(position)[seat.index()];
            let mark = disc(Some(seat), look);
            sketch.say(message!(
                "drawing-discs",
                "player {player} ({mark}), discs: {points}",
                player = seat,
                mark,
                points
            ));
        }
        sketch.say(status(self.turn(position), self.result(position)));
        sketch
    }
}
