//! Boards as problems of the catalogue, and back.

use plywood_contract::{Frame, Ground, Limits, Refused, Scene, Seat, Square, Stats};
use plywood_games::blokus::puzzle::{Board, BoardError, Cell};

use super::boards::NamedBoard;
use super::witness::check_witness;
use crate::catalogue::puzzle::{OFFER, posed};
use crate::problems::{Instance, Method, MethodError, SolveReport};

/// The problem that a board is.
pub fn pose(board: &NamedBoard) -> Result<Instance, BoardError> {
    Ok(Instance { name: board.name.clone(), quest: posed(&board.board)? })
}

/// Solves `board` by `method` within `limits`; `progress` is called every few milliseconds.
pub fn solve(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    mut progress: impl FnMut(&Stats),
) -> Result<SolveReport, Refused> {
    Ok(pose(board)?.solve(method, limits, &mut progress)?)
}

/// Every algorithm once, and A* with every heuristic.
pub fn default_methods() -> Vec<Method> {
    OFFER.methods()
}

/// The heuristic of this name (`h1` or `given`), by its short name.
pub fn parse_heuristic(name: &str) -> Result<String, MethodError> {
    OFFER.heuristic(name).map(str::to_owned)
}

/// The boards along a report's path, from the start.
pub fn boards_along(board: &NamedBoard, report: &SolveReport) -> Vec<Board> {
    let mut boards = vec![board.board.clone()];
    for step in report.path.iter().flatten() {
        let last = &boards[boards.len() - 1];
        boards.push(check_witness(last, None, &[step]).expect("a solution's steps are legal"));
    }
    boards
}

/// The picture of a board; unlike a problem it needs no objective.
pub fn look(board: &Board) -> (Frame, Scene) {
    let (rows, columns) = (board.rows(), board.columns());
    let square = |at: usize| match board.cell(at / columns, at % columns) {
        Cell::Empty => None,
        Cell::Blocked => Some(Square { at: at as u16, ground: Ground::Wall, ..Square::default() }),
        Cell::Own => Some(Square { at: at as u16, owner: Some(Seat::One), ..Square::default() }),
    };
    let squares = (0..rows * columns).filter_map(square).collect();
    let frame = Frame { rows: rows as u8, columns: columns as u8, ..Frame::default() };
    (frame, Scene { squares, ..Scene::default() })
}
