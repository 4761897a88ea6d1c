//! What views of searches are drawn with: layouts of trees, textbook trees searched, and pages that explain.

use plywood_trees::{TextTree, TreeStep, WatchedSearch, steps, tidy};
use plywood_workbench::engines::PlayStep;
use plywood_workbench::language::{explain, explained};
use plywood_workbench::message;
use plywood_workbench::quiz::of_play;
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Caller, Problem, Status};

/// The most nodes a layout may have; no screen shows more.
const MOST_NODES: usize = 20_000;

/// A tree to lay out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shape {
    /// The node above each node; the first is the root and stands above itself. Siblings come in order.
    parents: Vec<usize>,
}

/// Where each node stands: widths of a node from the left, and levels from the top.
pub(crate) fn layout(shape: &Shape) -> Result<Answer, Problem> {
    let parents = &shape.parents;
    if parents.len() > MOST_NODES {
        return Err(Problem::bad(message!(
            "web-layout-large",
            "the tree is too large: at most {most} nodes",
            most = MOST_NODES
        )));
    }
    let mut children = vec![Vec::new(); parents.len()];
    for (node, &parent) in parents.iter().enumerate().skip(1) {
        // A node comes after the one above it, so that nothing goes in circles.
        if parent >= node {
            return Err(Problem::bad(message!(
                "web-layout-order",
                "`parents`: expected a number below {node} for node {node}, got {parent}",
                node,
                parent
            )));
        }
        children[parent].push(node);
    }
    Ok(Answer::Now(json!({ "places": tidy(&children) })))
}

/// A textbook's tree to search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Textbook {
    tree: String,
    /// Whether every node is looked at.
    #[serde(default)]
    minimax: bool,
    /// Seed of questions about the search.
    #[serde(default)]
    quiz: Option<u64>,
}

/// The steps of a search on it.
pub(crate) fn textbook(asked: &Textbook) -> Result<Answer, Problem> {
    let tree: TextTree = asked.tree.parse().map_err(Problem::bad)?;
    let search = if asked.minimax { WatchedSearch::Minimax } else { WatchedSearch::AlphaBeta };
    let nodes: Vec<_> =
        (0..tree.n_nodes()).map(|node| json!([tree.parent(node), tree.value(node)])).collect();
    let steps = steps(&tree, search);
    let quiz = asked.quiz.map(|seed| {
        let steps: Vec<PlayStep> = steps.iter().map(as_play).collect();
        of_play(&steps, seed)
    });
    let tree = tree.to_string();
    Ok(Answer::Now(json!({ "tree": tree, "nodes": nodes, "steps": steps, "quiz": quiz })))
}

/// A step on a textbook's tree as one of a game.
fn as_play(step: &TreeStep) -> PlayStep {
    let number = |node: usize| node as u32;
    match step.clone() {
        TreeStep::Enter { node, parent, step, ply, depth, seat, alpha, beta } => PlayStep::Enter {
            node: number(node),
            parent: parent.map(number),
            step,
            ply,
            depth,
            seat,
            alpha: alpha.map(f64::from),
            beta: beta.map(f64::from),
        },
        TreeStep::Leave { node, value, origin } => {
            PlayStep::Leave { node: number(node), value: value.into(), origin }
        }
        TreeStep::Cut { node, step, value, alpha, beta, cut, reason, skipped, ancestor, has } => {
            PlayStep::Cut {
                node: number(node),
                step,
                value: value.into(),
                alpha: alpha.map(f64::from),
                beta: beta.map(f64::from),
                cut,
                reason,
                skipped,
                ancestor: ancestor.map(number),
                has: has.map(f64::from),
            }
        }
    }
}

/// The page on an algorithm, an engine or a heuristic, as the terminal shows it.
pub(crate) fn page(who: &Caller, name: &str) -> Result<Answer, Problem> {
    let text = explain(name, who.words.language()).ok_or_else(|| {
        let list: Vec<&str> = explained().collect();
        Problem::new(
            Status::Missing,
            message!(
                "web-not-explained",
                "there is no page on `{name}`: expected one of {list}",
                name = name.to_owned(),
                list
            ),
        )
    })?;
    Ok(Answer::Now(json!({ "name": name, "text": text })))
}
