//! Players in a line of code: name a search, set what matters, run it on a position or let two play a match.
//!
//! ```
//! use plywood_contract::Game;
//! use plywood_games::connect_four::ConnectFour;
//! use plywood_judges::connect_four::Middle;
//! use plywood_search::play::{AlphaBeta, Mcts};
//!
//! let position = ConnectFour.start();
//! let best = Mcts::new(&ConnectFour).simulations(2_000).rave(true).seed(7).run(&position).best();
//! let judged = AlphaBeta::new(&ConnectFour).judge(Middle).depth(6).run(&position);
//! assert!(best.is_some() && judged.stats.depth == 6);
//! ```
//!
//! A judge is an [`Evaluator`](plywood_contract::Evaluator) or just a closure from a position to its value for
//! the side to move. Without one only finished games count, which is all Monte Carlo search needs.
//!
//! | player | needs | answers |
//! |---|---|---|
//! | [`AlphaBeta`] | a `Game` | the best move so many plies ahead |
//! | [`Iterative`] | a `Keyed` game | the best move under a clock, with a table and threads |
//! | [`Mcts`] | a `Game` | the move with the best results in random games |
//! | [`Random`] | a `Game` | a random legal move |
//! | a closure | nothing | any move it chooses |
//!
//! All of them are a [`Strategy`]; [`play_match`] lets two of them play. The functions of
//! [`adversarial`](crate::adversarial) are what the players call; they take every setting there is.

mod contest;
mod players;
mod strategy;

pub use contest::{Foul, Match, Tally, play_match};
pub use players::{AlphaBeta, Iterative, Mcts};
pub use strategy::{Random, Strategy};
