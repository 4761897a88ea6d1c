//! Engines at work: a move, or live analysis as server-sent events.

use plywood_workbench::message;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json as Reply;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use plywood_workbench::engines::{Engine, Findings, Means, Thought, ThoughtLine};
use plywood_workbench::games::{Choice, Table};
use plywood_workbench::play::{Ending, Player, Session, Setup};
use plywood_workbench::{Cancel, Limits};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::position::Place;
use super::stream::Leash;
use super::{Client, Json, Problem};
use crate::server::Site;
use crate::wire;

/// The longest a search may take.
const MOST_TIME: u64 = 60_000;
const MOST_LINES: usize = 40;

/// A position and who shall think about it.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    lines: Option<usize>,
    /// Whether every legal move is to be valued.
    #[serde(default)]
    values: bool,
}

impl Question {
    fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms.unwrap_or(1000).clamp(1, MOST_TIME))
    }

    fn player(&self) -> Result<Player, Problem> {
        let name = match (&self.engine, self.level) {
            (Some(engine), _) if !engine.trim().is_empty() => engine.clone(),
            (_, Some(level)) => format!("level:{level}"),
            _ => "best".to_owned(),
        };
        let player: Player = name.parse().map_err(Problem::bad)?;
        match &player {
            Player::Human => {
                Err(Problem::bad(message!("web-person", "a person does not think here")))
            }
            Player::Engine(engine) => check(engine).map(|()| player),
            Player::Level(_) => Ok(player),
            Player::Guest(_) => Err(Problem::bad(message!(
                "web-no-guests",
                "programs are started from the command line only"
            ))),
        }
    }
}

/// Memory and threads are the server's to give.
pub(super) fn check(engine: &Engine) -> Result<(), Problem> {
    match (engine.hash, engine.threads) {
        (None, None) => Ok(()),
        _ => Err(Problem::bad(message!(
            "web-settled",
            "`hash` and `threads` are settled by the server"
        ))),
    }
}

/// The bytes of a weak level's search, and of each millisecond of any other: a table that is too large
/// for its search takes longer to clear than to use.
const WEAK_BYTES: u64 = 2_000_000;
const BYTES_A_MS: u64 = 64_000;
/// Levels up to this one look at some thousands of positions.
const WEAK: u8 = 6;

impl Question {
    /// What an engine may use for a move.
    fn means(&self, site: &Site) -> Means {
        let is_weak = self.engine.as_ref().is_none_or(|engine| engine.trim().is_empty())
            && self.level.is_some_and(|level| level <= WEAK);
        let wanted = match is_weak {
            true => WEAK_BYTES,
            false => BYTES_A_MS.saturating_mul(self.time().as_millis() as u64).max(WEAK_BYTES),
        };
        Means {
            hash: wanted.min(site.config.bytes),
            threads: site.config.threads,
            seed: self.place.seed,
        }
    }
}

/// The move an engine or a level chooses.
pub(crate) async fn think(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Json(question): Json<Question>,
) -> Result<Reply<Thought>, Problem> {
    let player = question.player()?;
    let (_, table) = question.place.tables()?;
    if let Some(ending) = Ending::of(&*table) {
        let over = Problem::bad(message!("game-over", "the game is over"));
        return Err(over.with("ending", json!(ending)));
    }
    let setup = Setup {
        game: question.place.game.clone(),
        rules: question.place.rules.clone(),
        seed: question.place.seed,
        position: Some(table.position()),
        players: [player.clone(), player],
        time: Some(question.time()),
        depth: None,
    };
    let mut session = Session::new(setup).map_err(Problem::bad)?;
    session.set_means(question.means(&site));
    let permit = site.queue.enter(&client)?.turn().await;
    let cancel = Cancel::default();
    let _leash = Leash(cancel.clone());
    // The engine takes its memory here, not while it waits.
    let search = move || {
        let job = session.job()?;
        let table = Arc::clone(job.table());
        Some(job.run(&cancel, &mut |_| {}).map(|found| table.thought(&found)))
    };
    let thought = permit.run(search).await?.ok_or_else(Problem::broken)?;
    Ok(Reply(thought.map_err(Problem::bad)?))
}

/// Live analysis: a place in the queue, then thoughts, the last one marked `done`.
pub(crate) async fn analyse(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Json(question): Json<Question>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let Player::Engine(engine) = question.player()? else {
        return Err(Problem::bad(message!(
            "web-no-level",
            "analysis is made by an engine, not by a level"
        )));
    };
    let (_, table) = question.place.tables()?;
    let place = site.queue.enter(&client)?;
    let (news, events) = channel(16);
    let n_shown = question.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let choices = if question.values { table.choices() } else { Vec::new() };
    let n_lines = n_shown.max(choices.len());
    let report = Report { n_shown, choices };
    let time = question.time();
    let means = question.means(&site);
    tokio::spawn(async move {
        let waiting = place.number.saturating_sub(1);
        if waiting > 0 && news.send(json!({ "waiting": waiting })).await.is_err() {
            return;
        }
        let permit = tokio::select! {
            permit = place.turn() => permit,
            () = news.closed() => return,
        };
        let cancel = Cancel::default();
        let limits = Limits { time: Some(time), cancel: cancel.clone(), ..Limits::default() };
        let sender = news.clone();
        let search = move || {
            let mut watch = |found: &Findings| {
                pass_on(&sender, report.news(&*table, &table.thought(found)), &limits.cancel);
            };
            let mut thinker = table.seat(&engine, &means);
            let last = thinker.think(table.as_ref(), n_lines, &limits, &mut watch);
            last.map(|found| report.news(&*table, &table.thought(&found)))
        };
        let last = tokio::select! {
            done = permit.run(search) => match done {
                Ok(Ok(mut news)) => {
                    news["done"] = true.into();
                    news
                }
                Ok(Err(refused)) => json!({ "error": refused.to_string() }),
                Err(broken) => json!({ "error": broken.to_string() }),
            },
            () = news.closed() => {
                cancel.raise();
                return;
            }
        };
        // The client may have gone at this very moment.
        let _ = news.send(last).await;
    });
    let events =
        ReceiverStream::new(events).map(|value| Ok(Event::default().data(value.to_string())));
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}

/// What of a thought is sent.
struct Report {
    n_shown: usize,
    /// The moves to be valued; none unless that was asked for.
    choices: Vec<Choice>,
}

impl Report {
    fn news(&self, table: &dyn Table, thought: &Thought) -> Value {
        let shown: Vec<ThoughtLine> = thought.lines.iter().take(self.n_shown).cloned().collect();
        let told: Vec<Value> = shown.iter().map(|line| wire::line(table, &line.pv)).collect();
        let mut news = json!({ "thought": Thought { lines: shown, ..thought.clone() } });
        // Each line besides as lists of moves show it.
        news["told"] = told.into();
        if !self.choices.is_empty() {
            let values = thought.lines.iter().filter_map(|line| self.value(line));
            news["values"] = values.collect();
            news["of"] = self.choices.len().into();
        }
        news
    }

    /// What a move is worth to the side to move, and the cells it goes to.
    fn value(&self, line: &ThoughtLine) -> Option<Value> {
        let choice = self.choices.iter().find(|choice| choice.step == line.step)?;
        let at = choice.parts.iter().map(|part| &part.at).find(|at| !at.is_empty());
        Some(json!({ "move": line.step, "score": line.score, "exact": line.exact,
                     "at": at.map_or(&[][..], Vec::as_slice) }))
    }
}

/// Sends a thought unless the client is slow: a newer one will follow.
fn pass_on(news: &Sender<Value>, thought: Value, cancel: &Cancel) {
    if news.is_closed() {
        cancel.raise();
    }
    let _ = news.try_send(thought);
}
