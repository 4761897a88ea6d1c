//! `plywood analyze` and `plywood solve`: what to play, and what is proven.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use plywood_workbench::engines::{Solution, Thought, ThoughtLine, Verdict};
use plywood_workbench::games::find;
use plywood_workbench::units::{show_count, show_short, show_time};
use plywood_workbench::{Cancel, Limits};
use serde_json::{Value, json};

use super::sit_down;
use crate::Done;
use crate::args::{AnalyzeArguments, ProveArguments};
use crate::screen::{Style, say, say_json, styled, table as text_table, width};

/// How long `analyze` thinks if nobody says how long.
const PATIENCE: Duration = Duration::from_secs(5);

/// `plywood analyze`.
pub(crate) fn analyze(arguments: &AnalyzeArguments, cancel: &Cancel) -> anyhow::Result<Done> {
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
            let _ = say(&(live_line(thought) + "\n"));
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
        say(&report(&thought))?;
    }
    Ok(Done::Yes)
}

/// Adds the keys of one object to another.
fn append(object: &mut Value, more: Value) {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
}

fn live_line(thought: &Thought) -> String {
    let line = format!(
        "depth {:>2}  {:>8}  {:>8} nodes  {:>8}  {}",
        thought.depth,
        show_score(thought.score, thought.exact),
        show_short(thought.nodes as f64),
        show_time(thought.time_s),
        thought.pv.join(" "),
    );
    line.chars().take(width().saturating_sub(1)).collect()
}

fn report(thought: &Thought) -> String {
    let Some(best) = &thought.best else { return "the game is over: no move is left\n".to_owned() };
    let mut text = format!("best move   {}\n", styled(best, Style::Good));
    let certainty = match (thought.exact, thought.result) {
        (true, Verdict::Win) => ", proven: the side to move wins",
        (true, Verdict::Draw) => ", proven: a draw",
        (true, Verdict::Loss) => ", proven: the side to move loses",
        _ => "",
    };
    text += &format!("score       {}{certainty}\n", show_score(thought.score, thought.exact));
    let shown = thought.lines.iter().enumerate();
    for (i, ThoughtLine { score, exact, pv, .. }) in shown {
        let label = if i == 0 { "lines" } else { "" };
        text += &format!("{label:<10}  {:>7}  {}\n", show_score(*score, *exact), pv.join(" "));
    }
    let stats = &thought.stats;
    text += &format!(
        "depth       {} (up to {})\nnodes       {} in {} ({}/s)\n",
        thought.depth,
        stats.selective_depth.max(thought.depth),
        show_count(thought.nodes),
        show_time(thought.time_s),
        show_short(thought.nps),
    );
    text += &format!(
        "expanded    {}\ncuts        {} alpha, {} beta\ntable hits  {}\n",
        show_count(stats.expanded),
        show_count(stats.alpha_cuts),
        show_count(stats.beta_cuts),
        show_count(stats.table_hits),
    );
    if let Some(stopped) = thought.stopped {
        text += &format!("ended by    {stopped}\n");
    }
    text
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
pub(crate) fn solve(arguments: &ProveArguments, cancel: &Cancel) -> anyhow::Result<Done> {
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
        say(&proof(&solution))?;
    }
    Ok(if solution.proven { Done::Yes } else { Done::No })
}

fn proof(solution: &Solution) -> String {
    let mut text = match (solution.value, solution.result) {
        (Some(value), result) => {
            let words = match result {
                Verdict::Win => "the side to move wins",
                Verdict::Draw => "a draw",
                _ => "the side to move loses",
            };
            format!("value   {}, proven: {words}\n", styled(&format!("{value:+}"), Style::Good))
        }
        (None, _) => {
            let reason = solution.stopped.unwrap_or("limit");
            format!("value   {} (ended by {reason})\n", styled("not proven", Style::Bad))
        }
    };
    text += &format!(
        "nodes   {} in {} ({}/s)\n",
        show_count(solution.nodes),
        show_time(solution.time_s),
        show_short(solution.nodes as f64 / solution.time_s.max(1e-9)),
    );
    if !solution.moves.is_empty() {
        let mut moves: Vec<_> = solution.moves.iter().collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.value));
        let shown = |value: Option<i32>| value.map_or("?".to_owned(), |value| format!("{value:+}"));
        let rows: Vec<Vec<String>> =
            moves.iter().map(|known| vec![known.step.clone(), shown(known.value)]).collect();
        text += "\n";
        text += &text_table(&["move", "value"], &rows, 1);
    }
    text
}
