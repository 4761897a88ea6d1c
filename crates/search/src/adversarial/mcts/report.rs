//! What the trees say together: the root's best moves with their scores and continuations.

use std::cmp::Reverse;

use plywood_contract::{Evaluator, Game, Line, Score, Seat};

use super::Mcts;
use super::arena::{Arena, Proof};

/// What all trees found out about one of the root's moves, for its side to move.
struct Finding {
    /// Where it stands in every tree.
    node: usize,
    proof: Proof,
    visits: u64,
    mean: f64,
}

impl Finding {
    fn new<M>(arenas: &[Arena<M>], node: usize) -> Self {
        let (mut proof, mut visits, mut sum) = (Proof::Open, 0, 0.0);
        for found in arenas.iter().map(|arena| &arena.nodes[node]) {
            if found.proof != Proof::Open {
                proof = found.proof;
            }
            visits += u64::from(found.visits);
            sum += f64::from(found.visits) * f64::from(found.mean);
        }
        Self { node, proof, visits, mean: sum / visits.max(1) as f64 }
    }

    /// Wins come first and losses last. A draw for certain is a choice like any other that is open.
    fn rank(&self) -> (u8, u64) {
        match self.proof {
            Proof::Win => (2, self.visits),
            Proof::Open | Proof::Draw => (1, self.visits),
            Proof::Loss => (0, self.visits),
        }
    }
}

/// The root's best moves, each with its most visited continuation.
pub(super) fn lines<G: Game, E: Evaluator<G>>(
    (game, judge): (&G, &E),
    root: &G::Position,
    arenas: &[Arena<G::Move>],
    options: &Mcts,
) -> Vec<Line<G::Move>> {
    let Some(first) = arenas.first() else { return Vec::new() };
    let mut findings: Vec<_> = first.roots().map(|node| Finding::new(arenas, node)).collect();
    sort_findings(&mut findings);
    let seat = game.turn(root);
    let line = |finding: &Finding| {
        let (score, exact) = score(judge, seat, finding);
        let most_visited = arenas.iter().max_by_key(|arena| arena.nodes[finding.node].visits);
        let moves = continuation(most_visited.unwrap_or(first), finding.node);
        Line { moves, score, exact }
    };
    findings.iter().take(options.lines.max(1)).map(line).collect()
}

/// The best first: by rank, or by what is proven where everything is.
fn sort_findings(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| Reverse(finding.rank()));
    if findings.iter().all(|finding| finding.proof != Proof::Open) {
        findings.sort_by_key(|finding| Reverse(finding.proof));
    }
}

/// The score of a move, and whether it follows from the rules alone.
fn score<G: Game, E: Evaluator<G>>(judge: &E, seat: Seat, finding: &Finding) -> (Score, bool) {
    let settle = |result: i32| match seat {
        Seat::One => judge.settle(result),
        Seat::Two => -judge.settle(-result),
    };
    // That someone wins tells the result where a win is the best there is; elsewhere only its sign.
    let is_sign = judge.most() == Some(judge.settle(1));
    match finding.proof {
        Proof::Draw => (settle(0), true),
        Proof::Win if is_sign => (settle(1), true),
        Proof::Loss if is_sign => (settle(-1), true),
        Proof::Win => (1000, false),
        Proof::Loss => (-1000, false),
        Proof::Open => ((1000.0 * finding.mean).round() as Score, false),
    }
}

/// A move and what was tried most after it.
fn continuation<M: Copy>(arena: &Arena<M>, mut node: usize) -> Vec<M> {
    let mut moves = vec![arena.nodes[node].step];
    loop {
        let children = arena.nodes[node].children();
        let best = children.filter(|&child| arena.nodes[child].visits > 0).max_by_key(|&child| {
            let child = &arena.nodes[child];
            (child.proof == Proof::Win, child.proof != Proof::Loss, child.visits)
        });
        let Some(best) = best else { return moves };
        moves.push(arena.nodes[best].step);
        node = best;
    }
}
