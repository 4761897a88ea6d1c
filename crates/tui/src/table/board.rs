//! The board: cells, pieces, the last move, the ghost, the cursor, the winning line.

use plywood_workbench::games::{
    Frame as Board, Ground, Mark, Offer, Piece, Scene, Seat, Spot, Square, Tone,
};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style as Ink};

use super::figures::{Figure, piece_rows};
use super::pick::{Ghost, by_cell};
use crate::grid::{Cell, Grid, LABELS, Sizes, Style};
use crate::theme::{Role, Theme};

/// What is drawn over the pieces of a position.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) last: Vec<Cell>,
    pub(crate) ghost: Option<Ghost>,
    pub(crate) cursor: Option<Cell>,
    pub(crate) hint: Vec<Cell>,
    pub(crate) targets: Vec<Cell>,
}

/// How a player's pieces are drawn: dark and light where the players are called black and white.
pub(crate) fn cell_role(game: &Offer, seat: Seat) -> Role {
    tone(game, seat).map_or(Role::Side(seat), Role::Piece)
}

/// How words that belong to a player are written. Those of black and white have no colour of their own:
/// neither could be read on every screen.
pub(crate) fn text_role(game: &Offer, seat: Seat) -> Role {
    tone(game, seat).map_or(Role::Side(seat), |_| Role::Plain)
}

/// How a player's pieces are drawn in a list.
pub(super) fn picture_role(game: &Offer, seat: Seat) -> Role {
    tone(game, seat).map_or(Role::Side(seat), Role::Picture)
}

fn tone(game: &Offer, seat: Seat) -> Option<Tone> {
    match game.side(seat) {
        "black" => Some(Tone::Dark),
        "white" => Some(Tone::Light),
        _ => None,
    }
}

/// How a piece that is a picture is painted.
pub(super) fn figure_role(game: &Offer, piece: &Piece, owner: Option<Seat>) -> Role {
    match (piece.tone, owner) {
        (Some(tone), _) => Role::Piece(tone),
        (None, Some(owner)) => cell_role(game, owner),
        (None, None) => Role::Plain,
    }
}

/// The grid on which a board is drawn as large as it fits, or no larger than asked for.
pub(crate) fn grid_for(board: &Board, room: Rect, wanted: Option<usize>) -> (Grid, u16, usize) {
    let (n_rows, n_columns) = (usize::from(board.rows), usize::from(board.columns));
    let sizes = Sizes::of(Style::of(board), n_rows.max(n_columns));
    let largest = sizes.largest(n_rows, n_columns, room.width, room.height);
    let size = wanted.map_or(largest, |size| size.min(largest));
    let (width, _) = sizes.outer(size, n_rows, n_columns);
    let at = Position::new(room.x, room.y);
    (Grid::new(at, sizes, size, n_rows, n_columns), width, size)
}

/// A position as it is drawn.
pub(crate) struct Picture<'a> {
    pub(crate) game: &'static Offer,
    pub(crate) board: &'a Board,
    pub(crate) scene: &'a Scene,
    pub(crate) turn: Seat,
    pub(crate) marks: Marks,
}

impl Picture<'_> {
    fn cell(&self, at: Spot) -> Cell {
        let (at, columns) = (usize::from(at), usize::from(self.board.columns));
        (at / columns, at % columns)
    }

    /// Draws it onto a grid.
    pub(crate) fn draw(&self, buffer: &mut Buffer, grid: &Grid, theme: Theme) {
        let board = self.board;
        let Board { rows, columns, bottom_up: is_bottom_up, .. } = *board;
        draw_labels(buffer, grid, theme, Labels { rows, columns, is_bottom_up });
        if grid.has_lines() {
            draw_lines(buffer, grid, rows.into(), theme);
        }
        let n_columns = usize::from(columns);
        let squares = by_cell(self.scene, usize::from(rows) * n_columns);
        let won = self.scene.lights.iter().filter(|light| light.mark == Mark::Won);
        let won: Vec<Cell> = won.flat_map(|light| &light.at).map(|&at| self.cell(at)).collect();
        let style = Style::of(board);
        for (i, square) in squares.iter().enumerate() {
            let cell = (i / n_columns, i % n_columns);
            let rect = grid.cell(cell);
            let square = square.as_ref();
            match style {
                Style::Figures => {
                    let body = self.draw_figure_cell(buffer, grid, cell, square, theme);
                    self.mark_figure_cell(buffer, body, cell, won.contains(&cell), theme);
                }
                Style::Numbers => draw_number(buffer, rect, cell, square, &self.marks, theme),
                Style::Blocks => self.draw_square(buffer, rect, cell, square, theme),
            }
        }
    }

    /// A cell with a picture of a piece in it; returns the part of it that pictures take.
    fn draw_figure_cell(
        &self,
        buffer: &mut Buffer,
        grid: &Grid,
        cell: Cell,
        square: Option<&Square>,
        theme: Theme,
    ) -> Rect {
        let rect = grid.cell(cell);
        // Without lines a column of space keeps neighbours apart.
        let is_close = !grid.has_lines() && rect.height > 1 && rect.width <= 6;
        let rect = Rect { width: rect.width - u16::from(is_close), ..rect };
        let ghost = self.marks.ghost.as_ref().filter(|ghost| ghost.cells.contains(&cell));
        let piece = |piece: u8| &self.board.pieces[usize::from(piece)];
        let held = match square.and_then(|square| Some((square.piece?, square.owner))) {
            Some((kind, owner)) => {
                let role = figure_role(self.game, piece(kind), owner);
                Some((kind, owner, theme.style(role)))
            }
            None => ghost.map(|ghost| {
                let style = theme.style(Role::Good).add_modifier(Modifier::DIM);
                (ghost.piece, Some(self.turn), style)
            }),
        };
        match held {
            Some((kind, owner, style)) => {
                draw_figure(buffer, rect, Figure::of(piece(kind), owner), style, theme);
            }
            None if !grid.has_lines() => {
                centre(buffer, rect, theme.pick("·", "."), theme.style(Role::Faint));
            }
            None => {}
        }
        rect
    }

    /// What stands beside the picture in a cell.
    fn mark_figure_cell(
        &self,
        buffer: &mut Buffer,
        rect: Rect,
        cell: Cell,
        is_won: bool,
        theme: Theme,
    ) {
        let marks = &self.marks;
        let ghost = marks.ghost.as_ref().filter(|ghost| ghost.cells.contains(&cell));
        let on_cursor = marks.cursor == Some(cell);
        let middle = rect.y + rect.height / 2;
        let mut beside = |left: &str, right: &str, role: Role| {
            buffer.set_string(rect.x, middle, left, theme.style(role));
            buffer.set_string(rect.right() - 1, middle, right, theme.style(role));
        };
        match () {
            () if is_won => beside(theme.pick("◆", "*"), theme.pick("◆", "*"), Role::Good),
            () if on_cursor && ghost.is_some_and(|ghost| !ghost.is_legal) => {
                beside(theme.pick("×", "x"), theme.pick("×", "x"), Role::Bad);
            }
            () if on_cursor => beside(theme.pick("▶", ">"), theme.pick("◀", "<"), Role::Good),
            () if marks.hint.contains(&cell) => beside("?", "?", Role::Good),
            () if marks.targets.contains(&cell) => {
                centre(buffer, rect, "+", theme.style(Role::Good));
            }
            () if marks.last.contains(&cell) => {
                beside(theme.pick("›", "'"), theme.pick("‹", "'"), Role::Strong);
            }
            () => {}
        }
    }

    /// A cell that is filled edge to edge.
    fn draw_square(
        &self,
        buffer: &mut Buffer,
        rect: Rect,
        cell: Cell,
        square: Option<&Square>,
        theme: Theme,
    ) {
        let marks = &self.marks;
        let ghost = marks.ghost.as_ref().filter(|ghost| ghost.cells.contains(&cell));
        let is_last = marks.last.contains(&cell);
        let side = |seat: Seat| theme.style(cell_role(self.game, seat));
        if let Some(ghost) = ghost {
            let (ends, role) = match ghost.is_legal {
                true => (['[', ']'], cell_role(self.game, self.turn)),
                false => (theme.pick(['×', '×'], ['x', 'x']), Role::Bad),
            };
            let style = theme.style(role).add_modifier(Modifier::BOLD);
            let inside = if ghost.is_legal { ' ' } else { ends[0] };
            return fill_ends(buffer, rect, ends, inside, style);
        }
        if marks.hint.contains(&cell) {
            return fill_ends(buffer, rect, ['?'; 2], '?', theme.style(Role::Good));
        }
        match square.map(|square| (square.ground, square.owner)) {
            Some((Ground::Wall, _)) => {
                fill(buffer, rect, theme.pick('▞', '&'), theme.style(Role::Faint));
            }
            Some((Ground::Start, Some(seat))) => {
                let style = side(seat).add_modifier(Modifier::BOLD);
                centre(buffer, rect, &seat.number().to_string(), style);
            }
            Some((_, Some(seat))) => fill(buffer, rect, theme.fill(seat, is_last), side(seat)),
            _ => centre(buffer, rect, theme.pick("·", "."), theme.style(Role::Faint)),
        }
    }
}

/// A piece at the foot of a rectangle, in its middle.
pub(super) fn draw_figure(
    buffer: &mut Buffer,
    rect: Rect,
    figure: Figure,
    style: Ink,
    theme: Theme,
) {
    let margin = u16::from(rect.width > 6);
    let rows = piece_rows(figure, rect.width - 2 * margin, rect.height, theme);
    let top = rect.bottom() - rows.len() as u16;
    for (y, row) in (top..).zip(&rows) {
        buffer.set_string(rect.x + margin, y, row, style);
    }
}

/// The mark of a player's knight.
pub(super) fn knight(seat: Seat, theme: Theme) -> &'static str {
    match seat {
        Seat::One => theme.pick("[♘1]", "[N1]"),
        Seat::Two => theme.pick("(♞2)", "(N2)"),
    }
}

/// A cell with a number, a knight or nothing.
fn draw_number(
    buffer: &mut Buffer,
    rect: Rect,
    cell: Cell,
    square: Option<&Square>,
    marks: &Marks,
    theme: Theme,
) {
    let is_target = marks.targets.contains(&cell);
    let text = square.map_or("", |square| square.text.as_str());
    let (text, mut style) = match square.and_then(|square| square.owner) {
        Some(seat) => {
            let style = theme.style(Role::Side(seat)).add_modifier(Modifier::BOLD);
            (knight(seat, theme).to_owned(), style)
        }
        None if text.is_empty() => {
            (theme.pick(" ·· ", " .. ").to_owned(), theme.style(Role::Faint))
        }
        None if marks.hint.contains(&cell) => (format!("?{text}?"), theme.style(Role::Good)),
        None if is_target => {
            let [left, right] = theme.pick(['›', '‹'], ['>', '<']);
            (format!("{left}{text}{right}"), theme.style(Role::Good))
        }
        None => (format!(" {text} "), theme.style(Role::Plain)),
    };
    if marks.last.contains(&cell) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if marks.cursor == Some(cell) {
        style = style.add_modifier(Modifier::REVERSED);
        fill(buffer, rect, ' ', style);
    }
    centre(buffer, rect, &text, style);
}

/// How many rows and columns are labelled, and from which end rows are counted.
#[derive(Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    pub(crate) is_bottom_up: bool,
}

/// Letters above and numbers beside the cells.
pub(crate) fn draw_labels(buffer: &mut Buffer, grid: &Grid, theme: Theme, labels: Labels) {
    let style = theme.style(Role::Faint);
    let frame = grid.frame();
    for column in 0..labels.columns {
        let cell = grid.cell((0, column.into()));
        let letter = char::from(b'a' + column).to_string();
        let x = cell.x + (cell.width - 1) / 2;
        buffer.set_string(x, frame.y - LABELS.1, letter, style);
    }
    for row in 0..labels.rows {
        let cell = grid.cell((row.into(), 0));
        let y = cell.y + (cell.height - 1) / 2;
        let number = if labels.is_bottom_up { labels.rows - row } else { row + 1 };
        buffer.set_string(frame.x - LABELS.0, y, format!("{number:>2}"), style);
    }
}

/// The lines between the cells of a square board.
fn draw_lines(buffer: &mut Buffer, grid: &Grid, n: usize, theme: Theme) {
    let style = theme.style(Role::Faint);
    let corners = theme.pick(
        [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
        [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    );
    let (across, upright) = theme.pick(("─", "│"), ("-", "|"));
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
pub(crate) fn fill(buffer: &mut Buffer, rect: Rect, with: char, style: Ink) {
    fill_ends(buffer, rect, [with; 2], with, style);
}

/// Fills a rectangle, its left and right column with other characters.
fn fill_ends(buffer: &mut Buffer, rect: Rect, ends: [char; 2], with: char, style: Ink) {
    let middle = with.to_string().repeat(usize::from(rect.width.saturating_sub(2)));
    let row = format!("{}{middle}{}", ends[0], ends[1]);
    for y in rect.y..rect.bottom() {
        buffer.set_string(rect.x, y, &row, style);
    }
}

/// A text in the middle of a rectangle, rather left and up than right and down.
pub(crate) fn centre(buffer: &mut Buffer, rect: Rect, text: &str, style: Ink) {
    let width = text.chars().count() as u16;
    let x = rect.x + rect.width.saturating_sub(width) / 2;
    buffer.set_string(x, rect.y + (rect.height - 1) / 2, text, style);
}
