//! `plywood tune`.

use plywood_workbench::{Refused, message};
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use anyhow::bail;
use plywood_arena::settings::Settings;
use plywood_arena::store::Store;
use plywood_arena::tuning::{TuneProgress, TuneSettings, tune as climb};
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::units::show_count;
use serde_json::json;

use super::args::{TuneArguments, TuningArguments};
use crate::Done;
use crate::screen::{say, say_json, table};

/// `plywood tune`.
pub(crate) fn tune(
    arguments: &TuneArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    crate::supervise(plywood_protocol::Leash::default());
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
            let games = words.fill("arena-games", &[("games", &show_count(*games))]);
            let said = words.fill(
                "arena-tune-progress",
                &[("taken", taken), ("steps", steps), ("games", &games), ("engine", engine)],
            );
            // A line that cannot be shown is not worth ending the run for.
            let _ = writeln!(stderr(), "{said}");
        }
    };
    let end = climb(&settings, &mut store, concurrency, cancel, &mut watch)?;
    report(&settings, &end, arguments.json, words)?;
    if end.taken == settings.steps {
        return Ok(Done::Yes);
    }
    let said = match &arguments.keeping.store {
        Some(path) => words.fill("arena-tune-kept", &[("file", &path.display())]),
        None => words.text("arena-tune-lost"),
    };
    crate::screen::complain(&said);
    Ok(Done::No)
}

/// The tuning run these arguments mean.
pub(crate) fn settings(arguments: &TuningArguments) -> anyhow::Result<TuneSettings> {
    let rate = arguments.rate.unwrap_or(4.0 / (arguments.steps as f64).sqrt());
    if !(rate > 0.0 && rate <= 100.0) {
        bail!(Refused::from(message!(
            "tune-rate",
            "`{text}` is no rate: expected a number above 0 and at most 100",
            text = rate.to_string()
        )));
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
    let player = settings.engine(&values).parse()?;
    let matches = arguments.matches.settings(&arguments.game, vec![player])?;
    settings.matches = Settings { players: Vec::new(), pairs: arguments.pairs, ..matches };
    Ok(settings)
}

/// Prints where a tuning run stands.
pub(crate) fn report(
    settings: &TuneSettings,
    end: &TuneProgress,
    as_json: bool,
    words: &Words,
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
    let headings = ["parameter", "start", "now", "low", "high"]
        .map(|column| words.text(&format!("arena-column-{column}")));
    let table = words.figures(&table(&headings, &rows.collect::<Vec<_>>(), 1));
    let matches = words.fill("arena-matches", &[("matches", &show_count(end.taken))]);
    let games = words.fill("arena-games", &[("games", &show_count(end.games))]);
    say(&format!("{table}{matches}, {games}\n{}\n", end.engine))
}
