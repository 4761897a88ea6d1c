//! Problems for one player: what there is, how a state looks, and a comparison that streams each run as it
//! ends.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as Reply;
use axum::extract::State;
use axum::response::Response;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{
    Algorithm, HeuristicOffer, Instance, Method, PROBLEMS, ProblemOffer, find,
};
use plywood_workbench::{Limits, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::stream::lines;
use super::{Client, Json, Problem, Tongue};
use crate::server::Site;
use crate::wire;

const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_BYTES: u64 = 200_000_000;

/// The problems with what comes with them and their heuristics, and the algorithms.
pub(crate) async fn lists(Tongue(words): Tongue) -> Reply<Value> {
    let problems = PROBLEMS.map(|offer| offered(offer, words));
    let algorithms = Algorithm::ALL.map(|algorithm| {
        json!({ "name": algorithm.name(), "about": words.say(&algorithm.explain()),
                "heuristic": algorithm.uses_heuristic() })
    });
    Reply(json!({ "problems": problems, "algorithms": algorithms }))
}

fn offered(offer: &'static ProblemOffer, words: &Words) -> Value {
    let samples = offer.all_samples();
    let boards = samples.iter().map(|one| json!({ "name": one.name, "text": one.quest.text() }));
    let heuristic = |one: &HeuristicOffer| {
        json!({ "name": one.names[0], "about": words.say(&one.about),
                "admissible": one.is_admissible })
    };
    let heuristics: Vec<Value> = offer.heuristics().iter().map(heuristic).collect();
    json!({ "name": offer.name, "title": words.say(&offer.title), "about": words.say(&offer.about),
            "form": words.say(&offer.form), "steps": words.say(&offer.steps),
            "boards": boards.collect::<Vec<_>>(), "first": offer.first,
            "heuristics": heuristics, "heuristic": offer.heuristic })
}

/// A problem of the catalogue, and which board, tiles or map of it.
#[derive(Debug, Deserialize)]
pub(crate) struct Which {
    /// Its name; the first of the catalogue unless given.
    #[serde(default)]
    problem: Option<String>,
    /// One that comes with the program by its name, or a text.
    board: String,
}

/// What the catalogue says of the problem named.
fn offer_of(name: Option<&str>) -> Result<&'static ProblemOffer, Problem> {
    name.map_or(Ok(PROBLEMS[0]), find).map_err(Problem::bad)
}

/// One that comes with the program by its name, or one given as text; files are the terminal's business.
fn instance(offer: &'static ProblemOffer, board: &str) -> Result<Instance, Problem> {
    if let Some(sample) = offer.sample(board) {
        return Ok(sample);
    }
    if !board.trim().contains(['\n', ' ', '/']) {
        let list: Vec<&str> = offer.samples.iter().map(|sample| sample.name).collect();
        let said = message!(
            "web-no-board",
            "there is no board `{name}`: expected one of {list}",
            name = board.chars().take(40).collect::<String>(),
            list
        );
        return Err(Problem::bad(said));
    }
    let quest = offer.read(board).map_err(Problem::bad)?.into_iter().next();
    let quest = quest.ok_or_else(|| {
        Problem::bad(message!("puzzle-no-board", "there is no board in the text"))
    })?;
    Ok(Instance { name: "own".to_owned(), quest })
}

impl Which {
    pub(super) fn instance(&self) -> Result<Instance, Problem> {
        instance(offer_of(self.problem.as_deref())?, &self.board)
    }
}

/// A method of a problem, with this heuristic if one is named.
pub(super) fn method(
    offer: &ProblemOffer,
    name: &str,
    heuristic: Option<&str>,
) -> Result<Method, Problem> {
    let method: Method = name.parse().map_err(Problem::bad)?;
    let method = match heuristic {
        Some(heuristic) => method.guided(heuristic),
        None => method,
    };
    offer.settle(method).map_err(Problem::bad)
}

/// A state: a problem and the steps taken.
#[derive(Debug, Deserialize)]
pub(crate) struct Look {
    #[serde(flatten)]
    which: Which,
    #[serde(default)]
    moves: Vec<String>,
}

/// How a state looks, and the steps that can be taken.
pub(crate) async fn state(
    Tongue(words): Tongue,
    Json(look): Json<Look>,
) -> Result<Reply<Value>, Problem> {
    let quest = look.which.instance()?.quest;
    let scene = quest.scene(&look.moves).map_err(Problem::bad)?;
    let moves = quest.steps(&look.moves).map_err(Problem::bad)?;
    Ok(Reply(json!({ "frame": wire::frame(&quest.frame(), words),
                     "scene": wire::scene(&scene, words), "moves": moves, "text": quest.text(),
                     "note": quest.note().map(|note| words.say(&note)) })))
}

/// Boards and algorithms to compare.
#[derive(Debug, Deserialize)]
pub(crate) struct Contest {
    #[serde(default)]
    problem: Option<String>,
    boards: Vec<String>,
    algorithms: Vec<String>,
    #[serde(default)]
    heuristic: Option<String>,
}

pub(crate) async fn compare(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Json(contest): Json<Contest>,
) -> Result<Response, Problem> {
    match contest.boards.len() * contest.algorithms.len() {
        0 => {
            return Err(Problem::bad(message!(
                "web-no-runs",
                "expected a board and an algorithm at least"
            )));
        }
        1..=200 => {}
        _ => return Err(Problem::bad(message!("web-most-runs", "expected at most 200 runs"))),
    }
    let offer = offer_of(contest.problem.as_deref())?;
    let boards = contest.boards.iter().map(|board| instance(offer, board));
    let boards: Vec<Instance> = boards.collect::<Result<_, _>>()?;
    let heuristic = contest.heuristic.as_deref();
    let methods = contest.algorithms.iter().map(|name| method(offer, name, heuristic));
    let methods: Vec<Method> = methods.collect::<Result<_, _>>()?;
    let permit = site.queue.enter(&client)?.turn().await;
    Ok(lines(permit, move |lines, cancel| {
        let limits = Limits {
            time: Some(MOST_TIME),
            bytes: Some(MOST_BYTES),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        for (board, method) in boards.iter().flat_map(|b| methods.iter().map(move |m| (b, m))) {
            let line = match board.solve(method, &limits, &mut |_| {}) {
                Ok(report) => json!(report),
                Err(e) => json!({ "error": e.to_string() }),
            };
            if cancel.is_raised() || lines.say(&line).is_break() {
                return;
            }
        }
    }))
}
