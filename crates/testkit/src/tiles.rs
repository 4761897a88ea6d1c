//! Sliding tiles with known answers, as texts: tiles row by row, 0 for the gap.

use plywood_contract::PathCost;

/// A 15-puzzle with its known answers.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The tiles.
    pub tiles: &'static str,
    /// Moves of a shortest solution.
    pub length: PathCost,
    /// Children that IDA* with the Manhattan distance makes.
    pub generated: u64,
    /// Nodes that it expands.
    pub expanded: u64,
}

/// Ten 15-puzzles of moderate difficulty.
pub fn fifteens() -> Vec<Instance> {
    let read = |line: &'static str| {
        let mut parts = line.split('|');
        let tiles = parts.next()?.trim();
        let mut number = || parts.next()?.trim().parse::<u64>().ok();
        let length = number()? as PathCost;
        Some(Instance { tiles, length, generated: number()?, expanded: number()? })
    };
    lines(include_str!("../data/puzzle15.txt"))
        .map(|line| read(line).expect("known data"))
        .collect()
}

/// Twenty-two 8-puzzles with the length of a shortest solution.
pub fn eights() -> Vec<(&'static str, PathCost)> {
    let read = |line: &'static str| {
        let (tiles, length) = line.split_once('|')?;
        Some((tiles.trim(), length.trim().parse().ok()?))
    };
    lines(include_str!("../data/puzzle8.txt")).map(|line| read(line).expect("known data")).collect()
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}
