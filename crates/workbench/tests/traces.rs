//! Traces say nothing that a plain reference does not compute: windows and values of a game's tree, and every g, h
//! and f, open list and refusal of a search for a path.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use plywood_workbench::engines::{Engine, PlayStep};
use plywood_workbench::games::{Table, open};
use plywood_workbench::problems::{Method, PathStep, find};
use plywood_workbench::{Limits, SplitMix};

/// A node of the replay: the table there, the node above, and the best value so far for its mover.
struct Node {
    table: Box<dyn Table>,
    parent: Option<usize>,
    best: f64,
    window: (f64, f64),
}

/// What a seat has for certain at the nodes from this one to the root, for that seat.
fn certain(nodes: &[Node], from: Option<usize>, seat: u32) -> f64 {
    let (mut most, mut at) = (f64::NEG_INFINITY, from);
    while let Some(i) = at {
        if nodes[i].table.turn().number() == seat {
            most = most.max(nodes[i].best);
        }
        at = nodes[i].parent;
    }
    most
}

/// Replays a trace by the definition of alpha–beta and the rules alone; says how many windows it looked at.
fn replay(root: &dyn Table, steps: &[PlayStep], has_window: bool) -> usize {
    let mut nodes: Vec<Node> = Vec::new();
    for step in steps {
        match step {
            PlayStep::Enter { node, parent, step, ply, seat, alpha, beta, .. } => {
                assert_eq!(*node as usize, nodes.len());
                let parent = parent.map(|parent| parent as usize);
                let mut table = match parent {
                    Some(parent) => nodes[parent].table.fork(),
                    None => root.fork(),
                };
                if let Some(step) = step {
                    table.play(step).unwrap();
                }
                assert_eq!(table.turn().number(), *seat);
                let above = parent.map_or(0, |parent| {
                    let mut n_above = 1;
                    let mut at = nodes[parent].parent;
                    while let Some(i) = at {
                        n_above += 1;
                        at = nodes[i].parent;
                    }
                    n_above
                });
                assert_eq!(above, *ply);
                let window = (alpha.unwrap_or(f64::NEG_INFINITY), beta.unwrap_or(f64::INFINITY));
                if has_window {
                    assert_eq!(window.0, certain(&nodes, parent, *seat), "what the mover has");
                    assert_eq!(window.1, -certain(&nodes, parent, 3 - *seat), "what the other has");
                }
                nodes.push(Node { table, parent, best: f64::NEG_INFINITY, window });
            }
            PlayStep::Leave { node, value, origin } => {
                let here = &nodes[*node as usize];
                match *origin {
                    "rules" => {
                        let result = f64::from(here.table.result().unwrap().signum());
                        let own = if here.table.turn().number() == 1 { result } else { -result };
                        assert_eq!(*value, own);
                    }
                    "moves" => assert_eq!(*value, here.best),
                    other => panic!("{other}: nothing is judged to the end of a game"),
                }
                if let Some(parent) = here.parent {
                    let same = nodes[parent].table.turn() == here.table.turn();
                    let own = if same { *value } else { -*value };
                    nodes[parent].best = nodes[parent].best.max(own);
                }
            }
            PlayStep::Cut { node, value, .. } => {
                let here = &nodes[*node as usize];
                assert_eq!(*value, here.best);
                assert!(here.best >= here.window.1, "it reached the bound it was entered with");
            }
            PlayStep::Simulate { .. } => panic!("no simulation belongs here"),
        }
    }
    nodes.len()
}

#[test]
fn windows_and_values_are_those_of_the_definition() {
    let mut random = SplitMix::new(3);
    let (mut n_runs, mut n_nodes) = (0, 0);
    while n_runs < 2000 {
        let mut table = open("tic-tac-toe", "", 0, None, &[]).unwrap();
        for _ in 0..4 + random.below(3) {
            let moves = table.moves();
            let Some(step) = moves.get(random.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            table.play(step).unwrap();
        }
        if table.result().is_some() {
            continue;
        }
        let name = ["alpha-beta", "minimax"][n_runs % 2];
        let engine: Engine = format!("{name}:depth=9,judge=none").parse().unwrap();
        let mut steps = Vec::new();
        let done = table.trace(&engine, &Limits::default(), &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        assert!(done.unwrap());
        n_nodes += replay(&*table, &steps, name == "alpha-beta");
        n_runs += 1;
    }
    assert!(n_nodes > 50_000, "{n_nodes}");
}

/// Rows and columns that tiles are away from where they belong.
fn manhattan(tiles: &[usize], side: usize) -> u64 {
    let apart = |(cell, tile): (usize, &usize)| match tile {
        0 => 0,
        tile => (cell / side).abs_diff(tile / side) + (cell % side).abs_diff(tile % side),
    };
    tiles.iter().enumerate().map(apart).sum::<usize>() as u64
}

/// A board some random slides from the goal.
fn shuffled(random: &mut SplitMix) -> Vec<usize> {
    let mut tiles: Vec<usize> = (0..9).collect();
    for _ in 0..4 + random.below(14) {
        let gap = tiles.iter().position(|tile| *tile == 0).unwrap();
        let near: Vec<usize> = beside(gap);
        tiles.swap(gap, near[random.below(near.len() as u64) as usize]);
    }
    tiles
}

fn beside(at: usize) -> Vec<usize> {
    (0..9_usize)
        .filter(|other| (other / 3).abs_diff(at / 3) + (other % 3).abs_diff(at % 3) == 1)
        .collect()
}

/// The board that a step leads to: the tile it is about slides into the gap.
fn slid(tiles: &[usize], step: &PathStep) -> Vec<usize> {
    let gap = tiles.iter().position(|tile| *tile == 0).unwrap();
    let cells: Vec<usize> =
        step.at.iter().map(|at| usize::from(*at)).filter(|at| *at != gap).collect();
    let [from] = cells[..] else { panic!("{step:?} is about one tile and the gap") };
    assert!(beside(gap).contains(&from), "{step:?}");
    let mut next = tiles.to_vec();
    next.swap(gap, from);
    next
}

#[test]
fn sums_estimates_and_lists_are_those_of_the_boards() {
    let mut random = SplitMix::new(9);
    let (mut n_opened, mut n_refused) = (0, 0);
    for run in 0..2000 {
        let start = shuffled(&mut random);
        let text = start.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let board = find("tiles").unwrap().load_one(&text).unwrap();
        let name = ["a-star", "greedy", "ucs", "bfs"][run % 4];
        let has_heuristic = ["a-star", "greedy"].contains(&name);
        let method: Method = match has_heuristic {
            true => format!("{name}:heuristic=manhattan").parse().unwrap(),
            false => name.parse().unwrap(),
        };
        // Blind searches of far boards would only repeat what near ones show.
        let limits = Limits { nodes: Some(400), ..Limits::default() };
        let mut boards: HashMap<u32, (Vec<usize>, u64)> = HashMap::new();
        let mut open: HashSet<u32> = HashSet::new();
        let _ = board.trace(&method, &limits, &mut |step: PathStep| {
            let what = format!("{name} on {text}: {step:?}");
            match step.kind {
                "open" => {
                    n_opened += 1;
                    let node = step.node.unwrap();
                    let (tiles, g) = match step.parent {
                        Some(parent) => (slid(&boards[&parent].0, &step), boards[&parent].1 + 1),
                        None => (start.clone(), 0),
                    };
                    assert_eq!(step.g, g, "{what}");
                    if has_heuristic {
                        assert_eq!(u64::from(step.h), manhattan(&tiles, 3), "{what}");
                    }
                    match name {
                        "a-star" => assert_eq!(step.f, step.g + u64::from(step.h), "{what}"),
                        "ucs" => assert_eq!(step.f, step.g, "{what}"),
                        "greedy" => assert_eq!(step.f, u64::from(step.h), "{what}"),
                        _ => {}
                    }
                    boards.insert(node, (tiles, g));
                    open.insert(node);
                }
                "refuse" => {
                    n_refused += 1;
                    let tiles = slid(&boards[&step.parent.unwrap()].0, &step);
                    let g = boards[&step.parent.unwrap()].1 + 1;
                    let known = boards.values().find(|(known, _)| *known == tiles);
                    let known = known.unwrap_or_else(|| panic!("{what}: nobody was there before"));
                    assert!(known.1 <= g, "{what}: there was no way as short");
                }
                "expand" | "goal" => {
                    let node = step.node.unwrap();
                    if step.kind == "expand" {
                        assert!(open.remove(&node), "{what}: it was not open");
                    }
                    let (tiles, g) = &boards[&node];
                    assert_eq!(step.g, *g, "{what}");
                    if step.kind == "goal" {
                        assert_eq!(manhattan(tiles, 3), 0, "{what}");
                    }
                }
                other => panic!("{other}: {what}"),
            }
            ControlFlow::Continue(())
        });
    }
    assert!(n_opened > 40_000 && n_refused > 2_000, "{n_opened} {n_refused}");
}
