//! Text forms: six rows from the top and the turn, `…/...1.../..21... 1`; moves as columns, `d`,
//! or as any cell of one, `d6`.

use plywood_contract::{Notation, Refused, Seat, message};

use super::board::{BOTTOM, COLUMNS, Position, ROWS, has_line};
use super::moves::ConnectFour;
use crate::rows::{cell_name, clip, game_over, read_rows, rows_text, split_turn};

/// The bit of a cell, its row counted from the top.
fn bit(row: usize, column: usize) -> u64 {
    1 << (7 * column + ROWS - 1 - row)
}

impl Notation for ConnectFour {
    fn position_text(&self, position: &Position) -> String {
        let [one, two] = Seat::BOTH.map(|seat| position.of(seat));
        let rows = rows_text(ROWS, COLUMNS, |row, column| match bit(row, column) {
            bit if one & bit != 0 => '1',
            bit if two & bit != 0 => '2',
            _ => '.',
        });
        format!("{rows} {}", position.turn().number())
    }

    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        let (board, turn) = split_turn(text)?;
        let marks = read_rows(board, [ROWS, COLUMNS], ".12")?;
        let set = |wanted: u8| {
            let cells = marks.iter().enumerate().filter(|&(_, &mark)| mark == wanted);
            cells.fold(0, |set, (at, _)| set | bit(at / COLUMNS, at % COLUMNS))
        };
        let discs = [set(b'1'), set(b'2')];
        check_counts(discs, turn)?;
        check_rest(discs[0] | discs[1])?;
        check_lines(discs, turn)?;
        let all = discs[0] | discs[1];
        Ok(Position { own: discs[turn.index()], all, n_discs: all.count_ones() })
    }

    fn move_text(&self, _: &Position, cell: u8) -> String {
        char::from(b'a' + cell / 7).to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u8, Refused> {
        let column = read_column(text).ok_or_else(|| no_column(text))?;
        if position.is_over() {
            return Err(game_over());
        }
        position.landing(column).ok_or_else(|| {
            let column = char::from(b'a' + column as u8);
            message!("connect-four-full", "column {column} is full", column).into()
        })
    }
}

/// The column of a letter, or of any cell in it: whoever points at a cell means its column.
fn read_column(text: &str) -> Option<usize> {
    let (letter, row) = text.trim().split_at_checked(1)?;
    let column = usize::from(letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a'));
    let is_row = row.is_empty() || row.parse().is_ok_and(|row: usize| (1..=ROWS).contains(&row));
    (column < COLUMNS && is_row).then_some(column)
}

fn no_column(text: &str) -> Refused {
    let text = clip(text);
    message!("connect-four-no-column", "`{text}` is not a column: expected a to g", text).into()
}

/// Player 1 begins, so the counts tell whose turn it is.
fn check_counts(discs: [u64; 2], turn: Seat) -> Result<(), Refused> {
    let [one, two] = discs.map(u64::count_ones);
    let is_right = match turn {
        Seat::One => one == two,
        Seat::Two => one == two + 1,
    };
    let said = || {
        message!(
            "connect-four-counts",
            "player 1 has {one} discs and player 2 has {two}: player {player} cannot be to move",
            one,
            two,
            player = turn
        )
    };
    if is_right { Ok(()) } else { Err(said().into()) }
}

fn check_rest(all: u64) -> Result<(), Refused> {
    // A disc rests on the bottom or on another disc.
    let floating = all & !(all << 1 | BOTTOM);
    if floating == 0 {
        return Ok(());
    }
    let cell = floating.trailing_zeros() as usize;
    let cell = cell_name(ROWS - 1 - cell % 7, cell / 7);
    Err(message!("connect-four-floats", "the disc on {cell} has nothing below it", cell).into())
}

/// The first line ends the game: only whoever moved last can have one, through a disc on top.
fn check_lines(discs: [u64; 2], turn: Seat) -> Result<(), Refused> {
    if has_line(discs[turn.index()]) {
        let said = message!(
            "connect-four-line",
            "player {player} has four in a line but is to move: the game ended before",
            player = turn
        );
        return Err(said.into());
    }
    let (last, all) = (discs[turn.other().index()], discs[0] | discs[1]);
    let tops = last & !(all >> 1);
    let was_last = |&cell: &u32| tops >> cell & 1 == 1 && !has_line(last & !(1 << cell));
    if !has_line(last) || (0..49).any(|cell| was_last(&cell)) {
        return Ok(());
    }
    let said = message!(
        "connect-four-lines",
        "no last disc of player {player} completes all its lines: the game ended before",
        player = turn.other()
    );
    Err(said.into())
}
