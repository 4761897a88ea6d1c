//! The database: one row per game, one per ply, every change in a transaction of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plywood_workbench::{Message, message, private};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use plywood_workbench::play::{Ending, Record, RecordError, Session};

use super::migrations::migrate;
use super::rows;

/// How long to wait for another program's write lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Why games cannot be stored or loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no folder for the database.
    NoFolder,
    /// The folder could not be created.
    Folder(PathBuf, std::io::Error),
    /// SQLite reported an error.
    Database(PathBuf, rusqlite::Error),
    /// It has the schema of a newer program.
    Newer(PathBuf, u32, usize),
    /// No game has this number.
    Missing(i64),
    /// The game with this number has invalid data.
    Damaged(i64),
    /// There is no unfinished game.
    NothingToResume,
    /// The game was changed since the version that an update was based on. Holds the current game.
    Changed(Box<Kept>),
    /// The game is finished: it cannot be changed.
    Finished(Box<Kept>),
    /// Game, rules, seed or first position are not those of the kept game.
    OtherGame(Box<Kept>),
    /// A game with an illegal move.
    Illegal(RecordError),
}

impl StoreError {
    /// The current game, if an update was refused because of it.
    pub fn present(&self) -> Option<&Kept> {
        match self {
            Self::Changed(kept) | Self::Finished(kept) | Self::OtherGame(kept) => Some(kept),
            _ => None,
        }
    }

    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::NoFolder => message!(
                "records-no-folder",
                "there is no folder for records: set HOME, XDG_STATE_HOME or PLYWOOD_STATE"
            ),
            Self::Folder(path, e) => message!(
                "records-folder",
                "cannot make the folder {file}: {reason}",
                file = path.display().to_string(),
                reason = Message::of_file(e)
            ),
            Self::Database(path, e) => message!(
                "records-unusable",
                "the records in {file} cannot be used: {reason}",
                file = path.display().to_string(),
                reason = of_database(e)
            ),
            Self::Newer(path, found, known) => message!(
                "records-newer",
                "the records in {file} were made by a newer program (form {found}): expected form {known} or older",
                file = path.display().to_string(),
                found = *found,
                known = *known
            ),
            Self::Missing(n) => message!(
                "records-missing",
                "there is no game {n}: `plywood records list` shows those there are",
                n = *n
            ),
            Self::Damaged(n) => message!(
                "records-damaged",
                "game {n} is damaged and cannot be read; the others are not affected",
                n = *n
            ),
            Self::NothingToResume => {
                message!("records-nothing", "there is no unfinished game to resume")
            }
            Self::Changed(kept) => message!(
                "record-changed",
                "game {id} has been changed elsewhere: it is at version {version} now",
                id = kept.id,
                version = kept.version
            ),
            Self::Finished(kept) => message!(
                "record-finished",
                "game {id} is finished and stays as it is",
                id = kept.id
            ),
            Self::OtherGame(kept) => message!(
                "record-other-game",
                "game {id} began otherwise: game, rules, seed and first position never change",
                id = kept.id
            ),
            Self::Illegal(e) => {
                message!(
                    "record-illegal",
                    "this game cannot be kept: {reason}",
                    reason = e.message()
                )
            }
        }
    }
}

plywood_workbench::explained!(StoreError);

impl From<RecordError> for StoreError {
    fn from(e: RecordError) -> Self {
        Self::Illegal(e)
    }
}

/// A database error, by its kind.
pub fn of_database(error: &rusqlite::Error) -> Message {
    use rusqlite::ErrorCode as Code;
    match error.sqlite_error_code() {
        Some(Code::CannotOpen) => message!("database-open", "the database cannot be opened"),
        Some(Code::ReadOnly) => message!("database-read-only", "the database is read-only"),
        Some(Code::DiskFull) => message!("database-full", "the disk is full"),
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => {
            message!("database-busy", "another program is using the database")
        }
        Some(Code::NotADatabase) => message!("database-none", "the file is not a database"),
        Some(Code::SystemIoFailure) => {
            message!("database-disk", "the disk cannot be read or written")
        }
        _ => message!("database-other", "the database says \"{text}\"", text = error.to_string()),
    }
}

/// The database of the user: under `PLYWOOD_STATE`, else `XDG_STATE_HOME/plywood`, else
/// `~/.local/state/plywood`; on Windows `%LOCALAPPDATA%\plywood`.
pub fn default_path() -> Result<PathBuf, StoreError> {
    let set = |name| std::env::var_os(name).filter(|value: &OsString| !value.is_empty());
    let folder = set("PLYWOOD_STATE")
        .map(PathBuf::from)
        .or_else(|| set("XDG_STATE_HOME").map(|folder| Path::new(&folder).join("plywood")))
        .or_else(|| {
            set("LOCALAPPDATA")
                .filter(|_| cfg!(windows))
                .map(|folder| Path::new(&folder).join("plywood"))
        })
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/state/plywood")));
    folder.map(|folder| folder.join("games.sqlite")).ok_or(StoreError::NoFolder)
}

/// The database of games.
pub struct Store {
    pub(super) connection: Connection,
    path: PathBuf,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its number.
    pub id: i64,
    /// Its version, from 1 on. An update names the version it was based on.
    pub version: u64,
    /// The game.
    pub record: Record,
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
    /// Its version.
    pub version: u64,
    /// What its owner calls it.
    pub name: Option<String>,
}

impl Store {
    /// Opens the user's database, created if need be.
    pub fn open_default() -> Result<Self, StoreError> {
        Self::open(&default_path()?)
    }

    /// Opens the database in this file, created and migrated if need be.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            private::make_folder(folder).map_err(|e| StoreError::Folder(folder.into(), e))?;
        }
        // A file that cannot be created is reported by SQLite itself; the files it creates beside it are as private.
        let _ = private::make_file(path);
        let failed = |e| StoreError::Database(path.into(), e);
        let mut connection = Connection::open(path).map_err(failed)?;
        connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
        // FULL: a game that was reported as kept is on the disk, even after a power failure.
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
            )
            .map_err(failed)?;
        migrate(&mut connection, path)?;
        Ok(Self { connection, path: path.into() })
    }

    pub(super) fn failed(&self, e: rusqlite::Error) -> StoreError {
        StoreError::Database(self.path.clone(), e)
    }

    /// Runs several changes as one transaction.
    pub(super) fn change<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Halt>,
    ) -> Result<T, StoreError> {
        let run = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        run(&mut self.connection).map_err(|halt| match halt {
            Halt::Database(e) => self.failed(e),
            Halt::Refused(e) => e,
        })
    }

    /// Adds a whole game and returns its number; its version is 1. The game is checked by playing it through, and
    /// stored in canonical form.
    pub fn add(&mut self, record: &Record) -> Result<i64, StoreError> {
        self.change(|transaction| {
            let record = replayed(record)?;
            let id = rows::insert_game(transaction, &record)?;
            rows::insert_plies(transaction, id, 0, &record.plies)?;
            Ok(id)
        })
    }

    /// Replaces a kept game by `record`, which is based on this version of it, and returns the new version.
    /// Refused without a change if the game is at another version by now, if it is finished, if it began
    /// differently, or if a move is illegal. A repeated request for what is already stored is no change and is
    /// never refused.
    pub fn update(&mut self, id: i64, version: u64, record: &Record) -> Result<u64, StoreError> {
        self.change(|transaction| {
            let record = replayed(record)?;
            let kept = rows::load(transaction, id)?.ok_or(StoreError::Missing(id))?;
            if !begins_alike(&kept.record, &record) {
                return Err(StoreError::OtherGame(kept.into()).into());
            }
            if kept.record == (Record { started: kept.record.started.clone(), ..record.clone() }) {
                return Ok(kept.version);
            }
            if kept.record.ending.is_some() {
                return Err(StoreError::Finished(kept.into()).into());
            }
            if kept.version != version {
                return Err(StoreError::Changed(kept.into()).into());
            }
            let pairs = kept.record.plies.iter().zip(&record.plies);
            let n_same = pairs.take_while(|(kept, new)| kept == new).count();
            rows::rewrite(transaction, id, &record, n_same)?;
            Ok(kept.version + 1)
        })
    }

    /// The latest games first, no more than `most`, of one game if it is named.
    pub fn list(&self, game: Option<&str>, most: u32) -> Result<Vec<Summary>, StoreError> {
        self.page(game, 0, most)
    }

    /// The same without the first `skip` games.
    pub fn page(
        &self,
        game: Option<&str>,
        skip: u32,
        most: u32,
    ) -> Result<Vec<Summary>, StoreError> {
        let list = || -> rusqlite::Result<Vec<Summary>> {
            let mut query = self.connection.prepare(
                "SELECT g.id, g.game, player_1, player_2, started, winner, reason,
                   (SELECT count(*) FROM ply WHERE ply.game = g.id), points_1, points_2, version, name
                 FROM game g LEFT JOIN ply ON ply.game = g.id
                   AND ply.number = (SELECT max(number) FROM ply p WHERE p.game = g.id)
                 WHERE ?1 IS NULL OR g.game = ?1
                 ORDER BY touched DESC, id DESC LIMIT ?2 OFFSET ?3",
            )?;
            query.query_map(params![game, most, skip], rows::summary)?.collect()
        };
        list().map_err(|e| self.failed(e))
    }

    /// The game with this number.
    pub fn load(&self, id: i64) -> Result<Record, StoreError> {
        self.kept(id).map(|kept| kept.record)
    }

    /// The game with this number, and the version it is at.
    pub fn kept(&self, id: i64) -> Result<Kept, StoreError> {
        // One transaction: the version belongs to the plies.
        let load = || -> rusqlite::Result<Option<Kept>> {
            let transaction = self.connection.unchecked_transaction()?;
            rows::load(&transaction, id)
        };
        let is_damaged = |e: &rusqlite::Error| e.sqlite_error_code().is_none();
        let loaded = load().map_err(|e| match is_damaged(&e) {
            true => StoreError::Damaged(id),
            false => self.failed(e),
        });
        loaded?.ok_or(StoreError::Missing(id))
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
        let record = replayed(record)?;
        let same = || -> rusqlite::Result<Vec<i64>> {
            let mut query = self
                .connection
                .prepare("SELECT id FROM game WHERE game = ?1 AND started = ?2 AND start = ?3")?;
            query
                .query_map(params![record.game, record.started, record.start], |row| row.get(0))?
                .collect()
        };
        for id in same().map_err(|e| self.failed(e))? {
            match self.load(id) {
                Ok(kept) if kept == record => return Ok(true),
                Ok(_) | Err(StoreError::Damaged(_)) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(false)
    }

    /// The `synchronous` setting of SQLite as a number, 2 for FULL: a change is on the disk before it is acknowledged.
    pub fn durability(&self) -> Result<u32, StoreError> {
        let setting = self.connection.query_row("PRAGMA synchronous", [], |row| row.get(0));
        setting.map_err(|e| self.failed(e))
    }

    /// The result of SQLite's integrity check: `ok` if all is well.
    pub fn integrity(&self) -> Result<String, StoreError> {
        let check = self.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        check.map_err(|e| self.failed(e))
    }
}

/// Why a change was refused.
pub(super) enum Halt {
    Database(rusqlite::Error),
    Refused(StoreError),
}

impl From<rusqlite::Error> for Halt {
    fn from(e: rusqlite::Error) -> Self {
        Self::Database(e)
    }
}

impl From<StoreError> for Halt {
    fn from(e: StoreError) -> Self {
        Self::Refused(e)
    }
}

/// The game played through by its rules: moves, points and ending as the rules have them.
fn replayed(record: &Record) -> Result<Record, StoreError> {
    Ok(Session::from_record(record)?.to_record())
}

/// Whether two games have game, rules, seed and first position in common, however these are written.
fn begins_alike(kept: &Record, new: &Record) -> bool {
    let is_same = |one: &Record, two: &Record| {
        one.seed == two.seed
            && (&one.game, &one.rules, &one.start) == (&two.game, &two.rules, &two.start)
    };
    is_same(kept, new) || replayed(kept).is_ok_and(|kept| is_same(&kept, new))
}
