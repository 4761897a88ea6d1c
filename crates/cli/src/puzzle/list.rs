//! `boards` and `show`.

use plywood_workbench::language::Words;
use plywood_workbench::puzzle::Cell;
use plywood_workbench::puzzle::{NamedBoard, builtins, load};
use serde_json::json;

use super::load_one;
use crate::Done;
use crate::screen::{Style, draw_board, say, say_json, side_by_side, styled};

pub(super) fn boards(files: &[String], as_json: bool, words: &Words) -> anyhow::Result<Done> {
    let mut boards = Vec::new();
    for file in files {
        boards.extend(crate::input::reading(|| load(file))?);
    }
    if files.is_empty() {
        boards = builtins();
    }
    if as_json {
        let list: Vec<_> = boards.iter().map(board_json).collect();
        say_json(&json!({ "boards": list }))?;
        return Ok(Done::Yes);
    }
    let heading = |board: &NamedBoard| match board.board.objective {
        Some(objective) => {
            words.fill("puzzle-title", &[("name", &board.name), ("cells", &objective)])
        }
        None => board.name.clone(),
    };
    let blocks: Vec<_> =
        boards.iter().map(|board| (heading(board), draw_board(&board.board, None))).collect();
    let width = |board: &NamedBoard| board.board.columns().max(heading(board).chars().count());
    let widest = boards.iter().map(width).max().unwrap_or(0);
    say(&side_by_side(&blocks, widest))?;
    Ok(Done::Yes)
}

pub(super) fn show(name: &str, as_json: bool, words: &Words) -> anyhow::Result<Done> {
    let board = load_one(name, None)?;
    if as_json {
        say_json(&board_json(&board))?;
        return Ok(Done::Yes);
    }
    let (rows, columns) = (board.board.rows(), board.board.columns());
    let objective = match board.board.objective {
        Some(objective) => words.fill("puzzle-objective-cells", &[("cells", &objective)]),
        None => words.text("puzzle-no-objective"),
    };
    let free = board.board.count(Cell::Empty);
    let lines = draw_board(&board.board, None).join("\n");
    let title = words.fill("puzzle-board-name", &[("name", &board.name)]);
    let about = words.fill(
        "puzzle-about",
        &[
            ("title", &styled(&title, Style::Heading)),
            ("rows", &rows),
            ("columns", &columns),
            ("free", &free),
            ("objective", &objective),
        ],
    );
    say(&format!("{about}\n\n{lines}\n"))?;
    Ok(Done::Yes)
}

fn board_json(board: &NamedBoard) -> serde_json::Value {
    let rows: Vec<String> = board.board.rows_text().lines().map(str::to_owned).collect();
    json!({
        "board": board.name,
        "objective": board.board.objective,
        "rows": rows,
        "free": board.board.count(Cell::Empty),
    })
}
