//! Paths on a drawn map.

use plywood_contract::{Message, Shown, Spot, message};
use plywood_games::grid::{Cell, Grid};
use plywood_judges::grid::GridHeuristic;

use super::problems::{ProblemOffer, Sample, Scenery, guides, load_text, pose, reason};
use crate::problems::{Guide, Posable};
use crate::script::{Fact, Facts};

pub(crate) static OFFER: ProblemOffer = ProblemOffer {
    name: "grid",
    also: &["map", "path"],
    title: message!("problem-grid", "Paths on a map"),
    about: message!(
        "problem-grid-about",
        "the cheapest way from S to G around walls and over rough ground, with four or eight neighbours"
    ),
    form: message!(
        "problem-grid-form",
        "a map in rows, as lines or joined by `/`: `.` costs 1, `1` to `9` their number, `#` is a wall, `S` and `G` start and goal; `diagonal=true` for eight neighbours"
    ),
    steps: message!("steps-steps", "steps"),
    samples: &[
        Sample {
            name: "open",
            text: "......../......../..S...../......../......G./......../........",
        },
        // The straight way leads into a dead end, and every estimate leads there first.
        Sample {
            name: "trap",
            text: "............/.....####.../........#.../..S.....#.G./........#.../.....####.../............",
        },
        Sample {
            name: "walls",
            text: "S..#......../.#.#.####.#./.#...#....#./.#####.####./.....#....../####.#.###.#/......#....G",
        },
        // Greedy search wades straight through; A* goes around.
        Sample {
            name: "swamp",
            text: "............/...5555...../..S5995..G../...5995...../...5555...../............",
        },
        Sample {
            name: "diagonal",
            text: "............/.####..####./.#........#./.#.S..#...#./.#....#.G.#./.####..####./............ diagonal=true",
        },
    ],
    first: "swamp",
    heuristic: "octile",
    is_trail: true,
    minute: [
        Scenery::of("walls", ""),
        Scenery::of("walls", "right right down down"),
        Scenery::of("swamp", ""),
        Scenery::of("swamp", "up up right right right right right right down right down"),
    ],
    heuristics: guides::<Grid>,
    facts: || {
        let fact = |name, about| Fact { name, about };
        vec![
            fact("row", message!("fact-row", "the row one is in; the top one is 0")),
            fact("column", message!("fact-column", "the column one is in; the left one is 0")),
            fact("goal_row", message!("fact-goal-row", "the row of the goal")),
            fact("goal_column", message!("fact-goal-column", "the column of the goal")),
            fact("rows", message!("fact-rows", "how many rows there are")),
            fact("columns", message!("fact-columns", "how many columns there are")),
            fact("diagonal", message!("fact-diagonal", "whether there are eight neighbours")),
            fact(
                "unit",
                message!(
                    "fact-unit",
                    "what the cheapest straight step costs: 1, or 2 with eight neighbours"
                ),
            ),
            fact("map", message!("fact-map", "what each cell costs, row by row; 0 for a wall")),
        ]
    },
    script: "// Rows and columns to the goal, as the crow flies.
let dr = row - goal_row;
let dc = column - goal_column;
floor(sqrt((dr * dr + dc * dc).to_float()) * unit)",
    load: load_text,
    read: |text| Grid::read(text).map(|grid| vec![pose(grid)]).map_err(reason),
};

impl Posable for Grid {
    type Guide = GridHeuristic;

    fn offer() -> &'static ProblemOffer {
        &OFFER
    }

    fn text(&self) -> String {
        self.to_string()
    }

    /// Start and goal stay until they are put elsewhere: nothing else is painted over them.
    fn painted(&self, strokes: &[(Spot, char)]) -> Option<String> {
        let mut cells = self.map().cells().to_vec();
        for &(at, mark) in strokes {
            let Some(cell) = Cell::from_mark(mark) else { continue };
            let is_end = |cell: Cell| matches!(cell, Cell::Start | Cell::Goal);
            match cells.get(usize::from(at)) {
                Some(&old) if !is_end(old) => {}
                _ => continue,
            }
            if is_end(cell) {
                cells.iter_mut().filter(|old| **old == cell).for_each(|old| *old = Cell::Open(1));
            }
            cells[usize::from(at)] = cell;
        }
        let rows = cells.chunks(self.map().n_columns().max(1));
        let rows = rows.map(|row| row.iter().map(|cell| cell.mark()).collect::<String>());
        let suffix = if self.diagonal() { " diagonal=true" } else { "" };
        Some(rows.collect::<Vec<_>>().join("/") + suffix)
    }

    fn tell(&self, &at: &u16, facts: &mut Facts<'_>) {
        let map = self.map();
        let place = |at: usize| (at / map.n_columns().max(1), at % map.n_columns().max(1));
        let goal = map.cells().iter().position(|cell| *cell == Cell::Goal).unwrap_or_default();
        facts.number("row", || place(at.into()).0 as i64);
        facts.number("column", || place(at.into()).1 as i64);
        facts.number("goal_row", || place(goal).0 as i64);
        facts.number("goal_column", || place(goal).1 as i64);
        facts.number("rows", || map.n_rows() as i64);
        facts.number("columns", || map.n_columns() as i64);
        facts.truth("diagonal", self.diagonal());
        facts.number("unit", || self.unit().into());
        facts.list("map", || map.cells().iter().map(|cell| cell.cost().unwrap_or(0).into()));
    }
}

impl Guide<Grid> for GridHeuristic {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Manhattan => &["manhattan"],
            Self::Octile => &["octile"],
        }
    }

    fn explain(self) -> Message {
        Self::explain(self)
    }

    /// Not with eight neighbours, where the distance by rows and columns is too long.
    fn is_admissible(self) -> bool {
        self == Self::Octile
    }
}
