//! The whole table on the screen: title, board, panel, thinking line, a sentence and the keys.

use std::fmt::Display;

use plywood_workbench::engines::{MoveOrigin, Thought};
use plywood_workbench::games::Seat;
use plywood_workbench::play::chosen;
use plywood_workbench::units::{show_count, show_short};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::board::{Marks, Picture, grid_for};
use super::pick::Stage;
use super::thinking::PACES;
use super::{Hits, TableScreen};
use crate::grid::Style;
use crate::news::Context;
use crate::paint::{bar, line, sentence, shortened, spans, wrapped};
use crate::theme::Role;

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
        let room = Rect { width: body.width - PANEL, ..body };
        let (grid, width, size) = grid_for(&self.board, room, self.size);
        self.picture().draw(buffer, &grid, context.theme);
        // The best moves have their numbers where they begin.
        let mut taken: Vec<crate::grid::Cell> = Vec::new();
        let best = self.best_moves().map(|thought| &thought.lines[..]).unwrap_or_default();
        for (number, found) in (1..).zip(best) {
            let cells = self.pick.cells_of(&found.step);
            let Some(cell) = cells.into_iter().find(|cell| !taken.contains(cell)) else { continue };
            let at = grid.cell(cell);
            let (x, y) = (at.x + (at.width - 1) / 2, at.y + (at.height - 1) / 2);
            let number: u32 = number;
            buffer.set_string(x, y, number.to_string(), context.theme.style(Role::Good));
            taken.push(cell);
        }
        let x = body.x + width + 3;
        let panel = Rect { x, width: body.right().saturating_sub(x), ..body };
        let (.., largest) = grid_for(&self.board, room, None);
        let mut hits = Hits { grid: Some(grid), size, largest, ..Hits::default() };
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

    /// The board with everything that is marked on it now.
    fn picture(&self) -> Picture<'_> {
        let has_cursor = self.pick.stage() == Stage::Place;
        let hint = self.hint.as_ref();
        let marks = Marks {
            last: self.last_cells(),
            ghost: self.pick.ghost(),
            cursor: has_cursor.then(|| self.pick.cursor()).or(self.pick.place()),
            hint: hint.map_or_else(Vec::new, |step| self.pick.cells_of(step)),
            targets: self.pick.targets(),
        };
        Picture {
            game: self.session.game(),
            board: &self.board,
            scene: &self.scene,
            turn: self.session.turn(),
            marks,
        }
    }

    fn draw_title(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let game = context.text(&format!("game-{}", self.game()));
        let name = game.split(':').next().unwrap_or_default();
        let [one, two] =
            self.session.setup().players.each_ref().map(|p| context.called(&p.to_string()));
        let dot = context.theme.pick('·', '-');
        let left = format!(" Plywood {dot} {name} {dot} {one} / {two}");
        let number = self.keeper.id().map(|id| context.fill("table-number", &[("id", &id)]));
        let numbered = number.map(|number| format!("{left} {dot} {number}"));
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
        // The number of the game goes first where there is little room, then the end of the names.
        let room = usize::from(area.width).saturating_sub(right.chars().count() + 2);
        let left = numbered.filter(|text| text.chars().count() <= room).unwrap_or(left);
        bar(buffer, area, &shortened(&left, room, context.theme), &right, context.theme);
    }

    /// Two lines: figures, and the line of play expected.
    fn draw_thinking(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let Some(thought) = &self.engine.thought else {
            let key = match self.engine.is_thinking() || self.engine.is_advising() {
                true => "think-begins",
                false => "think-idle",
            };
            return line(buffer, area, area.y, &context.text(key), theme.style(Role::Faint));
        };
        let when = match self.engine.is_past {
            true => context.text("think-past") + " ",
            false => String::new(),
        };
        let texts = self.figures(thought, context).map(|text| format!("{when}{text}"));
        let fits = |text: &&String| text.chars().count() <= usize::from(area.width);
        let text = texts.iter().find(fits).unwrap_or(&texts[texts.len() - 1]);
        sentence(buffer, area, text, Role::Plain, theme);
        // Without a search there is no line but the move itself.
        if thought.origin != MoveOrigin::Search || thought.pv.len() + thought.depth as usize <= 1 {
            return;
        }
        let pv = thought.pv.join("  ");
        line(
            buffer,
            area,
            area.y + 1,
            &context.fill("think-line", &[("line", &pv)]),
            theme.style(Role::Faint),
        );
    }

    /// Depth, score, nodes and speed of a thought, or how its move was chosen without one: in full, and in fewer
    /// words where there is less room.
    fn figures(&self, thought: &Thought, context: &Context) -> [String; 3] {
        let mover = if thought.score_for == 2 { Seat::Two } else { Seat::One };
        let by = self.session.setup().player(mover).to_string();
        if let Some(how) = chosen(thought.origin, &by, self.session.game(), &context.words) {
            return [how.clone(), how.clone(), how];
        }
        if thought.nodes == 0 && thought.depth == 0 && thought.score.is_none() {
            return [(); 3].map(|()| context.text("think-untold"));
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
        let full = match thought.nps.map(show_short) {
            Some(speed) => context.fill("think-speed", &[("figures", &figures), ("speed", &speed)]),
            None => figures.clone(),
        };
        [full, figures, context.fill("think-figures-short", &holes)]
    }

    /// What is typed, what was said last, why the ghost is illegal, or what to do. A long sentence takes
    /// the rows above it.
    fn draw_message(&self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let mut rows: Vec<(String, Role)> = Vec::new();
        let mut tell = |text: &str, role: Role| {
            rows.extend(wrapped(text, usize::from(area.width)).into_iter().map(|row| (row, role)));
        };
        if let Some(notice) = &self.notice {
            tell(&notice.text, notice.role);
        }
        if let Some(text) = &self.prompt {
            let cursor = theme.pick('█', '_');
            tell(&format!("{} {text}{cursor}", context.text("table-type")), Role::Strong);
        } else if self.notice.is_none() {
            match self.pick.objection(self.session.table()) {
                Some(reason) => tell(&context.said(reason.message()), Role::Bad),
                None => tell(&self.advice(context), Role::Plain),
            }
        }
        let n_above = (rows.len() as u16).saturating_sub(1).min(area.y);
        let above = Rect { y: area.y - n_above, height: n_above + 1, ..area };
        if n_above > 0 {
            Clear.render(above, buffer);
            buffer.set_style(above, theme.ground());
        }
        for (y, (text, role)) in (above.y..).zip(&rows) {
            line(buffer, above, y, text, theme.style(*role));
        }
    }

    /// What can be done now, in a sentence.
    fn advice(&self, context: &Context) -> String {
        let items = self.pick.items();
        let item = items.get(self.pick.option());
        let words = item.and_then(|item| item.piece).map(|piece| self.piece_words(piece, context));
        let is_figures = Style::of(&self.board) == Style::Figures;
        let key = match self.pick.stage() {
            Stage::Idle if self.session.is_over() => "advice-over",
            Stage::Idle if self.engine.is_paused => "advice-paused",
            Stage::Idle if self.is_watched() => "advice-watch",
            Stage::Idle => "advice-wait",
            _ if self.pick.loaded().is_some() => "advice-loaded",
            Stage::Piece if self.pick.is_last_part() => "advice-hand",
            Stage::Piece if is_figures => "advice-figure",
            Stage::Piece => "advice-piece",
            Stage::Other => "advice-other",
            Stage::Place if self.pick.held().is_none() => "advice-target",
            Stage::Place if is_figures => "advice-cell",
            Stage::Place => "advice-place",
        };
        let (here, of) = self.pick.walk_place();
        let here = here.map_or_else(|| "-".to_owned(), |here| here.to_string());
        let code = item.map(|item| item.label.clone()).unwrap_or_default();
        let words = words.unwrap_or_default();
        let ask = self.pick.ask().map(|ask| context.said(ask)).unwrap_or_default();
        let holes: [(&str, &dyn Display); 5] =
            [("here", &here), ("of", &of), ("code", &code), ("words", &words), ("ask", &ask)];
        context.fill(key, &holes)
    }

    /// How a piece is called.
    pub(super) fn piece_words(&self, piece: u8, context: &Context) -> String {
        let piece = self.board.pieces.get(usize::from(piece));
        piece.map(|piece| context.said(&piece.label)).unwrap_or_default()
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
                ("A", "short-analysis"),
                ("Bksp", "short-undo"),
                ("m", "short-type"),
                ("k", "short-thinking"),
                ("^N", "short-new"),
                ("q", "short-leave"),
            ]
        };
        key_bar(buffer, area, keys, context);
    }
}

/// Keys and what they do, in a row.
pub(crate) fn key_bar(
    buffer: &mut ratatui::buffer::Buffer,
    area: Rect,
    keys: &[(&str, &str)],
    context: &Context,
) {
    let theme = context.theme;
    let mut parts = Vec::new();
    for (key, text) in keys {
        parts.push(Span::styled(context.key_name(key), theme.style(Role::Key)));
        parts.push(Span::raw(format!(" {}  ", context.text(text))));
    }
    spans(buffer, area, area.y, &Line::from(parts));
}
