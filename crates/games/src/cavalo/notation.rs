//! Text forms: positions and boards as rows of two-digit cells, moves as `c5`, `c5x77` and `pass`.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Game, Notation, Refused, Seat};

use super::board::{Board, Position};
use super::cells::{Cell, N_CELLS, SIDE};
use super::moves::{Cavalo, Doubles, Move};

/// The numbers from 00 to 99 add up to this.
const SUM_OF_ALL: u32 = 4950;
const FIELDS: &str =
    "expected `<10 rows joined by '/'> <knight 1> <knight 2> <score 1> <score 2> <turn>`";

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::new(reason))
}

/// The start of a text, short enough for a message.
fn clip(text: &str) -> String {
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
            Refused::new(format!("`{}` is not a cell: expected a1 to j10", clip(text)))
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
            return refuse(format!("{cell} is empty: a starting board holds a number everywhere"));
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
        let word = if rows.len() == 1 { "row" } else { "rows" };
        return refuse(format!("the board has {} {word}: expected 10 joined by `/`", rows.len()));
    }
    let mut numbers = [None; N_CELLS];
    let mut seen: [Option<Cell>; N_CELLS] = [None; N_CELLS];
    for (row, text) in rows.iter().enumerate() {
        let symbols: Vec<char> = text.chars().collect();
        if symbols.len() != 2 * SIDE {
            let (number, length) = (row + 1, symbols.len());
            return refuse(format!(
                "row {number} has {length} characters: expected 20, ten cells of two"
            ));
        }
        for (column, pair) in symbols.chunks(2).enumerate() {
            let cell = Cell::new(row, column).expect("there are ten rows of ten cells");
            let number = read_number(pair, row, column)?;
            numbers[cell.index()] = number;
            let Some(number) = number else { continue };
            if let Some(first) = seen[number as usize].replace(cell) {
                return refuse(format!(
                    "{number:02} stands on {first} and on {cell}: expected every number once"
                ));
            }
        }
    }
    Ok(numbers)
}

fn read_number(pair: &[char], row: usize, column: usize) -> Result<Option<u8>, Refused> {
    match [pair[0], pair[1]].map(|symbol| symbol.to_digit(10)) {
        [Some(tens), Some(units)] => Ok(Some((10 * tens + units) as u8)),
        _ if pair == ['-', '-'] => Ok(None),
        _ => refuse(format!(
            "row {}, cell {}: `{}{}` is not a number: expected two digits or `--`",
            row + 1,
            column + 1,
            pair[0],
            pair[1]
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
    let whose = format!("the knight of player {}", seat.number());
    let Ok(cell) = text.parse::<Cell>() else {
        let text = clip(text);
        return refuse(format!("{whose}: `{text}` is not a cell: expected a1 to j10 or `-`"));
    };
    match numbers[cell.index()] {
        Some(number) => refuse(format!(
            "{whose} stands on {cell}, which still holds {number:02}: expected `--` there"
        )),
        None => Ok(Some(cell)),
    }
}

fn check_knights(knights: [Option<Cell>; 2]) -> Result<(), Refused> {
    match knights {
        [Some(one), Some(two)] if one == two => {
            refuse(format!("both knights stand on {one}: expected two cells"))
        }
        [Some(one), Some(two)] if one.jumps() & two.bit() != 0 => refuse(format!(
            "the knights on {one} and {two} attack each other, but neither may land where the other attacks"
        )),
        _ => Ok(()),
    }
}

fn read_score(text: &str, seat: Seat) -> Result<u32, Refused> {
    let score = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    score.filter(|&score| score <= SUM_OF_ALL).ok_or_else(|| {
        Refused::new(format!(
            "score {}: `{}` is not a score: expected a whole number from 0 to {SUM_OF_ALL}",
            seat.number(),
            clip(text)
        ))
    })
}

/// Only numbers that are gone can have scored, and only for a knight on the board.
fn check_scores(
    scores: [u32; 2],
    knights: [Option<Cell>; 2],
    numbers: &[Option<u8>; N_CELLS],
) -> Result<(), Refused> {
    for seat in Seat::BOTH {
        let (score, number) = (scores[seat.index()], seat.number());
        if knights[seat.index()].is_none() && score > 0 {
            return refuse(format!(
                "score {number} is {score}, but the knight of player {number} is not placed yet: expected 0"
            ));
        }
    }
    let left: u32 = numbers.iter().flatten().map(|&number| u32::from(number)).sum();
    let (sum, gone) = (scores[0] + scores[1], SUM_OF_ALL - left);
    if sum > gone {
        return refuse(format!(
            "the scores {} and {} add up to {sum}, but the numbers gone from the board only to {gone}",
            scores[0], scores[1]
        ));
    }
    Ok(())
}

fn read_turn(text: &str) -> Result<Seat, Refused> {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.number().to_string() == text);
    seat.ok_or_else(|| {
        Refused::new(format!("turn: `{}` is not a player: expected 1 or 2", clip(text)))
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
        const NAMES: [&str; 6] =
            ["board", "knight of player 1", "knight of player 2", "score 1", "score 2", "turn"];
        let fields: Vec<&str> = text.split_whitespace().collect();
        if let Some(name) = NAMES.get(fields.len()) {
            return refuse(format!("the {name} is missing: {FIELDS}"));
        }
        let &[rows, knight_one, knight_two, score_one, score_two, turn] = &fields[..] else {
            return refuse(format!("`{}` follows the turn: {FIELDS}", clip(fields[NAMES.len()])));
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
            return refuse("the game is over: no move is possible");
        }
        let must_pass = moves == [Move::PASS];
        if text.eq_ignore_ascii_case("pass") {
            return match must_pass {
                true => Ok(Move::PASS),
                false => refuse("you may not pass while a move is possible"),
            };
        }
        let (to, chosen) = match text.split_once(['x', 'X']) {
            Some((to, chosen)) => (to, Some(chosen)),
            None => (text, None),
        };
        let to: Cell = to.parse()?;
        if must_pass {
            return refuse("the knight cannot move: expected `pass`");
        }
        check_target(position, to)?;
        moves.retain(|step| step.to() == Some(to));
        match chosen {
            None => self.only_landing(position, to, &moves),
            Some(chosen) => self.landing_that_removes(position, to, chosen, &moves),
        }
    }
}

/// Says which rule keeps the knight of the side to move from a cell.
fn check_target(position: &Position, to: Cell) -> Result<(), Refused> {
    let seat = position.turn();
    let other = position.knight(seat.other());
    if other == Some(to) {
        return refuse(format!("the other knight stands on {to}"));
    }
    match position.knight(seat) {
        Some(from) if from == to => {
            return refuse(format!("your knight stands on {to} already"));
        }
        Some(from) if from.jumps() & to.bit() == 0 => {
            return refuse(format!("{to} is not a knight's jump from {from}"));
        }
        None if to.row() != home_row(seat) => {
            let (player, row) = (seat.number(), home_row(seat) + 1);
            return refuse(format!(
                "{to} is not in row {row}, where the knight of player {player} is placed"
            ));
        }
        _ => {}
    }
    if position.number(to).is_none() {
        return refuse(format!("{to} holds no number"));
    }
    match other {
        Some(other) if other.jumps() & to.bit() != 0 => {
            refuse(format!("{to} is attacked by the other knight on {other}"))
        }
        _ => Ok(()),
    }
}

fn home_row(seat: Seat) -> usize {
    match seat {
        Seat::One => 0,
        Seat::Two => SIDE - 1,
    }
}

impl Cavalo {
    /// The one landing on this cell, or what there is to choose from.
    fn only_landing(
        &self,
        position: &Position,
        to: Cell,
        landings: &[Move],
    ) -> Result<Move, Refused> {
        match landings {
            [only] => Ok(*only),
            _ => refuse(format!(
                "{to} holds a double: say which other double it removes, one of {}",
                self.move_texts(position, landings)
            )),
        }
    }

    /// The landing on this cell that removes the double with this text.
    fn landing_that_removes(
        &self,
        position: &Position,
        to: Cell,
        chosen: &str,
        landings: &[Move],
    ) -> Result<Move, Refused> {
        let held = position.number(to).expect("a target holds a number");
        if position.doubles() & to.bit() == 0 {
            return refuse(format!("{to} holds {held:02}, which is no double: expected `{to}`"));
        }
        if self.rules().doubles == Doubles::Largest {
            return refuse(format!("the rules remove the largest other double: expected `{to}`"));
        }
        let digits: Vec<char> = chosen.chars().collect();
        let digit = match digits[..] {
            [tens, units] if tens == units => tens.to_digit(10),
            _ => None,
        };
        let first = if self.rules().zero_double { 0 } else { 1 };
        let Some(digit) = digit.filter(|&digit| digit >= first) else {
            let (first, chosen) = (11 * first, clip(chosen));
            return refuse(format!("`{chosen}` is not a double: expected {first:02} to 99"));
        };
        let number = 11 * digit as u8;
        if number == held {
            return refuse(format!("{number:02} stands on {to} itself: another double is removed"));
        }
        let removes =
            |step: &&Move| step.removed().and_then(|c| position.number(c)) == Some(number);
        landings.iter().find(removes).copied().ok_or_else(|| {
            Refused::new(format!(
                "{number:02} is not on the board any more: expected {}",
                self.move_texts(position, landings)
            ))
        })
    }

    fn move_texts(&self, position: &Position, moves: &[Move]) -> String {
        let texts: Vec<String> = moves.iter().map(|&step| self.move_text(position, step)).collect();
        texts.join(", ")
    }
}
