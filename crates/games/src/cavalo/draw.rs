//! The board as people see it: numbers, both knights, and where the side to move may go.

use plywood_contract::{Drawing, Game, Look, Message, Seat, Sketch, message};

use super::board::Position;
use super::cells::{Cell, SIDE};
use super::moves::{Cavalo, Move};
use crate::draw::points;

/// ANSI codes: a target in bold green, player 1 in bold cyan, player 2 in bold yellow, gaps dimmed.
const TARGET: &str = "\x1b[1;32m";
const KNIGHTS: [&str; 2] = ["\x1b[1;36m", "\x1b[1;33m"];
const GAP: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

impl Drawing for Cavalo {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let mut text = "    ".to_owned();
        for letter in 'a'..='j' {
            text += &format!(" {letter}  ");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for row in 0..SIDE {
            text += &format!("{:>3} ", row + 1);
            for column in 0..SIDE {
                let cell = Cell::new(row, column).expect("there are ten rows of ten cells");
                text += &draw_cell(position, cell, look);
            }
            text.push('\n');
        }
        let mut sketch = Sketch::default();
        sketch.draw(&text);
        for seat in Seat::BOTH {
            let (before, message) = self.draw_player(position, seat, look);
            sketch.say_after(before, message);
        }
        sketch
    }
}

/// Four columns: `[57]` a target, ` 57 ` any other number, `<N1>` a knight.
fn draw_cell(position: &Position, cell: Cell, look: Look) -> String {
    let is_target = position.targets(position.turn()) & cell.bit() != 0;
    let knight = Seat::BOTH.into_iter().find(|&seat| position.knight(seat) == Some(cell));
    match (position.number(cell), knight) {
        (_, Some(seat)) => dyed(knight_mark(seat, look), KNIGHTS[seat.index()], look),
        (Some(number), _) if is_target => dyed(&format!("[{number:02}]"), TARGET, look),
        (Some(number), _) => format!(" {number:02} "),
        (None, None) if look == Look::Plain => " .. ".into(),
        (None, None) => dyed(" ·· ", GAP, look),
    }
}

/// The knights differ by number as well as by shape and colour.
fn knight_mark(seat: Seat, look: Look) -> &'static str {
    match (seat, look) {
        (Seat::One, Look::Plain) => "<N1>",
        (Seat::Two, Look::Plain) => "<N2>",
        (Seat::One, _) => "‹♘1›",
        (Seat::Two, _) => "‹♞2›",
    }
}

fn dyed(text: &str, colour: &str, look: Look) -> String {
    match look {
        Look::Coloured => format!("{colour}{text}{RESET}"),
        _ => text.to_owned(),
    }
}

impl Cavalo {
    /// One line: whose turn it is, the knight, the points, and what the turn asks for.
    fn draw_player(&self, position: &Position, seat: Seat, look: Look) -> (String, Message) {
        let is_over = self.result(position).is_some();
        let has_turn = !is_over && position.turn() == seat;
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let pointer = match (has_turn, look) {
            (false, _) => " ",
            (true, Look::Plain) => ">",
            (true, _) => "▶",
        };
        let mark = dyed(knight_mark(seat, look), KNIGHTS[seat.index()], look);
        let player = seat;
        let points = points(position.points()[seat.index()]);
        let line = match (has_turn, position.knight(seat)) {
            (true, _) if moves == [Move::PASS] => message!(
                "drawing-must-pass",
                "player {player}: {points}, must pass",
                player,
                points
            ),
            (true, Some(_)) => message!(
                "drawing-jump",
                "player {player}: {points}, to move to one of [ ]",
                player,
                points
            ),
            (true, None) => message!(
                "drawing-place",
                "player {player}: {points}, to be placed on one of [ ]",
                player,
                points
            ),
            (false, None) => message!(
                "drawing-not-placed",
                "player {player}: {points}, not placed yet",
                player,
                points
            ),
            _ if is_over => message!(
                "drawing-game-over",
                "player {player}: {points}, the game is over",
                player,
                points
            ),
            _ => message!("drawing-player", "player {player}: {points}", player, points),
        };
        (format!("{pointer} {mark} "), line)
    }
}
