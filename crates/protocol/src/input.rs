//! Commands from standard input, read on a thread of their own so that a search can be interrupted.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, sync_channel};

/// The longest command that is read, in bytes; a position with all its moves takes a few thousand.
pub const LONGEST_COMMAND: usize = 1 << 16;

/// A command as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end. Invalid UTF-8 is replaced.
    Line(String),
    /// A line of more than [`LONGEST_COMMAND`] bytes; it was thrown away.
    TooLong,
}

/// Reads lines until the input ends; then the channel closes. `glimpse` sees every line as it arrives, before the
/// receiver of the channel has time for it. Reading pauses while many lines are unread.
pub fn listen(
    input: impl Read + Send + 'static,
    mut glimpse: impl FnMut(&Heard) + Send + 'static,
) -> Receiver<Heard> {
    let (sender, receiver) = sync_channel(1024);
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(heard) = next(&mut input) {
            glimpse(&heard);
            if sender.send(heard).is_err() {
                break;
            }
        }
    });
    receiver
}

fn next(input: &mut impl BufRead) -> Option<Heard> {
    let mut line = Vec::new();
    let (mut is_too_long, mut is_anything) = (false, false);
    loop {
        let chunk = match input.fill_buf() {
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
            Ok(chunk) => chunk,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_anything |= !chunk.is_empty();
        is_too_long |= line.len() + part.len() > LONGEST_COMMAND;
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() || used == 0 {
            break;
        }
    }
    match (is_anything, is_too_long) {
        (false, _) => None,
        (true, true) => Some(Heard::TooLong),
        (true, false) => Some(Heard::Line(String::from_utf8_lossy(&line).into_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_endless_ones_are_thrown_away() {
        let long = "x".repeat(LONGEST_COMMAND + 1);
        let text = format!("one\n\n{long}\nt\u{fc}o\r\nlast");
        let heard: Vec<Heard> = listen(std::io::Cursor::new(text), |_| {}).iter().collect();
        let line = |text: &str| Heard::Line(text.into());
        assert_eq!(
            heard,
            [line("one"), line(""), Heard::TooLong, line("t\u{fc}o\r"), line("last")]
        );
    }
}
