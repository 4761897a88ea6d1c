//! Checks a trace that another program wrote, line by line against the rules; exports ours for Posthoc.
//!
//! The format is documented in `docs/traces.md`: JSON lines as `plywood problem trace` writes them.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use plywood_contract::{Message, Refused, Spot, message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::instance::Instance;
use super::trace::PathStep;

/// The longest line accepted.
const MOST_LINE_BYTES: u64 = 1 << 20;
/// The most lines accepted.
const MOST_LINES: usize = 1_000_000;

/// The contents of a valid trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TraceReport {
    /// Lines with something on them.
    pub lines: usize,
    /// Nodes that were opened, the start among them.
    pub opened: usize,
    /// Nodes that were expanded.
    pub expanded: usize,
    /// Children that were discarded.
    pub refused: usize,
    /// The path to the goal, if one was reached.
    pub path: Option<Vec<String>>,
    /// The cost of the path.
    pub cost: Option<u64>,
}

/// A line as read; what is not checked is optional.
#[derive(Debug, Deserialize)]
struct Line {
    kind: String,
    #[serde(default)]
    node: Option<u64>,
    #[serde(default)]
    parent: Option<u64>,
    #[serde(default, rename = "move")]
    step: Option<String>,
    #[serde(default)]
    g: Option<f64>,
    #[serde(default)]
    h: Option<f64>,
    #[serde(default)]
    f: Option<f64>,
}

/// A node of the trace.
struct Known {
    cost: u64,
    steps: Vec<String>,
    state: String,
    is_open: bool,
}

/// Checks a trace of a search on this problem, or says which line breaks a rule.
pub fn check_trace(instance: &Instance, source: impl BufRead) -> Result<TraceReport, Refused> {
    read_trace(instance, source, &mut |_| {})
}

/// The same, passing on every step in our own form: nodes numbered in order of appearance, g as the cost of the steps.
pub fn read_trace(
    instance: &Instance,
    mut source: impl BufRead,
    sink: &mut dyn FnMut(Value),
) -> Result<TraceReport, Refused> {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut checker = Checker { instance, nodes: HashMap::new(), report: TraceReport::default() };
    for n in 1..=MOST_LINES {
        let mut bytes = Vec::new();
        let read = source.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut bytes);
        if read.map_err(|e| at(n, Message::of_file(&e)))? == 0 {
            return Ok(checker.report);
        }
        let text = String::from_utf8_lossy(&bytes);
        if text.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&text).map_err(|e| {
            let reason = e.to_string();
            at(n, message!("trace-json", "this is not a step of a trace: \"{reason}\"", reason))
        })?;
        let cost = checker.line(&line).map_err(|reason| at(n, reason))?;
        let mut number = |node: Option<u64>| {
            let next = numbers.len();
            node.map(|node| *numbers.entry(node).or_insert(next))
        };
        let g = line.g.unwrap_or(cost.unwrap_or_default() as f64);
        let h = line.h.unwrap_or_default();
        let f = line.f.unwrap_or(g + h);
        if line.kind != "end" {
            sink(
                json!({ "kind": line.kind, "node": number(line.node), "parent": number(line.parent),
                         "move": line.step, "at": at_of(&checker, &line), "g": g, "h": h, "f": f,
                         "reason": (line.kind == "refuse").then_some("") }),
            );
        }
    }
    Err(message!("trace-long", "the trace has more than {most} lines", most = MOST_LINES).into())
}

/// The position after a line, on problems where a path is a trail.
fn at_of(checker: &Checker<'_>, line: &Line) -> Vec<Spot> {
    let quest = &checker.instance.quest;
    let known = line.node.and_then(|node| checker.nodes.get(&node));
    let scene = known.filter(|_| quest.offer().is_trail).map(|node| quest.scene(&node.steps));
    let squares = scene.and_then(Result::ok).unwrap_or_default().squares;
    squares.into_iter().filter(|square| square.piece.is_some()).map(|square| square.at).collect()
}

fn at(n: usize, reason: Message) -> Refused {
    message!("of-line", "line {n}: {reason}", n, reason).into()
}

struct Checker<'a> {
    instance: &'a Instance,
    nodes: HashMap<u64, Known>,
    report: TraceReport,
}

impl Checker<'_> {
    /// Checks a line; returns the cost of the path to its node, where it has one.
    fn line(&mut self, line: &Line) -> Result<Option<u64>, Message> {
        self.report.lines += 1;
        match line.kind.as_str() {
            "open" => self.open(line),
            "refuse" => {
                self.report.refused += 1;
                self.steps_to(line).map(|(_, _, cost)| Some(cost))
            }
            "expand" => self.expand(line),
            "goal" => self.goal(line),
            "drop" => self.known(line).map(|node| {
                node.is_open = false;
                Some(node.cost)
            }),
            "limit" | "end" => Ok(None),
            kind => Err(message!(
                "trace-kind",
                "`{kind}` is not a kind of step: expected open, expand, refuse, limit, drop, goal or end",
                kind = kind.chars().take(40).collect::<String>()
            )),
        }
    }

    /// The path to the node of a line, which must be legal and have the cost it states.
    fn steps_to(&self, line: &Line) -> Result<(Vec<String>, String, u64), Message> {
        let mut steps = match line.parent {
            None => Vec::new(),
            Some(parent) => {
                let known = self.nodes.get(&parent).ok_or_else(|| no_node(parent))?;
                known.steps.clone()
            }
        };
        match (&line.step, line.parent) {
            (Some(step), Some(_)) => steps.push(step.clone()),
            (None, None) => {}
            _ => {
                return Err(message!(
                    "trace-parent",
                    "a child needs both `parent` and `move`, and the start neither"
                ));
            }
        }
        let standing = self.instance.quest.standing(&steps).map_err(Message::from)?;
        // Searches that look at depth alone count steps as g.
        let counts = [standing.cost as f64, steps.len() as f64];
        if let Some(g) = line.g.filter(|g| !counts.contains(g)) {
            return Err(message!(
                "trace-cost",
                "g is {g}, but the steps to this node cost {cost}",
                g = g.to_string(),
                cost = standing.cost
            ));
        }
        Ok((steps, standing.text, standing.cost))
    }

    fn open(&mut self, line: &Line) -> Result<Option<u64>, Message> {
        let number = line.node.ok_or_else(missing)?;
        let (steps, state, cost) = self.steps_to(line)?;
        if let Some(known) = self.nodes.get(&number).filter(|known| known.state != state) {
            return Err(message!(
                "trace-number",
                "node {number} is two different states: {one} and {two}",
                number,
                one = known.state.clone(),
                two = state
            ));
        }
        self.report.opened += 1;
        self.nodes.insert(number, Known { cost, steps, state, is_open: true });
        Ok(Some(cost))
    }

    fn known(&mut self, line: &Line) -> Result<&mut Known, Message> {
        let number = line.node.ok_or_else(missing)?;
        self.nodes.get_mut(&number).ok_or_else(|| no_node(number))
    }

    fn expand(&mut self, line: &Line) -> Result<Option<u64>, Message> {
        let number = line.node.unwrap_or_default();
        let node = self.known(line)?;
        if !std::mem::replace(&mut node.is_open, false) {
            return Err(message!("trace-closed", "node {number} is expanded but not open", number));
        }
        let cost = node.cost;
        self.report.expanded += 1;
        Ok(Some(cost))
    }

    fn goal(&mut self, line: &Line) -> Result<Option<u64>, Message> {
        let number = line.node.unwrap_or_default();
        let steps = self.known(line)?.steps.clone();
        let standing = self.instance.quest.standing(&steps).map_err(Message::from)?;
        if !standing.is_goal {
            return Err(message!("trace-no-goal", "node {number} is not a goal", number));
        }
        (self.report.path, self.report.cost) = (Some(steps), Some(standing.cost));
        Ok(Some(standing.cost))
    }
}

fn missing() -> Message {
    message!("trace-no-number", "the step names no node: expected `\"node\": N`")
}

fn no_node(number: u64) -> Message {
    message!("trace-no-node", "node {number} was never opened", number)
}

/// A trace in the form that Posthoc's visualiser opens (search trace, version 1.0.5): one object with
/// `events`, each with `type`, `id`, `pId`, `g`, `h`, `f`; on problems where a step is about one cell also
/// its `x` and `y`.
pub fn posthoc(instance: &Instance, steps: &[PathStep]) -> Value {
    let frame = instance.quest.frame();
    let columns = u16::from(frame.columns.max(1));
    let is_trail = instance.quest.offer().is_trail;
    let start = instance.quest.scene(&[]).unwrap_or_default();
    let begin = start.squares.iter().find(|square| square.piece.is_some()).map(|one| one.at);
    let mut places: HashMap<u32, (u16, u16)> = HashMap::new();
    let mut parents: HashMap<u32, u32> = HashMap::new();
    let mut events = Vec::new();
    for step in steps {
        let Some(node) = step.node else { continue };
        let kind = match (step.kind, step.parent) {
            ("open", None) => "source",
            ("open", Some(_)) => "generating",
            ("expand", _) => "expanding",
            ("refuse", _) => "refusing",
            ("drop", _) => "closing",
            _ => "end",
        };
        if let ("open", Some(parent)) = (step.kind, step.parent) {
            parents.insert(node, parent);
        }
        let parent = step.parent.or_else(|| parents.get(&node).copied());
        let mut event = json!({ "type": kind, "id": node, "pId": parent, "g": step.g,
                                "h": step.h, "f": step.f });
        if let Some(name) = &step.step {
            event["move"] = json!(name);
        }
        if is_trail {
            let here = step.at.first().copied().or(begin.filter(|_| step.parent.is_none()));
            if let Some(at) = here.filter(|_| step.kind == "open") {
                places.insert(node, (at % columns, at / columns));
            }
            let place = step.at.first().map(|at| (at % columns, at / columns));
            if let Some((x, y)) = place.or_else(|| places.get(&node).copied()) {
                (event["x"], event["y"]) = (json!(x), json!(y));
            }
        }
        events.push(event);
    }
    let mut trace = json!({ "version": "1.0.5", "events": events });
    if is_trail {
        trace["render"] = json!({
            "components": { "tile": [{ "$": "rect", "width": 1, "height": 1, "x": "{{ctx.x}}",
                                       "y": "{{ctx.y}}", "fill": "{{ctx.color[ctx.type]}}" }] },
            "views": { "main": { "renderer": "2d-pixi", "components": [{ "$": "tile" }] } },
            "path": { "pivot": { "x": "{{ctx.x + 0.5}}", "y": "{{ctx.y + 0.5}}" }, "scale": 0.3 },
        });
    }
    trace
}
