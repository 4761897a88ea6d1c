//! `plywood serve`: the web page on loopback, until interrupted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::Context;
use plywood_web::{Config, serve};
use plywood_workbench::Cancel;

use crate::Done;
use crate::args::PageArguments;
use crate::screen::say;

pub(crate) fn run(arguments: &PageArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let ip = arguments.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if !ip.is_loopback() {
        eprintln!(
            "plywood: warning: {ip} can be reached from other machines; whoever opens the page can use it"
        );
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
        let _ = say(&format!("Plywood is at {url}\nCtrl-C ends it.\n"));
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
