//! Frontier search: breadth-first search that forgets the layers it no longer needs.
//!
//! Korf and Zhang, 2000; Zhou and Hansen, 2006. Duplicates can only fall into the last few layers
//! ([`Layered::locality`]), so older keys are dropped and only the links back are kept: a parent's
//! number and an action for each state. Differs from the papers: each layer is first scanned for a
//! goal without storing anything, so the widest layer, the one with the goal, is never held. That
//! makes every child twice and pays wherever memory, not time, is what runs out.

use plywood_contract::{Layered, Limits, Observer, Outcome, Refusal, Stop};

use super::nodes::{Linked, Lookup, NO_PARENT, NodeTable};
use super::run::{Found, Ranked, Run, onward};

/// Searches for a path of fewest steps, holding only the last layers.
///
#[doc = include_str!("../../explain/frontier.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_search::path::frontier;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = frontier(&puzzle, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().actions.len(), 3);
/// ```
pub fn frontier<P: Layered>(
    problem: &P,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let run = Run::new(problem, limits, observer);
    let mut search = Search { run, layers: Vec::new(), links: Vec::new() };
    let found = search.search();
    search.run.finish(found)
}

type Layer<P> = NodeTable<Linked<P>>;
/// A state of a forgotten layer: the number of its parent one layer up, and the step from there.
type Link<A> = (u32, Option<A>);

struct Search<'a, P: Layered, O> {
    run: Run<'a, P, O>,
    /// The newest layers with their keys, oldest first; the last one is being expanded.
    layers: Vec<Layer<P>>,
    /// All older layers, in chunks.
    links: Vec<Vec<Vec<Link<P::Action>>>>,
}

impl<P: Layered, O: Observer<P>> Search<'_, P, O> {
    fn search(&mut self) -> Found<P> {
        let problem = self.run.problem;
        let start = problem.start();
        let key = problem.key(&start);
        self.run.opened(Ranked::blind(&key, 0_u32), None);
        if problem.is_goal(&start) {
            self.run.goal(Ranked::blind(&key, 0_u32));
            return Ok(Some(self.run.solution(Vec::new())));
        }
        let mut layer = NodeTable::new();
        layer.reserve(&mut self.run)?;
        if let Lookup::Vacant(slot) = layer.look(&key) {
            layer.insert(slot, Linked { key, parent: NO_PARENT, action: None });
        }
        self.layers.push(layer);
        let mut depth = 0;
        while self.newest().len() > 0 && self.run.may_deepen(depth) {
            if let Some(actions) = self.scan(depth)? {
                return Ok(Some(self.run.solution(actions)));
            }
            let next = self.build(depth)?;
            let stored: u32 = self.layers.iter().map(NodeTable::len).sum();
            let stats = &mut self.run.stats;
            stats.peak_stored = stats.peak_stored.max(u64::from(stored + next.len()));
            stats.peak_open = stats.peak_open.max(u64::from(next.len()));
            self.layers.push(next);
            while self.layers.len() > problem.locality().max(1) {
                self.forget_oldest()?;
            }
            depth += 1;
        }
        Ok(None)
    }

    fn newest(&self) -> &Layer<P> {
        self.layers.last().expect("a layer is always being expanded")
    }

    /// Looks for a goal among the children of the newest layer without storing any.
    fn scan(&mut self, depth: u32) -> Result<Option<Vec<P::Action>>, Stop> {
        let problem = self.run.problem;
        let layer = self.layers.last().expect("a layer is always being expanded");
        for id in 0..layer.len() {
            let key = &layer[id].key;
            self.run.expanded(Ranked::blind(key, depth));
            let state = problem.state(key);
            for action in onward(problem, &state, layer[id].action) {
                self.run.generate()?;
                self.run.reached(depth + 1);
                let child = problem.apply(&state, action);
                if problem.is_goal(&child) {
                    let child_key = problem.key(&child);
                    self.run.opened(Ranked::blind(&child_key, depth + 1), Some((key, action)));
                    self.run.goal(Ranked::blind(&child_key, depth + 1));
                    let mut actions = self.path_to(id);
                    actions.push(action);
                    return Ok(Some(actions));
                }
            }
        }
        Ok(None)
    }

    /// Makes the next layer: the children that stand in none of the layers still held.
    fn build(&mut self, depth: u32) -> Result<Layer<P>, Stop> {
        let problem = self.run.problem;
        let held = if problem.locality() == 0 { self.layers.len() } else { 0 };
        let (layer, run) = (self.layers.last().expect("a layer is expanded"), &mut self.run);
        let mut next = NodeTable::new();
        for id in 0..layer.len() {
            let key = &layer[id].key;
            let state = problem.state(key);
            for action in onward(problem, &state, layer[id].action) {
                run.generate()?;
                run.reached(depth + 1);
                let child_key = problem.key(&problem.apply(&state, action));
                let is_old = |old: &Layer<P>| matches!(old.look(&child_key), Lookup::Found(_));
                if self.layers[held..].iter().any(is_old) {
                    let child = Ranked::blind(&child_key, depth + 1);
                    run.refused(child, (key, action), Refusal::Closed);
                    continue;
                }
                next.reserve(run)?;
                match next.look(&child_key) {
                    Lookup::Found(_) => {
                        let child = Ranked::blind(&child_key, depth + 1);
                        run.refused(child, (key, action), Refusal::Open);
                    }
                    Lookup::Vacant(slot) => {
                        run.opened(Ranked::blind(&child_key, depth + 1), Some((key, action)));
                        let action = Some(action);
                        next.insert(slot, Linked { key: child_key, parent: id, action });
                    }
                }
            }
        }
        Ok(next)
    }

    /// Reduces the oldest layer with keys to its links, freeing it chunk by chunk.
    fn forget_oldest(&mut self) -> Result<(), Stop> {
        let layer = self.layers.remove(0);
        let bytes = layer.bytes();
        let links = layer.len() as usize * size_of::<Link<P::Action>>();
        self.run.stats.dropped += u64::from(layer.len());
        self.run.shrink(bytes);
        self.run.grow(links)?;
        let links = layer
            .into_chunks()
            .into_iter()
            .map(|chunk| chunk.into_iter().map(|node| (node.parent, node.action)).collect())
            .collect();
        self.links.push(links);
        Ok(())
    }

    /// The actions from the start to node `id` of the newest layer.
    fn path_to(&self, mut id: u32) -> Vec<P::Action> {
        let mut actions = Vec::new();
        let recent = self.layers.iter().rev().map(Links::Recent);
        let old = self.links.iter().rev().map(|chunks| Links::Old(chunks));
        for layer in recent.chain(old) {
            let (parent, action) = layer.link(id);
            actions.extend(action);
            id = parent;
        }
        actions.reverse();
        actions
    }
}

/// One layer, as far as the way back is concerned.
enum Links<'a, P: Layered> {
    Recent(&'a Layer<P>),
    Old(&'a [Vec<Link<P::Action>>]),
}

impl<P: Layered> Links<'_, P> {
    fn link(&self, id: u32) -> Link<P::Action> {
        match self {
            Self::Recent(layer) => (layer[id].parent, layer[id].action),
            Self::Old(chunks) => {
                // Every chunk but the last is as long as the first.
                let size = chunks[0].len();
                chunks[id as usize / size][id as usize % size]
            }
        }
    }
}
