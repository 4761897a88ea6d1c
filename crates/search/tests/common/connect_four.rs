//! Positions of connect four.
#![allow(dead_code, reason = "not every test needs both")]

use plywood_games::connect_four::Position;

/// The positions of the test kit by name.
pub(crate) fn positions() -> Vec<(&'static str, Position)> {
    let positions = plywood_testkit::connect_four::positions().into_iter();
    positions.map(|(name, columns)| (name, after(columns))).collect()
}

/// The position after these columns, counted from 1.
pub(crate) fn after(columns: &str) -> Position {
    Position::after(columns).expect("these columns can be played")
}
