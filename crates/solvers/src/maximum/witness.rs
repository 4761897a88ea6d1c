//! From a connected set of placements to a legal sequence, and to a smaller set that is still enough.

use super::bounds::kind;
use super::region::{Placement, cells, count};

/// The placements in a legal order: breadth-first from those on the board, the first `n_laid`, or from
/// the one on the start cell. Each then touches one before it.
pub(super) fn legal_order(mut placements: Vec<Placement>, n_laid: usize) -> Vec<Placement> {
    let mut n_done = n_laid;
    if n_done == 0 {
        let Some(start) = placements.iter().position(|placement| placement.cells.contains(&(0, 0)))
        else {
            return Vec::new();
        };
        placements.swap(0, start);
        n_done = 1;
    }
    let mut looked_at = 0;
    while looked_at < n_done {
        let waiting = n_done..placements.len();
        for place in waiting {
            if placements[looked_at].touches(&placements[place]) {
                placements.swap(n_done, place);
                n_done += 1;
            }
        }
        looked_at += 1;
    }
    debug_assert_eq!(n_done, placements.len(), "the placements are connected");
    placements.truncate(n_done);
    placements
}

/// Removes pieces that no other depends on while `enough` cells stay covered. In the end no more than
/// three cells are to spare.
pub(super) fn without_spare(
    mut placements: Vec<Placement>,
    n_laid: usize,
    enough: u32,
) -> Vec<Placement> {
    loop {
        let spare = cells(&placements).saturating_sub(enough);
        placements = legal_order(placements, n_laid);
        // No other piece needs the last one of the order, but it may be too large to spare; then any
        // other that is not needed will do.
        let can_go = |&place: &usize| {
            placements[place].piece.size() <= spare && stays_connected(&placements, n_laid, place)
        };
        match (n_laid.max(1)..placements.len()).rev().find(can_go) {
            Some(place) => drop(placements.remove(place)),
            None => return placements,
        }
    }
}

/// Whether all but one are still connected.
fn stays_connected(placements: &[Placement], n_laid: usize, without: usize) -> bool {
    let mut reached: Vec<bool> = (0..placements.len()).map(|place| place < n_laid.max(1)).collect();
    let mut open: Vec<usize> = (0..n_laid.max(1)).collect();
    while let Some(here) = open.pop() {
        for place in 0..placements.len() {
            if place != without && !reached[place] && placements[here].touches(&placements[place]) {
                reached[place] = true;
                open.push(place);
            }
        }
    }
    reached.iter().enumerate().all(|(place, &is_reached)| is_reached || place == without)
}

/// A quick legal solution: the largest piece that fits, again and again.
pub(super) fn greedy(
    placements: &[Placement],
    laid: &[Placement],
    stock: [u32; 3],
) -> Vec<Placement> {
    let mut best = laid.to_vec();
    loop {
        let used = count(&best);
        let is_next = |placement: &&Placement| {
            let mut others = best.iter();
            used[kind(placement.piece)] < stock[kind(placement.piece)]
                && match best.is_empty() {
                    true => placement.cells.contains(&(0, 0)),
                    false => {
                        best.iter().any(|other| other.touches(placement))
                            && others.all(|other| other.allows(placement))
                    }
                }
        };
        match placements.iter().filter(is_next).max_by_key(|placement| placement.piece.size()) {
            Some(placement) => best.push(placement.clone()),
            None => return best,
        }
    }
}
