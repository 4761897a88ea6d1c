//! Questions about searches: every answer agrees with a plain reference computed from the rules and the steps.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_workbench::engines::PlayStep;
use plywood_workbench::games::{Table, open};
use plywood_workbench::problems::{Method, PathStep, find};
use plywood_workbench::quiz::{Ask, MOST_QUESTIONS, QuizQuestion, of_path, of_play};
use plywood_workbench::{Limits, SplitMix};

#[path = "common/steps.rs"]
mod steps;
use steps::steps_of;

/// The game's value for the side to move, by the rules alone.
fn value(table: &dyn Table) -> i32 {
    if let Some(result) = table.result() {
        return if table.turn().number() == 1 { result.signum() } else { -result.signum() };
    }
    let worth = |step: String| {
        let mut next = table.fork();
        next.play(&step).unwrap();
        let value = value(&*next);
        if next.turn() == table.turn() { value } else { -value }
    };
    table.moves().into_iter().map(worth).max().unwrap()
}

/// A position of tic-tac-toe that is not over, a few moves before its end.
fn position(random: &mut SplitMix) -> Option<Box<dyn Table>> {
    let mut table = open("tic-tac-toe", "", 0, None, &[]).unwrap();
    for _ in 0..4 + random.below(2) {
        let moves = table.moves();
        table.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
        if table.result().is_some() {
            return None;
        }
    }
    Some(table)
}

/// The moves to each node.
fn lines(steps: &[PlayStep]) -> HashMap<u32, Vec<String>> {
    let mut lines: HashMap<u32, Vec<String>> = HashMap::new();
    for step in steps {
        if let PlayStep::Enter { node, parent, step, .. } = step {
            let mut line = parent.map(|parent| lines[&parent].clone()).unwrap_or_default();
            line.extend(step.clone());
            lines.insert(*node, line);
        }
    }
    lines
}

fn at(table: &dyn Table, line: &[String]) -> Box<dyn Table> {
    let mut table = table.fork();
    line.iter().for_each(|step| table.play(step).unwrap());
    table
}

fn well_formed(questions: &[QuizQuestion]) {
    assert!(questions.len() <= MOST_QUESTIONS);
    assert!(questions.is_sorted_by(|a, b| a.step < b.step));
}

#[test]
fn values_and_cuts_are_those_of_the_rules() {
    let mut random = SplitMix::new(11);
    let (mut n_values, mut n_cuts, mut n_none) = (0, 0, 0);
    for seed in 0..1500 {
        let Some(table) = position(&mut random) else { continue };
        let engine =
            ["minimax:depth=9,judge=none", "alpha-beta:depth=9,judge=none"][seed as usize % 2];
        let steps = steps_of(&*table, engine);
        let lines = lines(&steps);
        let windows: HashMap<u32, (f64, f64)> = steps
            .iter()
            .filter_map(|step| match step {
                PlayStep::Enter { node, alpha, beta, .. } => {
                    let window = (alpha.unwrap_or(-9.0), beta.unwrap_or(9.0));
                    Some((*node, window))
                }
                _ => None,
            })
            .collect();
        let questions = of_play(&steps, seed);
        well_formed(&questions);
        assert_eq!(questions, of_play(&steps, seed), "the seed decides");
        for QuizQuestion { step, ask } in questions {
            match ask {
                Ask::Value { node, options, answer, moves } => {
                    n_values += 1;
                    assert!(
                        matches!(&steps[step], PlayStep::Leave { node: at, .. } if *at == node)
                    );
                    assert_eq!(options.iter().filter(|one| **one == answer).count(), 1);
                    let best = moves.iter().map(|(_, value)| *value).reduce(f64::max).unwrap();
                    assert_eq!(best, answer);
                    let truth = f64::from(value(&*at(&*table, &lines[&node])));
                    // Outside its window alpha–beta backs up a bound; inside it the exact value.
                    if seed % 2 == 0 {
                        assert_eq!(truth, answer);
                        for (step, worth) in moves {
                            let mut child = at(&*table, &lines[&node]);
                            child.play(&step).unwrap();
                            assert_eq!(-f64::from(value(&*child)), worth);
                        }
                    } else {
                        let (alpha, beta) = windows[&node];
                        assert!(answer <= alpha || answer <= truth, "a bound from below");
                        assert!(answer >= beta || answer >= truth, "a bound from above");
                    }
                }
                Ask::Cut { node, value: best, options, answer, has, .. } => {
                    let is_cut =
                        matches!(&steps[step], PlayStep::Cut { node: at, .. } if *at == node);
                    assert_eq!(is_cut, answer.is_some());
                    assert_eq!(best >= has, is_cut, "the numbers that are told say the same");
                    match answer {
                        Some(answer) => {
                            n_cuts += 1;
                            assert!(options.contains(&answer));
                            // An ancestor at which the other side moves.
                            let (above, here) = (&lines[&answer], &lines[&node]);
                            assert!(here.starts_with(above) && above.len() < here.len());
                            let seats = [above, here].map(|line| at(&*table, line).turn());
                            assert_ne!(seats[0], seats[1]);
                        }
                        None => n_none += 1,
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(n_values > 2000 && n_cuts > 500 && n_none > 200, "{n_values} {n_cuts} {n_none}");
}

/// The open list after some steps, by a plain walk over them: node, g, f, when it was generated, by which expansion.
fn waiting(steps: &[PathStep], algorithm: &str) -> Vec<(u32, u64, u64, usize, usize)> {
    let mut open: Vec<(u32, u64, u64, usize, usize)> = Vec::new();
    let mut n_expanded = 0;
    for (i, step) in steps.iter().enumerate() {
        match step.kind {
            "limit" if algorithm == "ids" => open.clear(),
            "open" => {
                open.retain(|one| Some(one.0) != step.node);
                open.push((step.node.unwrap(), step.g, step.f, i, n_expanded));
            }
            "expand" | "goal" | "drop" => {
                n_expanded += usize::from(step.kind == "expand");
                open.retain(|one| Some(one.0) != step.node);
            }
            _ => {}
        }
    }
    open
}

#[test]
fn the_next_node_is_the_first_by_the_rule_of_the_search() {
    let mut random = SplitMix::new(5);
    let mut n_next = 0;
    for seed in 0..240 {
        let map: String = (0..6 * 7)
            .map(|cell| match (cell, random.below(9)) {
                (8, _) => 'S',
                (33, _) => 'G',
                (_, 0 | 1) => '#',
                (_, 2) => '3',
                _ => '.',
            })
            .collect();
        let rows: Vec<String> =
            map.chars().collect::<Vec<_>>().chunks(7).map(|row| row.iter().collect()).collect();
        let board = find("grid").unwrap().load_one(&rows.join("/")).unwrap();
        let name = ["bfs", "dfs", "ids", "ucs", "greedy", "a-star"][seed as usize % 6];
        let method: Method = name.parse().unwrap();
        let mut steps = Vec::new();
        board
            .trace(&method, &Limits::default(), &mut |step| {
                steps.push(step);
                ControlFlow::Continue(())
            })
            .unwrap();
        let questions = of_path(method.algorithm, &steps, seed);
        well_formed(&questions);
        for QuizQuestion { step, ask } in questions {
            match ask {
                Ask::Next { options, answer, rule, f, g } => {
                    n_next += 1;
                    assert_eq!(steps[step].node, Some(answer));
                    let open = waiting(&steps[..step], name);
                    let taken = open.iter().find(|one| one.0 == answer).copied().unwrap();
                    assert_eq!((taken.1, taken.2), (g, f));
                    // Larger means later by the rule.
                    let rank = |one: (u32, u64, u64, usize, usize)| match rule {
                        "oldest" => (one.3 as i64, 0),
                        "newest" => (-(one.4 as i64), one.3 as i64),
                        _ => (one.2 as i64, -(one.1 as i64)),
                    };
                    assert!(open.iter().all(|one| rank(*one) >= rank(taken)), "{name}");
                    for option in options.iter().filter(|option| **option != answer) {
                        let other = open.iter().find(|one| one.0 == *option).copied().unwrap();
                        assert!(rank(other) > rank(taken), "{name}: two right answers");
                    }
                }
                Ask::Sum { g, h, options, answer, .. } => {
                    assert_eq!(answer, g + u64::from(h));
                    assert_eq!(steps[step].f, answer);
                    assert_eq!(options.iter().filter(|one| **one == answer).count(), 1);
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(n_next > 800, "{n_next}");
}

#[test]
fn means_are_sums_by_numbers() {
    let table = open("connect-four", "", 0, None, &[]).unwrap();
    let steps = steps_of(&*table, "mcts:nodes=120");
    let questions = of_play(&steps, 3);
    assert_eq!(questions.len(), MOST_QUESTIONS);
    for QuizQuestion { step, ask } in questions {
        let Ask::Mean { step: first, visits, answer, .. } = ask else { panic!("{ask:?}") };
        let rewards: Vec<f64> = steps[..=step]
            .iter()
            .filter_map(|step| match step {
                PlayStep::Simulate { moves, value, .. } if moves.first() == Some(&first) => {
                    Some(*value)
                }
                _ => None,
            })
            .collect();
        assert_eq!(rewards.len() as u32, visits + 1);
        let mean = rewards.iter().sum::<f64>() / rewards.len() as f64;
        assert!((mean - answer).abs() <= 0.005 + 1e-9, "{mean} {answer}");
    }
}
