//! Text forms: rows as lines or joined by `/`, and `diagonal=true` for eight neighbours.

use std::fmt;

use plywood_contract::{Refused, message};

use super::map::{Cell, MOST_SIDE, Map};
use super::moves::Grid;
use crate::rows::{cell_name, clip};

/// The map in one line, rows joined by `/`, followed by ` diagonal=true` where that holds.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.map().cells().chunks(self.map().n_columns()).enumerate() {
            f.write_str(if row > 0 { "/" } else { "" })?;
            f.write_str(&cells.iter().map(|cell| cell.mark()).collect::<String>())?;
        }
        f.write_str(if self.diagonal() { " diagonal=true" } else { "" })
    }
}

/// Reads a map, or says which part of it is wrong and what was expected.
pub(super) fn read(text: &str) -> Result<Grid, Refused> {
    let mut rows: Vec<&str> = Vec::new();
    let mut diagonal = None;
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some((name, value)) => {
                let value = read_setting(name, value)?;
                if diagonal.replace(value).is_some() {
                    return Err(message!("grid-twice", "`diagonal` is given twice").into());
                }
            }
            None => rows.extend(word.split('/')),
        }
    }
    let map = read_map(&rows)?;
    for (kind, mark) in [(Cell::Start, 'S'), (Cell::Goal, 'G')] {
        let count = map.cells().iter().filter(|&&cell| cell == kind).count();
        if count != 1 {
            let said = message!(
                "grid-ends",
                "the map has {count} cells `{mark}`: expected one",
                count,
                mark
            );
            return Err(said.into());
        }
    }
    Ok(Grid::new(map, diagonal.unwrap_or(false)).expect("start and goal were counted"))
}

fn read_setting(name: &str, value: &str) -> Result<bool, Refused> {
    match (name, value) {
        ("diagonal", "true") => Ok(true),
        ("diagonal", "false") => Ok(false),
        _ => {
            let said = message!(
                "grid-setting",
                "`{setting}` is not a setting: expected diagonal=true or diagonal=false",
                setting = clip(&format!("{name}={value}"))
            );
            Err(said.into())
        }
    }
}

fn read_map(rows: &[&str]) -> Result<Map, Refused> {
    let n_columns = rows.first().map_or(0, |row| row.chars().count());
    if rows.is_empty() || rows.len() > MOST_SIDE || n_columns == 0 || n_columns > MOST_SIDE {
        let said = message!(
            "grid-size",
            "the map has {rows} rows of {columns} cells: expected 1 to {most} of each",
            rows = rows.len(),
            columns = n_columns,
            most = MOST_SIDE
        );
        return Err(said.into());
    }
    let mut cells = Vec::with_capacity(rows.len() * n_columns);
    for (row, marks) in rows.iter().enumerate() {
        let count = marks.chars().count();
        if count != n_columns {
            let said = message!(
                "grid-row",
                "row {row} has {count} cells: expected {expected}, as row 1",
                row = row + 1,
                count,
                expected = n_columns
            );
            return Err(said.into());
        }
        for (column, mark) in marks.chars().enumerate() {
            cells.push(Cell::from_mark(mark).ok_or_else(|| no_mark(mark, row, column))?);
        }
    }
    Ok(Map { n_columns, cells })
}

fn no_mark(mark: char, row: usize, column: usize) -> Refused {
    message!(
        "grid-mark",
        "`{mark}` on {cell} means nothing: a cell is `.`, 1 to 9, `#`, `S` or `G`",
        mark = mark.escape_debug().to_string(),
        cell = cell_name(row, column)
    )
    .into()
}
