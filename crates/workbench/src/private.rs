//! Files and folders that are nobody else's business: 0600 and 0700 where the system knows such things.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder, with those above it, for its owner alone; one that is there stays as it is.
pub fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a file for its owner alone, with the folders above it; one that is there becomes so.
pub fn make_file(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let found = file.metadata()?;
        if found.is_file() && found.permissions().mode() & 0o077 != 0 {
            // Somebody else's file cannot be changed, and need not be.
            let _ = file.set_permissions(std::fs::Permissions::from_mode(0o600));
        }
    }
    drop(file);
    Ok(())
}
