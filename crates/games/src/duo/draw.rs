//! Drawing: the board with coordinates, points and pieces left.

use plywood_contract::{Drawing, Game, Look, Message, Seat, Sketch, message};

use super::position::{BlokusDuo, Position, STARTS};
use super::shapes::PIECE_NAMES;
use crate::blokus::duel_text::{ending, mark, symbol};
use crate::blokus::{GRID, SIDE};
use crate::draw::{BLACK, WHITE, coloured, grid, points};

impl Drawing for BlokusDuo {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let rows = (0..SIDE).rev().map(|row| {
            let drawn = |column| {
                let cell = GRID.index(row, column);
                let empty = || empty(STARTS.contains(&cell), look);
                symbol(position, cell, |seat| tone(seat, look), empty)
            };
            (row + 1, (0..SIDE).map(drawn).collect())
        });
        let mut sketch = Sketch::default();
        sketch.draw(&grid(SIDE, rows));
        let result = self.result(position);
        for seat in Seat::BOTH {
            let held = position.points()[seat.index()];
            let is_left = |piece: &usize| position.left(seat) >> piece & 1 == 1;
            let names: Vec<&str> =
                (0..21).filter(is_left).map(|piece| PIECE_NAMES[piece]).collect();
            let is_next = result.is_none() && position.turn == seat;
            sketch.say(heading(seat, tone(seat, look), points(held), is_next));
            let left = match names.join(" ") {
                names if names.is_empty() => message!("drawing-left-none", "left: none"),
                names => message!("drawing-left-these", "left: {names}", names),
            };
            sketch.say_after("  ", left);
        }
        if let Some(margin) = result {
            sketch.say(match margin {
                0 => ending(margin),
                1.. => message!("drawing-over-black", "game over: black wins"),
                _ => message!("drawing-over-white", "game over: white wins"),
            });
        }
        sketch
    }
}

/// A player's line: colour, mark, points, and whether it is their turn.
fn heading(seat: Seat, mark: String, points: Message, is_next: bool) -> Message {
    match (seat, is_next) {
        (Seat::One, false) => {
            message!("drawing-black", "player 1 black ({mark}): {points}", mark, points)
        }
        (Seat::One, true) => message!(
            "drawing-black-next",
            "player 1 black ({mark}): {points}, to move",
            mark,
            points
        ),
        (Seat::Two, false) => {
            message!("drawing-white", "player 2 white ({mark}): {points}", mark, points)
        }
        (Seat::Two, true) => message!(
            "drawing-white-next",
            "player 2 white ({mark}): {points}, to move",
            mark,
            points
        ),
    }
}

/// A player's mark; in colour, black is dark and white is light on every screen.
fn tone(seat: Seat, look: Look) -> String {
    match (look, seat) {
        (Look::Coloured, Seat::One) => coloured("■", BLACK),
        (Look::Coloured, Seat::Two) => coloured("○", WHITE),
        _ => mark(seat, look),
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
