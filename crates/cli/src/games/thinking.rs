//! `plywood analyze` and `plywood solve`: what to play, and what is proven.

use std::io::{IsTerminal, stdout};
use std::time::Duration;

use plywood_workbench::engines::{Findings, MoveOrigin, Score, Solution, Thought};
use plywood_workbench::games::{Offer, Table, find};
use plywood_workbench::language::Words;
use plywood_workbench::play::{Ending, chosen};
use plywood_workbench::units::{show_count, show_short, show_time, speed};
use plywood_workbench::{Cancel, Limits};
use serde_json::{Value, json};

use super::sit_down;
use crate::Done;
use crate::args::{AnalyzeArguments, ProveArguments};
use crate::screen::{Style, listed, say, say_json, styled, table as text_table, width};

/// How long `analyze` thinks if nobody says how long.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// `plywood analyze`.
pub(crate) fn analyze(
    arguments: &AnalyzeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let table = sit_down(&arguments.game)?;
    let entry = find(&arguments.game.game)?;
    let engine = &arguments.engine;
    let limits = Limits {
        time: arguments.time,
        nodes: arguments.nodes,
        depth: arguments.depth,
        bytes: None,
        cancel: cancel.clone(),
    };
    let limits = engine.within(limits, USUAL_TIME);
    let means = arguments.means.means(arguments.game.seed);
    let is_live = !arguments.game.json && stdout().is_terminal();
    let mut thinker = table.seat(engine, &means);
    let mut watch = |found: &Findings| {
        if is_live {
            // A line that cannot be shown is not worth ending a search for; the answer follows.
            let _ = say(&(live_line(&table.thought(found), entry, words) + "\n"));
        }
    };
    let n_lines = usize::from(arguments.multipv);
    let thought = table.thought(&thinker.think(table.as_ref(), n_lines, &limits, &mut watch)?);
    if arguments.game.json {
        let mut object = json!({
            "game": entry.name,
            "position": table.position(),
            "ending": Ending::of(&*table),
            "engine": engine.to_string(),
        });
        append(&mut object, serde_json::to_value(&thought)?);
        say_json(&object)?;
    } else {
        let how = chosen(thought.origin, &engine.to_string(), entry, words);
        let over = over(&*table, entry, words);
        say(&over.unwrap_or_else(|| report(&thought, how, entry, words)))?;
    }
    Ok(Done::Yes)
}

/// Adds the keys of one object to another.
fn append(object: &mut Value, more: Value) {
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
}

fn live_line(thought: &Thought, entry: &Offer, words: &Words) -> String {
    let score = said(thought.worth(), entry, words);
    let line = words.fill(
        "report-live",
        &[
            ("depth", &format!("{:>2}", thought.depth)),
            ("score", &score),
            ("nodes", &format!("{:>8}", show_short(thought.nodes as f64))),
            ("time", &format!("{:>8}", show_time(thought.time_s))),
            ("line", &thought.pv.join(" ")),
        ],
    );
    line.chars().take(width().saturating_sub(1)).collect()
}

/// Who won a game that is over, and why; none while it goes on.
pub(super) fn over(table: &dyn Table, entry: &Offer, words: &Words) -> Option<String> {
    Some(Ending::of(table)?.say(entry, table.points(), words) + "\n")
}

/// A score in words; what is proven says so.
fn said(score: Option<Score>, entry: &Offer, words: &Words) -> String {
    match score {
        None => NONE.to_owned(),
        Some(score) if score.is_proven => {
            words.fill("score-proven", &[("score", &score.say(entry, words))])
        }
        Some(score) => score.say(entry, words),
    }
}

/// What stands for a figure that there is none of.
const NONE: &str = "–";

/// `how` the move was chosen, if not by a search.
fn report(thought: &Thought, how: Option<String>, entry: &Offer, words: &Words) -> String {
    let best = thought.best.as_deref().unwrap_or(NONE);
    let score = said(thought.worth(), entry, words);
    let score = how.map_or_else(|| score, |how| format!("{NONE} ({how})"));
    let mut rows = vec![
        (words.text("report-best"), styled(best, Style::Good)),
        (words.text("report-score"), score),
    ];
    let scores: Vec<String> =
        thought.lines.iter().map(|line| said(thought.worth_of(line), entry, words)).collect();
    let wide = scores.iter().map(|score| score.chars().count()).max().unwrap_or(0);
    for (i, (line, score)) in thought.lines.iter().zip(&scores).enumerate() {
        let label = if i == 0 { words.text("report-lines") } else { String::new() };
        rows.push((label, format!("{score:<wide$}  {}", line.pv.join(" "))));
    }
    let stats = &thought.stats;
    let most = stats.selective_depth.max(thought.depth);
    let depth = match thought.origin {
        MoveOrigin::Random => NONE.to_owned(),
        _ => words.fill("report-up-to", &[("depth", &thought.depth), ("most", &most)]),
    };
    let cuts = words.fill(
        "report-cut-counts",
        &[("alpha", &counted(stats.alpha_cuts)), ("beta", &counted(stats.beta_cuts))],
    );
    rows.extend([
        (words.text("report-depth"), depth),
        (words.text("report-nodes"), in_time(thought.nodes, thought.time_s, words)),
        (words.text("report-expanded"), counted(stats.expanded)),
        (words.text("report-cuts"), cuts),
        (words.text("report-pruned"), counted(stats.pruned)),
        (words.text("report-table-hits"), counted(stats.table_hits)),
    ]);
    if let Some(stopped) = thought.stopped {
        rows.push((words.text("report-ended-by"), words.outcome(stopped)));
    }
    words.figures(&listed(&rows))
}

/// A counter, or a dash if the engine does not keep it.
fn counted(count: Option<u64>) -> String {
    count.map_or_else(|| NONE.to_owned(), show_count)
}

fn in_time(nodes: u64, seconds: f64, words: &Words) -> String {
    let (count, time) = (show_count(nodes), show_time(seconds));
    match speed(nodes, seconds).map(show_short) {
        Some(speed) => {
            words.fill("report-in-time", &[("nodes", &count), ("time", &time), ("speed", &speed)])
        }
        None => words.fill("report-in-no-time", &[("nodes", &count), ("time", &time)]),
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
    let entry = find(&arguments.game.game)?;
    let solution = table.prove(arguments.engine, arguments.all_moves, &means, &limits);
    if arguments.game.json {
        let mut object = json!({
            "game": entry.name,
            "position": table.position(),
            "ending": Ending::of(&*table),
        });
        append(&mut object, serde_json::to_value(&solution)?);
        say_json(&object)?;
    } else {
        say(&over(&*table, entry, words).unwrap_or_else(|| proof(&solution, entry, words)))?;
    }
    Ok(if solution.proven { Done::Yes } else { Done::No })
}

fn proof(solution: &Solution, entry: &Offer, words: &Words) -> String {
    let said = |value: i32| said(Some(solution.worth(value)), entry, words);
    let value = match solution.value {
        Some(value) => styled(&said(value), Style::Good),
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
        let shown = |value: Option<i32>| value.map_or("?".to_owned(), said);
        let rows: Vec<Vec<String>> =
            moves.iter().map(|known| vec![known.step.clone(), shown(known.value)]).collect();
        text += "\n";
        text += &text_table(&[words.text("report-move"), words.text("report-value")], &rows, 2);
    }
    text
}
