//! Every key there is, over whatever is on the screen.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::text::{Line, Span};

use crate::look::Role;
use crate::news::Context;
use crate::paint::{spans, window};
use crate::puzzle::KEYS;
use crate::table::{COMMANDS, GAME_KEYS};

/// The help, scrolled so far down.
#[derive(Default)]
pub(crate) struct Help {
    first: usize,
    n_hidden: usize,
}

impl Help {
    /// Answers a key; says whether the help stays.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Up => self.first = self.first.saturating_sub(1),
            KeyCode::Down => self.first = (self.first + 1).min(self.n_hidden),
            KeyCode::PageUp => self.first = self.first.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => {
                self.first = (self.first + 10).min(self.n_hidden)
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let look = context.look;
        let area = frame.area();
        let mut rows: Vec<Line<'_>> = Vec::new();
        let heading = |key: &str| Line::styled(context.text(key), look.style(Role::Strong));
        let row = |keys: &str, key: &str| {
            let keys = context.key_name(keys);
            Line::from(vec![
                Span::styled(format!("  {keys:<19}"), look.style(Role::Key)),
                Span::raw(context.text(key)),
            ])
        };
        rows.push(heading("help-moves"));
        rows.extend(GAME_KEYS.iter().map(|(keys, key)| row(keys, key)));
        rows.push(heading("help-commands"));
        rows.extend(COMMANDS.iter().map(|(_, keys, key, _)| row(keys, key)));
        rows.push(row("Ctrl-C", "key-interrupt"));
        rows.push(heading("help-puzzle"));
        rows.extend(KEYS.iter().map(|(keys, key)| row(keys, key)));
        let height = (rows.len() as u16).min(area.height - 4);
        let inner =
            window(frame.buffer_mut(), area, (74, height), &context.text("help-title"), look);
        self.n_hidden = rows.len() - usize::from(inner.height);
        self.first = self.first.min(self.n_hidden);
        for (y, text) in (inner.y..inner.bottom()).zip(rows.iter().skip(self.first)) {
            spans(frame.buffer_mut(), inner, y, text);
        }
    }
}
