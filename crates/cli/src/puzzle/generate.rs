//! `plywood puzzle generate`.

use plywood_workbench::language::Words;
use plywood_workbench::puzzle::{Exercise, Grade, MOST_NODES, Recipe, generate};
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use super::args::GenerateArguments;
use crate::Done;
use crate::problem::default_memory;
use crate::screen::{say, say_json};

pub(super) fn run(
    arguments: &GenerateArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let recipe = Recipe {
        rows: arguments.rows,
        columns: arguments.cols,
        density: arguments.density,
        seed: arguments.seed,
    };
    let limits = Limits {
        bytes: Some(default_memory()),
        cancel: cancel.clone(),
        ..Limits::time(arguments.time)
    };
    let exercises = generate(recipe, arguments.count.into(), &limits)?;
    if arguments.json {
        let mut boards = serde_json::to_value(&exercises)?;
        for board in boards.as_array_mut().into_iter().flatten() {
            // One name for one thing: a board's name is `board` in every command.
            let fields = std::mem::take(board);
            let serde_json::Value::Object(fields) = fields else { continue };
            let renamed = |(name, value): (String, _)| match name.as_str() {
                "name" => ("board".to_owned(), value),
                _ => (name, value),
            };
            *board = serde_json::Value::Object(fields.into_iter().map(renamed).collect());
        }
        say_json(&json!({ "boards": boards }))?;
    } else if let [exercise] = &exercises[..] {
        // One board is a file of boards; what is said about it goes elsewhere.
        crate::screen::tell(&about(exercise, words));
        say(&exercise.board.to_string())?;
    } else {
        for exercise in &exercises {
            say(&format!("{}\n{}\n", about(exercise, words), exercise.board))?;
        }
    }
    Ok(Done::Yes)
}

fn about(exercise: &Exercise, words: &Words) -> String {
    let nodes = match exercise.a_star_nodes {
        Some(nodes) => words.fill("puzzle-a-star-nodes", &[("nodes", &nodes)]),
        None => words.fill("puzzle-a-star-many", &[("nodes", &MOST_NODES)]),
    };
    let grade = words.text(match exercise.grade {
        Grade::Easy => "puzzle-grade-easy",
        Grade::Medium => "puzzle-grade-medium",
        Grade::Hard => "puzzle-grade-hard",
        Grade::Extreme => "puzzle-grade-extreme",
    });
    words.fill(
        "puzzle-exercise",
        &[
            ("name", &exercise.name),
            ("cells", &exercise.objective),
            ("grade", &grade),
            ("nodes", &nodes),
        ],
    )
}
