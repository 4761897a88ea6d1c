//! `plywood analyze --stdin`: requests as lines of JSON, answers as they come.
//!
//! One thread reads, some think, and the program ends when the input has ended and everything is answered. Whatever is
//! wrong with a line is an answer too, with the request's id where it has one. docs/json.md is the reference.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write, stdin, stdout};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plywood_workbench::engines::{Engine, Findings, Means, Thinker};
use plywood_workbench::games::{Offer, Table, find, open};
use plywood_workbench::language::Words;
use plywood_workbench::{Cancel, Limits, Message, Refused, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::thinking::{USUAL_TIME, analysis};
use crate::Done;
use crate::args::AnalyzeArguments;
use crate::foreign;
use crate::screen::rounded;

/// No request is longer, in bytes.
const MOST_LINE: u64 = 1 << 20;

/// No more requests wait at once; those beyond are refused.
const MOST_WAITING: usize = 1000;

/// No id is longer, in characters.
const MOST_ID: usize = 200;

/// No search is asked for more lines, and none looks further or thinks longer.
const MOST_LINES: usize = 1000;
const MOST_DEPTH: u32 = 10_000;
const MOST_SECONDS: f64 = 1e6;

/// What a line may ask.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    id: Value,
    action: Option<String>,
    target: Option<Value>,
    game: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    rules: Option<String>,
    seed: Option<u64>,
    engine: Option<String>,
    time_s: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    multipv: Option<usize>,
    priority: Option<i64>,
    report_every_s: Option<f64>,
}

/// A search that waits or runs.
struct Work {
    id: Value,
    table: Box<dyn Table>,
    offer: &'static Offer,
    engine: Engine,
    means: Means,
    limits: Limits,
    n_lines: usize,
    report_every: Option<Duration>,
}

/// What is known of all requests: those that wait, by priority and age, and those that run.
#[derive(Default)]
struct Desk {
    /// The highest priority first; among equals the oldest.
    waiting: BTreeMap<(std::cmp::Reverse<i64>, u64), Work>,
    running: Vec<(Value, Cancel)>,
    n_read: u64,
    is_read: bool,
    is_closed: bool,
}

impl Desk {
    fn is_known(&self, id: &Value) -> bool {
        self.running.iter().any(|(running, _)| running == id)
            || self.waiting.values().any(|work| work.id == *id)
    }

    fn is_done(&self) -> bool {
        self.is_closed || (self.is_read && self.waiting.is_empty() && self.running.is_empty())
    }
}

/// The desk, and a bell for whoever waits for it.
#[derive(Default)]
struct Server {
    desk: Mutex<Desk>,
    bell: Condvar,
}

impl Server {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints an answer as one line; where nobody reads any more everything ends.
    fn answer(&self, answer: &Value) {
        let line = rounded(answer.clone()).to_string() + "\n";
        let mut out = stdout().lock();
        let written = out.write_all(foreign::json(&line).as_bytes()).and_then(|()| out.flush());
        drop(out);
        if written.is_err() {
            self.close();
        }
    }

    /// Takes no more work and ends what runs.
    fn close(&self) {
        let mut desk = self.desk();
        desk.is_closed = true;
        desk.waiting.clear();
        desk.running.iter().for_each(|(_, cancel)| cancel.raise());
        drop(desk);
        self.bell.notify_all();
    }
}

/// Answers until the input ends, or an interrupt comes.
pub(super) fn serve(
    arguments: &AnalyzeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let server = Arc::new(Server::default());
    let defaults = Defaults {
        game: Some(arguments.game.game.clone()).filter(|game| !game.is_empty()),
        rules: arguments.game.rules.join(","),
        seed: arguments.game.seed,
        engine: arguments.engine.clone(),
        means: arguments.means.means(arguments.game.seed),
        time: arguments.time,
        nodes: arguments.nodes,
        depth: arguments.depth,
        n_lines: arguments.multipv.into(),
    };
    let words = Arc::new(Words::new(words.language()));
    let workers: Vec<_> = (0..arguments.workers)
        .map(|_| {
            let (server, words) = (server.clone(), words.clone());
            std::thread::spawn(move || work(&server, &words))
        })
        .collect();
    // The reader may wait for a line that never comes: nobody waits for it.
    let reading = (server.clone(), words);
    std::thread::spawn(move || read(&reading.0, &defaults, &reading.1));
    let mut desk = server.desk();
    while !desk.is_done() && !cancel.is_raised() {
        let pause = Duration::from_millis(50);
        desk = server.bell.wait_timeout(desk, pause).unwrap_or_else(PoisonError::into_inner).0;
    }
    drop(desk);
    server.close();
    for worker in workers {
        // One that panicked has said so itself.
        let _ = worker.join();
    }
    Ok(if cancel.is_raised() { Done::Interrupted } else { Done::Yes })
}

/// What the command line said for requests that do not say it themselves.
struct Defaults {
    game: Option<String>,
    rules: String,
    seed: u64,
    engine: Engine,
    means: Means,
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    n_lines: usize,
}

fn read(server: &Server, defaults: &Defaults, words: &Words) {
    let mut input = stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let n = input.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut bytes).unwrap_or(0);
        if n == 0 {
            break;
        }
        if n as u64 > MOST_LINE && bytes.last() != Some(&b'\n') {
            let long = message!(
                "request-too-long",
                "this line is too long: expected no more than {most} bytes",
                most = MOST_LINE
            );
            server.answer(&refusal(&Value::Null, &long, words));
            if !skip_line(&mut input) {
                break;
            }
            continue;
        }
        if !bytes.trim_ascii().is_empty() {
            hear(server, &bytes, defaults, words);
        }
        if server.desk().is_closed {
            break;
        }
    }
    server.desk().is_read = true;
    server.bell.notify_all();
}

/// Reads up to the end of the line and keeps nothing of it; false at the end of the input.
fn skip_line(input: &mut impl BufRead) -> bool {
    loop {
        let (n, is_end) = match input.fill_buf() {
            Ok([]) | Err(_) => return false,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(n);
        if is_end {
            return true;
        }
    }
}

/// One line: a search to queue, or something to be done at once.
fn hear(server: &Server, line: &[u8], defaults: &Defaults, words: &Words) {
    let no_json = |reason: String| {
        message!(
            "request-no-json",
            "this is no request: expected one JSON object as in {example} ({reason})",
            example = r#"{"id":1,"game":"GAME"}"#,
            reason
        )
    };
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(e) => {
            return server.answer(&refusal(&Value::Null, &no_json(e.to_string()), words));
        }
    };
    // Whatever else is wrong, the answer carries the id.
    let id = value.get("id").filter(|id| is_id(id)).cloned().unwrap_or(Value::Null);
    let heard = match serde_json::from_value::<Request>(value) {
        Err(e) => Err(no_json(e.to_string())),
        Ok(_) if id.is_null() => Err(message!(
            "request-id",
            "a request needs an id: a whole number or a text of no more than {most} characters",
            most = MOST_ID
        )),
        Ok(request) => match request.action.as_deref() {
            None | Some("analyze" | "analyse") => queue(server, request, defaults).map(|()| None),
            Some("terminate") => Ok(Some(terminate(server, &request, words))),
            Some("version") => Ok(Some(
                json!({ "id": id, "action": "version", "version": env!("CARGO_PKG_VERSION") }),
            )),
            Some(other) => Err(message!(
                "request-action",
                "`{text}` is no action: expected analyze, terminate or version",
                text = foreign::clipped(other)
            )),
        },
    };
    match heard {
        Ok(None) => {}
        Ok(Some(answer)) => server.answer(&answer),
        Err(reason) => server.answer(&refusal(&id, &reason, words)),
    }
}

fn is_id(id: &Value) -> bool {
    match id {
        Value::String(text) => !text.is_empty() && text.chars().count() <= MOST_ID,
        Value::Number(number) => number.is_i64() || number.is_u64(),
        _ => false,
    }
}

fn refusal(id: &Value, reason: &Message, words: &Words) -> Value {
    json!({ "id": id, "error": { "key": reason.key, "text": words.say(reason) } })
}

/// Ends a search, or all of them. Each answers with what it has.
fn terminate(server: &Server, request: &Request, words: &Words) -> Value {
    let target = request.target.as_ref();
    let is_meant = |id: &Value| target.is_none_or(|target| target == id);
    let mut desk = server.desk();
    let (dropped, rest) =
        std::mem::take(&mut desk.waiting).into_iter().partition(|(_, work)| is_meant(&work.id));
    desk.waiting = rest;
    let dropped: BTreeMap<_, Work> = dropped;
    let mut n_ended = dropped.len();
    for (_, cancel) in desk.running.iter().filter(|(id, _)| is_meant(id)) {
        cancel.raise();
        n_ended += 1;
    }
    drop(desk);
    let never = message!("request-terminated", "terminated before it began");
    for work in dropped.values() {
        server.answer(&refusal(&work.id, &never, words));
    }
    server.bell.notify_all();
    json!({ "id": request.id, "action": "terminate", "target": target, "terminated": n_ended })
}

/// Checks a request and puts it into the queue.
fn queue(server: &Server, request: Request, defaults: &Defaults) -> Result<(), Message> {
    let priority = request.priority.unwrap_or(0);
    let work = prepared(request, defaults).map_err(Message::from)?;
    let mut desk = server.desk();
    if desk.is_known(&work.id) {
        return Err(message!(
            "request-known",
            "a request with this id is under way: expected an id of its own"
        ));
    }
    if desk.waiting.len() >= MOST_WAITING {
        return Err(message!(
            "request-queue-full",
            "{most} requests are waiting already: expected answers to be awaited",
            most = MOST_WAITING as u64
        ));
    }
    desk.n_read += 1;
    let place = (std::cmp::Reverse(priority), desk.n_read);
    desk.waiting.insert(place, work);
    drop(desk);
    server.bell.notify_all();
    Ok(())
}

fn prepared(request: Request, defaults: &Defaults) -> Result<Work, Refused> {
    let Some(game) = request.game.as_ref().or(defaults.game.as_ref()) else {
        return Err(message!(
            "request-game",
            "a request needs a game, as `plywood games` names them"
        )
        .into());
    };
    let seconds = |name: &str, value: Option<f64>| -> Result<Option<Duration>, Refused> {
        match value {
            None => Ok(None),
            Some(value) if (0.0..=MOST_SECONDS).contains(&value) => {
                Ok(Some(Duration::from_secs_f64(value)))
            }
            Some(_) => Err(message!(
                "request-seconds",
                "`{name}` is out of range: expected seconds from 0 to {most}",
                name,
                most = MOST_SECONDS as u64
            )
            .into()),
        }
    };
    let n_lines = request.multipv.unwrap_or(defaults.n_lines);
    let depth = request.depth.or(defaults.depth);
    if !(1..=MOST_LINES).contains(&n_lines) || depth.is_some_and(|depth| depth > MOST_DEPTH) {
        return Err(message!(
            "request-range",
            "expected `multipv` from 1 to {lines} and `depth` no more than {depth}",
            lines = MOST_LINES as u64,
            depth = MOST_DEPTH
        )
        .into());
    }
    let offer = find(game)?;
    let seed = request.seed.unwrap_or(defaults.seed);
    let rules = request.rules.as_deref().unwrap_or(&defaults.rules);
    let moves: Vec<&str> =
        request.moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
    let table = open(game, rules, seed, request.position.as_deref(), &moves)?;
    let engine = match &request.engine {
        Some(text) => text.parse::<Engine>()?,
        None => defaults.engine.clone(),
    };
    let limits = Limits {
        time: seconds("time_s", request.time_s)?.or(defaults.time),
        nodes: request.nodes.or(defaults.nodes),
        depth,
        bytes: None,
        cancel: Cancel::default(),
    };
    let limits = engine.within(limits, USUAL_TIME);
    let report_every = seconds("report_every_s", request.report_every_s)?;
    let means = Means { seed, ..defaults.means.clone() };
    Ok(Work { id: request.id, table, offer, engine, means, limits, n_lines, report_every })
}

/// Takes one search after another until there are no more.
fn work(server: &Server, words: &Words) {
    loop {
        let mut desk = server.desk();
        let next = loop {
            if desk.is_closed {
                return;
            }
            if let Some((_, work)) = desk.waiting.pop_first() {
                break work;
            }
            if desk.is_read {
                return;
            }
            desk = server.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        };
        desk.running.push((next.id.clone(), next.limits.cancel.clone()));
        drop(desk);
        let answer = think(server, &next).unwrap_or_else(|e| refusal(&next.id, e.message(), words));
        server.answer(&answer);
        server.desk().running.retain(|(id, _)| *id != next.id);
        server.bell.notify_all();
    }
}

fn think(server: &Server, work: &Work) -> Result<Value, Refused> {
    let mut thinker: Box<dyn Thinker> = work.table.seat(&work.engine, &work.means);
    let mut last = Instant::now();
    let mut watch = |found: &Findings| {
        if work.report_every.is_some_and(|pause| last.elapsed() >= pause) {
            last = Instant::now();
            server.answer(&answer(work, found, false));
        }
    };
    let found = thinker.think(work.table.as_ref(), work.n_lines, &work.limits, &mut watch)?;
    Ok(answer(work, &found, true))
}

/// An answer is what `analyze --json` prints, with the id and whether it is the last.
fn answer(work: &Work, found: &Findings, is_final: bool) -> Value {
    let table = work.table.as_ref();
    let mut answer = json!({ "id": work.id, "final": is_final });
    let said = analysis(table, work.offer, &work.engine, &table.thought(found));
    super::thinking::append(&mut answer, said);
    answer
}
