//! The most cells and the fewest pieces: against trying everything, by plain bit masks.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use plywood_contract::{Limits, Stop};
use plywood_games::blokus::puzzle::Board;
use plywood_games::blokus::{Piece, Stock};
use plywood_solvers::maximum::{Laid, Task, TaskError, fewest_pieces, maximize};
use plywood_testkit::check::Dice;

/// A placement on a board of at most 64 cells.
struct Place {
    laid: Laid,
    kind: usize,
    cells: u64,
    /// Cells that share an edge with it, and cells that touch a corner.
    edges: u64,
    corners: u64,
}

/// The rules once more, without any code of the solver.
struct Rules {
    places: Vec<Place>,
    start: u64,
}

/// A piece, its kind and its cells.
type Shape = (Piece, usize, &'static [(isize, isize)]);

const SHAPES: [Shape; 4] = [
    (Piece::A, 0, &[(0, 0)]),
    (Piece::B, 1, &[(0, 0), (0, 1), (1, 0), (1, 1)]),
    (Piece::C1, 2, &[(0, 0), (0, 1), (-1, 1), (-1, 2)]),
    (Piece::C2, 2, &[(0, 0), (1, 0), (1, 1), (2, 1)]),
];

impl Rules {
    fn new(text: &str) -> Self {
        let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let (n_rows, n_columns) = (rows.len() as isize, rows[0].len() as isize);
        let bit = |row: isize, column: isize| {
            let is_inside = (0..n_rows).contains(&row) && (0..n_columns).contains(&column);
            if is_inside { 1_u64 << (row * n_columns + column) } else { 0 }
        };
        let (mut places, mut start) = (Vec::new(), 0);
        for row in 0..n_rows {
            for column in 0..n_columns {
                if rows[row as usize][column as usize] == b'1' {
                    start |= bit(row, column);
                }
                for (piece, kind, shape) in SHAPES {
                    let at: Vec<_> = shape.iter().map(|(r, c)| (row + r, column + c)).collect();
                    let fits = at
                        .iter()
                        .all(|&(r, c)| bit(r, c) != 0 && rows[r as usize][c as usize] == b'.');
                    if fits {
                        let all = |steps: &[(isize, isize)]| {
                            let near = at.iter().flat_map(|&(r, c)| {
                                steps.iter().map(move |(down, right)| bit(r + down, c + right))
                            });
                            near.fold(0, |all, one| all | one)
                        };
                        places.push(Place {
                            laid: (piece, row as usize, column as usize),
                            kind,
                            cells: all(&[(0, 0)]),
                            edges: all(&[(-1, 0), (0, -1), (0, 1), (1, 0)]),
                            corners: all(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]),
                        });
                    }
                }
            }
        }
        Self { places, start }
    }

    fn is_legal(&self, own: u64, place: &Place) -> bool {
        let touches = if own == 0 { place.cells & 1 } else { place.corners & own };
        touches != 0 && (place.cells | place.edges) & own == 0
    }

    /// For every number of new `a`, `b`, `c` that some legal sequence lays: `true`.
    fn everything(&self) -> Vec<[u32; 3]> {
        let mut seen = HashSet::from([self.start]);
        let mut counts = HashSet::from([[0; 3]]);
        let mut open = vec![(self.start, [0; 3])];
        while let Some((own, count)) = open.pop() {
            for place in self.places.iter().filter(|place| self.is_legal(own, place)) {
                let next = own | place.cells;
                if seen.insert(next) {
                    let mut count: [u32; 3] = count;
                    count[place.kind] += 1;
                    counts.insert(count);
                    open.push((next, count));
                }
            }
        }
        counts.into_iter().collect()
    }

    /// Plays the moves and returns the own cells at the end and the pieces placed.
    fn replay(&self, moves: &[Laid]) -> (u32, [u32; 3]) {
        let (mut own, mut count) = (self.start, [0; 3]);
        for laid in moves {
            let place = self.places.iter().find(|place| place.laid == *laid);
            let place = place.unwrap_or_else(|| panic!("{laid:?} does not fit"));
            assert!(self.is_legal(own, place), "{laid:?} is not legal");
            own |= place.cells;
            count[place.kind] += 1;
        }
        (own.count_ones(), count)
    }
}

fn size([a, b, c]: [u32; 3]) -> u32 {
    a + 4 * (b + c)
}

/// Rows with about `blocked` cells in a hundred blocked.
fn random_rows(dice: &mut Dice, rows: usize, columns: usize, blocked: usize) -> Vec<Vec<char>> {
    let mut text = vec![vec!['.'; columns]; rows];
    text.iter_mut().flatten().skip(1).for_each(|cell| {
        if dice.below(100) < blocked {
            *cell = '#';
        }
    });
    text
}

fn join(rows: &[Vec<char>]) -> String {
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

const STOCKS: [Option<[u32; 3]>; 7] = [
    Some([10, 10, 15]),
    None,
    Some([2, 1, 2]),
    Some([0, 3, 1]),
    Some([3, 0, 0]),
    Some([1, 2, 9]),
    Some([0, 0, 2]),
];

fn stock(of: Option<[u32; 3]>) -> Option<Stock> {
    of.map(|[a, b, c]| Stock { a, b, c })
}

/// Compares both questions with the enumeration, for every stock.
fn compare(text: &str) {
    let rules = Rules::new(text);
    let board: Board = text.parse().unwrap();
    let (everything, laid) = (rules.everything(), rules.start.count_ones());
    let on_board = board.stock_left().unwrap();
    let full = Stock::FULL;
    let on_board = [full.a - on_board.a, full.b - on_board.b, full.c - on_board.c];
    for of in STOCKS {
        let most = of.unwrap_or([99; 3]);
        let task = Task { board: &board, stock: stock(of), threads: 1 };
        if (0..3).any(|kind| on_board[kind] > most[kind]) {
            let refused = maximize(&task, &Limits::default(), &mut |_| {});
            assert!(matches!(refused, Err(TaskError::OverStock(_))));
            continue;
        }
        let fits =
            |count: &&[u32; 3]| (0..3).all(|kind| on_board[kind] + count[kind] <= most[kind]);
        let allowed: Vec<_> = everything.iter().filter(fits).copied().collect();
        let best = laid + allowed.iter().map(|&count| size(count)).max().unwrap();
        let found = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
        assert_eq!((found.cells, found.bound), (best, best), "{of:?}\n{text}");
        let (cells, count) = rules.replay(&found.moves);
        assert_eq!(cells, best);
        assert!(fits(&&count), "{of:?} {count:?}\n{text}");
        for objective in [best / 3, best.saturating_sub(2), best, best + 1] {
            let enough = allowed.iter().filter(|&&count| laid + size(count) >= objective);
            let fewest = enough.map(|count| count.iter().sum::<u32>()).min();
            let found = fewest_pieces(&task, objective, &Limits::default(), &mut |_| {}).unwrap();
            assert_eq!(found.bound, fewest, "{objective} {of:?}\n{text}");
            let (cells, count) = rules.replay(&found.moves);
            assert!(fits(&&count) && cells == found.cells);
            if fewest.is_some() {
                assert!(cells >= objective, "{objective} {of:?}\n{text}");
                assert_eq!(Some(found.moves.len() as u32), fewest, "{objective} {of:?}\n{text}");
            }
        }
    }
}

#[test]
fn small_boards_agree_with_trying_everything() {
    let mut dice = Dice::new(8);
    for (rows, columns, blocked, boards) in [
        (1, 6, 10, 10),
        (6, 1, 10, 10),
        (2, 6, 15, 30),
        (6, 2, 15, 30),
        (3, 5, 15, 40),
        (5, 3, 15, 40),
        (4, 4, 10, 50),
        (4, 5, 25, 50),
        (5, 5, 30, 60),
        (6, 5, 40, 40),
        (6, 6, 45, 40),
    ] {
        for _ in 0..boards {
            compare(&join(&random_rows(&mut dice, rows, columns, blocked)));
        }
    }
}

/// Rooms of so many cells side by side, walls between them, and a gate or two in each wall.
fn rooms(dice: &mut Dice, rows: usize, columns: usize, room: usize) -> Vec<Vec<char>> {
    let is_wall = |at: usize| at % (room + 1) == room;
    let wall_or_free = |row, column| if is_wall(row) || is_wall(column) { '#' } else { '.' };
    let mut text: Vec<Vec<char>> = (0..rows)
        .map(|row| (0..columns).map(|column| wall_or_free(row, column)).collect())
        .collect();
    for first_row in (0..rows).step_by(room + 1) {
        for first_column in (0..columns).step_by(room + 1) {
            for _ in 0..1 + dice.below(2) {
                let (row, column) = (first_row + dice.below(room), first_column + dice.below(room));
                let gates = [(first_row + room, column), (row, first_column + room)];
                for (row, column) in gates {
                    if row < rows && column < columns {
                        text[row][column] = '.';
                    }
                }
            }
        }
    }
    text
}

#[test]
fn rooms_with_gates_agree_with_trying_everything() {
    let mut dice = Dice::new(12);
    for (rows, columns, room, boards) in
        [(5, 5, 2, 30), (3, 7, 3, 20), (7, 3, 3, 20), (6, 6, 2, 10)]
    {
        for _ in 0..boards {
            compare(&join(&rooms(&mut dice, rows, columns, room)));
        }
    }
}

/// A board that rows alone take long for: rooms of nine cells, mostly with one gate to the next.
const GATES: &str = include_str!("data/maximum/GATES.txt");

#[test]
fn rooms_with_gates_keep_to_their_limits() {
    let board: Board = GATES.parse().unwrap();
    let task = Task { board: &board, stock: Some(Stock::FULL), threads: 1 };
    let whole = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!((whole.cells, whole.bound), (42, 42));
    let mut seen = 0;
    for tenths in 1..10 {
        let limits = Limits::nodes(whole.nodes * tenths / 10);
        let found = maximize(&task, &limits, &mut |_| {}).unwrap();
        assert_eq!(found.stopped, Some(Stop::Nodes));
        assert!(found.cells <= 42 && 42 <= found.bound && found.nodes <= limits.nodes.unwrap());
        assert!(found.cells >= seen, "more time never finds less");
        seen = found.cells;
        let sum: u32 = found.moves.iter().map(|(piece, ..)| piece.size()).sum();
        assert_eq!(sum, found.cells);
    }
    let fewest = fewest_pieces(&task, 42, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!((fewest.cells, fewest.bound), (42, Some(fewest.moves.len() as u32)));
    let none = fewest_pieces(&task, 43, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!(none.bound, None);
}

#[test]
fn pieces_on_the_board_stay_and_count() {
    let mut dice = Dice::new(9);
    for _ in 0..80 {
        let mut rows = random_rows(&mut dice, 5, 6, 25);
        let rules = Rules::new(&join(&rows));
        let mut own = 0;
        for _ in 0..1 + dice.below(3) {
            let legal: Vec<_> =
                rules.places.iter().filter(|place| rules.is_legal(own, place)).collect();
            if !legal.is_empty() {
                own |= legal[dice.below(legal.len())].cells;
            }
        }
        for (at, cell) in rows.iter_mut().flatten().enumerate() {
            if own >> at & 1 == 1 {
                *cell = '1';
            }
        }
        compare(&join(&rows));
    }
}

#[test]
fn unlimited_pieces_on_empty_boards_have_known_maxima() {
    for (side, most) in [(8, 40), (10, 57), (11, 73), (12, 80), (13, 96)] {
        let board: Board = (".".repeat(side) + "\n").repeat(side).parse().unwrap();
        let task = Task { board: &board, stock: None, threads: 1 };
        let found = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
        assert_eq!((found.cells, found.bound), (most, most), "{side}");
    }
}

/// A board that takes a while: rooms joined by gates.
const ROOMS: &str = include_str!("data/maximum/ROOM_1.txt");

#[test]
fn several_threads_agree_with_one() {
    let board: Board = ROOMS.parse().unwrap();
    for threads in [2, 3] {
        let task = Task { board: &board, stock: Some(Stock::FULL), threads };
        let found = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
        assert_eq!((found.cells, found.bound), (70, 70));
    }
}

#[test]
fn one_thread_always_does_the_same() {
    let board: Board = ROOMS.parse().unwrap();
    let task = Task { board: &board, stock: Some(Stock::FULL), threads: 1 };
    let run = || maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
    let (first, second) = (run(), run());
    assert_eq!((first.nodes, first.moves), (second.nodes, second.moves));
}

#[test]
fn limits_end_the_search_with_a_legal_answer() {
    let board: Board = ROOMS.parse().unwrap();
    let task = Task { board: &board, stock: Some(Stock::FULL), threads: 2 };
    let cancelled = Limits::default();
    cancelled.cancel.raise();
    for (limits, stop) in [
        (Limits::nodes(5000), Stop::Nodes),
        (Limits::nodes(100_000), Stop::Nodes),
        (Limits::time(Duration::from_millis(5)), Stop::Time),
        (Limits::bytes(200_000), Stop::Memory),
        (cancelled, Stop::Cancelled),
    ] {
        let start = Instant::now();
        let found = maximize(&task, &limits, &mut |_| {}).unwrap();
        assert!(start.elapsed() < Duration::from_secs(10));
        assert_eq!(found.stopped, Some(stop));
        assert!(!found.is_proven() && found.bound >= 70, "{limits:?}");
        let mut used: HashMap<char, u32> = HashMap::new();
        found.moves.iter().for_each(|(piece, ..)| {
            *used.entry(piece.name().chars().next().unwrap()).or_default() += 1;
        });
        let sum: u32 = found.moves.iter().map(|(piece, ..)| piece.size()).sum();
        assert!(sum == found.cells && found.cells >= 20, "{limits:?} {}", found.cells);
        assert!(used.values().all(|&count| count <= 15));
        let fewest = fewest_pieces(&task, 70, &limits, &mut |_| {}).unwrap();
        assert!(fewest.stopped == Some(stop) && fewest.bound.unwrap() >= 18, "{limits:?}");
    }
}

#[test]
fn progress_never_goes_back() {
    let board: Board = ROOMS.parse().unwrap();
    let task = Task { board: &board, stock: Some(Stock::FULL), threads: 1 };
    let mut seen = Vec::new();
    maximize(&task, &Limits::default(), &mut |progress| seen.push(*progress)).unwrap();
    let goes_on = seen.windows(2).all(|two| {
        two[0].best <= two[1].best && two[0].bound >= two[1].bound && two[0].nodes <= two[1].nodes
    });
    assert!(goes_on && seen.iter().all(|it| it.best <= 70 && 70 <= it.bound), "{seen:?}");
}

#[test]
fn boards_without_a_move_are_answered_or_refused() {
    let refuse = |text: &str| {
        let board: Board = text.parse().unwrap();
        let task = Task { board: &board, stock: None, threads: 1 };
        maximize(&task, &Limits::default(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refuse("#..\n...").contains("start cell a1 is blocked"));
    assert!(refuse("..1\n...").contains("none covers the start"));
    let board: Board = "..\n..".parse().unwrap();
    let none = Some(Stock { a: 0, b: 0, c: 5 });
    let task = Task { board: &board, stock: none, threads: 1 };
    let found = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!((found.cells, found.bound, found.moves.len()), (0, 0, 0));
}

#[test]
fn the_largest_board_is_answered_within_its_memory() {
    let board: Board = (".".repeat(20) + "\n").repeat(20).parse().unwrap();
    let task = Task { board: &board, stock: Some(Stock::FULL), threads: 1 };
    let limits = Limits { bytes: Some(64 << 20), ..Limits::time(Duration::from_secs(2)) };
    let found = maximize(&task, &limits, &mut |_| {}).unwrap();
    assert_eq!(found.bound, 110);
    assert!(found.cells >= 90, "{}", found.cells);
}
