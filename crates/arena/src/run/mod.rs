//! Running a tournament: workers take games from the schedule, results go to the store as they come.
//!
//! `dispatch` decides which game is next, `seating` seats players, `runner` puts both to work.

mod dispatch;
mod runner;
mod seating;

pub use dispatch::{Dispatch, Finished, Task};
pub use runner::{Progress, Runner, play_fixture, seats};
pub use seating::{Guests, Roster, Seats};
