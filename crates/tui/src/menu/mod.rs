//! The screens before and beside a game: start, setup, records, help.

mod computer;
mod form;
mod help;
mod load;
mod rules;
mod settings;
mod start;

pub(crate) use form::{Chosen, Form};
pub(crate) use help::Help;
pub(crate) use load::{Load, Loaded};
pub(crate) use rules::Rules;
pub(crate) use settings::{Choice, SettingsScreen};
pub(crate) use start::{Item, Start};

/// What a screen that begins something leads to.
pub(crate) enum Started<T> {
    Nothing,
    Back,
    Game(T),
}

/// Moves a bar in a list of `n` items, around its ends.
pub(crate) fn moved(at: usize, by: isize, n: usize) -> usize {
    if n == 0 { 0 } else { (at as isize + by).rem_euclid(n as isize) as usize }
}
