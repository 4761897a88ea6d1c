//! Looking into stores: `plywood rate`, `plywood tournament replay` and `plywood tournament export`.

use plywood_workbench::{Refused, message};
use std::path::Path;

use anyhow::bail;
use plywood_arena::report::Report;
use plywood_arena::settings::Settings;
use plywood_arena::store::{GameRecord, Store};
use plywood_workbench::games::{Look, find};
use plywood_workbench::language::Words;
use plywood_workbench::units::show_count;
use serde_json::json;

use super::args::RateArguments;
use super::show;
use crate::Done;
use crate::input::reading;
use crate::screen::{has_colours, say, say_json_exactly};

/// `plywood rate`.
pub(crate) fn rate(arguments: &RateArguments, words: &Words) -> anyhow::Result<Done> {
    let wanted = match &arguments.game {
        Some(game) => Some(find(game)?.name.to_owned()),
        None => None,
    };
    let mut games: Vec<GameRecord> = Vec::new();
    let mut name = wanted.clone();
    let mut n_tournaments = 0;
    for path in &arguments.stores {
        let store = reading(|| Store::read(path))?;
        for (id, settings) in reading(|| store.tournaments())? {
            if wanted.as_ref().is_some_and(|wanted| *wanted != settings.game) {
                continue;
            }
            let known = name.get_or_insert_with(|| settings.game.clone());
            if *known != settings.game {
                bail!(Refused::from(message!(
                    "rate-several",
                    "the stores hold {one} and {two}: choose one with --game",
                    one = &**known,
                    two = settings.game
                )));
            }
            // Tournaments of different stores may have the same number there.
            n_tournaments += 1;
            let numbered = |game| GameRecord { tournament: n_tournaments, ..game };
            games.extend(reading(|| store.games(id))?.into_iter().map(numbered));
        }
    }
    let Some(name) = name.filter(|_| !games.is_empty()) else {
        bail!(Refused::from(message!("rate-nothing", "there is no game to rate")))
    };
    show::ratings(&Report::rate(&name, &games), &arguments.output, words)?;
    Ok(Done::Yes)
}

/// `plywood tournament export`.
pub(super) fn export(path: &Path, tournament: Option<i64>) -> anyhow::Result<Done> {
    let store = reading(|| Store::read(path))?;
    for (id, settings) in reading(|| store.tournaments())? {
        if tournament.is_some_and(|wanted| wanted != id) {
            continue;
        }
        for game in reading(|| store.games(id))? {
            let mut line = json!({ "game": settings.game, "rules": settings.rules });
            if let (Some(line), serde_json::Value::Object(more)) =
                (line.as_object_mut(), serde_json::to_value(&game)?)
            {
                line.extend(more);
            }
            say_json_exactly(&line)?;
        }
    }
    Ok(Done::Yes)
}

/// `plywood tournament replay`.
pub(super) fn replay(
    path: &Path,
    number: Option<u64>,
    tournament: Option<i64>,
    is_plain: bool,
    words: &Words,
) -> anyhow::Result<Done> {
    let store = reading(|| Store::read(path))?;
    let id = match tournament {
        Some(id) => id,
        None => {
            let last = store.tournaments()?.pop();
            last.ok_or_else(|| no_tournament(path))?.0
        }
    };
    let settings = store.settings(id)?;
    let games = reading(|| store.games(id))?;
    match number {
        Some(number) => {
            let game = games.iter().find(|game| game.number == number);
            let game = game.ok_or_else(|| {
                Refused::from(message!("store-game", "there is no game {n} in it", n = number))
            })?;
            draw(&settings, game, is_plain, words)?;
        }
        None => {
            for game in &games {
                check(&settings, game).map_err(|reason| {
                    let n = game.number;
                    Refused::from(message!("replay-game", "game {n}: {reason}", n, reason))
                })?;
            }
            let games = show_count(games.len() as u64);
            say(&(words.fill("arena-replayed", &[("games", &games)]) + "\n"))?;
        }
    }
    Ok(Done::Yes)
}

/// Plays a game again; the rules must come to the result that is stored.
fn check(settings: &Settings, game: &GameRecord) -> Result<(), Refused> {
    let mut table = game.opening.table(&settings.game, &settings.rules)?;
    for step in &game.moves {
        table.play(step)?;
    }
    if game.result != table.result() {
        let shown =
            |result: Option<i32>| result.map_or("–".to_owned(), |value| value.to_string());
        return Err(message!(
            "replay-differs",
            "the store says {one}, the rules say {two}",
            one = shown(game.result),
            two = shown(table.result())
        )
        .into());
    }
    Ok(())
}

/// Draws a game move by move.
fn draw(
    settings: &Settings,
    game: &GameRecord,
    is_plain: bool,
    words: &Words,
) -> anyhow::Result<()> {
    let look = match (is_plain, has_colours()) {
        (true, _) => Look::Plain,
        (false, true) => Look::Coloured,
        (false, false) => Look::Unicode,
    };
    let [one, two] = &game.players;
    let mut table = game.opening.table(&settings.game, &settings.rules)?;
    let moves = game.opening.moves.join(" ");
    let begin = words.fill(
        "arena-replay-begin",
        &[("number", &game.number), ("one", one), ("two", two), ("moves", &moves)],
    );
    say(&format!("{begin}\n\n{}\n", words.sketch(&table.sketch(look))))?;
    for (step, time) in game.moves.iter().zip(&game.times_us) {
        let name = &game.players[table.turn().index()];
        table.play(step)?;
        let time = format!("{:.1}", *time as f64 / 1e3);
        let played =
            words.fill("arena-replay-move", &[("player", name), ("move", step), ("time", &time)]);
        say(&format!("{played}\n\n{}\n", words.sketch(&table.sketch(look))))?;
    }
    let points = f64::from(game.half_points) / 2.0;
    let end = words.fill(
        "arena-replay-end",
        &[
            ("one", one),
            ("points", &points),
            ("two", two),
            ("others", &(1.0 - points)),
            ("reason", &game.reason.in_words(words)),
        ],
    );
    let detail = game.message.as_ref().map_or(game.detail.clone(), |it| words.say(&it.0));
    say(&format!("{}\n", format!("{end} {detail}").trim_end()))
}

/// A store without a tournament.
pub(super) fn no_tournament(path: &Path) -> Refused {
    let file = path.display().to_string();
    message!("store-empty", "{file} holds no tournament", file).into()
}
