//! Selection: which child of a node to try next.
//!
//! PUCT (Rosin, 2011; Silver and others, 2016): the mean reward so far, plus a bonus that grows with how
//! likely the move is to be the best and shrinks with what is known of it. A move that was never tried is
//! taken for a little worse than its node, the less likely the worse; so, likeliest first, one such move at
//! a time is enough to look at.

use std::sync::atomic::Ordering::Relaxed;

use plywood_contract::{Choice, Compared};

use super::node::{Bytes, Edge, FIRST_WEIGHT, Node, Proof};

/// What is added to a move's mean, before it is shared out by priors and divided by weights.
#[inline]
pub(super) fn bonus<M>(node: &Node<M>, exploration: f32) -> f32 {
    exploration * (node.visits.load(Relaxed) as f32 + 1.0).sqrt()
}

/// The child to try next. `None` if everything is proven lost.
#[inline]
pub(super) fn select<'a, M>(
    node: &'a Node<M>,
    exploration: f32,
    bytes: &Bytes,
) -> Option<Edge<'a, M>> {
    let bonus = bonus(node, exploration);
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (place, (figure, prior)) in node.figures().iter().zip(&node.priors).enumerate() {
        let (mean, weight) = figure.get();
        let worth = mean + bonus * prior / weight;
        // Without weight yet: another thread is just about to fill it in.
        if worth > most && weight > 0.0 {
            (best, most) = (place, worth);
        }
    }
    let fresh = node.n_open();
    if let Some(&prior) = node.priors.get(fresh)
        && node.first_value(fresh) + bonus * prior / FIRST_WEIGHT > most
        && let Some(edge) = node.open(bytes)
    {
        return Some(edge);
    }
    // Where a full tree has no room for the best, one that was tried will do.
    let tried = || node.edges().max_by(|a, b| a.figure.get().0.total_cmp(&b.figure.get().0));
    let edge = node.edge(best, bytes).or_else(tried)?;
    (edge.proof() != Proof::Loss).then_some(edge)
}

/// What [`select`] is about to choose from, for those who watch: every move that has a figure, and the next that
/// was never tried.
pub(super) fn compared<M: Copy>(node: &Node<M>, exploration: f32) -> Choice<M> {
    let bonus = bonus(node, exploration);
    let compare = |place: usize, mean: f32, weight: f32| {
        let (step, prior) = (node.moves[place], node.priors[place]);
        let bonus = bonus * prior / weight;
        Compared { step, visits: 0, prior, weight, mean, bonus, proven: None }
    };
    let figures = node.figures().iter().enumerate();
    let mut moves: Vec<Compared<M>> = figures
        .map(|(place, figure)| {
            let (mean, weight) = figure.get();
            compare(place, mean, weight)
        })
        .collect();
    for edge in node.edges() {
        let one = &mut moves[edge.place];
        one.visits = edge.visits();
        one.proven = edge.proof().result();
        if let Some(result @ (-1 | 1)) = one.proven {
            (one.mean, one.weight, one.bonus) = (result as f32, one.visits as f32, 0.0);
        }
    }
    moves.retain(|one| one.weight > 0.0 || one.proven.is_some());
    let fresh = node.n_open();
    if fresh < node.moves.len() {
        moves.push(compare(fresh, node.first_value(fresh), FIRST_WEIGHT));
    }
    Choice { seat: node.mover, moves }
}
