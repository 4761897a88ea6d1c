//! The database: one row per game, one per ply, every change in a transaction of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};

use crate::play::{Ending, Ply, Reason, Record};

/// Each entry leads from one version of the form to the next; `user_version` counts them. Entries are
/// never changed once released.
const MIGRATIONS: [&str; 1] = ["
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        seed INTEGER NOT NULL,
        start TEXT NOT NULL,
        player_1 TEXT NOT NULL,
        player_2 TEXT NOT NULL,
        time_ms INTEGER,
        depth INTEGER,
        started TEXT NOT NULL,
        touched TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        winner INTEGER,
        reason TEXT
    ) STRICT;
    CREATE TABLE ply (
        game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        player INTEGER NOT NULL,
        step TEXT NOT NULL,
        author TEXT NOT NULL,
        time_ms INTEGER NOT NULL,
        forced INTEGER NOT NULL,
        points_1 INTEGER,
        points_2 INTEGER,
        effort TEXT,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX game_touched ON game (touched);
"];

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why games cannot be kept or had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no place for the database.
    #[error("there is no folder for records: set HOME, XDG_STATE_HOME or PLYWOOD_STATE")]
    NoFolder,
    /// The folder could not be made.
    #[error("cannot make the folder {0}: {1}")]
    Folder(PathBuf, std::io::Error),
    /// The database refused.
    #[error("the records in {0} cannot be used: {1}")]
    Database(PathBuf, rusqlite::Error),
    /// A later version of the program made it.
    #[error(
        "the records in {0} were made by a newer program (form {1}): expected form {2} or older"
    )]
    Newer(PathBuf, u32, usize),
    /// No game has this number.
    #[error("there is no game {0}: `plywood records list` shows those there are")]
    Missing(i64),
    /// No game at all is unfinished.
    #[error("there is no unfinished game to resume")]
    NothingToResume,
}

/// The database of the user: under `PLYWOOD_STATE`, else `XDG_STATE_HOME/plywood`, else
/// `~/.local/state/plywood`.
pub fn default_path() -> Result<PathBuf, StoreError> {
    let set = |name| std::env::var_os(name).filter(|value: &OsString| !value.is_empty());
    let folder = set("PLYWOOD_STATE")
        .map(PathBuf::from)
        .or_else(|| set("XDG_STATE_HOME").map(|folder| Path::new(&folder).join("plywood")))
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/state/plywood")));
    folder.map(|folder| folder.join("games.sqlite")).ok_or(StoreError::NoFolder)
}

/// The database of games.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// A game in the list.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Summary {
    /// Its number.
    pub id: i64,
    /// The game's name.
    pub game: String,
    /// Who sat at the two seats.
    pub players: [String; 2],
    /// When it began.
    pub started: String,
    /// How many plies there are.
    pub n_plies: u32,
    /// The points after the last ply, if the game has points.
    pub points: Option<[u32; 2]>,
    /// How it ended; none if it can be resumed.
    pub ending: Option<Ending>,
}

impl Store {
    /// Opens the user's database, made if need be.
    pub fn open_default() -> Result<Self, StoreError> {
        Self::open(&default_path()?)
    }

    /// Opens the database in this file, made if need be and brought to the present form.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| StoreError::Folder(folder.into(), e))?;
        }
        let failed = |e| StoreError::Database(path.into(), e);
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
            )
            .map_err(failed)?;
        migrate(&mut connection, path)?;
        Ok(Self { connection, path: path.into() })
    }

    fn failed(&self, e: rusqlite::Error) -> StoreError {
        StoreError::Database(self.path.clone(), e)
    }

    /// Runs several changes as one: all of them are kept or none.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let run = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        run(&mut self.connection).map_err(|e| self.failed(e))
    }

    /// Adds a whole game and returns its number.
    pub fn add(&mut self, record: &Record) -> Result<i64, StoreError> {
        self.change(|transaction| {
            let id = insert_game(transaction, record)?;
            insert_plies(transaction, id, 0, &record.plies)?;
            Ok(id)
        })
    }

    /// Makes a kept game like `record`, given that its first `n_same` of `n_kept` plies are as they
    /// were. Says no, and changes nothing, if the game has changed under us: then another program
    /// plays on with it.
    pub fn update(
        &mut self,
        id: i64,
        record: &Record,
        n_kept: usize,
        n_same: usize,
    ) -> Result<bool, StoreError> {
        self.change(|transaction| {
            let count: Option<i64> = transaction
                .query_row(
                    "SELECT count(number) FROM game LEFT JOIN ply ON ply.game = game.id
                     WHERE game.id = ?1 GROUP BY game.id",
                    [id],
                    |row| row.get(0),
                )
                .optional()?;
            if count != Some(n_kept as i64) {
                return Ok(false);
            }
            let (winner, reason) = ending_columns(record.ending.as_ref());
            let [one, two] = &record.players;
            transaction.execute(
                "UPDATE game SET player_1 = ?2, player_2 = ?3, time_ms = ?4, depth = ?5, winner = ?6,
                 reason = ?7, touched = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = ?1",
                params![id, one, two, record.time_ms, record.depth, winner, reason],
            )?;
            transaction.execute(
                "DELETE FROM ply WHERE game = ?1 AND number > ?2",
                params![id, n_same as i64],
            )?;
            insert_plies(transaction, id, n_same, &record.plies[n_same..])?;
            Ok(true)
        })
    }

    /// The latest games first, no more than `most`, of one game if it is named.
    pub fn list(&self, game: Option<&str>, most: u32) -> Result<Vec<Summary>, StoreError> {
        let list = || -> rusqlite::Result<Vec<Summary>> {
            let mut query = self.connection.prepare(
                "SELECT g.id, g.game, player_1, player_2, started, winner, reason,
                   (SELECT count(*) FROM ply WHERE ply.game = g.id), points_1, points_2
                 FROM game g LEFT JOIN ply ON ply.game = g.id
                   AND ply.number = (SELECT max(number) FROM ply p WHERE p.game = g.id)
                 WHERE ?1 IS NULL OR g.game = ?1
                 ORDER BY touched DESC, id DESC LIMIT ?2",
            )?;
            query.query_map(params![game, most], summary)?.collect()
        };
        list().map_err(|e| self.failed(e))
    }

    /// The game with this number.
    pub fn load(&self, id: i64) -> Result<Record, StoreError> {
        let load = || -> rusqlite::Result<Option<Record>> {
            let game = self.connection.query_row(
                "SELECT game, rules, seed, start, player_1, player_2, time_ms, depth, started,
                   winner, reason FROM game WHERE id = ?1",
                [id],
                game_row,
            );
            let Some(mut record) = game.optional()? else { return Ok(None) };
            let mut query = self.connection.prepare(
                "SELECT player, step, author, time_ms, forced, points_1, points_2, effort
                 FROM ply WHERE game = ?1 ORDER BY number",
            )?;
            record.plies = query.query_map([id], ply_row)?.collect::<Result<_, _>>()?;
            Ok(Some(record))
        };
        load().map_err(|e| self.failed(e))?.ok_or(StoreError::Missing(id))
    }

    /// The unfinished game that was played last.
    pub fn latest_unfinished(&self) -> Result<i64, StoreError> {
        let found = self.connection.query_row(
            "SELECT id FROM game WHERE reason IS NULL ORDER BY touched DESC, id DESC LIMIT 1",
            [],
            |row| row.get(0),
        );
        found.optional().map_err(|e| self.failed(e))?.ok_or(StoreError::NothingToResume)
    }

    /// Every game's number, oldest first.
    pub fn ids(&self) -> Result<Vec<i64>, StoreError> {
        let ids = || -> rusqlite::Result<Vec<i64>> {
            let mut query = self.connection.prepare("SELECT id FROM game ORDER BY id")?;
            query.query_map([], |row| row.get(0))?.collect()
        };
        ids().map_err(|e| self.failed(e))
    }

    /// Whether exactly this game is kept already.
    pub fn contains(&self, record: &Record) -> Result<bool, StoreError> {
        let same = || -> rusqlite::Result<Vec<i64>> {
            let mut query = self
                .connection
                .prepare("SELECT id FROM game WHERE game = ?1 AND started = ?2 AND start = ?3")?;
            query
                .query_map(params![record.game, record.started, record.start], |row| row.get(0))?
                .collect()
        };
        for id in same().map_err(|e| self.failed(e))? {
            if self.load(id)? == *record {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the database says about its own health: `ok` if all is well.
    pub fn integrity(&self) -> Result<String, StoreError> {
        let check = self.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        check.map_err(|e| self.failed(e))
    }
}

/// Brings an older database to the present form.
fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |e| StoreError::Database(path.into(), e);
    let version = |connection: &Connection| -> rusqlite::Result<u32> {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    };
    if version(connection).map_err(failed)? as usize == MIGRATIONS.len() {
        return Ok(());
    }
    // Another program may do the same at this moment: look again once we hold the lock.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let found = version(&transaction).map_err(failed)?;
    let Some(missing) = MIGRATIONS.get(found as usize..) else {
        return Err(StoreError::Newer(path.into(), found, MIGRATIONS.len()));
    };
    for migration in missing {
        transaction.execute_batch(migration).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len()).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn insert_game(transaction: &Transaction<'_>, record: &Record) -> rusqlite::Result<i64> {
    let (winner, reason) = ending_columns(record.ending.as_ref());
    let [one, two] = &record.players;
    transaction.execute(
        "INSERT INTO game (game, rules, seed, start, player_1, player_2, time_ms, depth, started,
           winner, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            record.game,
            record.rules,
            // SQLite's integers are signed; the bits come back as they went.
            record.seed as i64,
            record.start,
            one,
            two,
            record.time_ms,
            record.depth,
            record.started,
            winner,
            reason
        ],
    )?;
    Ok(transaction.last_insert_rowid())
}

fn insert_plies(
    transaction: &Transaction<'_>,
    id: i64,
    n_before: usize,
    plies: &[Ply],
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO ply (game, number, player, step, author, time_ms, forced, points_1, points_2,
           effort) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (i, ply) in plies.iter().enumerate() {
        let effort = ply.effort.as_ref().and_then(|effort| serde_json::to_string(effort).ok());
        insert.execute(params![
            id,
            (n_before + i + 1) as i64,
            ply.player,
            ply.step,
            ply.by,
            ply.time_ms,
            ply.forced,
            ply.points.map(|points| points[0]),
            ply.points.map(|points| points[1]),
            effort
        ])?;
    }
    Ok(())
}

fn ending_columns(ending: Option<&Ending>) -> (Option<u32>, Option<&'static str>) {
    (ending.and_then(|ending| ending.winner), ending.map(|ending| ending.reason.name()))
}

fn read_ending(winner: Option<u32>, reason: Option<String>) -> Option<Ending> {
    let all = [Reason::Line, Reason::FullBoard, Reason::Points, Reason::Resigned];
    let reason = all.into_iter().find(|known| Some(known.name()) == reason.as_deref())?;
    Some(Ending { winner, reason })
}

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let points: [Option<u32>; 2] = [row.get(8)?, row.get(9)?];
    Ok(Summary {
        id: row.get(0)?,
        game: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        started: row.get(4)?,
        ending: read_ending(row.get(5)?, row.get(6)?),
        n_plies: row.get(7)?,
        points: points[0].zip(points[1]).map(|(one, two)| [one, two]),
    })
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        game: row.get(0)?,
        rules: row.get(1)?,
        seed: row.get::<_, i64>(2)? as u64,
        start: row.get(3)?,
        players: [row.get(4)?, row.get(5)?],
        time_ms: row.get(6)?,
        depth: row.get(7)?,
        started: row.get(8)?,
        plies: Vec::new(),
        ending: read_ending(row.get(9)?, row.get(10)?),
    })
}

fn ply_row(row: &Row<'_>) -> rusqlite::Result<Ply> {
    let points: [Option<u32>; 2] = [row.get(5)?, row.get(6)?];
    let effort: Option<String> = row.get(7)?;
    Ok(Ply {
        player: row.get(0)?,
        step: row.get(1)?,
        by: row.get(2)?,
        time_ms: row.get(3)?,
        forced: row.get(4)?,
        points: points[0].zip(points[1]).map(|(one, two)| [one, two]),
        effort: effort.and_then(|effort| serde_json::from_str(&effort).ok()),
    })
}
