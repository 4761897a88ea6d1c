//! Files of lines: jobs and results.

use crate::failure::at_line;
use crate::input;
use plywood_workbench::{Refused, message};
use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::bail;
use plywood_jobs::{Job, JobError, JobResult, Ledger};
use plywood_workbench::language::Words;

/// All jobs of a file.
pub(super) fn jobs(path: &Path) -> anyhow::Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (i, line) in input::lines(input::open(path)?, path).enumerate() {
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
        for (i, line) in input::lines(input::open(path)?, path).enumerate() {
            let line = line?;
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
                    crate::screen::tell(&words.fill(what, &[("place", &place())]));
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
            if path.as_os_str() != "-" && !path.exists() {
                continue;
            }
            let (before, mut is_first_job) = (known.keys.len(), false);
            for (i, line) in input::lines(input::open(path)?, path).enumerate() {
                let line = line?;
                known.keys.extend(JobResult::read(&line).ok().map(|result| result.key));
                is_first_job |= i == 0 && Job::read(&line).is_ok();
            }
            known.is_torn |= is_torn(path);
            if known.keys.len() == before && is_first_job {
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

/// Whether a file ends in the middle of a line.
fn is_torn(path: &Path) -> bool {
    let last = || {
        let mut file = File::open(path).ok()?;
        file.seek(SeekFrom::End(-1)).ok()?;
        let mut byte = [0];
        file.read_exact(&mut byte).ok()?;
        Some(byte[0])
    };
    last().is_some_and(|byte| byte != b'\n')
}
