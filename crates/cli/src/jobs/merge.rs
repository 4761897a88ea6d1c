//! `plywood jobs merge`: what results say together.

use crate::failure::cannot_write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, bail};
use plywood_arena::report::Report;
use plywood_arena::settings::Settings;
use plywood_arena::tuning::TuneSettings;
use plywood_jobs::{Campaign, Job, Ledger, Outcome, Proven, Set};
use plywood_workbench::games::find;
use plywood_workbench::language::Words;
use plywood_workbench::units::{show_count, show_time};
use serde_json::json;

use super::args::MergeArguments;
use super::lines;
use crate::Done;
use crate::arena::{OutputArguments, show_ratings, show_report, show_tuning};
use crate::problem::compare;
use crate::screen::{say, say_json, table};

pub(super) fn run(arguments: &MergeArguments, words: &Words) -> anyhow::Result<Done> {
    let mut ledger = lines::ledger(&arguments.results, words)?;
    let jobs = arguments.jobs.as_deref().map(lines::jobs).transpose()?;
    let set = jobs.as_ref().map(|jobs| Set::of(jobs.clone())).transpose()?;
    if let (Some(set), Some(path)) = (&set, &arguments.store) {
        ledger.keep(set, path)?;
    }
    if let Some(Set::Listed(jobs)) = &set {
        ledger.arrange(jobs);
    }
    let is_empty = ledger.results().is_empty();
    show(&ledger, set.as_ref(), arguments, words)?;
    let missing = jobs.as_deref().map_or_else(Vec::new, |jobs: &[Job]| ledger.missing(jobs));
    if missing.is_empty() {
        return Ok(if is_empty { Done::No } else { Done::Yes });
    }
    tell_missing(&missing, jobs.as_ref().map_or(0, Vec::len), words);
    Ok(Done::No)
}

fn show(
    ledger: &Ledger,
    set: Option<&Set>,
    arguments: &MergeArguments,
    words: &Words,
) -> anyhow::Result<()> {
    let output = &arguments.output;
    let Some(first) = ledger.results().first() else {
        crate::screen::tell(&words.text("jobs-nothing"));
        // Whoever reads JSON reads an object in any case.
        return if output.json { say_json(&json!({ "results": [] })) } else { Ok(()) };
    };
    match (&first.outcome, set) {
        (Outcome::Tournament(_), Some(Set::Tournament(settings))) => {
            tournament(ledger, settings, output, words)
        }
        (Outcome::Tournament(_), _) => {
            let (game, games) = ledger.games().context("these are games")?;
            show_ratings(&Report::rate(game, &games), output, words)
        }
        (Outcome::Tune(_), Some(Set::Tune(settings))) => {
            tuning(ledger, settings, output.json, words)
        }
        (Outcome::Tune(_), _) => bail!("{}", words.text("jobs-tune-needs-jobs")),
        (Outcome::Solve(_), _) => proofs(ledger, output.json, words),
        (Outcome::Compare(_), _) => comparison(ledger, output, words),
        (Outcome::OpeningTable(_), _) => opening(ledger, arguments.table.as_deref(), words),
    }
}

fn tournament(
    ledger: &Ledger,
    settings: &Settings,
    output: &OutputArguments,
    words: &Words,
) -> anyhow::Result<()> {
    let (_, games) = ledger.games().context("these are games")?;
    show_report(&Report::new(settings, &games), settings, output, words)
}

fn tuning(
    ledger: &Ledger,
    settings: &TuneSettings,
    as_json: bool,
    words: &Words,
) -> anyhow::Result<()> {
    let mut campaign = Campaign::new(Set::Tune(Box::new(settings.clone())), None)?;
    campaign.remaining(ledger, |_| ControlFlow::Continue(()))?;
    let climb = campaign.tuning().context("the set is a tuning run")?;
    show_tuning(settings, &climb.progress(), as_json, words)
}

/// What positions are worth.
pub(super) fn proofs(ledger: &Ledger, as_json: bool, words: &Words) -> anyhow::Result<()> {
    let proven = |result: &plywood_jobs::JobResult| match &result.outcome {
        Outcome::Solve(proven) => Some(proven.clone()),
        _ => None,
    };
    let all: Vec<Proven> = ledger.results().iter().filter_map(proven).collect();
    if as_json {
        return say_json(&json!({ "positions": all }));
    }
    let mut rows = Vec::new();
    for proven in &all {
        let value = |value: Option<i32>| match (value, find(&proven.game)) {
            (None, _) => "?".to_owned(),
            (Some(value), Ok(game)) => proven
                .worth(value)
                .map_or_else(|| format!("{value:+}"), |score| score.say(game, words)),
            (Some(value), Err(_)) => format!("{value:+}"),
        };
        let figures = [show_count(proven.nodes), show_time(proven.time_s)];
        let place = vec![proven.game.clone(), proven.position.clone(), value(proven.value)];
        rows.push([place, figures.to_vec()].concat());
        for known in &proven.moves {
            let step = format!("  {}", known.step);
            rows.push(vec![String::new(), step, value(known.value), String::new(), String::new()]);
        }
    }
    let headings = ["game", "position", "value", "nodes", "time"]
        .map(|column| words.text(&format!("jobs-{column}")));
    say(&words.figures(&table(&headings, &rows, 2)))?;
    let unknown = all.iter().filter(|proven| !proven.proven).count() as u64;
    let (count, unknown) = (show_count(all.len() as u64), show_count(unknown));
    say(&(words.fill("jobs-proofs", &[("count", &count), ("unknown", &unknown)]) + "\n"))
}

fn comparison(ledger: &Ledger, output: &OutputArguments, words: &Words) -> anyhow::Result<()> {
    let comparison = ledger.comparison();
    match output {
        OutputArguments { json: true, .. } => say_json(&comparison),
        OutputArguments { csv: true, .. } => say(&comparison.csv()),
        OutputArguments { markdown: true, .. } => {
            say(&words.figures(&comparison.markdown(&|message| words.say(message))))
        }
        _ => say(&compare::text(&comparison, words)),
    }
}

fn opening(ledger: &Ledger, file: Option<&Path>, words: &Words) -> anyhow::Result<()> {
    let Some(file) = file else {
        let boards = |result: &plywood_jobs::JobResult| match &result.outcome {
            Outcome::OpeningTable(digits) => digits.quarto.len() as u64,
            _ => 0,
        };
        let count = show_count(ledger.results().iter().map(boards).sum());
        return say(&(words.fill("jobs-boards", &[("count", &count)]) + "\n"));
    };
    let bytes = ledger.opening_table()?;
    std::fs::write(file, &bytes).map_err(|e| cannot_write(file, &e))?;
    let (name, size) = (file.display(), show_count(bytes.len() as u64));
    say(&(words.fill("jobs-table", &[("file", &name), ("size", &size)]) + "\n"))
}

/// Names what has no result yet, up to a few lines of it.
fn tell_missing(missing: &[&str], n_jobs: usize, words: &Words) {
    const MOST: usize = 10;
    let (count, all) = (show_count(missing.len() as u64), show_count(n_jobs as u64));
    crate::screen::tell(&words.fill("jobs-missing", &[("count", &count), ("all", &all)]));
    missing.iter().take(MOST).for_each(|key| crate::screen::tell(&format!("  {key}")));
    if missing.len() > MOST {
        crate::screen::tell("  …");
    }
}
