//! What went wrong, in the reader's language.

use std::error::Error;
use std::io;
use std::path::Path;

use plywood_arena::pairing::OpeningError;
use plywood_arena::statistics::SprtError;
use plywood_arena::{ArenaError, fault_message, launch_message, store};
use plywood_jobs::JobError;
use plywood_protocol::{Fault, LaunchError};
use plywood_records as records;
use plywood_records::blksgf::SgfError;
use plywood_records::lines::LineError;
use plywood_trees::TreeError;
use plywood_web::ServeError;
use plywood_workbench::engines::EngineError;
use plywood_workbench::games::OpenError;
use plywood_workbench::language::Words;
use plywood_workbench::play::{LevelError, PlayerError, RecordError, SetupError};
use plywood_workbench::problems::ProblemError;
use plywood_workbench::puzzle::{
    BoardError, LoadError, MaximizeError, MethodError, RecipeError, TextError, WitnessError,
};
use plywood_workbench::{Arg, Message, Refused, message};

use crate::foreign::{bounded, clipped};

/// The whole of an error in one line.
pub(crate) fn sentence(error: &anyhow::Error, words: &Words) -> String {
    let said: Vec<String> = error.chain().map(|e| said(e, words)).collect();
    said.join(": ")
}

/// An error in the reader's language; one that is none of ours as it says itself.
pub(crate) fn said(error: &(dyn Error + 'static), words: &Words) -> String {
    let Some(mut message) = message_of(error) else { return bounded(&error.to_string()) };
    clip(&mut message);
    words.say(&message)
}

/// Cuts long texts of others: a file that is no such file need not be shown whole.
fn clip(message: &mut Message) {
    for (_, arg) in &mut message.args {
        match arg {
            Arg::Text(text) => *text = clipped(text).into(),
            Arg::Message(inner) => clip(inner),
            _ => {}
        }
    }
}

/// An error as a message; one that is none of ours in its own words.
pub(crate) fn message(error: &anyhow::Error) -> Message {
    let known = error.chain().find_map(message_of);
    known.unwrap_or_else(|| message!("failed", "it failed: \"{text}\"", text = error.to_string()))
}

/// The message of any error that can reach a person.
fn message_of(error: &(dyn Error + 'static)) -> Option<Message> {
    macro_rules! first {
        ($($kind:ty),* $(,)?) => {
            $(if let Some(error) = error.downcast_ref::<$kind>() {
                return Some(error.message().clone());
            })*
        };
    }
    first!(
        Refused,
        OpenError,
        EngineError,
        PlayerError,
        LevelError,
        SetupError,
        RecordError,
        records::StoreError,
        records::SettingsError,
        SgfError,
        LineError,
        LoadError,
        TextError,
        BoardError,
        MethodError,
        ProblemError,
        TreeError,
        MaximizeError,
        RecipeError,
        WitnessError,
        ArenaError,
        OpeningError,
        SprtError,
        store::StoreError,
        JobError,
        ServeError,
    );
    if let Some(fault) = error.downcast_ref::<Fault>() {
        return Some(fault_message(fault));
    }
    if let Some(error) = error.downcast_ref::<LaunchError>() {
        return Some(launch_message(error));
    }
    error.downcast_ref::<io::Error>().map(Message::of_file)
}

/// A file that cannot be read.
pub(crate) fn cannot_read(file: &Path, error: &io::Error) -> Refused {
    let (file, reason) = (file.display().to_string(), Message::of_file(error));
    message!("cannot-read", "cannot read {file}: {reason}", file, reason).into()
}

/// A file that cannot be written.
pub(crate) fn cannot_write(file: &Path, error: &io::Error) -> Refused {
    let (file, reason) = (file.display().to_string(), Message::of_file(error));
    message!("cannot-write", "cannot write {file}: {reason}", file, reason).into()
}

/// A folder that cannot be made.
pub(crate) fn cannot_make(folder: &Path, error: &io::Error) -> Refused {
    let (file, reason) = (folder.display().to_string(), Message::of_file(error));
    message!("records-folder", "cannot make the folder {file}: {reason}", file, reason).into()
}

/// What is wrong with a line of a file, counted from 1.
pub(crate) fn at_line(file: &str, n: usize, reason: impl Into<Message>) -> Refused {
    let reason = reason.into();
    message!("file-line", "{file}, line {n}: {reason}", file, n, reason).into()
}

/// What is wrong with a board.
pub(crate) fn of_board(name: &str, reason: impl Into<Message>) -> Refused {
    let reason = reason.into();
    message!("of-board", "board {name}: {reason}", name, reason).into()
}
