//! Who plays whom, with which side, from which opening: a schedule that follows from the settings.
//!
//! `schedule` lays out round robins, gauntlets and ladders; `swiss` pairs by standing; `openings`
//! finds where games begin.

mod openings;
mod schedule;
mod swiss;

pub use openings::{Opening, OpeningBook, OpeningError, bad_line};
pub use schedule::{Fixture, PairPoints, Schedule};
