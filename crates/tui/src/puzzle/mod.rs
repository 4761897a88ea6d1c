//! The puzzle: choose a board and an algorithm, watch it work, step through it, play the solution back.

mod draw;
mod form;
mod recording;
#[cfg(test)]
mod tests;
mod watch;

pub(crate) use form::PuzzleForm;
pub(crate) use watch::{KEYS, PuzzleScreen};
