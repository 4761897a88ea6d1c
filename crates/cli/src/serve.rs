//! `plywood serve`: the web page on loopback, until interrupted.

use crate::failure::{self, cannot_read};
use std::fmt::Write;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use plywood_arena::settings::Contestant;
use plywood_web::{Config, Keys, new_key, serve};
use plywood_workbench::language::Words;
use plywood_workbench::play::Player;
use plywood_workbench::{Cancel, Refused, message, private};

use crate::Done;
use crate::args::ServeArguments;
use crate::screen::say;

/// The longest password, in bytes.
const MOST_PASSWORD: u64 = 1024;
/// The shortest: a password is somebody's choice, and can be guessed.
const LEAST_PASSWORD: usize = 8;

pub(crate) fn run(
    arguments: &ServeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let config = config(arguments)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    let mut doorway = None;
    let ready = |config: &Config| {
        // A terminal that cannot be written to does not stop the page.
        let _ = say(&announcement(config, words));
        doorway = (!arguments.no_open).then(|| Doorway::open(&config.own_link())).flatten();
    };
    let cancel = cancel.clone();
    let end = async move {
        while !cancel.is_raised() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    runtime.block_on(serve(config, ready, end))?;
    drop(doorway);
    // Searches under way are not waited for.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(Done::Yes)
}

fn config(arguments: &ServeArguments) -> anyhow::Result<Config> {
    let ip = arguments.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    // Guests need keys of their own where there can be guests.
    let is_open = !ip.is_loopback() || arguments.public.is_some();
    let guest_key = || is_open.then(key).transpose();
    Ok(Config {
        address: SocketAddr::new(ip, arguments.port),
        keys: Keys { owner: key()?, player: guest_key()?, spectator: guest_key()? },
        password: arguments.password_file.as_deref().map(password).transpose()?,
        public: arguments.public.clone(),
        stores: arguments.store.clone(),
        programs: different(&arguments.engines)?,
        searches: usize::from(arguments.searches),
        bytes: arguments.hash,
        connections: allow_many_connections(),
        ..Config::local(arguments.port, String::new())
    })
}

/// The programs, if each has a name of its own.
fn different(programs: &[Contestant]) -> Result<Vec<Contestant>, Refused> {
    let twice = |i: usize| programs[..i].iter().any(|other| other.name == programs[i].name);
    match (0..programs.len()).find(|&i| twice(i)) {
        Some(i) => Err(message!(
            "serve-engine-twice",
            "two programs are called {name}: expected a name of its own for each",
            name = programs[i].name.clone()
        )
        .into()),
        None => Ok(programs.to_vec()),
    }
}

/// Reads `NAME=ugi:COMMAND`. The name stands in addresses and lists of engines, where none of ours has it.
pub(crate) fn parse_program(text: &str) -> Result<Contestant, Refused> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let refused = || {
        message!(
            "serve-engine",
            "`{text}` is not a program: expected NAME=ugi:COMMAND, gtp: or cmd:, the name in letters and digits and not that of an engine",
            text = crate::foreign::clipped(text)
        )
    };
    let is_named = |program: &Contestant| {
        program.is_command()
            && program.name != program.engine
            && program.name.len() <= 32
            && program.name.chars().all(is_letter)
            && program.name.parse::<Player>().is_err()
    };
    match text.parse::<Contestant>() {
        Ok(program) if is_named(&program) => Ok(program),
        _ => Err(refused().into()),
    }
}

/// The first line of a file.
fn password(file: &Path) -> Result<String, Refused> {
    let mut text = String::new();
    let opened = std::fs::File::open(file).map_err(|e| cannot_read(file, &e))?;
    opened.take(MOST_PASSWORD).read_to_string(&mut text).map_err(|e| cannot_read(file, &e))?;
    let password = text.lines().next().unwrap_or_default();
    if password.chars().count() < LEAST_PASSWORD {
        let said = message!(
            "password-short",
            "the password in {file} is too short: expected {least} characters or more",
            file = file.display().to_string(),
            least = LEAST_PASSWORD
        );
        return Err(said.into());
    }
    Ok(password.to_owned())
}

/// What is said at the start: the owner's address, and what to send to guests.
fn announcement(config: &Config, words: &Words) -> String {
    let Keys { player, spectator, .. } = &config.keys;
    let mut text = words.fill("serve-ready", &[("url", &config.own_link())]);
    text.push('\n');
    for (key, guest) in [("serve-players", player), ("serve-spectators", spectator)] {
        if let Some(guest) = guest {
            let url = config.guest_link(guest);
            let _ = writeln!(text, "{}", words.fill(key, &[("url", &url)]));
        }
    }
    if config.password.is_some() {
        let _ = writeln!(text, "{}", words.text("serve-password"));
    }
    if !config.address.ip().is_loopback() {
        let _ = writeln!(text, "{}", words.text("serve-plain"));
    }
    text
}

/// A file that sends a browser on to the page, for as long as this is held.
///
/// Everybody on the machine can read what programs are started with. So the browser is not given the address, which
/// holds the key, but the name of a file that its owner alone can read.
struct Doorway(PathBuf);

impl Doorway {
    /// Opens the page in a browser. Where that cannot be done the address is on the screen.
    fn open(link: &str) -> Option<Self> {
        let name = format!("open-{}.html", std::process::id());
        let file = plywood_records::default_path().ok()?.with_file_name(name);
        let made = private::make_file(&file).and_then(|()| {
            let page = format!(
                "<!doctype html><meta charset=\"utf-8\"><title>Plywood</title>\
                 <meta http-equiv=\"refresh\" content=\"0;url={link}\"><a href=\"{link}\">Plywood</a>\n"
            );
            std::fs::write(&file, page)
        });
        let doorway = Self(file);
        made.and_then(|()| open::that_detached(&doorway.0)).ok().map(|()| doorway)
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // Its key opens nothing any more.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Starts the page behind the full-screen table, once; it ends with the program.
pub(crate) fn starter() -> plywood_tui::PageStarter {
    let mut known: Option<(String, Option<Doorway>)> = None;
    Box::new(move || {
        if let Some((address, _)) = &known {
            return Ok(address.clone());
        }
        let address = start_behind().map_err(|e| failure::message(&e))?;
        known = Some((address.clone(), Doorway::open(&address)));
        Ok(address)
    })
}

/// Serves from a thread of its own, on any free port, and returns the address.
fn start_behind() -> anyhow::Result<String> {
    let config = Config::local(0, key()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (sender, found) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let failed = sender.clone();
        let ready = move |config: &Config| {
            let _ = sender.send(Ok(config.own_link()));
        };
        if let Err(e) = runtime.block_on(serve(config, ready, std::future::pending())) {
            let _ = failed.send(Err(e));
        }
    });
    Ok(found.recv().context("the server did not start")??)
}

/// How many connections there may be where the system has no such limit on files.
#[cfg(not(unix))]
fn allow_many_connections() -> usize {
    512
}

/// Every open page holds a connection or two; systems often allow a thousand until asked for more. Returns
/// how many connections there may be, with files to spare for everything else.
#[cfg(unix)]
fn allow_many_connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const MOST: u64 = 4096;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // Where it is not granted, the page works for fewer people.
    let granted = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let files = if granted.is_ok() { maximum } else { current };
    (files.unwrap_or(u64::MAX) / 3 * 2).clamp(16, MOST) as usize
}

/// A word nobody can guess.
fn key() -> anyhow::Result<String> {
    new_key().context("the system gives no random numbers")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

    use super::*;

    #[test]
    fn a_program_has_a_name_of_its_own_and_a_command() {
        let mine = parse_program("mine=ugi:python3 bot.py 7").unwrap();
        assert_eq!((&*mine.name, &*mine.engine), ("mine", "ugi:python3 bot.py 7"));
        let refused =
            ["mine=mcts", "best=ugi:x", "human=ugi:x", "ugi:x", "a b=ugi:x", "=ugi:x", "m=ugi:"];
        for text in refused {
            assert!(parse_program(text).is_err(), "{text}");
        }
        let other = parse_program("other=cmd:x").unwrap();
        assert!(different(&[mine.clone(), other.clone()]).is_ok());
        let said = different(&[mine.clone(), other, mine]).unwrap_err().to_string();
        assert!(said.contains("two programs are called mine"), "{said}");
    }
}
