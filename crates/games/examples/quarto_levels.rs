//! Counts the quarto boards without a line, up to symmetry, by pieces placed.
//!
//! `cargo run --release -p plywood-games --example quarto_levels -- 6` counts up to six pieces, in
//! seconds; seven need several gigabytes.

use plywood_games::quarto::{first_level, next_level};

fn main() {
    let most = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(5);
    let mut level = first_level(false);
    println!("0 pieces: {}", level.len());
    for pieces in 1..=most {
        level = next_level(&level);
        println!("{pieces} pieces: {}", level.len());
    }
}
