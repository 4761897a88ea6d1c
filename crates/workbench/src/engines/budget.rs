//! The default time for a move, and the share of a clock to spend on one.

use std::time::Duration;

use super::engine::Engine;
use crate::Limits;

impl Engine {
    /// These limits, or `usual` time where neither they nor the engine's own options end the search.
    pub fn within(&self, limits: Limits, usual: Duration) -> Limits {
        if limits.is_bounded() || self.limits_itself() {
            return limits;
        }
        Limits { time: Some(usual), ..limits }
    }
}

/// The time for a move, given the time left for the rest of the game: a twentieth of it and most of the
/// increment, but never what is kept in `reserve`.
pub fn clock_share(left: Duration, increment: Duration, reserve: Duration) -> Duration {
    let wish = left / 20 + increment * 3 / 4;
    wish.min(left.saturating_sub(reserve)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out() {
        let (second, reserve) = (Duration::from_secs(1), Duration::from_millis(50));
        let share = |left, increment| clock_share(left, increment, reserve);
        assert_eq!(share(60 * second, Duration::ZERO), 3 * second);
        assert_eq!(share(second / 10, 9 * second), reserve);
        assert_eq!(share(Duration::ZERO, Duration::ZERO), Duration::from_millis(1));
    }

    #[test]
    fn only_a_search_without_any_bound_gets_the_usual_time() {
        let usual = Duration::from_secs(2);
        let time = |engine: &str, limits: Limits| {
            engine.parse::<Engine>().unwrap().within(limits, usual).time
        };
        assert_eq!(time("best", Limits::default()), Some(usual));
        assert_eq!(time("best", Limits::depth(3)), None);
        assert_eq!(time("best:nodes=5", Limits::default()), None);
        assert_eq!(time("random", Limits::default()), None);
    }
}
