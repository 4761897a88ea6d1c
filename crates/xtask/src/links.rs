//! Symbolic links that a checkout without them survives: git on Windows writes the target's path into a plain file.
//!
//! Licences and the pages that documentation shows may be such files; a folder or a program text may not.

use std::fs;
use std::path::Path;

use crate::root;

pub(crate) fn check(faults: &mut Vec<String>) -> anyhow::Result<()> {
    for folder in ["crates", "docs", "examples", "bots"] {
        visit(&root().join(folder), faults)?;
    }
    Ok(())
}

fn visit(folder: &Path, faults: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = fs::symlink_metadata(&path)?.file_type();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if kind.is_dir() && name != "node_modules" {
            visit(&path, faults)?;
        } else if kind.is_symlink() && !may_be_a_path(&path, &name) {
            let shown = path.strip_prefix(root()).unwrap_or(&path).display();
            faults.push(format!("{shown} is a link: git on Windows makes a file of its path"));
        }
    }
    Ok(())
}

/// Whether only people read the file: then its path is still some use.
fn may_be_a_path(path: &Path, name: &str) -> bool {
    path.is_file() && (name.starts_with("LICENSE-") || name.ends_with(".md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_programs_are_no_links() {
        let readme = root().join("README.md");
        assert!(may_be_a_path(&readme, "README.md") && may_be_a_path(&readme, "LICENSE-MIT"));
        assert!(!may_be_a_path(&root(), "explain.md") && !may_be_a_path(&readme, "lib.rs"));
    }
}
