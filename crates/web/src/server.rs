//! The site as a router, and the loop that puts it behind a socket.
//!
//! A client gets so long to send what it has to say, and the server ends in a few seconds whatever is
//! still open.

use plywood_workbench::{Message, explained, message};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::queue::Queue;
use crate::{api, assets, guard};

/// Bodies above this are refused.
const MOST_BYTES: usize = 1 << 20;
/// How long a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(8);
/// How long open connections may take to end when the server is asked to.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; loopback unless someone says otherwise.
    pub address: SocketAddr,
    /// The word that every call of the API must carry.
    pub token: String,
    /// The database of games; the user's own if none.
    pub records: Option<PathBuf>,
    /// Tournament stores whose results are shown.
    pub stores: Vec<PathBuf>,
    /// Searches at once.
    pub searches: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Bytes of one search.
    pub bytes: u64,
}

impl Config {
    /// Loopback at this port with a token of one's own.
    pub fn local(port: u16, token: impl Into<String>) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            token: token.into(),
            records: None,
            stores: Vec::new(),
            searches: 2,
            threads: 1,
            bytes: 64_000_000,
        }
    }
}

/// What every answer may need.
pub(crate) struct Site {
    pub(crate) config: Config,
    pub(crate) queue: Queue,
    /// What listening pages are told: how often a store has changed; closed when the server ends.
    pub(crate) changes: watch::Receiver<u64>,
}

/// The whole site.
pub fn app(config: Config) -> Router {
    router(config, watch::channel(0).1)
}

fn router(config: Config, changes: watch::Receiver<u64>) -> Router {
    let queue = Queue::new(config.searches);
    let site = Arc::new(Site { config, queue, changes });
    Router::new()
        .nest("/api", api::routes())
        .fallback(assets::answer)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(Arc::clone(&site), guard::check))
        .with_state(site)
}

/// Why the server could not start.
#[derive(Debug)]
pub enum ServeError {
    /// The address could not be had.
    Listen(SocketAddr, std::io::Error),
}

impl ServeError {
    /// What is wrong.
    pub fn message(&self) -> Message {
        let Self::Listen(address, e) = self;
        message!(
            "cannot-listen",
            "cannot listen on {address}: {reason}; another port can be chosen with --port",
            address = address.to_string(),
            reason = Message::of_file(e)
        )
    }
}

explained!(ServeError);

/// Serves until `end` is ready. `ready` hears the address, with the port that was really taken.
pub async fn serve(
    mut config: Config,
    ready: impl FnOnce(&Config),
    end: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let failed = |e| ServeError::Listen(config.address, e);
    let listener = TcpListener::bind(config.address).await.map_err(failed)?;
    config.address = listener.local_addr().map_err(failed)?;
    ready(&config);
    let (changed, changes) = watch::channel(0);
    let watching = tokio::spawn(api::watch_stores(config.stores.clone(), changed));
    let app = router(config, changes);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    let graceful = GracefulShutdown::new();
    tokio::pin!(end);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of file descriptors, or the client is gone already: the next one may do better.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        // Small answers go out at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(app.clone());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = connection.await;
        });
    }
    drop(listener);
    // Pages that only listen are let go.
    watching.abort();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}
