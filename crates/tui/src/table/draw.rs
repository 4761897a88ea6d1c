//! The whole table on the screen: title, board, panel, thinking line, a sentence and the keys.

use std::fmt::Display;

use plywood_workbench::engines::Thought;
use plywood_workbench::games::Seat;
use plywood_workbench::play::chosen;
use plywood_workbench::units::{show_count, show_short};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::pick::Stage;
use super::thinking::PACES;
use super::{Hits, TableScreen};
use crate::grid::{Grid, Sizes};
use crate::look::Role;
use crate::news::Context;
use crate::paint::{bar, line, sentence, spans};

/// The panel is never narrower.
const PANEL: u16 = 34;

impl TableScreen {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let n_thinking = if self.shows_thinking { 2 } else { 0 };
        let n_below = n_thinking + 2;
        self.draw_title(buffer, Rect { height: 1, ..area }, context);
        let body = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width - 2,
            height: area.height - 1 - n_below,
        };
        let sizes = Sizes::of(self.game());
        let (n_rows, n_columns) = (self.scene.n_rows, self.scene.n_columns);
        let largest = sizes.largest(n_rows, n_columns, body.width - PANEL, body.height);
        let size = self.size.map_or(largest, |size| size.min(largest));
        let (width, _) = sizes.outer(size, n_rows, n_columns);
        let grid = Grid::new(Position::new(body.x, body.y), sizes, size, n_rows, n_columns);
        self.draw_board(buffer, &grid, context.look);
        let x = body.x + width + 3;
        let panel = Rect { x, width: body.right().saturating_sub(x), ..body };
        let mut hits = Hits { grid: Some(grid), size, ..Hits::default() };
        self.draw_panel(buffer, panel, &mut hits, context);
        self.hits = hits;
        let below = Rect { y: body.bottom(), height: n_below, x: body.x, ..body };
        if self.shows_thinking {
            self.draw_thinking(buffer, below, context);
        }
        let message = Rect { y: below.bottom() - 2, height: 1, ..below };
        self.draw_message(buffer, message, context);
        let keys = Rect { y: below.bottom() - 1, height: 1, ..below };
        self.draw_keys(buffer, keys, context);
    }

    pub(super) fn hits_size(&self) -> usize {
        self.hits.size
    }

    fn draw_title(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let game = context.text(&format!("game-{}", self.game()));
        let name = game.split(':').next().unwrap_or_default();
        let [one, two] =
            self.session.setup().players.each_ref().map(|p| context.words.player(&p.to_string()));
        let dot = context.look.pick('·', '-');
        let mut left = format!(" Plywood {dot} {name} {dot} {one} / {two}");
        if let Some(id) = self.keeper.id() {
            left += &format!(" {dot} {}", context.fill("table-number", &[("id", &id)]));
        }
        let right = match (self.is_watched(), self.engine.is_paused) {
            (true, true) => context.text("table-pace-paused"),
            (true, false) if PACES[self.engine.pace] == 0 => context.text("table-pace-none"),
            (true, false) => {
                let seconds = PACES[self.engine.pace] as f64 / 1000.0;
                context.fill("table-pace", &[("s", &seconds)])
            }
            _ => {
                // The ply to be made; once the game is over, how many there were.
                let n_plies = self.session.plies().len();
                let ply = match self.session.is_over() {
                    true => context.fill("table-plies", &[("n", &n_plies)]),
                    false => context.fill("table-ply", &[("n", &(n_plies + 1))]),
                };
                let last = self.session.plies().last().map(|ply| format!("{} {dot} ", ply.step));
                last.unwrap_or_default() + &ply
            }
        };
        bar(buffer, area, &left, &right, context.look);
    }

    /// Two lines: figures, and the line of play expected.
    fn draw_thinking(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let look = context.look;
        let Some(thought) = &self.engine.thought else {
            let key = match self.engine.is_thinking() || self.engine.is_advising() {
                true => "think-begins",
                false => "think-idle",
            };
            return line(buffer, area, area.y, &context.text(key), look.style(Role::Faint));
        };
        let when = match self.engine.is_past {
            true => context.text("think-past") + " ",
            false => String::new(),
        };
        let text = when + &self.figures(thought, context);
        sentence(buffer, area, &text, Role::Plain, look);
        let pv = thought.pv.join("  ");
        line(
            buffer,
            area,
            area.y + 1,
            &context.fill("think-line", &[("line", &pv)]),
            look.style(Role::Faint),
        );
    }

    /// Depth, score, nodes and speed of a thought, or how its move was chosen without one.
    fn figures(&self, thought: &Thought, context: &Context) -> String {
        let mover = if thought.score_for == 2 { Seat::Two } else { Seat::One };
        let by = self.session.setup().player(mover).to_string();
        if let Some(how) = chosen(thought.origin, &by, self.session.game(), &context.words) {
            return how;
        }
        let game = self.session.game();
        let score = match thought.worth() {
            None => "–".to_owned(),
            Some(score) if score.is_proven => {
                context.fill("score-proven", &[("score", &score.say(game, &context.words))])
            }
            Some(score) => score.say(game, &context.words),
        };
        let nodes = show_count(thought.nodes);
        let holes: [(&str, &dyn Display); 3] =
            [("depth", &thought.depth), ("score", &score), ("nodes", &nodes)];
        let figures = context.fill("think-figures", &holes);
        match thought.nps.map(show_short) {
            Some(speed) => context.fill("think-speed", &[("figures", &figures), ("speed", &speed)]),
            None => figures,
        }
    }

    /// What is typed, what was said last, why the ghost is illegal, or what to do.
    fn draw_message(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let look = context.look;
        if let Some(text) = &self.prompt {
            let text = format!("{} {text}{}", context.text("table-type"), look.pick('█', '_'));
            return sentence(buffer, area, &text, Role::Strong, look);
        }
        if let Some(notice) = &self.notice {
            return sentence(buffer, area, &notice.text, notice.role, look);
        }
        if let Some(reason) = self.pick.objection(&self.session) {
            return sentence(buffer, area, &context.said(reason.message()), Role::Bad, look);
        }
        sentence(buffer, area, &self.advice(context), Role::Plain, look);
    }

    /// What can be done now, in a sentence.
    fn advice(&self, context: &Context) -> String {
        let key = match (self.pick.stage(), self.game()) {
            (Stage::Idle, _) if self.session.is_over() => "advice-over",
            (Stage::Idle, _) if self.engine.is_paused => "advice-paused",
            (Stage::Idle, _) if self.is_watched() => "advice-watch",
            (Stage::Idle, _) => "advice-wait",
            (Stage::Piece, "quatro") => "advice-quarto-piece",
            (Stage::Piece, _) => "advice-piece",
            (Stage::Extra, "cavalo") => "advice-double",
            (Stage::Extra, _) => "advice-hand",
            (Stage::Place, "cavalo") => "advice-jump",
            (Stage::Place, "quatro" | "quarto") => "advice-cell",
            (Stage::Place, _) => "advice-place",
        };
        let (here, of) = self.pick.walk_place();
        let here = here.map_or_else(|| "-".to_owned(), |here| here.to_string());
        let code = self.pick.options().get(self.pick.option()).cloned().unwrap_or_default();
        let words = match key {
            "advice-quarto-piece" | "advice-hand" => piece_words(&code, context),
            _ => String::new(),
        };
        let holes: [(&str, &dyn Display); 4] =
            [("here", &here), ("of", &of), ("code", &code), ("words", &words)];
        context.fill(key, &holes)
    }

    fn draw_keys(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let keys: &[(&str, &str)] = if self.is_watched() {
            &[
                ("?", "short-help"),
                ("Space", "short-pause"),
                (".", "short-step"),
                ("< >", "short-pace"),
                ("k", "short-thinking"),
                ("^N", "short-new"),
                ("q", "short-leave"),
            ]
        } else {
            &[
                ("?", "short-help"),
                ("h", "short-hint"),
                ("Bksp", "short-undo"),
                ("r", "short-redo"),
                ("m", "short-type"),
                ("k", "short-thinking"),
                ("^N", "short-new"),
                ("q", "short-leave"),
            ]
        };
        key_bar(buffer, area, keys, context);
    }
}

/// A Quarto piece in words: white short square hollow.
pub(super) fn piece_words(code: &str, context: &Context) -> String {
    let code = u8::from_str_radix(code, 16).unwrap_or(0);
    let attributes = ["colour", "height", "shape", "body"];
    let words = attributes
        .iter()
        .enumerate()
        .map(|(bit, attribute)| context.text(&format!("{attribute}-{}", code >> bit & 1)));
    words.collect::<Vec<_>>().join(" ")
}

/// Keys and what they do, in a row.
pub(crate) fn key_bar(
    buffer: &mut ratatui::buffer::Buffer,
    area: Rect,
    keys: &[(&str, &str)],
    context: &Context,
) {
    let look = context.look;
    let mut parts = Vec::new();
    for (key, text) in keys {
        parts.push(Span::styled(context.key_name(key), look.style(Role::Key)));
        parts.push(Span::raw(format!(" {}  ", context.text(text))));
    }
    spans(buffer, area, area.y, &Line::from(parts));
}
