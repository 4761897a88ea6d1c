//! How long an engine thinks about a move.

use std::time::Duration;

use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, clock_share};

/// What a move may cost if the controller does not say.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

/// The time for a move if nobody says anything at all.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// An answer also has to be written, sent and read.
const DELIVERY: Duration = Duration::from_millis(10);

impl Budget {
    /// The limits of a search by this engine.
    pub(super) fn limits(&self, engine: &Engine) -> Limits {
        let Self { time, nodes, depth } = *self;
        engine.within(Limits { time, nodes, depth, ..Limits::default() }, USUAL_TIME)
    }
}

/// What is left for thinking of the time for a move.
pub(super) fn for_thinking(time: Duration) -> Duration {
    (time - DELIVERY.min(time / 10)).max(Duration::from_millis(1))
}

/// What to spend on a move of the time for the rest of the game.
pub(super) fn share(left: Duration, increment: Duration) -> Duration {
    clock_share(left, increment, 5 * DELIVERY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_never_run_out() {
        assert_eq!(share(Duration::from_secs(60), Duration::ZERO), Duration::from_secs(3));
        assert_eq!(
            share(Duration::from_millis(100), Duration::from_secs(9)),
            Duration::from_millis(50)
        );
        assert_eq!(share(Duration::ZERO, Duration::ZERO), Duration::from_millis(1));
        assert_eq!(for_thinking(Duration::from_millis(50)), Duration::from_millis(45));
    }
}
