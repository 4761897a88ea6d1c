//! Exact answers on named games: perfect play where a game can be solved, and proven bounds where it cannot.
//!
//! ```
//! use plywood_contract::Limits;
//! use plywood_games::connect_four::Position;
//! use plywood_solvers::connect_four::Solver;
//!
//! let position = Position::after("112233").unwrap();
//! let exact = Solver::new(1 << 20).value(&position, &Limits::default()).unwrap();
//! assert_eq!((exact.value, exact.plies), (1, 1)); // won with the next disc
//! ```
//!
//! Every answer is proven by a search to the end of the game or over the whole board; if a limit ends it
//! earlier, the solver reports that and no guess. Opinions are in `plywood-judges`.

pub mod cavalo;
pub mod connect_four;
pub mod maximum;
pub mod quarto;
