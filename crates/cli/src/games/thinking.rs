//! `plywood analyze` and `plywood solve`: what to play, and what is proven.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use plywood_workbench::engines::{Solution, Thought, ThoughtLine, Verdict};
use plywood_workbench::games::find;
use plywood_workbench::language::Words;
use plywood_workbench::units::{show_count, show_short, show_time};
use plywood_workbench::{Cancel, Limits};
use serde_json::{Value, json};

use super::sit_down;
use crate::Done;
use crate::args::{AnalyzeArguments, ProveArguments};
use crate::screen::{Style, listed, say, say_json, styled, table as text_table, width};

/// How long `analyze` thinks if nobody says how long.
const PATIENCE: Duration = Duration::from_secs(5);

/// `plywood analyze`.
pub(crate) fn analyze(
    arguments: &AnalyzeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let table = sit_down(&arguments.game)?;
    let engine = &arguments.engine;
    let is_limited = arguments.time.is_some()
        || arguments.nodes.is_some()
        || arguments.depth.is_some()
        || engine.time.is_some()
        || engine.nodes.is_some()
        || engine.depth.is_some();
    let limits = Limits {
        time: arguments.time.or((!is_limited).then_some(PATIENCE)),
        nodes: arguments.nodes,
        depth: arguments.depth,
        bytes: None,
        cancel: cancel.clone(),
    };
    let means = arguments.means.means(arguments.game.seed);
    let is_live = !arguments.game.json && stdout().is_terminal();
    let mut thinker = table.seat(engine, &means);
    let mut watch = |thought: &Thought| {
        if is_live {
            // A line that cannot be shown is not worth ending a search for; the answer follows.
            let _ = say(&(live_line(thought, words) + "\n"));
        }
    };
    let n_lines = usize::from(arguments.multipv);
    let thought = thinker.think(&table.position(), n_lines, &limits, &mut watch)?;
    if arguments.game.json {
        let mut object = json!({
            "game": find(&arguments.game.game)?.name,
            "position": table.position(),
            "engine": engine.to_string(),
        });
        append(&mut object, serde_json::to_value(&thought)?);
        say_json(&object)?;
    } else {
        let text = match table.result() {
            Some(result) => ending(result, words),
            None => report(&thought, words),
        };
        say(&text)?;
    }
    Ok(Done::Yes)
}

/// Adds the keys of one object to another.
fn append(object: &mut Value, more: Value) {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
}

fn live_line(thought: &Thought, words: &Words) -> String {
    let line = words.fill(
        "report-live",
        &[
            ("depth", &format!("{:>2}", thought.depth)),
            ("score", &format!("{:>8}", show_score(thought.score, thought.exact))),
            ("nodes", &format!("{:>8}", show_short(thought.nodes as f64))),
            ("time", &format!("{:>8}", show_time(thought.time_s))),
            ("line", &thought.pv.join(" ")),
        ],
    );
    line.chars().take(width().saturating_sub(1)).collect()
}

/// Who won a game that is over.
fn ending(result: i32, words: &Words) -> String {
    let text = match result {
        0 => words.text("report-over-draw"),
        1.. => words.fill("report-over-won", &[("n", &1)]),
        _ => words.fill("report-over-won", &[("n", &2)]),
    };
    text + "\n"
}

fn report(thought: &Thought, words: &Words) -> String {
    let Some(best) = &thought.best else { return words.text("report-over") + "\n" };
    let score = show_score(thought.score, thought.exact);
    let score = match thought.exact.then(|| verdict(thought.result, words)).flatten() {
        Some(verdict) => format!("{score}, {verdict}"),
        None => score,
    };
    let mut rows = vec![
        (words.text("report-best"), styled(best, Style::Good)),
        (words.text("report-score"), score),
    ];
    for (i, ThoughtLine { score, exact, pv, .. }) in thought.lines.iter().enumerate() {
        let label = if i == 0 { words.text("report-lines") } else { String::new() };
        rows.push((label, format!("{:>7}  {}", show_score(*score, *exact), pv.join(" "))));
    }
    let stats = &thought.stats;
    let most = stats.selective_depth.max(thought.depth);
    let depth = words.fill("report-up-to", &[("depth", &thought.depth), ("most", &most)]);
    let cuts = words.fill(
        "report-cut-counts",
        &[("alpha", &show_count(stats.alpha_cuts)), ("beta", &show_count(stats.beta_cuts))],
    );
    rows.extend([
        (words.text("report-depth"), depth),
        (words.text("report-nodes"), in_time(thought.nodes, thought.time_s, words)),
        (words.text("report-expanded"), show_count(stats.expanded)),
        (words.text("report-cuts"), cuts),
        (words.text("report-table-hits"), show_count(stats.table_hits)),
    ]);
    if let Some(stopped) = thought.stopped {
        rows.push((words.text("report-ended-by"), words.outcome(stopped)));
    }
    listed(&rows)
}

/// What is proven, if anything is.
fn verdict(result: Verdict, words: &Words) -> Option<String> {
    match result {
        Verdict::Win => Some(words.text("report-proven-win")),
        Verdict::Draw => Some(words.text("report-proven-draw")),
        Verdict::Loss => Some(words.text("report-proven-loss")),
        _ => None,
    }
}

fn in_time(nodes: u64, seconds: f64, words: &Words) -> String {
    let speed = show_short(nodes as f64 / seconds.max(1e-9));
    words.fill(
        "report-in-time",
        &[("nodes", &show_count(nodes)), ("time", &show_time(seconds)), ("speed", &speed)],
    )
}

/// A score with its sign; proven ones carry an `=`.
fn show_score(score: Option<f64>, is_exact: bool) -> String {
    match score {
        None => "?".to_owned(),
        Some(score) if is_exact && score == 0.0 => "=0".to_owned(),
        Some(score) if is_exact => format!("={score:+}"),
        Some(score) => format!("{score:+.2}"),
    }
}

/// `plywood solve`.
pub(crate) fn solve(
    arguments: &ProveArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let table = sit_down(&arguments.game)?;
    let limits = Limits {
        time: arguments.time,
        nodes: arguments.nodes,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let means = arguments.means.means(arguments.game.seed);
    let solution = table.solve(arguments.all_moves, &means, &limits);
    if arguments.game.json {
        let mut object =
            json!({ "game": find(&arguments.game.game)?.name, "position": table.position() });
        append(&mut object, serde_json::to_value(&solution)?);
        say_json(&object)?;
    } else {
        say(&proof(&solution, words))?;
    }
    Ok(if solution.proven { Done::Yes } else { Done::No })
}

fn proof(solution: &Solution, words: &Words) -> String {
    let value = match solution.value {
        Some(value) => {
            let verdict = verdict(solution.result, words).unwrap_or_default();
            format!("{}, {verdict}", styled(&format!("{value:+}"), Style::Good))
        }
        None => {
            let reason = words.outcome(solution.stopped.unwrap_or("nodes"));
            let verdict = styled(&words.text("report-not-proven"), Style::Bad);
            words.fill("report-not-proven-by", &[("verdict", &verdict), ("reason", &reason)])
        }
    };
    let mut text = listed(&[
        (words.text("report-value"), value),
        (words.text("report-nodes"), in_time(solution.nodes, solution.time_s, words)),
    ]);
    if !solution.moves.is_empty() {
        let mut moves: Vec<_> = solution.moves.iter().collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.value));
        let shown = |value: Option<i32>| value.map_or("?".to_owned(), |value| format!("{value:+}"));
        let rows: Vec<Vec<String>> =
            moves.iter().map(|known| vec![known.step.clone(), shown(known.value)]).collect();
        text += "\n";
        text += &text_table(&[words.text("report-move"), words.text("report-value")], &rows, 1);
    }
    text
}
