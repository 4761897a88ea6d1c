//! The program on a screen of paper, and games to show on it.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use plywood_records::Keeper;
use plywood_workbench::language::Language;
use plywood_workbench::play::{Session, Setup};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::app::App;
use crate::news::News;
use crate::theme::{Palette, Theme};
use crate::{Begun, Opening, Options};
use plywood_records::Settings;

pub(crate) const LOOK: Theme =
    Theme { is_ascii: false, has_colours: true, palette: Palette::Terminal };
pub(crate) const ASCII: Theme =
    Theme { is_ascii: true, has_colours: false, palette: Palette::Terminal };
pub(crate) const SMALL: (u16, u16) = (80, 24);

/// How long the stage waits for news at a time; the screen's clock goes on by as much.
const TICK: Duration = Duration::from_millis(20);

/// The program on a screen of paper, with a clock that stands still.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) terminal: Terminal<TestBackend>,
    pub(crate) news: Receiver<News>,
    pub(crate) now: Instant,
    pub(crate) _folder: tempfile::TempDir,
}

impl Stage {
    pub(crate) fn new(
        opening: Opening,
        language: Language,
        theme: Theme,
        (width, height): (u16, u16),
    ) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), opening, language, theme, (width, height))
    }

    pub(crate) fn in_folder(
        folder: tempfile::TempDir,
        opening: Opening,
        language: Language,
        theme: Theme,
        (width, height): (u16, u16),
    ) -> Self {
        let (sender, news) = channel();
        let page: crate::PageStarter = Box::new(|| Ok("http://127.0.0.1:8000/".to_owned()));
        let log_form = plywood_records::log_dat::LogForm::Text;
        let options = Options {
            language,
            theme,
            opening,
            page: Some(page),
            log_form,
            settings: Settings::default(),
        };
        let app = App::new(options, sender);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut stage = Self { app, terminal, news, now: Instant::now(), _folder: folder };
        stage.draw();
        stage
    }

    /// A game with its records in a folder of its own.
    pub(crate) fn game(setup: Setup, language: Language, theme: Theme, size: (u16, u16)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::at(folder.path().join("games.sqlite"));
        let begun = Begun { session: Session::new(setup).unwrap(), keeper, log: None };
        Self::in_folder(folder, Opening::Game(Box::new(begun)), language, theme, size)
    }

    pub(crate) fn menu(language: Language, theme: Theme, size: (u16, u16)) -> Self {
        Self::new(Opening::Menu, language, theme, size)
    }

    pub(crate) fn draw(&mut self) {
        self.app.tick(self.now);
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> &mut Self {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.app.hear(News::Input(Event::Key(key))).unwrap();
        self.draw();
        self
    }

    pub(crate) fn control(&mut self, letter: char) -> &mut Self {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        self.app.hear(News::Input(Event::Key(key))).unwrap();
        self.draw();
        self
    }

    pub(crate) fn type_in(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.press(KeyCode::Char(c));
        }
        self
    }

    pub(crate) fn enter(&mut self) -> &mut Self {
        self.press(KeyCode::Enter)
    }

    /// Types a whole move.
    pub(crate) fn play(&mut self, step: &str) -> &mut Self {
        self.type_in(":").type_in(step).enter()
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) -> &mut Self {
        self.button(MouseButton::Left, column, row)
    }

    pub(crate) fn button(&mut self, button: MouseButton, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Down(button), column, row)
    }

    /// Turns the wheel by one notch.
    pub(crate) fn wheel(&mut self) -> &mut Self {
        self.mouse(MouseEventKind::ScrollDown, 0, 0)
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) -> &mut Self {
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.hear(News::Input(Event::Mouse(mouse))).unwrap();
        self.draw();
        self
    }

    /// How many plies the game at the table has.
    pub(crate) fn plies(&self) -> usize {
        self.app.table().map_or(0, |table| table.session().plies().len())
    }

    /// Where the middle of a cell of the board is.
    pub(crate) fn cell(&self, cell: crate::grid::Cell) -> (u16, u16) {
        let grid = self.app.grid().expect("a board is on the screen");
        let rect = grid.cell(cell);
        (rect.x + rect.width / 2, rect.y + rect.height / 2)
    }

    /// Where the move in the making would go, if it is about a place.
    pub(crate) fn ghost_or_cursor(&self) -> Option<(u16, u16)> {
        let cell = self.app.table()?.aimed()?;
        Some(self.cell(cell))
    }

    /// Clicks an item of the list that is shown.
    pub(crate) fn click_option(&mut self, n: usize) -> &mut Self {
        let options = self.app.table().map(|table| table.options()).unwrap_or_default();
        assert!(!options.is_empty(), "nothing to choose from:\n{}", self.text());
        let option = options[n % options.len()];
        self.click(option.x, option.y)
    }

    pub(crate) fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned() + "\n"
        });
        rows.collect()
    }

    /// Lets searches go on, and time with them, until a text is on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait_until(text, |shown| shown.contains(text))
    }

    /// The same until the screen is as wanted.
    pub(crate) fn wait_until(&mut self, text: &str, is_so: impl Fn(&str) -> bool) -> &mut Self {
        for _ in 0..2000 {
            if is_so(&self.text()) {
                return self;
            }
            self.now += match self.news.recv_timeout(TICK) {
                Ok(news) => {
                    self.app.hear(news).unwrap();
                    Duration::from_millis(1)
                }
                Err(_) => TICK,
            };
            self.draw();
        }
        panic!("`{text}` never came:\n{}", self.text());
    }

    pub(crate) fn shows(&mut self, text: &str) -> &mut Self {
        assert!(self.text().contains(text), "`{text}` is missing:\n{}", self.text());
        self
    }

    /// Compares the screen with the one kept under this name.
    pub(crate) fn matches(&self, name: &str) -> &Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
        let file = folder.join(format!("{name}.txt"));
        let shown = self.text();
        if std::env::var_os("UPDATE_SCREENS").is_some() {
            std::fs::write(&file, &shown).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == shown, "{name} is\n{shown}\nand was\n{kept}");
        self
    }
}

pub(crate) fn two_people(game: &str) -> Setup {
    Setup { seed: 7, ..Setup::new(game) }.with_players("human", "human").unwrap()
}

pub(crate) const BOTH: [(Language, &str); 2] =
    [(Language::English, "en"), (Language::Portuguese, "pt")];
pub(crate) const GAMES: [&str; 8] = [
    "quatro",
    "quarto",
    "blokus",
    "blokus-duo",
    "cavalo",
    "tic-tac-toe",
    "connect-four",
    "othello",
];

/// A few moves from the start, so that there is something to see.
pub(crate) fn moves(game: &str) -> &'static [&'static str] {
    match game {
        "quatro" => &["6@b1", "0@c2", "f@d4", "9@a4"],
        "quarto" => &[">6", "b1>d", "c3>0"],
        "blokus" => &["b@a1", "c2@m12", "c1@c3", "b@k10"],
        "blokus-duo" => &["e8,d9,e9,f9,e10", "j3,j4,j5,k5,k6"],
        "tic-tac-toe" => &["b2", "a1", "c3"],
        "connect-four" => &["d", "d", "c", "e", "d"],
        "othello" => &["d3", "c3", "b3"],
        _ => &[],
    }
}

pub(crate) fn under_way(game: &str, language: Language, theme: Theme, size: (u16, u16)) -> Stage {
    let mut stage = Stage::game(two_people(game), language, theme, size);
    for step in moves(game) {
        stage.play(step);
    }
    if game == "cavalo" {
        for _ in 0..4 {
            stage.press(KeyCode::Tab).enter();
        }
    }
    stage
}
