//! `plywood tournament`.

use super::archive::no_tournament;
use std::fmt::Display;
use std::path::Path;

use anyhow::Context;
use plywood_arena::report::Report;
use plywood_arena::run::Runner;
use plywood_arena::settings::{Control, Settings};
use plywood_arena::store::{Store, TournamentId};
use plywood_jobs::Set;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::units::show_count;

use super::args::{ArchiveCommand, TournamentArguments};
use super::live::Live;
use super::{archive, show};
use crate::consent::{self, Consent};
use crate::jobs::Cluster;
use crate::{Done, supervise};

/// `plywood tournament`.
pub(crate) fn tournament(
    arguments: &TournamentArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    match &arguments.command {
        Some(ArchiveCommand::Replay { store, number, tournament, ascii }) => {
            archive::replay(store, *number, *tournament, *ascii, words)
        }
        Some(ArchiveCommand::Export { store, tournament }) => archive::export(store, *tournament),
        None => match &arguments.ray {
            Some(address) => play_on_cluster(arguments, address, words, cancel),
            None => play(arguments, words, cancel),
        },
    }
}

fn play(arguments: &TournamentArguments, words: &Words, cancel: &Cancel) -> anyhow::Result<Done> {
    let (mut store, id, settings) = prepare(arguments, words)?;
    let before = store.games(id)?.len();
    announce(&settings, before as u64, words);
    let concurrency = arguments.concurrency(&settings);
    let mut live = Live::new(words, arguments.verbose);
    let runner = Runner::new(&settings).concurrency(concurrency).cancel(cancel);
    let games = runner.run(&mut store, id, &mut |progress| live.show(progress))?;
    live.clear();
    let report = Report::new(&settings, &games);
    show::report(&report, &settings, &arguments.output, words)?;
    if cancel.is_raised() {
        tell_interrupted(arguments, report.n_games, words);
        return Ok(Done::Interrupted);
    }
    Ok(answered(&report))
}

/// A sequential test that ran out of games has not said what it was asked.
fn answered(report: &Report) -> Done {
    match &report.sprt {
        Some(sprt) if sprt.crossing.is_none() => Done::No,
        _ => Done::Yes,
    }
}

/// Lets a cluster play; its driver writes to the store, which is read when it has ended.
fn play_on_cluster(
    arguments: &TournamentArguments,
    address: &str,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let cluster = Cluster::find(address, words)?;
    let (store, id, settings) = prepare(arguments, words)?;
    announce(&settings, store.games(id)?.len() as u64, words);
    // Only one process may write: the driver, from here on.
    drop(store);
    let scratch = std::env::temp_dir().join(format!("plywood-{}.db", std::process::id()));
    let path = arguments.store().unwrap_or(&scratch);
    let set = serde_json::to_string(&Set::Tournament(Box::new(settings.clone())))?;
    let ended = cluster.drive(&set, Some(path), words, cancel, &mut |_| Ok(()));
    let shown = ended.and_then(|ended| {
        let store = Store::read(path)?;
        let known = store.find(&settings)?.context("the driver began no tournament")?;
        let report = Report::new(&settings, &store.games(known)?);
        show::report(&report, &settings, &arguments.output, words)?;
        if matches!(ended, Done::Yes) {
            return Ok(answered(&report));
        }
        tell_interrupted(arguments, report.n_games, words);
        Ok(ended)
    });
    for end in ["", "-wal", "-shm", ".lock"] {
        // Nobody asked to keep it; what cannot be removed is the system's to clear.
        let _ = std::fs::remove_file(scratch.with_extension(format!("db{end}")));
    }
    shown
}

fn tell_interrupted(arguments: &TournamentArguments, n_games: u64, words: &Words) {
    let said = match arguments.store() {
        Some(path) => {
            let games = words.fill("arena-games", &[("games", &show_count(n_games))]);
            words.fill("arena-interrupted", &[("games", &games), ("file", &path.display())])
        }
        None => words.text("arena-interrupted-lost"),
    };
    crate::screen::complain(&said);
}

/// The store and the tournament in it: a new one, or the one these arguments go on with.
fn prepare(
    arguments: &TournamentArguments,
    words: &Words,
) -> anyhow::Result<(Store, TournamentId, Settings)> {
    supervise(arguments.leash.unwrap_or_default());
    if let Some(path) = &arguments.resume {
        let store = open_existing(path)?;
        let last = store.tournaments()?.pop();
        let (id, settings) = last.ok_or_else(|| no_tournament(path))?;
        let commands = consent::commands(&settings.players);
        if !consent::is_remembered(path, &commands) {
            let file = path.display().to_string();
            Consent::new(arguments.allow_commands).need(&file, &commands, words)?;
            consent::remember(path, &commands);
        }
        return Ok((store, id, settings));
    }
    let settings = arguments.settings()?;
    let mut store = match arguments.store() {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let known = store.find(&settings)?;
    let id = store.begin(known, &settings)?;
    if let Some(path) = arguments.store() {
        consent::remember(path, &consent::commands(&settings.players));
    }
    Ok((store, id, settings))
}

fn open_existing(path: &Path) -> anyhow::Result<Store> {
    // A name mistyped should not leave an empty store behind.
    Store::read(path)?;
    Ok(Store::open(path)?)
}

/// Says what is going to happen, before it does.
fn announce(settings: &Settings, n_before: u64, words: &Words) {
    let names: Vec<&str> = settings.players.iter().map(|player| &*player.name).collect();
    let said = words.fill(
        "arena-announce",
        &[
            ("game", &settings.game),
            ("format", &words.text(&format!("arena-format-{}", settings.format))),
            ("players", &names.join(", ")),
            ("control", &control(&settings.control, words)),
            ("seed", &settings.seed),
        ],
    );
    crate::screen::tell(&said);
    if n_before > 0 {
        crate::screen::tell(&words.fill("arena-going-on", &[("games", &show_count(n_before))]));
    }
    if let Some(sprt) = settings.sprt {
        let expected = sprt.expected_games();
        let about = |games: f64| show_count((games / 2.0).ceil() as u64 * 2);
        let (bound, midway) = (about(expected.at_bound), about(expected.midway));
        let holes: [(&str, &dyn Display); 3] =
            [("sprt", &sprt), ("bound", &bound), ("midway", &midway)];
        crate::screen::tell(&words.fill("arena-sprt-expected", &holes));
    }
}

/// The limits in words.
fn control(control: &Control, words: &Words) -> String {
    let fill = |key: &str, hole: &str, value: &dyn Display| words.fill(key, &[(hole, value)]);
    let parts = [
        control.move_ms.map(|ms| fill("arena-control-time", "n", &ms)),
        control.clock.map(|clock| fill("arena-control-clock", "clock", &clock)),
        control.nodes.map(|nodes| fill("arena-control-nodes", "n", &nodes)),
        control.depth.map(|depth| fill("arena-control-depth", "n", &depth)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { words.text("arena-control-none") } else { parts.join(", ") }
}
