//! `plywood jobs run`: jobs in, results out, as they come.

use plywood_workbench::{Refused, message};
use std::io::{BufReader, Write, stdout};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plywood_jobs::{Job, Worker};
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::units::show_count;

use super::args::RunArguments;
use super::lines::Known;
use crate::Done;
use crate::consent::Consent;
use crate::screen::say;
use crate::{foreign, input};

pub(super) fn run(
    arguments: &RunArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let known = Known::read(&arguments.done)?;
    if known.is_torn {
        say("\n")?;
    }
    let shard = arguments.shard;
    let wanted = move |place: usize, job: &Job| {
        shard.is_none_or(|shard| shard.holds(place)) && !known.keys.contains(&job.key)
    };
    crate::supervise(arguments.leash.unwrap_or_default());
    let consent = Consent::new(arguments.allow_commands);
    let file = arguments.jobs.display().to_string();
    let source = feed(&arguments.jobs, wanted)?;
    let admit = |job: &Job| consent.need(&file, &job.work.commands(), words);
    let ran = run_all(source, arguments.threads, &admit, words, cancel, &mut |line| {
        // One write: whoever is killed leaves whole lines.
        let mut out = stdout().lock();
        out.write_all(foreign::json(&format!("{line}\n")).as_bytes())?;
        Ok(out.flush()?)
    })?;
    let (done, failed) = (show_count(ran.done), show_count(ran.failed));
    crate::screen::tell(&words.fill("jobs-ran", &[("count", &done), ("failed", &failed)]));
    Ok(match (cancel.is_raised(), ran.failed) {
        (true, _) => Done::Interrupted,
        (false, 0) => Done::Yes,
        _ => Done::No,
    })
}

/// How a run ended.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) done: u64,
    /// Jobs that could not be run here.
    pub(super) failed: u64,
}

/// Reads jobs on a thread of its own: nobody who waits for input keeps results from being written.
fn feed(
    jobs: &Path,
    wanted: impl Fn(usize, &Job) -> bool + Send + 'static,
) -> anyhow::Result<Receiver<anyhow::Result<Job>>> {
    let (sender, receiver) = sync_channel(64);
    let source = BufReader::new(input::open(jobs)?.into_inner().aside());
    let lines = input::lines(source, jobs);
    std::thread::spawn(move || {
        let filled = lines
            .enumerate()
            .filter(|(_, line)| !matches!(line, Ok(line) if line.trim().is_empty()));
        for (place, (i, line)) in filled.enumerate() {
            let line = line.map_err(anyhow::Error::from);
            let numbered = |e: plywood_jobs::JobError| {
                let (n, reason) = (i + 1, e);
                Refused::from(message!("line-number", "line {n}: {reason}", n, reason))
            };
            let job = line.and_then(|line| Ok(Job::read(&line).map_err(numbered)?));
            let is_wanted = job.as_ref().map_or(true, |job| wanted(place, job));
            let is_bad = job.is_err();
            if (is_wanted && sender.send(job).is_err()) || is_bad {
                return;
            }
        }
    });
    Ok(receiver)
}

/// Runs all jobs that come, several at a time, and hands each result to `keep`. A job that cannot be
/// run here is told of and left out; a line that is no job, or a job that is not admitted, ends everything.
pub(super) fn run_all(
    source: Receiver<anyhow::Result<Job>>,
    threads: Option<NonZeroUsize>,
    admit: &(dyn Fn(&Job) -> Result<(), Refused> + Sync),
    words: &Words,
    cancel: &Cancel,
    keep: &mut (dyn FnMut(&str) -> anyhow::Result<()> + Send),
) -> anyhow::Result<Ran> {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = threads.unwrap_or_else(processors);
    let source = Mutex::new(source);
    let desk = Mutex::new((keep, Ran::default(), None::<anyhow::Error>));
    let work = || {
        let mut worker = Worker::default();
        while let Some(job) = next(&source, cancel) {
            let admitted = job.and_then(|job| Ok(admit(&job).map(|()| job)?));
            let result = admitted.map(|job| (worker.run_job(&job, cancel), job));
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            let (keep, ran, trouble) = &mut *desk;
            let written = match result {
                Ok((Ok(None), _)) => Ok(()),
                Ok((Ok(Some(result)), _)) => serde_json::to_string(&result)
                    .map_err(anyhow::Error::from)
                    .and_then(|line| keep(&line))
                    .map(|()| ran.done += 1),
                Ok((Err(e), job)) => {
                    ran.failed += 1;
                    let holes: [(&str, &dyn std::fmt::Display); 2] =
                        [("key", &job.key), ("reason", &words.say(&e.message()))];
                    crate::screen::tell(&words.fill("jobs-failed", &holes));
                    Ok(())
                }
                Err(e) => Err(e),
            };
            if let Err(e) = written {
                trouble.get_or_insert(e);
                cancel.raise();
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(work);
        }
    });
    let (_, ran, trouble) = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    trouble.map_or(Ok(ran), Err)
}

/// The next job, unless there is none or an interrupt came.
fn next(
    source: &Mutex<Receiver<anyhow::Result<Job>>>,
    cancel: &Cancel,
) -> Option<anyhow::Result<Job>> {
    while !cancel.is_raised() {
        let pause = Duration::from_millis(50);
        let source = source.lock().unwrap_or_else(PoisonError::into_inner);
        match source.recv_timeout(pause) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}
