//! Everything on the screen, and what lies over it.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::{App, LEAST, Overlay, Screen};
use crate::paint::{line, window, wrapped};
use crate::table::Question;
use crate::theme::Role;

impl App {
    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.is_small = area.width < LEAST.0 || area.height < LEAST.1;
        if self.is_small {
            return self.draw_small(frame);
        }
        frame.buffer_mut().set_style(area, self.context.theme.ground());
        match (&mut self.screen, &mut self.table) {
            (Screen::Table, Some(table)) => table.draw(frame, &self.context),
            (Screen::Settings(screen), _) => screen.draw(frame, &self.settings, &self.context),
            (Screen::Form(form), _) => form.draw(frame, &self.context),
            (Screen::Load(load), _) => load.draw(frame, &self.context),
            (Screen::PuzzleForm, _) => self.puzzle_form.draw(frame, &self.context),
            (Screen::Puzzle(puzzle), _) => puzzle.draw(frame, &self.context),
            (Screen::Hand(hand), _) => hand.draw(frame, &self.context),
            (Screen::Draft(draft), _) => draft.draw(frame, &self.context),
            (Screen::Tree(tree), _) => tree.draw(frame, &self.context),
            (Screen::Review(review), _) => review.draw(frame, &self.context),
            _ => self.start.draw(frame, &self.context),
        }
        match &mut self.overlay {
            None => {}
            Some(Overlay::Help(help)) => help.draw(frame, &self.context),
            Some(Overlay::Rules(rules)) => rules.draw(frame, &self.context),
            Some(Overlay::Ask(Question::Resign)) => {
                self.draw_question(frame, "table-resign", "table-yes-no");
            }
            Some(Overlay::Ask(Question::Swap)) => {
                self.draw_question(frame, "table-swap", "table-yes-no-swap");
            }
            Some(Overlay::Page(address)) => {
                let text = self.context.fill("table-page", &[("address", address)]);
                self.draw_box(frame, "table-page-title", &text);
            }
        }
    }

    /// A polite sentence where there is no room for more.
    fn draw_small(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let holes: [(&str, &dyn std::fmt::Display); 4] = [
            ("width", &LEAST.0),
            ("height", &LEAST.1),
            ("columns", &area.width),
            ("rows", &area.height),
        ];
        let text = self.context.fill("table-small", &holes);
        let rows = wrapped(&text, usize::from(area.width.saturating_sub(2)).max(1));
        let top = area.y + area.height.saturating_sub(rows.len() as u16) / 2;
        let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        for (y, row) in (top..).zip(rows) {
            line(frame.buffer_mut(), inner, y, &row, self.context.theme.style(Role::Plain));
        }
    }

    fn draw_question(&self, frame: &mut Frame<'_>, title: &str, text: &str) {
        let text = self.context.text(text);
        self.draw_box(frame, title, &text);
    }

    fn draw_box(&self, frame: &mut Frame<'_>, title: &str, text: &str) {
        let rows = wrapped(text, 60);
        let theme = self.context.theme;
        let title = self.context.text(title);
        let longest = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let width = longest.max(title.chars().count() + 4) as u16;
        let size = (width, rows.len() as u16 + 2);
        let area = frame.area();
        let inner = window(frame.buffer_mut(), area, size, &title, theme);
        for (y, row) in (inner.y + 1..).zip(&rows) {
            line(frame.buffer_mut(), inner, y, row, theme.style(Role::Plain));
        }
    }
}
