//! `plywood tune`.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use anyhow::bail;
use plywood_arena::settings::Settings;
use plywood_arena::store::Store;
use plywood_arena::tuning::{TuneProgress, TuneSettings, tune as climb};
use plywood_workbench::Cancel;
use plywood_workbench::units::show_count;
use serde_json::json;

use super::args::{TuneArguments, TuningArguments};
use crate::Done;
use crate::screen::{say, say_json, table};

/// `plywood tune`.
pub(crate) fn tune(arguments: &TuneArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let settings = settings(&arguments.run)?;
    let mut store = match &arguments.keeping.store {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let concurrency = arguments.keeping.concurrency(settings.matches.threads);
    let mut shown: Option<Instant> = None;
    let mut watch = |progress: &TuneProgress| {
        let pause = Duration::from_secs(if stderr().is_terminal() { 1 } else { 10 });
        if shown.get_or_insert_with(Instant::now).elapsed() >= pause {
            shown = Some(Instant::now());
            let TuneProgress { taken, steps, games, engine, .. } = progress;
            // A line that cannot be shown is not worth ending the run for.
            let _ = writeln!(
                stderr(),
                "{taken}/{steps} matches, {} games: {engine}",
                show_count(*games)
            );
        }
    };
    let end = climb(&settings, &mut store, concurrency, cancel, &mut watch)?;
    report(&settings, &end, arguments.json)?;
    if end.taken == settings.steps {
        return Ok(Done::Yes);
    }
    match &arguments.keeping.store {
        Some(path) => {
            eprintln!("plywood: interrupted; the same command goes on with {}", path.display());
        }
        None => eprintln!("plywood: interrupted; with --store FILE the run would have been kept"),
    }
    Ok(Done::No)
}

/// The tuning run these arguments mean.
pub(crate) fn settings(arguments: &TuningArguments) -> anyhow::Result<TuneSettings> {
    let rate = arguments.rate.unwrap_or(4.0 / (arguments.steps as f64).sqrt());
    if !(rate > 0.0 && rate <= 100.0) {
        bail!("`{rate}` is no rate: expected a number above 0 and at most 100");
    }
    let mut settings = TuneSettings {
        matches: arguments.matches.settings(&arguments.game, Vec::new())?,
        engine: arguments.engine.clone(),
        parameters: arguments.parameters.clone(),
        steps: arguments.steps,
        rate,
    };
    settings.check()?;
    // Only with values in it can the engine be asked whether it limits itself.
    let values: Vec<f64> = settings.parameters.iter().map(|parameter| parameter.start).collect();
    let player = settings.engine(&values).parse().map_err(anyhow::Error::msg)?;
    let matches = arguments.matches.settings(&arguments.game, vec![player])?;
    settings.matches = Settings { players: Vec::new(), pairs: arguments.pairs, ..matches };
    Ok(settings)
}

/// Prints where a tuning run stands.
pub(crate) fn report(
    settings: &TuneSettings,
    end: &TuneProgress,
    as_json: bool,
) -> anyhow::Result<()> {
    if as_json {
        let values = settings.parameters.iter().zip(&end.values);
        let values: serde_json::Map<String, serde_json::Value> =
            values.map(|(parameter, value)| (parameter.name.clone(), json!(value))).collect();
        return say_json(&json!({
            "game": settings.matches.game,
            "steps": end.taken,
            "games": end.games,
            "engine": end.engine,
            "values": values,
        }));
    }
    let rows = settings.parameters.iter().zip(&end.values).map(|(parameter, &value)| {
        vec![
            parameter.name.clone(),
            parameter.show(parameter.start),
            parameter.show(value),
            parameter.show(parameter.low),
            parameter.show(parameter.high),
        ]
    });
    let table = table(&["parameter", "start", "now", "low", "high"], &rows.collect::<Vec<_>>(), 1);
    say(&format!("{table}{} matches, {} games\n{}\n", end.taken, show_count(end.games), end.engine))
}
