//! Selection: which child of a node to try next.
//!
//! UCT (Kocsis and Szepesvári, 2006): the mean reward so far, plus a bonus for what was tried seldom.
//! Two helps while visits are few: the judge's order (progressive bias: Chaslot and others, 2008), and
//! the rewards of simulations in which the move came later (rapid action value estimation: Gelly and
//! Silver, 2007). Both fade as visits grow. Moves never tried come first, in the judge's order; with a
//! judge that ranks moves, only the best-ranked ones are looked at to begin with, and more the more
//! often the node is visited (progressive widening: Coulom, 2007).

use super::Mcts;
use super::arena::{Arena, Proof};

/// With a ranking, a node visited n times looks at this many moves and [`WIDTH`] times √n more.
const NARROWEST: f32 = 4.0;
const WIDTH: f32 = 2.0;

/// The child, among `children`, to try next after `visits` tries. `None` if everything is proven lost.
#[inline]
pub(super) fn select<M: Copy>(
    arena: &Arena<M>,
    children: std::ops::Range<usize>,
    visits: u32,
    options: &Mcts,
    is_ranked: bool,
) -> Option<usize> {
    let visits = visits.max(1) as f32;
    let bonus = options.exploration * visits.ln().sqrt();
    let n_children = children.len();
    let n_open = if is_ranked {
        n_children.min((NARROWEST + WIDTH * visits.sqrt()) as usize)
    } else {
        n_children
    };
    let (mut best, mut best_worth) = (None, f32::NEG_INFINITY);
    for (place, node) in arena.nodes[children.clone()].iter().enumerate() {
        if node.proof == Proof::Loss {
            continue;
        }
        if place >= n_open && best.is_some() {
            break;
        }
        if node.visits == 0 || node.proof == Proof::Win {
            return Some(children.start + place);
        }
        let n = node.visits as f32;
        let mut worth = node.mean;
        if options.rave > 0.0 && node.later_visits > 0 {
            let weight = (options.rave / (3.0 * n + options.rave)).sqrt();
            worth += weight * (node.later_mean - worth);
        }
        if is_ranked {
            let prior = 1.0 - place as f32 / n_children as f32;
            worth += options.bias * prior / (n + 1.0);
        }
        worth += bonus / n.sqrt();
        if worth > best_worth {
            (best, best_worth) = (Some(children.start + place), worth);
        }
    }
    best
}
