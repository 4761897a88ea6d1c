//! How fast the rules are: node counts with the last ply counted, and random whole games.

use std::time::{Duration, Instant};

use plywood_contract::{Game, perft};
use plywood_games::blokus::game::Blokus;
use plywood_games::duo::BlokusDuo;
use plywood_games::quarto::{Quarto, Quatro};
use plywood_testkit::bench::{Row, median};
use plywood_testkit::check::Dice;

fn main() {
    bound("blokus-duo/perft/3", &BlokusDuo, 3, 89_204_762, 1.0);
    bound("blokus/perft/8", &Blokus, 8, 23_708_827, 0.5);
    bound("quatro/perft/3", &Quatro::default(), 3, 11_289_600, 0.03);
    playouts("blokus", &Blokus);
    playouts("blokus-duo", &BlokusDuo);
    playouts("quatro", &Quatro::default());
    playouts("quarto", &Quarto::default());
}

/// A node count within a bound in seconds.
fn bound<G: Game>(name: &str, game: &G, depth: u32, nodes: u64, seconds: f64) {
    let start = game.start();
    let time = median(3, || assert_eq!(perft(game, &start, depth), nodes));
    Row::within(name, time, Duration::from_secs_f64(seconds));
    let rate = nodes as f64 / time.as_secs_f64();
    println!("  {name}: {:.1} M leaves/s", rate / 1e6);
}

/// Random whole games per second.
fn playouts<G: Game>(name: &str, game: &G) {
    let mut dice = Dice::new(1);
    let mut moves = Vec::new();
    let start = game.start();
    let begun = Instant::now();
    let (mut games, mut plies) = (0_u64, 0_u64);
    while begun.elapsed() < Duration::from_secs(1) {
        let mut position = start.clone();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
            plies += 1;
        }
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    Row {
        name: &format!("{name}/playouts"),
        ours: format!("{:.0} games/s", games as f64 / seconds),
        other: format!("{:.2} M plies/s", plies as f64 / seconds / 1e6),
        ratio: 1.0,
        target: None,
    }
    .print();
}
