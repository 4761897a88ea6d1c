//! Sliding tiles: the 8-puzzle and the 15-puzzle.

use std::sync::Arc;

use plywood_contract::{Message, Problem, Shown, message};
use plywood_games::tiles::{Board, Tiles};
use plywood_judges::tiles::TilesHeuristic;

use super::problems::{ProblemOffer, Sample, Scenery, guides, load_text, pose, reason};
use crate::problems::{Guide, Posable, Quest};
use crate::script::{Fact, Facts};

pub(crate) static OFFER: ProblemOffer = ProblemOffer {
    name: "tiles",
    also: &["8-puzzle", "15-puzzle", "sliding-tiles"],
    title: message!("problem-tiles", "Sliding tiles"),
    about: message!(
        "problem-tiles-about",
        "the 8-puzzle and the 15-puzzle: slide the tiles until the gap comes first, then 1, 2, 3 …"
    ),
    form: message!(
        "problem-tiles-form",
        "9 or 16 tiles row by row, 0 for the gap, as in `1 2 0 3 4 5 6 7 8`"
    ),
    steps: message!("steps-slides", "slides"),
    samples: &[
        Sample { name: "8-easy", text: "1 4 2 3 5 8 6 7 0" },
        Sample { name: "8-short", text: "2 4 5 0 1 8 3 6 7" },
        Sample { name: "8-middle", text: "1 4 3 0 6 5 2 7 8" },
        Sample { name: "8-long", text: "8 0 1 5 7 6 2 4 3" },
        Sample { name: "15-easy", text: "1 2 6 3 4 5 10 7 8 9 14 11 12 13 15 0" },
        Sample { name: "15-middle", text: "2 10 3 11 4 8 15 1 13 6 14 12 7 9 0 5" },
        Sample { name: "15-long", text: "1 0 11 4 2 5 8 12 13 6 14 10 9 7 3 15" },
    ],
    first: "8-short",
    heuristic: "manhattan",
    is_trail: false,
    minute: [
        Scenery::of("8-short", ""),
        Scenery::of("8-short", "left"),
        Scenery::of("8-short", "left down right up up left"),
        Scenery::of("8-short", "left down right up up left left down down right right"),
    ],
    heuristics: guides::<Tiles<3>>,
    facts: || {
        let fact = |name, about| Fact { name, about };
        vec![
            fact("size", message!("fact-size", "how many rows and columns there are: 3 or 4")),
            fact(
                "tiles",
                message!(
                    "fact-tiles",
                    "the tile on each cell, row by row, 0 for the gap; in the end tile 5 is on cell 5"
                ),
            ),
            fact(
                "gap",
                message!(
                    "fact-gap",
                    "the cell of the gap; cell 5 is in row 5 / size, column 5 % size"
                ),
            ),
        ]
    },
    script: "// How many tiles are not where they belong?
let n = 0;
for cell in 0..tiles.len() {
    if tiles[cell] != 0 && tiles[cell] != cell { n += 1; }
}
n",
    load: load_text,
    read,
};

/// One board, or one on each line.
fn read(text: &str) -> Result<Vec<Arc<dyn Quest>>, Message> {
    let lines =
        || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let n_tiles = |line: &str| line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).count();
    // A board may also be written row by row; then no line holds a whole one.
    let is_listed = lines().count() > 1 && lines().all(|line| n_tiles(line) > 4);
    if !is_listed {
        let whole = lines().collect::<Vec<_>>().join(" ");
        return read_one(&whole).map(|quest| vec![quest]);
    }
    let numbered = text.lines().map(str::trim).zip(1..);
    let boards = numbered.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let read = |(line, n): (&str, i32)| {
        read_one(line).map_err(|reason| message!("of-line", "line {n}: {reason}", n, reason))
    };
    boards.map(read).collect()
}

fn read_one(text: &str) -> Result<Arc<dyn Quest>, Message> {
    let n = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).count();
    match n {
        0..=12 => Tiles::<3>::read(text).map(pose).map_err(reason),
        _ => Tiles::<4>::read(text).map(pose).map_err(reason),
    }
}

impl<const N: usize> Posable for Tiles<N> {
    type Guide = TilesHeuristic;

    fn offer() -> &'static ProblemOffer {
        &OFFER
    }

    fn text(&self) -> String {
        self.state_text(&self.start())
    }

    fn tell(&self, board: &Board, facts: &mut Facts<'_>) {
        facts.number("size", || N as i64);
        facts.list("tiles", || (0..N * N).map(|cell| board.tile(cell).into()));
        facts.number("gap", || board.gap() as i64);
    }

    fn note(&self) -> Option<Message> {
        (!self.is_solvable()).then(|| {
            message!(
                "tiles-unsolvable",
                "these tiles cannot be put in order: that holds for every other arrangement, and a search can only exhaust the rest"
            )
        })
    }
}

impl<const N: usize> Guide<Tiles<N>> for TilesHeuristic {
    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Manhattan => &["manhattan"],
            Self::LinearConflict => &["linear-conflict", "lc"],
        }
    }

    fn fact(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear_conflict",
        }
    }

    fn explain(self) -> Message {
        Self::explain(self)
    }

    fn is_admissible(self) -> bool {
        Self::is_admissible(self)
    }
}
