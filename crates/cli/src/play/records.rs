//! `plywood records`: list, show, replay, export, import, rename, delete, progress.

use crate::failure::cannot_write;
use plywood_workbench::Message;
use std::fmt::Display;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

use anyhow::bail;
use plywood_records::{Store, StoreError, Summary, blksgf, lines};
use plywood_workbench::engines::MoveOrigin;
use plywood_workbench::games::{Look, find};
use plywood_workbench::language::Words;
use plywood_workbench::play::{Ending, Player, Record, Session, chosen};
use serde_json::json;

use super::args::{Form, RecordsCommand};
use super::failed;
use crate::Done;
use crate::screen::{say, say_json, table};

pub(crate) fn run(command: &RecordsCommand, words: &Words, look: Look) -> anyhow::Result<Done> {
    let mut store = Store::open_default().map_err(failed)?;
    match command {
        RecordsCommand::List { game, player, finished, unfinished, since, limit, json } => {
            let wanted = Wanted {
                game: game.as_deref(),
                player: player.as_deref(),
                is_over: finished.then_some(true).or(unfinished.then_some(false)),
                since: since.as_deref(),
                most: *limit as usize,
            };
            list(&store, &wanted, *json, words)?;
        }
        RecordsCommand::Rename { id, name } => {
            store.rename(*id, name.as_deref()).map_err(failed)?;
            let holes: [(&str, &dyn Display); 2] =
                [("id", id), ("name", &name.as_deref().unwrap_or(""))];
            let key = if name.is_some() { "records-renamed" } else { "records-unnamed" };
            crate::screen::tell(&words.fill(key, &holes));
        }
        RecordsCommand::Delete { ids, yes } => return delete(&mut store, ids, *yes, words),
        RecordsCommand::Progress { json } => progress(&store, *json, words)?,
        RecordsCommand::Show { id, json } => show(&store, *id, *json, words, look)?,
        RecordsCommand::Replay { id, delay } => {
            let record = store.load(*id).map_err(failed)?;
            replay(&record, *delay, words, look)?;
        }
        RecordsCommand::Export { ids, format, output } => {
            return export(&store, ids, *format, output.as_deref(), words);
        }
        RecordsCommand::Import { files } => return import(&mut store, files, words),
    }
    Ok(Done::Yes)
}

/// Which games a list is to hold.
struct Wanted<'a> {
    game: Option<&'a str>,
    player: Option<&'a str>,
    is_over: Option<bool>,
    since: Option<&'a str>,
    most: usize,
}

impl Wanted<'_> {
    fn holds(&self, summary: &Summary) -> bool {
        let player = self.player.map(str::to_lowercase);
        let sat = |wanted: &String| {
            summary.players.iter().any(|name| name.to_lowercase().contains(wanted))
        };
        player.as_ref().is_none_or(sat)
            && self.is_over.is_none_or(|is_over| summary.ending.is_some() == is_over)
            && self.since.is_none_or(|day| summary.started.as_str() >= day)
    }
}

/// How many games are read from the database at a time.
const PAGE: u32 = 500;

fn wanted(store: &Store, wanted: &Wanted<'_>) -> anyhow::Result<Vec<Summary>> {
    let game = wanted.game.map(find).transpose().map_err(failed)?;
    let mut games: Vec<Summary> = Vec::new();
    for page in 0u32.. {
        let some = store
            .page(game.map(|entry| entry.name), page.saturating_mul(PAGE), PAGE)
            .map_err(failed)?;
        let n = some.len();
        games.extend(some.into_iter().filter(|summary| wanted.holds(summary)));
        if n < PAGE as usize || games.len() >= wanted.most {
            break;
        }
    }
    games.truncate(wanted.most);
    Ok(games)
}

/// Takes games out for good, after asking.
fn delete(store: &mut Store, ids: &[i64], is_agreed: bool, words: &Words) -> anyhow::Result<Done> {
    // A number that is none stops everything before anything is gone.
    for id in ids {
        store.kept(*id).map(drop).or_else(|e| match e {
            StoreError::Damaged(_) => Ok(()),
            e => Err(failed(e)),
        })?;
    }
    let list: Vec<String> = ids.iter().map(ToString::to_string).collect();
    if !is_agreed {
        if !std::io::stdin().is_terminal() {
            bail!(words.text("records-delete-needs-yes"));
        }
        let holes: [(&str, &dyn Display); 2] = [("n", &ids.len()), ("list", &list.join(", "))];
        say(&(words.fill("records-delete-ask", &holes) + " "))?;
        let mut answer = String::new();
        crate::input::reading(|| std::io::stdin().read_line(&mut answer))?;
        let answer = answer.trim().to_lowercase();
        if !matches!(answer.as_str(), "y" | "yes" | "s" | "sim") {
            return Ok(Done::No);
        }
    }
    for id in ids {
        store.remove(*id).map_err(failed)?;
    }
    crate::screen::tell(&words.fill("records-deleted", &[("n", &ids.len())]));
    Ok(Done::Yes)
}

/// How the person here fares against the levels.
fn progress(store: &Store, is_json: bool, words: &Words) -> anyhow::Result<()> {
    let all = store.progress().map_err(failed)?;
    if is_json {
        return say_json(&json!({ "progress": all }));
    }
    if all.is_empty() {
        return say(&(words.text("progress-none") + "\n"));
    }
    let mut rows = Vec::new();
    for one in &all {
        for (i, met) in one.levels.iter().enumerate() {
            let is_first = i == 0;
            let rating = format!("{:.1} ± {:.1}", one.rating, one.rating_error);
            let shown = |text: String| if is_first { text } else { String::new() };
            rows.push(vec![
                shown(words.text(&format!("game-{}", one.game))),
                met.level.to_string(),
                met.wins.to_string(),
                met.draws.to_string(),
                met.losses.to_string(),
                shown(words.figures(&rating)),
                shown(one.next_level.to_string()),
            ]);
        }
    }
    let keys = ["game", "level", "wins", "draws", "losses", "rating", "next"];
    let headings = keys.map(|key| words.text(&format!("progress-{key}")));
    say(&(table(&headings, &rows, 1) + "\n" + &words.text("progress-about") + "\n"))
}

fn list(
    store: &Store,
    wanted_games: &Wanted<'_>,
    is_json: bool,
    words: &Words,
) -> anyhow::Result<()> {
    let games = wanted(store, wanted_games)?;
    if is_json {
        return say_json(&json!({ "games": games }));
    }
    if games.is_empty() {
        return say(&(words.text("records-none") + "\n"));
    }
    let mut rows: Vec<Vec<String>> = games
        .iter()
        .map(|summary| {
            let points = summary.points.map_or("-".into(), |[one, two]| format!("{one} - {two}"));
            vec![
                summary.id.to_string(),
                summary.game.clone(),
                words.player(&summary.players[0]),
                words.player(&summary.players[1]),
                summary.started.get(..16).unwrap_or(&summary.started).replace('T', " "),
                ending_text(&summary.game, summary.ending.as_ref(), words),
                summary.n_plies.to_string(),
                points,
            ]
        })
        .collect();
    let mut keys =
        vec!["id", "game", "player-1", "player-2", "started", "ending", "plies", "points"];
    if games.iter().any(|summary| summary.name.is_some()) {
        keys.insert(2, "name");
        for (row, summary) in rows.iter_mut().zip(&games) {
            row.insert(2, summary.name.clone().unwrap_or_default());
        }
    }
    let headings: Vec<String> =
        keys.iter().map(|key| words.text(&format!("records-{key}"))).collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    say(&table(&headings, &rows, headings.len() - 2))
}

fn ending_text(game: &str, ending: Option<&Ending>, words: &Words) -> String {
    ending.map_or_else(|| words.text("records-under-way"), |ending| ending.brief(game, words))
}

fn show(store: &Store, id: i64, is_json: bool, words: &Words, look: Look) -> anyhow::Result<()> {
    let record = store.load(id).map_err(failed)?;
    if is_json {
        return say_json(&interface(serde_json::to_value(&record)?));
    }
    let session = Session::from_record(&record).map_err(failed)?;
    let holes: [(&str, &dyn Display); 5] = [
        ("id", &id),
        ("game", &record.game),
        ("one", &words.player(&record.players[0])),
        ("two", &words.player(&record.players[1])),
        ("started", &record.started),
    ];
    let mut text = words.fill("records-heading", &holes) + "\n\n";
    let rows: Vec<Vec<String>> = session
        .plies()
        .iter()
        .enumerate()
        .map(|(i, ply)| {
            let effort = ply.effort.as_ref();
            let origin = effort.map(|effort| effort.origin).unwrap_or_default();
            let how = chosen(origin, &ply.by, session.game(), words);
            let score = ply.worth().map(|score| score.say(session.game(), words));
            let depth = effort.filter(|effort| effort.origin != MoveOrigin::Random);
            vec![
                (i + 1).to_string(),
                words.player(&ply.by),
                ply.step.clone(),
                ply.points.map_or("-".into(), |[one, two]| format!("{one} - {two}")),
                format!("{} ms", ply.time_ms),
                depth.map_or_else(|| "–".into(), |effort| effort.depth.to_string()),
                effort.map_or_else(|| "–".into(), |effort| effort.analysed.to_string()),
                how.or(score).unwrap_or_else(|| "–".into()),
            ]
        })
        .collect();
    let keys = ["ply", "player", "move", "points", "time", "depth", "nodes", "score"];
    let headings = keys.map(|key| words.text(&format!("records-{key}")));
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    text += &words.figures(&table(&headings, &rows, 3));
    text += &format!("\n{}", words.sketch(&session.sketch(look)));
    text += &format!("{}\n", ending_text(&record.game, session.ending().as_ref(), words));
    say(&text)
}

/// A record with the names and units that every command has: seconds, `value`, `proven`, `nodes`.
fn interface(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Array(list) => list.into_iter().map(interface).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (String, Value)| match name.as_str() {
                "time_ms" => {
                    ("time_s".to_owned(), value.as_u64().map(|ms| ms as f64 / 1000.0).into())
                }
                "score" => ("value".to_owned(), value),
                "exact" => ("proven".to_owned(), value),
                "analysed" => ("nodes".to_owned(), value),
                _ => (name, interface(value)),
            };
            Value::Object(fields.into_iter().map(field).collect())
        }
        value => value,
    }
}

/// Position by position, each as it was after its move.
fn replay(
    record: &Record,
    delay: Option<std::time::Duration>,
    words: &Words,
    look: Look,
) -> anyhow::Result<()> {
    let mut start = record.clone();
    start.plies.clear();
    start.ending = None;
    let before = Session::from_record(&start).map_err(failed)?;
    say(&words.sketch(&before.sketch(look)))?;
    for n in 1..=record.plies.len() {
        if let Some(delay) = delay {
            std::thread::sleep(delay);
        }
        let mut part = record.clone();
        part.plies.truncate(n);
        part.ending = None;
        let session = Session::from_record(&part).map_err(failed)?;
        let ply = &record.plies[n - 1];
        let holes: [(&str, &dyn Display); 3] =
            [("n", &n), ("player", &words.player(&ply.by)), ("move", &ply.step)];
        let heading = words.fill("records-replay", &holes);
        say(&format!("\n{heading}\n{}", words.sketch(&session.sketch(look))))?;
    }
    say(&format!("{}\n", ending_text(&record.game, record.ending.as_ref(), words)))
}

fn export(
    store: &Store,
    ids: &[i64],
    form: Form,
    output: Option<&Path>,
    words: &Words,
) -> anyhow::Result<Done> {
    let ids = match ids {
        [] => store.ids().map_err(failed)?,
        ids => ids.to_vec(),
    };
    if form == Form::Blksgf && ids.len() != 1 {
        bail!(words.text("records-one-blksgf"));
    }
    let (mut text, mut done) = (String::new(), Done::Yes);
    let is_one = ids.len() == 1;
    for id in ids {
        let record = match store.load(id) {
            // The others are had all the same.
            Err(e @ StoreError::Damaged(_)) if !is_one => {
                crate::screen::complain(&words.say(&e.message()));
                done = Done::No;
                continue;
            }
            loaded => loaded.map_err(failed)?,
        };
        text += &match form {
            Form::Jsonl => lines::write(&record),
            Form::Blksgf => blksgf::write(&record).map_err(failed)?,
        };
    }
    match output {
        None => say(&text)?,
        Some(path) => write_whole(path, &text).map_err(|e| cannot_write(path, &e))?,
    }
    Ok(done)
}

/// Writes beside the file and puts it in its place, so that a reader never sees half of it.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension(format!("part{}", std::process::id()));
    let mut file = File::create(&beside)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.and_then(|()| std::fs::rename(&beside, path)).inspect_err(|_| {
        // The reason is told; a part that cannot be removed either is not worth another.
        let _ = std::fs::remove_file(&beside);
    })
}

/// Reads every game that can be read; says which could not.
fn import(store: &mut Store, files: &[std::path::PathBuf], words: &Words) -> anyhow::Result<Done> {
    let (mut n_added, mut n_known, mut n_bad) = (0, 0, 0);
    for file in files {
        let shown = file.display();
        let mut complain = |reason: Message| {
            n_bad += 1;
            crate::screen::complain(&format!("{shown}: {}", words.say(&reason)));
        };
        for record in read(file)? {
            match record {
                Err(reason) => complain(reason),
                Ok(mut record) => {
                    disarm(&mut record);
                    if store.contains(&record).map_err(failed)? {
                        n_known += 1;
                    } else {
                        store.add(&record).map_err(failed)?;
                        n_added += 1;
                    }
                }
            }
        }
    }
    let holes: [(&str, &dyn Display); 3] =
        [("added", &n_added), ("known", &n_known), ("bad", &n_bad)];
    say(&(words.fill("records-imported", &holes) + "\n"))?;
    Ok(if n_bad == 0 { Done::Yes } else { Done::No })
}

/// A game of others that can be gone on with starts no program of theirs: a person sits there instead.
fn disarm(record: &mut Record) {
    let is_guest = |name: &str| matches!(name.parse(), Ok(Player::Guest(_)));
    for name in record.players.iter_mut().filter(|_| record.ending.is_none()) {
        if is_guest(name) {
            *name = Player::Human.to_string();
        }
    }
}

type Found = Box<dyn Iterator<Item = Result<Record, Message>>>;

/// The games of a file, one by one, each checked.
fn read(file: &Path) -> anyhow::Result<Found> {
    let source = crate::input::open(file)?;
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("blksgf")) {
        let mut bytes = Vec::new();
        source.take(blksgf::MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        let record = blksgf::read(&String::from_utf8_lossy(&bytes)).map_err(Message::from);
        return Ok(Box::new(std::iter::once(record)));
    }
    let records = lines::read(source);
    Ok(Box::new(records.map(|record| record.map_err(Message::from))))
}
