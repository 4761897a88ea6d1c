//! Problems for one player: what there is, how a state looks, and a comparison that streams each run as it
//! ends.

use std::time::Duration;

use plywood_workbench::language::Words;
use plywood_workbench::problems::{
    Algorithm, HeuristicOffer, Instance, Method, PROBLEMS, ProblemOffer, find,
};
use plywood_workbench::puzzle::{as_published, why_they_differ};
use plywood_workbench::{Limits, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Caller, Problem, Slice};
use crate::wire;

const MOST_TIME: Duration = Duration::from_secs(2);
/// For each run of the published table; those that have figures take a few milliseconds.
const PUBLISHED_TIME: Duration = Duration::from_millis(200);
const MOST_BYTES: u64 = 200_000_000;

/// The problems with what comes with them and their heuristics, and the algorithms.
pub(crate) fn lists(who: &Caller) -> Answer {
    let words = who.words;
    let problems = PROBLEMS.map(|offer| offered(offer, words));
    let algorithms = Algorithm::ALL.map(|algorithm| {
        json!({ "name": algorithm.name(), "about": words.say(&algorithm.explain()),
                "heuristic": algorithm.uses_heuristic() })
    });
    Answer::Now(json!({ "problems": problems, "algorithms": algorithms }))
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

/// A problem of the catalogue, the first unless named, and which board, tiles or map of it.
pub(super) fn chosen(problem: Option<&str>, board: &str) -> Result<Instance, Problem> {
    instance(offer_of(problem)?, board)
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
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    /// Its name; the first of the catalogue unless given.
    #[serde(default)]
    problem: Option<String>,
    /// One that comes with the program by its name, or a text.
    board: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// How a state looks, and the steps that can be taken.
pub(crate) fn state(who: &Caller, look: &Look) -> Result<Answer, Problem> {
    let words = who.words;
    let quest = chosen(look.problem.as_deref(), &look.board)?.quest;
    let scene = quest.scene(&look.moves).map_err(Problem::bad)?;
    let moves = quest.standing(&look.moves).map_err(Problem::bad)?.steps;
    Ok(Answer::Now(json!({ "frame": wire::frame(&quest.frame(), words),
                           "scene": wire::scene(&scene, words), "moves": moves, "text": quest.text(),
                           "note": quest.note().map(|note| words.say(&note)) })))
}

/// The original program's table run again: a line for each run, and at last why they differ.
pub(crate) fn published(who: &Caller) -> Answer {
    let words = who.words;
    Answer::Lines(Box::new(move |lines, turn| {
        let limits = Limits {
            time: Some(PUBLISHED_TIME),
            bytes: Some(MOST_BYTES),
            cancel: turn.cancel.clone(),
            ..Limits::default()
        };
        as_published(&limits, |line| {
            // Whoever has gone away raises the flag, which ends the table.
            let _ = lines.say(&json!(line));
        });
        let why = why_they_differ().map(|message| words.say(&message));
        let _ = lines.say(&json!({ "why": why }));
        Slice::Done
    }))
}

/// Boards and algorithms to compare.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contest {
    #[serde(default)]
    problem: Option<String>,
    boards: Vec<String>,
    algorithms: Vec<String>,
    #[serde(default)]
    heuristic: Option<String>,
}

/// A line for every run, as it ends.
pub(crate) fn compare(who: &Caller, contest: &Contest) -> Result<Answer, Problem> {
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
    let words = who.words;
    let mut at = 0;
    Ok(Answer::Lines(Box::new(move |lines, turn| {
        let limits = Limits {
            time: Some(MOST_TIME),
            bytes: Some(MOST_BYTES),
            cancel: turn.cancel.clone(),
            ..Limits::default()
        };
        while at < boards.len() * methods.len() {
            let (board, method) = (&boards[at / methods.len()], &methods[at % methods.len()]);
            at += 1;
            let line = match board.solve(method, &limits, &mut |_| {}) {
                Ok(report) => json!(report),
                Err(e) => json!({ "error": words.say(&e.message()) }),
            };
            if turn.cancel.is_raised() || lines.say(&line).is_break() {
                return Slice::Done;
            }
            if (turn.is_over)() {
                return Slice::More;
            }
        }
        Slice::Done
    })))
}
