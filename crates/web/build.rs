//! Lists the files of the page, to be embedded in the program.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let mut names = Vec::new();
    collect(Path::new("page"), &mut names)?;
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/page/{name}\")");
        writeln!(list, "    ({name:?}, page_file!({path})),").map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&folder).join("page.rs"), list)
}

/// The files below a folder, named from the page's own, with slashes.
fn collect(folder: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, names)?;
        } else {
            let parts = path.iter().skip(1).map(|part| part.to_string_lossy());
            names.push(parts.collect::<Vec<_>>().join("/"));
        }
    }
    Ok(())
}
