//! Text forms: positions and boards as rows of two-digit cells, moves as `c5`, `c5x77` and `pass`.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Game, Message, Notation, Refused, Seat, message};

use super::board::{Board, Position};
use super::cells::{Cell, N_CELLS, SIDE};
use super::landing::check_target;
use super::moves::{Cavalo, Doubles, Move};

/// The numbers from 00 to 99 add up to this.
const SUM_OF_ALL: u32 = 4950;

pub(super) fn refuse<T>(reason: Message) -> Result<T, Refused> {
    Err(reason.into())
}

/// What a position is made of.
fn fields() -> Message {
    message!(
        "cavalo-fields",
        "expected `<10 rows joined by '/'> <knight 1> <knight 2> <score 1> <score 2> <turn>`"
    )
}

/// Which field of a position is missing, by its place.
fn missing_field(place: usize) -> Message {
    let expected = fields();
    match place {
        0 => message!("cavalo-no-board", "the board is missing: {expected}", expected),
        1 | 2 => message!(
            "cavalo-no-knight",
            "the knight of player {player} is missing: {expected}",
            player = place,
            expected
        ),
        3 | 4 => message!(
            "cavalo-no-score",
            "score {player} is missing: {expected}",
            player = place - 2,
            expected
        ),
        _ => message!("cavalo-no-turn", "the turn is missing: {expected}", expected),
    }
}

/// A number with its two digits.
pub(super) fn two_digits(number: impl Into<u32>) -> String {
    format!("{:02}", number.into())
}

/// The start of a text, short enough for a message.
pub(super) fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}

/// The cell this text names, in either case.
impl FromStr for Cell {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let cell = || {
            let (letter, row) = text.split_at_checked(1)?;
            let column = letter.to_ascii_lowercase().as_bytes()[0].checked_sub(b'a')?;
            // Parsing alone would take `+1` and `01` for a row as well.
            let is_plain = row.starts_with(|digit: char| matches!(digit, '1'..='9'));
            let row = row.parse::<usize>().ok().filter(|_| is_plain)?;
            Self::new(row.checked_sub(1)?, column.into())
        };
        cell().ok_or_else(|| {
            let text = clip(text);
            message!("cavalo-cell", "`{text}` is not a cell: expected a1 to j10", text).into()
        })
    }
}

/// Reads a starting board: ten rows of ten numbers, joined by `/`.
impl FromStr for Board {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let numbers = read_rows(text)?;
        let gap = Cell::all().find(|cell| numbers[cell.index()].is_none());
        if let Some(cell) = gap {
            return refuse(message!(
                "cavalo-gap",
                "{cell} is empty: a starting board holds a number everywhere",
                cell
            ));
        }
        Self::new(numbers.map(|number| number.expect("every cell holds a number")))
    }
}

/// Ten rows of ten numbers, joined by `/`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&rows_text(|cell| Some(self.numbers()[cell.index()])))
    }
}

fn rows_text(number: impl Fn(Cell) -> Option<u8>) -> String {
    let mut text = String::new();
    for cell in Cell::all() {
        if cell.column() == 0 && cell.row() > 0 {
            text.push('/');
        }
        text += &number(cell).map_or("--".into(), |number| format!("{number:02}"));
    }
    text
}

/// The numbers of ten rows joined by `/`, none of them twice.
fn read_rows(text: &str) -> Result<[Option<u8>; N_CELLS], Refused> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIDE {
        return refuse(match rows.len() {
            1 => message!("cavalo-one-row", "the board has 1 row: expected 10 joined by `/`"),
            count => message!(
                "cavalo-rows",
                "the board has {count} rows: expected 10 joined by `/`",
                count
            ),
        });
    }
    let mut numbers = [None; N_CELLS];
    let mut seen: [Option<Cell>; N_CELLS] = [None; N_CELLS];
    for (row, text) in rows.iter().enumerate() {
        let symbols: Vec<char> = text.chars().collect();
        if symbols.len() != 2 * SIDE {
            return refuse(message!(
                "cavalo-row-length",
                "row {row} has {count} characters: expected 20, ten cells of two",
                row = row + 1,
                count = symbols.len()
            ));
        }
        for (column, pair) in symbols.chunks(2).enumerate() {
            let cell = Cell::new(row, column).expect("there are ten rows of ten cells");
            let number = read_number(pair, row, column)?;
            numbers[cell.index()] = number;
            let Some(number) = number else { continue };
            if let Some(first) = seen[number as usize].replace(cell) {
                return Err(twice(number, first, cell));
            }
        }
    }
    Ok(numbers)
}

/// A number that stands on two cells.
pub(super) fn twice(number: u8, first: Cell, cell: Cell) -> Refused {
    message!(
        "cavalo-twice",
        "{number} stands on {first} and on {cell}: expected every number once",
        number = two_digits(number),
        first,
        cell
    )
    .into()
}

fn read_number(pair: &[char], row: usize, column: usize) -> Result<Option<u8>, Refused> {
    match [pair[0], pair[1]].map(|symbol| symbol.to_digit(10)) {
        [Some(tens), Some(units)] => Ok(Some((10 * tens + units) as u8)),
        _ if pair == ['-', '-'] => Ok(None),
        _ => refuse(message!(
            "cavalo-number",
            "row {row}, cell {column}: `{text}` is not a number: expected two digits or `--`",
            row = row + 1,
            column = column + 1,
            text = pair.iter().collect::<String>()
        )),
    }
}

/// A knight's cell, which must be free, or `-`.
fn read_knight(
    text: &str,
    seat: Seat,
    numbers: &[Option<u8>; N_CELLS],
) -> Result<Option<Cell>, Refused> {
    if text == "-" {
        return Ok(None);
    }
    let Ok(cell) = text.parse::<Cell>() else {
        return refuse(message!(
            "cavalo-knight-cell",
            "the knight of player {player}: `{text}` is not a cell: expected a1 to j10 or `-`",
            player = seat,
            text = clip(text)
        ));
    };
    match numbers[cell.index()] {
        Some(number) => refuse(message!(
            "cavalo-knight-number",
            "the knight of player {player} stands on {cell}, which still holds {number}: expected `--` there",
            player = seat,
            cell,
            number = two_digits(number)
        )),
        None => Ok(Some(cell)),
    }
}

fn check_knights(knights: [Option<Cell>; 2]) -> Result<(), Refused> {
    match knights {
        [Some(one), Some(two)] if one == two => refuse(message!(
            "cavalo-knights-together",
            "both knights stand on {cell}: expected two cells",
            cell = one
        )),
        [Some(one), Some(two)] if one.jumps() & two.bit() != 0 => refuse(message!(
            "cavalo-knights-attack",
            "the knights on {one} and {two} attack each other, but neither may land where the other attacks",
            one,
            two
        )),
        _ => Ok(()),
    }
}

fn read_score(text: &str, seat: Seat) -> Result<u32, Refused> {
    let score = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    score.filter(|&score| score <= SUM_OF_ALL).ok_or_else(|| {
        message!(
            "cavalo-score",
            "score {player}: `{text}` is not a score: expected a whole number from 0 to {most}",
            player = seat,
            text = clip(text),
            most = SUM_OF_ALL
        )
        .into()
    })
}

/// Only numbers that are gone can have scored, and only for a knight on the board.
fn check_scores(
    scores: [u32; 2],
    knights: [Option<Cell>; 2],
    numbers: &[Option<u8>; N_CELLS],
) -> Result<(), Refused> {
    for seat in Seat::BOTH {
        let score = scores[seat.index()];
        if knights[seat.index()].is_none() && score > 0 {
            return refuse(message!(
                "cavalo-score-early",
                "score {player} is {score}, but the knight of player {player} is not placed yet: expected 0",
                player = seat,
                score
            ));
        }
    }
    let left: u32 = numbers.iter().flatten().map(|&number| u32::from(number)).sum();
    let (sum, gone) = (scores[0] + scores[1], SUM_OF_ALL - left);
    if sum > gone {
        return refuse(message!(
            "cavalo-scores",
            "the scores {one} and {two} add up to {sum}, but the numbers gone from the board only to {gone}",
            one = scores[0],
            two = scores[1],
            sum,
            gone
        ));
    }
    Ok(())
}

fn read_turn(text: &str) -> Result<Seat, Refused> {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.number().to_string() == text);
    seat.ok_or_else(|| {
        let text = clip(text);
        message!("cavalo-turn", "turn: `{text}` is not a player: expected 1 or 2", text).into()
    })
}

impl Notation for Cavalo {
    fn position_text(&self, position: &Position) -> String {
        let rows = rows_text(|cell| position.number(cell));
        let knight = |seat| position.knight(seat).map_or("-".into(), |cell| cell.to_string());
        let [one, two] = Seat::BOTH.map(knight);
        let [points_one, points_two] = position.points();
        format!("{rows} {one} {two} {points_one} {points_two} {}", position.turn().number())
    }

    /// Refuses what no game can lead to, but takes a number whose mirror is gone: no game leads
    /// there either, since both go together, yet the rules say what happens, and composed endgames
    /// are shorter for it.
    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() < 6 {
            return refuse(missing_field(fields.len()));
        }
        let &[rows, knight_one, knight_two, score_one, score_two, turn] = &fields[..] else {
            return refuse(message!(
                "cavalo-more",
                "`{text}` follows the turn: {expected}",
                text = clip(fields[6]),
                expected = self::fields()
            ));
        };
        let numbers = read_rows(rows)?;
        let knights = [
            read_knight(knight_one, Seat::One, &numbers)?,
            read_knight(knight_two, Seat::Two, &numbers)?,
        ];
        check_knights(knights)?;
        let scores = [read_score(score_one, Seat::One)?, read_score(score_two, Seat::Two)?];
        check_scores(scores, knights, &numbers)?;
        let points = scores.map(|score| score as u16);
        let zero_double = self.rules().zero_double;
        Ok(Position::new(&numbers, knights, points, read_turn(turn)?, zero_double))
    }

    fn move_text(&self, position: &Position, step: Move) -> String {
        let Some(cell) = step.to() else { return "pass".into() };
        let is_choice =
            self.rules().doubles == Doubles::Choose && position.doubles() & cell.bit() != 0;
        match step.removed().filter(|_| is_choice).and_then(|other| position.number(other)) {
            Some(number) => format!("{cell}x{number:02}"),
            None => cell.to_string(),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Refused> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if moves.is_empty() {
            return refuse(message!("cavalo-over", "the game is over: no move is possible"));
        }
        let must_pass = moves == [Move::PASS];
        if text.eq_ignore_ascii_case("pass") {
            return match must_pass {
                true => Ok(Move::PASS),
                false => refuse(message!(
                    "cavalo-may-not-pass",
                    "you may not pass while a move is possible"
                )),
            };
        }
        let (to, chosen) = match text.split_once(['x', 'X']) {
            Some((to, chosen)) => (to, Some(chosen)),
            None => (text, None),
        };
        let to: Cell = to.parse()?;
        if must_pass {
            return refuse(message!("cavalo-must-pass", "the knight cannot move: expected `pass`"));
        }
        check_target(position, to)?;
        moves.retain(|step| step.to() == Some(to));
        match chosen {
            None => self.only_landing(position, to, &moves),
            Some(chosen) => self.landing_that_removes(position, to, chosen, &moves),
        }
    }
}
