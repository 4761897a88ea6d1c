//! Pancakes: sort a stack by turning over its top part. Gates and Papadimitriou, 1979.

use std::iter::Chain;
use std::ops::{Range, RangeInclusive};

use plywood_contract::{Cost, Heuristic, Layered, Problem};

/// A stack of up to eight pancakes, smallest is 1, top first.
pub struct Pancakes(pub Vec<u8>);

impl Problem for Pancakes {
    type State = Vec<u8>;
    /// How many pancakes are turned.
    type Action = usize;
    type Key = Vec<u8>;
    type Actions = Chain<Range<usize>, RangeInclusive<usize>>;

    fn start(&self) -> Vec<u8> {
        self.0.clone()
    }
    fn is_goal(&self, stack: &Vec<u8>) -> bool {
        stack.is_sorted()
    }
    fn actions(&self, stack: &Vec<u8>) -> Self::Actions {
        (0..0).chain(2..=stack.len())
    }
    fn apply(&self, stack: &Vec<u8>, n_turned: usize) -> Vec<u8> {
        let mut stack = stack.clone();
        stack[..n_turned].reverse();
        stack
    }
    fn key(&self, stack: &Vec<u8>) -> Vec<u8> {
        stack.clone()
    }
    fn state(&self, key: &Vec<u8>) -> Vec<u8> {
        key.clone()
    }
    fn onward(&self, stack: &Vec<u8>, last: usize) -> Self::Actions {
        (2..last).chain(last + 1..=stack.len())
    }
}

impl Layered for Pancakes {
    fn locality(&self) -> usize {
        2
    }
}

/// Neighbours whose sizes differ by more than one, the plate counted as the largest: a turn mends
/// at most one such gap. Helmert, 2010.
pub struct Gaps;

impl Heuristic<Pancakes> for Gaps {
    fn h(&self, _: &Pancakes, stack: &Vec<u8>) -> Cost {
        let plate = stack.len() as u8 + 1;
        let below = stack.iter().skip(1).chain([&plate]);
        stack.iter().zip(below).filter(|(a, b)| a.abs_diff(**b) > 1).count() as Cost
    }
}
