//! Text forms: positions as `x.o/.x./...`, moves as cells, `b2`.

use plywood_contract::{Notation, Refused, Seat, message};

use super::board::Position;
use super::moves::{Cell, TicTacToe};
use crate::rows::{game_over, read_cell, read_rows, rows_text};

const SIDES: [usize; 2] = [3, 3];

impl Notation for TicTacToe {
    fn position_text(&self, position: &Position) -> String {
        rows_text(3, 3, |row, column| {
            let has = |seat| position.marks(seat) >> (3 * row + column) & 1 == 1;
            match [has(Seat::One), has(Seat::Two)] {
                [true, _] => 'x',
                [_, true] => 'o',
                _ => '.',
            }
        })
    }

    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        let marks = read_rows(&text.trim().to_lowercase(), SIDES, ".xo")?;
        let set = |wanted: u8| {
            let cells = marks.iter().enumerate().filter(|&(_, &mark)| mark == wanted);
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        let position = Position { marks: [set(b'x'), set(b'o')] };
        check_counts(&position)?;
        check_lines(&position)?;
        Ok(position)
    }

    fn move_text(&self, _: &Position, cell: Cell) -> String {
        cell.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Cell, Refused> {
        use plywood_contract::Game;
        let (row, column) = read_cell(text.trim(), SIDES)?;
        let cell = Cell((3 * row + column) as u8);
        if self.result(position).is_some() {
            return Err(game_over());
        }
        if position.empty() >> cell.0 & 1 == 0 {
            let said = message!("cell-taken", "{cell} is taken", cell = cell.to_string());
            return Err(said.into());
        }
        Ok(cell)
    }
}

fn check_counts(position: &Position) -> Result<(), Refused> {
    let [crosses, noughts] = position.marks.map(u16::count_ones);
    if crosses == noughts || crosses == noughts + 1 {
        return Ok(());
    }
    let said = message!(
        "tic-tac-toe-counts",
        "crosses: {crosses}, noughts: {noughts}; expected as many crosses as noughts, or one more",
        crosses,
        noughts
    );
    Err(said.into())
}

/// The first line ends the game, so only whoever moved last can have one.
fn check_lines(position: &Position) -> Result<(), Refused> {
    let next = position.turn();
    if !position.has_line(next) {
        return Ok(());
    }
    let said = message!(
        "tic-tac-toe-line",
        "player {player} has three in a row but is to move: the game ended before",
        player = next
    );
    Err(said.into())
}
