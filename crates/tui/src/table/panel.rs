//! Beside the board: players, clocks and points, what is left, and the moves so far.

use std::fmt::Display;

use plywood_workbench::games::{Mark, Seat, Shape, Tray};
use plywood_workbench::play::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::board::{cell_role, draw_figure, figure_role, knight, picture_role, text_role};
use super::figures::Figure;
use super::pick::{Item, Stage};
use super::{Hits, TableScreen};
use crate::grid::Style;
use crate::news::{Context, clock};
use crate::paint::{line, picture, shortened, spans, wrapped};
use crate::theme::{Role, Theme};

/// From this width on the moves and the analysis stand beside the pieces, which take so many columns.
const WIDE: u16 = LISTS + 38;
const LISTS: u16 = 48;

impl TableScreen {
    pub(super) fn draw_panel(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        hits: &mut Hits,
        context: &Context,
    ) {
        let theme = context.theme;
        // On a wide screen the moves and the analysis have a column of their own.
        let is_wide = area.width >= WIDE;
        let beside =
            Rect { x: area.x + LISTS + 3, width: area.width.saturating_sub(LISTS + 3), ..area };
        let area = if is_wide { Rect { width: LISTS, ..area } } else { area };
        let mut y = area.y;
        for seat in Seat::BOTH {
            spans(buffer, area, y, &self.player_line(seat, usize::from(area.width), context));
            y += 1;
        }
        y += 1;
        let first = y;
        for (text, role) in self.status(context) {
            for row in wrapped(&text, usize::from(area.width)) {
                line(buffer, area, y, &row, theme.style(role));
                y += 1;
            }
        }
        // Where much is said and there is little room, the space below goes first.
        y += u16::from(y - first < 3 || area.height > 19);
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let y = match self.shows_moves && !is_wide {
            true => rest.y,
            false => self.draw_lists(buffer, rest, hits, context),
        };
        let mut rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let y = self.draw_counters(buffer, rest, context);
        rest = match is_wide {
            true => beside,
            false => Rect { y, height: area.bottom().saturating_sub(y), ..area },
        };
        if self.shows_analysis && !self.session.is_over() {
            let y = self.draw_analysis(buffer, rest, context) + 1;
            rest = Rect { y, height: rest.bottom().saturating_sub(y), ..rest };
        }
        self.draw_history(buffer, rest, context);
    }

    /// The best moves by their numbers on the board, what each is worth and what may follow; returns the row below.
    fn draw_analysis(&self, buffer: &mut Buffer, area: Rect, context: &Context) -> u16 {
        let theme = context.theme;
        let Some(thought) = self.best_moves() else {
            let text = context.text("analysis-begins");
            line(buffer, area, area.y, &text, theme.style(Role::Faint));
            return area.y + 1;
        };
        let title = context.fill("analysis-title", &[("depth", &thought.depth)]);
        line(buffer, area, area.y, &title, theme.style(Role::Strong));
        let width = usize::from(area.width);
        let mut y = area.y + 1;
        for (i, found) in thought.lines.iter().enumerate() {
            let score = thought.worth_of(found);
            let score = score.map(|score| score.say(self.session.game(), &context.words));
            let text = format!("{} {}  {}", i + 1, found.step, score.unwrap_or_default());
            let role = if i == 0 { Role::Good } else { Role::Plain };
            line(buffer, area, y, &shortened(&text, width, theme), theme.style(role));
            y += 1;
            if found.pv.len() > 1 && usize::from(area.bottom().saturating_sub(y)) > 8 {
                let then = format!("    {}", found.pv[1..].join(" "));
                line(buffer, area, y, &shortened(&then, width, theme), theme.style(Role::Faint));
                y += 1;
            }
        }
        y
    }

    /// Whose turn, mark, who, points, clock. Numbers have columns of their own; the name gets the room
    /// left over, and where it is cut, dots say so.
    fn player_line(&self, seat: Seat, width: usize, context: &Context) -> Line<'static> {
        let theme = context.theme;
        let is_turn = !self.session.is_over() && self.session.turn() == seat;
        let pointer = if is_turn { theme.pick("▶ ", "> ") } else { "  " };
        let mark = self.side_mark(seat, theme);
        let names = self.session.setup().players.each_ref();
        let names = names.map(|player| context.called(&player.to_string()));
        let clocks = self.clocks(context.now).map(clock);
        let column = |texts: &[String; 2]| texts.iter().map(|text| text.chars().count()).max();
        let time = format!("{:>1$}", clocks[seat.index()], column(&clocks).unwrap_or(0));
        // The number of a player stands in a knight's mark already.
        let number =
            if mark.contains(['1', '2']) { String::new() } else { format!("{} ", seat.number()) };
        let used = 2 + [&mark, &number].map(|text| text.chars().count()).iter().sum::<usize>();
        let room = |points: usize| width.saturating_sub(used + 2 + points + 2 + time.len());
        let points = self.session.points().map(|points| {
            let long = points.map(|n| context.fill("points", &[("n", &n)]));
            let longest = column(&long).unwrap_or(0);
            match column(&names).unwrap_or(0) <= room(longest) {
                true => long,
                false => points.map(|n| context.fill("points-short", &[("n", &n)])),
            }
        });
        let points = points.unwrap_or_default();
        let points_wide = column(&points).unwrap_or(0);
        let room = room(points_wide);
        let name = shortened(&names[seat.index()], room, theme);
        let style = theme.style(text_role(self.session.game(), seat));
        let mark_style = theme.style(cell_role(self.session.game(), seat));
        let strong = if is_turn { Modifier::BOLD } else { Modifier::empty() };
        let points = format!("  {:>points_wide$}  {time}", points[seat.index()]);
        Line::from(vec![
            Span::styled(pointer, theme.style(Role::Strong)),
            Span::styled(mark.trim_end().to_owned(), mark_style),
            Span::raw(if mark.is_empty() { "" } else { " " }),
            Span::styled(format!("{number}{name:<room$}"), style.add_modifier(strong)),
            Span::raw(points),
        ])
    }

    /// What tells a player's pieces from the other's; nothing where both share them.
    fn side_mark(&self, seat: Seat, theme: Theme) -> String {
        let pieces = &self.board.pieces;
        // Each player has a piece of their own, or both have the same in two colours.
        let own = if pieces.len() == 2 { pieces.get(seat.index()) } else { pieces.first() };
        match own {
            None => String::new(),
            Some(piece) if piece.tone.is_some() => String::new(),
            Some(piece) if piece.shape == Shape::Knight => knight(seat, theme).to_owned() + " ",
            Some(piece) if piece.shape == Shape::Block => theme.mark(seat) + " ",
            Some(piece) => Figure::of(piece, Some(seat)).sign(theme).to_owned() + " ",
        }
    }

    /// What is going on, in a line or two.
    fn status(&self, context: &Context) -> Vec<(String, Role)> {
        if let Some(ending) = self.session.ending() {
            let title = match ending.winner() {
                None => context.text("box-draw"),
                Some(seat) => self.with_player(context, "box-winner", seat),
            };
            let mut lines = vec![(title, Role::Good)];
            let won = self.scene.lights.iter().filter(|light| light.mark == Mark::Won);
            let mut reasons: Vec<String> = won.map(|light| context.said(&light.why)).collect();
            reasons.dedup();
            if reasons.is_empty() || ending.reason.is_forfeit() {
                reasons = vec![context.text(ending.reason.key())];
            }
            lines.push((reasons.join(", "), Role::Plain));
            if let Some([one, two]) = self.session.points() {
                let holes: [(&str, &dyn Display); 2] = [("one", &one), ("two", &two)];
                lines.push((context.fill("table-final", &holes), Role::Strong));
            }
            return lines;
        }
        let turn = self.session.turn();
        let key = match self.session.to_move() {
            Some(Player::Human) => "table-your-turn",
            _ if self.engine.is_paused && !self.engine.is_thinking() => "table-paused",
            _ => "table-thinking",
        };
        let mut lines = vec![(self.with_player(context, key, turn), Role::Strong)];
        if let Some(hand) = self.scene.hand {
            let code = &self.board.pieces[usize::from(hand)].name;
            let words = self.piece_words(hand, context);
            let holes: [(&str, &dyn Display); 2] = [("code", &code), ("words", &words)];
            lines.push((context.fill("table-in-hand", &holes), Role::Plain));
        }
        lines
    }

    /// The tray of the player to move.
    fn tray(&self) -> Option<&Tray> {
        let turn = self.session.turn();
        self.scene.trays.iter().find(|tray| tray.owner.is_none_or(|owner| owner == turn))
    }

    fn heading(&self, context: &Context) -> String {
        let side = self.session.game().side(self.session.turn());
        match (self.pick.stage(), self.pick.ask()) {
            (Stage::Piece | Stage::Other, Some(ask)) => context.said(ask),
            _ if self.tray().is_some_and(|tray| tray.owner.is_none()) => context.text("table-left"),
            _ => context.fill("table-own-left", &[("side", &side)]),
        }
    }

    /// The pieces to choose from, the piece in hand, and what the other side has left.
    fn draw_lists(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        hits: &mut Hits,
        context: &Context,
    ) -> u16 {
        let items = self.pick.items();
        if items.is_empty() {
            return area.y;
        }
        let theme = context.theme;
        line(buffer, area, area.y, &self.heading(context), theme.style(Role::Strong));
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mut y = match Style::of(&self.board) {
            _ if self.pick.stage() == Stage::Other => {
                self.draw_words(buffer, area, &items, hits, theme)
            }
            Style::Figures => self.draw_figures(buffer, area, &items, hits, theme),
            Style::Numbers => self.draw_words(buffer, area, &items, hits, theme),
            Style::Blocks => self.draw_shapes(buffer, area, &items, hits, theme),
        };
        let other = self.session.turn().other();
        let tray = self.scene.trays.iter().find(|tray| tray.owner == Some(other));
        if let Some(tray) = tray {
            // A line of space where there is some.
            let y_left = area.bottom().saturating_sub(y);
            y += u16::from(y_left > 3);
            y = self.draw_other_tray(buffer, Rect { y, ..area }, tray, area.bottom(), context);
        }
        y + 1
    }

    fn is_barred(&self, i: usize) -> bool {
        let is_list = matches!(self.pick.stage(), Stage::Piece | Stage::Other);
        is_list && self.pick.option() == i
    }

    fn is_held(&self, item: &Item) -> bool {
        item.piece.is_some() && self.pick.taken() == item.piece
    }

    fn label_style(&self, i: usize, item: &Item, theme: Theme) -> ratatui::style::Style {
        match () {
            () if self.is_barred(i) => theme.style(Role::Bar),
            () if self.is_held(item) => theme.style(Role::Good),
            () if item.is_open => theme.style(Role::Plain),
            () => theme.style(Role::Faint),
        }
    }

    /// Lays items out in rows of cells of one size; returns the rectangles and the row below.
    fn lay_out(area: Rect, n: usize, width: u16, height: u16, hits: &mut Hits) -> u16 {
        let per_row = usize::from((area.width / width).max(1));
        hits.per_row = per_row;
        hits.options = (0..n)
            .map(|i| Rect {
                x: area.x + (i % per_row) as u16 * width,
                y: area.y + (i / per_row) as u16 * height,
                width,
                height,
            })
            .collect();
        area.y + n.div_ceil(per_row) as u16 * height
    }

    /// Pictures of pieces with their names; those that are gone leave a dot in their place.
    fn draw_figures(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        items: &[Item],
        hits: &mut Hits,
        theme: Theme,
    ) -> u16 {
        let below = Self::lay_out(area, items.len(), 6, 4, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            let Some(piece) = item.piece.filter(|_| rect.bottom() <= area.bottom()) else {
                continue;
            };
            if item.count == 0 {
                let gone = format!("{:^5}", theme.pick("·", "."));
                buffer.set_string(rect.x, rect.y + 3, gone, theme.style(Role::Faint));
                continue;
            }
            let body = Rect { width: 5, height: 3, ..rect };
            let style = match self.is_held(item) || self.is_barred(i) {
                true => theme.style(Role::Good),
                false => {
                    let kind = &self.board.pieces[usize::from(piece)];
                    theme.style(figure_role(self.session.game(), kind, None))
                }
            };
            let figure = Figure::of(&self.board.pieces[usize::from(piece)], None);
            draw_figure(buffer, body, figure, style, theme);
            let label = format!("{:^5}", item.label);
            buffer.set_string(rect.x, rect.y + 3, label, self.label_style(i, item, theme));
        }
        below
    }

    fn draw_words(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        items: &[Item],
        hits: &mut Hits,
        theme: Theme,
    ) -> u16 {
        let below = Self::lay_out(area, items.len(), 5, 1, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            if rect.bottom() <= area.bottom() {
                let gone = theme.pick("·", ".");
                let label = if item.count == 0 { gone } else { &item.label };
                let label = format!(" {label} ");
                buffer.set_string(rect.x, rect.y, label, self.label_style(i, item, theme));
            }
        }
        below
    }

    /// Shapes with their names; how many are left where there is more than one.
    fn draw_shapes(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        items: &[Item],
        hits: &mut Hits,
        theme: Theme,
    ) -> u16 {
        let pictures: Vec<Vec<String>> =
            items.iter().map(|item| self.flat_picture(item, theme)).collect();
        let height = pictures.iter().map(Vec::len).max().unwrap_or(1) as u16 + 1;
        let has_counts = self.has_counts();
        let width = if items.len() > 7 { 6 } else { 9 };
        let n_rows = items.len().div_ceil(usize::from((area.width / width).max(1))) as u16;
        if n_rows * height > area.height {
            return self.draw_words(buffer, area, items, hits, theme);
        }
        let below = Self::lay_out(area, items.len(), width, height, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            if item.count == 0 {
                buffer.set_string(rect.x, rect.y, theme.pick("·", "."), theme.style(Role::Faint));
                continue;
            }
            let label = match has_counts {
                false => format!("{:<3}", item.label),
                true => format!("{} {} {}", item.label, theme.pick("×", "x"), item.count),
            };
            buffer.set_string(rect.x, rect.y, label, self.label_style(i, item, theme));
            let style = match item.is_open {
                true => theme.style(picture_role(self.session.game(), self.session.turn())),
                false => theme.style(Role::Faint),
            };
            for (y, row) in (rect.y + 1..).zip(&pictures[i]) {
                buffer.set_string(rect.x, y, row, style);
            }
        }
        below
    }

    /// A piece in the flattest of its ways, which saves room.
    fn flat_picture(&self, item: &Item, theme: Theme) -> Vec<String> {
        let piece = item.piece.and_then(|piece| self.board.pieces.get(usize::from(piece)));
        let ways = piece.map_or(&[][..], |piece| &piece.ways);
        let flat = ways.iter().min_by_key(|way| way.iter().map(|cell| cell.0).max());
        picture(flat.map_or(&[(0, 0)], |way| way), theme)
    }

    /// Whether a player has several of one piece.
    fn has_counts(&self) -> bool {
        self.scene.trays.iter().any(|tray| tray.left.iter().any(|left| left.1 > 1))
    }

    /// What the player who is not to move has left, in words.
    fn draw_other_tray(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        tray: &Tray,
        end: u16,
        context: &Context,
    ) -> u16 {
        let other = self.session.turn().other();
        let has_counts = self.has_counts();
        let one = |&(piece, n): &(u8, u16)| {
            let name = &self.board.pieces[usize::from(piece)].name;
            if has_counts { format!("{name} {n}") } else { name.clone() }
        };
        let list: Vec<String> = tray.left.iter().map(one).collect();
        let text = other_stock(self.session.game().side(other), &list, context);
        let mut y = area.y;
        for row in wrapped(&text, usize::from(area.width)) {
            if y < end {
                line(
                    buffer,
                    Rect { height: 1, y, ..area },
                    y,
                    &row,
                    context.theme.style(Role::Faint),
                );
            }
            y += 1;
        }
        y
    }

    /// The last moves, as many as there is room for.
    fn draw_history(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let plies = self.session.plies();
        if area.height < 2 || plies.is_empty() {
            return;
        }
        let theme = context.theme;
        line(buffer, area, area.y, &context.text("table-moves"), theme.style(Role::Strong));
        let longest = plies.iter().map(|ply| ply.step.chars().count()).max().unwrap_or(0);
        let width = longest + 6;
        let per_row = (usize::from(area.width) / width).clamp(1, 2);
        let room = usize::from(area.height - 1) * per_row;
        // Scrolled back, but never past the first move.
        let back = self.moves_back.min(plies.len().saturating_sub(room));
        let first = plies.len().saturating_sub(room + back).next_multiple_of(per_row);
        for (i, ply) in plies.iter().enumerate().skip(first) {
            let place = i - first;
            let x = area.x + (place % per_row * width) as u16;
            let y = area.y + 1 + (place / per_row) as u16;
            let text = format!("{:>3} {}", i + 1, ply.step);
            let style = theme.style(text_role(self.session.game(), ply.seat()));
            let room = area.right().saturating_sub(x);
            if y < area.bottom() {
                buffer.set_stringn(x, y, text, usize::from(room), style);
            }
        }
    }
}

/// What a side has left, in a sentence.
fn other_stock(side: &str, list: &[String], context: &Context) -> String {
    match list {
        [] => context.fill("table-other-none", &[("side", &side)]),
        list => context.fill("table-other-left", &[("side", &side), ("list", &list.join(" "))]),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Instant;

    use plywood_workbench::language::{Language, Words};

    use super::*;

    #[test]
    fn a_player_without_pieces_is_said_to_have_none() {
        let context = Context {
            words: Words::new(Language::English),
            theme: Theme {
                is_ascii: false,
                has_colours: true,
                palette: crate::theme::Palette::Terminal,
            },
            news: channel().0,
            now: Instant::now(),
        };
        let left = ["I5".to_owned(), "X".to_owned()];
        assert_eq!(other_stock("white", &left, &context), "White has left: I5 X");
        assert_eq!(other_stock("2", &[], &context), "Player 2 has no piece left.");
    }
}
