//! New boards whose objective is their proven maximum, graded by the effort of A*.

use std::time::Duration;

use plywood_contract::{Limits, Message, message};
use serde::Serialize;

use super::boards::NamedBoard;
use super::maximize::{Covering, maximize};
use super::solve::solve;
use super::{Board, Cell, Method};

/// The settings of new boards.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// From 1 to 20.
    pub rows: usize,
    /// From 1 to 20.
    pub columns: usize,
    /// The share of blocked cells, from 0 to 0.9.
    pub density: f64,
    /// The same seed makes the same boards.
    pub seed: u64,
}

/// How hard a board is for A* with the admissible heuristic h3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// At most 1000 nodes.
    Easy,
    /// At most 30 000 nodes.
    Medium,
    /// At most [`MOST_NODES`].
    Hard,
    /// Above that.
    Extreme,
}

/// A* is given up after generating this many nodes.
pub const MOST_NODES: u64 = 500_000;
/// Boards drawn before the search for a good one is given up.
const MOST_DRAWS: u32 = 1000;

impl Grade {
    /// The grade for this many nodes, `None` if A* gave up.
    fn of(nodes: Option<u64>) -> Self {
        match nodes {
            Some(0..=1000) => Self::Easy,
            Some(1001..=30_000) => Self::Medium,
            Some(_) => Self::Hard,
            None => Self::Extreme,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Extreme => "extreme",
        }
    }
}

/// A new board.
#[derive(Clone, Debug, Serialize)]
pub struct Exercise {
    /// `4x6-30-7`: rows, columns, density in percent, seed; then its number among several.
    pub name: String,
    /// The proven maximum.
    pub objective: u32,
    /// How hard it is.
    pub grade: Grade,
    /// Nodes A* generated, unless it gave up.
    pub a_star_nodes: Option<u64>,
    /// The rows as text.
    pub rows: Vec<String>,
    /// The board with its objective.
    #[serde(skip)]
    pub board: Board,
}

/// Why no boards were made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecipeError {
    /// Sides outside 1 to 20.
    Sides(usize, usize),
    /// A density out of range.
    Density(String),
    /// No board met the conditions.
    NoneFound,
    /// Someone raised the flag.
    Cancelled,
}

impl RecipeError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Sides(rows, columns) => message!(
                "recipe-sides",
                "a board has 1 to 20 rows and columns, not {rows}×{columns}",
                rows = *rows,
                columns = *columns
            ),
            Self::Density(text) => message!(
                "recipe-density",
                "the density is the share of blocked cells, from 0 to 0.9, not {text}",
                text = &**text
            ),
            Self::NoneFound => message!(
                "recipe-none",
                "too few of {n} boards had room to play and a maximum that could be proven in time: try a lower density or more time",
                n = MOST_DRAWS
            ),
            Self::Cancelled => message!("recipe-cancelled", "interrupted"),
        }
    }
}

plywood_contract::explained!(RecipeError);

/// Makes `count` boards. `limits` hold for the proof of each maximum; boards that take longer are left
/// out.
pub fn generate(
    recipe: Recipe,
    count: usize,
    limits: &Limits,
) -> Result<Vec<Exercise>, RecipeError> {
    let Recipe { rows, columns, density, seed } = recipe;
    if !(1..=20).contains(&rows) || !(1..=20).contains(&columns) {
        return Err(RecipeError::Sides(rows, columns));
    }
    if !(0.0..=0.9).contains(&density) {
        return Err(RecipeError::Density(density.to_string()));
    }
    let mut random = Random(seed);
    let mut exercises = Vec::new();
    for _ in 0..MOST_DRAWS {
        if exercises.len() == count {
            break;
        }
        if limits.cancel.is_raised() {
            return Err(RecipeError::Cancelled);
        }
        let mut name = format!("{rows}x{columns}-{:.0}-{seed}", 100.0 * density);
        if count > 1 {
            name += &format!("-{}", exercises.len() + 1);
        }
        let board = NamedBoard { name, board: draw(&recipe, &mut random) };
        exercises.extend(grade(board, limits));
    }
    if exercises.len() < count { Err(RecipeError::NoneFound) } else { Ok(exercises) }
}

/// A random board whose start is free.
fn draw(recipe: &Recipe, random: &mut Random) -> Board {
    let n_cells = recipe.rows * recipe.columns;
    let n_blocked = (recipe.density * (n_cells - 1) as f64).round() as usize;
    // The first of a shuffled list of all cells but the start.
    let mut places: Vec<usize> = (1..n_cells).collect();
    for i in 0..n_blocked {
        let other = i + random.below((places.len() - i) as u64) as usize;
        places.swap(i, other);
    }
    let mut cells = vec![vec![Cell::Empty; recipe.columns]; recipe.rows];
    for &place in &places[..n_blocked] {
        cells[place / recipe.columns][place % recipe.columns] = Cell::Blocked;
    }
    Board::new(&cells, None).expect("the sides were checked")
}

/// The board with its maximum as objective and its grade; `None` if the maximum was not proven in time or
/// most of the board cannot be reached.
fn grade(mut board: NamedBoard, limits: &Limits) -> Option<Exercise> {
    let most = maximize(&Covering::of(&board), limits, |_| {}).ok()?;
    if !most.proven || 4 * most.cells < board.board.count(Cell::Empty) {
        return None;
    }
    board.board.objective = Some(most.cells);
    let method: Method = "a-star:heuristic=h3".parse().expect("a known method");
    let tries = Limits {
        nodes: Some(MOST_NODES),
        bytes: limits.bytes,
        time: Some(Duration::from_secs(30)),
        cancel: limits.cancel.clone(),
        ..Limits::default()
    };
    let solved = solve(&board, &method, &tries, |_| {}).ok()?;
    let a_star_nodes = solved.is_solved().then_some(solved.generated);
    Some(Exercise {
        objective: most.cells,
        grade: Grade::of(a_star_nodes),
        a_star_nodes,
        rows: board.board.rows_text().lines().map(str::to_owned).collect(),
        name: board.name,
        board: board.board,
    })
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * u128::from(bound)) >> 64) as u64
    }
}
