//! Where results are kept: one SQLite file with tournaments, their games, tuning runs and
//! the results of other jobs.
//!
//! A game is written when it is over and never changed. The write-ahead log survives a killed
//! process: what was written is there, what was not will be played again.

mod games;
mod jobs;
mod lock;
mod migrations;
mod tunings;

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

pub use games::{GameRecord, TournamentId};
pub use tunings::{TuningId, TuningStep};

use lock::Lock;

/// Why a store could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// SQLite refused. The reason is part of the sentence and so no source: nobody says it twice.
    #[error("the store: {0}")]
    Sqlite(rusqlite::Error),
    /// What was read makes no sense.
    #[error("the store holds something unexpected: {0}")]
    Content(String),
    /// Somebody else is playing into this store.
    #[error("another tournament is writing to {0}; wait until it ends or choose another file")]
    Busy(String),
    /// There is no such file.
    #[error("there is no store {0}")]
    Missing(String),
    /// The file cannot be made or locked.
    #[error("cannot use {0} as a store: {1}")]
    File(String, std::io::Error),
    /// The file is no store of ours.
    #[error("cannot use {0} as a store: {1}")]
    Unusable(String, String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl StoreError {
    /// The same with the file's name, where it was opened in vain.
    fn opening(self, path: &Path) -> Self {
        let name = path.display().to_string();
        match self {
            Self::Sqlite(e) => Self::Unusable(name, e.to_string()),
            Self::Content(text) => Self::Unusable(name, text),
            other => other,
        }
    }
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Held while we write; none for readers and for stores in memory.
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a store for writing, made if it is not there. Only one process may write at a time.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_locked(path, Lock::take(path)?).map_err(|e| e.opening(path))
    }

    fn open_locked(path: &Path, lock: Lock) -> Result<Self, StoreError> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // With a write-ahead log this loses nothing when the process is killed; when the power fails
        // the last games may go, and are played again.
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

    /// A store that is gone when the program ends.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepared(Connection::open_in_memory()?, None)
    }

    fn prepared(mut connection: Connection, lock: Option<Lock>) -> Result<Self, StoreError> {
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrations::migrate(&mut connection)?;
        Ok(Self { connection, _lock: lock })
    }

    /// What SQLite's own check says; `ok` if all is well.
    pub fn integrity(&self) -> Result<String, StoreError> {
        Ok(self.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_database_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "Nothing here is a table of a database.\n".repeat(99)).unwrap();
        for opened in [Store::open(&path), Store::read(&path)] {
            let error = opened.unwrap_err();
            let said = format!("cannot use {} as a store: file is not a database", path.display());
            assert_eq!(error.to_string(), said);
            assert!(std::error::Error::source(&error).is_none(), "the reason is not said again");
        }
    }
}
