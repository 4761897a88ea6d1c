//! Opinions on named games: heuristics for puzzles and judges of positions.
//!
//! ```
//! use plywood_contract::{Heuristic, Problem};
//! use plywood_games::blokus::puzzle::Puzzle;
//! use plywood_judges::puzzle::PuzzleHeuristic;
//!
//! let board = "objective: 8\n....\n....\n....\n....".parse().unwrap();
//! let puzzle = Puzzle::<2>::new(&board).unwrap();
//! let estimates = PuzzleHeuristic::ALL.map(|judge| judge.h(&puzzle, &puzzle.start()));
//! assert_eq!(estimates, [8, 2, 2, 2]);
//! ```

pub mod blokus;
pub mod cavalo;
pub mod connect_four;
pub mod duo;
pub mod grid;
pub mod othello;
pub mod puzzle;
pub mod quarto;
pub mod tic_tac_toe;
pub mod tiles;
