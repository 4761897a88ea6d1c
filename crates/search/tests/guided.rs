//! Search guided by a judge of many positions at once: every simulation is counted, batches hold, wins are found.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Game, Limits, Stop};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_games::quarto::Quarto;
use plywood_search::adversarial::{Found, Guided, Opinions, Standing};

type Leaf<'g, G> = Standing<'g, G>;

fn know_nothing<G: Game>(leaves: &[Leaf<'_, G>]) -> Opinions {
    let priors = leaves.iter().flat_map(|leaf| vec![1.0; leaf.moves.len()]).collect();
    Opinions { priors, values: vec![0.0; leaves.len()] }
}

fn blind<G: Game>(
    settings: &Guided,
    roots: Vec<Leaf<'_, G>>,
    simulations: u32,
    limits: &Limits,
) -> Found {
    settings.run(roots, simulations, limits, |leaves| Ok::<_, ()>(know_nothing(leaves))).unwrap()
}

fn root(moves: &str) -> Leaf<'static, ConnectFour> {
    Standing::at(&ConnectFour, Position::after(moves).unwrap())
}

#[test]
fn every_simulation_is_counted_whatever_the_batch() {
    for batch in [1, 2, 7, 64, 1000] {
        let settings = Guided { batch, ..Guided::default() };
        let found = blind(&settings, vec![root(""), root("4415")], 500, &Limits::default());
        for root in &found.roots {
            assert_eq!(root.visits, 500, "batch {batch}");
            let tried: u32 = root.moves.iter().map(|tried| tried.visits).sum();
            assert_eq!(tried, 499, "the first simulation judges the root itself");
        }
        assert!(found.evaluations <= 1000 && found.batches >= found.evaluations / batch as u64);
    }
}

#[test]
fn a_batch_is_never_larger_than_asked_for_and_holds_leaves_of_all_trees() {
    let settings = Guided { batch: 6, ..Guided::default() };
    let mut largest = 0;
    let roots = vec![root(""), root("1"), root("12"), root("123")];
    let found = settings.run(roots, 100, &Limits::default(), |leaves| {
        largest = largest.max(leaves.len());
        Ok::<_, ()>(know_nothing(leaves))
    });
    assert_eq!(largest, 6);
    assert!(found.unwrap().roots.iter().all(|root| root.visits == 100));
}

#[test]
fn a_win_is_taken_and_a_loss_averted_whoever_moves() {
    // Player 1 has three in a row at the bottom, and before that two between empty cells.
    for (moves, best) in [("415263", 6), ("41526", 2)] {
        let found = blind(&Guided::default(), vec![root(moves)], 2000, &Limits::default());
        assert_eq!(found.roots[0].best(), Some(best), "{moves}: {:?}", found.roots[0]);
    }
}

#[test]
fn a_player_who_moves_twice_running_is_still_the_same_player() {
    // In quarto a turn places a piece and hands the next: one seat may have two moves in a row.
    const QUARTO: Quarto = Quarto { squares: false };
    let found = blind(
        &Guided::default(),
        vec![Standing::at(&QUARTO, QUARTO.start())],
        300,
        &Limits::default(),
    );
    assert_eq!(found.roots[0].visits, 300);
}

#[test]
fn the_judge_is_believed() {
    let leaf_prior = |leaf: &Leaf<'_, ConnectFour>| {
        let mut priors = vec![0.01; leaf.moves.len()];
        priors[2] = 1.0;
        priors
    };
    let found = Guided::default()
        .run(vec![root("")], 200, &Limits::default(), |leaves| {
            let priors = leaves.iter().flat_map(leaf_prior).collect();
            Ok::<_, ()>(Opinions { priors, values: vec![0.0; leaves.len()] })
        })
        .unwrap();
    let shares: f32 = found.roots[0].moves.iter().map(|tried| tried.prior).sum();
    assert!((shares - 1.0).abs() < 1e-5);
    assert_eq!(found.roots[0].best(), Some(2));
    // Good for the side to move at every leaf is bad for the side that moves at the root.
    let found = Guided::default()
        .run(vec![root("")], 8, &Limits::default(), |leaves| {
            let opinions = know_nothing(leaves);
            let lost = |leaf: &Leaf<'_, ConnectFour>| {
                if leaf.position == Position::after("5").unwrap() { -1.0 } else { 0.5 }
            };
            Ok::<_, ()>(Opinions { values: leaves.iter().map(lost).collect(), ..opinions })
        })
        .unwrap();
    assert_eq!(found.roots[0].moves[4].value, Some(1.0));
}

#[test]
fn noise_follows_from_the_seed_and_a_raised_flag_ends_the_search() {
    let noisy = |seed| {
        let settings = Guided { noise: Some((0.3, 0.25)), seed, ..Guided::default() };
        let found = blind(&settings, vec![root("")], 100, &Limits::default());
        found.roots[0].moves.iter().map(|tried| tried.prior.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(noisy(3), noisy(3));
    assert_ne!(noisy(3), noisy(4));
    let limits = Limits::default();
    limits.cancel.raise();
    let found = blind(&Guided::default(), vec![root("")], 100, &limits);
    assert_eq!((found.stopped, found.evaluations), (Some(Stop::Cancelled), 0));
}

#[test]
fn a_judge_that_fails_ends_the_search() {
    let failed = Guided::default().run(vec![root("")], 100, &Limits::default(), |_| Err("no net"));
    assert_eq!(failed.err(), Some("no net"));
}

#[test]
fn a_finished_game_needs_no_judge() {
    let found = blind(&Guided::default(), vec![root("4455667")], 5000, &Limits::default());
    assert_eq!((found.evaluations, found.roots[0].visits), (0, 5000));
    assert_eq!(found.roots[0].best(), None);
    assert_eq!(found.roots[0].value, -1.0, "the side to move has lost");
}
