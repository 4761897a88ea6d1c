//! In which order to walk over the cells: so that few of them lie at the front at any time.
//!
//! The front is made of the undecided cells that have a decided one beside them or at a corner. The
//! states of a walk grow exponentially with it. A path through rooms that finishes one before it enters
//! the next keeps the front as short as the gates allow. It is found by a beam search over the sets of
//! decided cells, from all first cells at once.

/// The states grow by about this factor with each cell at the front.
const GROWTH: f64 = 2.4;
/// So many sets are kept of each size.
const BEAM: usize = 40;

/// An order of all cells, and about how many states it will take.
pub(super) struct Path {
    pub(super) order: Vec<usize>,
    pub(super) cost: f64,
}

impl Path {
    /// What this order costs; `near` lists each cell's neighbours.
    pub(super) fn new(order: Vec<usize>, near: &[Vec<usize>]) -> Self {
        let near = sets(near);
        let end = order.iter().fold(NOTHING, |part, &cell| part.with(cell, &near[cell], 0));
        Self { order, cost: end.cost }
    }

    /// The best path found, unless it costs more than `most`.
    pub(super) fn narrowest(near: &[Vec<usize>], most: f64) -> Option<Self> {
        let near = sets(near);
        // To leave out all but the cells that bring the fewest new ones is good on some boards, to
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

/// The first part of a path.
#[derive(Clone, Copy)]
struct Part {
    decided: Set,
    front: Set,
    cost: f64,
    /// The place of the part before, and the cell that was added to it.
    parent: usize,
    last: usize,
}

const NOTHING: Part =
    Part { decided: [0; WORDS], front: [0; WORDS], cost: 0.0, parent: 0, last: 0 };

impl Part {
    fn with(&self, cell: usize, near: &Set, parent: usize) -> Self {
        let mut next = Self { parent, last: cell, ..*self };
        next.decided[cell / 64] |= 1 << (cell % 64);
        let mut length = 0;
        for (word, near) in near.iter().enumerate() {
            next.front[word] = (self.front[word] | near) & !next.decided[word];
            length += next.front[word].count_ones();
        }
        next.cost += GROWTH.powi(length as i32);
        next
    }

    /// How many cells a cell would bring to the front.
    fn fresh(&self, near: &Set) -> u32 {
        (0..WORDS).map(|at| (near[at] & !self.decided[at] & !self.front[at]).count_ones()).sum()
    }

    /// The cells of the front that bring the fewest, or up to `slack` more.
    fn candidates(&self, parent: usize, near: &[Set], slack: u32, all: &mut Vec<Candidate>) {
        let length = members(&self.front).count();
        if length == 0 {
            // The path begins anywhere. Pieces on the board may lie apart from all others.
            let undecided = (0..near.len()).filter(|&cell| !contains(&self.decided, cell));
            let cost = |cell: usize| self.with(cell, &near[cell], parent).cost;
            all.extend(undecided.map(|cell| Candidate { cost: cost(cell), parent, cell }));
            return;
        }
        let fresh: Vec<_> =
            members(&self.front).map(|cell| (self.fresh(&near[cell]), cell)).collect();
        let least = fresh.iter().map(|it| it.0).min().unwrap_or(0);
        for &(fresh, cell) in fresh.iter().filter(|it| it.0 <= least + slack) {
            let cost = self.cost + GROWTH.powi(length as i32 - 1 + fresh as i32);
            all.push(Candidate { cost, parent, cell });
        }
    }
}

/// A part and a cell that may be added to it.
#[derive(Clone, Copy)]
struct Candidate {
    cost: f64,
    parent: usize,
    cell: usize,
}

/// A path of parts whose next cell brings at most `slack` more cells to the front than it must.
fn search(near: &[Set], slack: u32, most: f64) -> Option<Path> {
    let mut parts = vec![NOTHING];
    let mut trail: Vec<Vec<(usize, usize)>> = Vec::with_capacity(near.len());
    for _ in near {
        let mut candidates = Vec::with_capacity(16 * parts.len());
        for (place, part) in parts.iter().enumerate() {
            part.candidates(place, near, slack, &mut candidates);
        }
        candidates.retain(|it| it.cost < most);
        parts = cheapest(&parts, candidates, near);
        trail.push(parts.iter().map(|part| (part.parent, part.last)).collect());
    }
    let cost = parts.first()?.cost;
    let (mut order, mut place) = (Vec::with_capacity(near.len()), 0);
    for parts in trail.iter().rev() {
        let (parent, last) = parts[place];
        order.push(last);
        place = parent;
    }
    order.reverse();
    Some(Path { order, cost })
}

/// The cheapest parts, each set of decided cells once.
fn cheapest(parts: &[Part], mut candidates: Vec<Candidate>, near: &[Set]) -> Vec<Part> {
    candidates.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let mut chosen: Vec<Part> = Vec::with_capacity(BEAM);
    for Candidate { parent, cell, .. } in candidates {
        let next = parts[parent].with(cell, &near[cell], parent);
        if !chosen.iter().any(|part| part.decided == next.decided) {
            chosen.push(next);
        }
        if chosen.len() == BEAM {
            break;
        }
    }
    chosen
}
