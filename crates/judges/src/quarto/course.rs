//! The evaluation of the course's own program for quatro, to be compared with better judges.
//!
//! Each of the ten lines counts by the number of its pieces, if these share an attribute value. The sum
//! is the side to move's, whoever placed the pieces; two-by-two squares count for nothing.

use plywood_contract::{Evaluator, Score};
use plywood_games::quarto::{Board, LINES, Quatro};

use super::shares;

/// The value of a finished game: more than any sum of lines.
const WIN: Score = 1_000_000;

/// The value of a line by its number of pieces.
const WORTH: [Score; 5] = [0, 1, 10, 1000, 10_000];

/// The course's evaluation of quatro.
#[derive(Clone, Copy, Debug, Default)]
pub struct CourseJudge;

impl Evaluator<Quatro> for CourseJudge {
    fn evaluate(&self, _: &Quatro, board: &Board) -> Score {
        let worth = |&line: &u16| {
            let n_pieces = (board.occupied() & line).count_ones() as usize;
            if shares(board, line) { WORTH[n_pieces] } else { 0 }
        };
        LINES.iter().map(worth).sum()
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }
}

#[cfg(test)]
mod tests {
    use plywood_contract::Notation;

    use super::*;

    #[test]
    fn lines_count_by_their_pieces_if_these_share_something() {
        let game = Quatro::default();
        for (position, expected) in [
            ("..../..../..../.... -", 0),
            // On a row, a column and a diagonal.
            ("6.../..../..../.... -", 3),
            // White, short, square and hollow beside black, short, square and hollow: the row has two,
            // each column one, and one stands on a diagonal.
            ("67../..../..../.... -", 10 + 2 + 1),
            // 0 and f share nothing: the row counts for nothing.
            ("0f../..../..../.... -", 1 + 1 + 1),
            // Three white ones in a row.
            ("024./..../..../.... -", 1000 + 3 + 1),
        ] {
            let board = game.read_position(position).expect("a position");
            assert_eq!(CourseJudge.evaluate(&game, &board), expected, "{position}");
        }
    }
}
