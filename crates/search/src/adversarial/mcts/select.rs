//! Selection: which child of a node to try next.
//!
//! PUCT (Rosin, 2011; Silver and others, 2016): the mean reward so far, plus a bonus that grows with how
//! likely the move is to be the best and shrinks with what is known of it. A move that was never tried is
//! taken for a little worse than its node, the less likely the worse; so, likeliest first, one such move at
//! a time is enough to look at.

use std::sync::atomic::Ordering::Relaxed;

use super::node::{Bytes, Edge, Node, Proof};

/// The weight behind what a move is taken for before it was tried.
const FIRST_WEIGHT: f32 = 1.5;
/// How much worse than its node a hopeless move is taken for.
const FIRST_LOSS: f32 = 0.2;

/// The child to try next. `None` if everything is proven lost.
#[inline]
pub(super) fn select<'a, M>(
    node: &'a Node<M>,
    exploration: f32,
    bytes: &Bytes,
) -> Option<Edge<'a, M>> {
    let bonus = exploration * (node.visits.load(Relaxed) as f32 + 1.0).sqrt();
    let (mut best, mut most) = (None, f32::NEG_INFINITY);
    for edge in node.edges() {
        match edge.proof() {
            Proof::Loss => continue,
            Proof::Win => return Some(edge),
            Proof::Open | Proof::Draw => {}
        }
        let (mean, weight) = edge.figure().get();
        if weight == 0.0 {
            continue; // Another thread is just about to fill it in.
        }
        let worth = mean + bonus * node.priors[edge.place] / weight;
        if worth > most {
            (best, most) = (Some(edge), worth);
        }
    }
    if let Some(&prior) = node.priors.get(node.n_open()) {
        let doubt = 1.0 - (prior / node.priors[0]).sqrt();
        let value = node.figure.get().0 - FIRST_LOSS * doubt;
        if value + bonus * prior / FIRST_WEIGHT > most
            && let Some(fresh) = node.open(value, FIRST_WEIGHT, bytes)
        {
            return Some(fresh);
        }
    }
    best
}
