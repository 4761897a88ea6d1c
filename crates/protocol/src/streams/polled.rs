//! Streams that the system watches for us: no thread, and nothing read ahead of need.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

/// Our ends of a child's pipes.
#[derive(Debug)]
pub(crate) struct Streams {
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
}

impl Streams {
    /// Takes them from a child; none if it has no pipes.
    pub(crate) fn take(child: &mut Child) -> std::io::Result<Option<Self>> {
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), stderr) = streams else { return Ok(None) };
        // Only our ends of the pipes change; the program's stay as they are.
        ioctl_fionbio(&stdin, true)?;
        Ok(Some(Self { stdin: Some(stdin), stdout, stderr }))
    }

    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits until there is output or the deadline has come. Says of which stream: output, errors.
    pub(crate) fn wait(&mut self, deadline: Instant) -> std::io::Result<(bool, bool)> {
        let mut streams = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        streams.extend(self.stderr.as_ref().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        wait(&mut streams, deadline)?;
        let is_ready = |i: usize| streams.get(i).is_some_and(|stream| !stream.revents().is_empty());
        Ok((is_ready(0), is_ready(1)))
    }

    /// The same for errors alone; false as well where they have ended.
    pub(crate) fn wait_for_errors(&mut self, deadline: Instant) -> bool {
        let Some(stderr) = &self.stderr else { return false };
        let mut streams = [PollFd::new(stderr, PollFlags::IN)];
        wait(&mut streams, deadline).is_ok() && !streams[0].revents().is_empty()
    }

    /// Reads output that is there; nothing at its end.
    pub(crate) fn read(&mut self, chunk: &mut [u8]) -> std::io::Result<usize> {
        self.stdout.read(chunk)
    }

    /// The same of errors.
    pub(crate) fn read_errors(&mut self, chunk: &mut [u8]) -> usize {
        let Some(stderr) = &mut self.stderr else { return 0 };
        match stderr.read(chunk) {
            Ok(0) | Err(_) => {
                self.stderr = None;
                0
            }
            Ok(n) => n,
        }
    }

    /// Writes what there is room for; `WouldBlock` if there is none.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.stdin {
            Some(stdin) => stdin.write(bytes),
            None => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until there is room or the deadline has come. An error shows itself at the next write.
    pub(crate) fn wait_for_room(&mut self, deadline: Instant) {
        if let Some(stdin) = &self.stdin {
            let _ = wait(&mut [PollFd::new(stdin, PollFlags::OUT)], deadline);
        }
    }
}

/// Waits until one of the streams is ready or the deadline has come.
fn wait(streams: &mut [PollFd<'_>], deadline: Instant) -> std::io::Result<()> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left.min(Duration::from_secs(3600)))
            .map_err(|_| std::io::Error::from(ErrorKind::InvalidInput))?;
        match poll(streams, Some(&left)) {
            Err(rustix::io::Errno::INTR) => {}
            Err(e) => return Err(e.into()),
            Ok(_) => return Ok(()),
        }
    }
}
