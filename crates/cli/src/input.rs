//! Reading files of others: never more than makes sense, and never longer than somebody wants.
//!
//! An interrupt while we wait for a file ends the program at once: nothing is under way that could be lost.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use plywood_workbench::{Refused, message};

use crate::failure::cannot_read;

/// No line is longer.
const MOST_LINE: u64 = 4 << 20;

/// How many reads are under way.
static READING: AtomicUsize = AtomicUsize::new(0);

/// Whether an interrupt came.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// An interrupt came: whoever goes on reading ends the program. Whether it waits for a file just now.
pub(crate) fn interrupt() -> bool {
    IS_INTERRUPTED.store(true, Ordering::SeqCst);
    READING.load(Ordering::SeqCst) > 0
}

/// Reads, or opens what may have to be waited for.
pub(crate) fn reading<T>(work: impl FnOnce() -> T) -> T {
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            READING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    READING.fetch_add(1, Ordering::SeqCst);
    let _guard = Guard;
    if IS_INTERRUPTED.load(Ordering::SeqCst) {
        crate::end_at_once();
    }
    work()
}

/// A file, or stdin, that can be interrupted.
pub(crate) struct Source {
    file: Box<dyn Read + Send>,
    /// Whether other work goes on meanwhile, which an interrupt must not cut off.
    is_aside: bool,
}

impl Source {
    /// The same for a thread of its own.
    pub(crate) fn aside(mut self) -> Self {
        self.is_aside = true;
        self
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.is_aside {
            true => self.file.read(buffer),
            false => reading(|| self.file.read(buffer)),
        }
    }
}

/// Opens a file for reading; `-` is stdin.
pub(crate) fn open(path: &Path) -> Result<BufReader<Source>, Refused> {
    let file: Box<dyn Read + Send> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(reading(|| open_file(path)).map_err(|e| cannot_read(path, &e))?),
    };
    Ok(BufReader::new(Source { file, is_aside: false }))
}

fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // Some systems open folders, and fail at every read instead.
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

/// A whole text of no more than `most` bytes. Bytes that are no UTF-8 are replaced.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, Refused> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|e| cannot_read(path, &e))?;
    if bytes.len() as u64 > most {
        let said = message!(
            "file-large",
            "{file} is too large: expected no more than {most} MiB",
            file = path.display().to_string(),
            most = most >> 20
        );
        return Err(said.into());
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into()))
}

/// The lines of a file, without their ends. The first that cannot be read or is too long is the last.
pub(crate) fn lines<S: BufRead>(
    mut source: S,
    path: &Path,
) -> impl Iterator<Item = Result<String, Refused>> + use<S> {
    let path = path.to_owned();
    let (mut number, mut is_over) = (0u64, false);
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        number += 1;
        let mut bytes = Vec::new();
        let line = match source.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(n) if n as u64 > MOST_LINE => {
                let file = path.display().to_string();
                let long = message!(
                    "line-too-long",
                    "{file}, line {n} is longer than 4 MiB: this is no such file",
                    file,
                    n = number
                );
                Err(long.into())
            }
            Ok(_) => Ok(String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned()),
            Err(e) => Err(cannot_read(&path, &e)),
        };
        is_over = line.is_err();
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(source: impl BufRead) -> Vec<Result<String, String>> {
        let lines = lines(source, Path::new("x"));
        lines.map(|line| line.map_err(|e| e.to_string())).collect()
    }

    #[test]
    fn an_endless_line_ends_the_reading_and_so_does_a_failure() {
        let mut endless = all(BufReader::new(b"one\n".chain(io::repeat(b'x'))));
        assert!(endless.pop().expect("a line").is_err_and(|e| e.contains("line 2 is longer")));
        assert_eq!(endless, [Ok("one".to_owned())]);
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::IsADirectory.into())
            }
        }
        assert_eq!(all(BufReader::new(Failing)).len(), 1);
    }
}
