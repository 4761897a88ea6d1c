//! The problem: from the start to the goal, a cell at a time.

use plywood_contract::{Cost, Layered, Problem};

use super::map::{Cell, Map};

/// A map to find the cheapest path on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    map: Map,
    diagonal: bool,
    start: u16,
    goal: u16,
    /// By cell: the ways that lead to a cell which can be entered, as bits.
    open: Vec<u8>,
}

/// Rows and columns of each way: up, left, right, down, then the four diagonals.
pub(super) const WAYS: [(isize, isize); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The way back from each way.
const BACK: [u8; 8] = [3, 2, 1, 0, 7, 6, 5, 4];

/// Ways that are open, in the order up, left, right, down, up-left, up-right, down-left, down-right.
#[derive(Clone, Copy, Debug)]
pub struct Ways(u8);

impl Iterator for Ways {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let way = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (way < 8).then_some(way)
    }
}

impl Grid {
    /// The problem on a map, with four neighbours or with eight; `None` unless the map has a start and
    /// a goal.
    pub fn new(map: Map, diagonal: bool) -> Option<Self> {
        let (start, goal) = (map.find(Cell::Start)?, map.find(Cell::Goal)?);
        let n_ways = if diagonal { 8 } else { 4 };
        let open = (0..map.cells().len()).map(|at| {
            let is_open = |way: &u8| neighbour(&map, at, *way).is_some();
            (0..n_ways).filter(is_open).fold(0, |open, way| open | 1 << way)
        });
        let open = open.collect();
        Some(Self { map, diagonal, start, goal, open })
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Whether diagonal steps are allowed.
    pub fn diagonal(&self) -> bool {
        self.diagonal
    }

    /// What the cheapest straight step costs: 1, or 2 where diagonal steps make all costs count in
    /// halves.
    pub fn unit(&self) -> Cost {
        if self.diagonal { 2 } else { 1 }
    }

    /// How many rows and columns a cell is away from the goal.
    pub fn to_goal(&self, at: u16) -> (Cost, Cost) {
        let n_columns = self.map.n_columns() as u16;
        let rows = (at / n_columns).abs_diff(self.goal / n_columns);
        let columns = (at % n_columns).abs_diff(self.goal % n_columns);
        (rows.into(), columns.into())
    }
}

/// The cell that a way leads to, if it can be entered.
fn neighbour(map: &Map, at: usize, way: u8) -> Option<usize> {
    let (down, right) = WAYS[usize::from(way)];
    let row = (at / map.n_columns()).checked_add_signed(down)?;
    let column = (at % map.n_columns()).checked_add_signed(right)?;
    let to = row * map.n_columns() + column;
    let is_inside = row < map.n_rows() && column < map.n_columns();
    (is_inside && map.cells()[to] != Cell::Wall).then_some(to)
}

impl Problem for Grid {
    /// A cell by its number, row by row.
    type State = u16;
    /// A way by its number: up, left, right, down, up-left, up-right, down-left, down-right.
    type Action = u8;
    type Key = u16;
    type Actions = Ways;

    fn start(&self) -> u16 {
        self.start
    }

    #[inline]
    fn is_goal(&self, &at: &u16) -> bool {
        at == self.goal
    }

    #[inline]
    fn actions(&self, &at: &u16) -> Ways {
        Ways(self.open[usize::from(at)])
    }

    #[inline]
    fn apply(&self, &at: &u16, way: u8) -> u16 {
        let (down, right) = WAYS[usize::from(way & 7)];
        at.wrapping_add_signed((down * self.map.n_columns() as isize + right) as i16)
    }

    #[inline]
    fn key(&self, &at: &u16) -> u16 {
        at
    }

    #[inline]
    fn state(&self, &at: &u16) -> u16 {
        at
    }

    #[inline]
    fn cost(&self, at: &u16, way: u8) -> Cost {
        let entered = self.map.cells()[usize::from(self.apply(at, way))];
        let cost = Cost::from(entered.cost().unwrap_or(1));
        match (self.diagonal, way < 4) {
            (false, _) => cost,
            (true, true) => 2 * cost,
            (true, false) => 3 * cost,
        }
    }

    #[inline]
    fn onward(&self, &at: &u16, last: u8) -> Ways {
        Ways(self.open[usize::from(at)] & !(1 << BACK[usize::from(last & 7)]))
    }
}

/// Every step can be taken back.
impl Layered for Grid {
    fn locality(&self) -> usize {
        2
    }
}
