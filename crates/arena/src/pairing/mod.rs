//! Pairings: who plays whom, with which side, from which opening, as the settings determine.
//!
//! `schedule` lays out round robins, gauntlets and ladders; `swiss` pairs by standing; `openings` draws the
//! openings.

mod openings;
mod schedule;
mod swiss;

pub use openings::{Opening, OpeningBook, OpeningError, bad_line};
pub use schedule::{Fixture, PairPoints, Schedule};
