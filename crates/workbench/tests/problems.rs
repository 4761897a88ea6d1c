//! Every problem of the catalogue: solved, checked, compared and traced.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::ops::ControlFlow;

use plywood_contract::Limits;
use plywood_testkit::tiles;
use plywood_workbench::problems::{
    self, Algorithm, Checking, Instance, Method, PROBLEMS, SolveReport, find, picture,
};

fn solve(problem: &str, board: &str, method: &str) -> SolveReport {
    let instance = find(problem).unwrap().load_one(board).unwrap();
    instance.solve(&method.parse().unwrap(), &Limits::nodes(5_000_000), &mut |_| {}).unwrap()
}

#[test]
fn everything_that_comes_with_the_program_reads_back_and_is_solved() {
    for offer in PROBLEMS {
        for sample in offer.all_samples() {
            let again = offer.load_one(&sample.quest.text()).map(|one| one.quest.text());
            // A board of the puzzle has several lines and cannot be a word on the command line.
            if !sample.quest.text().contains('\n') {
                assert_eq!(again.unwrap(), sample.quest.text());
            }
            assert_eq!(offer.read(&sample.quest.text()).unwrap()[0].text(), sample.quest.text());
            assert!(sample.quest.note().is_none(), "{sample:?}");
            let method = Method::new(Algorithm::AStar);
            let report = sample.solve(&method, &Limits::nodes(20_000_000), &mut |_| {}).unwrap();
            assert_eq!(report.outcome, "solved", "{sample:?}");
            assert!(offer.sample(offer.first).is_some());
        }
    }
}

#[test]
fn tiles_are_solved_in_the_known_number_of_slides() {
    for (text, length) in tiles::eights() {
        for method in ["bfs", "a-star", "a-star:heuristic=linear-conflict", "ida-star", "rbfs"] {
            let report = solve("tiles", text, method);
            assert_eq!(report.cost, Some(length), "{method} on {text}");
        }
    }
    let easiest = tiles::fifteens().into_iter().min_by_key(|one| one.generated).unwrap();
    let report = solve("tiles", easiest.tiles, "ida-star:heuristic=manhattan");
    let counts = (report.cost, report.generated, report.expanded);
    assert_eq!(counts, (Some(easiest.length), easiest.generated, easiest.expanded));
}

#[test]
fn every_algorithm_walks_a_map_and_the_optimal_ones_agree() {
    for board in ["trap", "walls", "swamp", "diagonal"] {
        let cheapest = solve("grid", board, "ucs").cost;
        for algorithm in Algorithm::ALL {
            let report = solve("grid", board, algorithm.name());
            assert!(report.is_solved(), "{algorithm:?} on {board}");
            assert!(report.cost >= cheapest, "{algorithm:?} on {board}");
            if matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar | Algorithm::Rbfs) {
                assert_eq!(report.cost, cheapest, "{algorithm:?} on {board}");
            }
        }
    }
    let (best, greedy) = (solve("grid", "swamp", "a-star"), solve("grid", "swamp", "greedy"));
    assert!(greedy.cost > best.cost, "greedy search goes straight through the swamp");
}

#[test]
fn a_path_leads_from_the_start_to_the_goal_picture_by_picture() {
    let instance = find("tiles").unwrap().load_one("1 2 0 3 4 5 6 7 8").unwrap();
    let path = solve("tiles", "1 2 0 3 4 5 6 7 8", "a-star").path.unwrap();
    let scenes = instance.quest.scenes(&path).unwrap();
    let drawn = |i: usize| picture(&instance.quest.frame(), &scenes[i]);
    assert_eq!(drawn(0), ["1 2 .", "3 4 5", "6 7 8"]);
    assert_eq!(drawn(2), [". 1 2", "3 4 5", "6 7 8"]);
    let wrong = instance.quest.scenes(&["down".into()]).unwrap_err();
    assert_eq!(wrong.to_string(), "move 1: `down` is not a step that can be taken here");
}

#[test]
fn a_heuristic_belongs_to_its_problem() {
    let tiles = find("15-puzzle").unwrap();
    let refused = tiles.settle("a*:heuristic=h3".parse().unwrap()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "there is no heuristic `h3`: expected one of manhattan and linear-conflict."
    );
    let settled = tiles.settle("a*:heuristic=LC".parse().unwrap()).unwrap();
    assert_eq!(settled.heuristic.as_deref(), Some("linear-conflict"));
    for (said, meant) in
        [("Fornecida", "h1"), ("criada", "h2"), ("given", "h1"), ("developed", "h2")]
    {
        assert_eq!(PROBLEMS[0].heuristic(said).unwrap(), meant);
    }
    let no_problem = find("tyles").unwrap_err().to_string();
    assert!(no_problem.ends_with("Did you mean `tiles`?"), "{no_problem}");
}

#[test]
fn an_unsolvable_problem_has_a_note_and_is_exhausted() {
    let odd = find("tiles").unwrap().load_one("2 1 0 3 4 5 6 7 8").unwrap();
    assert!(odd.quest.note().unwrap().to_string().starts_with("these tiles cannot"));
    let method = Method::new(Algorithm::Bfs);
    let report = odd.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!((report.outcome, report.pruned, report.expanded), ("exhausted", false, 181_440));
}

#[test]
fn the_checker_proves_and_refutes_on_tiles_and_maps() {
    let check = |instance: &Instance, heuristic: &str| {
        let checking = Checking { heuristic, script: None, dives: 0, seed: 1 };
        instance.check(&checking, &Limits::default(), &mut |_| {}).unwrap()
    };
    let eight = find("tiles").unwrap().load_one("8-easy").unwrap();
    for heuristic in ["manhattan", "linear-conflict"] {
        let report = check(&eight, heuristic);
        assert!(report.complete && !report.overestimates && !report.inconsistent, "{report:?}");
        assert_eq!(report.states, 181_440);
    }
    let map = find("grid").unwrap().load_one("diagonal").unwrap();
    assert!(!check(&map, "octile").overestimates);
    let found = check(&map, "manhattan");
    let example = found.counter_example.unwrap();
    assert!(u64::from(example.h) > example.cost, "{example:?}");
    assert!(example.board.contains('#') && example.board.contains('o'), "{}", example.board);
}

#[test]
fn g_is_what_the_path_costs_in_searches_that_count_steps_too() {
    let map = find("grid").unwrap().load_one("swamp").unwrap();
    for name in ["bfs", "dfs", "ids"] {
        let method: Method = name.parse().unwrap();
        let mut costs = std::collections::BTreeMap::new();
        let mut goal = None;
        let report = map.trace(&method, &Limits::default(), &mut |step| {
            match step.kind {
                "open" => {
                    costs.insert(step.node, step.g);
                }
                "expand" => assert_eq!(costs[&step.node], step.g, "{name}"),
                "goal" => goal = Some(step.g),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        assert_eq!(goal, report.unwrap().cost, "{name}");
    }
}

#[test]
fn a_trace_tells_what_the_report_counts() {
    for (problem, board) in [("puzzle", "B"), ("tiles", "8-short"), ("grid", "walls")] {
        let instance = find(problem).unwrap().load_one(board).unwrap();
        for algorithm in [Algorithm::Bfs, Algorithm::AStar, Algorithm::Greedy, Algorithm::IdaStar] {
            let (mut made, mut expanded, mut goals) = (0, 0, 0);
            let method = Method::new(algorithm);
            let report = instance.trace(&method, &Limits::default(), &mut |step| {
                made += u64::from(step.parent.is_some());
                expanded += u64::from(step.kind == "expand");
                goals += u64::from(step.kind == "goal");
                ControlFlow::Continue(())
            });
            let report = report.unwrap();
            let silent = instance.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
            assert_eq!((report.generated, report.path), (silent.generated, silent.path));
            let counted = (report.expanded, 1);
            assert_eq!((expanded, goals), counted, "{algorithm:?} on {instance:?}");
            assert!(made <= report.generated, "{algorithm:?} on {instance:?}");
        }
    }
}

#[test]
fn comparisons_refuse_a_foreign_heuristic_before_any_work() {
    let boards = find("grid").unwrap().all_samples();
    let methods = ["bfs".parse().unwrap(), "a-star:heuristic=h1".parse().unwrap()];
    let mut n_done = 0;
    let refused =
        problems::compare(&boards, &methods, &Limits::default(), |_, _, _| {}, |_| n_done += 1);
    assert!(refused.unwrap_err().to_string().contains("manhattan and octile"));
    assert_eq!(n_done, 0);
}

#[test]
fn bad_texts_are_refused_with_what_was_expected() {
    let refusal =
        |problem: &str, text: &str| find(problem).unwrap().load_one(text).unwrap_err().to_string();
    assert!(refusal("tiles", "1 2 3").contains("expected 0 to 8, each once"));
    assert!(refusal("tiles", "9a").contains("8-easy"), "{}", refusal("tiles", "9a"));
    assert!(refusal("grid", "S.x/..G").contains("`x` on c1"));
    assert!(refusal("grid", "S../...").contains("0 cells `G`"));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "2 4 5 0 1 8 3 6 7\n# a remark\n1 2 0 3 4 5 6 7 7\n").unwrap();
    let said = refusal("tiles", file.path().to_str().unwrap());
    assert!(said.contains("line 3: 7 is there twice"), "{said}");
    std::fs::write(&file, "2 4 5 0 1 8 3 6 7\n1 2 0 3 4 5 6 7 8\n").unwrap();
    let path = file.path().to_str().unwrap();
    assert!(refusal("tiles", path).contains("holds 2 problems"));
    let second = find("tiles").unwrap().load_one(&format!("{path}#2")).unwrap();
    assert_eq!(second.quest.text(), "1 2 0 3 4 5 6 7 8");
}
