//! Results of jobs other than games, one line of JSON each, by the job's key.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

impl Store {
    /// Writes a job's result; one that is there already stays as it is.
    pub fn add_result(&mut self, key: &str, line: &str) -> Result<(), StoreError> {
        let query = "INSERT OR IGNORE INTO job_results (key, line) VALUES (?, ?)";
        self.connection.prepare_cached(query)?.execute(params![key, line])?;
        Ok(())
    }

    /// The result of the job with this key, if it is there.
    pub fn result(&self, key: &str) -> Result<Option<String>, StoreError> {
        let mut query =
            self.connection.prepare_cached("SELECT line FROM job_results WHERE key = ?")?;
        Ok(query.query_row([key], |row| row.get(0)).optional()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_stays_as_it_was_first_written() {
        let mut store = Store::in_memory().unwrap();
        store.add_result("solve-1", "first").unwrap();
        store.add_result("solve-1", "second").unwrap();
        assert_eq!(store.result("solve-1").unwrap().as_deref(), Some("first"));
        assert_eq!(store.result("solve-2").unwrap(), None);
    }
}
