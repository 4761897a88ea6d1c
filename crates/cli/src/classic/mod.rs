//! The classic menu, line by line, with every option of the original programs: for pipes, screen
//! readers and old hands.

mod answer;
mod console;
mod game;
mod items;
mod puzzle;
mod table;

use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;
use std::rc::Rc;

use plywood_records::log_dat::{LogDat, LogForm};
use plywood_records::{Keeper, Store};
use plywood_workbench::Cancel;
use plywood_workbench::games::{CATALOGUE, Look};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::Session;

pub(crate) use answer::WayOut;
pub(crate) use console::{Asked, Console, Stop, is_waiting};
pub(crate) use table::ClassicTable;

use crate::Done;
use game::Options;

/// Where the original programs wrote.
const LOG: &str = "log.dat";

/// The whole menu, until the person leaves or nobody answers.
pub(crate) fn run(
    language: Language,
    look: Look,
    form: LogForm,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let (console, page) = (Console::new(language, look), crate::serve::starter());
    let puzzle = puzzle::Bounds::USUAL;
    let options = HashMap::new();
    let mut menu = Menu { console, cancel, form, options, puzzle, n_games: 0, page };
    let ended = menu.run();
    leave(&menu.console, ended)
}

/// How the program ends, however asking ended.
pub(crate) fn leave(console: &Console, ended: Asked<()>) -> anyhow::Result<Done> {
    let farewell = match ended {
        Ok(()) | Err(Stop::Exit) => "goodbye",
        Err(Stop::EndOfInput) => "end-of-input",
        Err(Stop::Interrupted) => {
            console.complain(&console.words.text("interrupted"));
            return Ok(Done::Interrupted);
        }
        Err(Stop::Failed(e)) => return Err(e),
    };
    crate::screen::say(&(console.words.text(farewell) + "\n"))?;
    Ok(Done::Yes)
}

struct Menu<'a> {
    console: Console,
    cancel: &'a Cancel,
    form: LogForm,
    /// What was chosen for each game; it holds until it is changed.
    options: HashMap<&'static str, Options>,
    /// What a search of the puzzle may spend.
    puzzle: puzzle::Bounds,
    n_games: u64,
    page: plywood_tui::PageStarter,
}

/// What follows the games in the menu.
const OTHERS: [&str; 6] =
    ["menu-puzzle", "menu-compare", "menu-published", "menu-resume", "menu-language", "start-page"];

impl Menu<'_> {
    fn run(&mut self) -> Asked<()> {
        loop {
            let words = &self.console.words;
            let mut items: Vec<String> =
                CATALOGUE.iter().map(|offer| words.text(&format!("game-{}", offer.name))).collect();
            items.extend(OTHERS.map(|key| words.text(key)));
            let title = words.text("menu-title");
            let Some(chosen) = self.console.choose(&title, &items, "menu-exit")? else {
                return Ok(());
            };
            match chosen.checked_sub(CATALOGUE.len()).map(|other| OTHERS[other]) {
                None => self.game(CATALOGUE[chosen])?,
                Some("menu-puzzle") => {
                    puzzle::solve(&mut self.console, self.form, &mut self.puzzle, self.cancel)?;
                }
                Some("menu-compare") => puzzle::compare(&mut self.console, self.cancel)?,
                Some("menu-published") => {
                    puzzle::published(&mut self.console, &self.puzzle, self.cancel)?;
                }
                Some("menu-resume") => self.resume()?,
                Some("menu-language") => self.change_language(),
                Some(_) => self.open_page()?,
            }
        }
    }

    /// The page runs behind the menu and ends with it.
    fn open_page(&mut self) -> Asked<()> {
        match (self.page)() {
            Ok(address) => self.console.tell("page-is-at", &[("address", &address)]),
            Err(reason) => {
                let reason = self.console.words.say(&reason);
                self.console.print(&format!("{reason}\n"))
            }
        }
    }

    fn change_language(&mut self) {
        let other = match self.console.words.language() {
            Language::English => Language::Portuguese,
            Language::Portuguese => Language::English,
        };
        self.console.words = Rc::new(Words::new(other));
    }

    fn at_table(&mut self, session: Session, keeper: Keeper) -> Asked<()> {
        let log = LogDat::new(Some(Path::new(LOG)), self.console.look).in_form(self.form);
        let (cancel, way_out) = (self.cancel, WayOut::Menu);
        ClassicTable { console: &mut self.console, session, keeper, log, cancel, way_out }.run()
    }

    fn resume(&mut self) -> Asked<()> {
        let found = Store::open_default().and_then(|store| {
            let id = store.latest_unfinished()?;
            store.kept(id)
        });
        let kept = match found {
            Ok(kept) => kept,
            Err(e) => {
                let reason = self.console.words.say(&e.message());
                return self.console.print(&format!("{reason}\n"));
            }
        };
        let holes: [(&str, &dyn Display); 2] = [("id", &kept.id), ("game", &kept.record.game)];
        self.console.tell("resuming", &holes)?;
        let session = Session::from_record(&kept.record).map_err(anyhow::Error::new)?;
        self.at_table(session, Keeper::new().resume(kept))
    }
}

/// A seed that differs from game to game; the log and the record tell which it was.
pub(crate) fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_millis() as u64)
}
