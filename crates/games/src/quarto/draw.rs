//! Drawings: a tall piece is two lines high and a short one one, a round one stands in `( )` and a
//! square one in `[ ]`, white and black are filled differently, and a hollow one has a gap.

use std::fmt::Write as _;

use plywood_contract::{Drawing, Game, Look, Seat};

use super::board::{Board, line_name};
use super::moves::{Position, Quarto, Quatro};
use super::pieces::{ATTRIBUTES, Cell, Piece};

impl Drawing for Quatro {
    fn draw(&self, board: &Board, look: Look) -> String {
        let mut text = draw_board(board, look);
        match self.result(board) {
            Some(_) => draw_end(&mut text, board, self.turn(board).other()),
            None => writeln!(text, "player {} to move", self.turn(board).number())
                .expect("a string takes everything"),
        }
        draw_pieces(&mut text, "left", board.pieces_left(), look);
        finish(text, look)
    }
}

impl Drawing for Quarto {
    fn draw(&self, position: &Position, look: Look) -> String {
        let mut text = draw_board(&position.board, look);
        let turn = self.turn(position);
        match (self.result(position), position.hand) {
            (Some(_), _) => draw_end(&mut text, &position.board, turn),
            (None, None) => {
                writeln!(text, "player {} to hand over a piece", turn.number())
                    .expect("a string takes everything");
            }
            (None, Some(piece)) => {
                writeln!(text, "player {} to place {piece}", turn.number())
                    .expect("a string takes everything");
                draw_pieces(&mut text, "in hand", piece.bit(), look);
            }
        }
        draw_pieces(&mut text, "left", position.pieces_left(), look);
        finish(text, look)
    }
}

/// What a look draws with.
struct Pen {
    /// Left, between cells, right: above, between and below the rows.
    corners: [[char; 3]; 3],
    across: char,
    upright: char,
    /// White and black.
    fills: [char; 2],
    /// Beside the cells of a line.
    mark: char,
}

const PLAIN: Pen =
    Pen { corners: [['+'; 3]; 3], across: '-', upright: '|', fills: ['.', '#'], mark: '*' };

const UNICODE: Pen = Pen {
    corners: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
    across: '─',
    upright: '│',
    fills: ['░', '█'],
    mark: '◆',
};

impl Pen {
    const fn of(look: Look) -> &'static Self {
        match look {
            Look::Plain => &PLAIN,
            Look::Unicode | Look::Coloured => &UNICODE,
        }
    }

    /// One rule of the grid, with its line feed.
    fn rule(&self, which: usize) -> String {
        let [left, between, right] = self.corners[which];
        let cells = [const { "" }; 4].map(|_| self.across.to_string().repeat(9));
        format!("  {left}{}{right}\n", cells.join(&between.to_string()))
    }

    /// The upper or lower half of a piece, five wide.
    fn half(&self, piece: Piece, lower: bool) -> String {
        if piece.has(1) && !lower {
            return " ".repeat(5);
        }
        let [open, close] = if piece.has(2) { ['[', ']'] } else { ['(', ')'] };
        let fill = self.fills[usize::from(piece.has(0))];
        let middle = if piece.has(3) { fill } else { ' ' };
        format!("{open}{fill}{middle}{fill}{close}")
    }

    /// The upper or lower half of a piece with, below, its code: seven wide.
    fn labelled(&self, piece: Piece, lower: bool) -> String {
        let code = if lower { piece.to_string() } else { " ".to_owned() };
        format!("{} {code}", self.half(piece, lower))
    }
}

/// The grid with its coordinates; cells of a complete line carry marks on both sides.
fn draw_board(board: &Board, look: Look) -> String {
    let pen = Pen::of(look);
    let won = board.won_lines().fold(0, |cells, line| cells | line);
    let mut text = String::from("       a         b         c         d\n");
    for row in 0..4 {
        text += &pen.rule(usize::from(row > 0));
        for lower in [false, true] {
            text += &if lower { format!("{} ", row + 1) } else { "  ".to_owned() };
            for cell in Cell::all_in(0xf << (4 * row)) {
                let mark = if won & cell.bit() != 0 { pen.mark } else { ' ' };
                let piece = board.piece_at(cell);
                let inside = piece.map_or_else(|| " ".repeat(7), |p| pen.labelled(p, lower));
                text.extend([pen.upright, mark]);
                text += &inside;
                text.push(mark);
            }
            text.push(pen.upright);
            text.push('\n');
        }
    }
    text + &pen.rule(2)
}

/// Who won by which lines, or that nobody did.
fn draw_end(text: &mut String, board: &Board, placed_last: Seat) {
    let lines: Vec<_> = board.won_lines().collect();
    if lines.is_empty() {
        text.push_str("draw\n");
        return;
    }
    let reasons = lines.into_iter().map(|line| {
        let shared: Vec<_> =
            board.shared(line).map(|(a, v)| ATTRIBUTES[a][usize::from(v)]).collect();
        format!("{} all {}", line_name(line), shared.join(" and "))
    });
    let reasons = reasons.collect::<Vec<_>>().join(", ");
    writeln!(text, "player {} wins: {reasons}", placed_last.number())
        .expect("a string takes everything");
}

/// A titled row of pieces, eight to a row; nothing for none.
fn draw_pieces(text: &mut String, title: &str, set: u16, look: Look) {
    let pen = Pen::of(look);
    let pieces: Vec<_> = Piece::all_in(set).collect();
    if pieces.is_empty() {
        return;
    }
    writeln!(text, "{title}:").expect("a string takes everything");
    for row in pieces.chunks(8) {
        for lower in [false, true] {
            let halves: Vec<_> = row.iter().map(|&piece| pen.labelled(piece, lower)).collect();
            let line = halves.join("  ");
            if !line.trim().is_empty() {
                writeln!(text, "  {}", line.trim_end()).expect("a string takes everything");
            }
        }
    }
}

/// Adds the legend and, where asked for, the colours.
fn finish(mut text: String, look: Look) -> String {
    let pen = Pen::of(look);
    let [white, black] = pen.fills;
    writeln!(
        text,
        "{white} white, {black} black; high: tall, low: short; () round, [] square; gap: hollow"
    )
    .expect("a string takes everything");
    if look == Look::Coloured { coloured(&text, pen) } else { text }
}

/// Colours every run of a fill or a mark; the symbols stay as they are.
fn coloured(text: &str, pen: &Pen) -> String {
    let colour = |symbol: char| match symbol {
        symbol if symbol == pen.fills[0] => "\x1b[93m",
        symbol if symbol == pen.fills[1] => "\x1b[34m",
        symbol if symbol == pen.mark => "\x1b[1;92m",
        _ => "",
    };
    let mut out = String::with_capacity(2 * text.len());
    let mut current = "";
    for symbol in text.chars() {
        let wanted = colour(symbol);
        if wanted != current {
            out += if current.is_empty() { "" } else { "\x1b[0m" };
            out += wanted;
            current = wanted;
        }
        out.push(symbol);
    }
    out
}
