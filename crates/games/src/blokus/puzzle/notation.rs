//! Text forms: our board text, the original `problemas.dat`, and placements as `b@a1`.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Message, Problem, message};

use super::board::{Board, Cell, MOST_SIDE};
use super::moves::Puzzle;
use crate::bits::Bits;
use crate::blokus::Placement;
use crate::blokus::grid::cell_name;

/// What is wrong with a text, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: Box<Message>,
}

impl TextError {
    /// The reason and the place as a message.
    pub fn message(&self) -> Message {
        let (line, column) = (self.line, self.column);
        let reason = (*self.reason).clone();
        message!("text-place", "line {line}, column {column}: {reason}", line, column, reason)
    }
}

plywood_contract::explained!(TextError);

fn error<T>(line: usize, column: usize, reason: Message) -> Result<T, TextError> {
    Err(TextError { line, column, reason: Box::new(reason) })
}

/// Reads every board in a text of either form: one board in ours, any number in `problemas.dat`.
pub fn read_boards(text: &str) -> Result<Vec<Board>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Our own form knows no parentheses.
    let is_lisp = text.contains('(') || text.trim_start().starts_with(';');
    if is_lisp { read_lisp(text) } else { text.parse().map(|board| vec![board]) }
}

/// Our own form: rows of `.`, `#` and `1`, and a line `objective: N`.
impl FromStr for Board {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut objective = None;
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            if let Some((name, value)) = line.split_once(':') {
                if name.trim() != "objective" {
                    return error(
                        number,
                        1,
                        message!(
                            "text-setting",
                            "`{text}` is not a setting: expected `objective: N`",
                            text = clip(name)
                        ),
                    );
                }
                if objective.is_some() {
                    return error(
                        number,
                        1,
                        message!("text-objective-twice", "the objective is given a second time"),
                    );
                }
                objective = Some(read_objective(value.trim(), number, name.chars().count() + 2)?);
                continue;
            }
            rows.push(read_row(line, number)?);
            check_row(&rows, number)?;
        }
        if rows.is_empty() {
            return error(
                1,
                1,
                message!("text-no-board", "there is no board: expected rows of `.`, `#` and `1`"),
            );
        }
        Ok(Self::new(&rows, objective).expect("every row was checked"))
    }
}

fn read_row(line: &str, number: usize) -> Result<Vec<Cell>, TextError> {
    let cell = |(i, symbol)| match symbol {
        '.' => Ok(Cell::Empty),
        '#' => Ok(Cell::Blocked),
        '1' => Ok(Cell::Own),
        other => error(
            number,
            i + 1,
            message!(
                "text-cell",
                "{mark} is not a cell: expected `.` (empty), `#` (blocked) or `1` (own)",
                mark = format!("{other:?}")
            ),
        ),
    };
    line.chars().enumerate().map(cell).collect()
}

/// The newest row must be as long as the first and the board not too large.
fn check_row(rows: &[Vec<Cell>], line: usize) -> Result<(), TextError> {
    let (first, last) = (rows[0].len(), rows[rows.len() - 1].len());
    if last != first {
        let row = rows.len();
        let message = message!(
            "text-uneven",
            "row {row} has {last} cells, but the first row has {first}",
            row,
            last,
            first
        );
        return error(line, last.min(first) + 1, message);
    }
    if first > MOST_SIDE {
        return error(
            line,
            MOST_SIDE + 1,
            message!(
                "text-wide",
                "the row has {count} cells: at most {most} are allowed",
                count = first,
                most = MOST_SIDE
            ),
        );
    }
    if rows.len() > MOST_SIDE {
        return error(
            line,
            1,
            message!(
                "text-tall",
                "this is row {row}: at most {most} are allowed",
                row = rows.len(),
                most = MOST_SIDE
            ),
        );
    }
    Ok(())
}

fn read_objective(value: &str, line: usize, column: usize) -> Result<u32, TextError> {
    value.parse().or_else(|_| {
        error(
            line,
            column,
            message!(
                "text-objective",
                "`{text}` is not an objective: expected a whole number of cells",
                text = clip(value)
            ),
        )
    })
}

/// The start of a text, short enough for a message.
fn clip(text: &str) -> String {
    let mut short: String = text.trim().chars().take(24).collect();
    if text.trim().chars().count() > 24 {
        short.push('…');
    }
    short
}

/// The original form: a Lisp list of rows of 0 (empty), 1 (own), 2 (blocked), then the objective.
fn read_lisp(text: &str) -> Result<Vec<Board>, TextError> {
    let mut boards = Vec::new();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut depth = 0;
    let mut end = (1, 1);
    for Token { line, column, text } in tokens(text) {
        end = (line, column);
        match (text, depth) {
            ("(", 0) if !rows.is_empty() => {
                return error(
                    line,
                    column,
                    message!("text-before", "expected the objective of the board before, a number"),
                );
            }
            ("(", 0) => depth = 1,
            ("(", 1) => {
                depth = 2;
                rows.push(Vec::new());
            }
            ("(", _) => {
                return error(
                    line,
                    column,
                    message!("text-lists", "a row holds numbers, not lists"),
                );
            }
            (")", 0) => {
                return error(line, column, message!("text-closes", "this `)` closes nothing"));
            }
            (")", 2) => {
                depth = 1;
                check_row(&rows, line).map_err(|e| TextError { column, ..e })?;
                if rows[0].is_empty() {
                    return error(
                        line,
                        column,
                        message!("text-empty-row", "the row is empty: expected at least one cell"),
                    );
                }
            }
            (")", _) if rows.is_empty() => {
                return error(
                    line,
                    column,
                    message!("text-no-row", "the board has no row: expected lists of 0, 1 and 2"),
                );
            }
            (")", _) => depth = 0,
            (value, 2) => {
                let row = rows.last_mut().expect("a row was begun");
                row.push(read_lisp_cell(value, line, column)?);
                if row.len() > MOST_SIDE {
                    return error(
                        line,
                        column,
                        message!(
                            "text-long-row",
                            "the row has more than {most} cells",
                            most = MOST_SIDE
                        ),
                    );
                }
            }
            (value, 1) => {
                return error(
                    line,
                    column,
                    message!(
                        "text-between",
                        "`{text}` stands between rows: expected `(` or `)`",
                        text = clip(value)
                    ),
                );
            }
            (value, _) if rows.is_empty() => {
                return error(
                    line,
                    column,
                    message!(
                        "text-board-before",
                        "expected a board, a list of rows, before `{text}`",
                        text = clip(value)
                    ),
                );
            }
            (value, _) => {
                let objective = read_objective(value, line, column)?;
                let board = Board::new(&rows, Some(objective)).expect("every row was checked");
                boards.push(board);
                rows.clear();
            }
        }
    }
    match (depth, rows.is_empty(), boards.is_empty()) {
        (0, true, false) => Ok(boards),
        (0, true, true) => error(
            end.0,
            end.1,
            message!("text-no-list", "there is no board: expected a list of rows"),
        ),
        (0, ..) => error(
            end.0,
            end.1,
            message!(
                "text-no-objective",
                "the last board has no objective: expected a number after it"
            ),
        ),
        _ => error(
            end.0,
            end.1,
            message!("text-open", "the text ends inside a list: a `)` is missing"),
        ),
    }
}

fn read_lisp_cell(value: &str, line: usize, column: usize) -> Result<Cell, TextError> {
    match value {
        "0" => Ok(Cell::Empty),
        "1" => Ok(Cell::Own),
        "2" => Ok(Cell::Blocked),
        other => error(
            line,
            column,
            message!(
                "text-number",
                "`{text}` is not a cell: expected 0 (empty), 1 (own) or 2 (blocked)",
                text = clip(other)
            ),
        ),
    }
}

struct Token<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// Parentheses and words, without comments, each with its place.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.lines().enumerate().flat_map(|(i, line)| {
        let code = line.split(';').next().unwrap_or_default();
        let mut rest = code;
        std::iter::from_fn(move || {
            // A quote before a list is ignored.
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\'');
            let first = rest.chars().next()?;
            let length = match first {
                '(' | ')' => 1,
                _ => rest
                    .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                    .unwrap_or(rest.len()),
            };
            let column = code[..code.len() - rest.len()].chars().count() + 1;
            let (text, after) = rest.split_at(length);
            rest = after;
            Some(Token { line: i + 1, column, text })
        })
    })
}

/// Our own form again; reading it gives the same board.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(objective) = self.objective {
            writeln!(f, "objective: {objective}")?;
        }
        f.write_str(&self.rows_text())
    }
}

impl Board {
    /// The rows alone, each ended by a line feed.
    pub fn rows_text(&self) -> String {
        let symbol = |row, column| match self.cell(row, column) {
            Cell::Empty => '.',
            Cell::Blocked => '#',
            Cell::Own => '1',
        };
        let line = |row| (0..self.columns()).map(move |column| symbol(row, column)).chain(['\n']);
        (0..self.rows()).flat_map(line).collect()
    }
}

impl<const W: usize> Puzzle<W> {
    /// A placement as `piece@anchor`, for example `c1@c4`.
    pub fn text(&self, placement: Placement) -> String {
        let (row, column) = self.grid().place(placement.anchor());
        format!("{}@{}", placement.piece(), cell_name(row, column))
    }

    /// The legal placement in this position that has this text, in either case.
    pub fn parse(&self, own: &Bits<W>, text: &str) -> Option<Placement> {
        self.actions(own).find(|&placement| self.text(placement).eq_ignore_ascii_case(text))
    }
}
