//! The full-screen table: play every game, watch engines play each other, see a search work.
//!
//! [`run`] takes the terminal over and gives it back. `app` leads from screen to screen: `menu` holds
//! the start, the setup of a game and the records, `table` a game under way, `review` a game looked
//! through, `draft` a position set up, `puzzle` a problem solved by hand or a search to watch, `tree` a search for two
//! players on its tree. Searches run in threads of their own; `news` is the one queue that wakes the screen.
//! `theme`, `grid` and `paint` say how things are drawn. Only the workbench is known here.

mod app;
mod draft;
mod grid;
mod menu;
mod news;
mod paint;
mod puzzle;
mod review;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod tree;

use plywood_workbench::Message;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use plywood_records::log_dat::{LogDat, LogForm};
use plywood_records::{Keeper, Settings};
use plywood_workbench::language::Language;
use plywood_workbench::play::Session;

use app::App;
use news::News;
pub use news::interrupt;
pub use terminal::give_back;
pub use theme::{Palette, Theme};

/// Starts the web page if it is not on yet, and returns its address or why there is none.
pub type PageStarter = Box<dyn FnMut() -> Result<String, Message>>;

/// What the table begins with.
pub enum Opening {
    /// The start screen.
    Menu,
    /// A game.
    Game(Box<Begun>),
}

/// A game to sit down at.
pub struct Begun {
    /// The game.
    pub session: Session,
    /// What keeps it.
    pub keeper: Keeper,
    /// Its log, if one is wanted.
    pub log: Option<LogDat>,
}

/// How the table looks and what it begins with.
pub struct Options {
    /// The language of every text; it can be changed on the start screen.
    pub language: Language,
    /// Colours and characters.
    pub theme: Theme,
    /// The first screen.
    pub opening: Opening,
    /// Starts the web page, where there is one.
    pub page: Option<PageStarter>,
    /// What the person chose; changes are kept there.
    pub settings: Settings,
    /// How logs that the form asks for write their boards.
    pub log_form: LogForm,
}

/// How the table was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The number of the game that was under way and can be resumed.
    pub kept: Option<i64>,
    /// Whether a signal or Ctrl-C ended it.
    pub is_interrupted: bool,
    /// The language when it was left.
    pub language: Language,
}

/// The screen is drawn no more often than this while only a search has news.
const FRAME: Duration = Duration::from_millis(40);

/// Runs the table until it is left. Whatever happens, the terminal is given back.
pub fn run(options: Options) -> anyhow::Result<Ended> {
    let (sender, news) = channel();
    let mut app = App::new(options, sender.clone());
    let mut taken = terminal::take()?;
    news::listen(Some(sender.clone()));
    news::read_input(sender);
    let ended = loop {
        app.tick(Instant::now());
        taken.terminal.draw(|frame| app.draw(frame))?;
        let drawn = Instant::now();
        let first = match app.deadline() {
            None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => news.recv_timeout(due.saturating_duration_since(drawn)),
        };
        let mut next = first.ok();
        if matches!(next, Some(News::Search)) {
            std::thread::sleep(FRAME.saturating_sub(drawn.elapsed()));
        }
        while let Some(event) = next {
            app.tick(Instant::now());
            app.hear(event)?;
            next = news.try_recv().ok();
        }
        if let Some(ended) = app.ended() {
            break ended;
        }
    };
    news::listen(None);
    drop(taken);
    Ok(ended)
}
