//! Problems for one player: what there is, how a state looks, and a comparison that streams each run as it
//! ends.

use std::time::{Duration, Instant};

use plywood_workbench::language::Words;
use plywood_workbench::problems::{
    Algorithm, CheckReport, Checking, HeuristicOffer, Instance, Method, MethodError, PROBLEMS,
    ProblemOffer, Scenery, find, read_trace,
};
use plywood_workbench::puzzle::{as_published, why_they_differ};
use plywood_workbench::script::{Fact, Script};
use plywood_workbench::{Cancel, Limits, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Caller, Problem, Slice};
use crate::queue::Lane;
use crate::wire;

const MOST_TIME: Duration = Duration::from_secs(2);
/// For each run of the published table; those that have figures take a few milliseconds.
const PUBLISHED_TIME: Duration = Duration::from_millis(200);
const MOST_BYTES: u64 = 200_000_000;
/// States of a check, and random walks besides, wider and wider.
const CHECKS: [(u64, u32); 4] = [(500, 5), (5_000, 20), (50_000, 50), (500_000, 200)];

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
    let picture = |one: &Scenery| {
        let moves: Vec<&str> = one.moves.split_whitespace().collect();
        json!({ "board": one.board, "moves": moves })
    };
    json!({ "name": offer.name, "title": words.say(&offer.title), "about": words.say(&offer.about),
            "form": words.say(&offer.form), "steps": words.say(&offer.steps),
            "boards": boards.collect::<Vec<_>>(), "first": offer.first,
            "heuristics": heuristics, "heuristic": offer.heuristic, "script": offer.script,
            "paints": offer.is_trail, "minute": offer.minute.each_ref().map(picture),
            "facts": facts(&offer.facts(), words) })
}

/// What scripts know, by name.
fn facts(facts: &[Fact], words: &Words) -> Vec<Value> {
    facts.iter().map(|fact| json!({ "name": fact.name, "about": words.say(&fact.about) })).collect()
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
    script: Option<&Script>,
) -> Result<Method, Problem> {
    let method: Method = name.parse().map_err(Problem::bad)?;
    let method = match (&method.heuristic, heuristic) {
        (None, Some(heuristic)) => method.guided(heuristic),
        _ => method,
    };
    let method = match script.filter(|_| method.heuristic.as_deref() == Some(OWN)) {
        Some(script) => method.scripted(script.clone()),
        None => method,
    };
    offer.settle(method).map_err(Problem::bad)
}

/// The name that a script sent along goes by.
pub(super) const OWN: &str = "own";

/// A script sent along. Files of the server are never read for anybody.
pub(super) fn own(text: Option<&str>) -> Result<Option<Script>, Problem> {
    text.map(|text| Script::read(OWN, text)).transpose().map_err(Problem::bad)
}

/// A heuristic to be checked on a problem.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckQuery {
    #[serde(default)]
    problem: Option<String>,
    board: String,
    #[serde(default)]
    heuristic: Option<String>,
    #[serde(default)]
    script: Option<String>,
}

/// Whether a heuristic never overestimates and never contradicts itself, with what it fails at.
pub(crate) fn check(who: &Caller, asked: CheckQuery) -> Result<Answer, Problem> {
    let words = who.words;
    let instance = chosen(asked.problem.as_deref(), &asked.board)?;
    let script = own(asked.script.as_deref())?;
    let offer = instance.quest.offer();
    let named = asked.heuristic.unwrap_or_else(|| match script {
        Some(_) => OWN.to_owned(),
        None => offer.heuristic.to_owned(),
    });
    let search = move |cancel: &Cancel| {
        let script = script.as_ref().filter(|_| named == OWN);
        let report = widening(&instance, &named, script, cancel).map_err(Problem::bad)?;
        let moves = report.counter_example.as_ref().map(|found| &found.moves);
        let moves = moves.or(report.falling.as_ref().map(|found| &found.moves));
        let moves = moves.or(report.goal_example.as_ref().map(|found| &found.moves));
        let scene = match moves {
            Some(moves) => Some(instance.quest.scene(moves).map_err(Problem::bad)?),
            None => None,
        };
        Ok(json!({ "report": report, "frame": wire::frame(&instance.quest.frame(), words),
                   "scene": scene.map(|scene| wire::scene(&scene, words)) }))
    };
    Ok(Answer::Search(Lane::Search, Box::new(search)))
}

/// Checks few states, then ten times as many, until there is a proof or a counter-example, or the time is over: what
/// was looked at in full is told, however slow a script is.
fn widening(
    instance: &Instance,
    heuristic: &str,
    script: Option<&Script>,
    cancel: &Cancel,
) -> Result<CheckReport, MethodError> {
    let began = Instant::now();
    let mut found: Option<CheckReport> = None;
    for (nodes, dives) in CHECKS {
        let limits = Limits {
            nodes: Some(nodes),
            time: Some(MOST_TIME.saturating_sub(began.elapsed())),
            bytes: Some(MOST_BYTES),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let checking = Checking { heuristic, script, dives, seed: 1 };
        let report = instance.check(&checking, &limits, &mut |_| {})?;
        let is_cut = report.stopped.is_some();
        let is_over = is_cut || report.complete || report.overestimates;
        if !is_cut || found.is_none() {
            found = Some(report);
        }
        if is_over {
            break;
        }
    }
    Ok(found.expect("at least one check was made"))
}

/// A trace that somebody's own program wrote.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TraceQuery {
    #[serde(default)]
    problem: Option<String>,
    board: String,
    /// JSON lines.
    trace: String,
}

/// The steps of a trace that keeps to the rules, in the form of ours; or the line that does not.
pub(crate) fn check_trace(who: &Caller, asked: TraceQuery) -> Result<Answer, Problem> {
    let words = who.words;
    let instance = chosen(asked.problem.as_deref(), &asked.board)?;
    let search = move |_: &Cancel| {
        let mut steps = Vec::new();
        let read = read_trace(&instance, asked.trace.as_bytes(), &mut |step| steps.push(step));
        let report = read.map_err(Problem::bad)?;
        let scene = instance.quest.scene(&[]).map_err(Problem::bad)?;
        Ok(json!({ "report": report, "steps": steps,
                   "frame": wire::frame(&instance.quest.frame(), words),
                   "scene": wire::scene(&scene, words) }))
    };
    Ok(Answer::Search(Lane::Search, Box::new(search)))
}

/// A state: a problem and the steps taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateQuery {
    /// Its name; the first of the catalogue unless given.
    #[serde(default)]
    problem: Option<String>,
    /// One that comes with the program by its name, or a text.
    board: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Cells to be painted first, by the marks of the text.
    #[serde(default)]
    paint: Vec<(u16, char)>,
}

/// How a state looks, and the steps that can be taken.
pub(crate) fn state(who: &Caller, look: &StateQuery) -> Result<Answer, Problem> {
    let words = who.words;
    let mut quest = chosen(look.problem.as_deref(), &look.board)?.quest;
    if let Some(text) = quest.painted(&look.paint).filter(|_| !look.paint.is_empty()) {
        quest = chosen(look.problem.as_deref(), &format!("{text}\n"))?.quest;
    }
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
    /// A script in place of the heuristic `own`.
    #[serde(default)]
    script: Option<String>,
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
    let script = own(contest.script.as_deref())?;
    let methods =
        contest.algorithms.iter().map(|name| method(offer, name, heuristic, script.as_ref()));
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
