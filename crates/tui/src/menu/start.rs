//! The first screen: what there is to do.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use plywood_workbench::games::CATALOGUE;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::moved;
use crate::news::Context;
use crate::paint::{bar, line};
use crate::table::{Notice, key_bar};
use crate::theme::Role;

/// What can be chosen on the first screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Game(&'static str),
    Puzzle,
    Resume,
    Load,
    Page,
    Settings,
    Language,
    Help,
    Exit,
}

impl Item {
    /// All of them, in order: the games come first.
    fn all() -> Vec<Self> {
        use Item::{Exit, Help, Language, Load, Page, Puzzle, Resume, Settings};
        let games = CATALOGUE.iter().map(|offer| Self::Game(offer.name));
        games.chain([Puzzle, Resume, Load, Page, Settings, Language, Help, Exit]).collect()
    }

    /// The key that chooses it at once; the first nine have their number.
    fn key(self, place: usize) -> char {
        match self {
            Self::Game(_) | Self::Puzzle => {
                char::from_digit(place as u32 + 1, 10).filter(|_| place < 9).unwrap_or(' ')
            }
            Self::Resume => 'r',
            Self::Load => 'o',
            Self::Page => 'w',
            Self::Settings => 'c',
            Self::Language => 'l',
            Self::Help => '?',
            Self::Exit => 'q',
        }
    }

    fn text(self, context: &Context) -> String {
        match self {
            Self::Game(name) => context.text(&format!("game-{name}")),
            Self::Puzzle => context.text("start-puzzle"),
            Self::Resume => context.text("menu-resume"),
            Self::Load => context.text("start-load"),
            Self::Page => context.text("start-page"),
            Self::Settings => context.text("settings-title"),
            Self::Language => context.text("menu-language"),
            Self::Help => context.text("start-help"),
            Self::Exit => context.text("menu-exit"),
        }
    }

    /// Whether a line of space stands before it.
    fn begins_group(self) -> bool {
        matches!(self, Self::Puzzle | Self::Settings)
    }
}

/// The name in half blocks.
const BANNER: [&str; 3] = [
    "█▀▀▄ █    █  █ █   █ ▄▀▀▄ ▄▀▀▄ █▀▀▄",
    "█▄▄▀ █    ▀▄▄▀ █ █ █ █  █ █  █ █  █",
    "█    █▄▄▄   █  ▀▄▀▄▀ ▀▄▄▀ ▀▄▄▀ █▄▄▀",
];

/// The first screen.
#[derive(Default)]
pub(crate) struct Start {
    at: usize,
    rows: Vec<Rect>,
    /// What went wrong, or where the last game is.
    pub(crate) notice: Option<Notice>,
}

impl Start {
    /// Answers a key; the item chosen.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Item> {
        let items = Item::all();
        match key.code {
            KeyCode::Up => self.at = moved(self.at, -1, items.len()),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, items.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = items.len() - 1,
            KeyCode::Enter | KeyCode::Char(' ') => return Some(items[self.at]),
            KeyCode::Char(c) => {
                let c = c.to_ascii_lowercase();
                self.at = (0..items.len()).find(|&i| items[i].key(i) == c)?;
                return Some(items[self.at]);
            }
            _ => {}
        }
        None
    }

    /// Answers the mouse.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Option<Item> {
        let here = Position::new(mouse.column, mouse.row);
        let at = self.rows.iter().position(|row| row.contains(here))?;
        self.at = at;
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        Item::all().get(at).copied().filter(|_| is_click)
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        bar(buffer, Rect { height: 1, ..area }, " Plywood", "", theme);
        let width = 74;
        let left = area.x + (area.width - width) / 2;
        // Where there is room, the name in large letters stands above everything.
        let has_banner = area.height >= 28 && !theme.is_ascii;
        let mut y = area.y + 2 + (area.height - 24) / 3;
        if has_banner {
            for row in BANNER {
                line(buffer, Rect { x: left, width, ..area }, y, row, theme.style(Role::Key));
                y += 1;
            }
            y += 1;
        }
        line(
            buffer,
            Rect { x: left, width, ..area },
            y,
            &context.text("start-about"),
            theme.style(Role::Faint),
        );
        y += 2;
        self.rows.clear();
        for (i, item) in Item::all().into_iter().enumerate() {
            y += u16::from(item.begins_group());
            let text = item.text(context);
            let rect = Rect { x: left, y, width, height: 1 };
            let style =
                if i == self.at { theme.style(Role::Bar) } else { theme.style(Role::Plain) };
            let room = usize::from(width);
            let row = format!("  {}  {text}", item.key(i));
            line(buffer, rect, y, &format!("{row:<room$}"), style);
            self.rows.push(rect);
            y += 1;
        }
        let below = Rect { x: area.x + 1, y: area.bottom() - 2, width: area.width - 2, height: 2 };
        if let Some(notice) = &self.notice {
            line(buffer, below, below.y, &notice.text, theme.style(notice.role));
        }
        let keys = [
            ("↑↓", "short-choose"),
            ("Enter", "short-go"),
            ("1-9", "short-go-at-once"),
            ("?", "short-help"),
            ("q", "short-exit"),
        ];
        key_bar(buffer, Rect { y: below.y + 1, height: 1, ..below }, &keys, context);
    }
}
