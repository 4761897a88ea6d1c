//! `plywood puzzle compare --as-published`: the original table beside right figures.

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{Comparison, Extra, SolveReport};
use plywood_workbench::puzzle::{PublishedLine, as_published, builtins, why_they_differ};
use plywood_workbench::units::significant;
use serde_json::json;

use super::posed;
use crate::Done;
use crate::problem::CompareArguments;
use crate::problem::compare::{MEMORY, TIME, write_report};
use crate::screen::{Style, say, say_json, styled, table};

pub(super) fn run(
    arguments: &CompareArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let limits = arguments.limits.limits(TIME, MEMORY, cancel);
    let lines = as_published(&limits, |_| {});
    let why = why_they_differ().map(|message| words.say(&message));
    let (headings, rows) = (headings(words), rows(&lines, words));
    if arguments.json {
        say_json(&json!({ "lines": lines, "why": why }))?;
    } else if arguments.csv {
        say(&csv(&lines))?;
    } else if arguments.markdown {
        say(&words.figures(&markdown(&headings, &rows, &why)))?;
    } else {
        say(&text(&lines, words))?;
    }
    if let Some(file) = &arguments.report {
        let boards = builtins();
        let boards = boards.iter().map(posed).collect::<anyhow::Result<Vec<_>>>()?;
        let title = words.text("published-title");
        let rows = [vec![headings.to_vec()], rows].concat();
        let extra = Extra { title, rows, remarks: why.to_vec() };
        write_report(file, &boards, &ours(&lines), Some(extra), words)?;
    }
    Ok(if cancel.is_raised() { Done::No } else { Done::Yes })
}

/// For people: the table, and why the figures differ.
pub(crate) fn text(lines: &[PublishedLine], words: &Words) -> String {
    let title = styled(&words.text("published-title"), Style::Heading);
    let figures = words.figures(&table(&headings(words), &rows(lines, words), 2));
    let why = why_they_differ().map(|message| words.say(&message) + "\n").concat();
    format!("{title}\n{figures}\n{why}")
}

/// Our own figures, as a comparison.
fn ours(lines: &[PublishedLine]) -> Comparison {
    let boards = builtins().into_iter().map(|board| board.name);
    let mut results: Vec<SolveReport> = lines.iter().map(|line| line.ours.clone()).collect();
    results.sort_by(|one, two| one.board.cmp(&two.board));
    Comparison { boards: boards.collect(), results }
}

fn headings(words: &Words) -> [String; 8] {
    [
        words.text("puzzle-board"),
        words.text("puzzle-method"),
        words.text("published-nodes"),
        words.text("published-nodes-right"),
        words.text("published-penetrance"),
        words.text("published-penetrance-right"),
        words.text("published-branching"),
        words.text("published-branching-right"),
    ]
}

fn rows(lines: &[PublishedLine], words: &Words) -> Vec<Vec<String>> {
    lines.iter().map(|line| row(line, words)).collect()
}

fn row(line: &PublishedLine, words: &Words) -> Vec<String> {
    let dash = || "–".to_owned();
    let figures = line.published;
    let ours = &line.ours;
    let nodes = match ours.is_solved() {
        true => format!("{}/{}", ours.generated, ours.expanded),
        false => words.say(&ours.ended()),
    };
    vec![
        line.board.to_owned(),
        method(line, words),
        figures.map_or_else(
            || words.text("published-heap"),
            |one| format!("{}/{}", one.generated, one.expanded),
        ),
        nodes,
        figures.map_or_else(dash, |one| one.penetrance.to_string()),
        ours.penetrance.map_or_else(dash, |value| significant(value, 4)),
        figures.map_or_else(dash, |one| one.branching_factor.to_string()),
        ours.branching_factor.map_or_else(dash, |value| format!("{value:.3}")),
    ]
}

/// The algorithm as the report calls it: with its heuristic's name, or its depth limit.
fn method(line: &PublishedLine, words: &Words) -> String {
    let name = line.algorithm;
    match (line.heuristic, line.max_depth) {
        (Some(heuristic), _) => {
            let called = words.text(&format!("published-{heuristic}"));
            format!("{name} {called}")
        }
        (None, Some(depth)) => words.fill("published-limit", &[("name", &name), ("depth", &depth)]),
        (None, None) => name.to_owned(),
    }
}

fn markdown(headings: &[String], rows: &[Vec<String>], why: &[String]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|---|---|{}\n", "--:|".repeat(headings.len() - 2));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    let why: String = why.iter().map(|said| format!("\n{said}\n")).collect();
    format!("{}{rule}{rows}{why}", line(headings))
}

/// For programs: the same in every language.
fn csv(lines: &[PublishedLine]) -> String {
    let mut text = String::from(
        "board,algorithm,heuristic,max_depth,published_generated,published_expanded,published_penetrance,published_branching_factor,generated,expanded,penetrance,branching_factor\n",
    );
    for line in lines {
        let theirs = line.published.map_or_else(
            || ",,,".to_owned(),
            |one| {
                let (penetrance, branching) = (one.penetrance, one.branching_factor);
                format!("{},{},{penetrance},{branching}", one.generated, one.expanded)
            },
        );
        let depth = line.max_depth.map_or_else(String::new, |depth| depth.to_string());
        let number = |value: Option<f64>| value.map_or_else(String::new, |v| significant(v, 7));
        let ours = &line.ours;
        text += &format!(
            "{},{},{},{depth},{theirs},{},{},{},{}\n",
            line.board,
            line.algorithm,
            line.heuristic.unwrap_or_default(),
            ours.generated,
            ours.expanded,
            number(ours.penetrance),
            number(ours.branching_factor)
        );
    }
    text
}
