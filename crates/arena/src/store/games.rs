//! Tournaments and their games in the store.

use plywood_workbench::message;
use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{Store, StoreError};
use crate::pairing::Opening;
use crate::referee::{Reason, SideStats};
use crate::said::Said;
use crate::settings::Settings;

/// A tournament's number in its store.
pub type TournamentId = i64;

/// A finished game as it is stored and exported; the field names are the JSON keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which tournament of the store.
    pub tournament: TournamentId,
    /// The game's place in the schedule; `2p` and `2p + 1` are a pair.
    pub number: u64,
    /// The names of the players, player 1 first.
    pub players: [String; 2],
    /// The seed of the players' random choices.
    pub seed: u64,
    /// Where the game began.
    pub opening: Opening,
    /// All moves after the opening's, passes included.
    pub moves: Vec<String>,
    /// Microseconds for each move.
    pub times_us: Vec<u64>,
    /// Half points of player 1: 0, 1 or 2.
    pub half_points: u8,
    /// What the game was worth to player 1 by the rules, if they ended it.
    pub result: Option<i32>,
    /// What ended it.
    pub reason: Reason,
    /// The fault, if there was one, in English.
    pub detail: String,
    /// The same as a message; games of older programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Said>,
    /// The last output of the player at fault.
    pub output: String,
    /// The statistics of each side.
    pub stats: [SideStats; 2],
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number in the store.
    pub id: TournamentId,
    /// What is played.
    pub settings: Settings,
    /// Games that are finished.
    pub n_games: u64,
}

/// The most forfeits that results keep in full.
const MOST_FORFEITS: usize = 200;

impl Store {
    /// The tournament that these settings would continue, if there is one: all settings but the
    /// number of pairs are equal, since more pairs only add to a schedule.
    pub fn find(&self, settings: &Settings) -> Result<Option<TournamentId>, StoreError> {
        let all = self.tournaments()?;
        let found = all.into_iter().rev().find(|(_, known)| {
            let comparable = Settings { pairs: settings.pairs, ..known.clone() };
            comparable == *settings
        });
        Ok(found.map(|(id, _)| id))
    }

    /// Every tournament with its settings, oldest first.
    pub fn tournaments(&self) -> Result<Vec<(TournamentId, Settings)>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT id, settings FROM tournaments ORDER BY id")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (id, text) = row?;
            Ok((id, from_json("settings", &text)?))
        })
        .collect()
    }

    /// The newest tournaments without the first `skip`, no more than `most`. The games are counted, not loaded.
    /// A tournament whose settings cannot be read is left out.
    pub fn summaries(&self, skip: u32, most: u32) -> Result<Vec<Summary>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT id, settings, (SELECT count(*) FROM games WHERE tournament = tournaments.id)
             FROM tournaments ORDER BY id DESC LIMIT ? OFFSET ?",
        )?;
        let rows = query.query_map([most, skip], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)? as u64))
        })?;
        let mut all = Vec::new();
        for row in rows {
            let (id, text, n_games) = row?;
            all.extend(from_json("settings", &text).ok().map(|settings| Summary {
                id,
                settings,
                n_games,
            }));
        }
        Ok(all)
    }

    /// How many games of a tournament are finished.
    pub fn n_games(&self, id: TournamentId) -> Result<u64, StoreError> {
        let query = "SELECT count(games.number) FROM tournaments LEFT JOIN games
             ON games.tournament = tournaments.id WHERE tournaments.id = ? GROUP BY tournaments.id";
        let n: Option<i64> = self.connection.query_row(query, [id], |row| row.get(0)).optional()?;
        n.map(|n| n as u64).ok_or(StoreError::NoTournament(id))
    }

    /// The games of a tournament as a report needs them: without moves, times and output, but for the first
    /// few forfeits. Games that cannot be read are left out.
    pub fn results(&self, id: TournamentId) -> Result<Vec<GameRecord>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT * FROM games WHERE tournament = ? ORDER BY number")?;
        let mut rows = query.query([id])?;
        let (mut games, mut n_forfeits) = (Vec::new(), 0);
        while let Some(row) = rows.next()? {
            let Ok(mut game) = read_game(row) else { continue };
            n_forfeits += usize::from(game.reason.is_forfeit());
            if !game.reason.is_forfeit() || n_forfeits > MOST_FORFEITS {
                (game.moves, game.times_us, game.output) = Default::default();
                game.opening.moves = Vec::new();
            }
            games.push(game);
        }
        Ok(games)
    }

    /// The last games of a tournament's schedule that are finished, no more than `most`, in its order. Games that
    /// cannot be read are left out.
    pub fn latest(&self, id: TournamentId, most: u32) -> Result<Vec<GameRecord>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT * FROM (SELECT * FROM games WHERE tournament = ? ORDER BY number DESC LIMIT ?)
             ORDER BY number",
        )?;
        let mut rows = query.query(params![id, most])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.extend(read_game(row).ok());
        }
        Ok(games)
    }

    /// A tournament's settings.
    pub fn settings(&self, id: TournamentId) -> Result<Settings, StoreError> {
        let query = "SELECT settings FROM tournaments WHERE id = ?";
        let text: Option<String> =
            self.connection.query_row(query, [id], |row| row.get(0)).optional()?;
        let text = text.ok_or(StoreError::NoTournament(id))?;
        from_json("settings", &text)
    }

    /// Begins a tournament, or sets the number of pairs of one that goes on.
    pub fn begin(
        &mut self,
        known: Option<TournamentId>,
        settings: &Settings,
    ) -> Result<TournamentId, StoreError> {
        let text = to_json(settings)?;
        match known {
            Some(id) => {
                let query = "UPDATE tournaments SET settings = ? WHERE id = ?";
                self.connection.execute(query, params![text, id])?;
                Ok(id)
            }
            None => {
                let query = "INSERT INTO tournaments (settings) VALUES (?)";
                self.connection.execute(query, [text])?;
                Ok(self.connection.last_insert_rowid())
            }
        }
    }

    /// Writes finished games, all or none. A game that is there already stays as it is.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(
                "INSERT OR IGNORE INTO games (tournament, number, one, two, seed, opening, moves,
                    times_us, half_points, result, reason, detail, output, stats)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )?;
            for game in games {
                insert.execute(params![
                    game.tournament,
                    game.number as i64,
                    game.players[0],
                    game.players[1],
                    game.seed as i64,
                    to_json(&game.opening)?,
                    game.moves.join(" "),
                    to_json(&game.times_us)?,
                    game.half_points,
                    game.result,
                    game.reason.name(),
                    match &game.message {
                        Some(said) => to_json(said)?,
                        None => game.detail.clone(),
                    },
                    game.output,
                    to_json(&game.stats)?,
                ])?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// The games of a tournament in the order of the schedule.
    pub fn games(&self, id: TournamentId) -> Result<Vec<GameRecord>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT * FROM games WHERE tournament = ? ORDER BY number")?;
        let rows = query.query_and_then([id], read_game)?;
        rows.collect()
    }
}

fn read_game(row: &Row<'_>) -> Result<GameRecord, StoreError> {
    let text = |column: &str| row.get::<_, String>(column);
    let reason = text("reason")?;
    let detail = text("detail")?;
    let message = Said::read(&detail);
    let (number, half_points) = (row.get::<_, i64>("number")?, row.get::<_, i64>("half_points")?);
    let half_points = u8::try_from(half_points).ok().filter(|&n| n <= 2).ok_or_else(|| {
        let said = message!(
            "store-points",
            "game {n} has {found} half points: expected 0, 1 or 2",
            n = number,
            found = half_points
        );
        StoreError::Content(said.into())
    })?;
    Ok(GameRecord {
        tournament: row.get("tournament")?,
        number: number as u64,
        players: [text("one")?, text("two")?],
        seed: row.get::<_, i64>("seed")? as u64,
        opening: from_json("opening", &text("opening")?)?,
        moves: text("moves")?.split_whitespace().map(str::to_owned).collect(),
        times_us: from_json("times_us", &text("times_us")?)?,
        half_points,
        result: row.get("result")?,
        reason: Reason::from_name(&reason).ok_or_else(|| {
            let said = message!("store-reason", "a game ended by `{reason}`", reason);
            StoreError::Content(said.into())
        })?,
        detail: message.as_ref().map_or(detail, |said| said.0.to_string()),
        message,
        output: text("output")?,
        stats: from_json("stats", &text("stats")?)?,
    })
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|e| json_error("JSON", &e))
}

pub(super) fn from_json<T: for<'a> Deserialize<'a>>(
    what: &str,
    text: &str,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| json_error(what, &e))
}

fn json_error(column: &str, error: &serde_json::Error) -> StoreError {
    let text = error.to_string();
    let said = message!("store-json", "`{column}` cannot be read, \"{text}\"", column, text);
    StoreError::Content(said.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::settings;

    fn record(tournament: TournamentId, number: u64) -> GameRecord {
        GameRecord {
            tournament,
            number,
            players: ["a".into(), "b".into()],
            seed: u64::MAX - 3,
            opening: Opening { seed: 7, position: None, moves: vec![">6".into()] },
            moves: vec!["b1>d".into(), "pass".into()],
            times_us: vec![12, 0],
            half_points: 1,
            result: Some(0),
            reason: Reason::Rules,
            detail: String::new(),
            message: None,
            output: "last words\n".into(),
            stats: [SideStats { nodes: 5, ..SideStats::default() }, SideStats::default()],
        }
    }

    #[test]
    fn games_come_back_as_they_went_in_and_none_twice() {
        let mut store = Store::in_memory().unwrap();
        let id = store.begin(None, &settings(&["a=random", "b=random"])).unwrap();
        let games = [record(id, 1), record(id, 0)];
        store.add(&games).unwrap();
        let changed = GameRecord { half_points: 2, ..record(id, 1) };
        store.add(&[changed]).unwrap();
        assert_eq!(store.games(id).unwrap(), [record(id, 0), record(id, 1)]);
        assert_eq!(store.integrity().unwrap(), "ok");
    }

    #[test]
    fn forged_points_are_refused_with_the_number_of_the_game() {
        let mut store = Store::in_memory().unwrap();
        let id = store.begin(None, &settings(&["a=random", "b=random"])).unwrap();
        store.add(&[record(id, 4)]).unwrap();
        // The database refuses them too, unless its checks are switched off.
        store.connection.execute_batch("PRAGMA ignore_check_constraints = ON").unwrap();
        for forged in [-1, 3, 255, i64::MAX] {
            store.connection.execute("UPDATE games SET half_points = ?", [forged]).unwrap();
            let said = store.games(id).unwrap_err().to_string();
            assert!(said.contains(&format!("game 4 has {forged} half points")), "{said}");
        }
    }

    #[test]
    fn lists_count_games_and_reports_leave_out_what_they_do_not_need() {
        let mut store = Store::in_memory().unwrap();
        let first = settings(&["a=random", "b=random"]);
        let (one, two) = (store.begin(None, &first).unwrap(), store.begin(None, &first).unwrap());
        store.add(&[record(one, 0), record(one, 1), record(two, 0)]).unwrap();
        let listed = |skip, most| {
            let found = store.summaries(skip, most).unwrap().into_iter();
            found.map(|summary| (summary.id, summary.n_games)).collect::<Vec<_>>()
        };
        assert_eq!(listed(0, 10), [(two, 1), (one, 2)]);
        assert_eq!((listed(1, 10), listed(0, 1)), (vec![(one, 2)], vec![(two, 1)]));
        assert_eq!(store.n_games(one).unwrap(), 2);
        assert!(matches!(store.n_games(99), Err(StoreError::NoTournament(99))));
        let results = store.results(one).unwrap();
        assert!(results.iter().all(|game| game.moves.is_empty() && game.output.is_empty()));
        assert_eq!(results[1].stats, record(one, 1).stats);
        // One row that cannot be read does not hide the others.
        let spoil = "UPDATE games SET stats = 'x' WHERE tournament = ? AND number = 0";
        store.connection.execute(spoil, [one]).unwrap();
        store
            .connection
            .execute("UPDATE tournaments SET settings = '' WHERE id = ?", [two])
            .unwrap();
        assert_eq!(store.results(one).unwrap().len(), 1);
        let listed: Vec<i64> = store.summaries(0, 9).unwrap().iter().map(|s| s.id).collect();
        assert_eq!(listed, [one]);
    }

    #[test]
    fn details_are_kept_as_messages_and_older_ones_shown_as_they_are() {
        let mut store = Store::in_memory().unwrap();
        let id = store.begin(None, &settings(&["a=random", "b=random"])).unwrap();
        let what = message!("over-time", "over its time by {ms} ms", ms = 7);
        let message = message!("player-fault", "player {player}: {what}", player = 1, what);
        let detail = "player 1: over its time by 7 ms".to_owned();
        let told = GameRecord { detail, message: Some(Said(message)), ..record(id, 0) };
        let old = GameRecord { detail: "player 2: resigned".into(), ..record(id, 1) };
        store.add(&[told.clone(), old.clone()]).unwrap();
        assert_eq!(store.games(id).unwrap(), [told.clone(), old]);
        // The result of a job carries it from machine to machine.
        let line = serde_json::to_string(&told).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), told);
    }

    #[test]
    fn a_tournament_is_found_by_its_settings_but_for_the_number_of_pairs() {
        let mut store = Store::in_memory().unwrap();
        let first = settings(&["a=random", "b=random"]);
        let id = store.begin(None, &first).unwrap();
        let longer = Settings { pairs: 99, ..first.clone() };
        let other = Settings { seed: 99, ..first };
        assert_eq!(store.find(&longer).unwrap(), Some(id));
        assert_eq!(store.find(&other).unwrap(), None);
        assert_eq!(store.begin(Some(id), &longer).unwrap(), id);
        assert_eq!(store.settings(id).unwrap(), longer);
    }

    #[test]
    fn only_one_may_write_but_others_may_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        assert!(matches!(Store::read(&path), Err(StoreError::Missing(_))));
        let mut store = Store::open(&path).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::Busy(_))));
        let id = store.begin(None, &settings(&["a=random"])).unwrap();
        store.add(&[record(id, 0)]).unwrap();
        assert_eq!(Store::read(&path).unwrap().games(id).unwrap().len(), 1);
        drop(store);
        assert_eq!(Store::open(&path).unwrap().games(id).unwrap().len(), 1);
    }
}
