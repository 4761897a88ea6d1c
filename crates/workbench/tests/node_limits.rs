//! Node limits are exact: no engine, solver or search ever exceeds its own.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Kind, Means};
use plywood_workbench::games::{CATALOGUE, Table, open};
use plywood_workbench::play::Level;
use plywood_workbench::puzzle::{
    Algorithm, Covering, Method, Pieces, builtins, fewest_pieces, maximize, solve,
};
use proptest::prelude::*;

/// A position after some random plies, or earlier if the game ends.
fn after(game: &str, plies: u32, seed: u64) -> Box<dyn Table> {
    let mut table = open(game, "", seed, None, &[]).unwrap();
    for ply in 0..plies {
        let moves = table.moves();
        let pick = (seed + u64::from(ply) * 7) as usize % moves.len();
        table.play(&moves[pick]).unwrap();
        if table.result().is_some() {
            table.take_back();
            break;
        }
    }
    table
}

/// The engine's name and the nodes it spent, if more than allowed, in the result or in a progress report.
fn excess(
    table: &dyn Table,
    engine: &Engine,
    threads: usize,
    lines: usize,
    most: u64,
) -> Option<String> {
    let means = Means { threads, hash: 300_000, ..Means::default() };
    let mut thinker = table.seat(engine, &means);
    let limits = Limits::nodes(most);
    let mut worst = 0;
    let mut watch =
        |found: &plywood_workbench::engines::Findings| worst = worst.max(found.stats.analysed);
    let found = thinker.think(table, lines, &limits, &mut watch).unwrap();
    assert!(found.best().is_some(), "{engine} finds no move within {most}");
    worst = worst.max(found.stats.analysed);
    (worst > most).then(|| format!("{engine}, {threads} threads, {lines} lines: {worst} of {most}"))
}

/// Small limits are as frequent as large ones.
fn limits() -> impl Strategy<Value = u64> {
    prop_oneof![1..=20_u64, 20..=300_u64, 300..=5000_u64]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_engine_passes_its_limit(
        game in 0..CATALOGUE.len(), plies in 0..24_u32, seed in 0..1000_u64, most in limits(),
        threads in 1..=3_usize, lines in 1..=3_usize,
    ) {
        let table = after(CATALOGUE[game].name, plies, seed);
        for kind in Kind::ALL {
            let found = excess(&*table, &Engine::new(kind), threads, lines, most);
            prop_assert_eq!(found, None, "{}: {}", CATALOGUE[game].name, table.position());
        }
    }

    #[test]
    fn no_proof_passes_its_limit(
        game in 0..CATALOGUE.len(), plies in 0..24_u32, seed in 0..1000_u64, most in limits(),
        threads in 1..=3_usize, all_moves: bool,
    ) {
        let table = after(CATALOGUE[game].name, plies, seed);
        let means = Means { threads, hash: 300_000, ..Means::default() };
        let solution = table.solve(all_moves, &means, &Limits::nodes(most));
        prop_assert!(solution.nodes <= most, "{} of {most}: {}", solution.nodes, table.position());
    }

    #[test]
    fn no_one_player_search_passes_its_limit(board in 0..6_usize, most in limits()) {
        let board = &builtins()[board];
        for algorithm in Algorithm::ALL {
            let report = solve(board, &Method::new(algorithm), &Limits::nodes(most), |_| {}).unwrap();
            prop_assert!(report.generated <= most, "{}: {} of {most}", report.algorithm, report.generated);
        }
        let pieces: Pieces = "10,10,15".parse().unwrap();
        let report = maximize(&Covering { board, pieces, threads: 2 }, &Limits::nodes(most), |_| {}).unwrap();
        prop_assert!(report.nodes <= most, "maximize: {} of {most}", report.nodes);
        let report = fewest_pieces(&Covering { board, pieces, threads: 1 }, 8, &Limits::nodes(most), |_| {}).unwrap();
        prop_assert!(report.nodes <= most, "fewest pieces: {} of {most}", report.nodes);
    }
}

#[test]
fn limits_exceeded_in_the_past_hold() {
    for (game, most) in [("quarto", 100), ("quatro", 100), ("quatro", 1), ("quarto", 1)] {
        let table = after(game, 6, 1);
        assert_eq!(excess(&*table, &Engine::new(Kind::Best), 1, 1, most), None, "{game}");
        let solution = table.solve(false, &Means::default(), &Limits::nodes(most));
        assert!(solution.nodes <= most, "{game}: {} of {most}", solution.nodes);
    }
}

#[test]
fn levels_keep_to_their_positions() {
    for entry in &CATALOGUE {
        for level in &Level::ALL[..8] {
            let engine = level.engine(entry);
            let Some(most) = engine.nodes else { continue };
            for plies in [0, 5, 10] {
                let table = after(entry.name, plies, 3);
                assert_eq!(excess(&*table, &engine, 1, 1, most), None, "{} {level}", entry.name);
            }
        }
    }
}
