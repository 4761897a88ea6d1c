//! What the perfect player needs of a game.

use plywood_contract::{Game, Limits, Stop, Symmetric};
use plywood_games::quarto::{Board, Position, Quarto, Quatro, Turn};

use super::solver::{Goal, Problem, Solver};

/// A game whose positions a [`Solver`] can judge.
pub trait Solved: Symmetric {
    /// Whether the player to move reaches a goal in a position that is not over.
    fn reaches(
        solver: &mut Solver,
        position: &Self::Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<bool, Stop>;

    /// The pieces on the board.
    fn board(position: &Self::Position) -> &Board;

    /// Whether the player to move can end the game with a line now.
    fn wins_at_once(position: &Self::Position) -> bool;

    /// The position in the middle of a move, with the same player to go on; what it is worth is the
    /// most that any move which begins in this way can be worth. None if moves have no middle.
    fn halfway(&self, position: &Self::Position, step: Self::Move) -> Option<Self::Position>;
}

impl Solved for Quarto {
    fn reaches(
        solver: &mut Solver,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        solver.reaches(Problem::Quarto(*position), goal, limits)
    }

    fn board(position: &Position) -> &Board {
        &position.board
    }

    fn wins_at_once(position: &Position) -> bool {
        Quarto::wins_at_once(position)
    }

    /// The piece is placed, the next not yet handed over.
    fn halfway(&self, position: &Position, step: Turn) -> Option<Position> {
        let (Some(piece), Some(cell), Some(_)) = (position.hand, step.cell(), step.gives()) else {
            return None;
        };
        let mut board = position.board;
        board.place(piece, cell);
        Some(Position { board, hand: None })
    }
}

impl Solved for Quatro {
    fn reaches(
        solver: &mut Solver,
        board: &Board,
        goal: Goal,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        solver.reaches(Problem::Quatro(*board), goal, limits)
    }

    fn board(board: &Board) -> &Board {
        board
    }

    fn wins_at_once(board: &Board) -> bool {
        Quatro::wins_at_once(board)
    }

    fn halfway(&self, _: &Board, _: <Self as Game>::Move) -> Option<Board> {
        None
    }
}
