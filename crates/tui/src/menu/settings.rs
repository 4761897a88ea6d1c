//! What a person chooses once: language, colours, characters, level. Every change counts and is kept at once.

use crossterm::event::{KeyCode, KeyEvent};
use plywood_records::{Setting, Settings};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::moved;
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::{Notice, key_bar};
use crate::theme::Role;

/// The screen of settings.
#[derive(Default)]
pub(crate) struct SettingsScreen {
    at: usize,
    /// Why the last change was not kept.
    pub(crate) notice: Option<Notice>,
}

/// What a key asks for.
pub(crate) enum Choice {
    Nothing,
    Back,
    /// This setting should have this value.
    Set(Setting, &'static str),
}

impl SettingsScreen {
    /// Answers a key.
    pub(crate) fn key(&mut self, key: KeyEvent, settings: &Settings) -> Choice {
        let n = Setting::ALL.len();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = moved(self.at, -1, n),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, n),
            KeyCode::Left => return self.changed(-1, settings),
            KeyCode::Right | KeyCode::Char(' ') => return self.changed(1, settings),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') | KeyCode::Backspace => {
                return Choice::Back;
            }
            _ => {}
        }
        Choice::Nothing
    }

    fn changed(&mut self, by: isize, settings: &Settings) -> Choice {
        let setting = Setting::ALL[self.at];
        let mut values = setting.values().to_vec();
        if setting == Setting::Level {
            values.sort_unstable();
        }
        let now = values.iter().position(|value| *value == settings.get(setting)).unwrap_or(0);
        Choice::Set(setting, values[moved(now, by, values.len())])
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, settings: &Settings, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let title = format!(" Plywood: {}", context.text("settings-title"));
        bar(buffer, Rect { height: 1, ..area }, &title, "", theme);
        let width = 74;
        let inner = Rect { x: area.x + (area.width - width) / 2, width, y: area.y + 3, ..area };
        let [left, right] = theme.pick(["‹", "›"], ["<", ">"]);
        let mut y = inner.y;
        for (i, setting) in Setting::ALL.into_iter().enumerate() {
            let style = theme.style(if i == self.at { Role::Bar } else { Role::Plain });
            let name = context.text(&format!("settings-{}", setting.key().replace('_', "-")));
            let value = settings.get(setting);
            let value = match value.parse::<u8>() {
                Ok(_) => value.to_owned(),
                Err(_) => context.text(&format!("settings-value-{value}")),
            };
            let row = format!("  {name:<26} {left} {value} {right}");
            line(buffer, inner, y, &format!("{row:<74}"), style);
            y += 1;
        }
        y += 1;
        let about = context.said(&Setting::ALL[self.at].about());
        let file = settings.path().map(|path| path.display().to_string());
        let file = file.map(|file| context.fill("settings-kept", &[("file", &file)]));
        for (text, role) in
            [Some((about, Role::Plain)), file.map(|file| (file, Role::Faint))].into_iter().flatten()
        {
            for row in wrapped(&text, usize::from(width)) {
                line(buffer, inner, y, &row, theme.style(role));
                y += 1;
            }
            y += 1;
        }
        if let Some(notice) = &self.notice {
            for row in wrapped(&notice.text, usize::from(width)) {
                line(buffer, inner, y, &row, theme.style(notice.role));
                y += 1;
            }
        }
        let below = Rect { x: area.x + 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        let keys = [("↑↓", "short-choose"), ("←→", "short-change"), ("Esc", "short-back")];
        key_bar(buffer, below, &keys, context);
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;
    use plywood_workbench::language::Language;

    use crate::tests::{LOOK, SMALL, Stage};

    /// Whether the terminal's own ground shows anywhere.
    fn has_bare_ground(stage: &Stage) -> bool {
        let cells = &stage.terminal.backend().buffer().content;
        cells.iter().any(|cell| cell.bg == ratatui::style::Color::Reset)
    }

    #[test]
    fn every_setting_has_a_row_and_a_change_counts_at_once() {
        for (language, size) in [
            (Language::English, SMALL),
            (Language::Portuguese, SMALL),
            (Language::English, (200, 60)),
            (Language::Portuguese, (200, 60)),
        ] {
            let mut stage = Stage::menu(language, LOOK, size);
            stage.type_in("c");
            let text = stage.text();
            assert_eq!(text.matches('‹').count(), 7, "{text}");
            assert!(!text.contains("settings-"), "every value has its words: {text}");
            // Through every value of every row, and back to the first.
            for _ in 0..7 {
                for _ in 0..9 {
                    stage.press(KeyCode::Right);
                    assert!(!stage.text().contains("settings-"), "{}", stage.text());
                }
                stage.press(KeyCode::Down);
            }
            stage.press(KeyCode::Esc);
            assert!(!stage.text().contains('‹'), "{}", stage.text());
        }
    }

    #[test]
    fn the_theme_paints_its_ground_everywhere() {
        let mut stage = Stage::menu(Language::English, LOOK, SMALL);
        stage.type_in("c");
        for _ in 0..4 {
            stage.press(KeyCode::Down);
        }
        assert!(has_bare_ground(&stage), "the terminal's own");
        stage.press(KeyCode::Right);
        stage.type_in("?");
        assert!(!has_bare_ground(&stage), "the window of the help has a ground as well");
    }
}
