//! Records as JSON lines: one game a line, every move checked when read.

use std::io::{BufRead, Read};

use plywood_workbench::{Message, message};

use plywood_workbench::play::{Record, RecordError, Session};

/// No game's line is longer.
const MOST_BYTES: u64 = 4 << 20;

/// Why a line is no record.
#[derive(Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The file could not be read.
    Unreadable(usize, std::io::Error),
    /// Longer than any game.
    TooLong(usize),
    /// Not the JSON of a record.
    Json(usize, String),
    /// A record that breaks the rules.
    Record(usize, RecordError),
}

impl LineError {
    /// What is wrong.
    pub fn message(&self) -> Message {
        match self {
            Self::Unreadable(n, e) => line(*n, Message::of_file(e)),
            Self::TooLong(n) => {
                message!("line-long", "line {n} is longer than 4 MiB, too long for a game", n = *n)
            }
            Self::Json(n, text) => message!(
                "line-json",
                "line {n} is not a game: its JSON does not fit, \"{text}\"",
                n = *n,
                text = &**text
            ),
            Self::Record(n, e) => line(*n, e.message()),
        }
    }
}

plywood_workbench::explained!(LineError);

/// What is wrong with a line.
fn line(n: usize, reason: Message) -> Message {
    message!("line-number", "line {n}: {reason}", n, reason)
}

/// A record as one line with its line feed.
pub fn write(record: &Record) -> String {
    // A record holds nothing that JSON cannot.
    serde_json::to_string(record).unwrap_or_default() + "\n"
}

/// Reads records, one for each line that is not blank; each is played through.
pub fn read(mut source: impl BufRead) -> impl Iterator<Item = Result<Record, LineError>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut bytes = Vec::new();
            match source.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes) {
                Err(e) => return Some(Err(LineError::Unreadable(number, e))),
                Ok(0) => return None,
                Ok(n) if n as u64 > MOST_BYTES => return Some(Err(LineError::TooLong(number))),
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => return Some(read_line(&bytes, number)),
            }
        }
    })
}

fn read_line(bytes: &[u8], number: usize) -> Result<Record, LineError> {
    let record: Record =
        serde_json::from_slice(bytes).map_err(|e| LineError::Json(number, e.to_string()))?;
    // Played through: points and ending are those of the rules, whatever the line claims.
    let session = Session::from_record(&record).map_err(|e| LineError::Record(number, e))?;
    Ok(session.to_record())
}
