//! Follows a session and keeps the database in step with it; what cannot be kept never stops a game.

use std::path::PathBuf;

use crate::play::{Record, Session};

use super::store::{Store, StoreError, default_path};

/// Keeps one session. Call [`Keeper::keep`] after every change.
pub struct Keeper {
    path: Option<PathBuf>,
    store: Option<Store>,
    kept: Option<(i64, Record)>,
    has_complained: bool,
}

impl Keeper {
    /// Keeps in the user's database; where there is no place for one, `keep` says so.
    pub fn new() -> Self {
        Self::with(default_path().ok())
    }

    /// Keeps in the database of this file.
    pub fn at(path: PathBuf) -> Self {
        Self::with(Some(path))
    }

    fn with(path: Option<PathBuf>) -> Self {
        Self { path, store: None, kept: None, has_complained: false }
    }

    /// Goes on keeping a game that is kept already, as [`Store::load`] gave it.
    pub fn resume(mut self, id: i64, record: Record) -> Self {
        self.kept = Some((id, record));
        self
    }

    /// The number of the game in the database, once it is there.
    pub fn id(&self) -> Option<i64> {
        self.kept.as_ref().map(|(id, _)| *id)
    }

    /// Writes what changed since the last time. The first failure is returned, later ones are not;
    /// every call tries anew and, when it succeeds, all that was missed is there.
    pub fn keep(&mut self, session: &Session) -> Result<(), StoreError> {
        match self.write(session.to_record()) {
            Ok(()) => Ok(()),
            Err(_) if self.has_complained => Ok(()),
            Err(e) => {
                self.has_complained = true;
                Err(e)
            }
        }
    }

    fn write(&mut self, record: Record) -> Result<(), StoreError> {
        // A game in which nothing was played is not worth a row.
        if self.kept.is_none() && record.plies.is_empty() {
            return Ok(());
        }
        if self.kept.as_ref().is_some_and(|(_, kept)| *kept == record) {
            return Ok(());
        }
        let store = match &mut self.store {
            Some(store) => store,
            None => {
                let path = self.path.as_deref().ok_or(StoreError::NoFolder)?;
                self.store.insert(Store::open(path)?)
            }
        };
        if let Some((id, kept)) = &self.kept {
            let pairs = kept.plies.iter().zip(&record.plies);
            let n_same = pairs.take_while(|(kept, new)| kept == new).count();
            if store.update(*id, &record, kept.plies.len(), n_same)? {
                self.kept = Some((*id, record));
                return Ok(());
            }
        }
        // New, or another program went on with the game: this one becomes a game of its own.
        let id = store.add(&record)?;
        self.kept = Some((id, record));
        Ok(())
    }
}

impl Default for Keeper {
    fn default() -> Self {
        Self::new()
    }
}
