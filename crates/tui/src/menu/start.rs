//! The first screen: what there is to do.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::moved;
use crate::look::Role;
use crate::news::Context;
use crate::paint::{bar, line};
use crate::table::{Notice, key_bar};

/// The items, by name; games come first, the course's own on top.
const ITEMS: [&str; 12] = [
    "quatro",
    "quarto",
    "blokus",
    "blokus-duo",
    "cavalo",
    "puzzle",
    "resume",
    "load",
    "page",
    "language",
    "help",
    "exit",
];

/// The keys that choose the items, one each.
const KEYS: [char; 12] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'l', '?', 'q'];

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
    /// Answers a key; the name of the item chosen.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<&'static str> {
        match key.code {
            KeyCode::Up => self.at = moved(self.at, -1, ITEMS.len()),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, ITEMS.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = ITEMS.len() - 1,
            KeyCode::Enter | KeyCode::Char(' ') => return Some(ITEMS[self.at]),
            KeyCode::Char(c) => {
                self.at = KEYS.iter().position(|key| *key == c.to_ascii_lowercase())?;
                return Some(ITEMS[self.at]);
            }
            _ => {}
        }
        None
    }

    /// Answers the mouse.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Option<&'static str> {
        let here = Position::new(mouse.column, mouse.row);
        let at = self.rows.iter().position(|row| row.contains(here))?;
        self.at = at;
        (mouse.kind == MouseEventKind::Down(MouseButton::Left)).then_some(ITEMS[at])
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let look = context.look;
        let buffer = frame.buffer_mut();
        bar(buffer, Rect { height: 1, ..area }, " Plywood", "", look);
        let width = 74;
        let left = area.x + (area.width - width) / 2;
        let mut y = area.y + 1 + (area.height - 24) / 3;
        if look.is_ascii {
            y += 1;
            let title = Rect { x: left, width, ..area };
            line(buffer, title, y, "P L Y W O O D", look.style(Role::Strong));
            y += 2;
        } else {
            y += 1;
            for row in BANNER {
                line(buffer, Rect { x: left, width, ..area }, y, row, look.style(Role::Key));
                y += 1;
            }
        }
        line(
            buffer,
            Rect { x: left, width, ..area },
            y,
            &context.text("start-about"),
            look.style(Role::Faint),
        );
        y += 2;
        self.rows.clear();
        for (i, item) in ITEMS.iter().enumerate() {
            if i == 5 || i == 9 {
                y += 1;
            }
            let text = match *item {
                "resume" | "language" | "exit" => context.text(&format!("menu-{item}")),
                "puzzle" | "load" | "page" | "help" => context.text(&format!("start-{item}")),
                game => context.text(&format!("game-{game}")),
            };
            let rect = Rect { x: left, y, width, height: 1 };
            let style = if i == self.at { look.style(Role::Bar) } else { look.style(Role::Plain) };
            let room = usize::from(width);
            let row = format!("  {}  {text}", KEYS[i]);
            line(buffer, rect, y, &format!("{row:<room$}"), style);
            self.rows.push(rect);
            y += 1;
        }
        let below = Rect { x: area.x + 1, y: area.bottom() - 2, width: area.width - 2, height: 2 };
        if let Some(notice) = &self.notice {
            line(buffer, below, below.y, &notice.text, look.style(notice.role));
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
