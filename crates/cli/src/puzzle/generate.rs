//! `plywood puzzle generate`.

use plywood_workbench::puzzle::{Exercise, MOST_NODES, Recipe, generate};
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use super::default_memory;
use crate::Done;
use crate::args::GenerateArguments;
use crate::screen::{say, say_json};

pub(super) fn run(arguments: &GenerateArguments, cancel: &Cancel) -> anyhow::Result<Done> {
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
        say_json(&json!({ "boards": exercises }))?;
    } else if let [exercise] = &exercises[..] {
        // One board is a file of boards; what is said about it goes elsewhere.
        eprintln!("{}", about(exercise));
        say(&exercise.board.to_string())?;
    } else {
        for exercise in &exercises {
            say(&format!("{}\n{}\n", about(exercise), exercise.board))?;
        }
    }
    Ok(Done::Yes)
}

fn about(exercise: &Exercise) -> String {
    let nodes = match exercise.a_star_nodes {
        Some(nodes) => format!("A* generates {nodes} nodes"),
        None => format!("A* needs more than {MOST_NODES} nodes"),
    };
    format!("{}: {} cells, {}, {nodes}", exercise.name, exercise.objective, exercise.grade.name())
}
