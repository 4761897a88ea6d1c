//! How long exact differences of cavalo take, on positions from play, by plies played.
//!
//! `CAVALO_BOARDS=20 cargo xtask bench cavalo` takes all boards; there are six without the variable.
//! `cargo bench -p plywood-solvers --bench cavalo -- play` prints the games anew, at 1 s a move on two
//! threads; a number after it stands for other milliseconds.

use std::time::{Duration, Instant};

use plywood_contract::{Game, Limits, Notation};
use plywood_games::cavalo::{Cavalo, Position, Rules};
use plywood_solvers::cavalo::{Exact, Solver, Unsettled};
use plywood_testkit::bench::Row;

/// A line per board: its seed and the moves played.
const GAMES: &str = include_str!("data/cavalo-games.txt");
const N_GAMES: u64 = 20;
const N_MOVES: usize = 12;
const TABLE_BYTES: usize = 1 << 29;

/// One row: one question on all boards after a number of plies, the placements included.
struct Question {
    name: &'static str,
    plies: u32,
    window: Option<[i32; 2]>,
    limit: Duration,
    /// Boards of twenty on which it must be answered within the limit.
    needed: f64,
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if words.first().is_some_and(|word| word == "play") {
        let milliseconds = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
        return play(Duration::from_millis(milliseconds));
    }
    let boards = std::env::var("CAVALO_BOARDS").ok().and_then(|text| text.parse().ok());
    let boards = boards.unwrap_or(6);
    let seconds = Duration::from_secs;
    let exact = |name, plies, limit, needed| Question { name, plies, window: None, limit, needed };
    for question in [
        exact("cavalo/exact/ply-14", 14, seconds(5), 18.0),
        exact("cavalo/exact/ply-12", 12, seconds(60), 20.0),
        Question { window: Some([-1, 1]), ..exact("cavalo/who-wins/ply-10", 10, seconds(5), 15.0) },
        exact("cavalo/exact/ply-10", 10, seconds(60), 12.0),
    ] {
        if words.first().is_none_or(|only| question.name.contains(only.as_str())) {
            ask(&question, boards);
        }
    }
}

/// Asks on so many boards, on two threads, the table empty before each.
fn ask(question: &Question, boards: usize) {
    let Question { name, plies, window, limit, needed } = question;
    let mut solver = Solver::with_threads(TABLE_BYTES, 2);
    let mut times = Vec::new();
    let (mut n_solved, mut nodes) = (0, 0);
    for line in GAMES.lines().take(boards) {
        let (game, position) = position_after(line, *plies);
        let limits = Limits::time(*limit);
        solver.clear();
        let begun = Instant::now();
        let answer = match window {
            None => solver.value(&game, &position, &limits),
            Some(window) => solver.within(&game, &position, *window, &limits),
        };
        let time = begun.elapsed();
        times.push(time);
        let (n, text) = match &answer {
            Ok(Exact { value, nodes, .. }) => (nodes, format!("{value}")),
            Err(Unsettled { bounds, nodes, .. }) => (nodes, format!("{bounds:?}")),
        };
        nodes += n;
        n_solved += usize::from(answer.is_ok());
        let seed = line.split(' ').next().unwrap_or_default();
        println!("  {name} board {seed}: {text}, {n} nodes, {time:.2?}");
    }
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    let Some((&least, &most)) = times.first().zip(times.last()) else { return };
    let median = times[times.len() / 2];
    let speed = nodes as f64 / total.as_secs_f64() / 1e6;
    println!(
        "  {name}: {least:.2?} / {median:.2?} / {most:.2?} (least, median, most), {speed:.1} M nodes/s"
    );
    let needed = (needed * times.len() as f64 / N_GAMES as f64).ceil();
    let ours = format!("{n_solved} of {} in {limit:?}", times.len());
    let other = format!("bound {needed}");
    Row { name, ours, other, ratio: n_solved as f64 / needed, target: Some(1.0) }.print();
}

/// The position of a game after a number of plies: each removes two numbers, as do the placements.
fn position_after(line: &str, plies: u32) -> (Cavalo, Position) {
    let mut words = line.split(' ');
    let seed = words.next().and_then(|word| word.parse().ok()).expect("a line begins with a seed");
    let game = Cavalo::shuffled(seed, Rules::default());
    let mut position = game.start();
    while position.numbered().count_ones() > 100 - 2 * plies {
        let word = words.next().expect("a line is long enough");
        game.try_play(&mut position, word).expect("a line holds legal moves");
    }
    (game, position)
}

/// Plays the games and prints them.
fn play(time: Duration) {
    for seed in 1..=N_GAMES {
        let game = Cavalo::shuffled(seed, Rules::default());
        let mut solver = Solver::with_threads(TABLE_BYTES / 4, 2);
        let mut position = game.start();
        let mut line = seed.to_string();
        for _ in 0..N_MOVES {
            let analysis = solver.analyse(&game, &position, &Limits::time(time), |_| {});
            let Some(step) = analysis.best() else { break };
            line += " ";
            line += &game.move_text(&position, step);
            game.play(&mut position, step);
        }
        println!("{line}");
    }
}
