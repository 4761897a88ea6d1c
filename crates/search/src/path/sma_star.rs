//! SMA*: A* that, when its memory is full, drops the worst leaf and backs up its f.
//!
//! Russell, 1992; with the parents' memory of Lovinger and Zhang, 2017. Holds at most a given number
//! of nodes, never one more. A forgotten leaf leaves its f with its parent, a number for each action,
//! and is made again when that f becomes the lowest anywhere. Finds a
//! cheapest path if h never overestimates and the nodes suffice for one such path; they must hold
//! it from end to end. Differs from the paper: all children of a node are made at once, as long as
//! there is something worse to forget, and a child that repeats a state of its own path is dropped.

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, PathCost, Problem, Refusal, Stop, UNREACHABLE,
};

use self::indexed_heap::IndexedHeap;
use super::run::{Found, NEVER, Ranked, Run, onward, sum};

/// Searches for a cheapest path, holding at most `most_nodes` nodes (and `limits.bytes` bytes).
///
#[doc = include_str!("../../explain/sma-star.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::sma_star;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = sma_star(&puzzle, &Manhattan, 1000, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// assert!(outcome.stats.peak_stored <= 1000);
/// ```
pub fn sma_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    most_nodes: usize,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let run = Run::new(problem, limits, observer);
    let mut search = Search {
        most_nodes: most_nodes.min(affordable::<P>(run.byte_limit())),
        run,
        heuristic,
        nodes: Vec::new(),
        free: NONE,
        n_live: 0,
        open: IndexedHeap::default(),
        leaves: IndexedHeap::default(),
        expanding: NONE,
        forgotten: NEVER,
        now: 0,
    };
    let found = search.search();
    search.run.finish(found)
}

const NONE: u32 = u32::MAX;
/// Stamps of one expansion lie this far from those of the next; more children than this share one.
const MOST_PLACES: u64 = 1 << 16;

struct Node<P: Problem> {
    key: P::Key,
    action: Option<P::Action>,
    parent: u32,
    depth: u32,
    /// When it last changed; later is larger.
    stamp: u64,
    g: PathCost,
    h: Cost,
    /// The lowest f of anything that could still be found by expanding this node.
    f: PathCost,
    is_expanded: bool,
    first_child: u32,
    /// Among the parent's children; among free places once this node is forgotten.
    next_sibling: u32,
    /// Its place among the parent's actions.
    place: u32,
    /// What is known of each action's child that is not in memory, by place: its f when it was
    /// forgotten, [`NEVER`] if nothing is left below it, 0 before it was first made.
    known: Vec<PathCost>,
}

/// What one more node costs: itself and its places in both heaps.
const fn node_bytes<P: Problem>() -> usize {
    size_of::<Node<P>>() + 2 * IndexedHeap::ENTRY_BYTES
}

fn affordable<P: Problem>(bytes: Option<u64>) -> usize {
    bytes.map_or(usize::MAX, |bytes| (bytes / node_bytes::<P>() as u64) as usize)
}

struct Search<'a, 'h, P: Problem, H, O> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    most_nodes: usize,
    nodes: Vec<Node<P>>,
    free: u32,
    n_live: usize,
    /// Nodes with children to make: not expanded yet, or with forgotten ones. Lowest f first, among
    /// these the newest: on a plateau the search goes depth first and forgets what it has not begun.
    open: IndexedHeap,
    /// Nodes without children in memory: what may be forgotten. Highest f first, then the oldest.
    leaves: IndexedHeap,
    /// The node whose children are being made, and the lowest f among those it cannot keep.
    expanding: u32,
    forgotten: PathCost,
    /// Grows with every expansion.
    now: u64,
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>> Search<'_, '_, P, H, O> {
    fn search(&mut self) -> Found<P> {
        let problem = self.run.problem;
        let start = problem.start();
        let (key, h) = (problem.key(&start), self.heuristic.h(problem, &start));
        if self.most_nodes == 0 {
            return Err(Stop::Memory);
        }
        self.run.opened(Ranked::summed(&key, 0, h), None);
        self.add(key, None, NONE, 0, 0, h, sum(0, h))?;
        while let Some(id) = self.open.first() {
            let node = &self.nodes[id as usize];
            let state = problem.state(&node.key);
            if !node.is_expanded && problem.is_goal(&state) {
                self.run.goal(Ranked(&node.key, node.g, node.h, node.f));
                let nodes = &self.nodes;
                let actions = super::nodes::walk_back(id, |id| {
                    (nodes[id as usize].parent, nodes[id as usize].action)
                });
                return Ok(Some(self.run.solution(actions)));
            }
            self.expand(id, &state)?;
        }
        // Branches were given up because the path alone filled the memory: that proves nothing.
        if self.run.stats.pruned {
            return Err(Stop::Memory);
        }
        Ok(None)
    }

    /// Makes all children of `id` that are not in memory.
    fn expand(&mut self, id: u32, state: &P::State) -> Result<(), Stop> {
        let problem = self.run.problem;
        let Node { key, g, h, f: floor, depth, action: last, .. } = &self.nodes[id as usize];
        let (key, g, h, floor, depth, last) = (key.clone(), *g, *h, *floor, *depth, *last);
        self.run.expanded(Ranked(&key, g, h, floor));
        self.open.remove(id);
        self.leaves.remove(id);
        self.nodes[id as usize].is_expanded = true;
        (self.expanding, self.forgotten) = (id, NEVER);
        self.now += MOST_PLACES;
        if self.run.may_deepen(depth) {
            for (place, action) in (0..).zip(onward(problem, state, last)) {
                let known = self.known(id, place);
                if known == NEVER || self.has_child(id, action) {
                    continue;
                }
                if known > floor {
                    // Its turn has not come: it stays forgotten.
                    self.forgotten = self.forgotten.min(known);
                    continue;
                }
                self.run.generate()?;
                self.run.reached(depth + 1);
                let child = problem.apply(state, action);
                let child_key = problem.key(&child);
                let child_g = g + PathCost::from(problem.cost(state, action));
                let child_h = self.heuristic.h(problem, &child);
                let f = sum(child_g, child_h).max(floor);
                let view = Ranked(&child_key, child_g, child_h, f);
                if child_h == UNREACHABLE {
                    self.run.refused(view, (&key, action), Refusal::Hopeless);
                    self.note(id, place, NEVER)?;
                    continue;
                }
                if self.is_on_path(id, &child_key) {
                    self.run.refused(view, (&key, action), Refusal::OnPath);
                    self.note(id, place, NEVER)?;
                    continue;
                }
                self.run.opened(view, Some((&key, action)));
                if self.make_room(f)? {
                    let from = Some((place, action));
                    self.add(child_key, from, id, child_g, depth + 1, child_h, f)?;
                } else if self.nodes[id as usize].first_child == NONE && self.leaves.is_empty() {
                    // Memory holds this one path and nothing else: the child can never be held.
                    self.run.stats.pruned = true;
                    self.note(id, place, NEVER)?;
                } else {
                    self.run.dropped(Ranked(&child_key, child_g, child_h, f));
                    self.note(id, place, f)?;
                    self.forgotten = self.forgotten.min(f);
                }
            }
        }
        self.expanding = NONE;
        self.settle(id, self.forgotten, true)
    }

    /// Puts a node back where it belongs after its children changed: `forgotten` is the lowest f
    /// among those not in memory. A node with nothing left below goes, and so may its ancestors.
    fn settle(
        &mut self,
        mut id: u32,
        mut forgotten: PathCost,
        is_worked_on: bool,
    ) -> Result<(), Stop> {
        loop {
            let node = &mut self.nodes[id as usize];
            let is_leaf = node.first_child == NONE;
            if forgotten != NEVER {
                node.f = forgotten;
                // Of equals, the last one worked on goes on: it remembers dead ends that would otherwise have to be found
                // again.
                if is_worked_on {
                    node.stamp = self.now;
                    self.now += 1;
                }
                let stamp = node.stamp;
                self.open.set(id, (forgotten, !stamp));
                if is_leaf {
                    self.leaves.set(id, (!forgotten, stamp));
                }
                return Ok(());
            }
            if !is_leaf || node.parent == NONE {
                return Ok(());
            }
            let (parent, place) = (node.parent, node.place);
            self.note(parent, place, NEVER)?;
            self.unlink(id);
            self.release(id);
            // A parent that is open knows of other forgotten children; they keep it alive.
            id = parent;
            forgotten = if self.open.contains(id) { self.nodes[id as usize].f } else { NEVER };
        }
    }

    /// Frees a place by forgetting the worst leaf, the one with the highest f and among these the one
    /// untouched for longest, unless a newcomer with this f is no better.
    fn make_room(&mut self, newcomer: PathCost) -> Result<bool, Stop> {
        if self.n_live < self.most_nodes {
            return Ok(true);
        }
        let Some(worst) = self.leaves.first() else {
            return Ok(false);
        };
        let Node { f, parent, place, .. } = self.nodes[worst as usize];
        let is_sibling = parent == self.expanding;
        if f < newcomer || (f == newcomer && is_sibling) || parent == NONE {
            return Ok(false);
        }
        let node = &self.nodes[worst as usize];
        self.run.dropped(Ranked(&node.key, node.g, node.h, node.f));
        self.unlink(worst);
        self.open.remove(worst);
        self.leaves.remove(worst);
        self.release(worst);
        self.note(parent, place, f)?;
        if parent == self.expanding {
            self.forgotten = self.forgotten.min(f);
            return Ok(true);
        }
        let known = if self.open.contains(parent) { self.nodes[parent as usize].f } else { NEVER };
        self.settle(parent, known.min(f), false)?;
        Ok(true)
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a node, in one place")]
    fn add(
        &mut self,
        key: P::Key,
        from: Option<(u32, P::Action)>,
        parent: u32,
        g: PathCost,
        depth: u32,
        h: Cost,
        f: PathCost,
    ) -> Result<(), Stop> {
        let next_sibling = match parent {
            NONE => NONE,
            parent => self.nodes[parent as usize].first_child,
        };
        let place = from.map_or(0, |(place, _)| place);
        // Among siblings the first made goes first.
        let stamp = self.now + MOST_PLACES - 1 - u64::from(place).min(MOST_PLACES - 1);
        let node = Node {
            key,
            action: from.map(|(_, action)| action),
            parent,
            depth,
            stamp,
            g,
            h,
            f,
            is_expanded: false,
            first_child: NONE,
            next_sibling,
            place,
            known: Vec::new(),
        };
        let id = match self.free {
            NONE => {
                self.run.grow(node_bytes::<P>())?;
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
            free => {
                self.free = self.nodes[free as usize].next_sibling;
                self.nodes[free as usize] = node;
                free
            }
        };
        if parent != NONE {
            self.nodes[parent as usize].first_child = id;
        }
        self.n_live += 1;
        self.open.set(id, (f, !stamp));
        self.leaves.set(id, (!f, stamp));
        let stats = &mut self.run.stats;
        stats.peak_stored = stats.peak_stored.max(self.n_live as u64);
        stats.peak_open = stats.peak_open.max(self.open.len() as u64);
        Ok(())
    }

    /// Notes what is known of the child at `place` of node `id`.
    fn note(&mut self, id: u32, place: u32, f: PathCost) -> Result<(), Stop> {
        let known = &mut self.nodes[id as usize].known;
        let place = place as usize;
        if known.len() <= place {
            self.run.grow((place + 1 - known.len()) * size_of::<PathCost>())?;
            known.resize(place + 1, 0);
        }
        known[place] = f;
        Ok(())
    }

    fn known(&self, id: u32, place: u32) -> PathCost {
        self.nodes[id as usize].known.get(place as usize).copied().unwrap_or(0)
    }

    fn release(&mut self, id: u32) {
        let known = std::mem::take(&mut self.nodes[id as usize].known);
        self.run.shrink(known.len() * size_of::<PathCost>());
        self.nodes[id as usize].next_sibling = self.free;
        self.free = id;
        self.n_live -= 1;
    }

    /// Takes `id` out of its parent's list of children.
    fn unlink(&mut self, id: u32) {
        let Node { parent, next_sibling, .. } = self.nodes[id as usize];
        let mut link = &mut self.nodes[parent as usize].first_child;
        while *link != id {
            let sibling = *link as usize;
            link = &mut self.nodes[sibling].next_sibling;
        }
        *link = next_sibling;
    }

    fn has_child(&self, id: u32, action: P::Action) -> bool {
        let mut child = self.nodes[id as usize].first_child;
        while child != NONE {
            if self.nodes[child as usize].action == Some(action) {
                return true;
            }
            child = self.nodes[child as usize].next_sibling;
        }
        false
    }

    fn is_on_path(&self, mut id: u32, key: &P::Key) -> bool {
        while id != NONE {
            let node = &self.nodes[id as usize];
            if node.key == *key {
                return true;
            }
            id = node.parent;
        }
        false
    }
}

mod indexed_heap {
    //! A binary heap of node numbers in which any entry can be changed or removed.

    /// Lowest priority first; equal priorities in the order of their numbers.
    #[derive(Default)]
    pub(super) struct IndexedHeap {
        heap: Vec<(Priority, u32)>,
        /// Where each number stands in `heap`; [`ABSENT`] if it does not.
        places: Vec<u32>,
    }

    /// Compared from left to right.
    type Priority = (u64, u64);

    const ABSENT: u32 = u32::MAX;

    impl IndexedHeap {
        pub(super) const ENTRY_BYTES: usize = size_of::<(Priority, u32)>() + size_of::<u32>();

        pub(super) fn first(&self) -> Option<u32> {
            self.heap.first().map(|&(_, id)| id)
        }

        pub(super) fn is_empty(&self) -> bool {
            self.heap.is_empty()
        }

        pub(super) fn len(&self) -> usize {
            self.heap.len()
        }

        pub(super) fn contains(&self, id: u32) -> bool {
            self.places.get(id as usize).is_some_and(|&place| place != ABSENT)
        }

        /// Inserts `id` or changes its priority.
        pub(super) fn set(&mut self, id: u32, priority: Priority) {
            if self.places.len() <= id as usize {
                self.places.resize(id as usize + 1, ABSENT);
            }
            let place = match self.places[id as usize] {
                ABSENT => {
                    self.heap.push((priority, id));
                    self.heap.len() - 1
                }
                place => {
                    self.heap[place as usize].0 = priority;
                    place as usize
                }
            };
            let place = self.rise(place);
            self.sink(place);
        }

        /// Removes `id` if it is there.
        pub(super) fn remove(&mut self, id: u32) {
            if !self.contains(id) {
                return;
            }
            let place = self.places[id as usize] as usize;
            self.places[id as usize] = ABSENT;
            let last = self.heap.pop().expect("an entry is present");
            if place < self.heap.len() {
                self.heap[place] = last;
                let place = self.rise(place);
                self.sink(place);
            }
        }

        fn rise(&mut self, mut place: usize) -> usize {
            let entry = self.heap[place];
            while place > 0 && entry < self.heap[(place - 1) / 2] {
                let above = (place - 1) / 2;
                self.put(place, self.heap[above]);
                place = above;
            }
            self.put(place, entry);
            place
        }

        fn sink(&mut self, mut place: usize) {
            let entry = self.heap[place];
            loop {
                let left = 2 * place + 1;
                let Some(&at_left) = self.heap.get(left) else {
                    break;
                };
                let below = match self.heap.get(left + 1) {
                    Some(&at_right) if at_right < at_left => left + 1,
                    _ => left,
                };
                if entry <= self.heap[below] {
                    break;
                }
                self.put(place, self.heap[below]);
                place = below;
            }
            self.put(place, entry);
        }

        fn put(&mut self, place: usize, entry: (Priority, u32)) {
            self.heap[place] = entry;
            self.places[entry.1 as usize] = place as u32;
        }
    }
}
