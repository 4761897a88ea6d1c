//! `log.dat`, the log of the original programs: one form for all games, in either language.
//!
//! An entry begins with a heading `*** [tag] Move 3 ***` and ends with a rule of dashes. The tag tells apart the
//! games of several programs that write to one file. Each entry is appended by a single write; a missing rule
//! shows a reader that an entry was cut off.
//!
//! In the Lisp form boards are lists of rows and every other line is a comment, so that Lisp's `read` takes
//! board after board from the file as it is.

mod board;
mod check;
mod entry;
mod write;

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

pub use board::{pieces_left, with_counts};
pub use check::{Fault, LogReport, check};
pub use write::LogDat;

/// How boards are written to a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// As they are drawn on the screen.
    #[default]
    Text,
    /// As lists that Lisp's `read` understands.
    Lisp,
}

/// What ends every entry.
const RULE: &str = "------------------------------------------------------------";

/// The labels of each kind of entry, as message keys, in order.
const START: [&str; 8] = [
    "log-date",
    "log-game",
    "log-rules",
    "log-position",
    "log-player-1",
    "log-player-2",
    "log-time-limit",
    "log-depth-limit",
];
const MOVE: [&str; 14] = [
    "log-board",
    "log-player",
    "log-step",
    "log-points",
    "log-analysed",
    "log-expanded",
    "log-pruned",
    "log-alpha-cuts",
    "log-beta-cuts",
    "log-table-hits",
    "log-depth",
    "log-ended",
    "log-time",
    "log-score",
];
/// Labels that older logs lack.
const NEWER: [&str; 3] = ["log-pruned", "log-table-hits", "log-ended"];
/// Stands in for a missing figure: a person's nodes, or what an engine does not count.
const NONE: &str = "–";
const NONE_PLAIN: &str = "-";
const TAKE_BACK: [&str; 1] = ["log-count"];
const END: [&str; 4] = ["log-winner", "log-reason", "log-points", "log-left"];

/// Appends an entry with a single write, so that a reader never sees half of one. If the file ends in an entry
/// that was cut off, the new one begins on a line of its own.
pub fn append_whole(file: &Path, entry: &str) -> std::io::Result<()> {
    let mut out = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let mut text = String::new();
    if out.seek(SeekFrom::End(0))? > 0 {
        let mut last = [0];
        out.seek(SeekFrom::End(-1))?;
        out.read_exact(&mut last)?;
        if last != *b"\n" {
            text.push('\n');
        }
    }
    text += entry;
    out.write_all(text.as_bytes())
}
