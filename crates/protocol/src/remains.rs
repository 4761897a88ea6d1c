//! The processes a program leaves behind: its process group, and children that left the group.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The variable that marks a program and everything it starts.
pub(crate) const MARK: &str = "PLYWOOD_ENGINE";

/// Kills the group a program leads, and all that carry its mark. Returns how many had outlived it.
pub(crate) fn sweep(leader: u32, mark: &str) -> usize {
    let group = i32::try_from(leader).ok().and_then(Pid::from_raw);
    let mut n_swept = 0;
    // A process may fork during the search: repeat until none is left, within reason.
    for _ in 0..20 {
        let left = marked(mark);
        if let Some(group) = group {
            // Fails when the group is already gone, which is what is wanted.
            let _ = kill_process_group(group, Signal::KILL);
        }
        for &pid in &left {
            let _ = kill_process(pid, Signal::KILL);
        }
        if left.is_empty() {
            break;
        }
        n_swept = n_swept.max(left.len());
        std::thread::sleep(Duration::from_millis(2));
    }
    n_swept
}

/// Waits until no process carries the mark any more, or the deadline has passed.
pub(crate) fn linger(mark: &str, deadline: Instant) {
    while !marked(mark).is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Living processes that carry the mark. Only Linux can list them; elsewhere the group must do.
fn marked(mark: &str) -> Vec<Pid> {
    let entry = format!("{MARK}={mark}");
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.flatten().filter_map(|process| {
        let pid = process.file_name().to_str()?.parse::<i32>().ok()?;
        // Zombies have an empty environment.
        let environment = std::fs::read(process.path().join("environ")).ok()?;
        let carries = environment.split(|&byte| byte == 0).any(|pair| pair == entry.as_bytes());
        Pid::from_raw(pid).filter(|_| carries)
    });
    numbers.collect()
}
