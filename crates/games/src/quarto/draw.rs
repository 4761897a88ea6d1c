//! Drawings: a tall piece is two lines high and a short one one, a round one stands in `( )` and a
//! square one in `[ ]`, white and black are filled differently, and a hollow one has a gap.

use plywood_contract::{Drawing, Game, Look, Message, Seat, Sketch, message};

use super::board::{Board, line_name};
use super::moves::{Position, Quarto, Quatro};
use super::pieces::{Cell, Piece};
use crate::draw::{BLACK, WHITE};

impl Drawing for Quatro {
    fn sketch(&self, board: &Board, look: Look) -> Sketch {
        let mut sketch = draw_board(board, look);
        let player = self.turn(board);
        sketch.say(match self.result(board) {
            Some(_) => end(board, player.other()),
            None => message!("drawing-to-move", "player {player} to move", player),
        });
        let left = message!("drawing-left", "left:");
        draw_pieces(&mut sketch, left, board.pieces_left(), look);
        finish(sketch, look)
    }
}

impl Drawing for Quarto {
    fn sketch(&self, position: &Position, look: Look) -> Sketch {
        let mut sketch = draw_board(&position.board, look);
        let player = self.turn(position);
        match (self.result(position), position.hand) {
            (Some(_), _) => sketch.say(end(&position.board, player)),
            (None, None) => sketch.say(message!(
                "drawing-hand-over",
                "player {player} to hand over a piece",
                player
            )),
            (None, Some(piece)) => {
                sketch.say(message!(
                    "drawing-to-place",
                    "player {player} to place {piece}",
                    player,
                    piece
                ));
                let title = message!("drawing-in-hand", "in hand:");
                draw_pieces(&mut sketch, title, piece.bit(), look);
            }
        }
        let left = message!("drawing-left", "left:");
        draw_pieces(&mut sketch, left, position.pieces_left(), look);
        finish(sketch, look)
    }
}

/// The characters of a look.
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
fn draw_board(board: &Board, look: Look) -> Sketch {
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
    text += &pen.rule(2);
    let mut sketch = Sketch::default();
    sketch.draw(&dyed(&text, look));
    sketch
}

/// Who won by which lines, or that the game is a draw.
fn end(board: &Board, placed_last: Seat) -> Message {
    let reasons = board.won_lines().map(|line| {
        let shared: Vec<_> = board.shared(line).map(|(a, v)| attribute(a, v)).collect();
        message!("drawing-line", "{line} all {shared}", line = line_name(line), shared)
    });
    let lines: Vec<_> = reasons.collect();
    match lines.is_empty() {
        true => message!("drawing-draw", "draw"),
        false => {
            message!("drawing-wins", "player {player} wins: {lines}", player = placed_last, lines)
        }
    }
}

/// What all four pieces of a line are.
fn attribute(which: usize, value: bool) -> Message {
    match (which, value) {
        (0, false) => message!("all-white", "white"),
        (0, true) => message!("all-black", "black"),
        (1, false) => message!("all-tall", "tall"),
        (1, true) => message!("all-short", "short"),
        (2, false) => message!("all-round", "round"),
        (2, true) => message!("all-square", "square"),
        (_, false) => message!("all-hollow", "hollow"),
        (_, true) => message!("all-solid", "solid"),
    }
}

/// A titled row of pieces, eight to a row; nothing for none.
fn draw_pieces(sketch: &mut Sketch, title: Message, set: u16, look: Look) {
    let pen = Pen::of(look);
    let pieces: Vec<_> = Piece::all_in(set).collect();
    if pieces.is_empty() {
        return;
    }
    sketch.say(title);
    for row in pieces.chunks(8) {
        for lower in [false, true] {
            let halves: Vec<_> = row.iter().map(|&piece| pen.labelled(piece, lower)).collect();
            let line = halves.join("  ");
            if !line.trim().is_empty() {
                sketch.draw(&dyed(&format!("  {}\n", line.trim_end()), look));
            }
        }
    }
}

/// Adds the legend.
fn finish(mut sketch: Sketch, look: Look) -> Sketch {
    let [white, black] = Pen::of(look).fills.map(|fill| dyed(&fill.to_string(), look));
    sketch.say(message!(
        "drawing-legend",
        "{white} white, {black} black; high: tall, low: short; () round, [] square; gap: hollow",
        white,
        black
    ));
    sketch
}

/// Colours, where asked for, every run of a fill or a mark; the symbols stay as they are.
fn dyed(text: &str, look: Look) -> String {
    if look != Look::Coloured {
        return text.to_owned();
    }
    let pen = Pen::of(look);
    let colour = |symbol: char| match symbol {
        symbol if symbol == pen.fills[0] => format!("\x1b[{WHITE}m"),
        symbol if symbol == pen.fills[1] => format!("\x1b[{BLACK}m"),
        symbol if symbol == pen.mark => "\x1b[1;92m".into(),
        _ => String::new(),
    };
    let mut out = String::with_capacity(2 * text.len());
    let mut current = String::new();
    for symbol in text.chars() {
        let wanted = colour(symbol);
        if wanted != current {
            out += if current.is_empty() { "" } else { "\x1b[0m" };
            out += &wanted;
            current = wanted;
        }
        out.push(symbol);
    }
    out += if current.is_empty() { "" } else { "\x1b[0m" };
    out
}
