//! `plywood tournament`.

use std::path::Path;

use anyhow::Context;
use plywood_arena::report::Report;
use plywood_arena::run::run;
use plywood_arena::settings::Settings;
use plywood_arena::store::{Store, TournamentId};
use plywood_jobs::Set;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::units::show_count;

use super::args::{ArchiveCommand, TournamentArguments};
use super::live::Live;
use super::{archive, show};
use crate::Done;
use crate::jobs::Cluster;

/// `plywood tournament`.
pub(crate) fn tournament(
    arguments: &TournamentArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    match &arguments.command {
        Some(ArchiveCommand::Replay { store, number, tournament, ascii }) => {
            archive::replay(store, *number, *tournament, *ascii)
        }
        Some(ArchiveCommand::Export { store, tournament }) => archive::export(store, *tournament),
        None => match &arguments.ray {
            Some(address) => play_on_cluster(arguments, address, words),
            None => play(arguments, cancel),
        },
    }
}

fn play(arguments: &TournamentArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let (mut store, id, settings) = prepare(arguments)?;
    let before = store.games(id)?.len();
    announce(&settings, before as u64);
    let concurrency = arguments.concurrency(&settings);
    let mut live = Live::new();
    let games = run(&settings, &mut store, id, concurrency, cancel, &mut |progress| {
        live.show(progress);
    })?;
    live.clear();
    let report = Report::new(&settings, &games);
    show::report(&report, &settings, &arguments.output)?;
    if !cancel.is_raised() {
        return Ok(Done::Yes);
    }
    tell_interrupted(arguments, report.n_games);
    Ok(Done::No)
}

/// Lets a cluster play; its driver writes to the store, which is read when it has ended.
fn play_on_cluster(
    arguments: &TournamentArguments,
    address: &str,
    words: &Words,
) -> anyhow::Result<Done> {
    let cluster = Cluster::find(address, words)?;
    let (store, id, settings) = prepare(arguments)?;
    announce(&settings, store.games(id)?.len() as u64);
    // Only one process may write: the driver, from here on.
    drop(store);
    let scratch = std::env::temp_dir().join(format!("plywood-{}.db", std::process::id()));
    let path = arguments.store().unwrap_or(&scratch);
    let set = serde_json::to_string(&Set::Tournament(Box::new(settings.clone())))?;
    let ended = cluster.drive(&set, Some(path), words, &mut |_| Ok(()));
    let shown = ended.and_then(|ended| {
        let store = Store::read(path)?;
        let known = store.find(&settings)?.context("the driver began no tournament")?;
        let report = Report::new(&settings, &store.games(known)?);
        show::report(&report, &settings, &arguments.output)?;
        if !matches!(ended, Done::Yes) {
            tell_interrupted(arguments, report.n_games);
        }
        Ok(ended)
    });
    for end in ["", "-wal", "-shm", ".lock"] {
        // Nobody asked to keep it; what cannot be removed is the system's to clear.
        let _ = std::fs::remove_file(scratch.with_extension(format!("db{end}")));
    }
    shown
}

fn tell_interrupted(arguments: &TournamentArguments, n_games: u64) {
    match arguments.store() {
        Some(path) => eprintln!(
            "plywood: interrupted after {} games; go on with: plywood tournament --resume {}",
            show_count(n_games),
            path.display()
        ),
        None => eprintln!("plywood: interrupted; with --store FILE the games would have been kept"),
    }
}

/// The store and the tournament in it: a new one, or the one these arguments go on with.
fn prepare(arguments: &TournamentArguments) -> anyhow::Result<(Store, TournamentId, Settings)> {
    if let Some(path) = &arguments.resume {
        let store = open_existing(path)?;
        let last = store.tournaments()?.pop();
        let (id, settings) =
            last.with_context(|| format!("{} holds no tournament", path.display()))?;
        return Ok((store, id, settings));
    }
    let settings = arguments.settings()?;
    let mut store = match arguments.store() {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let known = store.find(&settings)?;
    let id = store.begin(known, &settings)?;
    Ok((store, id, settings))
}

fn open_existing(path: &Path) -> anyhow::Result<Store> {
    // A name mistyped should not leave an empty store behind.
    Store::read(path)?;
    Ok(Store::open(path)?)
}

/// Says what is going to happen, before it does.
fn announce(settings: &Settings, n_before: u64) {
    let names: Vec<&str> = settings.players.iter().map(|player| &*player.name).collect();
    eprintln!(
        "{}, {}: {}; {}; seed {}",
        settings.game,
        settings.format,
        names.join(", "),
        settings.control,
        settings.seed
    );
    if n_before > 0 {
        eprintln!("going on: {} games are there already", show_count(n_before));
    }
    if let Some(sprt) = settings.sprt {
        let expected = sprt.expected_games();
        let about = |games: f64| show_count((games / 2.0).ceil() as u64 * 2);
        eprintln!(
            "SPRT {sprt}: about {} games if one bound is right, {} in between",
            about(expected.at_bound),
            about(expected.midway)
        );
    }
}
