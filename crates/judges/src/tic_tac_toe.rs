//! The textbook's judge of tic-tac-toe.

use plywood_contract::{Evaluator, Score, Seat};
use plywood_games::tic_tac_toe::{LINES, Position, TicTacToe};

/// Lines still open to the side to move, less those open to the other (Nilsson, 1971). The whole game can be
/// searched in a moment; this judge shows searches at small depths.
///
/// ```
/// use plywood_contract::{Evaluator, Game, Notation};
/// use plywood_games::tic_tac_toe::TicTacToe;
/// use plywood_judges::tic_tac_toe::OpenLines;
///
/// let mut position = TicTacToe.start();
/// TicTacToe.try_play(&mut position, "b2").unwrap();
/// // Four lines are left to the side to move, and all eight to the one in the middle.
/// assert!(OpenLines.evaluate(&TicTacToe, &position) < 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// More than all lines.
const WIN: Score = 10;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&self, _: &TicTacToe, position: &Position) -> Score {
        let open = |seat: Seat| {
            let other = position.marks(seat.other());
            LINES.into_iter().filter(|line| line & other == 0).count() as Score
        };
        open(position.turn()) - open(position.turn().other())
    }

    fn settle(&self, result: i32) -> Score {
        WIN * result
    }

    fn most(&self) -> Option<Score> {
        Some(WIN)
    }
}
