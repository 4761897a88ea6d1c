//! Exact differences of cavalo: against known ones and against plain minimax.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use plywood_contract::{Cancel, Game, Limits, Notation, Quiet, Seat, Stop};
use plywood_games::cavalo::{Cavalo, Doubles, Move, Placement, PlacementDoubles, Position, Rules};
use plywood_judges::cavalo::CavaloJudge;
use plywood_search::adversarial::{Deepening, Question, TranspositionTable, iterative_deepening};
use plywood_search::proof::{EVERYTHING, exact_score};
use plywood_solvers::cavalo::Solver;
use plywood_testkit::check::Dice;

const MEGABYTE: usize = 1 << 20;

/// Every rule that matters once the knights are placed.
fn all_rules() -> [Rules; 4] {
    [
        (Doubles::Choose, false),
        (Doubles::Choose, true),
        (Doubles::Largest, false),
        (Doubles::Largest, true),
    ]
    .map(|(doubles, zero_double)| Rules { doubles, zero_double, ..Rules::default() })
}

/// The value for the side to move, directly from the rules, without the points so far.
fn minimax(game: &Cavalo, position: &Position, memo: &mut HashMap<u64, i32>) -> i32 {
    let seat = game.turn(position);
    let [one, two] = position.points().map(|points| points as i32);
    let ahead = if seat == Seat::One { one - two } else { two - one };
    if game.result(position).is_some() {
        return ahead;
    }
    if let Some(&rest) = memo.get(&position.board_key()) {
        return ahead + rest;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let best = moves.into_iter().map(|step| -minimax(game, &after(game, position, step), memo));
    let best = best.max().unwrap();
    memo.insert(position.board_key(), best - ahead);
    best
}

fn after(game: &Cavalo, position: &Position, step: Move) -> Position {
    let mut next = position.clone();
    game.play(&mut next, step);
    next
}

/// A random position with at most so many numbers left that is not over.
fn random_position(game: &Cavalo, n_left: u32, dice: &mut Dice) -> Position {
    let mut moves = Vec::new();
    loop {
        let mut position = game.start();
        while position.numbered().count_ones() > n_left {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

/// A position no game leads to: numbers strewn at random, mirrors missing, knights perhaps waiting,
/// points beyond what a game can bring.
fn composed_position(game: &Cavalo, n_left: usize, dice: &mut Dice) -> Position {
    loop {
        let mut rows = vec![vec!["--".to_owned(); 10]; 10];
        for number in 0..100 {
            if dice.below(100) < n_left {
                let (row, column) = (dice.below(10), dice.below(10));
                rows[row][column] = format!("{number:02}");
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.concat()).collect();
        let mut knight = || match dice.below(8) {
            0 => "-".to_owned(),
            _ => format!("{}{}", (b'a' + dice.below(10) as u8) as char, 1 + dice.below(10)),
        };
        let (one, two) = (knight(), knight());
        let mut points = |knight: &str| if knight == "-" { 0 } else { dice.below(2200) };
        let points = [points(&one), points(&two)];
        let turn = 1 + dice.below(2);
        let text =
            format!("{} {one} {two} {} {} {turn}", rows.join("/"), 2 * points[0], points[1] / 20);
        if let Ok(position) = game.read_position(&text)
            && game.result(&position).is_none()
        {
            return position;
        }
    }
}

/// Plays a line out: every move is legal, and at its end the value comes true.
fn check_line(game: &Cavalo, position: &Position, line: &[Move], value: i32) {
    let mut end = position.clone();
    for &step in line {
        let mut moves = Vec::new();
        game.moves(&end, &mut moves);
        assert!(moves.contains(&step), "{}", game.position_text(&end));
        game.play(&mut end, step);
    }
    let result = game.result(&end).expect("the line goes to the end");
    let own = if game.turn(position) == Seat::One { result } else { -result };
    assert_eq!(own, value, "{}", game.position_text(position));
}

#[test]
fn values_are_the_known_ones() {
    let text = include_str!("../../games/tests/data/cavalo-values.json");
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut solver = Solver::new(16 * MEGABYTE);
    let limits = Limits::default();
    let mut n_moves = 0;
    for vector in vectors["positions"].as_array().unwrap() {
        let id = &vector["id"];
        for solution in vector["solutions"].as_array().unwrap() {
            let doubles = match solution["rules"]["doubles"].as_str().unwrap() {
                "choose" => Doubles::Choose,
                _ => Doubles::Largest,
            };
            let zero_double = solution["rules"]["zero_double"].as_bool().unwrap();
            let placement_doubles = PlacementDoubles::AsMove;
            let rules = Rules { doubles, placement_doubles, zero_double, ..Rules::default() };
            let game = Cavalo::shuffled(0, rules);
            let position = game.read_position(vector["position"].as_str().unwrap()).unwrap();
            let exact = solver.value(&game, &position, &limits).unwrap();
            assert_eq!(i64::from(exact.value), solution["value"], "{id} {rules:?}");
            check_line(&game, &position, &exact.line, exact.value);
            let values = solver.moves(&game, &position, &limits).unwrap();
            let expected = solution["moves"].as_array().unwrap();
            assert_eq!(values.len(), expected.len(), "{id}");
            for entry in expected {
                let step = game.read_move(&position, entry["move"].as_str().unwrap()).unwrap();
                let (_, value) = values.iter().find(|(other, _)| *other == step).unwrap();
                assert_eq!(i64::from(*value), entry["value"], "{id} {rules:?} {entry}");
                n_moves += 1;
            }
        }
    }
    assert!(n_moves > 200, "{n_moves}");
}

#[test]
fn values_equal_minimax_on_late_positions() {
    for (seed, rules) in all_rules().into_iter().enumerate() {
        let mut solver = Solver::new(MEGABYTE);
        let mut dice = Dice::new(seed as u64);
        for round in 0..150 {
            let game = Cavalo::shuffled(round / 10, rules);
            let position = random_position(&game, 20 + 2 * (round as u32 % 11), &mut dice);
            let expected = minimax(&game, &position, &mut HashMap::new());
            let exact = solver.value(&game, &position, &Limits::default()).unwrap();
            assert_eq!(exact.value, expected, "{rules:?} {}", game.position_text(&position));
            check_line(&game, &position, &exact.line, exact.value);
        }
    }
}

#[test]
fn values_equal_minimax_on_composed_positions() {
    for (seed, rules) in all_rules().into_iter().enumerate() {
        let mut solver = Solver::new(MEGABYTE);
        let mut dice = Dice::new(40 + seed as u64);
        for round in 0..200 {
            // Knights that wait may or may not remove a double when they are placed.
            let placement_doubles =
                [PlacementDoubles::None, PlacementDoubles::AsMove][round / 8 % 2];
            let rules = Rules { placement: Placement::Choose, placement_doubles, ..rules };
            let game = Cavalo::shuffled(0, rules);
            let position = composed_position(&game, 8 + round % 16, &mut dice);
            let text = game.position_text(&position);
            let mut memo = HashMap::new();
            let expected = minimax(&game, &position, &mut memo);
            let exact = solver.value(&game, &position, &Limits::default()).unwrap();
            assert_eq!(exact.value, expected, "{rules:?} {text}");
            for (step, value) in solver.moves(&game, &position, &Limits::default()).unwrap() {
                let next = after(&game, &position, step);
                assert_eq!(-value, minimax(&game, &next, &mut memo), "{rules:?} {text}");
            }
        }
    }
}

#[test]
fn any_window_gives_the_value_or_a_bound_on_its_side() {
    let mut dice = Dice::new(5);
    for round in 0..100 {
        let game = Cavalo::shuffled(round, all_rules()[round as usize % 4]);
        let position = random_position(&game, 36, &mut dice);
        let limits = Limits::default();
        let value = Solver::new(MEGABYTE).value(&game, &position, &limits).unwrap().value;
        let mut shared = Solver::new(MEGABYTE);
        for alpha in [-1, value - 40, value - 1, value, value + 1, value + 40, i32::MIN] {
            for width in [1, 2, 50] {
                let beta = alpha.saturating_add(width);
                let window = [alpha, beta];
                let told = shared.within(&game, &position, window, &limits).unwrap().value;
                let text = game.position_text(&position);
                match told {
                    told if told <= alpha => assert!(value <= told, "{window:?} {text}"),
                    told if told >= beta => assert!(value >= told, "{window:?} {text}"),
                    told => assert_eq!(told, value, "{window:?} {text}"),
                }
            }
        }
    }
}

#[test]
fn values_depend_neither_on_the_table_nor_on_threads() {
    let mut dice = Dice::new(6);
    let mut reference = Solver::new(16 * MEGABYTE);
    let mut others = [
        Solver::new(0),
        Solver::new(1 << 12),
        Solver::with_threads(1 << 12, 2),
        Solver::with_threads(MEGABYTE, 2),
        Solver::with_threads(MEGABYTE, 8),
    ];
    for round in 0..60 {
        let game = Cavalo::shuffled(round / 2, all_rules()[round as usize % 4]);
        let position = random_position(&game, 44 + 2 * (round as u32 % 4), &mut dice);
        let expected = reference.value(&game, &position, &Limits::default()).unwrap().value;
        for solver in &mut others {
            let exact = solver.value(&game, &position, &Limits::default()).unwrap();
            assert_eq!(exact.value, expected, "{}", game.position_text(&position));
        }
    }
}

#[test]
fn the_table_is_reused_in_later_positions_of_the_game() {
    let game = Cavalo::shuffled(3, Rules::default());
    let mut position = random_position(&game, 58, &mut Dice::new(7));
    let mut solver = Solver::new(64 * MEGABYTE);
    let limits = Limits::default();
    let first = solver.value(&game, &position, &limits).unwrap();
    let mut value = first.value;
    for step in first.line {
        game.play(&mut position, step);
        value = -value;
        let again = solver.value(&game, &position, &limits).unwrap();
        assert_eq!(again.value, value);
        assert!(again.nodes < first.nodes, "{} nodes, then {}", first.nodes, again.nodes);
    }
}

#[test]
fn limits_end_a_proof_and_leave_the_solver_usable() {
    let game = Cavalo::shuffled(1, Rules::default());
    let start = game.start();
    let late = random_position(&game, 40, &mut Dice::new(8));
    let expected = Solver::new(MEGABYTE).value(&game, &late, &Limits::default()).unwrap().value;
    let cancel = Cancel::default();
    cancel.raise();
    let cancelled = Limits { cancel, ..Limits::default() };
    for n_threads in [1, 2, 8] {
        let mut solver = Solver::with_threads(MEGABYTE, n_threads);
        let brief = Limits::time(Duration::from_millis(20));
        let small = Limits { nodes: Some(100_000), ..Limits::bytes(1 << 10) };
        for (limits, stop) in [
            (&cancelled, Stop::Cancelled),
            (&brief, Stop::Time),
            (&Limits::nodes(1), Stop::Nodes),
            (&Limits::nodes(100_000), Stop::Nodes),
            (&small, Stop::Nodes),
            (&Limits::bytes(1), Stop::Memory),
        ] {
            let unsettled = solver.value(&game, &start, limits).unwrap_err();
            assert_eq!(unsettled.stop, stop);
            assert!(unsettled.best.is_some());
            assert!(limits.nodes.is_none_or(|most| unsettled.nodes <= most));
            assert_eq!(solver.moves(&game, &start, limits), Err(stop));
            let analysis = solver.analyse(&game, &start, limits, |_| {});
            assert_eq!(analysis.stopped, Some(stop));
            assert!(analysis.best().is_some() && !analysis.lines[0].exact);
        }
        assert_eq!(solver.value(&game, &late, &Limits::default()).unwrap().value, expected);
    }
}

#[test]
fn bounds_of_a_proof_cut_short_hold() {
    let game = Cavalo::shuffled(2, Rules::default());
    let position = random_position(&game, 54, &mut Dice::new(9));
    let value = Solver::new(MEGABYTE).value(&game, &position, &Limits::default()).unwrap();
    let mut n_cut = 0;
    for nodes in (0..value.nodes).step_by(1 + value.nodes as usize / 200) {
        let limits = Limits::nodes(nodes);
        if let Err(unsettled) = Solver::new(MEGABYTE).value(&game, &position, &limits) {
            let [lower, upper] = unsettled.bounds;
            assert!(lower <= value.value && value.value <= upper, "{nodes} nodes: {unsettled:?}");
            n_cut += 1;
        }
    }
    assert!(n_cut > 100, "{n_cut}");
}

#[test]
fn a_proof_can_be_cancelled_at_any_moment() {
    let game = Cavalo::shuffled(4, Rules::default());
    for delay in 0..20 {
        let limits = Limits::default();
        let cancel = limits.cancel.clone();
        let canceller = thread::spawn(move || {
            thread::sleep(Duration::from_millis(delay));
            cancel.raise();
        });
        let mut solver = Solver::with_threads(MEGABYTE, 1 + delay as usize % 2);
        let unsettled = solver.value(&game, &game.start(), &limits).unwrap_err();
        assert_eq!(unsettled.stop, Stop::Cancelled);
        canceller.join().unwrap();
    }
}

#[test]
fn the_same_search_looks_at_the_same_nodes() {
    let game = Cavalo::shuffled(5, Rules::default());
    let position = random_position(&game, 56, &mut Dice::new(10));
    let solve = || Solver::new(MEGABYTE).value(&game, &position, &Limits::default()).unwrap();
    assert_eq!(solve(), solve());
}

#[test]
fn a_player_under_a_clock_reports_exact_values_near_the_end() {
    let game = Cavalo::shuffled(6, Rules::default());
    let mut dice = Dice::new(11);
    for _ in 0..5 {
        let position = random_position(&game, 50, &mut dice);
        let exact = Solver::new(MEGABYTE).value(&game, &position, &Limits::default()).unwrap();
        let limits = Limits::time(Duration::from_secs(60));
        let mut passes = Vec::new();
        let analysis = Solver::new(MEGABYTE)
            .analyse(&game, &position, &limits, |analysis| passes.push(analysis.stats.depth));
        assert_eq!(analysis.stopped, None);
        assert!(analysis.lines[0].exact);
        assert_eq!(analysis.score(), Some(exact.value));
        check_line(&game, &position, &analysis.lines[0].moves, exact.value);
        assert!(!passes.is_empty() && passes.is_sorted());
    }
}

#[test]
fn finished_games_have_the_value_of_their_end() {
    let game = Cavalo::default();
    let rows = vec!["--".repeat(10); 10].join("/");
    for (turn, value) in [(1, 30), (2, -30)] {
        let position = game.read_position(&format!("{rows} a1 j10 50 20 {turn}")).unwrap();
        let mut solver = Solver::new(0);
        let exact = solver.value(&game, &position, &Limits::nodes(0)).unwrap();
        assert_eq!((exact.value, exact.line.len()), (value, 0));
        assert!(solver.moves(&game, &position, &Limits::default()).unwrap().is_empty());
        assert!(solver.analyse(&game, &position, &Limits::default(), |_| {}).lines.is_empty());
    }
}

#[test]
fn a_search_that_knows_no_game_finds_the_same_with_the_judge() {
    let mut dice = Dice::new(12);
    let mut solver = Solver::new(MEGABYTE);
    for round in 0..20 {
        let game = Cavalo::shuffled(round, all_rules()[round as usize % 4]);
        let position = random_position(&game, 36, &mut dice);
        let expected = solver.value(&game, &position, &Limits::default()).unwrap().value;
        let (table, limits) = (TranspositionTable::new(MEGABYTE), Limits::default());
        let analysis = iterative_deepening(
            &Question::new(&game, &CavaloJudge, &position, &limits),
            &table,
            &Deepening::default(),
            Quiet,
        );
        assert!(analysis.lines[0].exact);
        assert_eq!(analysis.score(), Some(expected));
        let proven = exact_score(
            &Question::new(&game, &CavaloJudge, &position, &Limits::default()),
            EVERYTHING,
            MEGABYTE,
        );
        assert_eq!(proven.value, Ok(expected));
    }
}
