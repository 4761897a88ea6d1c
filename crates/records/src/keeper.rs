//! Follows a session and keeps the database in step with it; a failure to write never stops a game.

use std::path::PathBuf;

use plywood_workbench::play::{Record, Session};

use super::store::{Kept, Store, StoreError, default_path};

/// Keeps one session. Call [`Keeper::keep`] after every change.
pub struct Keeper {
    path: Option<PathBuf>,
    store: Option<Store>,
    kept: Option<Kept>,
    has_complained: bool,
}

impl Keeper {
    /// Keeps in the user's database; without a folder for one, `keep` reports that.
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

    /// Continues a game that is stored already, as [`Store::kept`] gave it.
    pub fn resume(mut self, kept: Kept) -> Self {
        self.kept = Some(kept);
        self
    }

    /// The number of the game in the database, once it is stored.
    pub fn id(&self) -> Option<i64> {
        self.kept.as_ref().map(|kept| kept.id)
    }

    /// The number of the game in the database if it can be resumed there.
    pub fn resumable(&self) -> Option<i64> {
        let kept = self.kept.as_ref()?;
        (kept.record.ending.is_none() && !kept.record.plies.is_empty()).then_some(kept.id)
    }

    /// Writes the changes since the last call. The first failure is returned, later ones are not; every call tries
    /// again and, when it succeeds, writes everything that was missed.
    ///
    /// A finished game stays as it was, and so does one that another program continued: what is played here then
    /// becomes a game of its own, and the answer says so.
    pub fn keep(&mut self, session: &Session) -> Result<Option<Parted>, StoreError> {
        match self.write(session.to_record()) {
            Ok(parted) => Ok(parted),
            Err(_) if self.has_complained => Ok(None),
            Err(e) => {
                self.has_complained = true;
                Err(e)
            }
        }
    }

    fn write(&mut self, record: Record) -> Result<Option<Parted>, StoreError> {
        let has_news = match &self.kept {
            // A game without a move is not stored.
            None => !record.plies.is_empty(),
            Some(kept) => kept.record != record && !is_look_back(&kept.record, &record),
        };
        // Opened before there is anything to write: a folder that cannot be written is reported at once.
        let store = match &mut self.store {
            Some(store) => store,
            None => {
                let path = self.path.as_deref().ok_or(StoreError::NoFolder)?;
                self.store.insert(Store::open(path)?)
            }
        };
        if !has_news {
            return Ok(None);
        }
        let mut parted = None;
        if let Some(kept) = &mut self.kept {
            match store.update(kept.id, kept.version, &record) {
                Ok(version) => {
                    *kept = Kept { id: kept.id, version, record };
                    return Ok(None);
                }
                Err(StoreError::Finished(was)) => parted = Some((was.id, Why::Finished)),
                Err(StoreError::Changed(was)) => parted = Some((was.id, Why::Changed)),
                Err(StoreError::Missing(id)) => parted = Some((id, Why::Gone)),
                Err(e) => return Err(e),
            }
        }
        let id = store.add(&record)?;
        self.kept = Some(Kept { id, version: 1, record });
        Ok(parted.map(|(from, why)| Parted { from, to: id, why }))
    }
}

/// Whether an earlier position of a finished game is being viewed: nothing else has been played.
fn is_look_back(finished: &Record, record: &Record) -> bool {
    finished.ending.is_some()
        && record.ending.is_none()
        && finished.plies.starts_with(&record.plies)
}

/// A game that became another one in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parted {
    /// The game that stays as it is.
    pub from: i64,
    /// The game that holds what is played here.
    pub to: i64,
    /// What happened to the first.
    pub why: Why,
}

impl Parted {
    /// The sentence for it, with the arguments `from` and `to`.
    pub const fn key(&self) -> &'static str {
        match self.why {
            Why::Finished => "parted-finished",
            Why::Changed => "parted-changed",
            Why::Gone => "parted-gone",
        }
    }
}

/// Why a game became another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It was finished.
    Finished,
    /// Another program continued it.
    Changed,
    /// It was deleted.
    Gone,
}

impl Default for Keeper {
    fn default() -> Self {
        Self::new()
    }
}
