//! Records as JSON lines: one game a line, every move checked when read.

use std::io::{BufRead, Read};

use plywood_workbench::{Message, message};

use plywood_workbench::play::{Record, RecordError, Session};

/// The longest line accepted.
const MOST_BYTES: u64 = 4 << 20;

/// Why a line is not a record.
#[derive(Debug)]
#[non_exhaustive]
pub enum LineError {
    /// The file could not be read.
    Unreadable(usize, std::io::Error),
    /// Longer than any game.
    TooLong(usize),
    /// Not the JSON of a record.
    Json(usize, String),
    /// A record with an illegal move.
    Record(usize, RecordError),
}

impl LineError {
    /// The reason as a message.
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

/// Reads records, one for each line that is not blank; each is played through. A line that is too long is reported
/// once, and reading continues after it; an I/O error ends it.
pub fn read(mut source: impl BufRead) -> impl Iterator<Item = Result<Record, LineError>> {
    let (mut number, mut is_over) = (0, false);
    std::iter::from_fn(move || {
        while !is_over {
            number += 1;
            let mut bytes = Vec::new();
            match source.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes) {
                Err(e) => {
                    is_over = true;
                    return Some(Err(LineError::Unreadable(number, e)));
                }
                Ok(0) => return None,
                Ok(n) if n as u64 > MOST_BYTES => {
                    is_over = !skip_line(&mut source);
                    return Some(Err(LineError::TooLong(number)));
                }
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => return Some(read_line(&bytes, number)),
            }
        }
        None
    })
}

/// Skips to the end of a line; returns whether there was one.
fn skip_line(source: &mut impl BufRead) -> bool {
    loop {
        let Ok(chunk) = source.fill_buf() else { return false };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let n = end.map_or(chunk.len(), |end| end + 1);
        source.consume(n);
        if end.is_some() || n == 0 {
            return end.is_some();
        }
    }
}

fn read_line(bytes: &[u8], number: usize) -> Result<Record, LineError> {
    let record: Record =
        serde_json::from_slice(bytes).map_err(|e| LineError::Json(number, e.to_string()))?;
    // Played through: points and ending are those of the rules, whatever the line claims.
    let session = Session::from_record(&record).map_err(|e| LineError::Record(number, e))?;
    Ok(session.to_record())
}
