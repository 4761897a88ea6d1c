//! How long exact values take: whole games, and random quiet positions by pieces placed.

use std::time::{Duration, Instant};

use plywood_contract::{Game, Limits};
use plywood_games::quarto::{Position, Quarto, Quatro};
use plywood_judges::quarto::{Solver, Value};
use plywood_testkit::bench::Row;
use plywood_testkit::check::Dice;

const MEGABYTE: usize = 1 << 20;

fn main() {
    let only: Option<String> = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    for (placed, positions, milliseconds) in [
        (9, 20_000, 0.008),
        (8, 10_000, 0.03),
        (7, 2_000, 0.25),
        (6, 500, 1.3),
        (5, 100, 13.0),
        (4, 40, 110.0),
    ] {
        let name = format!("quarto/value/{placed}-placed");
        if wanted(&name) {
            let bound = Duration::from_secs_f64(milliseconds / 1e3);
            quiet_positions(&name, Quarto::default(), placed, positions, Some(bound));
        }
    }
    for placed in [8, 6, 4] {
        let name = format!("quatro/value/{placed}-placed");
        if wanted(&name) {
            quatro_positions(&name, placed, 1 << (2 * placed - 6));
        }
    }
    for placed in [9, 7] {
        let name = format!("quarto/value-with-squares/{placed}-placed");
        if wanted(&name) {
            quiet_positions(&name, Quarto { squares: true }, placed, 200, None);
        }
    }
    if wanted("quatro/empty") {
        let time = empty_quatro();
        Row::within("quatro/empty", time, Duration::from_secs(3));
    }
    if wanted("quarto/empty") {
        let one = empty_quarto(1);
        Row::within("quarto/empty", one, Duration::from_secs(30));
        let two = empty_quarto(2);
        let ratio = one.as_secs_f64() / two.as_secs_f64();
        let show = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        let (ours, other) = (show(two), show(one));
        Row { name: "quarto/empty/two-threads", ours, other, ratio, target: Some(1.7) }.print();
    }
}

/// Time and nodes for the value of the empty board.
fn empty_quarto(n_threads: usize) -> Duration {
    let mut solver = Solver::with_threads(256 * MEGABYTE, n_threads);
    let begun = Instant::now();
    let verdict = solver.quarto(&Quarto::default().start(), &Limits::default());
    let time = begun.elapsed();
    let verdict = verdict.expect("no limit was set");
    assert_eq!(verdict.value, Value::Draw);
    println!("  quarto/empty, {n_threads} threads: {} nodes, {time:.2?}", verdict.nodes);
    time
}

fn empty_quatro() -> Duration {
    let mut solver = Solver::new(256 * MEGABYTE);
    let begun = Instant::now();
    let verdict = solver.quatro(&Quatro::default().start(), &Limits::default());
    let time = begun.elapsed();
    let verdict = verdict.expect("no limit was set");
    assert_eq!(verdict.value, Value::Loss);
    println!("  quatro/empty: {} nodes, {time:.2?}", verdict.nodes);
    time
}

/// The mean time for a value, the table cleared before each.
fn quiet_positions(name: &str, quarto: Quarto, placed: u32, count: usize, bound: Option<Duration>) {
    let mut dice = Dice::new(u64::from(placed));
    let positions: Vec<Position> =
        (0..count).map(|_| quiet_position(quarto, placed, &mut dice)).collect();
    let mut solver = Solver::new(64 * MEGABYTE);
    solver.quarto(&positions[0], &Limits::default()).expect("no limit was set");
    let mut values = [0; 3];
    let mut nodes = 0;
    let begun = Instant::now();
    for position in &positions {
        solver.clear();
        let verdict = solver.quarto(position, &Limits::default()).expect("no limit was set");
        values[verdict.value as usize] += 1;
        nodes += verdict.nodes;
    }
    let mean = begun.elapsed() / count as u32;
    match bound {
        Some(bound) => Row::within(name, mean, bound),
        None => information(name, mean),
    }
    let [losses, draws, wins] = values;
    let nodes = nodes as f64 / count as f64;
    println!("  {name}: {nodes:.1} nodes, {wins} won, {draws} drawn, {losses} lost of {count}");
}

/// The same for quatro, with nothing in hand.
fn quatro_positions(name: &str, placed: u32, count: usize) {
    let mut dice = Dice::new(u64::from(placed));
    let quarto = Quarto::default();
    let mut solver = Solver::new(64 * MEGABYTE);
    let positions: Vec<Position> =
        (0..count).map(|_| quiet_position(quarto, placed, &mut dice)).collect();
    solver.quatro(&positions[0].board, &Limits::default()).expect("no limit was set");
    let begun = Instant::now();
    for position in &positions {
        solver.clear();
        solver.quatro(&position.board, &Limits::default()).expect("no limit was set");
    }
    information(name, begun.elapsed() / count as u32);
}

/// A row without a target.
fn information(name: &str, time: Duration) {
    let ours = format!("{:.3} ms", 1e3 * time.as_secs_f64());
    Row { name, ours, other: String::new(), ratio: 1.0, target: None }.print();
}

/// A random position in which the player to move cannot win at once.
fn quiet_position(quarto: Quarto, placed: u32, dice: &mut Dice) -> Position {
    let mut moves = Vec::new();
    loop {
        let mut position = quarto.start();
        while position.board.placed() < placed || position.hand.is_none() {
            moves.clear();
            quarto.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            quarto.play(&mut position, moves[dice.below(moves.len())]);
        }
        let quiet = |piece| position.board.winning_cells(piece) == 0;
        if position.board.placed() == placed && position.hand.is_some_and(quiet) {
            return position;
        }
    }
}
