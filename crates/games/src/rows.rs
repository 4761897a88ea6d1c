//! Boards as rows of marks joined by `/`: what several games read and write.

use plywood_contract::{Message, Refused, Seat, message};

/// The marks of a board row by row, or which of them is wrong.
pub(crate) fn read_rows(
    text: &str,
    [n_rows, n_columns]: [usize; 2],
    marks: &'static str,
) -> Result<Vec<u8>, Refused> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != n_rows {
        let said = message!(
            "rows-count",
            "the board has {count} rows: expected {expected}, joined by `/`",
            count = rows.len(),
            expected = n_rows
        );
        return Err(said.into());
    }
    let mut read = Vec::with_capacity(n_rows * n_columns);
    for (row, cells) in (1..).zip(rows) {
        let count = cells.chars().count();
        if count != n_columns {
            let said = message!(
                "rows-cells",
                "row {row} has {count} cells: expected {expected}",
                row = row,
                count,
                expected = n_columns
            );
            return Err(said.into());
        }
        for (column, mark) in cells.chars().enumerate() {
            if !marks.contains(mark) {
                return Err(no_mark(mark, cell_name(row - 1, column), marks).into());
            }
            read.push(mark as u8);
        }
    }
    Ok(read)
}

fn no_mark(mark: char, cell: String, marks: &str) -> Message {
    let marks: Vec<String> = marks.chars().map(|mark| format!("`{mark}`")).collect();
    message!(
        "rows-mark",
        "`{mark}` on {cell} means nothing: a cell is one of {marks}",
        mark = mark.escape_debug().to_string(),
        cell,
        marks
    )
}

/// A board as text: rows of marks joined by `/`.
pub(crate) fn rows_text(
    n_rows: usize,
    n_columns: usize,
    mark: impl Fn(usize, usize) -> char,
) -> String {
    let row = |row| (0..n_columns).map(|column| mark(row, column)).collect::<String>();
    (0..n_rows).map(row).collect::<Vec<_>>().join("/")
}

/// The board and the turn of a position of two fields.
pub(crate) fn split_turn(text: &str) -> Result<(&str, Seat), Refused> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, turn] = &fields[..] else {
        let said = message!(
            "rows-fields",
            "the position has {count} fields: expected the board and the turn",
            count = fields.len()
        );
        return Err(said.into());
    };
    match turn {
        "1" => Ok((board, Seat::One)),
        "2" => Ok((board, Seat::Two)),
        other => {
            let said = message!(
                "rows-turn",
                "`{turn}` is not a turn: expected 1 or 2",
                turn = clip(other)
            );
            Err(said.into())
        }
    }
}

/// The name of a cell, rows and columns counted from 0, row 1 at the top.
pub(crate) fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Row and column, counted from 0, of a cell named like `d3` or `D3` on a board of at most nine rows.
pub(crate) fn read_cell(
    text: &str,
    [n_rows, n_columns]: [usize; 2],
) -> Result<(usize, usize), Refused> {
    let cell = || {
        let &[letter, digit] = text.as_bytes() else { return None };
        let column = usize::from(letter.to_ascii_lowercase().wrapping_sub(b'a'));
        let row = usize::from(digit.wrapping_sub(b'1'));
        (row < n_rows && column < n_columns).then_some((row, column))
    };
    cell().ok_or_else(|| {
        let said = message!(
            "rows-no-cell",
            "`{text}` is not a cell: expected a1 to {last}",
            text = clip(text),
            last = cell_name(n_rows - 1, n_columns - 1)
        );
        said.into()
    })
}

/// Why there is no move after the end.
pub(crate) fn game_over() -> Refused {
    message!("rows-over", "the game is over: no move is possible").into()
}

/// The start of a text, short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}
