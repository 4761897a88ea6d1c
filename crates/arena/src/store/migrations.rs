//! Migrations of the store's schema. `PRAGMA user_version` holds the number of steps taken.

use plywood_workbench::message;
use rusqlite::Connection;

use super::StoreError;

/// Each step leads from one version to the next; steps are added, never changed.
const STEPS: [&str; 3] = [
    "CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        settings TEXT NOT NULL
     );
     CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        number INTEGER NOT NULL,
        one TEXT NOT NULL,
        two TEXT NOT NULL,
        seed INTEGER NOT NULL,
        opening TEXT NOT NULL,
        moves TEXT NOT NULL,
        times_us TEXT NOT NULL,
        half_points INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 2),
        result INTEGER,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL,
        output TEXT NOT NULL,
        stats TEXT NOT NULL,
        UNIQUE (tournament, number)
     );",
    "CREATE TABLE tunings (
        id INTEGER PRIMARY KEY,
        settings TEXT NOT NULL
     );
     CREATE TABLE tuning_steps (
        tuning INTEGER NOT NULL REFERENCES tunings (id),
        number INTEGER NOT NULL,
        half_points INTEGER NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (tuning, number)
     ) WITHOUT ROWID;",
    "CREATE TABLE job_results (
        key TEXT PRIMARY KEY,
        line TEXT NOT NULL
     ) WITHOUT ROWID;",
];

/// Takes the missing steps, each in a transaction.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let version = version as usize;
    if version > STEPS.len() {
        let said = message!(
            "store-newer",
            "it has version {found}, this program knows up to {known}; a newer program wrote it",
            found = version,
            known = STEPS.len()
        );
        return Err(StoreError::Content(said.into()));
    }
    for (step, next) in STEPS.iter().zip(1_u32..).skip(version) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", next)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_older_version_is_brought_up_to_date() {
        for version in 0..=STEPS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            for step in &STEPS[..version] {
                connection.execute_batch(step).unwrap();
            }
            connection.pragma_update(None, "user_version", version as u32).unwrap();
            migrate(&mut connection).unwrap();
            let reached: u32 =
                connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
            assert_eq!(reached as usize, STEPS.len());
            connection.execute_batch("SELECT * FROM games, tuning_steps, job_results").unwrap();
        }
    }

    #[test]
    fn a_store_of_a_newer_program_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        assert!(migrate(&mut connection).unwrap_err().to_string().contains("newer program"));
    }
}
