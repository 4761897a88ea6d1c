//! The perfect player: exact values, no mistakes in whole games, the best among equals.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use plywood_contract::{Cancel, Game, Limits, Notation, Quiet, Seat, Stop};
use plywood_games::quarto::{Board, Position, Quarto, Quatro};
use plywood_solvers::quarto::{Advice, Adviser, AdviserOptions, Solved, Solver, Value};
use plywood_testkit::check::Dice;

fn player(polish: u64, lines: usize) -> Adviser {
    Adviser::new(AdviserOptions { polish, lines, ..AdviserOptions::default() })
}

fn advise<G: Solved>(player: &mut Adviser, game: &G, position: &G::Position) -> Advice<G::Move> {
    player.advise(game, position, &Limits::default(), &mut Quiet)
}

/// A random position that is not over, after so many plies.
fn random_position<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> G::Position {
    let mut moves = Vec::new();
    'games: loop {
        let mut position = game.start();
        for _ in 0..plies {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                continue 'games;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

/// Every move's value, line by line, is the one in the file.
fn check_values<G: Notation + Solved>(game: &G, text: &str) {
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut player = player(1000, usize::MAX);
    for vector in vectors["positions"].as_array().unwrap() {
        let id = &vector["id"];
        let position = game.read_position(vector["position"].as_str().unwrap()).unwrap();
        let advice = advise(&mut player, game, &position);
        assert_eq!(i64::from(advice.moves[0].score()), vector["value"], "{id}");
        let expected = vector["moves"].as_array().unwrap();
        assert_eq!(advice.moves.len(), expected.len(), "{id}");
        for entry in expected {
            let step = game.read_move(&position, entry["move"].as_str().unwrap()).unwrap();
            let judged = advice.moves.iter().find(|judged| judged.step == step).unwrap();
            let value = judged.value.map(|value| i64::from(value.number()));
            assert_eq!(value, entry["value"].as_i64(), "{id} {}", entry["move"]);
        }
        let scores: Vec<_> = advice.moves.iter().map(|judged| judged.score()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{id}");
    }
}

#[test]
fn every_move_has_its_known_value() {
    check_values(&Quarto::default(), include_str!("../../games/tests/data/quarto-values.json"));
    check_values(&Quatro::default(), include_str!("../../games/tests/data/quatro-values.json"));
}

/// Value and distance for the side to move by plain minimax: what is worth most comes first, then
/// the shortest win or the longest defence.
fn minimax<G: Game>(game: &G, position: &G::Position) -> (i32, u32) {
    let seat = game.turn(position);
    if let Some(result) = game.result(position) {
        return (if seat == Seat::One { result } else { -result }, 0);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let worth = |&(value, plies): &(i32, u32)| (value, -value * plies as i32);
    moves.iter().map(|&step| move_worth(game, position, step)).max_by_key(worth).unwrap()
}

/// The same for a move, to whoever makes it.
fn move_worth<G: Game>(game: &G, position: &G::Position, step: G::Move) -> (i32, u32) {
    let mut next = position.clone();
    game.play(&mut next, step);
    let (value, plies) = minimax(game, &next);
    (if game.turn(&next) == game.turn(position) { value } else { -value }, plies + 1)
}

/// Replies to a move that cost their player something, and all replies.
fn traps<G: Game>(game: &G, position: &G::Position, step: G::Move) -> (u32, u32) {
    let mut next = position.clone();
    game.play(&mut next, step);
    let (value, _) = minimax(game, &next);
    let mut replies = Vec::new();
    game.moves(&next, &mut replies);
    let mistakes = replies.iter().filter(|&&reply| move_worth(game, &next, reply).0 < value);
    (mistakes.count() as u32, replies.len() as u32)
}

/// Compares all results of the player with plain minimax. Returns how many positions were won, drawn and
/// lost.
fn check_preferences<G: Solved + Notation>(game: &G, plies: usize, count: usize) -> [u32; 3] {
    let mut dice = Dice::new(plies as u64);
    let mut player = player(u64::MAX / 4, 1);
    let mut seen = [0; 3];
    for _ in 0..count {
        let mut position = random_position(game, plies, &mut dice);
        while G::wins_at_once(&position) {
            position = random_position(game, plies, &mut dice);
        }
        let text = game.position_text(&position);
        let advice = advise(&mut player, game, &position);
        let best = &advice.moves[0];
        let (value, distance) = minimax(game, &position);
        assert_eq!(best.value.map(Value::number), Some(value), "{text}");
        assert_eq!(move_worth(game, &position, best.step), (value, distance), "{text}");
        seen[(1 - value) as usize] += 1;
        if value != 0 {
            assert_eq!(best.plies, Some(distance), "{text}");
        } else {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let drawing = moves.iter().filter(|&&step| move_worth(game, &position, step).0 == 0);
            let ratio = |(some, all): (u32, u32)| f64::from(some) / f64::from(all.max(1));
            let most = drawing.map(|&step| ratio(traps(game, &position, step))).fold(0.0, f64::max);
            assert!((ratio(best.traps) - most).abs() < 1e-9, "{text}: {:?}", best.traps);
            assert_eq!(ratio(traps(game, &position, best.step)), most, "{text}");
        }
        // The line is a whole game with the right end.
        let mut end = position.clone();
        for &step in &best.line {
            game.play(&mut end, step);
        }
        let result = game.result(&end).unwrap();
        let result = if game.turn(&position) == Seat::One { result } else { -result };
        assert_eq!(result, value, "{text}");
        if value != 0 {
            assert_eq!(best.line.len() as u32, distance, "{text}");
        }
    }
    seen
}

#[test]
fn the_shortest_win_the_longest_defence_and_the_trickiest_draw_are_preferred() {
    let mut seen = [0; 3];
    for squares in [false, true] {
        // One ply more than pieces placed: the first of quarto only hands over.
        for plies in [11, 12, 13] {
            let quarto = check_preferences(&Quarto { squares }, plies, 12);
            let quatro = check_preferences(&Quatro { squares }, plies - 1, 12);
            for (total, count) in seen.iter_mut().zip(quarto.iter().zip(quatro)) {
                *total += count.0 + count.1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count >= 5), "{seen:?}");
}

/// The solver's value for the side to move, without the opening table.
trait Check: Solved + Notation {
    fn value(solver: &mut Solver, position: &Self::Position) -> Value;
}

impl Check for Quarto {
    fn value(solver: &mut Solver, position: &Position) -> Value {
        solver.quarto(position, &Limits::default()).unwrap().value
    }
}

impl Check for Quatro {
    fn value(solver: &mut Solver, board: &Board) -> Value {
        solver.quatro(board, &Limits::default()).unwrap().value
    }
}

/// Plays a game in which the player moves for the given seats and a random generator for the others. The
/// player's value never drops, and from five pieces on the solver checks it. Returns the result for player 1.
fn play<G: Check>(game: &G, seats: &[Seat], seed: u64) -> i32 {
    let mut player = player(20_000, 1);
    let mut solver = Solver::new(1 << 22);
    let mut dice = Dice::new(seed);
    let mut position = game.start();
    let mut moves = Vec::new();
    let mut least = [None; 2];
    while game.result(&position).is_none() {
        let turn = game.turn(&position);
        if !seats.contains(&turn) {
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[dice.below(moves.len())]);
            continue;
        }
        let advice = advise(&mut player, game, &position);
        let best = &advice.moves[0];
        assert!(best.value.is_some(), "{}", game.position_text(&position));
        let is_late = G::board(&position).placed() >= 5;
        game.play(&mut position, best.step);
        if is_late {
            let after = G::value(&mut solver, &position);
            let after = if game.turn(&position) == turn { after } else { after.other() };
            assert_eq!(best.value, Some(after), "{}", game.position_text(&position));
        }
        // Never less than before.
        assert!(best.value >= least[turn.index()], "{}", game.position_text(&position));
        least[turn.index()] = best.value;
    }
    game.result(&position).unwrap()
}

#[test]
fn quarto_between_perfect_players_is_a_draw() {
    assert_eq!(play(&Quarto::default(), &Seat::BOTH, 0), 0);
}

#[test]
fn quatro_between_perfect_players_is_won_by_the_second() {
    assert_eq!(play(&Quatro::default(), &Seat::BOTH, 0), -1);
}

#[test]
fn quatro_is_won_by_the_second_player_whatever_the_first_does() {
    for seed in 0..12 {
        assert_eq!(play(&Quatro::default(), &[Seat::Two], seed), -1, "seed {seed}");
    }
}

#[test]
fn quarto_is_never_lost() {
    for seed in 0..4 {
        assert!(play(&Quarto::default(), &[Seat::One], seed) >= 0, "seed {seed}");
        assert!(play(&Quarto::default(), &[Seat::Two], seed) <= 0, "seed {seed}");
    }
}

#[test]
fn the_first_moves_are_exact() {
    let mut player = player(1000, 1);
    let advice = advise(&mut player, &Quarto::default(), &Quarto::default().start());
    assert_eq!((advice.moves.len(), advice.moves[0].value), (16, Some(Value::Draw)));
    let advice = advise(&mut player, &Quatro::default(), &Quatro::default().start());
    assert_eq!((advice.moves.len(), advice.moves[0].value), (256, Some(Value::Loss)));
    assert_eq!(advice.stopped, None);
}

/// Asks for a move under limits that end at once; the move is legal and, if nothing is proven, the
/// line says so.
fn check_hurried<G: Solved + Notation>(game: &G, limits: &Limits) {
    let mut dice = Dice::new(3);
    for threads in [1, 2] {
        let (bytes, opening) = (1 << 20, false);
        let options = AdviserOptions { bytes, threads, opening, ..AdviserOptions::default() };
        let mut player = Adviser::new(options);
        for plies in 0..16 {
            let position = random_position(game, plies, &mut dice);
            let begun = Instant::now();
            let analysis = player.analyse(game, &position, limits, &mut Quiet);
            // Loose: other tests run beside this one.
            assert!(begun.elapsed() < Duration::from_secs(2));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert!(moves.contains(&analysis.best().unwrap()));
            assert_eq!(analysis.lines.len(), 1);
            assert!(analysis.lines[0].exact || analysis.stopped.is_some());
        }
    }
}

#[test]
fn a_legal_move_comes_back_whatever_the_limits() {
    let cancel = Cancel::default();
    cancel.raise();
    for limits in [
        Limits::time(Duration::ZERO),
        Limits::time(Duration::from_millis(1)),
        Limits::nodes(0),
        Limits::nodes(5000),
        Limits { cancel, ..Limits::default() },
    ] {
        for squares in [false, true] {
            check_hurried(&Quarto { squares }, &limits);
            check_hurried(&Quatro { squares }, &limits);
        }
    }
}

#[test]
fn without_a_proof_the_move_does_not_lose_at_once() {
    let mut dice = Dice::new(4);
    let quarto = Quarto { squares: true };
    let mut player = Adviser::new(AdviserOptions::default());
    let mut n_open = 0;
    for _ in 0..20 {
        let position = random_position(&quarto, 5, &mut dice);
        let limits = Limits::nodes(20_000);
        let advice = player.advise(&quarto, &position, &limits, &mut Quiet);
        if advice.moves[0].value.is_none() {
            n_open += 1;
            assert_eq!(advice.stopped, Some(Stop::Nodes));
            let mut next = position;
            quarto.play(&mut next, advice.moves[0].step);
            assert!(!Quarto::wins_at_once(&next));
        }
    }
    assert!(n_open > 0);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let quarto = Quarto::default();
    let mut dice = Dice::new(5);
    let mut player = player(30_000, 3);
    let positions: Vec<_> =
        (5..11).map(|plies| random_position(&quarto, plies, &mut dice)).collect();
    let mut ask = |position: &Position| {
        let limits = Limits::nodes(100_000);
        let advice = player.advise(&quarto, position, &limits, &mut Quiet);
        (advice.moves, advice.stats.analysed, advice.stopped)
    };
    let first: Vec<_> = positions.iter().map(&mut ask).collect();
    let again: Vec<_> = positions.iter().rev().map(&mut ask).collect();
    assert!(first.iter().eq(again.iter().rev()));
}

#[test]
fn a_finished_game_has_no_move() {
    let quarto = Quarto::default();
    let position = quarto.read_position("0123/..../..../.... -").unwrap();
    let advice = advise(&mut player(0, 1), &quarto, &position);
    assert!(advice.moves.is_empty());
    assert_eq!(advice.analysis(1).best(), None);
}
