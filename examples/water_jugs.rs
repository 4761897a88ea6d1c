//! Your own problem in a few lines: two jugs without marks, and a measure of water to be drawn.
//!
//! Run it with `cargo run --example water_jugs -p plywood-search`. To add a problem of your own,
//! copy this file: say what a state is, which actions it allows and where they lead, and every
//! algorithm in `plywood_search::path` can search it.

use plywood_contract::{Cost, Heuristic, Limits, Outcome, Problem, Quiet};
use plywood_search::path;

/// Jugs of 5 and 3 litres; 4 litres are wanted in the first.
struct Jugs;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    FillFive,
    FillThree,
    EmptyFive,
    EmptyThree,
    FiveIntoThree,
    ThreeIntoFive,
}

use Action::*;

impl Problem for Jugs {
    /// Litres in each jug.
    type State = (u8, u8);
    type Action = Action;
    /// How a state is stored; here just as it is.
    type Key = (u8, u8);
    type Actions = std::vec::IntoIter<Action>;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn is_goal(&self, &(five, _): &(u8, u8)) -> bool {
        five == 4
    }

    fn actions(&self, &(five, three): &(u8, u8)) -> Self::Actions {
        let mut actions = Vec::new();
        if five < 5 {
            actions.push(FillFive);
        }
        if three < 3 {
            actions.push(FillThree);
        }
        if five > 0 {
            actions.extend([EmptyFive, FiveIntoThree]);
        }
        if three > 0 {
            actions.extend([EmptyThree, ThreeIntoFive]);
        }
        actions.into_iter()
    }

    fn apply(&self, &(five, three): &(u8, u8), action: Action) -> (u8, u8) {
        match action {
            FillFive => (5, three),
            FillThree => (five, 3),
            EmptyFive => (0, three),
            EmptyThree => (five, 0),
            FiveIntoThree => (five - five.min(3 - three), three + five.min(3 - three)),
            ThreeIntoFive => (five + three.min(5 - five), three - three.min(5 - five)),
        }
    }

    fn key(&self, state: &(u8, u8)) -> (u8, u8) {
        *state
    }

    fn state(&self, key: &(u8, u8)) -> (u8, u8) {
        *key
    }
}

/// Unless the first jug holds 4 litres already, at least one step is needed: weak, but never wrong.
struct OneStep;

impl Heuristic<Jugs> for OneStep {
    fn h(&self, jugs: &Jugs, state: &(u8, u8)) -> Cost {
        Cost::from(!jugs.is_goal(state))
    }
}

fn main() {
    let limits = Limits::default();
    show("breadth-first", &path::breadth_first(&Jugs, &limits, Quiet));
    show("depth-first", &path::depth_first(&Jugs, &limits, Quiet));
    show("A*", &path::a_star(&Jugs, &OneStep, &limits, Quiet));
    show("IDA*", &path::ida_star(&Jugs, &OneStep, &limits, Quiet));
}

fn show(name: &str, outcome: &Outcome<Action>) {
    let stats = &outcome.stats;
    println!("{name}: {} generated, {} expanded", stats.generated, stats.expanded);
    match outcome.solution() {
        Some(solution) => println!("  {} steps: {:?}", solution.actions.len(), solution.actions),
        None => println!("  no solution"),
    }
}
