//! Notes on kept games, their names, and removal of games from the store.

use rusqlite::{OptionalExtension, params};

use super::rows;
use super::store::{Kept, Store, StoreError};

/// The longest note, in bytes: reviews of long games stay far below.
const MOST_BYTES: usize = 400_000;

impl Store {
    /// The note of a game, verbatim.
    pub fn note(&self, id: i64) -> Result<Option<String>, StoreError> {
        let read = || -> rusqlite::Result<Option<String>> {
            let query = "SELECT text FROM note WHERE game = ?1";
            self.connection.query_row(query, [id], |row| row.get(0)).optional()
        };
        read().map_err(|e| self.failed(e))
    }

    /// Writes the note of a game, in place of an older one; also of a finished game, which itself never changes. A
    /// note that is too long is refused as a whole: `false`.
    pub fn set_note(&mut self, id: i64, text: &str) -> Result<bool, StoreError> {
        if text.len() > MOST_BYTES {
            return Ok(false);
        }
        self.change(|transaction| {
            rows::load(transaction, id)?.ok_or(StoreError::Missing(id))?;
            transaction.execute(
                "INSERT INTO note (game, text) VALUES (?1, ?2)
                 ON CONFLICT (game) DO UPDATE SET text = ?2",
                params![id, text],
            )?;
            Ok(true)
        })
    }

    /// Sets or removes the name of a game, finished or not.
    pub fn rename(&mut self, id: i64, name: Option<&str>) -> Result<(), StoreError> {
        self.change(|transaction| {
            let query = "UPDATE game SET name = ?2 WHERE id = ?1";
            match transaction.execute(query, params![id, name])? {
                0 => Err(StoreError::Missing(id).into()),
                _ => Ok(()),
            }
        })
    }

    /// Removes a game from the store and returns it, with its note.
    pub fn remove(&mut self, id: i64) -> Result<(Kept, Option<String>), StoreError> {
        let note = self.note(id)?;
        self.change(|transaction| {
            let kept = rows::load(transaction, id)?.ok_or(StoreError::Missing(id))?;
            transaction.execute("DELETE FROM game WHERE id = ?1", [id])?;
            Ok((kept, note))
        })
    }
}
