//! The `plywood` program: the command line.
//!
//! `args` says what can be asked, `puzzle`, `games`, `play`, `protocol`, `arena` and `jobs` answer, `classic` is the
//! menu line by line, `screen` says how things look.

mod arena;
mod args;
mod classic;
mod games;
mod jobs;
mod play;
mod progress;
mod protocol;
mod puzzle;
mod screen;
mod serve;

use std::process::ExitCode;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;

use crate::args::Command;

/// How a command ended well: with what was asked for, or without it.
enum Done {
    Yes,
    /// A search ended without an answer, or a check found a fault: exit code 1.
    No,
    /// An interrupt ended it; what was done is kept: exit code 130.
    Interrupted,
}

fn main() -> ExitCode {
    let (arguments, language) = match play::parse() {
        Ok(parsed) => parsed,
        Err(code) => return ExitCode::from(code),
    };
    let cancel = Cancel::default();
    // An engine has nothing to report: interrupts end it at once, as controllers expect.
    if !matches!(arguments.command, Some(Command::Gtp(_) | Command::Ugi(_))) {
        listen_for_interrupts(&cancel);
    }
    let words = || Words::new(language);
    let look = play::look(arguments.ascii);
    let result = match arguments.command {
        // The full-screen table takes over here, and in `play`, on a terminal without `--classic`.
        None => classic::run(language, look, &cancel),
        Some(Command::Play(arguments)) => play::run(&arguments, language, look, &cancel),
        Some(Command::Records { command }) => play::records(&command, &words(), look),
        Some(Command::Log { command }) => play::log(&command, &words()),
        Some(Command::Completions { shell }) => play::completions(shell, &words()),
        Some(Command::Man) => play::manual(&words()),
        Some(Command::Puzzle { command }) => puzzle::run(command, &cancel),
        Some(Command::Games { json }) => games::list(json),
        Some(Command::Moves(arguments)) => games::moves(&arguments),
        Some(Command::Show(arguments)) => games::show(&arguments),
        Some(Command::Perft(arguments)) => games::perft(&arguments, &cancel),
        Some(Command::Analyze(arguments)) => games::analyze(&arguments, &cancel),
        Some(Command::Solve(arguments)) => games::solve(&arguments, &cancel),
        Some(Command::Gtp(arguments)) => protocol::gtp(&arguments),
        Some(Command::Ugi(arguments)) => protocol::ugi(&arguments),
        Some(Command::CheckEngine(arguments)) => protocol::check(&arguments, &cancel),
        Some(Command::Serve(arguments)) => serve::run(&arguments, &cancel),
        Some(Command::Engines { json }) => games::engines(json),
        Some(Command::Tournament(arguments)) => arena::tournament(&arguments, &words(), &cancel),
        Some(Command::Rate(arguments)) => arena::rate(&arguments),
        Some(Command::Tune(arguments)) => arena::tune(&arguments, &cancel),
        Some(Command::Jobs { command }) => jobs::run(&command, &words(), &cancel),
        Some(Command::SolveSet(arguments)) => jobs::solve_set(&arguments, &words(), &cancel),
        Some(Command::Bench { json }) => games::bench(json, &cancel),
    };
    match result {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
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
        // Nothing is under way while a person is asked, and all that was played is kept.
        if cancel.is_raised() || classic::is_waiting() {
            eprintln!();
            std::process::exit(130);
        }
        cancel.raise();
    });
    if let Err(e) = listening {
        eprintln!("plywood: interrupts will end the program without a report: {e}");
    }
}
