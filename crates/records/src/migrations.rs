//! The versions of the database's schema, and the migrations between them.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::store::StoreError;

/// Each entry migrates one version of the schema to the next; `user_version` counts them. Entries are never
/// changed once released.
const MIGRATIONS: [&str; 4] = [
    "
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
",
    // The version of a game: an update names the version it was based on.
    "ALTER TABLE game ADD COLUMN version INTEGER NOT NULL DEFAULT 1;",
    // Notes of front ends on a game: reviews, comments, variations.
    "
    CREATE TABLE IF NOT EXISTS note (
        game INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
        text TEXT NOT NULL
    ) STRICT;
",
    // A name that its owner gave a game.
    "ALTER TABLE game ADD COLUMN name TEXT;",
];

/// Migrates an older database to the current schema.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |e| StoreError::Database(path.into(), e);
    let version = |connection: &Connection| -> rusqlite::Result<u32> {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    };
    if version(connection).map_err(failed)? as usize == MIGRATIONS.len() {
        return Ok(());
    }
    // Another program may be migrating too: check again once we hold the lock.
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
