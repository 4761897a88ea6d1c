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
        let first = Part { decided: [0; WORDS], front: [0; WORDS], cost: 0.0, parent: 0, last: 0 };
        let end = order.iter().fold(first, |part, &cell| part.with(cell, &near[cell], 0));
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
    parent: u32,
    last: u32,
}

impl Part {
    fn with(&self, cell: usize, near: &Set, parent: usize) -> Self {
        let mut next = Self { parent: parent as u32, last: cell as u32, ..*self };
        next.decided[cell / 64] |= 1 << (cell % 64);
        let mut length = 0;
        for word in 0..WORDS {
            next.front[word] = (self.front[word] | near[word]) & !next.decided[word];
            length += next.front[word].count_ones();
        }
        next.cost += GROWTH.powi(length as i32);
        next
    }

    /// How many cells a cell would bring to the front.
    fn fresh(&self, near: &Set) -> u32 {
        (0..WORDS).map(|at| (near[at] & !self.decided[at] & !self.front[at]).count_ones()).sum()
    }
}

/// A path of parts whose next cell brings at most `slack` more cells to the front than it must.
fn search(near: &[Set], slack: u32, most: f64) -> Option<Path> {
    let nothing = Part { decided: [0; WORDS], front: [0; WORDS], cost: 0.0, parent: 0, last: 0 };
    let mut parts: Vec<Part> =
        near.iter().enumerate().map(|(cell, near)| nothing.with(cell, near, 0)).collect();
    let mut trail: Vec<Vec<(u32, u32)>> = Vec::with_capacity(near.len());
    for _ in 1..near.len() {
        thin(&mut parts, most);
        trail.push(parts.iter().map(|part| (part.parent, part.last)).collect());
        let mut next = Vec::with_capacity(8 * parts.len());
        for (place, part) in parts.iter().enumerate() {
            let least = members(&part.front).map(|cell| part.fresh(&near[cell])).min();
            match least {
                Some(least) => next.extend(
                    members(&part.front)
                        .filter(|&cell| part.fresh(&near[cell]) <= least + slack)
                        .map(|cell| part.with(cell, &near[cell], place)),
                ),
                // Pieces on the board may lie apart from all others.
                None => next.extend(
                    (0..near.len())
                        .find(|&cell| !contains(&part.decided, cell))
                        .map(|cell| part.with(cell, &near[cell], place)),
                ),
            }
        }
        parts = next;
    }
    thin(&mut parts, most);
    let end = parts.first()?;
    let mut order = vec![end.last as usize];
    let mut parent = end.parent;
    for parts in trail.iter().rev() {
        let (before, last) = parts[parent as usize];
        order.push(last as usize);
        parent = before;
    }
    order.reverse();
    Some(Path { order, cost: end.cost })
}

/// Keeps each set once, and the cheapest of them.
fn thin(parts: &mut Vec<Part>, most: f64) {
    parts.retain(|part| part.cost < most);
    parts.sort_unstable_by(|one, other| {
        one.decided.cmp(&other.decided).then(one.cost.total_cmp(&other.cost))
    });
    parts.dedup_by_key(|part| part.decided);
    parts.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    parts.truncate(BEAM);
}
