//! The puzzle: choose a board and an algorithm, watch it work, step through it, play the solution back.

mod draw;
mod form;
mod hand;
mod recording;
#[cfg(test)]
mod tests;
mod watch;

pub(crate) use form::{PuzzleForm, Wanted};
pub(crate) use hand::{HAND_KEYS, HandScreen};
pub(crate) use watch::{KEYS, PuzzleScreen};
