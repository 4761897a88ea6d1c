//! The classic menu, line by line, with every option of the original programs: for pipes, screen
//! readers and old hands.

mod answer;
mod console;
mod puzzle;
mod table;

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use plywood_records::log_dat::LogDat;
use plywood_records::{Keeper, Store};
use plywood_workbench::Cancel;
use plywood_workbench::games::Look;
use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::{Level, Player, Session, Setup};

pub(crate) use console::{Asked, Console, Stop, is_waiting};
pub(crate) use table::ClassicTable;

use crate::Done;

/// The games in the order of the menu; the course's own comes first.
const GAMES: [&str; 5] = ["quatro", "quarto", "blokus", "blokus-duo", "cavalo"];

/// Where the original programs wrote.
const LOG: &str = "log.dat";

/// The whole menu, until the person leaves or nobody answers.
pub(crate) fn run(language: Language, look: Look, cancel: &Cancel) -> anyhow::Result<Done> {
    let (console, page) = (Console::new(language, look), crate::serve::starter());
    let mut menu = Menu { console, cancel, options: Options::new(), page };
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

/// What was chosen for the computer; it holds until it is changed.
struct Options {
    time: Duration,
    depth: Option<u32>,
    /// Of the computer, and of the second one where two play.
    levels: [Level; 2],
    n_games: u64,
}

impl Options {
    fn new() -> Self {
        let levels = [Level::ALL[4]; 2];
        Self { time: Duration::from_secs(2), depth: None, levels, n_games: 0 }
    }
}

struct Menu<'a> {
    console: Console,
    cancel: &'a Cancel,
    options: Options,
    page: plywood_tui::PageStarter,
}

impl Menu<'_> {
    fn run(&mut self) -> Asked<()> {
        loop {
            let words = &self.console.words;
            let mut items: Vec<String> =
                GAMES.iter().map(|game| words.text(&format!("game-{game}"))).collect();
            items.extend(
                ["menu-puzzle", "menu-compare", "menu-resume", "menu-language", "start-page"]
                    .map(|key| words.text(key)),
            );
            let title = words.text("menu-title");
            match self.console.choose(&title, &items, "menu-exit")? {
                None => return Ok(()),
                Some(i) if i < GAMES.len() => self.game(GAMES[i])?,
                Some(5) => puzzle::solve(&mut self.console, self.cancel)?,
                Some(6) => puzzle::compare(&mut self.console, self.cancel)?,
                Some(7) => self.resume()?,
                Some(8) => self.change_language(),
                Some(_) => self.open_page()?,
            }
        }
    }

    /// The page runs behind the menu and ends with it.
    fn open_page(&mut self) -> Asked<()> {
        match (self.page)() {
            Ok(address) => self.console.tell("page-is-at", &[("address", &address)]),
            Err(reason) => self.console.print(&format!("{reason}\n")),
        }
    }

    fn change_language(&mut self) {
        let other = match self.console.words.language() {
            Language::English => Language::Portuguese,
            Language::Portuguese => Language::English,
        };
        self.console.words = Words::new(other);
    }

    /// Who plays whom, and with what.
    fn game(&mut self, game: &str) -> Asked<()> {
        loop {
            let words = &self.console.words;
            let options = &self.options;
            let depth = options.depth.map_or_else(|| words.text("no-limit"), |d| d.to_string());
            let time = options.time.as_millis();
            let items = [
                words.text("mode-human-computer"),
                words.text("mode-computer-computer"),
                words.text("mode-human-human"),
                words.fill("mode-time", &[("ms", &time)]),
                words.fill("mode-depth", &[("depth", &depth)]),
                words.fill("mode-level", &[("level", &options.levels[0])]),
                words.fill("mode-second-level", &[("level", &options.levels[1])]),
            ];
            let title = words.text(&format!("game-{game}"));
            let [first, second] = options.levels.map(Player::Level);
            match self.console.choose(&title, &items, "back")? {
                None => return Ok(()),
                Some(0) => {
                    if let Some(players) = self.who_starts(first)? {
                        self.play(game, players)?;
                    }
                }
                Some(1) => self.play(game, [first, second])?,
                Some(2) => self.play(game, [Player::Human, Player::Human])?,
                Some(3) => self.choose_time(game)?,
                Some(4) => self.choose_depth()?,
                Some(5) => self.choose_level(0)?,
                Some(_) => self.choose_level(1)?,
            }
        }
    }

    fn who_starts(&mut self, computer: Player) -> Asked<Option<[Player; 2]>> {
        let words = &self.console.words;
        let items = [words.text("starts-human"), words.text("starts-computer")];
        let title = words.text("starts-title");
        Ok(self.console.choose(&title, &items, "back")?.map(|choice| match choice {
            0 => [Player::Human, computer],
            _ => [computer, Player::Human],
        }))
    }

    /// The original ranges: Blokus in seconds, the others in milliseconds.
    fn choose_time(&mut self, game: &str) -> Asked<()> {
        let is_blokus = game.starts_with("blokus");
        let (key, range) =
            if is_blokus { ("ask-time-s", 1..=20) } else { ("ask-time-ms", 1000..=5000) };
        let prompt = self.console.words.text(key);
        if let Some(time) = self.console.number(&prompt, range, None)? {
            let unit = if is_blokus { 1000 } else { 1 };
            self.options.time = Duration::from_millis(unit * time);
        }
        Ok(())
    }

    fn choose_depth(&mut self) -> Asked<()> {
        let prompt = self.console.words.text("ask-depth");
        // An empty answer takes the limit away.
        if let Some(depth) = self.console.number(&prompt, 1..=200, Some(u64::MAX))? {
            self.options.depth = u32::try_from(depth).ok();
        }
        Ok(())
    }

    fn choose_level(&mut self, which: usize) -> Asked<()> {
        let prompt = self.console.words.text("ask-level");
        let level = self.console.number(&prompt, 1..=9, None)?;
        if let Some(level) = level.and_then(|level| Level::new(level as u8)) {
            self.options.levels[which] = level;
        }
        Ok(())
    }

    fn play(&mut self, game: &str, players: [Player; 2]) -> Asked<()> {
        self.options.n_games += 1;
        let setup = Setup {
            seed: fresh_seed() ^ self.options.n_games,
            players,
            time: Some(self.options.time),
            depth: self.options.depth,
            ..Setup::new(game)
        };
        let session = Session::new(setup).map_err(anyhow::Error::new)?;
        self.at_table(session, Keeper::new())
    }

    fn at_table(&mut self, session: Session, keeper: Keeper) -> Asked<()> {
        let log = LogDat::new(Some(Path::new(LOG)), self.console.look);
        let cancel = self.cancel;
        ClassicTable { console: &mut self.console, session, keeper, log, cancel }.run()
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
