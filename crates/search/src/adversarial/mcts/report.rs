//! What the tree says: the root's best moves with their scores and continuations, and whether more
//! simulations could still change the choice.

use std::cmp::Reverse;

use plywood_contract::{Evaluator, Game, Line, Score, Seat};

use super::node::{Edge, Node, Proof};

/// Moves with at least this share of the most visits are chosen from by their lower bounds.
const CONTENDER: f64 = 2.0 / 3.0;
/// Standard errors between a mean and its lower bound.
const ERRORS: f64 = 1.5;

/// What was found out about one of the root's moves, for its side to move.
struct Finding<'a, M> {
    place: usize,
    edge: Option<Edge<'a, M>>,
    proof: Proof,
    visits: u32,
    mean: f64,
}

impl<'a, M> Finding<'a, M> {
    /// Of every move, in the order of the node's list.
    fn all(root: &'a Node<M>) -> Vec<Self> {
        let known = root.edges().map(|edge| Self {
            place: edge.place,
            edge: Some(edge),
            proof: edge.proof(),
            visits: edge.visits(),
            mean: f64::from(edge.figure.get().0),
        });
        let mean = f64::from(root.figure.get().0);
        let unknown = (root.n_open()..root.moves.len()).map(|place| Self {
            place,
            edge: None,
            proof: Proof::Open,
            visits: 0,
            mean,
        });
        known.chain(unknown).collect()
    }

    /// The mean less what may well be chance: a reward spreads at most so much about its mean.
    fn lower_bound(&self) -> f64 {
        let spread = (1.0 - self.mean.powi(2)).max(0.0);
        self.mean - ERRORS * (spread / f64::from(self.visits.max(1))).sqrt()
    }

    /// Wins come first and losses last. A draw for certain is a choice like any other that is open.
    fn class(&self) -> u8 {
        match self.proof {
            Proof::Win => 2,
            Proof::Open | Proof::Draw => 1,
            Proof::Loss => 0,
        }
    }
}

/// The best first: contenders by their lower bound, others by visits; or by what is proven where
/// everything is.
fn sort<M>(findings: &mut [Finding<'_, M>]) {
    if findings.iter().all(|finding| finding.proof != Proof::Open) {
        findings.sort_by_key(|finding| Reverse((finding.proof, finding.visits)));
        return;
    }
    findings.sort_by_key(|finding| Reverse((finding.class(), finding.visits)));
    let Some(first) = findings.first() else { return };
    let (class, least) = (first.class(), CONTENDER * f64::from(first.visits));
    let is_contender =
        |one: &Finding<'_, M>| one.class() == class && f64::from(one.visits) >= least;
    let n_contenders = findings.iter().take_while(|one| is_contender(one)).count();
    findings[..n_contenders].sort_by(|a, b| b.lower_bound().total_cmp(&a.lower_bound()));
}

/// The root's best moves, each with its most visited continuation.
pub(super) fn lines<G: Game, E: Evaluator<G>>(
    judge: &E,
    root: &Node<G::Move>,
    n_lines: usize,
) -> Vec<Line<G::Move>> {
    let mut findings = Finding::all(root);
    sort(&mut findings);
    let line = |finding: &Finding<'_, G::Move>| {
        let (score, exact) = score(judge, root.mover, finding.proof, finding.mean);
        let mut moves = vec![root.moves[finding.place]];
        let mut node = finding.edge.and_then(Edge::below);
        while let Some((step, next)) = node.and_then(continuation) {
            moves.push(step);
            node = next;
        }
        Line { moves, score, exact }
    };
    findings.iter().take(n_lines.max(1)).map(line).collect()
}

/// The move to play, as the tree stands.
pub(super) fn best<M: Copy>(root: &Node<M>) -> M {
    let mut findings = Finding::all(root);
    sort(&mut findings);
    // A tree has a root with moves, or there is no tree.
    root.moves[findings[0].place]
}

/// Whether no other move can be chosen any more, whatever `left` more simulations bring.
pub(super) fn is_decided<M>(root: &Node<M>, left: u64) -> bool {
    if root.moves.len() == 1 {
        return true;
    }
    let (mut first, mut second) = (0, 0);
    for edge in root.edges() {
        // What is proven may change a choice that visits would not.
        if edge.proof() != Proof::Open {
            return false;
        }
        let visits = u64::from(edge.visits());
        second = second.max(visits.min(first));
        first = first.max(visits);
    }
    ((second + left) as f64) < CONTENDER * first as f64
}

/// The score of a move, and whether it follows from the rules alone.
fn score<G: Game, E: Evaluator<G>>(
    judge: &E,
    seat: Seat,
    proof: Proof,
    mean: f64,
) -> (Score, bool) {
    let settle = |result: i32| match seat {
        Seat::One => judge.settle(result),
        Seat::Two => -judge.settle(-result),
    };
    // That someone wins tells the result where a win is the best there is; elsewhere only its sign.
    let is_sign = judge.most() == Some(judge.settle(1));
    match proof {
        Proof::Draw => (settle(0), true),
        Proof::Win if is_sign => (settle(1), true),
        Proof::Loss if is_sign => (settle(-1), true),
        Proof::Win => (1000, false),
        Proof::Loss => (-1000, false),
        Proof::Open => ((1000.0 * mean).round() as Score, false),
    }
}

/// What was tried most in a node, and where it leads.
fn continuation<M: Copy>(node: &Node<M>) -> Option<(M, Option<&Node<M>>)> {
    let tried = node.edges().filter(|edge| edge.visits() > 0);
    let best = tried.max_by_key(|edge| {
        (
            edge.proof() == Proof::Win,
            edge.proof() != Proof::Loss,
            edge.visits(),
            Reverse(edge.place),
        )
    })?;
    Some((node.moves[best.place], best.below()))
}

/// The visits of the root's moves, those visited first.
pub(super) fn visits<M: Copy>(root: &Node<M>) -> Vec<(M, u32)> {
    let mut visits: Vec<(M, u32)> =
        root.edges().map(|edge| (root.moves[edge.place], edge.visits())).collect();
    visits.retain(|&(_, visits)| visits > 0);
    visits.sort_by_key(|&(_, visits)| Reverse(visits));
    visits
}
