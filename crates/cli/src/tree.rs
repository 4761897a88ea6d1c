//! `plywood tree`: a textbook's game tree, searched and drawn.

use std::path::PathBuf;

use clap::Args;
use plywood_trees::{Seen, TextTree, WatchedSearch, picture, watch};
use plywood_workbench::language::Words;
use serde_json::{Value, json};

use crate::Done;
use crate::failure::cannot_write;
use crate::screen::{Style, say, say_json, styled};

#[derive(Args)]
pub(crate) struct TreeArguments {
    /// The tree, as in "((3 12 8) (2 4 6) (14 5 2))": MAX moves at the root, numbers are MAX's values
    tree: TextTree,
    /// Look at every node, as minimax does, instead of cutting as alpha-beta does
    #[arg(long)]
    minimax: bool,
    /// Write the drawn tree to FILE
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &TreeArguments, words: &Words) -> anyhow::Result<Done> {
    let tree = &arguments.tree;
    let seen = watch(
        tree,
        if arguments.minimax { WatchedSearch::Minimax } else { WatchedSearch::AlphaBeta },
    );
    if arguments.json {
        let nodes: Vec<Value> =
            (0..tree.n_nodes()).map(|node| node_json(tree, &seen, node)).collect();
        say_json(&json!({ "tree": tree.to_string(), "value": seen[0].value, "nodes": nodes }))?;
    } else {
        let mut text = String::new();
        draw(tree, &seen, 0, &mut Vec::new(), &mut text, words);
        say(&text)?;
        say(&summary(tree, &seen, words))?;
    }
    if let Some(file) = &arguments.svg {
        let drawn = picture(tree, &seen, &|node| why(tree, &seen, node, words));
        std::fs::write(file, drawn).map_err(|e| cannot_write(file, &e))?;
        crate::screen::tell(&words.fill("puzzle-wrote", &[("file", &file.display())]));
    }
    Ok(Done::Yes)
}

fn node_json(tree: &TextTree, seen: &[Seen], node: usize) -> Value {
    let mover = if tree.is_max(node) { "max" } else { "min" };
    json!({ "node": node, "parent": tree.parent(node), "name": tree.name(node),
            "mover": tree.value(node).is_none().then_some(mover), "leaf": tree.value(node),
            "seen": seen[node] })
}

/// A node and what is below it, a line each; `open` says below which ancestors a line goes on.
fn draw(
    tree: &TextTree,
    seen: &[Seen],
    node: usize,
    open: &mut Vec<bool>,
    text: &mut String,
    words: &Words,
) {
    let mut line = String::new();
    for (i, goes_on) in open.iter().enumerate() {
        let is_own = i + 1 == open.len();
        line += match (is_own, goes_on) {
            (true, true) => "├─ ",
            (true, false) => "└─ ",
            (false, true) => "│  ",
            (false, false) => "   ",
        };
    }
    line += &node_text(tree, &seen[node], node, words);
    if seen[node].cut.is_some() {
        line += &format!("  {}", styled(&why(tree, seen, node, words), Style::Bad));
    }
    *text += &format!("{line}\n");
    let children = tree.children(node);
    for (i, &child) in children.iter().enumerate() {
        open.push(i + 1 < children.len());
        draw(tree, seen, child, open, text, words);
        open.pop();
    }
}

fn node_text(tree: &TextTree, seen: &Seen, node: usize, words: &Words) -> String {
    if let Some(value) = tree.value(node) {
        return match seen.is_visited {
            true => value.to_string(),
            false => format!("{value}  {}", words.text("tree-never")),
        };
    }
    let mark = if tree.is_max(node) { "△" } else { "▽" };
    if !seen.is_visited {
        return format!("{mark}  {}", words.text("tree-never"));
    }
    let end =
        |value: Option<i32>, none: &str| value.map_or_else(|| none.to_owned(), |v| v.to_string());
    let bound = match (&seen.cut, tree.is_max(node)) {
        (None, _) => "",
        (Some(_), true) => "≥",
        (Some(_), false) => "≤",
    };
    let value = end(seen.value, "");
    format!("{mark} {bound}{value}  ({}, {})", end(seen.alpha, "−∞"), end(seen.beta, "+∞"))
}

/// Why the rest of a node cannot matter, with the numbers.
fn why(tree: &TextTree, seen: &[Seen], node: usize, words: &Words) -> String {
    let Some(cut) = &seen[node].cut else { return String::new() };
    let above = match tree.name(cut.ancestor) {
        name if name.is_empty() => words.text("tree-at-root"),
        name => words.fill("tree-at", &[("name", &name)]),
    };
    let key = if tree.is_max(node) { "tree-cut-max" } else { "tree-cut-min" };
    words.fill(
        key,
        &[
            ("value", &cut.value),
            ("bound", &cut.bound),
            ("above", &above),
            ("skipped", &cut.skipped),
        ],
    )
}

fn summary(tree: &TextTree, seen: &[Seen], words: &Words) -> String {
    let visited = seen.iter().filter(|one| one.is_visited).count();
    let value = seen[0].value.unwrap_or_default();
    words.fill(
        "tree-summary",
        &[("value", &value), ("visited", &visited), ("nodes", &tree.n_nodes())],
    ) + "\n"
}
