//! What wakes the screen: keys and mouse, news from a search, a signal. Nothing else does, so that an
//! idle table costs nothing.

use plywood_workbench::Message;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use plywood_workbench::language::Words;

use crate::theme::Theme;

/// Something happened.
#[derive(Debug)]
pub(crate) enum News {
    /// A key, a mouse button, a paste or another size of the window.
    Input(crossterm::event::Event),
    /// A search has something to tell.
    Search,
    /// A signal asks the program to end.
    Interrupt,
    /// The terminal went away.
    Gone(std::io::Error),
}

/// Where a signal handler finds the screen.
static LISTENER: Mutex<Option<Sender<News>>> = Mutex::new(None);

/// Asks the table, if one is on, to keep the game, give the terminal back and end; for signal
/// handlers. Says whether there was one.
pub fn interrupt() -> bool {
    let listener = LISTENER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    listener.as_ref().is_some_and(|news| news.send(News::Interrupt).is_ok())
}

/// From now on signals reach this channel, or nobody.
pub(crate) fn listen(news: Option<Sender<News>>) {
    *LISTENER.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = news;
}

/// Reads the terminal in a thread of its own; it ends with the program.
pub(crate) fn read_input(news: Sender<News>) {
    std::thread::spawn(move || {
        loop {
            let sent = match crossterm::event::read() {
                Ok(event) => news.send(News::Input(event)),
                Err(e) => {
                    let _ = news.send(News::Gone(e));
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
    });
}

/// What every screen needs.
pub(crate) struct Context {
    pub(crate) words: Words,
    pub(crate) theme: Theme,
    pub(crate) news: Sender<News>,
    /// The moment of the event being answered; drawings look at no other clock.
    pub(crate) now: Instant,
}

impl Context {
    /// Wakes the screen from another thread.
    pub(crate) fn waker(&self) -> impl Fn() + Send + 'static {
        let news = self.news.clone();
        move || {
            // A screen that is gone needs no waking.
            let _ = news.send(News::Search);
        }
    }

    /// The message of a key, without finery where only ASCII is drawn.
    pub(crate) fn text(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// The same with its holes filled.
    pub(crate) fn fill(&self, key: &str, holes: &[(&str, &dyn std::fmt::Display)]) -> String {
        self.dressed(self.words.fill(key, holes))
    }

    /// What a library said, in the language of the person.
    pub(crate) fn said(&self, message: &Message) -> String {
        self.dressed(self.words.say(message))
    }

    /// How a player is called at a table: a program of others by its file, since its command fills the screen.
    pub(crate) fn called(&self, player: &str) -> String {
        let known = |kind: &&str| ["ugi", "gtp", "cmd"].contains(kind);
        match player.split_once(':').filter(|(kind, _)| known(kind)) {
            Some((kind, command)) => format!("{} ({})", program(command), kind.to_uppercase()),
            None => self.words.player(player),
        }
    }

    /// Keys as they are called in the language of the person.
    pub(crate) fn key_name(&self, keys: &str) -> String {
        let keys = keys.replace("Space", &self.words.text("name-space"));
        let keys = keys.replace("Mouse", &self.words.text("name-mouse"));
        match self.theme.is_ascii {
            false => keys,
            true => [
                ("←↑↓→", "arrows"),
                ("← →", "Left Right"),
                ("↑ ↓", "Up Down"),
                ("←→", "Left/Right"),
                ("↑↓", "Up/Down"),
            ]
            .iter()
            .fold(keys, |keys, (arrows, names)| keys.replace(arrows, names)),
        }
    }

    fn dressed(&self, text: String) -> String {
        if self.theme.is_ascii { crate::theme::plain(&text) } else { text }
    }
}

/// The file that a command runs: behind an interpreter its script.
fn program(command: &str) -> String {
    const INTERPRETERS: [&str; 10] =
        ["python", "python3", "java", "sbcl", "node", "ruby", "perl", "wine", "sh", "bash"];
    let bare = |word: &str| {
        let word = word.trim_matches(['\'', '"']);
        word.rsplit(['/', '\\']).next().unwrap_or(word).to_owned()
    };
    let mut words = command.split_whitespace().filter(|word| !word.starts_with('-')).map(bare);
    let first = words.next().unwrap_or_default();
    match words.next() {
        Some(script) if INTERPRETERS.contains(&first.as_str()) => script,
        _ => first,
    }
}

/// Minutes and seconds.
pub(crate) fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_by_its_file() {
        assert_eq!(program("python3 bots/quatro.py"), "quatro.py");
        assert_eq!(program("sbcl --script bots/quatro.lisp"), "quatro.lisp");
        assert_eq!(program("/usr/games/pentobi-gtp --level 3"), "pentobi-gtp");
        assert_eq!(program("'C:\\bots\\mine.exe' fast"), "mine.exe");
    }
}
