//! Searches step by step, as JSON lines; the last line is `{"kind":"end"}`.

use std::ops::ControlFlow;
use std::time::Duration;

use plywood_workbench::engines::Engine;
use plywood_workbench::problems::picture;
use plywood_workbench::quiz::{QuizQuestion, of_path, of_play};
use plywood_workbench::script::Script;
use plywood_workbench::{Cancel, Limits};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::problems::{OWN, chosen, method, own};
use super::thinking::check;
use super::{About, Answer, Caller, Lines, Problem, Slice};
use crate::wire;

/// Steps that a trace holds at most; what is larger is cut and says so.
const MOST_STEPS: usize = 20_000;
const MOST_TIME: Duration = Duration::from_secs(20);
const MOST_BYTES: u64 = 200_000_000;

/// A two-player search to watch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayQuestion {
    engine: String,
    #[serde(default)]
    depth: Option<u32>,
    /// Simulations of a Monte Carlo search.
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    judge: Option<String>,
    /// A script that judges in its place.
    #[serde(default)]
    script: Option<String>,
    /// How much a Monte Carlo search favours what was tried seldom.
    #[serde(default)]
    exploration: Option<f64>,
    /// Seed of questions about the search, which then stand in the last line.
    #[serde(default)]
    quiz: Option<u64>,
    #[serde(default)]
    steps: Option<usize>,
}

impl PlayQuestion {
    fn engine(&self) -> Result<Engine, Problem> {
        let mut engine: Engine = self.engine.parse().map_err(Problem::bad)?;
        check(&engine)?;
        if let Some(judge) = &self.judge {
            engine.set("judge", judge).map_err(Problem::bad)?;
        }
        if let Some(script) = &self.script {
            engine.use_script(Script::read(OWN, script).map_err(Problem::bad)?);
        }
        if let Some(weight) = self.exploration {
            engine.set("exploration", &weight.to_string()).map_err(Problem::bad)?;
        }
        engine.depth = self.depth.or(engine.depth);
        engine.nodes = self.nodes.or(engine.nodes);
        Ok(engine)
    }
}

/// The steps of a two-player search.
pub(crate) fn play(who: &Caller, asked: &About<PlayQuestion>) -> Result<Answer, Problem> {
    let engine = asked.ask.engine()?;
    let (_, table) = asked.place.tables()?;
    table.check_engine(&engine).map_err(Problem::bad)?;
    let mut left = Left::new(asked.ask.steps);
    let (words, quiz) = (who.words, asked.ask.quiz);
    Ok(Answer::Lines(Box::new(move |lines, turn| {
        let limits = limits(turn.cancel, None);
        let mut seen = Vec::new();
        let complete = table.trace(&engine, &limits, &mut |step| {
            let flow = left.write(lines, &step);
            if quiz.is_some() && flow.is_continue() {
                seen.push(step);
            }
            flow
        });
        let _ = lines.write(&match complete {
            Ok(complete) => {
                let quiz = quiz.map(|seed| of_play(&seen, seed));
                with_quiz(json!({ "kind": "end", "complete": complete }), quiz)
            }
            Err(e) => json!({ "kind": "end", "complete": false, "error": words.say(e.message()) }),
        });
        Slice::Done
    })))
}

/// A one-player search to watch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PathQuestion {
    #[serde(default)]
    problem: Option<String>,
    board: String,
    algorithm: String,
    #[serde(default)]
    heuristic: Option<String>,
    /// A script in place of the heuristic `own`.
    #[serde(default)]
    script: Option<String>,
    /// Seed of questions about the search, which then stand in the last line.
    #[serde(default)]
    quiz: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    steps: Option<usize>,
}

/// The steps of a one-player search.
pub(crate) fn path(who: &Caller, question: PathQuestion) -> Result<Answer, Problem> {
    let instance = chosen(question.problem.as_deref(), &question.board)?;
    let offer = instance.quest.offer();
    let script = own(question.script.as_deref())?;
    let heuristic = question.heuristic.as_deref();
    let method = method(offer, &question.algorithm, heuristic, script.as_ref())?;
    let scene = instance.quest.scene(&[]).map_err(Problem::bad)?;
    let mut left = Left::new(question.steps);
    let words = who.words;
    Ok(Answer::Lines(Box::new(move |lines, turn| {
        let limits = limits(turn.cancel, question.depth);
        let mut seen = Vec::new();
        let report = instance.trace(&method, &limits, &mut |step| {
            let flow = left.write(lines, &step);
            if question.quiz.is_some() && flow.is_continue() {
                seen.push(step);
            }
            flow
        });
        let quiz = question.quiz.map(|seed| of_path(method.algorithm, &seen, seed));
        let frame = instance.quest.frame();
        let rows = picture(&frame, &scene);
        let end = match report {
            Ok(report) => {
                let complete = matches!(report.outcome, "solved" | "exhausted");
                let end = json!({ "kind": "end", "complete": complete, "rows": rows, "report": report,
                        "frame": wire::frame(&frame, words), "scene": wire::scene(&scene, words) });
                with_quiz(end, quiz)
            }
            Err(e) => {
                let error = words.say(&e.message());
                json!({ "kind": "end", "complete": false, "rows": rows, "error": error })
            }
        };
        let _ = lines.write(&end);
        Slice::Done
    })))
}

fn limits(cancel: &Cancel, depth: Option<u32>) -> Limits {
    let (time, bytes) = (Some(MOST_TIME), Some(MOST_BYTES));
    Limits { time, bytes, depth, cancel: cancel.clone(), ..Limits::default() }
}

/// How many steps a trace may still hold.
struct Left(usize);

impl Left {
    fn new(asked: Option<usize>) -> Self {
        Self(asked.unwrap_or(MOST_STEPS).min(MOST_STEPS))
    }

    /// Writes a step; enough when the trace is full or nobody reads it.
    fn write(&mut self, lines: &mut Lines, step: &impl Serialize) -> ControlFlow<()> {
        match self.0.checked_sub(1) {
            Some(left) => self.0 = left,
            None => return ControlFlow::Break(()),
        }
        lines.write(step)
    }
}

/// The last line of a trace, with the questions that were asked for, if any were.
fn with_quiz(mut end: Value, quiz: Option<Vec<QuizQuestion>>) -> Value {
    if let Some(quiz) = quiz {
        end["quiz"] = json!(quiz);
    }
    end
}
