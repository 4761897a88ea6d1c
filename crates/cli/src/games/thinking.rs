//! `plywood analyze` and `plywood solve`: what to play, and what is proven.

use std::io::{IsTerminal, stdout};
use std::time::{Duration, Instant};

use plywood_workbench::engines::{Engine, Findings, MoveOrigin, Score, Solution, Thought};
use plywood_workbench::games::{Offer, Table, find};
use plywood_workbench::language::Words;
use plywood_workbench::play::{Ending, chosen};
use plywood_workbench::units::{show_count, show_short, show_time, speed};
use plywood_workbench::{Cancel, Limits, Stats};
use serde_json::{Value, json};

use super::{look, sit_down};
use crate::Done;
use crate::args::{AnalyzeArguments, SolveArguments};
use crate::progress::Progress;
use crate::screen::{Style, listed, say, say_json, styled, table as text_table, width};

/// How long `analyze` thinks if nobody says how long.
pub(super) const USUAL_TIME: Duration = Duration::from_secs(5);

/// How many moves of a proven line are looked for.
const LINE: usize = 12;

/// How often is looked whether a proof has come to its end.
const GLANCE: Duration = Duration::from_millis(25);

/// `plywood analyze`.
pub(crate) fn analyze(
    arguments: &AnalyzeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    if arguments.stdin {
        return super::server::serve(arguments, words, cancel);
    }
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
        say_json(&analysis(&*table, entry, engine, &thought))?;
    } else {
        let how = chosen(thought.origin, &engine.to_string(), entry, words);
        let over = over(&*table, entry, words);
        let drawn = words.sketch(&table.sketch(look()));
        let turn = words.fill("report-turn", &[("side", &entry.side(table.turn()))]);
        let report = || format!("{drawn}\n{turn}\n\n{}", report(&thought, how, entry, words));
        say(&over.unwrap_or_else(report))?;
    }
    Ok(Done::Yes)
}

/// What was thought, as an object with the names that `solve` has too.
pub(super) fn analysis(
    table: &dyn Table,
    entry: &Offer,
    engine: &Engine,
    thought: &Thought,
) -> Value {
    let lines: Vec<Value> = thought
        .lines
        .iter()
        .map(|line| {
            json!({
                "move": line.step,
                "value": whole(line.score),
                "score_unit": line.score_unit,
                "win_chance": line.win_chance,
                "proven": line.exact,
                "plies_to_end": line.plies_to_end,
                "pv": line.pv,
            })
        })
        .collect();
    let stats = &thought.stats;
    json!({
        "game": entry.name,
        "position": table.position(),
        "turn": table.turn().number(),
        "ending": Ending::of(table),
        "engine": engine.to_string(),
        "best": thought.best,
        "origin": thought.origin,
        "value": whole(thought.score),
        "score_for": thought.score_for,
        "score_unit": thought.score_unit,
        "win_chance": thought.win_chance,
        "proven": thought.exact,
        "plies_to_end": thought.plies_to_end,
        "result": thought.result,
        "depth": thought.depth,
        "selective_depth": stats.selective_depth,
        "nodes": thought.nodes,
        "time_s": thought.time_s,
        "nps": thought.nps,
        "pv": thought.pv,
        "lines": lines,
        "stats": {
            "expanded": stats.expanded,
            "alpha_cuts": stats.alpha_cuts,
            "beta_cuts": stats.beta_cuts,
            "pruned": stats.pruned,
            "table_hits": stats.table_hits,
        },
        "stopped": thought.stopped,
    })
}

/// A whole number is written without a point.
fn whole(value: Option<f64>) -> Value {
    match value {
        Some(value) if value.fract() == 0.0 => (value as i64).into(),
        value => value.into(),
    }
}

/// Adds the keys of one object to another.
pub(super) fn append(object: &mut Value, more: Value) {
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
    arguments: &SolveArguments,
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
    let wanted = (arguments.all_moves, LINE);
    let prover = table.fork();
    let method = arguments.engine;
    let (inner, inner_means) = (limits.clone(), means.clone());
    let proving =
        std::thread::spawn(move || prover.prove_with_line(method, wanted, &inner_means, &inner));
    let mut progress = Progress::new(entry.name.to_owned(), words, &limits);
    let began = Instant::now();
    while !proving.is_finished() {
        let time = began.elapsed();
        let stats = Stats { generated: limits.cancel.counted(), time, ..Stats::default() };
        progress.show_line(time, |progress| progress.proof_line(&stats));
        // Short proofs are the rule: nobody waits for a picture of them.
        std::thread::sleep(if time.as_millis() < 20 { Duration::from_millis(1) } else { GLANCE });
    }
    let solution = match proving.join() {
        Ok(solution) => solution,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    progress.clear();
    if arguments.game.json {
        let mut object = json!({
            "game": entry.name,
            "position": table.position(),
            "turn": table.turn().number(),
            "ending": Ending::of(&*table),
            "engine": arguments.engine.name(),
        });
        append(&mut object, serde_json::to_value(&solution)?);
        object["best"] = solution.best.clone().into();
        object["pv"] = solution.pv.clone().into();
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
    let mut rows = vec![(words.text("report-value"), value)];
    if let Some(best) = &solution.best {
        rows.push((words.text("report-best"), styled(best, Style::Good)));
        rows.push((words.text("report-line"), solution.pv.join(" ")));
    }
    rows.push((words.text("report-nodes"), in_time(solution.nodes, solution.time_s, words)));
    let mut text = listed(&rows);
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
