//! `cargo xtask load`: the web page under load on loopback, beside what it promises.
//!
//! A thousand pages that only listen and two hundred people who play, for a minute; five hundred
//! analyses at once; ten thousand connections opened and closed.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::server::{Server, program};

/// How long people play.
pub(crate) const SECONDS: u64 = 60;
const LISTENERS: usize = 1000;
const PLAYERS: usize = 200;
const ANALYSES: usize = 500;
const OPENINGS: usize = 10_000;
/// The time an engine has for a move.
const MOVE_TIME: Duration = Duration::from_millis(200);
/// How long a person takes for a move, about.
const PAUSE: Duration = Duration::from_millis(2000);

/// `cargo xtask load SECONDS`.
pub(crate) fn run_for(seconds: &str) -> anyhow::Result<()> {
    run(seconds.parse().with_context(|| format!("`{seconds}` is not a number of seconds"))?)
}

/// Measures everything and prints a table; fails if a promise is not kept.
pub(crate) fn run(seconds: u64) -> anyhow::Result<()> {
    let server = Server::start(&program()?, &[])?;
    let site = Site { address: server.address().to_owned(), token: server.key().to_owned() };
    let mut rows = Vec::new();
    play(&site, &mut rows, Duration::from_secs(seconds))?;
    analyse(&site, server.id(), &mut rows)?;
    open_and_close(&site, server.id(), &mut rows)?;
    println!("{:<46} {:>12} {:>12}", "", "measured", "promised");
    for row in &rows {
        let mark = if row.is_kept() { "" } else { "  NOT KEPT" };
        println!(
            "{:<46} {:>12} {:>12}{mark}",
            row.name,
            row.show(row.measured),
            format!("≤ {}", row.show(row.most))
        );
    }
    match rows.iter().filter(|row| !row.is_kept()).count() {
        0 => Ok(()),
        n => bail!("{n} promises were not kept"),
    }
}

/// A figure and what was promised.
struct Row {
    name: &'static str,
    unit: &'static str,
    measured: f64,
    most: f64,
}

impl Row {
    fn new(name: &'static str, unit: &'static str, measured: f64, most: f64) -> Self {
        Self { name, unit, measured, most }
    }

    fn is_kept(&self) -> bool {
        self.measured <= self.most
    }

    fn show(&self, figure: f64) -> String {
        format!("{figure:.1} {}", self.unit).trim_end().to_owned()
    }
}

/// The site and the word it wants to hear.
struct Site {
    address: String,
    token: String,
}

/// An answer: its status and its body.
struct Answer {
    status: u16,
    body: String,
}

/// A connection that is kept.
struct Connection {
    stream: BufReader<TcpStream>,
    client: String,
}

impl Connection {
    fn open(site: &Site) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(&site.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let client = stream.local_addr()?.port().to_string();
        Ok(Self { stream: BufReader::new(stream), client })
    }

    fn get(&mut self, site: &Site, path: &str) -> anyhow::Result<Answer> {
        self.send(site, "GET", path, "")?;
        self.receive()
    }

    fn post(&mut self, site: &Site, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.send(site, "POST", path, &body.to_string())?;
        self.receive()
    }

    fn send(&mut self, site: &Site, method: &str, path: &str, body: &str) -> anyhow::Result<()> {
        let (address, token, client, length) =
            (&site.address, &site.token, &self.client, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nx-plywood-token: {token}\r\nx-plywood-client: {client}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        Ok(self.stream.get_mut().write_all(request.as_bytes())?)
    }

    /// Reads the head, and the body where its length is known.
    fn receive(&mut self) -> anyhow::Result<Answer> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.with_context(|| format!("the server said `{line}`"))?;
        let mut length = 0;
        while !line.trim_end().is_empty() {
            line.clear();
            self.stream.read_line(&mut line)?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { status, body: String::from_utf8_lossy(&body).into_owned() })
    }
}

/// Waiting times, and how many calls failed.
#[derive(Default)]
struct Tally {
    pages: Vec<Duration>,
    moves: Vec<Duration>,
    errors: u32,
}

/// The time that 99 of 100 calls did not pass, in milliseconds.
fn p99(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    let at = (times.len() * 99 / 100).min(times.len().saturating_sub(1));
    times.get(at).map_or(f64::INFINITY, |time| time.as_secs_f64() * 1e3)
}

fn play(site: &Site, rows: &mut Vec<Row>, time: Duration) -> anyhow::Result<()> {
    let mut listeners = Vec::new();
    for _ in 0..LISTENERS {
        let mut listener = Connection::open(site)?;
        listener.send(site, "GET", "/api/events", "")?;
        listeners.push(listener);
    }
    for listener in &mut listeners {
        if listener.receive()?.status != 200 {
            bail!("a listener was refused");
        }
    }
    let end = Instant::now() + time;
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let players: Vec<_> =
            (0..PLAYERS).map(|i| scope.spawn(move || player(site, i, end))).collect();
        for player in players {
            let other = player.join().unwrap_or_else(|_| Tally { errors: 1, ..Tally::default() });
            tally.pages.extend(other.pages);
            tally.moves.extend(other.moves);
            tally.errors += other.errors;
        }
    });
    println!(
        "{LISTENERS} listeners, {PLAYERS} players: {} pages, {} moves",
        tally.pages.len(),
        tally.moves.len()
    );
    rows.push(Row::new("errors while 200 play and 1000 listen", "", f64::from(tally.errors), 0.0));
    rows.push(Row::new("static page, p99", "ms", p99(&mut tally.pages), 20.0));
    let most = MOVE_TIME.as_secs_f64() * 1e3 + 100.0;
    rows.push(Row::new("move of the computer, p99", "ms", p99(&mut tally.moves), most));
    Ok(())
}

/// One person: looks at the page, moves, lets the computer move, thinks.
fn player(site: &Site, number: usize, end: Instant) -> Tally {
    let mut tally = Tally::default();
    // People do not come all at the same moment.
    std::thread::sleep(PAUSE * number as u32 / PLAYERS as u32);
    let Ok(mut connection) = Connection::open(site) else { return Tally { errors: 1, ..tally } };
    let games = ["blokus", "blokus-duo", "quatro", "quarto", "cavalo"];
    let mut moves: Vec<String> = Vec::new();
    while Instant::now() < end {
        let begun = Instant::now();
        match connection.get(site, "/js/table.js") {
            Ok(answer) if answer.status == 200 => tally.pages.push(begun.elapsed()),
            _ => tally.errors += 1,
        }
        let place = json!({ "game": games[number % games.len()], "seed": number, "moves": moves,
                            "level": 3, "time_ms": MOVE_TIME.as_millis() as u64 });
        let begun = Instant::now();
        match connection.post(site, "/api/think", &place) {
            Ok(answer) if answer.status == 200 => {
                tally.moves.push(begun.elapsed());
                let best: Option<Value> = serde_json::from_str(&answer.body).ok();
                moves.extend(best.and_then(|thought| thought["best"].as_str().map(str::to_owned)));
            }
            // The game is over: another one.
            Ok(answer) if answer.status == 400 => moves.clear(),
            _ => tally.errors += 1,
        }
        if moves.len() > 12 {
            moves.clear();
        }
        std::thread::sleep(PAUSE);
    }
    tally
}

/// A client that plays on a server for long.
pub(crate) struct Visitor {
    site: Site,
    number: usize,
}

impl Visitor {
    pub(crate) fn new(server: &Server, number: usize) -> Self {
        let site = Site { address: server.address().to_owned(), token: server.key().to_owned() };
        Self { site, number }
    }

    /// Plays until then; says how many calls failed.
    pub(crate) fn stay(&self, end: Instant) -> u64 {
        u64::from(player(&self.site, self.number, end).errors)
    }
}

fn analyse(site: &Site, server: u32, rows: &mut Vec<Row>) -> anyhow::Result<()> {
    let body = json!({ "game": "blokus-duo", "engine": "best", "time_ms": 3000, "lines": 3 });
    let gate = Barrier::new(ANALYSES);
    let (mut refused, mut n_taken) = (Vec::new(), 0u32);
    let mut errors: BTreeMap<String, u32> = BTreeMap::new();
    let mut held = Vec::new();
    std::thread::scope(|scope| {
        let ask = || {
            let mut connection = Connection::open(site)?;
            gate.wait();
            let begun = Instant::now();
            connection.send(site, "POST", "/api/analyse", &body.to_string())?;
            let status = connection.receive()?.status;
            anyhow::Ok((status, begun.elapsed(), connection))
        };
        let asked: Vec<_> = (0..ANALYSES).map(|_| scope.spawn(ask)).collect();
        for asked in asked {
            match asked.join() {
                Ok(Ok((200, _, connection))) => {
                    n_taken += 1;
                    held.push(connection);
                }
                Ok(Ok((429, time, _))) => refused.push(time),
                Ok(Ok((status, ..))) => *errors.entry(format!("status {status}")).or_default() += 1,
                Ok(Err(e)) => *errors.entry(format!("{e:#}")).or_default() += 1,
                Err(_) => *errors.entry("a panic".into()).or_default() += 1,
            }
        }
    });
    std::thread::sleep(Duration::from_millis(500));
    for (error, n) in &errors {
        println!("{n} times: {error}");
    }
    let errors: u32 = errors.values().sum();
    println!("{ANALYSES} analyses at once: {n_taken} taken, {} refused", refused.len());
    rows.push(Row::new("errors among 500 analyses at once", "", f64::from(errors), 0.0));
    rows.push(Row::new("analyses that run or wait", "", f64::from(n_taken), 66.0));
    rows.push(Row::new("refusal of the rest, p99", "ms", p99(&mut refused), 50.0));
    rows.push(Row::new("memory meanwhile", "MB", memory(server)?, 1000.0));
    drop(held);
    // A page that was closed stops its search within a second.
    std::thread::sleep(Duration::from_secs(1));
    let begun = Instant::now();
    let quick = json!({ "game": "quatro", "engine": "random", "time_ms": 100 });
    let status = Connection::open(site)?.post(site, "/api/think", &quick)?.status;
    let waited = if status == 200 { begun.elapsed().as_secs_f64() * 1e3 } else { f64::INFINITY };
    rows.push(Row::new("a move a second after all have left", "ms", waited, 200.0));
    Ok(())
}

fn open_and_close(site: &Site, server: u32, rows: &mut Vec<Row>) -> anyhow::Result<()> {
    let visit = |n: usize| -> anyhow::Result<()> {
        for i in 0..n {
            let mut connection = Connection::open(site)?;
            if i % 2 == 0 {
                connection.get(site, "/icon.svg")?;
            }
        }
        std::thread::sleep(Duration::from_millis(500));
        Ok(())
    };
    visit(OPENINGS / 10)?;
    let (files, bytes) = (descriptors(server)?, memory(server)?);
    visit(OPENINGS)?;
    let more_files = descriptors(server)? - files;
    rows.push(Row::new("files left open by 10000 connections", "", more_files, 0.0));
    let growth = 100.0 * (memory(server)? - bytes) / bytes;
    rows.push(Row::new("memory left by 10000 connections", "%", growth, 5.0));
    Ok(())
}

/// What a process holds in memory, in MB.
pub(crate) fn memory(process: u32) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    Ok(kilobytes.context("no VmRSS")? / 1e3)
}

/// How many files a process has open.
fn descriptors(process: u32) -> anyhow::Result<f64> {
    Ok(std::fs::read_dir(format!("/proc/{process}/fd"))?.count() as f64)
}
