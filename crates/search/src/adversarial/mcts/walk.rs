//! The moves of a simulation, and the replies that did well in earlier ones.
//!
//! Last good reply with forgetting (Drake, 2009; Baier and Drake, 2010): after every simulation the winner's
//! moves are remembered as replies to the one or two moves before them, the loser's forgotten. A judge that
//! plays games out may ask for them (see [`Playout`]).

use plywood_contract::{Playout, Seat};

use crate::hash::hash_of;
use crate::random::SplitMix;

/// How many moves a memory can tell apart, at best.
pub(super) const N_SLOTS: usize = 1 << 16;

/// A move's place in a memory.
#[inline]
pub(super) fn slot<M: std::hash::Hash>(step: &M) -> u16 {
    (hash_of(step) >> 48) as u16
}

/// The replies that one thread remembers, kept from move to move of a game; empty until needed.
#[derive(Debug)]
pub(super) struct Replies<M> {
    /// By who replies and the move replied to.
    to_one: Vec<Option<M>>,
    /// By who replies and the last two moves: which they were, and the reply.
    to_two: Vec<(u32, Option<M>)>,
}

impl<M> Default for Replies<M> {
    fn default() -> Self {
        Self { to_one: Vec::new(), to_two: Vec::new() }
    }
}

impl<M: Copy + Eq> Replies<M> {
    /// The bytes it takes.
    pub(super) const BYTES: u64 =
        (2 * N_SLOTS * (size_of::<Option<M>>() + size_of::<(u32, Option<M>)>())) as u64;

    pub(super) fn is_empty(&self) -> bool {
        self.to_one.is_empty()
    }

    /// Makes room, unless there is.
    pub(super) fn prepare(&mut self) {
        self.to_one.resize(2 * N_SLOTS, None);
        self.to_two.resize(2 * N_SLOTS, (0, None));
    }

    #[inline]
    fn places(seat: Seat, before: u16, last: u16) -> (usize, usize, u32) {
        let both = u32::from(before) << 16 | u32::from(last);
        let spread = (both.wrapping_mul(0x9e37_79b1) >> 16) as usize;
        let own = N_SLOTS * seat.index();
        (own + usize::from(last), own + spread, both)
    }

    /// Remembers or forgets a reply.
    #[inline]
    fn learn(&mut self, seat: Seat, [before, last]: [u16; 2], step: M, is_good: bool) {
        let (one, two, both) = Self::places(seat, before, last);
        if is_good {
            self.to_one[one] = Some(step);
            self.to_two[two] = (both, Some(step));
            return;
        }
        if self.to_one[one] == Some(step) {
            self.to_one[one] = None;
        }
        if self.to_two[two] == (both, Some(step)) {
            self.to_two[two].1 = None;
        }
    }
}

/// The walk of one simulation after the other.
pub(super) struct Walk<'a, M> {
    pub(super) random: SplitMix,
    moves: Vec<(Seat, M)>,
    slots: Vec<u16>,
    /// How many of the moves were made before the search.
    n_before: usize,
    replies: &'a mut Replies<M>,
}

impl<'a, M: Copy + Eq + std::hash::Hash> Walk<'a, M> {
    /// A walk from a root that these moves led to.
    pub(super) fn new(seed: u64, before: &[(Seat, M)], replies: &'a mut Replies<M>) -> Self {
        Self {
            random: SplitMix::new(seed),
            moves: before.to_vec(),
            slots: before.iter().map(|(_, step)| slot(step)).collect(),
            n_before: before.len(),
            replies,
        }
    }

    /// Goes back to the root.
    pub(super) fn begin(&mut self) {
        self.moves.truncate(self.n_before);
        self.slots.truncate(self.n_before);
    }

    /// The moves from `depth` plies below the root on: who made them, and their places in a memory.
    #[inline]
    pub(super) fn from(&self, depth: usize) -> impl Iterator<Item = (Seat, u16)> + Clone {
        let first = (self.n_before + depth).min(self.moves.len());
        let seats = self.moves[first..].iter().map(|&(seat, _)| seat);
        seats.zip(self.slots[first..].iter().copied())
    }

    /// Learns from how the simulation ended for player 1: after a draw all replies were good.
    pub(super) fn learn(&mut self, result: i32) {
        if self.replies.is_empty() {
            return;
        }
        for (i, pair) in self.moves.windows(2).enumerate() {
            let [(before, _), (seat, step)] = *pair else { continue };
            if before != seat {
                let own = if seat == Seat::One { result } else { -result };
                let earlier = if i == 0 { 0 } else { self.slots[i - 1] };
                self.replies.learn(seat, [earlier, self.slots[i]], step, own >= 0);
            }
        }
    }
}

impl<M: Copy + Eq + std::hash::Hash> Playout<M> for Walk<'_, M> {
    #[inline]
    fn chance(&mut self) -> u64 {
        self.random.next()
    }

    #[inline]
    fn moves(&self) -> &[(Seat, M)] {
        &self.moves
    }

    #[inline]
    fn reply(&self, seat: Seat, suits: impl Fn(M) -> bool) -> Option<M> {
        let (&last, earlier) = self.slots.split_last()?;
        if self.replies.is_empty() || self.moves.last()?.0 == seat {
            return None;
        }
        let before = earlier.last().copied().unwrap_or(0);
        let (one, two, both) = Replies::<M>::places(seat, before, last);
        let (known, reply) = self.replies.to_two[two];
        let reply = reply.filter(|&step| known == both && suits(step));
        reply.or_else(|| self.replies.to_one[one].filter(|&step| suits(step)))
    }

    #[inline]
    fn play(&mut self, seat: Seat, step: M) {
        self.moves.push((seat, step));
        self.slots.push(slot(&step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_replies_are_remembered_and_bad_ones_forgotten() {
        let mut replies = Replies::default();
        replies.prepare();
        let mut walk = Walk::new(1, &[(Seat::Two, 7_u32)], &mut replies);
        let mut play = |steps: [u32; 3], result: i32| {
            walk.begin();
            let seats = [Seat::One, Seat::Two, Seat::One];
            seats.into_iter().zip(steps).for_each(|(seat, step)| walk.play(seat, step));
            walk.learn(result);
            walk.begin();
            let first = walk.reply(Seat::One, |_| true);
            walk.play(Seat::One, 1);
            walk.play(Seat::Two, 2);
            (first, walk.reply(Seat::One, |_| true), walk.reply(Seat::Two, |_| true))
        };
        assert_eq!(play([1, 2, 3], 5), (Some(1), Some(3), None));
        // Another reply does as well; what it was known for before the one that lost is gone.
        assert_eq!(play([1, 2, 4], -5), (None, Some(3), None));
        assert_eq!(play([9, 2, 3], -5), (None, Some(3), None));
        assert_eq!(play([1, 2, 3], -5), (None, None, None));
    }

    #[test]
    fn a_reply_that_does_not_suit_is_not_given() {
        let mut replies = Replies::default();
        replies.prepare();
        let mut walk = Walk::new(1, &[], &mut replies);
        for (steps, result) in [([1, 2, 3], 1), ([8, 2, 4], 1)] {
            walk.begin();
            [Seat::Two, Seat::One, Seat::Two]
                .into_iter()
                .zip(steps)
                .for_each(|(seat, step)| walk.play(seat, step));
            walk.learn(-result);
        }
        walk.begin();
        walk.play(Seat::Two, 1);
        walk.play(Seat::One, 2);
        assert_eq!(walk.reply(Seat::Two, |_| true), Some(3), "to two moves first");
        assert_eq!(walk.reply(Seat::Two, |step| step != 3), Some(4), "then to one");
        assert_eq!(walk.reply(Seat::Two, |step| step > 4), None);
    }

    #[test]
    fn without_room_nothing_is_remembered() {
        let mut replies = Replies::default();
        let mut walk = Walk::new(1, &[(Seat::One, 1_u8)], &mut replies);
        walk.play(Seat::Two, 2);
        walk.learn(-1);
        walk.begin();
        assert_eq!(walk.reply(Seat::Two, |_| true), None);
        assert_eq!(walk.from(0).count(), 0);
    }
}
