//! What the two games for two share in their text forms and drawings.

use plywood_contract::{Look, Message, Refused, Seat, message};

use super::duel::{Duel, GRID, SIDE};
use super::grid::cell_name;
use crate::draw::coloured;

/// The name of a cell; the game decides which row is at the top.
pub(crate) fn name(cell: usize) -> String {
    let (row, column) = GRID.place(cell);
    cell_name(row, column)
}

/// The start of a text, short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// The rows of a position text in the order given, `1` and `2` for the players' cells and `other`
/// for the rest.
pub(crate) fn rows_text(
    duel: &Duel,
    rows: impl Iterator<Item = usize>,
    other: impl Fn(usize) -> char,
) -> String {
    let symbol = |cell| match () {
        () if duel.own(Seat::One).contains(cell) => '1',
        () if duel.own(Seat::Two).contains(cell) => '2',
        () => other(cell),
    };
    let row = |row| (0..SIDE).map(|column| symbol(GRID.index(row, column))).collect::<String>();
    rows.map(row).collect::<Vec<_>>().join("/")
}

/// The fourteen rows of a position text with their row numbers, each with fourteen of `marks`.
pub(crate) fn read_rows<'a>(
    text: &'a str,
    number: impl Fn(usize) -> usize,
    marks: &str,
) -> Result<Vec<&'a str>, Refused> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIDE {
        let said = message!(
            "board-rows",
            "the board has {count} rows: expected {expected}",
            count = rows.len(),
            expected = SIDE
        );
        return Err(said.into());
    }
    for (i, row) in rows.iter().enumerate() {
        let (number, count) = (number(i), row.chars().count());
        if count != SIDE {
            let said = message!(
                "board-row",
                "row {row} has {count} cells: expected {expected}",
                row = number,
                count,
                expected = SIDE
            );
            return Err(said.into());
        }
        if let Some((column, mark)) = row.chars().enumerate().find(|(_, c)| !marks.contains(*c)) {
            let cell = cell_name(number - 1, column);
            let mark = format!("{mark:?}");
            return Err(match marks.contains('#') {
                true => message!(
                    "board-mark-blocked",
                    "{mark} at {cell} is not a cell: expected `.`, `1`, `2` or `#`",
                    mark,
                    cell
                ),
                false => message!(
                    "board-mark",
                    "{mark} at {cell} is not a cell: expected `.`, `1` or `2`",
                    mark,
                    cell
                ),
            }
            .into());
        }
    }
    Ok(rows)
}

/// Reads whose turn it is.
pub(crate) fn read_turn(text: &str) -> Result<Seat, Refused> {
    match text {
        "1" => Ok(Seat::One),
        "2" => Ok(Seat::Two),
        other => {
            let text = clip(other);
            Err(message!("board-turn", "`{text}` is not a turn: expected 1 or 2", text).into())
        }
    }
}

/// Why the side to move may not pass, if that is so; `can_place` says which seats have a move.
pub(crate) fn objection_to_pass(duel: &Duel, can_place: impl Fn(Seat) -> bool) -> Option<Message> {
    if can_place(duel.turn) {
        return Some(message!("blokus-may-not-pass", "nobody may pass while able to move"));
    }
    objection_to_move(can_place)
}

/// Why no move is legal, if that is so.
pub(crate) fn objection_to_move(can_place: impl Fn(Seat) -> bool) -> Option<Message> {
    let is_over = !Seat::BOTH.into_iter().any(can_place);
    is_over.then(|| message!("blokus-over", "the game is over: neither side can move"))
}

/// A player's mark in drawings: the shapes differ as well as the colours.
pub(crate) fn mark(seat: Seat, look: Look) -> String {
    match (look, seat) {
        (Look::Plain, Seat::One) => "1".into(),
        (Look::Plain, Seat::Two) => "2".into(),
        (Look::Unicode, Seat::One) => "■".into(),
        (Look::Unicode, Seat::Two) => "○".into(),
        (Look::Coloured, Seat::One) => coloured("■", "94"),
        (Look::Coloured, Seat::Two) => coloured("○", "1;93"),
    }
}

/// The symbol of a cell: its owner's mark, or that of an empty cell.
pub(crate) fn symbol(
    duel: &Duel,
    cell: usize,
    mark: impl Fn(Seat) -> String,
    empty: impl Fn() -> String,
) -> String {
    let owner = Seat::BOTH.into_iter().find(|&seat| duel.own(seat).contains(cell));
    owner.map_or_else(empty, mark)
}

/// The last line of a drawing of a finished game.
pub(crate) fn ending(margin: i32) -> Message {
    let winner = match margin {
        0 => return message!("drawing-over-draw", "game over: draw"),
        1.. => Seat::One,
        _ => Seat::Two,
    };
    message!("drawing-over-won", "game over: player {player} wins", player = winner)
}
