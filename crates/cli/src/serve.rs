//! `plywood serve`: the web page on loopback, until interrupted.

use crate::failure;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use plywood_web::{Config, serve};
use plywood_workbench::Cancel;

use plywood_workbench::language::Words;

use crate::Done;
use crate::args::PageArguments;
use crate::screen::say;

pub(crate) fn run(
    arguments: &PageArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let ip = arguments.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if !ip.is_loopback() {
        eprintln!("plywood: {}", words.fill("serve-warning", &[("address", &ip)]));
    }
    allow_many_connections();
    let config = Config {
        address: SocketAddr::new(ip, arguments.port),
        stores: arguments.store.clone(),
        searches: usize::from(arguments.searches),
        bytes: arguments.hash,
        ..Config::local(arguments.port, token()?)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    let ready = |config: &Config| {
        let url = format!("http://{}/", config.address);
        // A terminal that cannot be written to does not stop the page.
        let _ = say(&format!("{}\n", words.fill("serve-ready", &[("url", &url)])));
        if !arguments.no_open {
            let _ = open::that_detached(url);
        }
    };
    let cancel = cancel.clone();
    let end = async move {
        while !cancel.is_raised() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    runtime.block_on(serve(config, ready, end))?;
    // Searches under way are not waited for.
    runtime.shutdown_timeout(Duration::from_millis(200));
    Ok(Done::Yes)
}

/// Starts the page behind the full-screen table, once; it ends with the program.
pub(crate) fn starter() -> plywood_tui::PageStarter {
    let mut known: Option<String> = None;
    Box::new(move || {
        if let Some(address) = &known {
            return Ok(address.clone());
        }
        let address = start_behind().map_err(|e| failure::message(&e))?;
        // Where no browser can be opened the address is on the screen.
        let _ = open::that_detached(&address);
        known = Some(address.clone());
        Ok(address)
    })
}

/// Serves from a thread of its own, on any free port, and returns the address.
fn start_behind() -> anyhow::Result<String> {
    let config = Config::local(0, token()?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (sender, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let failed = sender.clone();
        let ready = move |config: &Config| {
            let _ = sender.send(Ok(format!("http://{}/", config.address)));
        };
        if let Err(e) = runtime.block_on(serve(config, ready, std::future::pending())) {
            let _ = failed.send(Err(e));
        }
    });
    Ok(address.recv().context("the server did not start")??)
}

/// Every open page holds a connection or two; systems often allow a thousand until asked for more.
fn allow_many_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Where it is not granted, the page works for fewer people.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// A word nobody can guess.
fn token() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|e| anyhow::anyhow!("the system gives no random numbers: {e}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
