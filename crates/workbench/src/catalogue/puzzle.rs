//! *Blokus Uno*, the course's puzzle.

use std::sync::Arc;

use plywood_contract::{Message, message};
use plywood_games::bits::Bits;
use plywood_games::blokus::puzzle::{Board, BoardError, Cell, Puzzle, read_boards, words_for};
use plywood_judges::puzzle::PuzzleHeuristic;

use super::problems::{ProblemOffer, Sample, Scenery, guides, pose};
use crate::problems::{Guide, Instance, Posable, Quest};
use crate::puzzle::load;
use crate::script::{Fact, Facts};

pub(crate) static OFFER: ProblemOffer = ProblemOffer {
    name: "blokus-puzzle",
    also: &["puzzle", "blokus-uno"],
    title: message!("problem-puzzle", "Blokus Uno"),
    about: message!(
        "problem-puzzle-about",
        "cover as many cells as the objective asks with pieces that touch at corners only"
    ),
    form: message!("problem-puzzle-form", "rows of `.`, `#` and `1` and a line `objective: N`"),
    steps: message!("steps-pieces", "pieces"),
    samples: &[
        Sample { name: "A", text: include_str!("../../data/boards/A.txt") },
        Sample { name: "B", text: include_str!("../../data/boards/B.txt") },
        Sample { name: "C", text: include_str!("../../data/boards/C.txt") },
        Sample { name: "D", text: include_str!("../../data/boards/D.txt") },
        Sample { name: "E", text: include_str!("../../data/boards/E.txt") },
        Sample { name: "F", text: include_str!("../../data/boards/F.txt") },
    ],
    first: "B",
    heuristic: "h3",
    is_trail: false,
    minute: [
        Scenery::of("B", "b@a1"),
        Scenery::of("B", "b@a1 b@c3"),
        Scenery::of("B", "b@a1 b@c3 b@e1"),
        Scenery::of("B", "b@a1 b@c3 b@e1 b@a5 b@e5"),
    ],
    heuristics: guides::<Puzzle<7>>,
    facts: || {
        let fact = |name, about| Fact { name, about };
        vec![
            fact("rows", message!("fact-rows", "how many rows there are")),
            fact("columns", message!("fact-columns", "how many columns there are")),
            fact("objective", message!("fact-objective", "how many cells are asked for")),
            fact("covered", message!("fact-covered", "how many cells are covered")),
            fact(
                "left",
                message!("fact-left", "how many are still missing; 0 once there are enough"),
            ),
            fact("open", message!("fact-open", "how many cells may still be covered")),
            fact("corners", message!("fact-corners", "at how many cells a piece may join on")),
            fact(
                "board",
                message!(
                    "fact-board",
                    "row by row: 0 for a free cell, 1 for an own one, 2 for a blocked one"
                ),
            ),
        ]
    },
    script: "// The largest piece covers five cells.
(left + 4) / 5",
    load: |_, what| {
        let boards = load(what).map_err(|e| e.message())?;
        let posed = boards.into_iter().map(|board| {
            let quest = posed(&board.board).map_err(|e| e.message())?;
            Ok(Instance { name: board.name, quest })
        });
        posed.collect()
    },
    read: |text| {
        let boards = read_boards(text).map_err(|e| e.message())?;
        boards.iter().map(|board| posed(board).map_err(|e| e.message())).collect()
    },
};

/// The puzzle on a board, as narrow as the board allows.
pub(crate) fn posed(board: &Board) -> Result<Arc<dyn Quest>, BoardError> {
    Ok(match words_for(board) {
        0..=2 => pose(Puzzle::<2>::new(board)?),
        3..=4 => pose(Puzzle::<4>::new(board)?),
        _ => pose(Puzzle::<7>::new(board)?),
    })
}

impl<const W: usize> Posable for Puzzle<W> {
    type Guide = PuzzleHeuristic;

    fn offer() -> &'static ProblemOffer {
        &OFFER
    }

    fn text(&self) -> String {
        use plywood_contract::Problem;
        self.board(&self.start()).to_string()
    }

    fn objective(&self) -> Option<u32> {
        Some(Self::objective(self))
    }

    fn cells(&self, own: &Bits<W>) -> Option<u32> {
        Some(own.count())
    }

    fn tell(&self, own: &Bits<W>, facts: &mut Facts<'_>) {
        let (objective, covered) = (Self::objective(self), own.count());
        let board = self.board(own);
        facts.number("rows", || board.rows() as i64);
        facts.number("columns", || board.columns() as i64);
        facts.number("objective", || objective.into());
        facts.number("covered", || covered.into());
        facts.number("left", || objective.saturating_sub(covered).into());
        facts.number("open", || self.open_cells(*own).count().into());
        facts.number("corners", || {
            let open = self.open_cells(*own);
            self.live_corners(*own, open).count().into()
        });
        facts.list("board", || {
            let cells =
                (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
            cells.map(|(row, column)| match board.cell(row, column) {
                Cell::Empty => 0,
                Cell::Own => 1,
                Cell::Blocked => 2,
            })
        });
    }
}

impl<const W: usize> Guide<Puzzle<W>> for PuzzleHeuristic {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn names(self) -> &'static [&'static str] {
        Self::names(self)
    }

    fn explain(self) -> Message {
        Self::explain(self)
    }

    fn is_admissible(self) -> bool {
        Self::is_admissible(self)
    }
}
