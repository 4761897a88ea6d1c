//! The games that were kept, to go on with or to look at.

use crossterm::event::{KeyCode, KeyEvent};
use plywood_records::{Store, StoreError, Summary};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::{Started, moved};
use crate::news::Context;
use crate::paint::{bar, line, shortened};
use crate::table::key_bar;
use crate::theme::Role;

/// No more games are listed.
const MOST: u32 = 500;

/// What is to be done with a game of the list, by its number.
pub(crate) enum Loaded {
    Game(i64),
    Review(i64),
}

/// The list of games.
pub(crate) struct Load {
    games: Vec<Summary>,
    at: usize,
}

impl Load {
    /// The user's records, the latest first.
    pub(crate) fn new() -> Result<Self, StoreError> {
        Ok(Self::of(Store::open_default()?.list(None, MOST)?))
    }

    pub(crate) fn of(games: Vec<Summary>) -> Self {
        Self { games, at: 0 }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Started<Loaded> {
        let n = self.games.len();
        match key.code {
            KeyCode::Up => self.at = moved(self.at, -1, n),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, n),
            KeyCode::PageUp => self.at = self.at.saturating_sub(15),
            KeyCode::PageDown => self.at = (self.at + 15).min(n.saturating_sub(1)),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = n.saturating_sub(1),
            KeyCode::Enter => return self.chosen(Loaded::Game),
            KeyCode::Char('v' | 'V') => return self.chosen(Loaded::Review),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Started::Back,
            _ => {}
        }
        Started::Nothing
    }

    fn chosen(&self, what: fn(i64) -> Loaded) -> Started<Loaded> {
        self.games.get(self.at).map_or(Started::Nothing, |game| Started::Game(what(game.id)))
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let count = self.games.len().to_string();
        bar(
            buffer,
            Rect { height: 1, ..area },
            &format!(" Plywood: {}", context.text("load-title")),
            &count,
            theme,
        );
        let inner =
            Rect { x: area.x + 1, y: area.y + 2, width: area.width - 2, height: area.height - 4 };
        if self.games.is_empty() {
            line(buffer, inner, inner.y, &context.text("records-none"), theme.style(Role::Plain));
        } else {
            let headings = [
                "records-id",
                "records-game",
                "load-players",
                "records-started",
                "records-plies",
                "records-ending",
            ]
            .map(|key| context.text(key));
            line(buffer, inner, inner.y, &columns(&headings), theme.style(Role::Strong));
        }
        let room = usize::from(inner.height - 1);
        let first = (self.at + 1).saturating_sub(room);
        for (place, game) in self.games.iter().skip(first).take(room).enumerate() {
            let style = match first + place == self.at {
                true => theme.style(Role::Bar),
                false => theme.style(Role::Plain),
            };
            let width = usize::from(inner.width);
            let row = columns(&self.cells(game, context));
            line(buffer, inner, inner.y + 1 + place as u16, &format!("{row:<width$}"), style);
        }
        let keys = [
            ("↑↓", "short-choose"),
            ("Enter", "short-open"),
            ("v", "short-review"),
            ("Esc", "short-back"),
        ];
        let below = Rect { y: area.bottom() - 1, height: 1, ..inner };
        key_bar(buffer, below, &keys, context);
    }

    fn cells(&self, game: &Summary, context: &Context) -> [String; 6] {
        let [one, two] = game.players.each_ref().map(|player| context.called(player));
        let ending = match &game.ending {
            None => context.text("records-under-way"),
            Some(ending) => ending.brief(&game.game, &context.words),
        };
        let players = format!("{one} / {two}");
        // What it is called says more than who played.
        let called = game.name.as_ref().unwrap_or(&players);
        let started: String = game.started.replace('T', " ").chars().take(16).collect();
        [
            game.id.to_string(),
            game.game.clone(),
            shortened(called, PLAYERS, context.theme),
            started,
            game.n_plies.to_string(),
            ending,
        ]
    }
}

/// Columns for the names of both players.
const PLAYERS: usize = 22;

fn columns([id, game, players, started, plies, ending]: &[String; 6]) -> String {
    format!("{id:>4} {game:<10} {players:<PLAYERS$} {started:<16} {plies:>5} {ending}")
}
