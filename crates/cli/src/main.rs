//! The `plywood` program: the command line.
//!
//! `args` says what can be asked, `puzzle`, `problem`, `games`, `play`, `protocol`, `arena` and `jobs` answer, `table`
//! is the full screen, `classic` the menu line by line, `screen` says how things look.

mod arena;
mod args;
mod classic;
mod config;
mod consent;
mod examples;
mod explain;
mod failure;
mod foreign;
mod games;
mod input;
mod jobs;
mod memory;
mod play;
mod problem;
mod progress;
mod protocol;
mod puzzle;
mod schema;
mod screen;
mod self_check;
mod serve;
mod table;
mod tree;

use std::process::ExitCode;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::script::{PREFIX, Script};

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
    if std::env::args_os().nth(1).is_some_and(|first| first == plywood_protocol::SUPERVISE) {
        let rest: Vec<String> = std::env::args().skip(2).collect();
        return ExitCode::from(u8::try_from(plywood_protocol::supervise(&rest)).unwrap_or(1));
    }
    read_scripts(std::env::args_os());
    let settings = plywood_records::Settings::load_default();
    let (arguments, language) = match play::parse(&settings) {
        Ok(parsed) => parsed,
        Err(code) => return ExitCode::from(code),
    };
    let cancel = Cancel::default();
    screen::set_quiet(arguments.quiet);
    // Whoever asks for the settings is told there what is wrong with them.
    let asks =
        matches!(arguments.command, Some(Command::Config { .. } | Command::SelfCheck { .. }));
    for fault in settings.faults().iter().filter(|_| !asks) {
        screen::complain(&Words::new(language).say(fault));
    }
    // An engine has nothing to report: interrupts end it at once, as controllers expect.
    if !matches!(arguments.command, Some(Command::Gtp(_) | Command::Ugi(_))) {
        listen_for_interrupts(&cancel);
        listen_for_quit();
    }
    plywood_workbench::play::start_guests_with(plywood_arena::referee::guest);
    let words = || Words::new(language);
    let look = play::look(arguments.ascii);
    let form = play::log_form(arguments.log_format.as_deref());
    // Whoever sits down at a table, programs of others play there on a leash too.
    match &arguments.command {
        None => supervise(plywood_protocol::Leash::default()),
        Some(Command::Play(command)) => supervise(command.leash.unwrap_or_default()),
        Some(Command::Serve(command)) => supervise(command.leash.unwrap_or_default()),
        Some(_) => {}
    }
    let tells_itself = tells_what_is_kept(arguments.command.as_ref());
    let result = match arguments.command {
        None if table::is_wanted(arguments.classic) => {
            table::run(plywood_tui::Opening::Menu, language, arguments.ascii, form)
        }
        None => classic::run(language, look, form, &cancel),
        Some(Command::Play(command)) if table::is_wanted(arguments.classic) => {
            play::at_table(&command, language, arguments.ascii, form)
        }
        Some(Command::Play(command)) => play::run(&command, language, look, form, &cancel),
        Some(Command::Records { command }) => play::records(&command, &words(), look),
        Some(Command::Config { command, json }) => config::run(command.as_ref(), json, &words()),
        Some(Command::Schema { command }) => schema::run(&command),
        Some(Command::SelfCheck { json }) => self_check::run(json, &words()),
        Some(Command::Log { command }) => play::log(&command, &words()),
        Some(Command::Completions { shell }) => play::completions(shell, &words()),
        Some(Command::Man) => play::manual(&words()),
        Some(Command::Puzzle { command }) => puzzle::run(command, form, &words(), &cancel),
        Some(Command::Problem { command, json }) => {
            problem::run(command.as_ref(), json, &words(), &cancel)
        }
        Some(Command::Games { json }) => games::list(json, &words()),
        Some(Command::Moves(arguments)) => games::moves(&arguments, &words()),
        Some(Command::Show(arguments)) => games::show(&arguments, &words()),
        Some(Command::Perft(arguments)) => games::perft(&arguments, &words(), &cancel),
        Some(Command::Analyze(arguments)) => games::analyze(&arguments, &words(), &cancel),
        Some(Command::Solve(arguments)) => games::solve(&arguments, &words(), &cancel),
        Some(Command::Gtp(arguments)) => protocol::gtp(&arguments),
        Some(Command::Ugi(arguments)) => protocol::ugi(&arguments),
        Some(Command::CheckEngine(arguments)) => protocol::check(&arguments, &words(), &cancel),
        Some(Command::Serve(arguments)) => serve::run(&arguments, &words(), &cancel),
        Some(Command::Explain { name }) => explain::run(name.as_deref(), &words()),
        Some(Command::Tree(arguments)) => tree::run(&arguments, &words()),
        Some(Command::Engines { json }) => games::engines(json, &words()),
        Some(Command::Tournament(arguments)) => arena::tournament(&arguments, &words(), &cancel),
        Some(Command::Rate(arguments)) => arena::rate(&arguments, &words()),
        Some(Command::Tune(arguments)) => arena::tune(&arguments, &words(), &cancel),
        Some(Command::Jobs { command }) => jobs::run(&command, &words(), &cancel),
        Some(Command::SolveSet(arguments)) => jobs::solve_set(&arguments, &words(), &cancel),
        Some(Command::Bench { json }) => games::bench(json, &words(), &cancel),
    };
    match result {
        Ok(Done::Yes | Done::No) if cancel.is_raised() && !tells_itself.is_end => {
            if !tells_itself.tells {
                screen::complain(&words().text("interrupted-kept"));
            }
            ExitCode::from(130)
        }
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        // Whoever read our output has seen enough, as `head` does.
        Err(e) if screen::is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            screen::complain(&failure::sentence(&e, &words()));
            ExitCode::from(2)
        }
    }
}

/// Reads the scripts that the command line names, as in `--heuristic script:FILE` or `judge=script:FILE`. What is
/// wrong with one is said where it is used.
fn read_scripts(arguments: impl Iterator<Item = std::ffi::OsString>) {
    let arguments = arguments.filter_map(|argument| argument.into_string().ok());
    for argument in arguments {
        for (at, _) in argument.match_indices(PREFIX) {
            let is_value = argument[..at].chars().next_back().is_none_or(|before| before == '=');
            let file = argument[at + PREFIX.len()..].split(',').next().unwrap_or_default().trim();
            if is_value && !file.is_empty() {
                // The refusal is kept with the name.
                let _ = Script::allow(file);
            }
        }
    }
}

/// What an interrupt means to a command.
struct Interrupted {
    /// It is how the command is meant to end.
    is_end: bool,
    /// The command tells itself what is kept.
    tells: bool,
}

fn tells_what_is_kept(command: Option<&Command>) -> Interrupted {
    let is_end = matches!(command, Some(Command::Serve(_)));
    let tells = matches!(
        command,
        None | Some(
            Command::Play(_)
                | Command::Tournament(_)
                | Command::Tune(_)
                | Command::Jobs { .. }
                | Command::SolveSet(_)
                | Command::Bench { .. }
        )
    );
    Interrupted { is_end, tells }
}

/// From now on other people's programs are started through us, on this leash.
fn supervise(leash: plywood_protocol::Leash) {
    // Where we do not know ourselves, programs run without a leash, as children of ours.
    if let Ok(program) = std::env::current_exe() {
        plywood_protocol::set_supervisor(program, leash);
    }
}

/// Ends the program in the middle of whatever it does; all that was finished is kept.
fn end_at_once() -> ! {
    // Whoever writes may wait for a reader that does not read; nobody waits for that.
    let (sender, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        plywood_tui::give_back();
        screen::tell("");
        let _ = sender.send(());
    });
    let _ = is_done.recv_timeout(std::time::Duration::from_millis(500));
    std::process::exit(130)
}

/// Other systems have no quit signal.
#[cfg(not(unix))]
fn listen_for_quit() {}

/// A quit signal ends the program as it should, but not before the terminal is given back.
#[cfg(unix)]
fn listen_for_quit() {
    use signal_hook::consts::SIGQUIT;
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGQUIT]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            plywood_tui::give_back();
            let _ = signal_hook::low_level::emulate_default_handler(SIGQUIT);
        }
    });
}

/// The first interrupt asks the search to end and report; the second ends the program at once.
fn listen_for_interrupts(cancel: &Cancel) {
    let cancel = cancel.clone();
    let listening = ctrlc::set_handler(move || {
        // The table ends by itself: it keeps the game and gives the terminal back.
        if !cancel.is_raised() && plywood_tui::interrupt() {
            return cancel.raise();
        }
        // Nothing is under way while a person is asked, and all that was played is kept.
        if cancel.is_raised() || classic::is_waiting() || input::interrupt() {
            end_at_once();
        }
        cancel.raise();
    });
    if let Err(e) = listening {
        screen::complain(&format!("interrupts will end the program without a report: {e}"));
    }
}
