//! Boards by name, or from a file in either of two formats.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use plywood_contract::{Message, message};
use plywood_games::blokus::puzzle::{Board, TextError, read_boards};

use crate::catalogue::problems::{MOST_BYTES, Sample};
use crate::catalogue::puzzle::OFFER;
use crate::names::{nearest, plain};

/// A board and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBoard {
    /// `A` to `F`, or the file's name, with `#n` if the file holds several.
    pub name: String,
    /// The board.
    pub board: Board,
}

/// The boards that come with the program.
pub const BUILTIN_NAMES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Why a board was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// Neither a board's name nor a file.
    Unknown(String, Option<&'static str>),
    /// The file could not be read.
    Unreadable(String, std::io::Error),
    /// The file is too large to be a file of boards.
    TooLarge(String),
    /// The file's text is not a board.
    Text(String, TextError),
    /// The file holds several boards and none was chosen.
    Several(String, usize),
    /// The file holds fewer boards.
    NoSuch(String, usize, String),
}

impl LoadError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown(text, Some(guess)) => message!(
                "no-board-guess",
                "there is no board and no file named `{text}`: expected A to F or a file of boards. Did you mean `{guess}`?",
                text = &**text,
                guess = *guess
            ),
            Self::Unknown(text, None) => message!(
                "no-board",
                "there is no board and no file named `{text}`: expected A to F or a file of boards.",
                text = &**text
            ),
            Self::Unreadable(file, e) => message!(
                "cannot-read",
                "cannot read {file}: {reason}",
                file = &**file,
                reason = Message::of_file(e)
            ),
            Self::TooLarge(file) => message!(
                "boards-large",
                "{file} is larger than 4 MiB, too large for a file of boards",
                file = &**file
            ),
            Self::Text(file, e) => message!(
                "file-place",
                "{file}: line {line}, column {column}: {reason}",
                file = &**file,
                line = e.line,
                column = e.column,
                reason = (*e.reason).clone()
            ),
            Self::Several(file, n) => message!(
                "boards-several",
                "{file} holds {n} boards: choose one as {first} to {last}",
                file = &**file,
                n = *n,
                first = format!("{file}#1"),
                last = format!("{file}#{n}")
            ),
            Self::NoSuch(file, n, number) => message!(
                "boards-no-such",
                "{file} holds {n} boards: there is no #{number}",
                file = &**file,
                n = *n,
                number = &**number
            ),
        }
    }
}

plywood_contract::explained!(LoadError);

/// The built-in board of this name, in upper or lower case.
pub fn builtin(name: &str) -> Option<NamedBoard> {
    let is_called = |sample: &&Sample| sample.name.eq_ignore_ascii_case(name.trim());
    let sample = OFFER.samples.iter().find(is_called)?;
    let board = sample.text.parse().expect("built-in boards are tested");
    Some(NamedBoard { name: sample.name.into(), board })
}

/// All built-in boards in order.
pub fn builtins() -> Vec<NamedBoard> {
    BUILTIN_NAMES.iter().filter_map(|name| builtin(name)).collect()
}

/// Resolves `name` to boards: a built-in one, a file (all it holds), or one of a file (`file#2`).
pub fn load(name: &str) -> Result<Vec<NamedBoard>, LoadError> {
    if let Some(board) = builtin(name) {
        return Ok(vec![board]);
    }
    let (path, number) = match name.rsplit_once('#') {
        Some((path, number)) if !Path::new(name).exists() => (path, Some(number)),
        _ => (name, None),
    };
    let boards = match builtin(path) {
        Some(board) => vec![board.board],
        None => read_file(path)?,
    };
    let count = boards.len();
    let mut named = boards.into_iter().enumerate().map(|(i, board)| {
        let name = if count == 1 { path.to_owned() } else { format!("{path}#{}", i + 1) };
        NamedBoard { name, board }
    });
    match number {
        None => Ok(named.collect()),
        Some(number) => {
            let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let chosen = place.and_then(|place| named.nth(place));
            let missing = || LoadError::NoSuch(path.into(), count, number.into());
            chosen.map(|board| vec![board]).ok_or_else(missing)
        }
    }
}

fn read_file(path: &str) -> Result<Vec<Board>, LoadError> {
    let unreadable = |e: std::io::Error| LoadError::Unreadable(path.into(), e);
    let is_plain_name = plain(path).len() == path.len();
    if !Path::new(path).exists() && is_plain_name {
        return Err(LoadError::Unknown(path.into(), nearest(path, BUILTIN_NAMES)));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(LoadError::TooLarge(path.into()));
    }
    let text = String::from_utf8_lossy(&bytes);
    read_boards(&text).map_err(|e| LoadError::Text(path.into(), e))
}
