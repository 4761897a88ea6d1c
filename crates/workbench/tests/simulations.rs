//! What a traced Monte Carlo search says it compared is what the formula gives, computed anew from the simulations
//! that were told: visits, means, bonuses, which move was chosen, and which would be played.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;

use plywood_workbench::SplitMix;
use plywood_workbench::engines::{ChoiceShown, MoveCompared, PlayStep};
use plywood_workbench::games::{Table, open};

#[path = "common/steps.rs"]
mod steps;
use steps::steps_of;

/// The weight of what a move is taken for before it was tried, and how much less than its node that is at most.
const FIRST_WEIGHT: f64 = 1.5;
const FIRST_LOSS: f64 = 0.2;

/// What the simulations told of a move: how often it was chosen, what its chooser got in all, and what it was taken
/// for at first.
#[derive(Default)]
struct Tried {
    visits: u32,
    sum: f64,
    first: f64,
}

impl Tried {
    fn mean(&self) -> f64 {
        (FIRST_WEIGHT * self.first + self.sum) / (FIRST_WEIGHT + f64::from(self.visits))
    }
}

/// A position in the tree: what it was worth to its mover when it joined the tree, and its moves.
#[derive(Default)]
struct Node {
    value: f64,
    moves: HashMap<String, Tried>,
}

impl Node {
    fn visits(&self) -> u32 {
        self.moves.values().map(|tried| tried.visits).sum()
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.moves.values().map(|tried| tried.sum).sum();
        (self.value + sum) / (1.0 + f64::from(self.visits()))
    }

    /// The move with the greatest lower bound among those tried nearly as often as the most tried one.
    fn best(&self) -> Vec<&str> {
        let most = self.moves.values().map(|tried| tried.visits).max().unwrap();
        let bound = |tried: &Tried| {
            let (mean, visits) = (tried.mean(), f64::from(tried.visits.max(1)));
            mean - 1.5 * ((1.0 - mean * mean).max(0.0) / visits).sqrt()
        };
        let contenders = || {
            let is_one =
                |tried: &Tried| f64::from(tried.visits) * 3.0 >= 2.0 * f64::from(most) - 1e-6;
            self.moves.iter().filter(move |(_, tried)| is_one(tried))
        };
        let top = contenders().map(|(_, tried)| bound(tried)).fold(f64::MIN, f64::max);
        contenders()
            .filter(|(_, tried)| bound(tried) > top - 1e-4)
            .map(|one| one.0.as_str())
            .collect()
    }
}

fn near(told: f32, reference: f64, what: &str) {
    assert!((f64::from(told) - reference).abs() < 2e-4, "{what}: {told}, and not {reference}");
}

/// Compares one choice with the reference; says how many bonuses it looked at.
fn check_choice(
    node: &mut Node,
    choice: &ChoiceShown,
    chosen: &str,
    exploration: f64,
    has_later: bool,
) -> usize {
    let (visits, mean) = (f64::from(node.visits()), node.mean());
    let most = choice.moves.iter().map(|one| one.prior).fold(0.0, f32::max);
    for one in &choice.moves {
        let MoveCompared { step, prior, weight, .. } = one;
        let doubt = 1.0 - f64::from(prior / most).sqrt();
        let fresh = Tried { first: mean - FIRST_LOSS * doubt, ..Tried::default() };
        let known = node.moves.get(step);
        assert_eq!(one.visits, known.map_or(0, |tried| tried.visits), "{step}");
        if let Some(result @ (-1 | 1)) = one.proven {
            assert_eq!((one.mean, one.bonus), (result as f32, 0.0), "{step} is proven");
            continue;
        }
        let bonus = exploration * f64::from(*prior) * (visits + 1.0).sqrt() / f64::from(*weight);
        near(one.bonus, bonus, "bonus");
        if !has_later {
            near(*weight, FIRST_WEIGHT + f64::from(one.visits), "weight");
            near(one.mean, known.unwrap_or(&fresh).mean(), "mean");
        }
        if step == chosen && known.is_none() {
            node.moves.insert(step.clone(), Tried { first: f64::from(one.mean), ..fresh });
        }
    }
    let open = choice.moves.iter().filter(|one| one.proven != Some(-1));
    let top = open.clone().map(|one| one.mean + one.bonus).fold(f32::MIN, f32::max);
    let taken = choice.moves.iter().find(|one| one.step == chosen).unwrap();
    assert!(taken.mean + taken.bonus > top - 1e-5, "{chosen} is not the greatest of {choice:?}");
    choice.moves.len()
}

/// Replays a trace by the definition; says how many bonuses and how many moves to be played were compared.
fn replay(steps: &[PlayStep], exploration: f64, has_later: bool) -> [usize; 2] {
    let mut tree: HashMap<Vec<String>, Node> = HashMap::new();
    let mut n = [0; 2];
    for (i, step) in steps.iter().enumerate() {
        let PlayStep::Simulate { moves, value, choices, best } = step else {
            panic!("only simulations belong here: {step:?}");
        };
        assert_eq!(moves.len(), choices.len());
        // What the position is worth that this move leads to, for whoever chose it.
        let mut above: Option<(u32, f64)> = None;
        for (ply, (chosen, choice)) in moves.iter().zip(choices).enumerate() {
            let node = tree.entry(moves[..ply].to_vec()).or_insert_with(|| {
                let value = above.map_or(
                    0.0,
                    |(seat, mean)| {
                        if seat == choice.seat { mean } else { -mean }
                    },
                );
                Node { value, ..Node::default() }
            });
            n[0] += check_choice(node, choice, chosen, exploration, has_later);
            let taken = choice.moves.iter().find(|one| one.step == *chosen).unwrap();
            above = Some((choice.seat, f64::from(taken.mean)));
        }
        for (ply, (chosen, choice)) in moves.iter().zip(choices).enumerate() {
            let tried = tree.get_mut(&moves[..ply]).unwrap().moves.get_mut(chosen);
            let own = if choice.seat == 1 { *value } else { -value };
            // Where later moves count, moves have figures before they are tried.
            if let Some(tried) = tried {
                tried.visits += 1;
                tried.sum += own;
            }
        }
        let root = &tree[&Vec::new()];
        // What this simulation proved of the root's moves only the next one tells.
        let is_open = |step: &PlayStep| match step {
            PlayStep::Simulate { choices, .. } => {
                choices[0].moves.iter().all(|one| one.proven.is_none())
            }
            _ => false,
        };
        if !has_later && steps.get(i + 1).is_some_and(is_open) {
            assert!(root.best().contains(&&**best), "{best}, and not {:?}", root.best());
            n[1] += 1;
        }
    }
    n
}

/// A game in which some moves were made at random.
fn some_position(game: &str, random: &mut SplitMix, most: u64) -> Box<dyn Table> {
    loop {
        let mut table = open(game, "", 0, None, &[]).unwrap();
        for _ in 0..random.below(most) {
            let moves = table.moves();
            let Some(step) = moves.get(random.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            table.play(step).unwrap();
        }
        if table.result().is_none() {
            return table;
        }
    }
}

#[test]
fn means_bonuses_and_choices_are_those_of_the_formula() {
    let mut random = SplitMix::new(11);
    let mut n = [0; 2];
    for run in 0..300 {
        let game = ["tic-tac-toe", "connect-four"][run % 2];
        let table = some_position(game, &mut random, 6);
        let exploration = [0.0, 0.4, 1.2, 3.0][run / 2 % 4];
        let engine = format!("mcts:nodes=120,seed={run},exploration={exploration}");
        let found = replay(&steps_of(&*table, &engine), exploration, false);
        n = [n[0] + found[0], n[1] + found[1]];
    }
    assert!(n[0] > 100_000 && n[1] > 2_000, "{n:?}");
}

#[test]
fn bonuses_follow_from_the_weight_where_later_moves_count() {
    let mut random = SplitMix::new(5);
    for run in 0..4 {
        let table = some_position("blokus-duo", &mut random, 6);
        let engine = format!("mcts:nodes=60,seed={run},exploration=1.5");
        let steps = steps_of(&*table, &engine);
        let told = steps.iter().map(|step| match step {
            PlayStep::Simulate { choices, .. } => choices,
            _ => panic!("only simulations belong here"),
        });
        assert!(told.flatten().any(|choice| choice.compared > choice.moves.len()));
        let found = replay(&steps, 1.5, true);
        assert!(found[0] > 400, "{found:?}");
    }
}
