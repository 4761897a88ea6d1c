//! Text forms: eight rows of `.`, `1` and `2` and the turn; moves as cells, `d3`, or `pass`.

use plywood_contract::{Notation, Refused, Seat, message};

use super::board::{Position, turned};
use super::moves::{Move, Othello};
use crate::rows::{game_over, read_cell, read_rows, rows_text, split_turn};

const SIDES: [usize; 2] = [8, 8];

impl Notation for Othello {
    fn position_text(&self, position: &Position) -> String {
        let rows = rows_text(8, 8, |row, column| {
            let has = |seat| position.discs(seat) >> (8 * row + column) & 1 == 1;
            match [has(Seat::One), has(Seat::Two)] {
                [true, _] => '1',
                [_, true] => '2',
                _ => '.',
            }
        });
        format!("{rows} {}", position.turn.number())
    }

    /// Any discs on any cells: problems are composed freely.
    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        let (board, turn) = split_turn(text)?;
        let marks = read_rows(board, SIDES, ".12")?;
        let set = |wanted: u8| {
            let cells = marks.iter().enumerate().filter(|&(_, &mark)| mark == wanted);
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        Ok(Position { discs: [set(b'1'), set(b'2')], turn })
    }

    fn move_text(&self, _: &Position, step: Move) -> String {
        step.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Refused> {
        let text = text.trim();
        let [can_move, other_can] =
            [position.turn, position.turn.other()].map(|seat| position.targets(seat) != 0);
        if text.eq_ignore_ascii_case("pass") {
            return match (can_move, other_can) {
                (true, _) => Err(message!(
                    "othello-may-not-pass",
                    "nobody may pass while a disc can be placed"
                )
                .into()),
                (false, true) => Ok(Move::PASS),
                (false, false) => Err(game_over()),
            };
        }
        let (row, column) = read_cell(text, SIDES)?;
        let step = Move((8 * row + column) as u8);
        match (can_move, other_can) {
            (false, false) => Err(game_over()),
            (false, true) => {
                Err(message!("othello-must-pass", "no disc can be placed: expected `pass`").into())
            }
            _ => check_cell(position, step).map(|()| step),
        }
    }
}

fn check_cell(position: &Position, step: Move) -> Result<(), Refused> {
    let cell = step.to_string();
    if position.empty() >> step.0 & 1 == 0 {
        return Err(message!("cell-taken", "{cell} is taken", cell).into());
    }
    let (own, other) = (position.discs(position.turn), position.discs(position.turn.other()));
    if turned(own, other, step.0) == 0 {
        let said =
            message!("othello-turns-nothing", "a disc on {cell} would turn no other over", cell);
        return Err(said.into());
    }
    Ok(())
}
