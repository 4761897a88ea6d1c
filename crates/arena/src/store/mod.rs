//! The store of results: one SQLite file with tournaments, their games, tuning runs and the results of other
//! jobs.
//!
//! A game is written when it is over and never changed. The write-ahead log survives a killed process: finished
//! games are there, the others are played again.

mod games;
mod jobs;
mod lock;
mod migrations;
mod tunings;

use std::path::Path;

use plywood_records::of_database;
use plywood_workbench::{Message, Refused, explained, message};
use rusqlite::{Connection, OpenFlags};

pub use games::{GameRecord, Summary, TournamentId};
pub use tunings::{TuningId, TuningStep};

use lock::Lock;

/// Why a store could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite reported an error.
    Sqlite(rusqlite::Error),
    /// The data read are invalid.
    Content(Refused),
    /// Another process is writing to this store.
    Busy(String),
    /// There is no such file.
    Missing(String),
    /// There is no such tournament in it.
    NoTournament(i64),
    /// The file cannot be created or locked.
    File(String, std::io::Error),
    /// The file is not a store of ours.
    Unusable(String, Refused),
}

impl StoreError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Sqlite(e) => {
                message!("store-database", "the store: {reason}", reason = of_database(e))
            }
            Self::Content(reason) => message!(
                "store-content",
                "the store holds something unexpected: {reason}",
                reason = reason.clone()
            ),
            Self::Busy(file) => message!(
                "store-busy",
                "another tournament is writing to {file}; wait until it ends or choose another file",
                file = &**file
            ),
            Self::Missing(file) => {
                message!("store-missing", "there is no store {file}", file = &**file)
            }
            Self::NoTournament(n) => {
                message!("store-tournament", "there is no tournament {n}", n = *n)
            }
            Self::File(file, e) => unusable(file, Message::of_file(e)),
            Self::Unusable(file, reason) => unusable(file, reason.message().clone()),
        }
    }

    /// The same with the file's name, where opening failed.
    fn opening(self, path: &Path) -> Self {
        let name = path.display().to_string();
        match self {
            Self::Sqlite(e) => Self::Unusable(name, of_database(&e).into()),
            Self::Content(reason) => Self::Unusable(name, reason),
            other => other,
        }
    }
}

explained!(StoreError);

fn unusable(file: &str, reason: Message) -> Message {
    message!("store-unusable", "cannot use {file} as a store: {reason}", file, reason)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Held by a writer; `None` for readers and for stores in memory.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a store for writing, made if it is not there. Only one process may write at a time.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_locked(path, Lock::take(path)?).map_err(|e| e.opening(path))
    }

    fn open_locked(path: &Path, lock: Lock) -> Result<Self, StoreError> {
        // A file that cannot be created is reported by SQLite itself.
        let _ = plywood_workbench::private::make_file(path);
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // With a write-ahead log this loses nothing when the process is killed; after a power failure the last games
        // may be missing, and are played again.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        Self::prepared(connection, Some(lock))
    }

    /// Opens a store that must be there, for reading; others may write to it meanwhile.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.display().to_string()));
        }
        // Readers of a write-ahead log need to write to its index.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)
            .or_else(|_| Connection::open_with_flags(path, read_only));
        let opened = connection.map_err(StoreError::from);
        let prepared = opened.and_then(|connection| Self::prepared(connection, None));
        prepared.map_err(|e| e.opening(path))
    }

    /// An in-memory store.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepared(Connection::open_in_memory()?, None)
    }

    fn prepared(mut connection: Connection, lock: Option<Lock>) -> Result<Self, StoreError> {
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        check_schema(&connection)?;
        migrations::migrate(&mut connection)?;
        Ok(Self { connection, _lock: lock })
    }

    /// The result of SQLite's integrity check; `ok` if all is well.
    pub fn integrity(&self) -> Result<String, StoreError> {
        Ok(self.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?)
    }
}

/// A view can go on for ever, and a trigger acts when somebody writes: files of others may hold them, ours never do.
fn check_schema(connection: &Connection) -> Result<(), StoreError> {
    let n_foreign: u32 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'",
        [],
        |row| row.get(0),
    )?;
    if n_foreign > 0 {
        let said =
            message!("store-foreign", "it holds views or triggers, which no store of ours has");
        return Err(StoreError::Content(said.into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_would_run_for_ever_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        drop(Store::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "ALTER TABLE tournaments RENAME TO others;
                 CREATE VIEW tournaments AS SELECT * FROM others WHERE
                   (WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r) > 0;",
            )
            .unwrap();
        drop(connection);
        for opened in [Store::open(&path), Store::read(&path)] {
            let said = opened.unwrap_err().to_string();
            assert!(
                said.ends_with("it holds views or triggers, which no store of ours has"),
                "{said}"
            );
        }
    }

    #[test]
    fn a_file_that_is_no_database_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "Nothing here is a table of a database.\n".repeat(99)).unwrap();
        for opened in [Store::open(&path), Store::read(&path)] {
            let error = opened.unwrap_err();
            let said =
                format!("cannot use {} as a store: the file is not a database", path.display());
            assert_eq!(error.to_string(), said);
            assert!(std::error::Error::source(&error).is_none(), "the reason is not said again");
        }
    }
}
