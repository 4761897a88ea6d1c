//! General ways to prove values, against the games' own solvers.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_workbench::Limits;
use plywood_workbench::engines::{Means, ProofMethod};
use plywood_workbench::games::open;

#[test]
fn proof_numbers_and_deepening_prove_what_the_games_own_solvers_do() {
    let means = Means { hash: 1_000_000, ..Means::default() };
    for (game, rules, text) in [
        ("quarto", "", include_str!("../../games/tests/data/quarto-values.json")),
        ("quatro", "", include_str!("../../games/tests/data/quatro-values.json")),
    ] {
        let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
        let mut values = std::collections::BTreeSet::new();
        for vector in vectors["positions"].as_array().unwrap() {
            let table = open(game, rules, 0, vector["position"].as_str(), &[]).unwrap();
            for method in [ProofMethod::Iterative, ProofMethod::DfPn] {
                let solution = table.prove(method, false, &means, &Limits::nodes(30_000));
                if !solution.proven {
                    assert_eq!(solution.stopped, Some("nodes"));
                    continue;
                }
                let value = solution.value.map(i64::from);
                assert_eq!(value, vector["value"].as_i64(), "{game} {method:?}");
                values.insert((method.name(), value));
            }
        }
        assert!(values.len() >= 5, "{game}: {values:?}");
    }
}

#[test]
fn proof_numbers_find_the_margin_of_a_game_with_points() {
    let text = include_str!("../../games/tests/data/cavalo-values.json");
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut n_proven = 0;
    for vector in vectors["positions"].as_array().unwrap() {
        let table = open("cavalo", "", 0, vector["position"].as_str(), &[]).unwrap();
        let means = Means { hash: 1_000_000, ..Means::default() };
        let expected = table.solve(false, &means, &Limits::default()).value;
        let solution = table.prove(ProofMethod::DfPn, false, &means, &Limits::nodes(100_000));
        if solution.proven {
            assert_eq!(solution.value, expected, "{}", table.position());
            n_proven += 1;
        }
    }
    assert!(n_proven >= 3, "{n_proven}");
}
