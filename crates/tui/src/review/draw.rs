//! The review on the screen: the board, a graph of the lead, the moves around, and what is to be said.

use std::fmt::Display;

use plywood_workbench::engines::{Score, Unit};
use plywood_workbench::games::{Seat, Table};
use plywood_workbench::play::{Finding, Weighed, Worth, chosen};
use plywood_workbench::units::show_count;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{ReviewScreen, Work, mark, short};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::{Marks, Picture, cell_of, grid_for, key_bar, last_cells, text_role};
use crate::theme::Role;

/// The panel is never narrower.
const PANEL: u16 = 36;
/// Columns left of the graph for its scale.
const SCALE: u16 = 5;

impl ReviewScreen {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        self.draw_title(buffer, Rect { height: 1, ..area }, context);
        let body =
            Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 3 };
        let room = Rect { width: body.width - PANEL - 3, ..body };
        let (grid, width, _) = grid_for(&self.board, room, None);
        let table = self.table();
        let scene = table.scene();
        let columns = self.board.columns;
        let hint = match self.shows_better {
            true => self.better_cells(),
            false => Vec::new(),
        };
        let marks = Marks { last: last_cells(table, columns), hint, ..Marks::default() };
        let picture = Picture {
            game: self.game,
            board: &self.board,
            scene: &scene,
            turn: table.turn(),
            marks,
        };
        picture.draw(buffer, &grid, theme);
        let x = body.x + width + 3;
        let panel = Rect { x, width: body.right().saturating_sub(x), ..body };
        self.draw_panel(buffer, panel, context);
        let keys = [
            ("←→", "short-move"),
            ("↑↓", "short-mistake"),
            ("b", "short-better"),
            ("Enter", "short-play-from"),
            ("?", "short-help"),
            ("q", "short-back"),
        ];
        let below = Rect { x: area.x + 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        key_bar(buffer, below, &keys, context);
    }

    /// The position shown: after the move, or before it where a better one is shown.
    fn table(&self) -> &dyn Table {
        let before = self.at.saturating_sub(usize::from(self.shows_better));
        &*self.tables[before]
    }

    fn better_cells(&self) -> Vec<(usize, usize)> {
        let best = self.here().and_then(|weighed| weighed.best.line.first());
        let choices = self.table().choices();
        let choice = choices.iter().find(|choice| Some(&choice.step) == best);
        let cells = choice.into_iter().flat_map(|choice| &choice.parts).flat_map(|part| &part.at);
        cells.map(|&at| cell_of(at, self.board.columns)).collect()
    }

    fn draw_title(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let game = context.text(&format!("game-{}", self.game.name));
        let name = game.split(':').next().unwrap_or_default();
        let dot = context.theme.pick('·', '-');
        let left = format!(" Plywood {dot} {name} {dot} {}", context.text("review-title"));
        let holes: [(&str, &dyn Display); 2] = [("at", &self.at), ("of", &self.plies.len())];
        bar(buffer, area, &left, &context.fill("review-at", &holes), context.theme);
    }

    fn draw_panel(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let mut y = area.y;
        for seat in Seat::BOTH {
            let text = self.player_line(seat, context);
            line(buffer, area, y, &text, theme.style(text_role(self.game, seat)));
            y += 1;
        }
        let key = if self.unit() == Unit::Points { "review-lead" } else { "review-outcome" };
        let title = context.fill(key, &[("side", &self.game.side(Seat::One))]);
        line(buffer, area, y, &title, theme.style(Role::Faint));
        y += 1;
        let height = if area.height > 30 { 13 } else { 5 };
        self.draw_graph(buffer, Rect { y, height, ..area }, context);
        y += height + 2;
        let n_moves = if area.height > 30 { 16 } else { 5 };
        self.draw_moves(buffer, Rect { y, height: n_moves, ..area }, context);
        y += n_moves + 1;
        for (text, role) in self.said(context) {
            for row in wrapped(&text, usize::from(area.width)) {
                line(buffer, area, y, &row, theme.style(role));
                y += 1;
            }
        }
    }

    /// A player, their points at the end, and how many moves of theirs are marked.
    fn player_line(&self, seat: Seat, context: &Context) -> String {
        let name = context.called(&self.setup.player(seat).to_string());
        let side = self.game.side(seat);
        let holes: [(&str, &dyn Display); 2] = [("side", &side), ("player", &name)];
        let mut text = context.fill("review-player", &holes);
        for sign in ["?!", "?", "??"] {
            let own = (0..self.plies.len()).filter_map(|ply| self.weighed(ply));
            let own = own.filter(|weighed| weighed.player == seat.number());
            let n = own.filter(|weighed| mark(weighed.kind) == Some(sign)).count();
            if n > 0 {
                text += &format!("  {n} {sign}");
            }
        }
        text
    }

    fn unit(&self) -> Unit {
        if self.tables[0].points().is_some() { Unit::Points } else { Unit::Wins }
    }

    /// The lead of player 1 after each ply, above the line; player 2's below it.
    fn draw_graph(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let n = self.plies.len();
        let values: Vec<Option<f64>> =
            (0..n).map(|ply| self.weighed(ply).and_then(|weighed| weighed.made.score)).collect();
        let most = values.iter().flatten().fold(1.0_f64, |most, value| most.max(value.abs()));
        let middle = area.height / 2;
        let faint = theme.style(Role::Faint);
        let scale = |value: f64| format!("{value:>+4.0}");
        line(buffer, area, area.y, &scale(most), faint);
        line(buffer, area, area.y + middle, "   0", faint);
        line(buffer, area, area.y + area.height - 1, &scale(-most), faint);
        let room = usize::from(area.width.saturating_sub(SCALE)).max(1);
        let wide = (room / n.max(1)).clamp(1, 3);
        for column in 0..room.min(n * wide) {
            let ply = if n * wide <= room { column / wide } else { column * n / room };
            let x = area.x + SCALE + column as u16;
            let is_here = ply + 1 == self.at && column % wide == 0;
            for row in 0..area.height {
                let y = area.y + row;
                let level = f64::from(middle) - f64::from(row);
                let height = values[ply].unwrap_or(0.0) / most * f64::from(middle);
                let (sign, role) = match () {
                    () if level > 0.0 && height >= level - 0.5 && height > 0.0 => {
                        (theme.fill(Seat::One, false), text_role(self.game, Seat::One))
                    }
                    () if level < 0.0 && height <= level + 0.5 && height < 0.0 => {
                        (theme.fill(Seat::Two, false), text_role(self.game, Seat::Two))
                    }
                    () if is_here => (theme.pick('│', '|'), Role::Strong),
                    () if row == middle => (theme.pick('─', '-'), Role::Faint),
                    () => continue,
                };
                buffer.set_string(x, y, sign.to_string(), theme.style(role));
            }
            let is_marked = self.weighed(ply).is_some_and(|weighed| mark(weighed.kind).is_some());
            if is_marked && column % wide == 0 {
                buffer.set_string(x, area.y + area.height, "?", theme.style(Role::Bad));
            } else if is_here {
                buffer.set_string(x, area.y + area.height, theme.pick("▲", "^"), faint);
            }
        }
    }

    /// The moves around the one shown, each with its worth and its mark.
    fn draw_moves(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let room = usize::from(area.height);
        let here = self.at.saturating_sub(1);
        let last = self.plies.len().saturating_sub(room);
        let first = here.saturating_sub(room / 2).min(last);
        let rows = self.plies.iter().enumerate().skip(first).take(room);
        for (y, (i, ply)) in (area.y..).zip(rows) {
            let weighed = self.weighed(i);
            let score = weighed.and_then(|weighed| weighed.made.score);
            let score = score.map_or(String::new(), |score| match self.unit() {
                Unit::Wins => format!("{score:+.0}"),
                _ => format!("{score:+.1}"),
            });
            let score = context.words.figures(&score);
            let sign = weighed.and_then(|weighed| mark(weighed.kind)).unwrap_or("");
            let pointer = if i + 1 == self.at { theme.pick("›", ">") } else { " " };
            let text = format!(
                "{pointer}{:>3} {} {:<14}{score:>7} {sign}",
                i + 1,
                ply.player,
                self.shorts[i]
            );
            let role = match (sign.is_empty(), i + 1 == self.at) {
                (false, _) => Role::Bad,
                (true, true) => Role::Strong,
                (true, false) => text_role(self.game, ply.seat()),
            };
            line(buffer, area, y, &text, theme.style(role));
        }
    }

    /// What is to be said of the move that led to the position shown.
    fn said(&self, context: &Context) -> Vec<(String, Role)> {
        let mut said = Vec::new();
        match &self.work {
            Work::UnderWay { n_done, .. } => {
                let holes: [(&str, &dyn Display); 2] = [("at", n_done), ("of", &self.plies.len())];
                said.push((context.fill("review-progress", &holes), Role::Strong));
            }
            Work::Failed(refused) => said.push((context.said(refused.message()), Role::Bad)),
            Work::Done(review) => {
                if !review.plies.iter().any(|weighed| mark(weighed.kind).is_some()) {
                    said.push((context.text("review-none"), Role::Good));
                }
            }
        }
        if let Some(weighed) = self.here() {
            let step = &self.shorts[self.at - 1];
            let loss = context.words.decimal(weighed.loss, 1);
            let key = match weighed.kind {
                Finding::Mistake => "review-mistake",
                Finding::Result if self.unit() == Unit::Points => "review-mistake",
                Finding::Result => "review-result",
                Finding::Slower => "review-slower",
                Finding::Sooner => "review-sooner",
                Finding::Good => "review-good",
                Finding::Forced => "review-forced",
                Finding::Unknown => "review-unknown",
            };
            let role = if mark(weighed.kind).is_some() { Role::Bad } else { Role::Plain };
            let holes: [(&str, &dyn Display); 2] = [("move", step), ("loss", &loss)];
            said.push(match self.within_noise(weighed, context) {
                Some(text) => (text, Role::Plain),
                None => (context.fill(key, &holes), role),
            });
            if mark(weighed.kind).is_some() {
                said.push((self.better(&weighed.best, context), Role::Good));
            }
        }
        said.extend(self.thought(context).map(|text| (text, Role::Faint)));
        said
    }

    /// What is said of a move that seems worse than the best one, by no more than values vary in this game.
    fn within_noise(&self, weighed: &Weighed, context: &Context) -> Option<String> {
        let Work::Done(review) = &self.work else { return None };
        let margin = review.margin.filter(|_| weighed.kind == Finding::Good)?;
        let loss = (weighed.best.score? - weighed.made.score?).abs();
        let is_equal = loss < 0.05 || weighed.best.line.first() == weighed.made.line.first();
        let [loss, margin] = [loss, margin].map(|points| context.words.decimal(points, 1));
        let step = &self.shorts[self.at - 1];
        let holes: [(&str, &dyn Display); 3] =
            [("move", step), ("loss", &loss), ("margin", &margin)];
        (!is_equal).then(|| context.fill("review-noise", &holes))
    }

    /// The better move, what it is worth, and what would have followed.
    fn better(&self, best: &Worth, context: &Context) -> String {
        let mut table = self.tables[self.at - 1].fork();
        let mut line = Vec::new();
        for step in best.line.iter().take(4) {
            line.push(short(&*table, step));
            if table.play(step).is_err() {
                break;
            }
        }
        let score = best.score.map(|value| {
            let score = Score {
                value,
                unit: self.unit(),
                side: Seat::One,
                is_proven: best.exact,
                plies_to_end: best.plies,
                win_chance: None,
            };
            score.say(self.game, &context.words)
        });
        let (first, then) = line
            .split_first()
            .map_or((String::new(), &[][..]), |(first, then)| (first.clone(), then));
        let then = then.join("  ");
        let score = score.unwrap_or_else(|| "–".into());
        let holes: [(&str, &dyn Display); 3] =
            [("move", &first), ("score", &score), ("line", &then)];
        context.fill(if then.is_empty() { "review-better" } else { "review-better-line" }, &holes)
    }

    /// What the engine that made the move thought at the time.
    fn thought(&self, context: &Context) -> Option<String> {
        let ply = &self.plies[self.at.checked_sub(1)?];
        let effort = ply.effort.as_ref()?;
        let figures = match chosen(effort.origin, &ply.by, self.game, &context.words) {
            Some(how) => how,
            None => {
                let score = effort.score.map(|value| Score {
                    value,
                    unit: effort.score_unit.unwrap_or(self.unit()),
                    side: ply.seat(),
                    is_proven: effort.exact,
                    plies_to_end: effort.plies_to_end,
                    win_chance: None,
                });
                let score =
                    score.map_or("–".into(), |score| score.say(self.game, &context.words));
                let nodes = show_count(effort.analysed);
                let holes: [(&str, &dyn Display); 3] =
                    [("depth", &effort.depth), ("score", &score), ("nodes", &nodes)];
                context.fill("think-figures", &holes)
            }
        };
        Some(context.fill("review-thought", &[("figures", &figures)]))
    }
}
