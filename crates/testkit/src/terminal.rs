//! A program on a terminal of its own: keys go in, the screen comes out. For tests, benches and pictures.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::Parser;
pub use vt100::{Cell, Color, Screen};

/// How long a text may take to appear; the machine may be busy.
const SCREEN_TIMEOUT: Duration = Duration::from_secs(60);

/// A program and the terminal it runs on.
pub struct Played {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<Parser>>,
    written: Arc<Mutex<Vec<u8>>>,
}

/// The command, and where it runs.
pub struct Program<'a> {
    /// The executable file.
    pub file: &'a Path,
    /// Its arguments.
    pub arguments: &'a [&'a str],
    /// The folder it runs in.
    pub folder: &'a Path,
    /// Variables of the environment; those of our own stay.
    pub variables: &'a [(&'a str, &'a str)],
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

impl Program<'_> {
    /// Starts it.
    ///
    /// # Panics
    /// If there are no terminals or no such program.
    pub fn start(&self) -> Played {
        let pair = native_pty_system().openpty(pty_size(self.size)).expect("a terminal");
        let mut command = CommandBuilder::new(self.file);
        command.args(self.arguments);
        command.cwd(self.folder);
        for (name, value) in self.variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let writer = pair.master.take_writer().expect("the terminal can be written to");
        let parser = Arc::new(Mutex::new(Parser::new(self.size.1, self.size.0, 0)));
        let written = Arc::<Mutex<Vec<u8>>>::default();
        let (screen, log) = (Arc::clone(&parser), Arc::clone(&written));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                screen.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..n]);
                log.lock().unwrap_or_else(PoisonError::into_inner).extend(&bytes[..n]);
            }
        });
        Played { child, master: pair.master, writer, parser, written }
    }
}

impl Played {
    fn parser(&self) -> MutexGuard<'_, Parser> {
        self.parser.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Types a text; control characters are keys.
    ///
    /// # Panics
    /// If the program has ended.
    pub fn type_in(&mut self, text: &str) -> &mut Self {
        self.writer.write_all(text.as_bytes()).expect("the program listens");
        self.writer.flush().expect("the program listens");
        self
    }

    /// The screen as text, without the space at the ends of lines.
    pub fn text(&self) -> String {
        self.parser().screen().contents()
    }

    /// The screen with its colours.
    pub fn screen(&self) -> Screen {
        self.parser().screen().clone()
    }

    /// Waits until a text is on the screen.
    ///
    /// # Panics
    /// If it never comes.
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("`{text}`"), |screen| screen.contents().contains(text))
    }

    /// Waits until a text is no longer on the screen.
    ///
    /// # Panics
    /// If it stays.
    pub fn wait_without(&mut self, text: &str) -> &mut Self {
        self.wait_until(&format!("the end of `{text}`"), |screen| !screen.contents().contains(text))
    }

    /// Waits until the screen is as it should be; `what` names it.
    ///
    /// # Panics
    /// If it never is.
    pub fn wait_until(&mut self, what: &str, is_so: impl Fn(&Screen) -> bool) -> &mut Self {
        let began = Instant::now();
        while !is_so(self.parser().screen()) {
            assert!(began.elapsed() < SCREEN_TIMEOUT, "{what} never came:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(2));
        }
        self
    }

    /// All that was written on the terminal so far, what was typed included, without control sequences.
    pub fn transcript(&self) -> String {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&written);
        let mut plain = String::new();
        let mut left = text.chars();
        while let Some(c) = left.next() {
            match c {
                '\x1b' => drop(left.find(|&c| c.is_ascii_alphabetic())),
                '\r' => {}
                _ => plain.push(c),
            }
        }
        plain
    }

    /// Answers a program that asks line by line, each time it waits behind a prompt that ends in `: ` or `> `;
    /// when it asks for more, the input ends. Returns the exit code.
    ///
    /// # Panics
    /// If it neither asks nor ends in time.
    pub fn answer(&mut self, answers: &[&str]) -> u32 {
        let mut answered = 0;
        let mut answers = answers.iter();
        loop {
            let began = Instant::now();
            loop {
                if self.child.try_wait().expect("the program can be waited for").is_some() {
                    return self.end();
                }
                let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
                if written.len() > answered
                    && [&b": "[..], b"> "].iter().any(|it| written.ends_with(it))
                {
                    // The terminal repeats what is typed and ends its line.
                    answered = written.len();
                    break;
                }
                drop(written);
                assert!(began.elapsed() < SCREEN_TIMEOUT, "no question came:\n{}", self.text());
                std::thread::sleep(Duration::from_millis(1));
            }
            match answers.next() {
                Some(answer) => {
                    answered += answer.len() + 2;
                    self.type_in(&format!("{answer}\r"));
                }
                None => {
                    self.type_in("\x04");
                }
            }
        }
    }

    /// Gives the window another size, in columns and rows.
    ///
    /// # Panics
    /// If the terminal is gone.
    pub fn resize(&mut self, size: (u16, u16)) -> &mut Self {
        self.parser().screen_mut().set_size(size.1, size.0);
        self.master.resize(pty_size(size)).expect("the terminal is there");
        self
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.process_id().unwrap_or_default()
    }

    /// Waits for the end and returns the exit code.
    ///
    /// # Panics
    /// If the program does not end.
    pub fn end(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                // Its last output is still on its way.
                std::thread::sleep(Duration::from_millis(50));
                return status.exit_code();
            }
            assert!(began.elapsed() < SCREEN_TIMEOUT, "the program does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        // A program that has ended already cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
