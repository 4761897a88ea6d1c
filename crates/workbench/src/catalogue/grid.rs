//! Paths on a drawn map.

use plywood_contract::{Message, Shown, message};
use plywood_games::grid::Grid;
use plywood_judges::grid::GridHeuristic;

use super::problems::{ProblemOffer, Sample, guides, load_text, pose, reason};
use crate::problems::{Guide, Posable};

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
        // The straight way ends in a cup: every estimate leads into it first.
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
    heuristics: guides::<Grid>,
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
