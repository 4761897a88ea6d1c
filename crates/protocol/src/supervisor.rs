//! The supervisor: a small process between us and another program. It enforces the leash, and outlives us just long
//! enough to clean up.
//!
//! A program that uses this names an executable of its own that calls [`supervise`] ([`set_supervisor`]). On Linux the
//! supervisor adopts all orphans (subreaper), so it finds every descendant whatever its session or environment.
//! Elsewhere it has the process group.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions};

use crate::Leash;

/// The first argument that makes the executable act as the supervisor.
pub const SUPERVISE: &str = "__supervise";
/// The interval between two checks.
const TICK: Duration = Duration::from_millis(40);
/// How long it keeps killing descendants that do not end.
const HUNT: Duration = Duration::from_millis(1500);

/// Exit codes that give the reason why the supervisor ended a program.
pub(crate) const TOOK_MEMORY: i32 = 251;
pub(crate) const TOOK_PROCESSES: i32 = 252;
/// The program could not be started at all.
const NOT_STARTED: i32 = 127;

static SUPERVISOR: OnceLock<(PathBuf, Leash)> = OnceLock::new();
/// Our own children; locked while one is started.
static CHILDREN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// From now on programs are started through `program`, which calls [`supervise`], on this leash. Only the first
/// call counts.
pub fn set_supervisor(program: PathBuf, leash: Leash) {
    adopt_orphans();
    let _ = SUPERVISOR.set((program, leash));
}

/// The leash of programs; `None` if they are started without a supervisor.
pub(crate) fn leash() -> Option<Leash> {
    SUPERVISOR.get().map(|(_, leash)| *leash)
}

/// The command that starts this program, through the supervisor if there is one.
pub(crate) fn command(words: &[String]) -> Command {
    let Some((program, leash)) = SUPERVISOR.get() else {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        return command;
    };
    let mut command = Command::new(program);
    command.arg(SUPERVISE).arg(std::process::id().to_string()).arg(leash.to_string()).args(words);
    command
}

/// Our children, so that one can be started or reaped while orphans are not being looked for.
pub(crate) fn children() -> MutexGuard<'static, BTreeSet<u32>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills processes that were reparented to us: what a killed supervisor leaves.
pub(crate) fn kill_adopted() -> usize {
    if SUPERVISOR.get().is_none() {
        return 0;
    }
    let own = children();
    let me = std::process::id();
    let mut n_killed = 0;
    for _ in 0..20 {
        let adopted = offspring(me).into_iter().filter(|pid| !own.contains(pid));
        let (alive, ended): (Vec<u32>, Vec<u32>) = adopted.partition(|&pid| is_alive(pid));
        for pid in ended.into_iter().filter_map(pid_of) {
            // It is ours to reap.
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
        }
        if alive.is_empty() {
            break;
        }
        n_killed = n_killed.max(alive.len());
        alive.into_iter().for_each(kill_tree);
        std::thread::sleep(Duration::from_millis(2));
    }
    n_killed
}

/// Makes this process a subreaper, where the system can.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // Where it fails, groups and marks must do.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
}

/// The supervisor itself: `PARENT LEASH COMMAND ARGUMENTS…`. Returns its exit code when all is over.
pub fn supervise(arguments: &[String]) -> i32 {
    let [parent, leash, program, rest @ ..] = arguments else { return NOT_STARTED };
    let (Ok(parent), Ok(leash)) = (parent.parse::<u32>(), leash.parse::<Leash>()) else {
        return NOT_STARTED;
    };
    adopt_orphans();
    tie(&leash);
    let child = match crate::fence::spawn(Command::new(program).args(rest), &leash) {
        Ok(child) => child,
        Err(e) => {
            eprintln!("plywood: `{program}` could not be started: {e}");
            return NOT_STARTED;
        }
    };
    let Some(pid) = pid_of(child.id()) else { return NOT_STARTED };
    let (sender, ended) = channel();
    std::thread::spawn(move || {
        let status = rustix::process::waitpid(Some(pid), WaitOptions::empty());
        let _ = sender.send(status.ok().flatten().map(|(_, status)| status));
    });
    let code = loop {
        match ended.recv_timeout(TICK) {
            Ok(status) => break Ok(status),
            Err(RecvTimeoutError::Disconnected) => break Err(NOT_STARTED),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let is_orphan =
            rustix::process::getppid().is_none_or(|now| now.as_raw_pid() as u32 != parent);
        if is_orphan {
            break Err(1);
        }
        if let Some(code) = overdrawn(&leash) {
            break Err(code);
        }
    };
    // Children that outlive a program which ended by itself are reparented to our parent, which counts and kills them.
    if code.is_err() {
        kill_descendants();
    }
    match code {
        // Where descendants cannot be listed there is the group; we lead it, so this is the last thing we do.
        Err(_) if !cfg!(target_os = "linux") => {
            let _ = rustix::process::kill_process_group(rustix::process::getpid(), Signal::KILL);
            1
        }
        Err(code) => code,
        Ok(status) => pass_on(status),
    }
}

/// Ends as the program did.
fn pass_on(status: Option<rustix::process::WaitStatus>) -> i32 {
    let Some(status) = status else { return 1 };
    if let Some(signal) = status.terminating_signal() {
        // A signal that does not end us is told by the exit code.
        if let Some(signal) = Signal::from_named_raw(signal) {
            let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
            std::thread::sleep(Duration::from_millis(5));
        }
        return 128 + signal;
    }
    status.exit_status().unwrap_or(1)
}

/// Sets the limits on this process: children inherit them.
fn tie(leash: &Leash) {
    let limit = |resource, most: Option<u64>| {
        if let Some(most) = most {
            let maximum = rustix::process::getrlimit(resource).maximum;
            let most = maximum.map_or(most, |maximum| maximum.min(most));
            let _ = rustix::process::setrlimit(
                resource,
                Rlimit { current: Some(most), maximum: Some(most) },
            );
        }
    };
    // Memory and processes are polled instead: some runtimes reserve far more than they use.
    limit(Resource::Fsize, leash.files);
    limit(Resource::Cpu, leash.cpu);
    limit(Resource::Core, Some(0));
}

/// The exit code for an exceeded limit, if there is one.
fn overdrawn(leash: &Leash) -> Option<i32> {
    if leash.memory.is_none() && leash.processes.is_none() {
        return None;
    }
    let all = descendants(std::process::id());
    if leash.processes.is_some_and(|most| all.len() as u64 > most) {
        return Some(TOOK_PROCESSES);
    }
    let most = leash.memory?;
    let taken: u64 = all.into_iter().map(memory).sum();
    (taken > most).then_some(TOOK_MEMORY)
}

/// Kills all descendants until none is left.
fn kill_descendants() {
    let deadline = Instant::now() + HUNT;
    loop {
        let left = descendants(std::process::id());
        if left.is_empty() || Instant::now() > deadline {
            break;
        }
        for pid in left {
            kill(pid);
        }
        // Reap those that are ours by now.
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn kill_tree(pid: u32) {
    descendants(pid).into_iter().for_each(kill);
    kill(pid);
}

fn kill(pid: u32) {
    // It may have ended by itself.
    let _ = pid_of(pid).map(|pid| rustix::process::kill_process(pid, Signal::KILL));
}

fn pid_of(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

/// All living descendants of a process.
fn descendants(of: u32) -> Vec<u32> {
    let living = |of| offspring(of).into_iter().filter(|&pid| is_alive(pid));
    let mut all: Vec<u32> = living(of).collect();
    let mut at = 0;
    while at < all.len() {
        for child in living(all[at]) {
            if !all.contains(&child) {
                all.push(child);
            }
        }
        at += 1;
    }
    all
}

/// The children of a process, as Linux lists them, zombies included.
fn offspring(of: u32) -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{of}/task")) else { return Vec::new() };
    let mut all = Vec::new();
    for thread in threads.flatten() {
        let Ok(text) = std::fs::read_to_string(thread.path().join("children")) else { continue };
        all.extend(text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    all
}

fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state follows the name; Z and X have ended.
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| !"ZX".contains(state))
}

/// Resident memory of a process in bytes.
fn memory(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}
