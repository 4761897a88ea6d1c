//! Values known beforehand: of every board without a line and with at most five pieces, for both
//! games, up to symmetry.
//!
//! The table is made by [`super::Making`] with the solver of this crate and ships inside the program.
//! In quarto a board's value is that of the player who hands over now; with a piece in hand, or one
//! piece fewer, values follow from it by the rules. Boards where squares win are not in it.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use plywood_games::quarto::Board;

use super::key::{self, KEY_BITS, Planes};
use super::retrieval::{self, Retrieval};
use super::solver::Value;

/// The most pieces on a board in the table.
pub(super) const MOST_PLACED: u32 = 5;
/// How a file begins; the digit is the version of the format.
const MAGIC: &[u8; 16] = b"plywood quarto 1";
const SHIPPED: &[u8] = include_bytes!("../../data/quarto-opening.bin");

/// The table: four bits a board, two for quarto and two for quatro.
pub struct Opening {
    values: Retrieval<Cow<'static, [u8]>>,
    /// Keys from here on have more pieces.
    end: u64,
}

/// Bytes that are no opening table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnOpening;

impl fmt::Display for NotAnOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not an opening table of quarto: expected a file that `Making` wrote")
    }
}

impl std::error::Error for NotAnOpening {}

impl Opening {
    /// The table that ships with the program.
    pub fn shipped() -> &'static Self {
        static OPENING: LazyLock<Opening> =
            LazyLock::new(|| Opening::read(SHIPPED).expect("a test reads the same bytes"));
        &OPENING
    }

    /// The table in these bytes. Nothing is unpacked: it is ready at once.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, NotAnOpening> {
        let bytes = bytes.into();
        let rest = bytes.strip_prefix(MAGIC.as_slice()).ok_or(NotAnOpening)?;
        let (seed, slots) = rest.split_first_chunk().ok_or(NotAnOpening)?;
        let seed = u64::from_le_bytes(*seed);
        // Three parts of whole bytes.
        if slots.is_empty() || !slots.len().is_multiple_of(3) {
            return Err(NotAnOpening);
        }
        let head = bytes.len() - slots.len();
        let slots = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[head..]),
            Cow::Owned(mut bytes) => Cow::Owned(bytes.split_off(head)),
        };
        let end = key::LINES_ONLY.first_key(MOST_PLACED + 1);
        Ok(Self { values: Retrieval::new(seed, slots), end })
    }

    /// The file of a table with these boards' values in quarto and quatro.
    pub(super) fn write(boards: &[(Board, [Value; 2])]) -> Vec<u8> {
        let entry = |&(board, [quarto, quatro]): &(Board, [Value; 2])| {
            (key(&board), quarto as u8 | (quatro as u8) << 2)
        };
        let entries: Vec<_> = boards.iter().map(entry).collect();
        let (seed, slots) = retrieval::build(&entries);
        [MAGIC.as_slice(), &seed.to_le_bytes(), &slots].concat()
    }

    /// The value of a board in quarto, to the player who hands over now. None if it is not in the
    /// table: squares win, somebody has won, or there are more than five pieces.
    pub fn quarto(&self, board: &Board) -> Option<Value> {
        self.holds(board).then(|| self.value(key(board), true))
    }

    /// The value of a board in quatro, to the player to move.
    pub fn quatro(&self, board: &Board) -> Option<Value> {
        self.holds(board).then(|| self.value(key(board), false))
    }

    fn holds(&self, board: &Board) -> bool {
        board.placed() <= MOST_PLACED && !board.squares() && !board.is_won()
    }

    /// Whether the player in question wins, or at least does not lose, on a board without a line
    /// and without squares. None if it has more pieces than the table's.
    #[inline]
    pub(super) fn ask(&self, key: u64, win: bool) -> Option<bool> {
        let name = key & ((1 << KEY_BITS) - 1);
        if name >= self.end {
            return None;
        }
        let value = self.value(name, key >> KEY_BITS & 1 == 1);
        Some(value >= if win { Value::Win } else { Value::Draw })
    }

    fn value(&self, name: u64, hands_over: bool) -> Value {
        match self.values.value(name) >> (if hands_over { 0 } else { 2 }) & 3 {
            0 => Value::Loss,
            2 => Value::Win,
            _ => Value::Draw,
        }
    }
}

fn key(board: &Board) -> u64 {
    key::LINES_ONLY.key(board.occupied(), Planes::new(board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_table_are_refused() {
        for bytes in [&b""[..], b"plywood quarto 1", b"plywood quarto 2 12345678abc", &[0; 99]] {
            assert_eq!(Opening::read(bytes.to_vec()).err(), Some(NotAnOpening));
        }
        assert!(Opening::read(SHIPPED).is_ok());
    }
}
