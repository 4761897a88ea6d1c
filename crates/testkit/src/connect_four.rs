//! Positions of connect four to search, as texts.

/// A name and the columns played, counted from 1.
pub fn positions() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../data/connect4_positions.txt").lines();
    let named = lines.filter(|line| !line.starts_with('#'));
    let pairs = named.filter_map(|line| line.split_once(' '));
    // `-` stands for no column.
    pairs.map(|(name, columns)| (name, columns.trim().trim_matches('-'))).collect()
}
