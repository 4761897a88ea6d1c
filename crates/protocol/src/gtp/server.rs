//! The engine: reads commands, answers each, and lets `quit` interrupt a search.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Command, show_answer};
use crate::{Heard, LONGEST_COMMAND, listen};

/// An engine that answers commands. It never ends the conversation; `quit` does.
pub trait Engine {
    /// The commands it answers, besides those of [`STANDARD_COMMANDS`].
    fn commands(&self) -> &[&'static str];

    /// The answer, or why there is none. Searches run inside [`Bell::while_searching`].
    fn answer(&mut self, command: &Command, bell: &Bell) -> Result<String, String>;
}

/// The commands that [`serve`] answers by itself.
pub const STANDARD_COMMANDS: [&str; 4] =
    ["protocol_version", "known_command", "list_commands", "quit"];

/// Answers commands until `quit` or the end of the input.
pub fn serve(
    engine: &mut impl Engine,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let bell = Bell::default();
    let rope = bell.clone();
    let is_quit = |command: &Command| command.name == "quit";
    let heard = listen(input, move |heard| match heard {
        Heard::Line(line) if Command::parse(line).as_ref().is_some_and(is_quit) => rope.ring(),
        _ => {}
    });
    for heard in heard {
        let (command, answer) = match heard {
            Heard::TooLong => {
                let reason = format!("a command has at most {LONGEST_COMMAND} bytes");
                (None, Err(reason))
            }
            Heard::Line(line) => {
                let Some(command) = Command::parse(&line) else { continue };
                let answer = answer(engine, &command, &bell);
                (Some(command), answer)
            }
        };
        let id = command.as_ref().and_then(|command| command.id);
        output.write_all(show_answer(id, &answer).as_bytes())?;
        output.flush()?;
        if command.as_ref().is_some_and(is_quit) {
            break;
        }
    }
    Ok(())
}

fn answer(engine: &mut impl Engine, command: &Command, bell: &Bell) -> Result<String, String> {
    match (command.name.as_str(), &command.arguments[..]) {
        ("quit", _) => Ok(String::new()),
        ("protocol_version", _) => Ok("2".into()),
        ("list_commands", _) => {
            let mut names: Vec<&str> = STANDARD_COMMANDS.to_vec();
            names.extend(engine.commands());
            names.sort_unstable();
            Ok(names.join("\n"))
        }
        ("known_command", [name]) => {
            let mut known = STANDARD_COMMANDS.iter().chain(engine.commands());
            Ok(known.any(|known| known == name).to_string())
        }
        ("known_command", _) => Err("expected the name of a command".into()),
        (name, _) if !engine.commands().contains(&name) => Err("unknown command".into()),
        _ => engine.answer(command, bell),
    }
}

/// Lets `quit` end a search in progress. Clones share it.
#[derive(Clone, Default)]
pub struct Bell(Arc<Mutex<Ringing>>);

#[derive(Default)]
struct Ringing {
    search: Option<Search>,
    /// Whether `quit` was read and not yet answered.
    is_quitting: bool,
}

struct Search {
    since: Instant,
    stop: Box<dyn Fn() + Send>,
}

/// A `quit` this soon after a search began was piped in by a script, which wants the move.
pub(crate) const PIPED: Duration = Duration::from_millis(20);
/// How long a search goes on when a piped `quit` waits behind it.
pub(crate) const LONGEST_PIPED: Duration = Duration::from_secs(5);

impl Bell {
    /// Runs a search that `stop` ends.
    pub fn while_searching<T>(
        &self,
        stop: impl Fn() + Send + 'static,
        search: impl FnOnce() -> T,
    ) -> T {
        let since = Instant::now();
        let mut ringing = self.lock();
        ringing.search = Some(Search { since, stop: Box::new(stop) });
        if ringing.is_quitting {
            self.stop_later(since);
        }
        drop(ringing);
        let found = search();
        self.lock().search = None;
        found
    }

    /// Handles `quit`: ends the search in progress, at once or, if both were piped in, before long.
    fn ring(&self) {
        let mut ringing = self.lock();
        ringing.is_quitting = true;
        match &ringing.search {
            Some(search) if search.since.elapsed() > PIPED => (search.stop)(),
            Some(search) => self.stop_later(search.since),
            None => {}
        }
    }

    /// Ends the search that began then, if it is still under way when its time is up.
    fn stop_later(&self, since: Instant) {
        let bell = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(LONGEST_PIPED);
            if let Some(search) = bell.lock().search.as_ref().filter(|search| search.since == since)
            {
                (search.stop)();
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, Ringing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Bell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bell")
    }
}

/// The processor time that this process has used, for `cputime`.
pub fn cpu_time() -> Duration {
    cpu_time::ProcessTime::now().as_duration()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Engine for Echo {
        fn commands(&self) -> &[&'static str] {
            &["echo", "fail"]
        }

        fn answer(&mut self, command: &Command, _bell: &Bell) -> Result<String, String> {
            if command.name == "echo" { Ok(command.rest()) } else { Err("it fails".into()) }
        }
    }

    fn talk(input: &[u8]) -> String {
        let mut output = Vec::new();
        serve(&mut Echo, io::Cursor::new(input.to_vec()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn every_command_gets_one_answer() {
        assert_eq!(
            talk(b"1 echo a b\n\n# nothing\n2 fail\n3 what\n"),
            "=1 a b\n\n?2 it fails\n\n?3 unknown command\n\n"
        );
        assert_eq!(
            talk(b"known_command echo\nknown_command x\nknown_command quit\n"),
            "= true\n\n= false\n\n= true\n\n"
        );
        assert_eq!(talk(b"known_command\n"), "? expected the name of a command\n\n");
        assert_eq!(
            talk(b"list_commands"),
            "= echo\nfail\nknown_command\nlist_commands\nprotocol_version\nquit\n\n"
        );
    }

    #[test]
    fn nothing_is_answered_after_quit() {
        assert_eq!(talk(b"protocol_version\n5 quit\necho late\n"), "= 2\n\n=5\n\n");
    }

    #[test]
    fn bad_bytes_and_long_lines_end_nothing() {
        let mut input = b"echo \xff\xfe\n".to_vec();
        input.extend(vec![b'x'; 200_000]);
        input.extend(b"\necho on\n");
        let said = talk(&input);
        assert!(said.starts_with("= \u{fffd}\u{fffd}\n\n? a command has at most"), "{said}");
        assert!(said.ends_with("= on\n\n"));
    }
}
