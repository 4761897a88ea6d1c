//! The keys of the screen it is opened on, over that screen.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::news::Context;
use crate::paint::{line, spans, window};
use crate::table::{COMMANDS, Command, GAME_KEYS, TableScreen};
use crate::theme::Role;
use crate::{draft, puzzle, review, tree};

/// Keys and what they do.
type Rows = Vec<(&'static str, &'static str)>;

/// The help, scrolled so far down.
pub(crate) struct Help {
    /// Headings and what stands below them.
    sections: Vec<(&'static str, Rows)>,
    first: usize,
    n_hidden: usize,
}

impl Help {
    fn of(sections: Vec<(&'static str, Rows)>) -> Self {
        Self { sections, first: 0, n_hidden: 0 }
    }

    /// Every key there is.
    pub(crate) fn all() -> Self {
        Self::of(vec![
            ("help-moves", GAME_KEYS.to_vec()),
            ("help-commands", commands(|_| true)),
            ("help-puzzle", puzzle::KEYS.to_vec()),
            ("help-hand", puzzle::HAND_KEYS.to_vec()),
            ("help-tree", tree::KEYS.to_vec()),
            ("help-review", review::KEYS.to_vec()),
            ("help-draft", draft::KEYS.to_vec()),
        ])
    }

    /// What works while a problem is solved by hand.
    pub(crate) fn of_hand() -> Self {
        Self::of(vec![("help-hand", puzzle::HAND_KEYS.to_vec())])
    }

    /// What works while a position is set up.
    pub(crate) fn of_draft() -> Self {
        Self::of(vec![("help-draft", draft::KEYS.to_vec())])
    }

    /// What works while a tree is watched.
    pub(crate) fn of_tree() -> Self {
        Self::of(vec![("help-tree", tree::KEYS.to_vec())])
    }

    /// What works at a table now.
    pub(crate) fn of_table(table: &TableScreen) -> Self {
        let is_watched = table.is_watched();
        let commands = commands(|command| command.works(is_watched));
        match is_watched {
            true => Self::of(vec![("help-commands", commands)]),
            false => {
                let turns = |key: &str| ["key-turn", "key-mirror"].contains(&key);
                let keys =
                    GAME_KEYS.into_iter().filter(|(_, key)| table.has_shapes() || !turns(key));
                Self::of(vec![("help-moves", keys.collect()), ("help-commands", commands)])
            }
        }
    }

    /// What works while a search is watched.
    pub(crate) fn of_puzzle() -> Self {
        Self::of(vec![("help-puzzle", puzzle::KEYS.to_vec())])
    }

    /// What works while a game is looked through.
    pub(crate) fn of_review() -> Self {
        Self::of(vec![("help-review", review::KEYS.to_vec())])
    }

    /// Answers a key; says whether the help stays.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Up => self.first = self.first.saturating_sub(1),
            KeyCode::Down => self.first = (self.first + 1).min(self.n_hidden),
            KeyCode::PageUp => self.first = self.first.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => {
                self.first = (self.first + 10).min(self.n_hidden);
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let theme = context.theme;
        let area = frame.area();
        let mut rows: Vec<Line<'_>> = Vec::new();
        for (heading, keys) in &self.sections {
            rows.push(Line::styled(context.text(heading), theme.style(Role::Strong)));
            rows.extend(keys.iter().map(|(keys, key)| {
                let keys = context.key_name(keys);
                Line::from(vec![
                    Span::styled(format!("  {keys:<19}"), theme.style(Role::Key)),
                    Span::raw(context.text(key)),
                ])
            }));
        }
        let height = (rows.len() as u16).min(area.height - 4);
        let buffer = frame.buffer_mut();
        let inner = window(buffer, area, (74, height), &context.text("help-title"), theme);
        self.n_hidden = rows.len() - usize::from(inner.height);
        self.first = self.first.min(self.n_hidden);
        for (y, text) in (inner.y..inner.bottom()).zip(rows.iter().skip(self.first)) {
            spans(buffer, inner, y, text);
        }
        if self.n_hidden > 0 {
            // On the lower edge: how many lines are above and below.
            let [up, down] = theme.pick(["↑", "↓"], ["^", "v"]);
            let text = format!(" {up} {}  {down} {} ", self.first, self.n_hidden - self.first);
            let edge = Rect { y: inner.bottom(), height: 1, ..inner };
            line(buffer, edge, edge.y, &text, theme.style(Role::Key));
        }
    }
}

/// The commands of a table that are wanted, and how the program is left at once.
fn commands(is_wanted: impl Fn(Command) -> bool) -> Rows {
    let wanted = COMMANDS.iter().filter(|(command, ..)| is_wanted(*command));
    let rows = wanted.map(|&(_, keys, key, _)| (keys, key));
    rows.chain([("Ctrl-C", "key-interrupt")]).collect()
}
