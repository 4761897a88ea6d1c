//! `plywood solve-set`: a file of positions, here or on a cluster.

use std::sync::mpsc::sync_channel;

use plywood_jobs::{Campaign, Ledger, Set};
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;

use super::args::SolveSetArguments;
use super::{Cluster, make, merge, run};
use crate::Done;

pub(crate) fn solve_set(
    arguments: &SolveSetArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let jobs = make::solve(&arguments.set)?;
    let mut ledger = Ledger::default();
    let store = arguments.store.as_deref();
    let (ended, failed) = match &arguments.ray {
        Some(address) => {
            let cluster = Cluster::find(address, words)?;
            let lines: Result<Vec<String>, _> = jobs.iter().map(serde_json::to_string).collect();
            let ended = cluster.drive(&lines?.join("\n"), store, words, cancel, &mut |line| {
                Ok(ledger.add(line).map(|_| ())?)
            })?;
            (ended, 0)
        }
        None => {
            let mut campaign = Campaign::new(Set::Listed(jobs.clone()), store)?;
            for line in campaign.known() {
                ledger.add(&line)?;
            }
            let (sender, source) = sync_channel(jobs.len().max(1));
            while let Some(job) = campaign.hand_out()? {
                let _ = sender.send(Ok(job));
            }
            drop(sender);
            let ran =
                run::run_all(source, arguments.threads, &|_| Ok(()), words, cancel, &mut |line| {
                    campaign.finish(line)?;
                    Ok(ledger.add(line).map(|_| ())?)
                })?;
            (if cancel.is_raised() { Done::Interrupted } else { Done::Yes }, ran.failed)
        }
    };
    ledger.arrange(&jobs);
    merge::proofs(&ledger, arguments.json, words)?;
    if matches!(ended, Done::Interrupted) {
        return Ok(ended);
    }
    let is_complete = ledger.missing(&jobs).is_empty() && failed == 0 && ledger.is_proven();
    Ok(if is_complete { Done::Yes } else { Done::No })
}
