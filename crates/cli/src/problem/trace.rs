//! `trace`: a search step by step, as JSON lines.

use std::io::{BufWriter, Write, stdout};
use std::ops::ControlFlow;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{Instance, PathStep};
use serde_json::json;

use super::args::TraceArguments;
use super::{default_memory, guided};
use crate::Done;

/// A line for each step; the last is `{"kind":"end"}` with the report.
pub(crate) fn run(
    instance: &Instance,
    arguments: &TraceArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let method = guided(instance, &arguments.algorithm, arguments.heuristic.as_ref(), words)?;
    let limits = arguments.limits.limits(None, default_memory(), cancel);
    let mut out = BufWriter::new(stdout().lock());
    let (mut left, mut failed) = (arguments.steps, None);
    let mut write = |step: PathStep| {
        let Some(fewer) = left.checked_sub(1) else { return ControlFlow::Break(()) };
        left = fewer;
        let line = serde_json::to_string(&step).map_err(std::io::Error::other);
        match line.and_then(|line| writeln!(out, "{line}")) {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) => {
                failed = Some(e);
                ControlFlow::Break(())
            }
        }
    };
    let report = instance.trace(&method, &limits, &mut write)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let is_complete = matches!(report.outcome, "solved" | "exhausted");
    let end = json!({ "kind": "end", "complete": is_complete, "report": report });
    writeln!(out, "{end}")?;
    out.flush()?;
    Ok(if report.is_solved() { Done::Yes } else { Done::No })
}
