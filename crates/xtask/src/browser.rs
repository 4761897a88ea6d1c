//! The page in a real browser: Debian's Chromium, driven by playwright-core from Node.
//!
//! Missing tools are installed: Chromium and Node by apt-get where that is possible, the rest by npm into cargo's
//! target folder, as `crates/web/tests/browser/package-lock.json` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::server::{Server, built};
use crate::{cargo, root, succeed};

/// The names of Chromium's program on different systems.
const CHROMIUM: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Parallel workers: engines and browser share the machine.
const N_WORKERS: usize = 2;

/// A place to run browser scripts in.
pub(crate) struct Workshop {
    folder: PathBuf,
    chromium: PathBuf,
    program: PathBuf,
}

impl Workshop {
    /// Has the program built, the tools installed, and scripts and packages put together.
    pub(crate) fn open() -> anyhow::Result<Self> {
        // The same command as the tests', so that nothing is built twice.
        let program = built(&["test", "--workspace", "--no-run", "--quiet"])?;
        let chromium = tools()?;
        Ok(Self { folder: put_together()?, chromium, program })
    }

    /// Checks the page's types.
    pub(crate) fn check_types(&self) -> anyhow::Result<()> {
        let compiler = self.folder.join("node_modules/typescript/bin/tsc");
        let project = root().join("crates/web/tsconfig.json");
        succeed(Command::new("node").arg(compiler).args(["--noEmit", "-p"]).arg(project))
            .context("the page's types do not fit")
    }

    /// Checks that the page and its tests are laid out as the formatter does.
    pub(crate) fn check_format(&self) -> anyhow::Result<()> {
        succeed(&mut formatter(&self.folder, "--check"))
            .context("the page is not laid out as `cargo xtask format` does")
    }

    /// The tests, or those whose names contain `only`, against servers that end with them.
    ///
    /// Each worker has a server of its own: games that one test keeps are never listed in another.
    pub(crate) fn run(
        &self,
        only: Option<&str>,
        run: impl FnOnce(Command) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let servers = (0..N_WORKERS)
            .map(|_| Server::start(&self.program, &[]))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let urls: Vec<&str> = servers.iter().map(|server| server.url.as_str()).collect();
        let mut command = Command::new("node");
        command.arg(self.folder.join("run.mjs")).arg(urls.join(",")).arg(&self.chromium).args(only);
        run(command)
    }
}

/// `cargo xtask format`: Rust by rustfmt, the page and its tests by Prettier.
pub(crate) fn format() -> anyhow::Result<()> {
    succeed(&mut cargo(&["fmt", "--all"]))?;
    tools()?;
    succeed(&mut formatter(&put_together()?, "--write"))
}

fn formatter(folder: &Path, act: &str) -> Command {
    let mut command = Command::new("node");
    command
        .arg(folder.join("node_modules/prettier/bin/prettier.cjs"))
        .args(["--log-level", "warn", act, "page/**/*.{js,css}", "tests/browser/*.mjs"])
        .current_dir(root().join("crates/web"));
    command
}

/// The browser's scripts and the packages they need, in a folder beside this program.
fn put_together() -> anyhow::Result<PathBuf> {
    let folder = std::env::current_exe()?.with_file_name("browser");
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(root().join("crates/web/tests/browser"))? {
        let file = entry?.path();
        fs::copy(&file, folder.join(file.file_name().unwrap_or_default()))?;
    }
    install(&folder)?;
    Ok(folder)
}

/// `cargo xtask screenshots`: the pictures of the README.
pub(crate) fn screenshots() -> anyhow::Result<()> {
    Workshop::open()?.run(Some("pictures of the page"), |mut command| {
        succeed(command.env("PLYWOOD_PICTURES", root().join("docs")))
    })
}

/// Chromium and Node; installed if they are missing and we may.
fn tools() -> anyhow::Result<PathBuf> {
    let missing = |name: &str| find(name).is_none();
    let mut packages = Vec::new();
    if chromium().is_none() {
        packages.push("chromium");
    }
    if missing("node") {
        packages.push("nodejs");
    }
    if missing("npm") {
        packages.push("npm");
    }
    if !packages.is_empty() {
        println!("  the browser tests need {0}: installing with apt-get", packages.join(" and "));
        let apt = |arguments: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            succeed(&mut command)
        };
        let install: Vec<&str> = ["install", "-y", "--no-install-recommends"]
            .into_iter()
            .chain(packages.iter().copied())
            .collect();
        apt(&["update"]).and_then(|()| apt(&install)).with_context(|| {
            format!(
                "the browser tests need {}, and apt-get cannot install it: install it by hand",
                packages.join(" and ")
            )
        })?;
    }
    chromium().context("the browser tests need Chromium: no `chromium` is in the PATH")
}

fn chromium() -> Option<PathBuf> {
    CHROMIUM.iter().find_map(|name| find(name))
}

/// A program in the PATH.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The packages of the lock file, unless they are there already.
fn install(folder: &Path) -> anyhow::Result<()> {
    let lock = fs::read(folder.join("package-lock.json")).context("the lock file")?;
    let stamp = folder.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("  installing what the browser tests need from npm");
    let mut command = Command::new("npm");
    command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]);
    succeed(command.current_dir(folder).stdout(Stdio::null()))
        .context("npm could not install playwright-core, axe-core and typescript")?;
    if !stamp.parent().is_some_and(Path::is_dir) {
        bail!("npm installed nothing");
    }
    Ok(fs::write(stamp, lock)?)
}
