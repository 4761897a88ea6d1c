//! How a person is asked for a game line by line: the options of the course's programs, and their questions.

use std::time::Duration;

use plywood_contract::{Frame, Ground, Message, Seat, Square};

/// How a game asks for settings and moves, line by line.
#[derive(Debug)]
pub struct Manner {
    /// The range of times for each move of the computer.
    pub time: TimeRange,
    /// Whether a cell is asked for by its row and column, one after the other and each from 0.
    pub by_row_and_column: bool,
    /// Whether each orientation of a piece is offered separately, numbered after the piece: `c1`, `c2`.
    pub ways_apart: bool,
    /// Whether players have several pieces of a kind, so that it matters how many are left.
    pub has_several: bool,
    /// How the names of a piece and a cell make the text of a move.
    pub spelling: Option<fn(&str, &str) -> String>,
    /// A piece in a few words, where its name alone says too little.
    pub piece_words: Option<fn(u8) -> Message>,
    /// A cell of the board as an element of a Lisp list; `None` is an ordinary empty cell.
    pub lisp: fn(&Frame, Option<&Square>) -> String,
}

impl Manner {
    /// For games that no program of the course played.
    pub const USUAL: Self = Self {
        time: TimeRange::MILLISECONDS,
        by_row_and_column: false,
        ways_apart: false,
        has_several: false,
        spelling: None,
        piece_words: None,
        lisp: lisp_cell,
    };
}

/// The range of times for each move of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRange {
    /// The least, in units.
    pub least: u64,
    /// The most.
    pub most: u64,
    /// The default.
    pub usual: u64,
    /// Whether the unit is a second; a millisecond if not.
    pub is_in_seconds: bool,
}

impl TimeRange {
    /// From 1 to 20 seconds, as in the course's Blokus.
    pub const SECONDS: Self = Self { least: 1, most: 20, usual: 5, is_in_seconds: true };
    /// From 1000 to 5000 milliseconds, as in its Quatro and Cavalo.
    pub const MILLISECONDS: Self =
        Self { least: 1000, most: 5000, usual: 2000, is_in_seconds: false };

    /// This many units as a time.
    pub const fn duration(&self, units: u64) -> Duration {
        Duration::from_millis(if self.is_in_seconds { 1000 * units } else { units })
    }
}

/// 0 for an empty cell, 1 and 2 for what the players have there, −1 for a blocked one.
fn lisp_cell(frame: &Frame, square: Option<&Square>) -> String {
    let Some(square) = square else { return "0".into() };
    let piece = square.piece.and_then(|piece| frame.pieces.get(usize::from(piece)));
    match (square.ground, square.owner, piece) {
        (Ground::Wall, ..) => "-1".into(),
        (_, Some(owner), Some(_)) => owner.number().to_string(),
        (_, None, Some(piece)) => piece.name.clone(),
        _ => "0".into(),
    }
}

/// Cavalo: the number, NIL where there is none, −1 and −2 for the knights.
pub(super) fn lisp_number(_: &Frame, square: Option<&Square>) -> String {
    match square {
        Some(Square { piece: Some(_), owner: Some(owner), .. }) => match owner {
            Seat::One => "-1".into(),
            Seat::Two => "-2".into(),
        },
        Some(square) => square.text.parse::<u8>().map_or("NIL".into(), |number| number.to_string()),
        None => "NIL".into(),
    }
}
