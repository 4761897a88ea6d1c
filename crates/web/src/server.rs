//! The site, and the loop that puts it behind a socket.
//!
//! A client gets so long to send what it has to say and to read what it is told, and the server ends in a few
//! seconds whatever is still open.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use plywood_arena::settings::Contestant;
use plywood_workbench::{Message, explained, message};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::access::{Access, Keys};
use crate::api::{allow_programs, written};
use crate::http::{self, Peer};
use crate::queue::Queue;
use crate::streams::Desk;
use crate::write_timeout::Patient;

/// How long a client may take to send its headers.
const HEADER_TIME: Duration = Duration::from_secs(8);
/// The longest head of a request, and what is read ahead of a body: strangers may send as much.
const MOST_HEAD: usize = 32 << 10;
/// KiB of bodies at once, of all clients.
const MOST_BODIES: usize = 256 << 10;
/// How long open connections may take to end when the server is asked to.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; loopback unless someone says otherwise.
    pub address: SocketAddr,
    /// What lets people in.
    pub keys: Keys,
    /// A password that lets players in besides.
    pub password: Option<String>,
    /// The address that a proxy of ours serves the page under, if there is one.
    pub public: Option<Public>,
    /// The database of games; the user's own if none.
    pub records: Option<PathBuf>,
    /// Tournament stores whose results are shown.
    pub stores: Vec<PathBuf>,
    /// Programs of others that the owner may play against and let play, under their names. The page can start no
    /// other.
    pub programs: Vec<Contestant>,
    /// Searches at once.
    pub searches: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Bytes of one search.
    pub bytes: u64,
    /// Connections at once.
    pub connections: usize,
}

impl Config {
    /// Loopback at this port with an owner's key.
    pub fn local(port: u16, key: impl Into<String>) -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            keys: Keys { owner: key.into(), player: None, spectator: None },
            password: None,
            public: None,
            records: None,
            stores: Vec::new(),
            programs: Vec::new(),
            searches: 2,
            threads: 1,
            bytes: 64_000_000,
            connections: 4096,
        }
    }
}

/// Links that let people in.
impl Config {
    /// The owner's, for this machine.
    pub fn own_link(&self) -> String {
        self.link(self.here(), &self.keys.owner)
    }

    /// For whoever is sent this key, from elsewhere.
    pub fn guest_link(&self, key: &str) -> String {
        self.link(self.abroad(), key)
    }

    /// The page's address with a key.
    fn link(&self, ip: IpAddr, key: &str) -> String {
        match &self.public {
            Some(public) => format!("{}/?key={key}", public.origin()),
            None => format!("http://{}/?key={key}", SocketAddr::new(ip, self.address.port())),
        }
    }

    /// Our address as this machine sees it.
    fn here(&self) -> IpAddr {
        match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        }
    }

    /// Our address as others see it: the one that packets to elsewhere would leave from. None is sent.
    fn abroad(&self) -> IpAddr {
        let ip = self.address.ip();
        if !ip.is_unspecified() {
            return ip;
        }
        // Addresses that stand for others in documents, and belong to nobody.
        let elsewhere = if ip.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
        let found = UdpSocket::bind(SocketAddr::new(ip, 0)).and_then(|socket| {
            socket.connect(elsewhere)?;
            socket.local_addr()
        });
        found.map_or_else(|_| self.here(), |address| address.ip())
    }
}

/// Where people find a server that stands behind a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    /// The name, and the port if it is an unusual one.
    pub host: String,
    /// Whether it is `https`.
    pub is_secure: bool,
}

impl Public {
    /// Reads `https://games.example.org`.
    pub fn parse(text: &str) -> Option<Self> {
        let secure = text.strip_prefix("https://");
        let host = secure.or_else(|| text.strip_prefix("http://"))?.trim_end_matches('/');
        let is_name = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        let is_host = !host.is_empty() && host.chars().all(is_name);
        is_host.then(|| Self { host: host.to_owned(), is_secure: secure.is_some() })
    }

    /// The address without anything behind it.
    pub fn origin(&self) -> String {
        format!("http{}://{}", if self.is_secure { "s" } else { "" }, self.host)
    }
}

/// What every answer may need.
pub(crate) struct Site {
    pub(crate) config: Config,
    pub(crate) access: Access,
    pub(crate) queue: Queue,
    /// Room for bodies, a KiB each.
    pub(crate) bodies: Semaphore,
    /// Work on kept games, and reports on whole tournaments, which hold all their games.
    pub(crate) records: Desk,
    pub(crate) reports: Desk,
    /// What listening pages are told: how often a store has changed; closed when the server ends.
    pub(crate) changes: watch::Receiver<u64>,
    /// Bytes of streams that nobody has read yet.
    pub(crate) unread: Arc<AtomicUsize>,
    pub(crate) begun_by_guests: Arc<Begun>,
}

/// Games that guests began here: they may go on with them.
#[derive(Debug, Default)]
pub(crate) struct Begun(Mutex<BTreeSet<i64>>);

impl Begun {
    /// As many as are remembered; those begun first are forgotten first.
    const MOST: usize = 100_000;

    pub(crate) fn insert(&self, id: i64) {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        begun.insert(id);
        if begun.len() > Self::MOST {
            begun.pop_first();
        }
    }

    pub(crate) fn contains(&self, id: i64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&id)
    }
}

/// The whole site.
pub fn app(config: Config) -> Router {
    router(config, watch::channel(0).1)
}

fn router(config: Config, changes: watch::Receiver<u64>) -> Router {
    allow_programs(&config);
    let site = Arc::new(Site {
        queue: Queue::new(config.searches),
        bodies: Semaphore::new(MOST_BODIES),
        records: Desk::new(8),
        reports: Desk::new(2),
        access: Access::new(config.keys.clone(), config.password.clone()),
        config,
        changes,
        unread: Arc::default(),
        begun_by_guests: Arc::default(),
    });
    http::routes(&site)
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
    let watching = tokio::spawn(watch_stores(config.stores.clone(), changed));
    let places = Arc::new(Semaphore::new(config.connections));
    let app = router(config, changes);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(MOST_HEAD);
    let graceful = GracefulShutdown::new();
    tokio::pin!(end);
    loop {
        let (stream, peer, place) = tokio::select! {
            accepted = accept(&listener, &places) => match accepted {
                Some(accepted) => accepted,
                None => continue,
            },
            () = &mut end => break,
        };
        // Small answers go out at once.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            app.clone().oneshot(request)
        });
        let stream = TokioIo::new(Patient::new(stream));
        let connection = graceful.watch(http.serve_connection(stream, service));
        tokio::spawn(async move {
            // A connection that breaks is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    // Pages that only listen are let go.
    watching.abort();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

type Accepted = (tokio::net::TcpStream, IpAddr, tokio::sync::OwnedSemaphorePermit);

/// The next connection, when there is room for it; none if it failed.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer.ip(), place)),
        // Out of file descriptors, or the client is gone already: the next one may do better.
        Err(_) => {
            tokio::time::sleep(Duration::from_millis(20)).await;
            None
        }
    }
}

/// Counts the changes of the stores, once a second, as long as somebody listens.
async fn watch_stores(stores: Vec<PathBuf>, changed: watch::Sender<u64>) {
    let mut known = Vec::new();
    loop {
        // One receiver is the site's own.
        if changed.receiver_count() > 1 {
            let now: Vec<_> = stores.iter().map(|path| written(path)).collect();
            if now != known {
                known = now;
                changed.send_modify(|count| *count += 1);
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
