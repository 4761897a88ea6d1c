//! Opinions on quarto and quatro for the general searches, in thousandths of a win.
//!
//! They are simple, so that a search has something to add; the perfect player is separate. The figures follow
//! how often random positions with 7 to 12 pieces were won, drawn and lost. `course` is the evaluation of the
//! course's own program.

mod course;

pub use course::CourseJudge;

use plywood_contract::{Evaluator, Game, Score};
use plywood_games::quarto::{Board, LINES, Placement, Position, Quarto, Quatro, SQUARES, Turn};

/// The value of a finished game.
const WIN: Score = 1000;
/// The value of a win available now.
const AT_HAND: Score = 900;

/// A judge of both games.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuartoJudge;

impl Evaluator<Quarto> for QuartoJudge {
    /// - The piece in hand completes a line: as good as won.
    /// - The mover must hand over a piece that completes none. With a single safe one left the
    ///   opponent is soon the one without; with none the mover is. More of them put the matter off.
    fn evaluate(&self, _: &Quarto, position: &Position) -> Score {
        if Quarto::wins_at_once(position) {
            return AT_HAND;
        }
        match (position.board.safe_pieces() & position.pieces_left()).count_ones() as Score {
            0 => -200,
            n_safe => 300 / n_safe,
        }
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }

    const RANKS: bool = true;

    /// Wins first, then placements that leave fewest safe pieces; pieces that win come last.
    fn rank(&self, game: &Quarto, position: &Position, step: Turn) -> i32 {
        let Some(given) = step.gives() else {
            return WIN;
        };
        let mut next = *position;
        game.play(&mut next, step);
        let safe = next.board.safe_pieces();
        if safe & given.bit() == 0 { -WIN } else { -(safe.count_ones() as i32) }
    }

    const NOISE: bool = true;

    /// Ends of the game, and handing over a piece that ends it.
    fn is_noisy(&self, game: &Quarto, position: &Position, step: Turn) -> bool {
        let mut next = *position;
        game.play(&mut next, step);
        next.hand.is_none() || Quarto::wins_at_once(&next)
    }
}

impl Evaluator<Quatro> for QuartoJudge {
    /// - A piece left completes a line: as good as won.
    /// - Players run out of quiet placements, and it is mostly the one to move with an even number
    ///   of pieces left who does; the more so, the more lines can still be completed.
    fn evaluate(&self, _: &Quatro, board: &Board) -> Score {
        if Quatro::wins_at_once(board) {
            return AT_HAND;
        }
        let n_live = lines(board).filter(|&line| is_live(board, line)).count() as Score;
        if board.placed().is_multiple_of(2) { -20 * n_live } else { 30 * n_live }
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }

    const RANKS: bool = true;

    /// Wins first, then placements after which most lines of two wait for a third, which the opponent had better
    /// not place; those that let the opponent win come last.
    fn rank(&self, game: &Quatro, board: &Board, step: Placement) -> i32 {
        let mut next = *board;
        game.play(&mut next, step);
        if next.is_won() {
            return WIN;
        }
        if Quatro::wins_at_once(&next) {
            return -WIN;
        }
        let waits =
            |line: &u16| (next.occupied() & line).count_ones() == 2 && is_live(&next, *line);
        lines(&next).filter(waits).count() as i32
    }

    const NOISE: bool = true;

    /// Ends of the game, and placements that let the opponent end it.
    fn is_noisy(&self, game: &Quatro, board: &Board, step: Placement) -> bool {
        let mut next = *board;
        game.play(&mut next, step);
        game.result(&next).is_some() || Quatro::wins_at_once(&next)
    }
}

/// The lines of a board, and the squares where they win.
fn lines(board: &Board) -> impl Iterator<Item = u16> {
    let squares: &[u16] = if board.squares() { &SQUARES } else { &[] };
    LINES.iter().chain(squares).copied()
}

/// Whether the pieces on a line still share an attribute and a cell is free.
fn is_live(board: &Board, line: u16) -> bool {
    board.occupied() & line != line && shares(board, line)
}

/// Whether the pieces on a line, if there are any, have an attribute value in common.
fn shares(board: &Board, line: u16) -> bool {
    let occupied = board.occupied() & line;
    (0..4).any(|attribute| {
        let ones = board.plane(attribute) & line;
        ones == 0 || ones == occupied
    })
}
