//! Engines on every game: all pruning searches agree with minimax, limits hold, known values are found.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use plywood_workbench::engines::{Engine, Findings, Kind, Means, Thought};
use plywood_workbench::games::{CATALOGUE, Table, open};
use plywood_workbench::{Cancel, Limits};

fn engine(text: &str) -> Engine {
    text.parse().unwrap()
}

fn think(table: &dyn Table, name: &str, n_lines: usize, limits: &Limits) -> Thought {
    let means = Means { hash: 1_000_000, ..Means::default() };
    let mut thinker = table.seat(&engine(name), &means);
    table.thought(&thinker.think(table, n_lines, limits, &mut |_| {}).unwrap())
}

/// A position after some random plies, or earlier if the game ends.
fn after(game: &str, plies: u32, seed: u64) -> Box<dyn Table> {
    let mut table = open(game, "", seed, None, &[]).unwrap();
    let means = Means { seed, ..Means::default() };
    let mut random = table.seat(&Engine::new(Kind::Random), &means);
    for _ in 0..plies {
        let limits = Limits::default();
        let found = random.think(table.as_ref(), 1, &limits, &mut |_| {}).unwrap();
        let Some(step) = found.best() else { break };
        table.play_step(step).unwrap();
        if table.result().is_some() {
            table.take_back();
            break;
        }
    }
    table
}

/// Plies played before and depth searched, so that minimax stays affordable.
fn cases(game: &str) -> &'static [(u32, u32)] {
    match game {
        "blokus" => &[(0, 3), (4, 2), (24, 2), (34, 3)],
        "blokus-duo" => &[(26, 2), (30, 2)],
        "quatro" => &[(8, 2), (11, 3), (12, 4)],
        "quarto" => &[(8, 2), (11, 3), (12, 4)],
        _ => &[(0, 3), (8, 4), (16, 4), (24, 5)],
    }
}

#[test]
fn every_pruning_search_returns_the_value_of_minimax() {
    // One thread per game: this is the longest of all tests.
    let n_compared: usize = std::thread::scope(|scope| {
        let games = CATALOGUE.map(|offer| scope.spawn(|| n_equal_to_minimax(offer.name)));
        games.into_iter().map(|game| game.join().unwrap()).sum()
    });
    assert!(n_compared > 7000, "{n_compared}");
}

/// How many values of a game were compared.
fn n_equal_to_minimax(game: &str) -> usize {
    let mut n_compared = 0;
    for (seed, &(plies, depth)) in
        (0..60).flat_map(|seed| cases(game).iter().map(move |c| (seed, c)))
    {
        let table = after(game, plies, seed);
        for judge in ["points", "none"] {
            let score = |name: &str| {
                let name = format!("{name}:depth={depth},judge={judge}");
                think(&*table, &name, 1, &Limits::default()).score
            };
            let expected = score("minimax");
            for name in ["alpha-beta", "pvs", "mtd", "iterative"] {
                let place = table.position();
                assert_eq!(score(name), expected, "{game} {name} depth {depth} {place}");
                n_compared += 1;
            }
        }
    }
    n_compared
}

#[test]
fn the_full_judge_changes_nothing_for_alpha_beta() {
    for game in CATALOGUE.map(|offer| offer.name) {
        for seed in 100..120 {
            for &(plies, depth) in cases(game) {
                let table = after(game, plies, seed);
                let score = |name: &str| {
                    think(&*table, &format!("{name}:depth={depth}"), 1, &Limits::default()).score
                };
                assert_eq!(score("alpha-beta"), score("minimax"), "{game} {}", table.position());
            }
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    for game in CATALOGUE.map(|offer| offer.name) {
        for seed in 0..6 {
            for &(plies, depth) in cases(game) {
                let table = after(game, plies, seed);
                let name = |kind: &str| format!("{kind}:depth={depth},judge=points");
                let lines = |kind: &str, n| {
                    let thought = think(&*table, &name(kind), n, &Limits::default());
                    let scores: Vec<_> = thought.lines.iter().map(|line| line.score).collect();
                    scores
                };
                let all = lines("minimax", 1000);
                assert_eq!(all.len(), table.moves().len(), "{game} {}", table.position());
                assert!(all.is_sorted_by(|a, b| a >= b));
                for kind in ["alpha-beta", "pvs", "iterative"] {
                    assert_eq!(lines(kind, 3), all[..all.len().min(3)], "{game} {kind}");
                }
            }
        }
    }
}

#[test]
fn the_known_values_are_proven_for_every_move() {
    let files = [
        ("quarto", include_str!("../../games/tests/data/quarto-values.json")),
        ("quatro", include_str!("../../games/tests/data/quatro-values.json")),
        ("connect-four", include_str!("../../games/tests/data/connect-four-values.json")),
    ];
    let means = Means { hash: 1_000_000, threads: 2, ..Means::default() };
    for (game, text) in files {
        let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
        for vector in vectors["positions"].as_array().unwrap() {
            let table = open(game, "", 0, vector["position"].as_str(), &[]).unwrap();
            check_values(&*table, &means, vector);
        }
    }
}

#[test]
fn the_known_values_of_cavalo_are_proven_under_every_rule() {
    let text = include_str!("../../games/tests/data/cavalo-values.json");
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let means = Means { hash: 4_000_000, ..Means::default() };
    for vector in vectors["positions"].as_array().unwrap() {
        for solution in vector["solutions"].as_array().unwrap() {
            let rules = &solution["rules"];
            let rules = format!(
                "doubles={},placement_doubles=as-move,zero_double={}",
                rules["doubles"].as_str().unwrap(),
                rules["zero_double"]
            );
            let table = open("cavalo", &rules, 0, vector["position"].as_str(), &[]).unwrap();
            check_values(&*table, &means, solution);
        }
    }
}

fn check_values(table: &dyn Table, means: &Means, expected: &serde_json::Value) {
    let place = table.position();
    let solution = table.solve(true, means, &Limits::default());
    assert!(solution.proven, "{place}");
    assert_eq!(solution.value.map(i64::from), expected["value"].as_i64(), "{place}");
    for entry in expected["moves"].as_array().unwrap() {
        let step = entry["move"].as_str().unwrap();
        let known = solution.moves.iter().find(|known| known.step == step).unwrap();
        assert_eq!(known.value.map(i64::from), entry["value"].as_i64(), "{place} {step}");
    }
    let alone = table.solve(false, means, &Limits::default());
    assert_eq!(alone.value, solution.value, "{place}");
}

/// Every engine, with options that reach all of its code.
fn every_engine() -> Vec<String> {
    let mut names: Vec<String> = Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
    names.extend(
        ["iterative:judge=none", "mcts:rave=off", "mcts:rave=on,playout=4"].map(Into::into),
    );
    names
}

#[test]
fn a_legal_move_comes_back_whatever_the_limits() {
    let cancelled = Cancel::default();
    cancelled.raise();
    let limits = [
        Limits::time(Duration::from_nanos(1)),
        Limits::time(Duration::from_millis(1)),
        Limits::nodes(1),
        Limits::nodes(0),
        Limits { cancel: cancelled, ..Limits::default() },
    ];
    for entry in &CATALOGUE {
        for name in every_engine() {
            for plies in [0, 7] {
                let table = after(entry.name, plies, 3);
                for limits in &limits {
                    let thought = think(&*table, &name, 1, limits);
                    let best = thought.best.unwrap();
                    assert!(table.moves().contains(&best), "{} {name} {best}", entry.name);
                    let several = think(&*table, &name, 5, limits);
                    assert!(several.lines.iter().all(|line| table.moves().contains(&line.step)));
                    assert!(!several.lines.is_empty(), "{} {name}", entry.name);
                }
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    for entry in &CATALOGUE {
        let mut table = after(entry.name, 1000, 5);
        while table.result().is_none() {
            let step = table.moves().remove(0);
            table.play(&step).unwrap();
        }
        for name in every_engine() {
            let limits = Limits::time(Duration::from_millis(20));
            assert_eq!(think(&*table, &name, 2, &limits).best, None, "{} {name}", entry.name);
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    for game in CATALOGUE.map(|offer| offer.name) {
        for name in every_engine() {
            let table = after(game, 6, 11);
            let answer = || {
                let thought = think(&*table, &name, 1, &Limits::nodes(3000));
                (thought.best, thought.score, thought.nodes, thought.pv)
            };
            assert_eq!(answer(), answer(), "{game} {name}");
        }
    }
}

#[test]
fn a_time_limit_is_kept_within_a_loose_bound() {
    for game in CATALOGUE.map(|offer| offer.name) {
        for name in ["best", "iterative", "mcts", "alpha-beta", "minimax"] {
            let table = after(game, 4, 2);
            let limits = Limits::time(Duration::from_millis(50));
            let started = Instant::now();
            think(&*table, name, 1, &limits);
            // Other tests may occupy both cores; the bench `clock` measures the real figure.
            assert!(started.elapsed() < Duration::from_millis(1050), "{game} {name}");
        }
    }
}

#[test]
fn lines_that_are_shown_can_be_played() {
    for game in CATALOGUE.map(|offer| offer.name) {
        for name in ["best", "iterative", "mcts", "pvs", "mtd"] {
            for threads in [1, 2, 8] {
                let table = after(game, 5, 9);
                let means = Means { hash: 65_536, threads, seed: 1 };
                let mut thinker = table.seat(&engine(name), &means);
                let mut check = |found: &Findings| {
                    let thought = table.thought(found);
                    for (line, finding) in thought.lines.iter().zip(&found.lines) {
                        assert_eq!(line.pv.len(), finding.steps.len(), "{game} {name}");
                        let mut copy = open(game, "", 9, Some(&table.position()), &[]).unwrap();
                        line.pv.iter().for_each(|step| copy.play(step).unwrap());
                    }
                };
                let limits = Limits::nodes(4000);
                let found = thinker.think(table.as_ref(), 3, &limits, &mut check).unwrap();
                check(&found);
            }
        }
    }
}

#[test]
fn a_move_of_another_position_is_refused() {
    let mut table = open("quatro", "", 0, None, &[]).unwrap();
    let first = table.read("0@a1").unwrap();
    table.play_step(first).unwrap();
    let refused = table.play_step(first).unwrap_err();
    assert_eq!(refused.message().key, "stale-move");
    assert_eq!(table.history(), ["0@a1"]);
}

#[test]
fn an_engine_thinks_about_its_own_game_and_rules_only() {
    let table = open("quatro", "", 0, None, &[]).unwrap();
    let mut thinker = table.seat(&engine("alpha-beta:depth=1"), &Means::default());
    for (game, rules) in [("quarto", ""), ("quatro", "squares=true")] {
        let other = open(game, rules, 0, None, &[]).unwrap();
        let refused =
            thinker.think(other.as_ref(), 1, &Limits::default(), &mut |_| {}).unwrap_err();
        assert_eq!(refused.message().key, "other-game", "{game} {rules}");
    }
    // Boards of cavalo differ from game to game; the rules are what counts.
    let [one, two] = [1, 2].map(|seed| open("cavalo", "", seed, None, &[]).unwrap());
    let mut thinker = one.seat(&engine("alpha-beta:depth=1"), &Means::default());
    assert!(thinker.think(two.as_ref(), 1, &Limits::default(), &mut |_| {}).is_ok());
}
