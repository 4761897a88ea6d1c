//! The engine's end: a search runs on a thread of its own while commands keep being read.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Command, Go, Info, Query, Reply};
use crate::gtp::{LONGEST_PIPED, PIPED};
use crate::{Heard, LONGEST_COMMAND, listen};

/// An engine. Errors are sentences; they are sent on and do not end the conversation.
pub trait Engine {
    /// Its name, its author and what can be set.
    fn introduce(&self) -> Vec<Reply>;
    /// A new game begins.
    fn new_game(&mut self) -> Result<(), String>;
    /// Sets an option.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;
    /// The position to think about: a text, or the start of the game, and the moves since.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String>;
    /// The answer to a query.
    fn query(&self, query: Query) -> Result<String, String>;
    /// Prepares to think about the position.
    fn search(&mut self, go: &Go) -> Result<Search<'_>, String>;
}

/// A search that is ready to run.
#[expect(missing_debug_implementations, reason = "it is made of closures")]
pub struct Search<'a> {
    /// Ends it early.
    pub stop: Box<dyn Fn() + 'a>,
    /// Runs it, tells how it is going, and returns the move.
    #[expect(clippy::type_complexity, reason = "a closure that takes a closure")]
    pub run: Box<dyn FnOnce(&mut dyn FnMut(Info)) -> String + Send + 'a>,
}

/// Commands deferred until after a search.
const MOST_PENDING: usize = 1024;

/// Answers commands until `quit` or the end of the input.
pub fn serve(
    engine: &mut impl Engine,
    input: impl Read + Send + 'static,
    output: impl Write + Send,
) -> io::Result<()> {
    let heard = listen(input, |_| {});
    let mut server = Server { heard, output: Mutex::new(output), pending: VecDeque::new() };
    while let Some(command) = server.next() {
        match command {
            Command::Quit => break,
            Command::Go(go) => match server.search(engine, &go)? {
                After::Next => {}
                After::End => break,
            },
            command => server.obey(engine, command)?,
        }
    }
    Ok(())
}

struct Server<W> {
    heard: Receiver<Heard>,
    output: Mutex<W>,
    /// Commands that came during a search and can wait.
    pending: VecDeque<Command>,
}

/// The next step after a search.
enum After {
    Next,
    End,
}

impl<W: Write + Send> Server<W> {
    fn say(&self, reply: &Reply) -> io::Result<()> {
        say(&self.output, reply)
    }

    fn complain(&self, reason: &str) -> io::Result<()> {
        self.say(&Reply::Info(Info::text(format!("error: {reason}"))))
    }

    /// The next command; a line that is not a command gets an error. `None` at the end of the input.
    fn next(&mut self) -> Option<Command> {
        if let Some(command) = self.pending.pop_front() {
            return Some(command);
        }
        loop {
            let heard = self.heard.recv().ok()?;
            if let Some(command) = self.read(&heard).ok()? {
                return Some(command);
            }
        }
    }

    fn read(&self, heard: &Heard) -> io::Result<Option<Command>> {
        let parsed = match heard {
            Heard::Line(line) => Command::parse(line).map_err(|wrong| wrong.to_string()),
            Heard::TooLong => Err(format!("a command has at most {LONGEST_COMMAND} bytes")),
        };
        match parsed {
            Ok(command) => Ok(command),
            Err(reason) => self.complain(&reason).map(|()| None),
        }
    }

    fn obey(&self, engine: &mut impl Engine, command: Command) -> io::Result<()> {
        let done = match command {
            Command::Ugi => {
                engine.introduce().iter().try_for_each(|reply| self.say(reply))?;
                return self.say(&Reply::UgiOk);
            }
            Command::IsReady => return self.say(&Reply::ReadyOk),
            Command::NewGame => engine.new_game(),
            Command::SetOption { name, value } => engine.set_option(&name, &value),
            Command::Position { start, moves } => engine.set_position(start.as_deref(), &moves),
            Command::Query(query) => match engine.query(query) {
                Ok(word) => return self.say(&Reply::Response(word)),
                Err(reason) => Err(reason),
            },
            // There is nothing to stop; `go` and `quit` are dealt with above.
            Command::Stop | Command::Go(_) | Command::Quit => Ok(()),
        };
        done.or_else(|reason| self.complain(&reason))
    }

    /// Searches while handling `stop`, `isready` and `quit`; other commands wait.
    fn search(&mut self, engine: &mut impl Engine, go: &Go) -> io::Result<After> {
        let Search { stop, run } = match engine.search(go) {
            Ok(search) => search,
            Err(reason) => {
                // Whoever waits for a move must not wait forever.
                self.complain(&reason)?;
                return self.say(&Reply::BestMove("none".into())).map(|()| After::Next);
            }
        };
        let since = Instant::now();
        let is_done = &AtomicBool::new(false);
        let output = &self.output;
        let mut pending = std::mem::take(&mut self.pending);
        let mut after = After::Next;
        std::thread::scope(|scope| {
            let thread = scope.spawn(move || {
                // A reader that went away shows itself when the move is written.
                let step = run(&mut |info| drop(say(output, &Reply::Info(info))));
                is_done.store(true, Ordering::SeqCst);
                say(output, &Reply::BestMove(step))
            });
            while !is_done.load(Ordering::SeqCst) {
                if since.elapsed() > LONGEST_PIPED && pending.contains(&Command::Quit) {
                    stop();
                }
                let heard = match self.heard.recv_timeout(Duration::from_millis(20)) {
                    Ok(heard) => heard,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => {
                        if go.infinite {
                            stop();
                        }
                        std::thread::sleep(Duration::from_millis(1));
                        continue;
                    }
                };
                match self.read(&heard)? {
                    None => {}
                    Some(Command::Stop) => stop(),
                    Some(Command::IsReady) => self.say(&Reply::ReadyOk)?,
                    Some(Command::Quit) if go.infinite || since.elapsed() > PIPED => {
                        stop();
                        after = After::End;
                        break;
                    }
                    Some(_) if pending.len() >= MOST_PENDING => {
                        self.complain("a search is under way: send stop first")?;
                    }
                    Some(command) => pending.push_back(command),
                }
            }
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        self.pending = pending;
        Ok(after)
    }
}

fn say(output: &Mutex<impl Write>, reply: &Reply) -> io::Result<()> {
    // Line ends and other control characters inside a text would break the message in two.
    let line: String = reply.to_string().chars().filter(|c| !c.is_control()).collect();
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts until it is stopped or has counted as many nodes as it may.
    #[derive(Default)]
    struct Counter {
        is_stopped: AtomicBool,
    }

    impl Engine for Counter {
        fn introduce(&self) -> Vec<Reply> {
            vec![Reply::Name("Counter".into())]
        }
        fn new_game(&mut self) -> Result<(), String> {
            Ok(())
        }
        fn set_option(&mut self, name: &str, _value: &str) -> Result<(), String> {
            Err(format!("there is no option `{name}`"))
        }
        fn set_position(&mut self, _start: Option<&str>, _moves: &[String]) -> Result<(), String> {
            Ok(())
        }
        fn query(&self, _query: Query) -> Result<String, String> {
            Ok("false".into())
        }
        fn search(&mut self, go: &Go) -> Result<Search<'_>, String> {
            let nodes = go.nodes.unwrap_or(u64::MAX);
            let is_stopped = &self.is_stopped;
            is_stopped.store(false, Ordering::SeqCst);
            Ok(Search {
                stop: Box::new(|| is_stopped.store(true, Ordering::SeqCst)),
                run: Box::new(move |watch| {
                    watch(Info::text("counting"));
                    let mut n = 0;
                    while n < nodes && !is_stopped.load(Ordering::SeqCst) {
                        n += 1;
                    }
                    format!("m{}", n.min(1000))
                }),
            })
        }
    }

    fn talk(input: &'static str) -> Vec<String> {
        let mut output = Vec::new();
        serve(&mut Counter::default(), io::Cursor::new(input), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn commands_are_answered_in_order_even_when_piped() {
        assert_eq!(
            talk("ugi\nisready\nposition startpos\ngo nodes 5\nquery p1turn\ngo nodes 7\nquit\n"),
            [
                "id name Counter",
                "ugiok",
                "readyok",
                "info string counting",
                "bestmove m5",
                "response false",
                "info string counting",
                "bestmove m7",
            ]
        );
    }

    #[test]
    fn an_endless_search_ends_by_stop_quit_or_the_end_of_the_input() {
        for input in ["go infinite\nstop\nquit\n", "go infinite\nquit\n", "go infinite\n"] {
            let said = talk(input);
            assert!(said[1].starts_with("bestmove m"), "{said:?}");
        }
    }

    #[test]
    fn a_wrong_line_gets_an_error_line() {
        let said = talk("what\nsetoption name x value y\nstop\nisready\n");
        assert!(said[0].starts_with("info string error: `what` is not a command"), "{said:?}");
        assert_eq!(said[1..], ["info string error: there is no option `x`", "readyok"]);
    }
}
