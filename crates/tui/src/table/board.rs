//! The board: cells, pieces, the last move, the ghost, the cursor, the winning line.

use plywood_workbench::games::Seat;
use plywood_workbench::play::{Spot, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::TableScreen;
use super::pick::{Ghost, Stage};
use super::quarto::piece_rows;
use crate::grid::{Grid, LABELS};
use crate::look::{Look, Role, Tone};

/// What is drawn over the pieces of a position.
pub(super) struct Marks {
    last: Option<(Seat, Vec<Spot>)>,
    ghost: Option<Ghost>,
    ghost_side: Seat,
    cursor: Option<Spot>,
    hint: Vec<Spot>,
    won: Vec<Spot>,
    targets: Vec<Spot>,
    /// What the cells of the two players look like.
    cells: [Role; 2],
}

impl TableScreen {
    pub(super) fn marks(&self) -> Marks {
        let stage = self.pick.stage();
        let has_cursor = stage == Stage::Place;
        let hint = self.hint.as_ref();
        Marks {
            last: self.last_move(),
            ghost: self.pick.ghost(),
            ghost_side: self.session.turn(),
            cursor: has_cursor.then(|| self.pick.cursor()).or(self.pick.place()),
            hint: hint.map_or_else(Vec::new, |step| self.scene.covered(self.game(), step)),
            won: self.won(),
            targets: self.pick.targets(),
            cells: Seat::BOTH.map(|seat| self.cell_role(seat)),
        }
    }

    /// How a player's pieces are drawn: dark and light where the players are called black and white.
    pub(super) fn cell_role(&self, seat: Seat) -> Role {
        self.tone(seat).map_or(Role::Side(seat), Role::Piece)
    }

    /// How words that belong to a player are written. Those of black and white have no colour of their own:
    /// neither could be read on every screen.
    pub(super) fn text_role(&self, seat: Seat) -> Role {
        self.tone(seat).map_or(Role::Side(seat), |_| Role::Plain)
    }

    /// How a player's pieces are drawn in a list.
    pub(super) fn picture_role(&self, seat: Seat) -> Role {
        self.tone(seat).map_or(Role::Side(seat), Role::Picture)
    }

    fn tone(&self, seat: Seat) -> Option<Tone> {
        match self.session.game().side(seat) {
            "black" => Some(Tone::Dark),
            "white" => Some(Tone::Light),
            _ => None,
        }
    }

    /// Draws the board onto a grid.
    pub(super) fn draw_board(&self, buffer: &mut Buffer, grid: &Grid, look: Look) {
        draw_labels(
            buffer,
            grid,
            look,
            self.scene.n_columns,
            |row| self.scene.row_number(row),
            self.scene.n_rows,
        );
        if grid.has_lines() {
            draw_lines(buffer, grid, self.scene.n_rows, look);
        }
        let marks = self.marks();
        for spot in self.scene.spots() {
            let rect = grid.cell(spot);
            match self.scene.at(spot) {
                _ if grid.has_lines() => self.draw_piece_cell(buffer, rect, spot, &marks, look),
                square @ (Square::Number(_) | Square::Knight(_)) => {
                    draw_number(buffer, rect, spot, square, &marks, look);
                }
                square if self.game() == "cavalo" => {
                    draw_number(buffer, rect, spot, square, &marks, look);
                }
                square => draw_square(buffer, rect, spot, square, &marks, look),
            }
        }
    }

    /// A cell of Quarto: a piece between lines.
    fn draw_piece_cell(
        &self,
        buffer: &mut Buffer,
        rect: Rect,
        spot: Spot,
        marks: &Marks,
        look: Look,
    ) {
        let ghost = marks.ghost.as_ref().filter(|ghost| ghost.cells.contains(&spot));
        let is_won = marks.won.contains(&spot);
        let on_cursor = marks.cursor == Some(spot);
        let held = match self.scene.at(spot) {
            Square::Piece(code) => Some((code, piece_style(code, look))),
            _ => ghost
                .and_then(|ghost| ghost.code)
                .map(|code| (code, look.style(Role::Good).add_modifier(Modifier::DIM))),
        };
        if let Some((code, style)) = held {
            draw_piece(buffer, rect, code, style, look);
        }
        let middle = rect.y + rect.height / 2;
        let mut beside = |left: &str, right: &str, role: Role| {
            buffer.set_string(rect.x, middle, left, look.style(role));
            buffer.set_string(rect.right() - 1, middle, right, look.style(role));
        };
        let is_last = marks.last.as_ref().is_some_and(|(_, cells)| cells.contains(&spot));
        match () {
            () if is_won => beside(look.pick("◆", "*"), look.pick("◆", "*"), Role::Good),
            () if on_cursor && ghost.is_some_and(|ghost| !ghost.is_legal) => {
                beside(look.pick("×", "x"), look.pick("×", "x"), Role::Bad);
            }
            () if on_cursor => beside(look.pick("▶", ">"), look.pick("◀", "<"), Role::Good),
            () if marks.hint.contains(&spot) => beside("?", "?", Role::Good),
            () if is_last => beside(look.pick("›", "'"), look.pick("‹", "'"), Role::Strong),
            () => {}
        }
    }
}

/// The style of a Quarto piece.
pub(super) fn piece_style(code: u8, look: Look) -> Style {
    look.style(Role::Piece(if code & 1 == 1 { Tone::Dark } else { Tone::Light }))
}

/// A piece at the foot of a rectangle, in its middle.
pub(super) fn draw_piece(buffer: &mut Buffer, rect: Rect, code: u8, style: Style, look: Look) {
    let rows = piece_rows(code, rect.width.saturating_sub(2).max(5), rect.height, look);
    let top = rect.bottom() - rows.len() as u16;
    for (y, row) in (top..).zip(&rows) {
        buffer.set_string(rect.x + (rect.width > 5) as u16, y, row, style);
    }
}

/// A cell of Blokus: all of it has one filling.
fn draw_square(
    buffer: &mut Buffer,
    rect: Rect,
    spot: Spot,
    square: Square,
    marks: &Marks,
    look: Look,
) {
    let ghost = marks.ghost.as_ref().filter(|ghost| ghost.cells.contains(&spot));
    let is_last = marks.last.as_ref().is_some_and(|(_, cells)| cells.contains(&spot));
    let side = |seat: Seat| look.style(marks.cells[seat.index()]);
    if let Some(ghost) = ghost {
        let (ends, role) = match ghost.is_legal {
            true => (['[', ']'], marks.cells[marks.ghost_side.index()]),
            false => (look.pick(['×', '×'], ['x', 'x']), Role::Bad),
        };
        let style = look.style(role).add_modifier(Modifier::BOLD);
        return fill_ends(buffer, rect, ends, if ghost.is_legal { ' ' } else { ends[0] }, style);
    }
    if marks.hint.contains(&spot) {
        return fill_ends(buffer, rect, ['?'; 2], '?', look.style(Role::Good));
    }
    match square {
        Square::Own(seat) => fill(buffer, rect, look.fill(seat, is_last), side(seat)),
        Square::Blocked => fill(buffer, rect, look.pick('▞', '&'), look.style(Role::Faint)),
        Square::Start(seat) => {
            let style = side(seat).add_modifier(Modifier::BOLD);
            centre(buffer, rect, &seat.number().to_string(), style);
        }
        _ => centre(buffer, rect, look.pick("·", "."), look.style(Role::Faint)),
    }
}

/// A cell of Cavalo: a number, a knight or nothing.
fn draw_number(
    buffer: &mut Buffer,
    rect: Rect,
    spot: Spot,
    square: Square,
    marks: &Marks,
    look: Look,
) {
    let is_target = marks.targets.contains(&spot);
    let (text, mut style) = match square {
        Square::Knight(seat) => {
            let text = match seat {
                Seat::One => look.pick("[♘1]", "[N1]"),
                Seat::Two => look.pick("(♞2)", "(N2)"),
            };
            (text.to_owned(), look.style(Role::Side(seat)).add_modifier(Modifier::BOLD))
        }
        Square::Number(n) if marks.hint.contains(&spot) => {
            (format!("?{n:02}?"), look.style(Role::Good))
        }
        Square::Number(n) if is_target => {
            let [left, right] = look.pick(['›', '‹'], ['>', '<']);
            (format!("{left}{n:02}{right}"), look.style(Role::Good))
        }
        Square::Number(n) => (format!(" {n:02} "), look.style(Role::Plain)),
        _ => (look.pick(" ·· ", " .. ").to_owned(), look.style(Role::Faint)),
    };
    if marks.last.as_ref().is_some_and(|(_, cells)| cells.contains(&spot)) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if marks.cursor == Some(spot) {
        style = style.add_modifier(Modifier::REVERSED);
        fill(buffer, rect, ' ', style);
    }
    centre(buffer, rect, &text, style);
}

/// Letters above and numbers beside the cells.
pub(crate) fn draw_labels(
    buffer: &mut Buffer,
    grid: &Grid,
    look: Look,
    n_columns: usize,
    number: impl Fn(usize) -> usize,
    n_rows: usize,
) {
    let style = look.style(Role::Faint);
    let frame = grid.frame();
    for column in 0..n_columns {
        let cell = grid.cell((0, column));
        let letter = ((b'a' + column as u8) as char).to_string();
        let x = cell.x + (cell.width - 1) / 2;
        buffer.set_string(x, frame.y - LABELS.1, letter, style);
    }
    for row in 0..n_rows {
        let cell = grid.cell((row, 0));
        let y = cell.y + (cell.height - 1) / 2;
        buffer.set_string(frame.x - LABELS.0, y, format!("{:>2}", number(row)), style);
    }
}

/// The lines between the cells of a square board.
fn draw_lines(buffer: &mut Buffer, grid: &Grid, n: usize, look: Look) {
    let style = look.style(Role::Faint);
    let corners = look.pick(
        [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
        [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    );
    let (across, upright) = look.pick(("─", "│"), ("-", "|"));
    let place = |i: usize| if i == 0 { 0 } else { 1 + usize::from(i == n) };
    let cell = grid.cell((0, 0));
    let frame = grid.frame();
    for i in 0..=n {
        let y = frame.y + i as u16 * (cell.height + 1);
        let x = frame.x + i as u16 * (cell.width + 1);
        for along in frame.x..frame.right() {
            buffer.set_string(along, y, across, style);
        }
        for along in frame.y..frame.bottom() {
            buffer.set_string(x, along, upright, style);
        }
    }
    for (row, column) in (0..=n).flat_map(|row| (0..=n).map(move |column| (row, column))) {
        let y = frame.y + row as u16 * (cell.height + 1);
        let x = frame.x + column as u16 * (cell.width + 1);
        buffer.set_string(x, y, corners[place(row)][place(column)], style);
    }
}

/// Fills a rectangle with one character.
pub(crate) fn fill(buffer: &mut Buffer, rect: Rect, with: char, style: Style) {
    fill_ends(buffer, rect, [with; 2], with, style);
}

/// Fills a rectangle, its left and right column with other characters.
fn fill_ends(buffer: &mut Buffer, rect: Rect, ends: [char; 2], with: char, style: Style) {
    let middle = with.to_string().repeat(usize::from(rect.width.saturating_sub(2)));
    let row = format!("{}{middle}{}", ends[0], ends[1]);
    for y in rect.y..rect.bottom() {
        buffer.set_string(rect.x, y, &row, style);
    }
}

/// A text in the middle of a rectangle, rather left and up than right and down.
pub(crate) fn centre(buffer: &mut Buffer, rect: Rect, text: &str, style: Style) {
    let width = text.chars().count() as u16;
    let x = rect.x + rect.width.saturating_sub(width) / 2;
    buffer.set_string(x, rect.y + (rect.height - 1) / 2, text, style);
}
