//! `trace`: a search step by step, as JSON lines.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::path::Path;

use plywood_workbench::language::Words;
use plywood_workbench::problems::{Algorithm, Instance, Method, PathStep, check_trace, posthoc};
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use super::args::TraceArguments;
use super::{default_memory, guided};
use crate::Done;
use crate::failure::cannot_read;
use crate::screen::{listed, say, say_json};

/// A line for each step; the last is `{"kind":"end"}` with the report.
pub(crate) fn run(
    instance: &Instance,
    arguments: &TraceArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let method = guided(instance, &arguments.algorithm, arguments.heuristic.as_ref(), words)?;
    let limits = arguments.limits.limits(None, default_memory(), cancel);
    if arguments.posthoc {
        return write_posthoc(instance, &method, arguments.steps, &limits);
    }
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

/// The whole search as one object.
fn write_posthoc(
    instance: &Instance,
    method: &Method,
    most: usize,
    limits: &Limits,
) -> anyhow::Result<Done> {
    let mut steps = Vec::new();
    let report = instance.trace(method, limits, &mut |step| {
        if steps.len() == most {
            return ControlFlow::Break(());
        }
        steps.push(step);
        ControlFlow::Continue(())
    })?;
    say_json(&posthoc(instance, &steps))?;
    Ok(if report.is_solved() { Done::Yes } else { Done::No })
}

/// Checks a trace of somebody's own, and sets its path beside the cheapest.
pub(crate) fn check(
    instance: &Instance,
    file: &Path,
    as_json: bool,
    words: &Words,
) -> anyhow::Result<Done> {
    let source: Box<dyn BufRead> = match file.as_os_str() == "-" {
        true => Box::new(BufReader::new(stdin())),
        false => Box::new(BufReader::new(File::open(file).map_err(|e| cannot_read(file, &e))?)),
    };
    let report = check_trace(instance, source)?;
    let limits = Limits { bytes: Some(default_memory()), ..Limits::default() };
    let best = instance.solve(&Method::new(Algorithm::AStar), &limits, &mut |_| {})?;
    if as_json {
        say_json(&json!({ "trace": report, "cheapest": best.cost }))?;
        return Ok(Done::Yes);
    }
    let number = |value: Option<u64>| value.map_or_else(|| "–".to_owned(), |n| n.to_string());
    let rows = [
        ("trace-lines", report.lines.to_string()),
        ("trace-opened", report.opened.to_string()),
        ("report-expanded", report.expanded.to_string()),
        ("puzzle-refused", report.refused.to_string()),
        ("trace-path", report.path.as_ref().map_or_else(|| "–".to_owned(), |path| path.join(" "))),
        ("problem-cost", number(report.cost)),
        ("trace-cheapest", number(best.cost)),
    ];
    say(&(words.text("trace-sound") + "\n"))?;
    say(&listed(&rows.map(|(key, value)| (words.text(key), value))))?;
    Ok(Done::Yes)
}
