//! The original program's table, reproduced to the digit, beside correct figures.
//!
//! Two deviations explain every figure. Its hand-written list of the neighbours of `c1` names the cell two
//! to the left in place of the one to the left; and its A* expands a node before it tests whether that is a
//! goal, so that the goal's children are counted too. Nothing here is shared with our own search: plain
//! cells, plain lists, in the order of the course's report.

use std::collections::{HashMap, HashSet, VecDeque};

use plywood_contract::{Limits, Message, message};
use plywood_games::blokus::{Piece, Stock};
use serde::Serialize;

use super::solve::pose;
use super::{Board, Cell, Method, NamedBoard, SolveReport, builtins};

/// A fraction as the report printed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Fraction {
    /// The numerator.
    pub over: u64,
    /// The denominator.
    pub under: u64,
}

impl Fraction {
    fn new(over: u64, under: u64) -> Self {
        let (mut a, mut b) = (over, under);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1);
        Self { over: over / divisor, under: under / divisor }
    }

    /// As a number.
    pub fn value(self) -> f64 {
        self.over as f64 / self.under.max(1) as f64
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> Self {
        fraction.to_string()
    }
}

/// What the report says of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Children generated.
    pub generated: u64,
    /// Nodes taken from the open list.
    pub expanded: u64,
    /// Pieces of the solution.
    pub pieces: u64,
    /// (pieces + 1) / generated, as it was computed there.
    pub penetrance: Fraction,
    /// generated / 2, which is where its bisection stopped; one line is printed differently.
    pub branching_factor: Fraction,
}

/// A line of the table: the published figures beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedLine {
    /// The board's name.
    pub board: &'static str,
    /// `bfs`, `dfs` or `a-star`.
    pub algorithm: &'static str,
    /// The heuristic's name here: `h1` or `h2`.
    pub heuristic: Option<&'static str>,
    /// The depth limit that the report used.
    pub max_depth: Option<u32>,
    /// The published figures; `None` where its heap was exhausted.
    pub published: Option<Figures>,
    /// What our own search does, within the limits given.
    pub ours: SolveReport,
}

/// The search of a line of the report.
#[derive(Clone, Copy)]
enum Way {
    BreadthFirst,
    DepthFirst(u32),
    AStar(fn(&Node, u32) -> f64),
}

/// The report's table, reproduced line by line; `done` receives each line. Raising `limits.cancel` ends it.
pub fn as_published(limits: &Limits, mut done: impl FnMut(&PublishedLine)) -> Vec<PublishedLine> {
    let mut lines = Vec::new();
    for (algorithm, heuristic) in
        [("bfs", None), ("dfs", None), ("a-star", Some("h1")), ("a-star", Some("h2"))]
    {
        for board in builtins() {
            if limits.cancel.is_raised() {
                return lines;
            }
            let line = line(&board, algorithm, heuristic, limits);
            done(&line);
            lines.push(line);
        }
    }
    lines
}

/// Why the two differ, in two sentences.
pub fn why_they_differ() -> [Message; 2] {
    [
        message!(
            "published-neighbours",
            "The original program's list of the neighbours of piece c1 holds the cell two to the left instead of the cell beside it, so that it refuses some legal placements and allows some that share an edge."
        ),
        message!(
            "published-goal",
            "Its A* expands a node before it tests whether it is a goal, so that the goal counts as expanded and its children as generated; it also computes penetrance as (L + 1)/generated, and its branching factor is generated/2 because the bisection never ran."
        ),
    ]
}

fn line(
    board: &NamedBoard,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    limits: &Limits,
) -> PublishedLine {
    let name = super::BUILTIN_NAMES.into_iter().find(|name| *name == board.name).unwrap_or("");
    let is_small = matches!(name, "A" | "B");
    let max_depth = match (algorithm, name) {
        ("dfs", "A") => Some(2),
        ("dfs", "B") => Some(5),
        _ => None,
    };
    let way = match (algorithm, max_depth, heuristic) {
        ("bfs", ..) => Way::BreadthFirst,
        ("dfs", limit, _) => Way::DepthFirst(limit.unwrap_or(0)),
        (_, _, Some("h1")) => Way::AStar(|node, objective| f64::from(objective) - node.n_own()),
        _ => Way::AStar(|node, objective| {
            let used = Stock::FULL.b + Stock::FULL.c - node.stock.b - node.stock.c;
            f64::from(objective) / 4.0 - f64::from(used)
        }),
    };
    let has_figures = algorithm == "a-star" || is_small;
    let published = has_figures.then(|| Original::new(&board.board).run(way)).flatten();
    let published = published.map(|mut figures| {
        if (algorithm, name) == ("dfs", "B") {
            // Printed so; half of the nodes generated would be 4734.
            figures.branching_factor = Fraction::new(41_185, 2);
        }
        figures
    });
    let text = heuristic.map_or(algorithm.to_owned(), |h| format!("{algorithm}:heuristic={h}"));
    let method: Method = text.parse().expect("a known method");
    let limits = Limits { depth: max_depth, ..limits.clone() };
    let posed = pose(board).expect("built-in boards can be played");
    let ours = posed.solve(&method, &limits, &mut |_| {}).expect("the puzzle has this heuristic");
    PublishedLine { board: name, algorithm, heuristic, max_depth, published, ours }
}

/// A board with its pieces left, at some depth.
#[derive(Clone)]
struct Node {
    own: Vec<bool>,
    stock: Stock,
    depth: u32,
}

impl Node {
    fn n_own(&self) -> f64 {
        self.own.iter().filter(|own| **own).count() as f64
    }
}

/// The edge neighbours and the corner neighbours of a piece, relative to its anchor.
struct Surroundings {
    piece: Piece,
    edges: Vec<(isize, isize)>,
    corners: Vec<(isize, isize)>,
}

impl Surroundings {
    fn of(piece: Piece) -> Self {
        let cells: Vec<(isize, isize)> =
            piece.cells().iter().map(|&(r, c)| (isize::from(r), isize::from(c))).collect();
        let around = |steps: [(isize, isize); 4]| -> Vec<(isize, isize)> {
            let all = cells.iter().flat_map(|(r, c)| steps.map(|(d, e)| (r + d, c + e)));
            all.filter(|cell| !cells.contains(cell)).collect()
        };
        let edges = around([(1, 0), (-1, 0), (0, 1), (0, -1)]);
        let mut corners = around([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        corners.retain(|cell| !edges.contains(cell));
        // The list as in the original source.
        let by_hand = vec![(0, -2), (-1, 0), (-2, 1), (-2, 2), (-1, 3), (1, 0), (1, 1), (0, 2)];
        Self { piece, edges: if piece == Piece::C1 { by_hand } else { edges }, corners }
    }
}

/// The original program on one board.
struct Original<'a> {
    board: &'a Board,
    objective: u32,
    pieces: [Surroundings; 4],
    generated: u64,
    expanded: u64,
}

impl<'a> Original<'a> {
    fn new(board: &'a Board) -> Self {
        let objective = board.objective.unwrap_or_default();
        let pieces = Piece::ALL.map(Surroundings::of);
        Self { board, objective, pieces, generated: 0, expanded: 0 }
    }

    fn run(mut self, way: Way) -> Option<Figures> {
        let n_cells = self.board.rows() * self.board.columns();
        let start = Node { own: vec![false; n_cells], stock: Stock::FULL, depth: 0 };
        let goal = match way {
            Way::BreadthFirst => self.breadth_first(start),
            Way::DepthFirst(limit) => self.depth_first(start, limit),
            Way::AStar(h) => self.a_star(start, h),
        }?;
        let (generated, pieces) = (self.generated, u64::from(goal.depth));
        Some(Figures {
            generated,
            expanded: self.expanded,
            pieces,
            penetrance: Fraction::new(pieces + 1, generated),
            branching_factor: Fraction::new(generated, 2),
        })
    }

    fn is_goal(&self, node: &Node) -> bool {
        node.n_own() >= f64::from(self.objective)
    }

    fn breadth_first(&mut self, start: Node) -> Option<Node> {
        let mut seen = HashSet::from([start.own.clone()]);
        let mut open = VecDeque::from([start]);
        while let Some(node) = open.pop_front() {
            for child in self.expand(&node) {
                if !seen.insert(child.own.clone()) {
                    continue;
                }
                if self.is_goal(&child) {
                    return Some(child);
                }
                open.push_back(child);
            }
        }
        None
    }

    fn depth_first(&mut self, start: Node, limit: u32) -> Option<Node> {
        let mut waiting = HashSet::from([start.own.clone()]);
        let mut closed: HashMap<Vec<bool>, u32> = HashMap::new();
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            waiting.remove(&node.own);
            closed.insert(node.own.clone(), node.depth);
            if node.depth >= limit {
                self.expanded += 1;
                continue;
            }
            let mut kept = Vec::new();
            for child in self.expand(&node) {
                let was_shallower =
                    closed.get(&child.own).is_some_and(|&depth| depth <= child.depth);
                if was_shallower || waiting.contains(&child.own) {
                    continue;
                }
                if self.is_goal(&child) {
                    return Some(child);
                }
                waiting.insert(child.own.clone());
                kept.push(child);
            }
            // The first child generated is expanded next.
            open.extend(kept.into_iter().rev());
        }
        None
    }

    fn a_star(&mut self, start: Node, h: fn(&Node, u32) -> f64) -> Option<Node> {
        let objective = self.objective;
        let rank = |node: &Node| f64::from(node.depth) + h(node, objective);
        let mut known = HashSet::from([start.own.clone()]);
        let mut open = vec![start];
        while !open.is_empty() {
            // The lowest f, of equals the deeper, then the earlier in the list.
            let best = (0..open.len()).min_by(|&a, &b| {
                let (one, two) = (&open[a], &open[b]);
                rank(one).total_cmp(&rank(two)).then(two.depth.cmp(&one.depth)).then(a.cmp(&b))
            })?;
            let node = open[best].clone();
            let children = self.expand(&node);
            if self.is_goal(&node) {
                return Some(node);
            }
            open.remove(0);
            open.extend(children.into_iter().filter(|child| known.insert(child.own.clone())));
        }
        None
    }

    /// The children by piece, `a`, `b`, `c1`, `c2`, within each row by row.
    fn expand(&mut self, node: &Node) -> Vec<Node> {
        self.expanded += 1;
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut children = Vec::new();
        for around in &self.pieces {
            let mut stock = node.stock;
            if !take(&mut stock, around.piece) {
                continue;
            }
            for at in 0..rows * columns {
                let anchor = ((at / columns) as isize, (at % columns) as isize);
                if let Some(own) = self.place(node, around, anchor) {
                    children.push(Node { own, stock, depth: node.depth + 1 });
                }
            }
        }
        self.generated += children.len() as u64;
        children
    }

    /// The cells after a piece is placed, if that is legal.
    fn place(
        &self,
        node: &Node,
        around: &Surroundings,
        anchor: (isize, isize),
    ) -> Option<Vec<bool>> {
        let columns = self.board.columns();
        let index = |(row, column): (isize, isize)| {
            let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
            (row < self.board.rows() && column < columns).then_some(row * columns + column)
        };
        let from = |(r, c): (isize, isize)| (anchor.0 + r, anchor.1 + c);
        let is_own = |cell: &(isize, isize)| index(from(*cell)).is_some_and(|at| node.own[at]);
        let mut own = node.own.clone();
        for &(r, c) in around.piece.cells() {
            let at = index(from((r.into(), c.into())))?;
            let cell = self.board.cell(at / columns, at % columns);
            if cell != Cell::Empty || std::mem::replace(&mut own[at], true) {
                return None;
            }
        }
        let is_first = node.depth == 0;
        let is_joined = match is_first {
            true => own[0],
            false => around.corners.iter().any(is_own) && !around.edges.iter().any(is_own),
        };
        is_joined.then_some(own)
    }
}

/// Takes a piece from the stock, if one is left.
fn take(stock: &mut Stock, piece: Piece) -> bool {
    let left = match piece {
        Piece::A => &mut stock.a,
        Piece::B => &mut stock.b,
        Piece::C1 | Piece::C2 => &mut stock.c,
    };
    let has_one = *left > 0;
    *left = left.saturating_sub(1);
    has_one
}
