//! Beside the board: players, clocks and points, what is left, and the moves so far.

use std::fmt::Display;

use plywood_workbench::games::Seat;
use plywood_workbench::play::{Player, shapes, stock};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::board::{draw_piece, piece_style};
use super::draw::piece_words;
use super::pick::Stage;
use super::{Hits, TableScreen};
use crate::look::{Look, Role};
use crate::news::{Context, clock};
use crate::paint::{line, picture, shortened, spans, wrapped};

/// An item of the list: its name, how many there are, and whether it can be chosen.
struct Item {
    name: String,
    count: u32,
    is_open: bool,
}

impl TableScreen {
    pub(super) fn draw_panel(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        hits: &mut Hits,
        context: &Context,
    ) {
        let look = context.look;
        let mut y = area.y;
        for seat in Seat::BOTH {
            spans(buffer, area, y, &self.player_line(seat, usize::from(area.width), context));
            y += 1;
        }
        y += 1;
        for (text, role) in self.status(context) {
            for row in wrapped(&text, usize::from(area.width)) {
                line(buffer, area, y, &row, look.style(role));
                y += 1;
            }
        }
        y += 1;
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        let y = self.draw_lists(buffer, rest, hits, context);
        let rest = Rect { y, height: area.bottom().saturating_sub(y), ..area };
        self.draw_history(buffer, rest, context);
    }

    /// Whose turn, mark, who, points, clock. Numbers have columns of their own; the name gets the room
    /// left over, and where it is cut, dots say so.
    fn player_line(&self, seat: Seat, width: usize, context: &Context) -> Line<'static> {
        let look = context.look;
        let is_turn = !self.session.is_over() && self.session.turn() == seat;
        let pointer = if is_turn { look.pick("▶ ", "> ") } else { "  " };
        let mark = self.side_mark(seat, look);
        let names = self.session.setup().players.each_ref();
        let names = names.map(|player| context.words.player(&player.to_string()));
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
        let name = shortened(&names[seat.index()], room, look);
        let style = look.style(self.text_role(seat));
        let mark_style = look.style(self.cell_role(seat));
        let strong = if is_turn { Modifier::BOLD } else { Modifier::empty() };
        let points = format!("  {:>points_wide$}  {time}", points[seat.index()]);
        Line::from(vec![
            Span::styled(pointer, look.style(Role::Strong)),
            Span::styled(mark.trim_end().to_owned(), mark_style),
            Span::raw(if mark.is_empty() { "" } else { " " }),
            Span::styled(format!("{number}{name:<room$}"), style.add_modifier(strong)),
            Span::raw(points),
        ])
    }

    /// What tells a player's pieces from the other's.
    fn side_mark(&self, seat: Seat, look: Look) -> String {
        match (self.game(), seat) {
            ("quatro" | "quarto", _) => String::new(),
            ("cavalo", Seat::One) => look.pick("[♘1] ", "[N1] ").to_owned(),
            ("cavalo", Seat::Two) => look.pick("(♞2) ", "(N2) ").to_owned(),
            _ => look.mark(seat) + " ",
        }
    }

    /// What is going on, in a line or two.
    fn status(&self, context: &Context) -> Vec<(String, Role)> {
        if let Some(ending) = self.session.ending() {
            let title = match ending.winner() {
                None => context.text("box-draw"),
                Some(seat) => self.with_player(context, "box-winner", seat),
            };
            let mut lines =
                vec![(title, Role::Good), (context.words.text(ending.reason.key()), Role::Plain)];
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
        if let Some(code) = self.scene.hand {
            let code = format!("{code:x}");
            let words = piece_words(&code, context);
            let holes: [(&str, &dyn Display); 2] = [("code", &code), ("words", &words)];
            lines.push((context.fill("table-in-hand", &holes), Role::Plain));
        }
        lines
    }

    /// The heading and the items of the list that matters now.
    fn list(&self, context: &Context) -> (String, Vec<Item>) {
        let stage = self.pick.stage();
        let turn = self.session.turn();
        let left = stock(self.game(), &self.session.position());
        let count = |name: &str| {
            left[turn.index()].iter().find(|(known, _)| known == name).map_or(1, |(_, n)| *n)
        };
        let is_quarto = matches!(self.game(), "quatro" | "quarto");
        let key = match (stage, self.game()) {
            (Stage::Extra, "cavalo") => "table-which-double",
            (Stage::Extra, _) => "table-hand-over",
            (Stage::Piece, _) => "table-which-piece",
            _ if is_quarto => "table-left",
            _ => "table-own-left",
        };
        let is_open = |name: &str| match stage {
            Stage::Extra => true,
            Stage::Piece | Stage::Place if !is_quarto => self.pick.has_moves(name),
            _ => true,
        };
        let items = self.pick.options().into_iter().map(|name| Item {
            count: count(&name),
            is_open: is_open(&name),
            name,
        });
        (context.fill(key, &[("side", &self.session.game().side(turn))]), items.collect())
    }

    /// The pieces to choose from, the piece in hand, and what the other side has left.
    fn draw_lists(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        hits: &mut Hits,
        context: &Context,
    ) -> u16 {
        let (heading, items) = self.list(context);
        if items.is_empty() {
            return area.y;
        }
        let look = context.look;
        line(buffer, area, area.y, &heading, look.style(Role::Strong));
        let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let mut y = match self.game() {
            "quatro" | "quarto" => self.draw_quarto_items(buffer, area, &items, hits, look),
            "cavalo" => self.draw_words(buffer, area, &items, hits, look),
            _ => self.draw_shapes(buffer, area, &items, hits, look),
        };
        if self.game().starts_with("blokus") {
            // A line of space where there is some.
            let y_left = area.bottom().saturating_sub(y);
            y += u16::from(y_left > 3);
            y = self.draw_other_stock(buffer, Rect { y, ..area }, area.bottom(), context);
        }
        y + 1
    }

    fn is_barred(&self, i: usize) -> bool {
        let is_list = matches!(self.pick.stage(), Stage::Piece | Stage::Extra);
        is_list && self.pick.option() == i
    }

    fn is_held(&self, name: &str) -> bool {
        self.pick.kind() == Some(name)
    }

    fn label_style(&self, i: usize, item: &Item, look: Look) -> ratatui::style::Style {
        match () {
            () if self.is_barred(i) => look.style(Role::Bar),
            () if self.is_held(&item.name) => look.style(Role::Good),
            () if item.is_open => look.style(Role::Plain),
            () => look.style(Role::Faint),
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

    fn draw_quarto_items(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        items: &[Item],
        hits: &mut Hits,
        look: Look,
    ) -> u16 {
        let below = Self::lay_out(area, items.len(), 6, 4, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            if rect.bottom() > area.bottom() {
                continue;
            }
            let code = u8::from_str_radix(&item.name, 16).unwrap_or(0);
            let body = Rect { width: 5, height: 3, ..rect };
            let style = match self.is_held(&item.name) || self.is_barred(i) {
                true => look.style(Role::Good),
                false => piece_style(code, look),
            };
            draw_piece(buffer, body, code, style, look);
            let label = format!("{:^5}", item.name);
            buffer.set_string(rect.x, rect.y + 3, label, self.label_style(i, item, look));
        }
        below
    }

    fn draw_words(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        items: &[Item],
        hits: &mut Hits,
        look: Look,
    ) -> u16 {
        let below = Self::lay_out(area, items.len(), 5, 1, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            if rect.bottom() <= area.bottom() {
                let label = format!(" {} ", item.name);
                buffer.set_string(rect.x, rect.y, label, self.label_style(i, item, look));
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
        look: Look,
    ) -> u16 {
        let is_duo = self.game() == "blokus-duo";
        let pictures: Vec<Vec<String>> = items
            .iter()
            .map(|item| {
                let ways = shapes(self.game(), &item.name);
                // The flattest way saves room.
                let flat = ways.iter().min_by_key(|way| way.cells.iter().map(|cell| cell.0).max());
                flat.map_or_else(Vec::new, |way| picture(&way.cells, look))
            })
            .collect();
        let height = pictures.iter().map(Vec::len).max().unwrap_or(1) as u16 + 1;
        let width = if is_duo { 6 } else { 9 };
        let n_rows = items.len().div_ceil(usize::from((area.width / width).max(1))) as u16;
        if n_rows * height > area.height {
            return self.draw_words(buffer, area, items, hits, look);
        }
        let below = Self::lay_out(area, items.len(), width, height, hits);
        for (i, (item, &rect)) in items.iter().zip(&hits.options).enumerate() {
            let label = match is_duo {
                true => format!("{:<3}", item.name),
                false => format!("{} × {}", item.name, item.count),
            };
            let label = if look.is_ascii { label.replace('×', "x") } else { label };
            buffer.set_string(rect.x, rect.y, label, self.label_style(i, item, look));
            let style = match item.is_open {
                true => look.style(self.picture_role(self.session.turn())),
                false => look.style(Role::Faint),
            };
            for (y, row) in (rect.y + 1..).zip(&pictures[i]) {
                buffer.set_string(rect.x, y, row, style);
            }
        }
        below
    }

    /// What the player who is not to move has left, in words.
    fn draw_other_stock(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        end: u16,
        context: &Context,
    ) -> u16 {
        let other = self.session.turn().other();
        let left = &stock(self.game(), &self.session.position())[other.index()];
        let one = |(name, n): &(String, u32)| match self.game() {
            "blokus" => format!("{name} {n}"),
            _ => name.clone(),
        };
        let list: Vec<String> = left.iter().map(one).collect();
        let text = other_stock(self.session.game().side(other), &list, context);
        let mut y = area.y;
        for row in wrapped(&text, usize::from(area.width)) {
            if y < end {
                line(
                    buffer,
                    Rect { height: 1, y, ..area },
                    y,
                    &row,
                    context.look.style(Role::Faint),
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
        let look = context.look;
        line(buffer, area, area.y, &context.text("table-moves"), look.style(Role::Strong));
        let longest = plies.iter().map(|ply| ply.step.chars().count()).max().unwrap_or(0);
        let width = longest + 6;
        let per_row = (usize::from(area.width) / width).clamp(1, 2);
        let room = usize::from(area.height - 1) * per_row;
        let first = plies.len().saturating_sub(room).next_multiple_of(per_row);
        for (i, ply) in plies.iter().enumerate().skip(first) {
            let place = i - first;
            let x = area.x + (place % per_row * width) as u16;
            let y = area.y + 1 + (place / per_row) as u16;
            let text = format!("{:>3} {}", i + 1, ply.step);
            let style = look.style(self.text_role(ply.seat()));
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
            look: Look { is_ascii: false, has_colours: true },
            news: channel().0,
            now: Instant::now(),
        };
        let left = ["I5".to_owned(), "X".to_owned()];
        assert_eq!(other_stock("white", &left, &context), "White has left: I5 X");
        assert_eq!(other_stock("2", &[], &context), "Player 2 has no piece left.");
    }
}
