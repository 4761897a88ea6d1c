//! An order of the cells with a short frontier: a path decomposition of the board, found by beam search.
//!
//! The frontier is the undecided cells that touch a decided one by an edge or a corner; the states of a
//! sweep grow exponentially with its length. Minimising the longest frontier is the vertex separation
//! problem, which is hard; a beam search over the sets of decided cells, from all first cells at once,
//! finds orders that finish a room before they enter the next, and that is enough.

/// The states grow by about this factor with each cell of the frontier.
const GROWTH: f64 = 2.4;
/// The sets of decided cells kept of each size.
const BEAM: usize = 40;

/// An order of all cells, and about how many states it will take.
pub(super) struct Path {
    pub(super) order: Vec<usize>,
    pub(super) cost: f64,
}

impl Path {
    /// A given order and its cost; `near` lists each cell's neighbours.
    pub(super) fn new(order: Vec<usize>, near: &[Vec<usize>]) -> Self {
        let near = sets(near);
        let end = order.iter().fold(EMPTY, |prefix, &cell| prefix.with(cell, &near[cell], 0));
        Self { order, cost: end.cost }
    }

    /// The best path found, unless it costs more than `most`.
    pub(super) fn narrowest(near: &[Vec<usize>], most: f64) -> Option<Self> {
        let near = sets(near);
        // To consider only cells that add the fewest to the frontier is better on some boards, to
        // allow one more on others.
        let careful = search(&near, 0, most);
        let most = careful.as_ref().map_or(most, |path| path.cost);
        search(&near, 1, most).or(careful)
    }
}

/// A set of cells; no board has more.
const WORDS: usize = 7;
type Set = [u64; WORDS];

fn sets(near: &[Vec<usize>]) -> Vec<Set> {
    let set = |cells: &Vec<usize>| {
        let mut set = [0; WORDS];
        cells.iter().for_each(|&cell| set[cell / 64] |= 1 << (cell % 64));
        set
    };
    near.iter().map(set).collect()
}

fn contains(set: &Set, cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 == 1
}

fn members(set: &Set) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let rest = std::iter::successors(Some(bits), |&bits| Some(bits & bits.wrapping_sub(1)));
        let rest = rest.take_while(|&bits| bits != 0);
        rest.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}

/// The beginning of a path.
#[derive(Clone, Copy)]
struct Prefix {
    decided: Set,
    frontier: Set,
    cost: f64,
    /// The index of the prefix before, and the cell that was added to it.
    parent: usize,
    last: usize,
}

const EMPTY: Prefix =
    Prefix { decided: [0; WORDS], frontier: [0; WORDS], cost: 0.0, parent: 0, last: 0 };

impl Prefix {
    fn with(&self, cell: usize, near: &Set, parent: usize) -> Self {
        let mut next = Self { parent, last: cell, ..*self };
        next.decided[cell / 64] |= 1 << (cell % 64);
        let mut length = 0;
        for (word, near) in near.iter().enumerate() {
            next.frontier[word] = (self.frontier[word] | near) & !next.decided[word];
            length += next.frontier[word].count_ones();
        }
        next.cost += GROWTH.powi(length as i32);
        next
    }

    /// How many cells a cell would add to the frontier.
    fn fresh(&self, near: &Set) -> u32 {
        (0..WORDS).map(|at| (near[at] & !self.decided[at] & !self.frontier[at]).count_ones()).sum()
    }

    /// The cells of the frontier that add the fewest, or up to `slack` more.
    fn candidates(&self, parent: usize, near: &[Set], slack: u32, all: &mut Vec<Candidate>) {
        let length = members(&self.frontier).count();
        if length == 0 {
            // The path may begin anywhere.
            let undecided = (0..near.len()).filter(|&cell| !contains(&self.decided, cell));
            let cost = |cell: usize| self.with(cell, &near[cell], parent).cost;
            all.extend(undecided.map(|cell| Candidate { cost: cost(cell), parent, cell }));
            return;
        }
        let fresh: Vec<_> =
            members(&self.frontier).map(|cell| (self.fresh(&near[cell]), cell)).collect();
        let least = fresh.iter().map(|it| it.0).min().unwrap_or(0);
        for &(fresh, cell) in fresh.iter().filter(|it| it.0 <= least + slack) {
            let cost = self.cost + GROWTH.powi(length as i32 - 1 + fresh as i32);
            all.push(Candidate { cost, parent, cell });
        }
    }
}

/// A prefix and a cell that may be added to it.
#[derive(Clone, Copy)]
struct Candidate {
    cost: f64,
    parent: usize,
    cell: usize,
}

/// The cheapest path found whose cells each add at most `slack` more to the frontier than another would.
fn search(near: &[Set], slack: u32, most: f64) -> Option<Path> {
    let mut prefixes = vec![EMPTY];
    let mut back_pointers: Vec<Vec<(usize, usize)>> = Vec::with_capacity(near.len());
    for _ in near {
        let mut candidates = Vec::with_capacity(16 * prefixes.len());
        for (place, prefix) in prefixes.iter().enumerate() {
            prefix.candidates(place, near, slack, &mut candidates);
        }
        candidates.retain(|it| it.cost < most);
        prefixes = cheapest(&prefixes, candidates, near);
        back_pointers.push(prefixes.iter().map(|prefix| (prefix.parent, prefix.last)).collect());
    }
    let cost = prefixes.first()?.cost;
    let (mut order, mut place) = (Vec::with_capacity(near.len()), 0);
    for prefixes in back_pointers.iter().rev() {
        let (parent, last) = prefixes[place];
        order.push(last);
        place = parent;
    }
    order.reverse();
    Some(Path { order, cost })
}

/// The cheapest prefixes, each set of decided cells once.
fn cheapest(prefixes: &[Prefix], mut candidates: Vec<Candidate>, near: &[Set]) -> Vec<Prefix> {
    candidates.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut chosen: Vec<Prefix> = Vec::with_capacity(BEAM);
    for Candidate { parent, cell, .. } in candidates {
        let next = prefixes[parent].with(cell, &near[cell], parent);
        if !chosen.iter().any(|prefix| prefix.decided == next.decided) {
            chosen.push(next);
        }
        if chosen.len() == BEAM {
            break;
        }
    }
    chosen
}
