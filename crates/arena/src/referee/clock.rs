//! Clocks: the time for a move, and whether it was exceeded.

use std::time::Duration;

use plywood_workbench::engines::clock_share;
use plywood_workbench::games::Seat;
use plywood_workbench::{Cancel, Limits};

use crate::settings::Control;

/// The limits of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Both players' clocks.
    pub clocks: Option<[Duration; 2]>,
    /// Added to the clock after each move.
    pub increment: Duration,
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// The time without an answer after which the player counts as hung.
    pub patience: Duration,
}

impl MoveLimits {
    /// The time after which the game is lost, before any margin.
    pub fn time(&self, seat: Seat) -> Option<Duration> {
        let clock = self.clocks.map(|clocks| clocks[seat.index()]);
        self.move_time.into_iter().chain(clock).min()
    }

    /// The limits of a search that stays within these.
    pub fn limits(&self, seat: Seat, cancel: &Cancel) -> Limits {
        let share =
            |clocks: [Duration; 2]| clock_share(clocks[seat.index()], self.increment, RESERVE);
        let share = self.clocks.map(share);
        Limits {
            time: self.move_time.into_iter().chain(share).min(),
            nodes: self.nodes,
            depth: self.depth,
            bytes: None,
            cancel: cancel.clone(),
        }
    }
}

/// The part of a clock that is never spent.
const RESERVE: Duration = Duration::from_millis(10);

/// Both players' clocks during a game.
#[derive(Debug)]
pub(super) struct Clocks {
    control: Control,
    left: Option<[Duration; 2]>,
    patience: Duration,
}

impl Clocks {
    pub(super) fn new(control: Control, patience: Duration) -> Self {
        let left = control.clock.map(|clock| [Duration::from_millis(clock.base_ms); 2]);
        Self { control, left, patience }
    }

    pub(super) fn move_limits(&self, seat: Seat) -> MoveLimits {
        /// The grace period in which a late answer is still distinguished from none.
        const GRACE: Duration = Duration::from_secs(2);
        let mut limits = MoveLimits {
            move_time: self.control.move_time(),
            clocks: self.left,
            increment: Duration::from_millis(
                self.control.clock.map_or(0, |clock| clock.increment_ms),
            ),
            nodes: self.control.nodes,
            depth: self.control.depth,
            patience: self.patience,
        };
        if let Some(time) = limits.time(seat) {
            limits.patience = time + GRACE;
        }
        limits
    }

    /// Subtracts the time of a move; returns the excess beyond `margin`, if any.
    pub(super) fn spend(
        &mut self,
        seat: Seat,
        time: Duration,
        margin: Duration,
    ) -> Option<Duration> {
        let allowed = self.move_limits(seat).time(seat);
        if let (Some(left), Some(clock)) = (&mut self.left, self.control.clock) {
            let left = &mut left[seat.index()];
            *left = left.saturating_sub(time) + Duration::from_millis(clock.increment_ms);
        }
        let over = time.saturating_sub(allowed?);
        (over > margin).then_some(over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::ClockControl;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment() {
        let clock = Some(ClockControl { base_ms: 1000, increment_ms: 100 });
        let mut clocks = Clocks::new(Control { clock, ..Control::default() }, ms(5000));
        assert_eq!(clocks.spend(Seat::One, ms(900), ms(0)), None);
        assert_eq!(clocks.move_limits(Seat::One).time(Seat::One), Some(ms(200)));
        assert_eq!(clocks.spend(Seat::One, ms(230), ms(50)), None);
        assert_eq!(clocks.move_limits(Seat::One).time(Seat::One), Some(ms(100)));
        assert_eq!(clocks.spend(Seat::One, ms(160), ms(50)), Some(ms(60)));
        assert_eq!(clocks.move_limits(Seat::Two).time(Seat::Two), Some(ms(1000)));
    }

    #[test]
    fn a_share_of_the_clock_always_fits() {
        for left in [0, 5, 50, 1000, 60_000] {
            let share = clock_share(ms(left), ms(500), RESERVE);
            assert!(share <= ms(left.max(1)) && share >= ms(1), "{left}: {share:?}");
        }
    }

    #[test]
    fn without_time_only_patience_counts() {
        let mut clocks = Clocks::new(Control { nodes: Some(5), ..Control::default() }, ms(5000));
        assert_eq!(clocks.spend(Seat::Two, ms(100_000), ms(0)), None);
        assert_eq!(clocks.move_limits(Seat::Two).patience, ms(5000));
    }
}
