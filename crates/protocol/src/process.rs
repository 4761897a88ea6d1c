//! Another program as a child process, on a leash.
//!
//! One thread serves it: hardly anything is read ahead of need, so a program that floods its output blocks on a
//! full pipe instead of filling our memory. Every wait has a deadline. The program leads a process group of its own
//! and carries a mark in its environment, so that all its children can be found.

use std::io::ErrorKind;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::fault::clip;
use crate::remains::{MARK, linger, sweep};
use crate::streams::Streams;
use crate::{Fault, LastOutput, StartError, Wire, split_words, supervisor};

/// The longest line accepted.
const LONGEST_LINE: usize = 1 << 16;
/// How much of each stream is kept for reports.
const KEPT: usize = 4096;
/// The interval at which a silent program is checked to be alive.
const GLANCE: Duration = Duration::from_millis(50);
/// The time a program that closed its output has to end.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// A running program. Dropping it kills it with everything it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    streams: Streams,
    /// Output received and not yet delivered.
    unread: Vec<u8>,
    /// Bytes of `unread` known to hold no line end.
    searched: usize,
    last_stdout: Vec<u8>,
    last_stderr: Vec<u8>,
    last_request: String,
    mark: String,
    status: Option<ExitStatus>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    /// Whether it ended by itself in time; otherwise it was killed.
    pub in_time: bool,
    /// How long it took.
    pub after: Duration,
    /// The exit code or signal.
    pub status: String,
    /// Processes it had started and that still ran; they were killed.
    pub n_left: usize,
}

impl Process {
    /// Starts a program by its command line, without a shell.
    pub fn start(command: &str) -> Result<Self, Fault> {
        let fault = |reason: StartError| Fault::Start { command: clip(command), reason };
        let words = split_words(command).map_err(|e| fault(StartError::Words(e)))?;
        let system = |e: std::io::Error| fault(StartError::System(e.kind(), e.to_string()));
        if supervisor::leash().is_some() {
            system::is_there(&words[0]).map_err(system)?;
        }
        let mark = new_mark();
        let mut child = {
            let mut own = supervisor::children();
            let mut command = supervisor::command(&words);
            command.env(MARK, &mark);
            system::lead_a_group(&mut command);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let child = command.spawn().map_err(system)?;
            own.insert(child.id());
            child
        };
        let Some(streams) = Streams::take(&mut child).map_err(system)? else {
            return Err(fault(StartError::Streams));
        };
        Ok(Self {
            child,
            streams,
            unread: Vec::new(),
            searched: 0,
            last_stdout: Vec::new(),
            last_stderr: Vec::new(),
            last_request: String::new(),
            mark,
            status: None,
        })
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes its input, waits until it ends or `grace` is over, then kills whatever is left.
    pub fn end(mut self, grace: Duration) -> Farewell {
        self.streams.close_input();
        self.leave(grace)
    }

    /// The same with its input left open, for a program that was told to quit.
    pub fn leave(mut self, grace: Duration) -> Farewell {
        let since = Instant::now();
        let in_time = self.wait_for_end(since + grace);
        let after = since.elapsed();
        if in_time {
            // Children may need a moment to end after their parent.
            linger(&self.mark, Instant::now() + LAST_BREATH);
        }
        let n_left = self.kill();
        let status = self.status.map_or("unknown".into(), system::show_status);
        Farewell { in_time, after, status, n_left }
    }

    /// Kills it with everything it started, and returns how many other processes were still there.
    pub fn kill(&mut self) -> usize {
        if self.status.is_none() {
            #[cfg(not(unix))]
            crate::remains::kill_tree(self.child.id());
            // Fails only if it has just ended by itself.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
        supervisor::children().remove(&self.child.id());
        sweep(self.child.id(), &self.mark) + supervisor::kill_adopted()
    }

    /// Keeps reading, so that it does not block on a full pipe, until it ends.
    fn wait_for_end(&mut self, deadline: Instant) -> bool {
        let mut is_open = true;
        while !self.has_ended() && Instant::now() < deadline {
            let step = deadline.min(Instant::now() + Duration::from_millis(2));
            if is_open {
                is_open = !matches!(self.pump(step), Ok(Pumped::End));
                self.unread.clear();
                self.searched = 0;
            } else {
                std::thread::sleep(step.saturating_duration_since(Instant::now()));
            }
        }
        self.has_ended()
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Waits until there is output or the deadline has passed, and reads it.
    fn pump(&mut self, deadline: Instant) -> std::io::Result<Pumped> {
        let (has_stdout, has_stderr) = self.streams.wait(deadline)?;
        let mut chunk = [0; 1 << 14];
        if has_stderr {
            self.read_stderr(&mut chunk);
        }
        if !has_stdout {
            return Ok(if has_stderr { Pumped::Something } else { Pumped::Nothing });
        }
        match self.streams.read(&mut chunk)? {
            0 => Ok(Pumped::End),
            n => {
                keep(&mut self.last_stdout, &chunk[..n]);
                self.unread.extend_from_slice(&chunk[..n]);
                Ok(Pumped::Something)
            }
        }
    }

    fn read_stderr(&mut self, chunk: &mut [u8]) {
        let n = self.streams.read_errors(chunk);
        keep(&mut self.last_stderr, &chunk[..n]);
    }

    /// Reads a program's last output, until both its streams have ended or the deadline has passed; of undelivered
    /// output, only the end is kept for reports.
    pub(crate) fn hear_out(&mut self, deadline: Instant) {
        while Instant::now() < deadline {
            match self.pump(deadline) {
                Ok(Pumped::Something) => self.unread.clear(),
                Ok(Pumped::Nothing | Pumped::End) | Err(_) => break,
            }
        }
        (self.unread, self.searched) = (Vec::new(), 0);
        while Instant::now() < deadline {
            if !self.streams.wait_for_errors(deadline) {
                return;
            }
            self.read_stderr(&mut [0; 1 << 14]);
        }
    }

    /// The first whole line, if there is one.
    fn take_line(&mut self) -> Option<String> {
        let end = self.unread[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = end.map(|end| end + self.searched) else {
            self.searched = self.unread.len();
            return None;
        };
        let line = String::from_utf8_lossy(&self.unread[..end]).trim_end_matches('\r').to_owned();
        self.unread.drain(..=end);
        self.searched = 0;
        Some(line)
    }

    /// Why its output has ended.
    fn silence(&mut self) -> Fault {
        let request = self.last_request.clone();
        let deadline = Instant::now() + LAST_BREATH;
        self.hear_out(deadline);
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        match self.status {
            Some(status) => match system::overdrawn(status) {
                Some((what, limit)) => Fault::Overdrawn { what, limit },
                None => Fault::Crash { status: system::show_status(status), request },
            },
            None => Fault::Closed { request },
        }
    }
}

impl Wire for Process {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        let since = Instant::now();
        self.last_request = clip(line);
        let bytes = format!("{line}\n").into_bytes();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            match self.streams.write(rest) {
                Ok(n) => rest = &rest[n..],
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock && Instant::now() < deadline => {
                    self.streams.wait_for_room(deadline);
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    let after = deadline.saturating_duration_since(since);
                    return Err(Fault::Deaf { request: self.last_request.clone(), after });
                }
                Err(_) => return Err(self.silence()),
            }
        }
        Ok(())
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        let since = Instant::now();
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if self.unread.len() > LONGEST_LINE {
                let request = self.last_request.clone();
                return Err(Fault::TooLong { request, limit: LONGEST_LINE });
            }
            // A program may end while its children hold its output open.
            let step = deadline.min(Instant::now() + GLANCE);
            let is_over = self.has_ended();
            match self.pump(step) {
                Ok(Pumped::End) | Err(_) => return Err(self.silence()),
                Ok(Pumped::Nothing) if is_over => return Err(self.silence()),
                Ok(_) if Instant::now() < deadline || self.unread.contains(&b'\n') => {}
                Ok(_) => {
                    let after = deadline.saturating_duration_since(since);
                    return Err(Fault::Timeout { request: self.last_request.clone(), after });
                }
            }
        }
    }

    fn last_output(&self) -> LastOutput {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        LastOutput { stdout: text(&self.last_stdout), stderr: text(&self.last_stderr) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

enum Pumped {
    /// Nothing came before the deadline.
    Nothing,
    /// Something came.
    Something,
    /// Its output has ended.
    End,
}

/// Appends, and drops all but the last few thousand bytes.
fn keep(kept: &mut Vec<u8>, new: &[u8]) {
    kept.extend_from_slice(new);
    let surplus = kept.len().saturating_sub(KEPT);
    kept.drain(..surplus);
}

/// A mark unique among all programs of this and other runs.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{}-{count}-{now}", std::process::id())
}

/// Process handling on Unix.
#[cfg(unix)]
mod system {
    use std::io::ErrorKind;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::path::Path;
    use std::process::{Command, ExitStatus};

    use rustix::process::Signal;

    use crate::{Drain, supervisor};

    /// Makes a program the leader of a process group of its own.
    pub(super) fn lead_a_group(command: &mut Command) {
        command.process_group(0);
    }

    /// The resource limit that ended a program on a leash, if one did.
    pub(super) fn overdrawn(status: ExitStatus) -> Option<(Drain, u64)> {
        let leash = supervisor::leash()?;
        let told = status.code().filter(|code| *code > 128).map(|code| code - 128);
        match (status.code(), status.signal().or(told)) {
            (Some(supervisor::TOOK_MEMORY), _) => Some((Drain::Memory, leash.memory?)),
            (Some(supervisor::TOOK_PROCESSES), _) => Some((Drain::Processes, leash.processes?)),
            (_, Some(signal)) if signal == Signal::XCPU.as_raw() => Some((Drain::Cpu, leash.cpu?)),
            (_, Some(signal)) if signal == Signal::XFSZ.as_raw() => {
                Some((Drain::Files, leash.files?))
            }
            _ => None,
        }
    }

    /// Whether the program exists: the supervisor would find out too late.
    pub(super) fn is_there(program: &str) -> std::io::Result<()> {
        let check = |path: &Path| -> std::io::Result<()> {
            let found = path.metadata()?;
            let is_executable = found.is_file() && found.permissions().mode() & 0o111 != 0;
            if is_executable { Ok(()) } else { Err(ErrorKind::PermissionDenied.into()) }
        };
        if program.contains('/') {
            return check(Path::new(program));
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let mut found = std::env::split_paths(&folders).map(|folder| check(&folder.join(program)));
        let is_found = found.any(|found| found.is_ok());
        // The system's own message for a missing file.
        if is_found { Ok(()) } else { Err(rustix::io::Errno::NOENT.into()) }
    }

    pub(super) fn show_status(status: ExitStatus) -> String {
        let is_told = supervisor::leash().is_some();
        match (status.code(), status.signal()) {
            // The supervisor reports a signal that does not end itself in this form.
            (Some(code @ 129..160), _) if is_told => format!("signal {}", code - 128),
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "unknown".into(),
        }
    }
}

/// Process handling on every system.
#[cfg(not(unix))]
mod system {
    use std::process::{Command, ExitStatus};

    use crate::Drain;

    pub(super) fn lead_a_group(_command: &mut Command) {}

    pub(super) fn overdrawn(_status: ExitStatus) -> Option<(Drain, u64)> {
        None
    }

    pub(super) fn is_there(_program: &str) -> std::io::Result<()> {
        Ok(())
    }

    pub(super) fn show_status(status: ExitStatus) -> String {
        status.code().map_or("unknown".into(), |code| format!("exit code {code}"))
    }
}
