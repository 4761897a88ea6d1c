//! From a set of pieces to a legal sequence, and to a smaller set that is still enough.

use super::bounds::kind;
use super::region::{Spot, cells, count};

/// The pieces in an order in which they can be laid, each touching one before it. The first `n_laid`
/// lie already and stay first; without any, the first piece is the one on the start cell.
pub(super) fn ordered(mut spots: Vec<Spot>, n_laid: usize) -> Vec<Spot> {
    let mut n_done = n_laid;
    if n_done == 0 {
        let Some(start) = spots.iter().position(|spot| spot.cells.contains(&(0, 0))) else {
            return Vec::new();
        };
        spots.swap(0, start);
        n_done = 1;
    }
    let mut looked_at = 0;
    while looked_at < n_done {
        let waiting = n_done..spots.len();
        for place in waiting {
            if spots[looked_at].touches(&spots[place]) {
                spots.swap(n_done, place);
                n_done += 1;
            }
        }
        looked_at += 1;
    }
    debug_assert_eq!(n_done, spots.len(), "the pieces hang together");
    spots.truncate(n_done);
    spots
}

/// Leaves out pieces on which no other depends, as long as `enough` cells stay covered. In the end
/// no more than three cells are to spare.
pub(super) fn thinned(mut spots: Vec<Spot>, n_laid: usize, enough: u32) -> Vec<Spot> {
    loop {
        let spare = cells(&spots).saturating_sub(enough);
        spots = ordered(spots, n_laid);
        // The last of an order is never needed by another, but it may be too large to spare; then
        // any other that is not needed will do.
        let can_go = |&place: &usize| {
            spots[place].piece.size() <= spare && hang_together(&spots, n_laid, place)
        };
        match (n_laid.max(1)..spots.len()).rev().find(can_go) {
            Some(place) => drop(spots.remove(place)),
            None => return spots,
        }
    }
}

/// Whether all but one still hang together.
fn hang_together(spots: &[Spot], n_laid: usize, without: usize) -> bool {
    let mut reached: Vec<bool> = (0..spots.len()).map(|place| place < n_laid.max(1)).collect();
    let mut open: Vec<usize> = (0..n_laid.max(1)).collect();
    while let Some(here) = open.pop() {
        for place in 0..spots.len() {
            if place != without && !reached[place] && spots[here].touches(&spots[place]) {
                reached[place] = true;
                open.push(place);
            }
        }
    }
    reached.iter().enumerate().all(|(place, &is_reached)| is_reached || place == without)
}

/// Lays the largest piece that fits, again and again: a legal solution in no time.
pub(super) fn greedy(spots: &[Spot], laid: &[Spot], stock: [u32; 3]) -> Vec<Spot> {
    let mut best = laid.to_vec();
    loop {
        let used = count(&best);
        let is_next = |spot: &&Spot| {
            let mut others = best.iter();
            used[kind(spot.piece)] < stock[kind(spot.piece)]
                && match best.is_empty() {
                    true => spot.cells.contains(&(0, 0)),
                    false => {
                        best.iter().any(|other| other.touches(spot))
                            && others.all(|other| other.allows(spot))
                    }
                }
        };
        match spots.iter().filter(is_next).max_by_key(|spot| spot.piece.size()) {
            Some(spot) => best.push(spot.clone()),
            None => return best,
        }
    }
}
