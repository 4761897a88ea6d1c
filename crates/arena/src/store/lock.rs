//! One writer at a time: a lock on a file beside the store, released when the process ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::StoreError;

/// The exclusive right to write to a store.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock, or reports that another process holds it.
    pub(super) fn take(store: &Path) -> Result<Self, StoreError> {
        let name = || store.display().to_string();
        let mut path = store.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let file = File::create(&path).map_err(|e| StoreError::File(name(), e))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file, path }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy(name())),
            Err(TryLockError::Error(e)) => Err(StoreError::File(name(), e)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A leftover file does no harm: the lock is held by the process, not by the file.
        let _ = std::fs::remove_file(&self.path);
    }
}
