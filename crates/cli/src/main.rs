//! The `plywood` program: the command line.
//!
//! `args` says what can be asked, `puzzle` and `games` answer, `screen` and `units` say how things look.

mod args;
mod games;
mod progress;
mod puzzle;
mod screen;

use std::process::ExitCode;

use clap::Parser;
use plywood_workbench::Cancel;

use crate::args::{Arguments, Command};

/// How a command ended well: with what was asked for, or without it.
enum Done {
    Yes,
    /// A search ended without an answer, or a check found a fault: exit code 1.
    No,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let cancel = Cancel::default();
    listen_for_interrupts(&cancel);
    let result = match arguments.command {
        None => screen::say(&screen::welcome()).map(|()| Done::Yes),
        Some(Command::Puzzle { command }) => puzzle::run(command, &cancel),
        Some(Command::Games { json }) => games::list(json),
        Some(Command::Moves(arguments)) => games::moves(&arguments),
        Some(Command::Show(arguments)) => games::show(&arguments),
        Some(Command::Perft(arguments)) => games::perft(&arguments, &cancel),
        Some(Command::Analyze(arguments)) => games::analyze(&arguments, &cancel),
        Some(Command::Solve(arguments)) => games::solve(&arguments, &cancel),
        Some(Command::Engines { json }) => games::engines(json),
        Some(Command::Bench { json }) => games::bench(json, &cancel),
    };
    match result {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        // Whoever read our output has seen enough, as `head` does.
        Err(e) if screen::is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("plywood: {e:#}");
            ExitCode::from(2)
        }
    }
}

/// The first interrupt asks the search to end and report; the second ends the program at once.
fn listen_for_interrupts(cancel: &Cancel) {
    let cancel = cancel.clone();
    let listening = ctrlc::set_handler(move || {
        if cancel.is_raised() {
            std::process::exit(130);
        }
        cancel.raise();
    });
    if let Err(e) = listening {
        eprintln!("plywood: interrupts will end the program without a report: {e}");
    }
}
