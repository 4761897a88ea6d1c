//! The rules: where a knight may go, what a landing removes, and when it is over.

use plywood_contract::{Game, Keyed, Scored, Seat};

use super::board::{Board, Position, State};
use super::cells::{Cell, N_CELLS, NOWHERE, bit, cells};

/// How the knights come onto the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Placement {
    /// Each goes to the highest number of its row, player 1 first, before the game starts. Nobody
    /// chooses: where a placement on a double removes another, it is the largest.
    #[default]
    Auto,
    /// The first two plies are placements, on any number of the row.
    Choose,
}

/// Which other double goes when a knight lands on a double.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Doubles {
    /// The mover says which.
    #[default]
    Choose,
    /// Always the largest.
    Largest,
}

/// Whether a knight placed on a double removes another double.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlacementDoubles {
    /// It removes none, as in the original program.
    #[default]
    None,
    /// It removes one as a move does.
    AsMove,
}

/// The rules that a game may vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the knights come onto the board.
    pub placement: Placement,
    /// Which other double a double removes.
    pub doubles: Doubles,
    /// Whether placing a knight on a double removes another one too.
    pub placement_doubles: PlacementDoubles,
    /// Whether 00 counts as a double.
    pub zero_double: bool,
}

/// The game: its rules and the board it starts from.
///
/// The default is the board of seed 0 under the default rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cavalo {
    rules: Rules,
    board: Board,
    start: Position,
}

impl Cavalo {
    /// The game on the board that a seed stands for, always the same one.
    pub fn shuffled(seed: u64, rules: Rules) -> Self {
        Self::with_board(Board::shuffled(seed), rules)
    }

    /// The game on a given board.
    pub fn with_board(board: Board, rules: Rules) -> Self {
        let mut start = unplaced(&board, rules);
        if rules.placement == Placement::Auto {
            for _ in Seat::BOTH {
                let step = placement_on_highest(&start, rules.placement_doubles);
                start.land(step.to, step.removed);
            }
        }
        Self { rules, board, start }
    }

    /// The placements that were made before the first move, each with the position before it; none
    /// where players choose them.
    pub fn automatic_placements(&self) -> Vec<(Position, Move)> {
        let mut position = unplaced(&self.board, self.rules);
        let mut placements = Vec::new();
        if self.rules.placement == Placement::Auto {
            for _ in Seat::BOTH {
                let step = placement_on_highest(&position, self.rules.placement_doubles);
                placements.push((position.clone(), step));
                position.land(step.to, step.removed);
            }
        }
        placements
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The board the game starts from, before any placement.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move, should it land on a double, removes another one.
    #[inline]
    pub fn removes_doubles(&self, position: &Position) -> bool {
        self.rules.placement_doubles == PlacementDoubles::AsMove
            || position.knight(position.turn()).is_some()
    }

    /// Appends a move for every way to land on this double.
    fn push_landings_on_double(&self, position: &Position, cell: Cell, out: &mut Vec<Move>) {
        let landing = |removed: Cell| Move { to: cell.0, removed: removed.0 };
        let first = out.len();
        match self.rules.doubles {
            _ if !self.removes_doubles(position) => {}
            Doubles::Choose => {
                let others = position.doubles_in_order().filter(|&other| other != cell);
                out.extend(others.map(landing));
            }
            Doubles::Largest => out.extend(largest_other_double(position, cell).map(landing)),
        }
        if out.len() == first {
            out.push(Move { to: cell.0, removed: NOWHERE });
        }
    }
}

impl Default for Cavalo {
    fn default() -> Self {
        Self::shuffled(0, Rules::default())
    }
}

/// The board with all its numbers and both knights waiting.
fn unplaced(board: &Board, rules: Rules) -> Position {
    let numbers: [Option<u8>; N_CELLS] = board.numbers().map(Some);
    Position::new(&numbers, [None; 2], [0; 2], Seat::One, rules.zero_double)
}

/// The placement of the side to move on the highest number of its row.
fn placement_on_highest(position: &Position, doubles: PlacementDoubles) -> Move {
    let targets = cells(position.targets(position.turn()));
    let highest = targets.max_by_key(|&cell| position.number(cell));
    // A landing takes two numbers off, and the knights' rows are too far apart for attacks.
    let cell = highest.expect("a full board leaves at least eight numbers in each home row");
    if position.doubles() & cell.bit() == 0 {
        return Move::plain(position, cell.0);
    }
    let other = match doubles {
        PlacementDoubles::None => None,
        PlacementDoubles::AsMove => largest_other_double(position, cell),
    };
    Move { to: cell.0, removed: other.map_or(NOWHERE, |other| other.0) }
}

fn largest_other_double(position: &Position, cell: Cell) -> Option<Cell> {
    position.doubles_in_order().rfind(|&other| other != cell)
}

/// Where the knight goes and which other cell loses its number by that, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    to: u8,
    removed: u8,
}

impl Move {
    /// The forced pass.
    pub const PASS: Self = Self { to: NOWHERE, removed: NOWHERE };

    /// The move onto a number that is no double.
    #[inline]
    fn plain(position: &Position, to: u8) -> Self {
        Self { to, removed: position.mirror_place(to) }
    }

    /// The cell the knight goes to or is placed on; `None` for a pass.
    #[inline]
    pub fn to(self) -> Option<Cell> {
        (self.to != NOWHERE).then_some(Cell(self.to))
    }

    /// The other cell that loses its number: that of the mirrored number or of another double.
    #[inline]
    pub fn removed(self) -> Option<Cell> {
        (self.removed != NOWHERE).then_some(Cell(self.removed))
    }
}

/// The state before the move: everything that play changes.
#[derive(Clone, Copy, Debug)]
pub struct Undo(State);

/// Moves come by destination in reading order, and by ascending number of the removed double.
///
/// A knight that waits is placed when its turn comes, whatever the rules say on placement: the
/// start of a game with [`Placement::Auto`] has no such knight, but a position that was read may.
/// If its row leaves it no cell its side passes, and tries again at its next turn.
impl Game for Cavalo {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        position.turn()
    }

    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let mut targets = position.targets(position.turn());
        if targets == 0 && position.targets(position.turn().other()) != 0 {
            out.push(Move::PASS);
        }
        let doubles = position.doubles();
        while targets != 0 {
            let cell = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            if doubles & bit(cell) == 0 {
                out.push(Move::plain(position, cell));
            } else {
                self.push_landings_on_double(position, Cell(cell), out);
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Move) -> Undo {
        Undo(match step {
            Move::PASS => position.pass(),
            Move { to, removed } => position.land(to, removed),
        })
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: Move, undo: Undo) {
        position.restore(undo.0);
    }

    fn is_pass(&self, step: Move) -> bool {
        step == Move::PASS
    }

    #[inline]
    fn result(&self, position: &Position) -> Option<i32> {
        let is_over = Seat::BOTH.into_iter().all(|seat| position.targets(seat) == 0);
        let [one, two] = position.points().map(|points| points as i32);
        is_over.then_some(one - two)
    }

    /// Counts bits: a landing on a double is as many moves as there are others to choose from.
    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        let targets = position.targets(position.turn());
        if targets == 0 {
            return u64::from(position.targets(position.turn().other()) != 0);
        }
        let landings = u64::from(targets.count_ones());
        let doubles = position.doubles();
        let is_chosen = self.rules.doubles == Doubles::Choose && self.removes_doubles(position);
        if !is_chosen || targets & doubles == 0 {
            return landings;
        }
        let choices = u64::from(doubles.count_ones() - 1).max(1);
        landings + u64::from((targets & doubles).count_ones()) * (choices - 1)
    }
}

impl Keyed for Cavalo {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Scored for Cavalo {
    #[inline]
    fn points(&self, position: &Position) -> [u32; 2] {
        position.points()
    }
}
