//! How fast the rules are: node counts with the last ply counted, and random whole games.

use std::time::{Duration, Instant};

use plywood_contract::{Game, Notation, perft};
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::Cavalo;
use plywood_games::duo::BlokusDuo;
use plywood_games::quarto::{Quarto, Quatro};
use plywood_testkit::bench::{Row, median};
use plywood_testkit::check::Dice;
use plywood_testkit::slow_quarto::{SlowBoard, SlowRules};
use plywood_testkit::{slow_blokus, slow_cavalo};

fn main() {
    bound("blokus-duo/perft/3", &BlokusDuo, 3, 89_204_762, 1.0);
    bound("blokus/perft/8", &Blokus, 8, 23_708_827, 0.5);
    bound("quatro/perft/3", &Quatro::default(), 3, 11_289_600, 0.03);
    cavalo();
    beside_plain_arrays();
    playouts("blokus", &Blokus);
    playouts("blokus-duo", &BlokusDuo);
    playouts("quatro", &Quatro::default());
    playouts("quarto", &Quarto::default());
    playouts("cavalo", &Cavalo::default());
}

/// A node count within a bound in seconds.
fn bound<G: Game>(name: &str, game: &G, depth: u32, nodes: u64, seconds: f64) {
    let start = game.start();
    let time = median(3, || assert_eq!(perft(game, &start, depth), nodes));
    Row::within(name, time, Duration::from_secs_f64(seconds));
    let rate = nodes as f64 / time.as_secs_f64();
    println!("  {name}: {:.1} M leaves/s", rate / 1e6);
}

/// Leaves per second on a shuffled board.
fn cavalo() {
    let game = Cavalo::default();
    let start = game.start();
    let mut leaves = 0;
    let time = median(3, || leaves = perft(&game, &start, 11));
    let rate = leaves as f64 / time.as_secs_f64();
    Row {
        name: "cavalo/perft/11",
        ours: format!("{:.1} M leaves/s", rate / 1e6),
        other: "bound 30 M leaves/s".into(),
        ratio: rate / 30e6,
        target: Some(1.0),
    }
    .print();
}

/// The same counts by plain arrays, straight from the rules.
fn beside_plain_arrays() {
    compare("blokus/perft/5", &Blokus, 5, |text, depth| {
        slow_blokus::perft(text, depth, slow_blokus::course_moves, slow_blokus::course_play)
    });
    compare("blokus-duo/perft/2", &BlokusDuo, 2, |text, depth| {
        slow_blokus::perft(text, depth, slow_blokus::duo_moves, slow_blokus::duo_play)
    });
    for (name, hands_over) in [("quatro/perft/3", false), ("quarto/perft/3", true)] {
        let rules = SlowRules { hands_over, squares: false };
        let slow = |text: &str, depth| SlowBoard::read(text, rules).perft(depth);
        match hands_over {
            true => compare(name, &Quarto::default(), 3, slow),
            false => compare(name, &Quatro::default(), 3, slow),
        }
    }
    compare("cavalo/perft/7", &Cavalo::default(), 7, |text, depth| {
        let rules = slow_cavalo::SlowRules {
            choose_double: true,
            placing_removes: false,
            zero_double: false,
        };
        slow_cavalo::perft(text, depth, rules)
    });
}

fn compare<G: Notation>(name: &str, game: &G, depth: u32, slow: impl Fn(&str, u32) -> u64) {
    let start = game.start();
    let text = game.position_text(&start);
    let mut nodes = 0;
    let ours = median(5, || nodes = perft(game, &start, depth));
    let theirs = median(1, || assert_eq!(slow(&text, depth), nodes));
    let show = |time: Duration| format!("{:.3} ms", 1e3 * time.as_secs_f64());
    Row {
        name: &format!("{name} beside plain arrays"),
        ours: show(ours),
        other: show(theirs),
        ratio: theirs.as_secs_f64() / ours.as_secs_f64(),
        target: Some(20.0),
    }
    .print();
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
