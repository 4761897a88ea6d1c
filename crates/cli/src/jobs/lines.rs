//! Files of lines: jobs and results.

use crate::failure::{at_line, cannot_read};
use plywood_workbench::{Refused, message};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, stdin};
use std::path::{Path, PathBuf};

use anyhow::bail;
use plywood_jobs::{Job, JobError, JobResult, Ledger};
use plywood_workbench::language::Words;

/// Opens a file for reading; `-` is stdin.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let file = File::open(path).map_err(|e| cannot_read(path, &e))?;
    Ok(Box::new(BufReader::new(file)))
}

/// All jobs of a file.
pub(super) fn jobs(path: &Path) -> anyhow::Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (i, line) in open(path)?.lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let job = Job::read(&line);
            jobs.push(job.map_err(|e| at_line(&path.display().to_string(), i + 1, e))?);
        }
    }
    Ok(jobs)
}

/// The results in these files. A line that was torn when its writer was killed is left out with a
/// word: its job counts as missing.
pub(super) fn ledger(paths: &[PathBuf], words: &Words) -> anyhow::Result<Ledger> {
    let mut ledger = Ledger::default();
    for path in paths {
        for (i, line) in open(path)?.split(b'\n').enumerate() {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            let place = || {
                let holes: [(&str, &dyn std::fmt::Display); 2] =
                    [("file", &path.display()), ("n", &(i + 1))];
                words.fill("jobs-place", &holes)
            };
            match ledger.add(&line) {
                Ok(_) => {}
                Err(JobError::NoResult(_)) => {
                    let what = if Job::read(&line).is_ok() { "jobs-not-run" } else { "jobs-torn" };
                    eprintln!("{}", words.fill(what, &[("place", &place())]));
                }
                Err(e) => return Err(at_line(&path.display().to_string(), i + 1, e).into()),
            }
        }
    }
    Ok(ledger)
}

/// Whose results are there already.
#[derive(Default)]
pub(super) struct Known {
    pub(super) keys: HashSet<String>,
    /// Whether a file ends in the middle of a line: what is appended must not be glued to it.
    pub(super) is_torn: bool,
}

impl Known {
    /// Reads files of results; one that is not there yet holds none.
    pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut known = Self::default();
        for path in paths {
            let text = match std::fs::read(path) {
                Err(e) if e.kind() == ErrorKind::NotFound => continue,
                read => read.map_err(|e| cannot_read(path, &e))?,
            };
            if text.is_empty() {
                continue;
            }
            let keys = text.split(|&byte| byte == b'\n').filter_map(|line| {
                let line = std::str::from_utf8(line).ok()?;
                JobResult::read(line).ok().map(|result| result.key)
            });
            let before = known.keys.len();
            known.keys.extend(keys);
            known.is_torn |= !text.ends_with(b"\n");
            if known.keys.len() == before && Job::read(&String::from_utf8_lossy(&text)).is_ok() {
                let file = path.display().to_string();
                bail!(Refused::from(message!(
                    "holds-jobs",
                    "{file} holds jobs, not results",
                    file
                )));
            }
        }
        Ok(known)
    }
}
