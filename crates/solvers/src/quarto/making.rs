//! Makes the opening table: the value of every board with five pieces by search, the rest by rule.
//!
//! It takes about an hour of one core, so it can stop at any moment and go on later: [`Making::save`]
//! and [`Making::load`]. The boards do not depend on each other: a [`Prover`] may have a few of them
//! anywhere else.
//!
//! That the player who hands over does not lose is proven by one piece that may be handed over. There
//! is mostly a choice, and the boards with six pieces that must then be looked into are fewest when
//! their sets of pieces are of few kinds: a [`Plan`] says which piece leads to these. It halves the
//! work.

use std::collections::HashMap;

use plywood_contract::{Limits, Stop, Stopwatch};
use plywood_games::quarto::{
    Board, Canonical, Cell, Piece, Position, Symmetry, canonical_board, first_level, next_level,
};

use super::opening::{MOST_PLACED, Opening};
use super::solver::{Goal, Problem, Solver, Value};

/// Bytes of the solver's table unless the limits say otherwise: enough to reuse the results of one board for
/// its neighbours.
const TABLE_BYTES: u64 = 1 << 30;

/// The table in progress.
pub struct Making {
    /// By pieces placed, all boards without a line, up to symmetry.
    levels: Vec<Vec<Canonical>>,
    /// The values of the first boards of the last level: in quarto, in quatro.
    values: [Vec<Value>; 2],
}

impl Default for Making {
    fn default() -> Self {
        Self::new()
    }
}

impl Making {
    /// Lists the boards, about a second; no value is known yet.
    pub fn new() -> Self {
        Self::up_to(MOST_PLACED)
    }

    /// The same for a smaller table, with at most `placed` pieces, from 0 to 5. Fewer boards are
    /// searched, but each takes far longer.
    pub fn up_to(placed: u32) -> Self {
        let mut levels = vec![first_level(false)];
        for placed in 0..placed.min(MOST_PLACED) as usize {
            levels.push(next_level(&levels[placed]));
        }
        Self { levels, values: [Vec::new(), Vec::new()] }
    }

    /// The boards whose value is searched for, in the order of the lines of [`Making::save`].
    pub fn boards(&self) -> impl ExactSizeIterator<Item = Board> {
        self.searched().iter().map(|canonical| canonical.board())
    }

    /// How many values are known, and how many are needed.
    pub fn progress(&self) -> (usize, usize) {
        let [quarto, quatro] = &self.values;
        (quarto.len() + quatro.len(), 2 * self.searched().len())
    }

    /// The boards whose value is searched for.
    fn searched(&self) -> &[Canonical] {
        self.levels.last().map_or(&[], Vec::as_slice)
    }

    /// What is known so far, as text: two lines of digits, 0 for a loss, 1 a draw, 2 a win.
    pub fn save(&self) -> String {
        let line = |values: &Vec<Value>| -> String {
            let digits = values.iter().map(|&value| char::from(b'0' + value as u8));
            digits.chain(['\n']).collect()
        };
        self.values.iter().map(line).collect()
    }

    /// Resumes from what was saved; returns `false` and changes nothing if the text is something else.
    pub fn load(&mut self, text: &str) -> bool {
        let line = |line: &str| -> Option<Vec<Value>> {
            let value = |digit| Some([Value::Loss, Value::Draw, Value::Win][value_index(digit)?]);
            let values: Option<Vec<Value>> = line.chars().map(value).collect();
            values.filter(|values| values.len() <= self.searched().len())
        };
        let lines: Option<Vec<_>> = text.lines().map(line).collect();
        let Some(Ok(values)) = lines.map(<[Vec<Value>; 2]>::try_from) else {
            return false;
        };
        self.values = values;
        true
    }

    /// Works until all values are known or a limit is reached, on this many threads; `watch` is called after every
    /// board. The limits' bytes are the size of the solver's table.
    pub fn run(
        &mut self,
        limits: &Limits,
        threads: usize,
        mut watch: impl FnMut(&Self),
    ) -> Option<Stop> {
        let stopwatch = Stopwatch::start();
        let bytes = limits.bytes.unwrap_or(TABLE_BYTES);
        let mut prover = Prover::new(bytes, threads, self.levels.len() as u32 - 1);
        for game in 0..2 {
            while let Some(canonical) = self.searched().get(self.values[game].len()) {
                let left = limits.less(stopwatch.elapsed(), prover.solver.nodes());
                let board = canonical.board();
                let value = match game {
                    0 => prover.quarto(&board, &left),
                    _ => prover.quatro(&board, &left),
                };
                match value {
                    Ok(value) => self.values[game].push(value),
                    Err(stop) => return Some(stop),
                }
                watch(self);
            }
        }
        None
    }

    /// The table's file, once all is known.
    pub fn finish(&self) -> Option<Vec<u8>> {
        let [quarto, quatro] = &self.values;
        let searched = self.searched();
        if quarto.len() < searched.len() || quatro.len() < searched.len() {
            return None;
        }
        let mut known: HashMap<Canonical, [Value; 2]> = HashMap::new();
        for (i, &board) in searched.iter().enumerate() {
            known.insert(board, [quarto[i], quatro[i]]);
        }
        for level in self.levels.iter().rev().skip(1) {
            for &canonical in level {
                let board = canonical.board();
                let values = [giver_value(&board, &known), taker_value(&board, &known)];
                known.insert(canonical, values);
            }
        }
        let boards: Vec<_> = self.levels.iter().flatten().map(|c| (c.board(), known[c])).collect();
        Some(Opening::write(&boards))
    }
}

fn value_index(digit: char) -> Option<usize> {
    digit.to_digit(3).map(|digit| digit as usize)
}

/// Proves the values of single boards of one level; its table is kept from one to the next.
pub struct Prover {
    solver: Solver,
    plan: Plan,
}

impl Prover {
    /// For boards with this many pieces, with a table of so many bytes and so many threads.
    pub fn new(bytes: u64, threads: usize, placed: u32) -> Self {
        let mut solver = Solver::with_threads(bytes as usize, threads);
        solver.share_table(16);
        Self { solver, plan: Plan::new(placed) }
    }

    /// The value of a board in quarto, to the player who hands over now.
    pub fn quarto(&mut self, board: &Board, limits: &Limits) -> Result<Value, Stop> {
        self.plan.quarto(&mut self.solver, board, limits)
    }

    /// The value of a board in quatro, to the player to move.
    pub fn quatro(&mut self, board: &Board, limits: &Limits) -> Result<Value, Stop> {
        self.solver.quatro(board, limits).map(|verdict| verdict.value)
    }
}

/// By set of the pieces on a board: the piece to hand over first.
struct Plan(HashMap<u16, Piece>);

impl Plan {
    /// Few kinds of sets of one piece more, such that any set of `placed` pieces can become one of
    /// them.
    fn new(placed: u32) -> Self {
        let kinds = kinds_of_sets(placed);
        let mut sizes: HashMap<u16, usize> = HashMap::new();
        for (_, &kind) in kinds.iter().filter(|(set, _)| set.count_ones() == placed + 1) {
            *sizes.entry(kind).or_default() += 1;
        }
        let mut plan = HashMap::new();
        let mut open: Vec<u16> =
            kinds.keys().copied().filter(|set| set.count_ones() == placed).collect();
        open.sort_unstable();
        let piece_to = |set: u16, kind: u16| {
            Piece::all_in(!set).find(|piece| kinds[&(set | piece.bit())] == kind)
        };
        while !open.is_empty() {
            // A greedy cover: the kind that settles most sets for its size.
            let gain = |kind: u16| {
                let settled = open.iter().filter(|&&set| piece_to(set, kind).is_some()).count();
                (1000 * settled / sizes[&kind], kind)
            };
            let Some((_, best)) = sizes.keys().map(|&kind| gain(kind)).max() else {
                break;
            };
            open.retain(|&set| {
                let piece = piece_to(set, best);
                piece.map(|piece| plan.insert(set, piece));
                piece.is_none()
            });
        }
        Self(plan)
    }

    /// The value of a board to the player who hands over now.
    fn quarto(&self, solver: &mut Solver, board: &Board, limits: &Limits) -> Result<Value, Stop> {
        let hands = |hand| Problem::Quarto(Position { board: *board, hand });
        if solver.reaches(hands(None), Goal::Win, limits)? {
            return Ok(Value::Win);
        }
        let first = self.0.get(&!board.pieces_left()).copied();
        let holds = first.is_some() && !solver.reaches(hands(first), Goal::Win, limits)?
            || solver.reaches(hands(None), Goal::NotLose, limits)?;
        Ok(if holds { Value::Draw } else { Value::Loss })
    }
}

/// For each set of `placed` pieces or one more, the smallest that a relabelling of attributes makes of it.
fn kinds_of_sets(placed: u32) -> HashMap<u16, u16> {
    // The first symmetries leave the cells in place.
    let relabellings: Vec<[u16; 16]> = Symmetry::all(true)
        .take(24 * 16)
        .map(|symmetry| {
            let image =
                |code| Piece::new(code as u8).map_or(0, |piece| symmetry.piece(piece).bit());
            std::array::from_fn(image)
        })
        .collect();
    let kind = |set: u16| {
        let image = |map: &[u16; 16]| {
            Piece::all_in(set).fold(0, |image, piece| image | map[usize::from(piece.code())])
        };
        (set, relabellings.iter().map(image).min().unwrap_or(set))
    };
    let sizes = [placed, placed + 1];
    (0..=u16::MAX).filter(|set| sizes.contains(&set.count_ones())).map(kind).collect()
}

/// The boards that `piece` makes of this one.
fn boards_after(board: &Board, piece: Piece) -> impl Iterator<Item = Board> {
    let board = *board;
    Cell::all_in(board.empty_cells()).map(move |cell| {
        let mut next = board;
        next.place(piece, cell);
        next
    })
}

/// Quarto, by the values of boards with one more piece: the best piece to hand over.
fn giver_value(board: &Board, known: &HashMap<Canonical, [Value; 2]>) -> Value {
    let placer_value = |piece| {
        if board.winning_cells(piece) != 0 {
            return Value::Win;
        }
        let value = |next: Board| known[&canonical_board(&next)][0];
        boards_after(board, piece).map(value).max().expect("the board is not full")
    };
    let pieces = Piece::all_in(board.pieces_left());
    pieces.map(|piece| placer_value(piece).other()).max().expect("pieces are left")
}

/// Quatro, likewise: the best placement.
fn taker_value(board: &Board, known: &HashMap<Canonical, [Value; 2]>) -> Value {
    let after = |next: Board| match next.is_won() {
        true => Value::Win,
        false => known[&canonical_board(&next)][1].other(),
    };
    let pieces = Piece::all_in(board.pieces_left());
    let placements = pieces.flat_map(|piece| boards_after(board, piece));
    placements.map(after).max().expect("pieces are left")
}
