//! Positions as numbers: every game's actions and planes, on random games; random games in a batch.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::HashSet;

use plywood_workbench::games::{CATALOGUE, Table, open};
use plywood_workbench::{Cancel, SplitMix};

/// Plays a random game and visits every position.
fn walk(game: &str, seed: u64, mut visit: impl FnMut(&dyn Table)) {
    let mut table = open(game, "", seed, None, &[]).unwrap();
    let mut random = SplitMix::new(seed);
    loop {
        visit(&*table);
        let moves = table.moves();
        if moves.is_empty() {
            return;
        }
        table.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
    }
}

#[test]
fn every_move_has_an_action_number_that_plays_it() {
    for entry in &CATALOGUE {
        walk(entry.name, 3, |table| {
            let (moves, actions) = (table.moves(), table.actions());
            assert_eq!(moves.len(), actions.len());
            assert!(actions.iter().all(|&action| action < table.n_actions()));
            assert_eq!(actions.iter().collect::<HashSet<_>>().len(), actions.len());
            if let (Some(step), Some(&action)) = (moves.last(), actions.last()) {
                let (mut by_text, mut by_number) = (table.fork(), table.fork());
                by_text.play(step).unwrap();
                by_number.play_action(action).unwrap();
                assert_eq!(by_text.position(), by_number.position());
            }
            let unused = (0..).find(|action| !actions.contains(action)).unwrap();
            assert!(table.fork().play_action(unused).is_err());
        });
    }
}

#[test]
fn a_move_keeps_its_number() {
    let mut known = std::collections::HashMap::new();
    for seed in 0..3 {
        walk("blokus-duo", seed, |table| {
            for (step, action) in table.moves().into_iter().zip(table.actions()) {
                assert_eq!(*known.entry(step).or_insert(action), action);
            }
        });
    }
    assert_eq!(open("blokus-duo", "", 0, None, &[]).unwrap().n_actions(), 13_730);
}

#[test]
fn planes_fill_their_shape() {
    for entry in &CATALOGUE {
        let mut seen = HashSet::new();
        walk(entry.name, 5, |table| {
            let planes = table.observation();
            assert_eq!(planes.len(), table.observation_shape().iter().product::<usize>());
            assert!(planes.iter().all(|&number| number >= 0));
            assert!(seen.insert(planes), "{} looks as before", table.position());
        });
    }
}

#[test]
fn forks_share_nothing_and_histories_lead_back() {
    for entry in &CATALOGUE {
        walk(entry.name, 7, |table| {
            let history = table.history();
            assert_eq!(history.len(), table.n_played());
            let texts: Vec<&str> = history.iter().map(String::as_str).collect();
            let again = open(entry.name, "", 7, None, &texts).unwrap();
            assert_eq!(again.position(), table.position());
            let mut fork = table.fork();
            while fork.take_back() {}
            assert_eq!(fork.position(), open(entry.name, "", 7, None, &[]).unwrap().position());
            assert_eq!(again.position(), table.position());
        });
    }
}

#[test]
fn playouts_end_and_repeat() {
    for entry in &CATALOGUE {
        let table = open(entry.name, "", 1, None, &[]).unwrap();
        let run = |seed| table.playouts(40, seed, &Cancel::default());
        let sum = run(2);
        assert_eq!(sum.games, 40);
        assert_eq!(sum.wins + sum.draws + sum.losses, 40);
        let counts = |sum: &plywood_workbench::games::Playouts| (sum.wins, sum.results, sum.plies);
        assert_eq!(counts(&sum), counts(&run(2)));
        assert_ne!(counts(&sum), counts(&run(3)));
        let cancel = Cancel::default();
        cancel.raise();
        assert_eq!(table.playouts(40, 2, &cancel).games, 0);
    }
}
