//! How long exact values take: whole games, and random quiet positions by pieces placed. How long the perfect
//! player takes to answer, in the slowest case.

use std::time::{Duration, Instant};

use plywood_contract::{Game, Limits, Quiet};
use plywood_games::quarto::{Position, Quarto, Quatro};
use plywood_solvers::quarto::{Adviser, AdviserOptions, Solved, Solver, Value};
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
    for placed in 0..=9 {
        answers("quarto", Quarto::default(), placed, &wanted);
        answers("quatro", Quatro::default(), placed, &wanted);
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
    let positions: Vec<Position> = (0..count).map(|_| quiet(&quarto, placed, &mut dice)).collect();
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
    let positions: Vec<Position> = (0..count).map(|_| quiet(&quarto, placed, &mut dice)).collect();
    solver.quatro(&positions[0].board, &Limits::default()).expect("no limit was set");
    let begun = Instant::now();
    for position in &positions {
        solver.clear();
        solver.quatro(&position.board, &Limits::default()).expect("no limit was set");
    }
    information(name, begun.elapsed() / count as u32);
}

/// The slowest and the mean answer of the perfect player to random quiet positions.
fn answers<G: Solved>(game_name: &str, game: G, placed: u32, wanted: &impl Fn(&str) -> bool) {
    let name = format!("{game_name}/answer/{placed}-placed");
    if !wanted(&name) {
        return;
    }
    let mut player = Adviser::new(AdviserOptions::default());
    let mut dice = Dice::new(u64::from(placed));
    let (mut slowest, mut total) = (Duration::ZERO, Duration::ZERO);
    const COUNT: u32 = 60;
    for _ in 0..COUNT {
        let position = quiet(&game, placed, &mut dice);
        let begun = Instant::now();
        let advice = player.advise(&game, &position, &Limits::default(), &mut Quiet);
        let time = begun.elapsed();
        assert!(advice.moves[0].value.is_some(), "an answer is proven");
        (slowest, total) = (slowest.max(time), total + time);
    }
    Row::within(&name, slowest, Duration::from_millis(100));
    println!("  {name}: mean {:.3} ms", 1e3 * (total / COUNT).as_secs_f64());
}

/// A row without a target.
fn information(name: &str, time: Duration) {
    let ours = format!("{:.3} ms", 1e3 * time.as_secs_f64());
    Row { name, ours, other: String::new(), ratio: 1.0, target: None }.print();
}

/// A random position with so many pieces placed in which the player to move cannot win at once.
fn quiet<G: Solved>(game: &G, placed: u32, dice: &mut Dice) -> G::Position {
    let mut moves = Vec::new();
    loop {
        let mut position = game.start();
        // In quarto the game begins by handing over.
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.len() == 16 {
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        while G::board(&position).placed() < placed {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        let is_over = game.result(&position).is_some();
        if G::board(&position).placed() == placed && !is_over && !G::wins_at_once(&position) {
            return position;
        }
    }
}
