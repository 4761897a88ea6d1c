//! Streams that threads wait for, where the system cannot wait for several pipes at once. What they read ahead is
//! bounded: a program that floods its output waits for us here too.
#![cfg_attr(
    all(test, unix),
    allow(dead_code, reason = "tests use their share; other systems all of it")
)]

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

/// Pieces of output that wait, each no longer than this.
const PIECES: usize = 4;
const LONGEST: usize = 1 << 14;

/// A piece of output, or its end.
enum Piece {
    Output(Vec<u8>),
    Errors(Vec<u8>),
    OutputEnd,
    ErrorsEnd,
}

/// Our ends of a child's pipes.
#[derive(Debug)]
pub(crate) struct Streams {
    input: Option<SyncSender<Vec<u8>>>,
    pieces: Receiver<Piece>,
    output: Heard,
    errors: Heard,
}

/// What was heard of a stream and not read yet.
#[derive(Debug, Default)]
struct Heard {
    bytes: VecDeque<u8>,
    has_ended: bool,
}

impl Heard {
    fn is_ready(&self) -> bool {
        self.has_ended || !self.bytes.is_empty()
    }

    fn read(&mut self, chunk: &mut [u8]) -> usize {
        let n = self.bytes.len().min(chunk.len());
        for (place, byte) in chunk.iter_mut().zip(self.bytes.drain(..n)) {
            *place = byte;
        }
        n
    }
}

impl Streams {
    /// Takes them from a child; none if it has no pipes.
    pub(crate) fn take(child: &mut Child) -> std::io::Result<Option<Self>> {
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), stderr) = streams else { return Ok(None) };
        let (sender, pieces) = sync_channel(PIECES);
        let (input, requests) = sync_channel::<Vec<u8>>(1);
        std::thread::Builder::new().spawn(move || {
            // The pipe is closed with the last request, and when nobody reads it any more.
            while let Ok(request) = requests.recv() {
                if stdin.write_all(&request).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        })?;
        let (output, errors) =
            (Heard::default(), Heard { has_ended: stderr.is_none(), ..Heard::default() });
        if let Some(stderr) = stderr {
            let sender = sender.clone();
            std::thread::Builder::new()
                .spawn(move || hear(stderr, &sender, Piece::Errors, Piece::ErrorsEnd))?;
        }
        std::thread::Builder::new()
            .spawn(move || hear(stdout, &sender, Piece::Output, Piece::OutputEnd))?;
        Ok(Some(Self { input: Some(input), pieces, output, errors }))
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    fn take_in(&mut self, piece: Piece) {
        match piece {
            Piece::Output(bytes) => self.output.bytes.extend(bytes),
            Piece::Errors(bytes) => self.errors.bytes.extend(bytes),
            Piece::OutputEnd => self.output.has_ended = true,
            Piece::ErrorsEnd => self.errors.has_ended = true,
        }
    }

    /// Waits until there is output or the deadline has come. Says of which stream: output, errors.
    pub(crate) fn wait(&mut self, deadline: Instant) -> std::io::Result<(bool, bool)> {
        if !self.output.is_ready() && self.errors.bytes.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            if let Ok(piece) = self.pieces.recv_timeout(left) {
                self.take_in(piece);
            }
        }
        Ok((self.output.is_ready(), !self.errors.bytes.is_empty()))
    }

    /// The same for errors alone; false as well where they have ended.
    pub(crate) fn wait_for_errors(&mut self, deadline: Instant) -> bool {
        while self.errors.bytes.is_empty() && !self.errors.has_ended {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(piece) = self.pieces.recv_timeout(left) else { break };
            self.take_in(piece);
        }
        !self.errors.bytes.is_empty()
    }

    /// Reads output that is there; nothing at its end.
    pub(crate) fn read(&mut self, chunk: &mut [u8]) -> std::io::Result<usize> {
        Ok(self.output.read(chunk))
    }

    /// The same of errors.
    pub(crate) fn read_errors(&mut self, chunk: &mut [u8]) -> usize {
        self.errors.read(chunk)
    }

    /// Writes what there is room for; `WouldBlock` if there is none.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let Some(input) = &self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        match input.try_send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(TrySendError::Full(_)) => Err(ErrorKind::WouldBlock.into()),
            Err(TrySendError::Disconnected(_)) => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits a moment, or until the deadline has come. An error shows itself at the next write.
    pub(crate) fn wait_for_room(&mut self, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        std::thread::sleep(left.min(Duration::from_millis(1)));
    }
}

/// Hands a stream on piece by piece until it ends or nobody listens.
fn hear(
    mut stream: impl Read,
    pieces: &SyncSender<Piece>,
    piece: impl Fn(Vec<u8>) -> Piece,
    end: Piece,
) {
    let mut chunk = [0; LONGEST];
    loop {
        match stream.read(&mut chunk) {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            Ok(n) => {
                if pieces.send(piece(chunk[..n].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
    let _ = pieces.send(end);
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    fn start(script: &str) -> (Child, Streams) {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let streams = Streams::take(&mut child).expect("threads").expect("pipes");
        (child, streams)
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn input_is_echoed_and_the_end_of_output_is_seen() {
        let (mut child, mut streams) = start("cat; echo oops >&2");
        assert_eq!(streams.wait(Instant::now()).expect("no error"), (false, false));
        assert_eq!(streams.write(b"hello\n").expect("room"), 6);
        let mut chunk = [0; 64];
        assert!(streams.wait(soon()).expect("no error").0);
        let n = streams.read(&mut chunk).expect("read");
        assert_eq!(&chunk[..n], b"hello\n");
        streams.close_input();
        assert!(streams.wait_for_errors(soon()));
        let n = streams.read_errors(&mut chunk);
        assert_eq!(&chunk[..n], b"oops\n");
        while !streams.wait(soon()).expect("no error").0 {}
        assert_eq!(streams.read(&mut chunk).expect("read"), 0, "the end");
        assert!(child.wait().expect("ended").success());
        assert!(streams.write(b"late").is_err());
    }

    #[test]
    fn a_flood_waits_and_a_deaf_program_blocks() {
        let (mut child, mut streams) = start("exec cat /dev/zero");
        std::thread::sleep(Duration::from_millis(100));
        let mut n_bytes = 0;
        while streams.wait(Instant::now()).expect("no error").0 && n_bytes < (1 << 22) {
            n_bytes += streams.read(&mut [0; LONGEST]).expect("read");
        }
        assert!(n_bytes >= LONGEST, "{n_bytes}");
        let line = vec![b'x'; 1 << 20];
        let is_blocked = (0..4).any(|_| {
            streams.wait_for_room(soon());
            streams.write(&line).is_err_and(|e| e.kind() == ErrorKind::WouldBlock)
        });
        assert!(is_blocked);
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
}
