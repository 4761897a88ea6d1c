//! Heuristics for paths on a map: how much more will it cost?

use plywood_contract::{Cost, Heuristic, Message, message};
use plywood_games::grid::Grid;

/// The heuristics by name. All count in the map's own unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridHeuristic {
    /// Rows and columns to the goal, every cell as cheap as can be.
    Manhattan,
    /// The same with diagonal steps wherever they help.
    Octile,
}

impl GridHeuristic {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Manhattan, Self::Octile];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::Octile => "octile",
        }
    }

    /// What it counts and what it promises, in a sentence.
    pub fn explain(self) -> Message {
        match self {
            Self::Manhattan => message!(
                "grid-manhattan",
                "rows and columns to the goal: never overestimates with four neighbours, but does with eight"
            ),
            Self::Octile => message!(
                "grid-octile",
                "diagonal steps first, then straight ones: never overestimates"
            ),
        }
    }

    /// Whether it never overestimates on this map.
    pub fn is_admissible(self, grid: &Grid) -> bool {
        self == Self::Octile || !grid.diagonal()
    }
}

impl Heuristic<Grid> for GridHeuristic {
    #[inline]
    fn h(&self, grid: &Grid, at: &u16) -> Cost {
        let (rows, columns) = grid.to_goal(*at);
        match (self, grid.diagonal()) {
            (Self::Manhattan, _) => grid.unit() * (rows + columns),
            (Self::Octile, true) => 2 * rows.max(columns) + rows.min(columns),
            // Where a diagonal step would take two straight ones, one and a half are a safe guess.
            (Self::Octile, false) => rows.max(columns) + rows.min(columns) / 2,
        }
    }
}
