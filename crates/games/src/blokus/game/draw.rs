//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Seat, Sketch, message};

use super::position::{Blokus, Position};
use crate::blokus::duel_text::{ending, mark, symbol};
use crate::blokus::{GRID, SIDE};
use crate::draw::{coloured, grid};

impl Drawing for Blokus {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let rows = (0..SIDE).map(|row| {
            let drawn = |column| {
                let cell = GRID.index(row, column);
                let empty = || empty(position.blocked().contains(cell), look);
                symbol(position, cell, |seat| mark(seat, look), empty)
            };
            (row + 1, (0..SIDE).map(drawn).collect())
        });
        let mut sketch = Sketch::default();
        sketch.draw(&grid(SIDE, rows));
        for seat in Seat::BOTH {
            let left = position.left(seat);
            let (mark, points) = (mark(seat, look), position.points()[seat.index()]);
            let points = format!("{points:>3}");
            let is_next = self.result(position).is_none() && position.turn == seat;
            sketch.say(match is_next {
                true => message!(
                    "drawing-blokus-next",
                    "player {player} ({mark}): {points} points, left: {a} a, {b} b, {c} c  to move",
                    player = seat,
                    mark,
                    points,
                    a = left.a,
                    b = left.b,
                    c = left.c
                ),
                false => message!(
                    "drawing-blokus",
                    "player {player} ({mark}): {points} points, left: {a} a, {b} b, {c} c",
                    player = seat,
                    mark,
                    points,
                    a = left.a,
                    b = left.b,
                    c = left.c
                ),
            });
        }
        if let Some(margin) = self.result(position) {
            sketch.say(ending(margin));
        }
        sketch
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
