//! Processor time of players: on a busy machine the only fair measure of the cost of a move.

use std::fs;
use std::time::Duration;

/// The processor time of the calling thread.
pub(super) fn of_this_thread() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// The processor time of another process's living threads; `None` where the system does not report it.
pub(super) fn of_process(id: u32) -> Option<Duration> {
    let mut nanoseconds = 0;
    for task in fs::read_dir(format!("/proc/{id}/task")).ok()? {
        // A thread may end while the others are read.
        let Ok(text) = fs::read_to_string(task.ok()?.path().join("schedstat")) else { continue };
        nanoseconds += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_works_uses_time_and_one_that_sleeps_does_not() {
        let before = of_this_thread();
        std::thread::sleep(Duration::from_millis(30));
        let slept = of_this_thread() - before;
        assert!(slept < Duration::from_millis(20), "{slept:?}");
        let mut sum = 0_u64;
        while of_this_thread() - before < slept + Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(of_this_thread() > before + slept);
        // The whole process has used at least as much, where the system tells.
        if let Some(all) = of_process(std::process::id()) {
            assert!(all >= Duration::from_millis(4), "{all:?}");
        }
        assert_eq!(of_process(u32::MAX), None);
    }
}
