//! The server behind a real socket: slow clients, cut connections, and its end.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use common::TOKEN;
use plywood_web::{Config, serve};
use tokio::sync::oneshot;

/// A server in a thread of its own, and the word that ends it.
struct Server {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start() -> Self {
        Self::with(Config::local(0, TOKEN))
    }

    fn with(config: Config) -> Self {
        let (ready, address) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            let runtime = runtime.unwrap();
            let hear = move |config: &Config| ready.send(config.address).unwrap();
            let ended = async { ended.await.unwrap_or(()) };
            runtime.block_on(serve(config, hear, ended)).unwrap();
            runtime.shutdown_timeout(Duration::from_millis(200));
        });
        Self { address: address.recv().unwrap(), end: Some(end), thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
        stream
    }

    /// The head of a call with a body of this length.
    fn head(&self, path: &str, length: usize) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nx-plywood-token: {TOKEN}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n",
            self.address
        )
    }

    /// Makes a call and returns the connection, its answer unread.
    fn call(&self, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.head(path, body.len()).as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
    }

    fn is_alive(&self) -> bool {
        let mut stream = self.connect();
        let request = format!(
            "GET /icon.svg HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).is_ok() && answer.starts_with("HTTP/1.1 200")
    }

    /// Ends the server and says how long that took.
    fn stop(mut self) -> Duration {
        let begun = Instant::now();
        self.end.take().unwrap().send(()).unwrap();
        self.thread.take().unwrap().join().unwrap();
        begun.elapsed()
    }
}

/// Whether the server closes a connection that says no more, and what it said before.
fn read_to_end(mut stream: TcpStream) -> Option<String> {
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => Some(String::from_utf8_lossy(&answer).into_owned()),
        Err(e) if matches!(e.kind(), ErrorKind::ConnectionReset) => Some(String::new()),
        Err(_) => None,
    }
}

const SEARCH: &str = "{\"game\":\"blokus-duo\",\"engine\":\"best\",\"time_ms\":60000}";

#[test]
fn slow_clients_are_shown_out() {
    let server = Server::start();
    let begun = Instant::now();
    // Nothing at all, half a head, and a head whose body never comes.
    let slow: Vec<TcpStream> = (0..240)
        .map(|i| {
            let mut stream = server.connect();
            match i % 3 {
                0 => {}
                1 => stream.write_all(b"GET / HTTP/1.1\r\nhost: 127.").unwrap(),
                _ => stream.write_all(server.head("/api/state", 500).as_bytes()).unwrap(),
            }
            stream
        })
        .collect();
    assert!(server.is_alive(), "others are served meanwhile");
    let mut n_told = 0;
    for stream in slow {
        let answer = read_to_end(stream).expect("the server closes it");
        n_told += u32::from(answer.contains("408") && answer.contains("took too long"));
    }
    assert!(begun.elapsed() < Duration::from_secs(14), "after {:?}", begun.elapsed());
    assert_eq!(n_told, 80, "who sent a head is told why");
    assert!(server.is_alive());
    server.stop();
}

#[test]
fn a_head_without_end_is_refused_before_it_fills_the_memory() {
    let server = Server::start();
    let mut stream = server.connect();
    let head = format!("GET / HTTP/1.1\r\nhost: {}\r\n", server.address);
    stream.write_all(head.as_bytes()).unwrap();
    let line = format!("x-more: {}\r\n", "a".repeat(4000));
    // It may be closed while we still send.
    let n_sent = (0..90).take_while(|_| stream.write_all(line.as_bytes()).is_ok()).count();
    let answer = read_to_end(stream).expect("closed at once");
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{n_sent}: {answer}");
    assert!(server.is_alive());
    server.stop();
}

#[test]
fn a_client_that_leaves_frees_its_search() {
    let server = Server::start();
    // More than can run: each leaves, so that the next one gets its turn.
    for path in ["/api/analyse", "/api/think", "/api/analyse", "/api/think", "/api/analyse"] {
        let stream = server.call(path, SEARCH);
        std::thread::sleep(Duration::from_millis(150));
        drop(stream);
    }
    let begun = Instant::now();
    let body = "{\"game\":\"quatro\",\"engine\":\"random\",\"time_ms\":1000}";
    let mut answer = [0; 12];
    server.call("/api/think", body).read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    server.stop();
}

/// What comes until something is in it; the connection stays open.
fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains(wanted) {
        let mut chunk = [0; 4096];
        match stream.read(&mut chunk) {
            Ok(n) if n > 0 => heard.extend_from_slice(&chunk[..n]),
            other => panic!("{other:?} instead of {wanted}: {}", String::from_utf8_lossy(&heard)),
        }
    }
    String::from_utf8_lossy(&heard).into_owned()
}

#[test]
fn a_weak_levels_move_passes_by_two_long_searches() {
    let server = Server::start();
    let mut long: Vec<TcpStream> = (0..2).map(|_| server.call("/api/analyse", SEARCH)).collect();
    for search in &mut long {
        read_until(search, "thought");
    }
    let begun = Instant::now();
    let body = "{\"game\":\"blokus-duo\",\"level\":1,\"time_ms\":1000}";
    read_until(&mut server.call("/api/think", body), "\"best\"");
    // A second on an idle machine; the long ones take sixty.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    server.stop();
}

#[test]
fn a_tournament_pauses_for_a_search_and_is_played_to_its_end() {
    let server = Server::with(Config { searches: 1, ..Config::local(0, TOKEN) });
    let contest = "{\"game\":\"quatro\",\"players\":[\"a=alpha-beta\",\"b=alpha-beta\"],\"pairs\":6,\"move_ms\":40}";
    let mut tournament = server.call("/api/tournaments", contest);
    read_until(&mut tournament, "report");
    let body = "{\"game\":\"quatro\",\"engine\":\"random\"}";
    read_until(&mut server.call("/api/think", body), "\"best\"");
    read_until(&mut tournament, "\"n_games\":12");
    server.stop();
}

#[test]
fn cut_connections_leave_the_server_alive() {
    let server = Server::start();
    for length in 0..400 {
        let mut stream = server.connect();
        let mut request = server.head("/api/state", 30).into_bytes();
        request.extend(b"{\"game\":\"quarto\",\"moves\":[]}  ");
        request.truncate(length);
        stream.write_all(&request).unwrap();
    }
    let mut garbage = server.connect();
    let noise: Vec<u8> =
        (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    // It may be cut off in the middle.
    let _ = garbage.write_all(&noise);
    assert!(server.is_alive());
    server.stop();
}

#[test]
fn the_end_comes_within_seconds_whatever_runs() {
    let server = Server::start();
    let searches: Vec<TcpStream> = (0..50).map(|_| server.call("/api/analyse", SEARCH)).collect();
    let listeners: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            let request = format!(
                "GET /api/events HTTP/1.1\r\nhost: {}\r\nx-plywood-token: {TOKEN}\r\n\r\n",
                server.address
            );
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    let took = server.stop();
    assert!(took < Duration::from_secs(3), "{took:?}");
    drop((searches, listeners));
}
