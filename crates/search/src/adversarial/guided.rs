//! Monte Carlo tree search for a judge that answers many positions at once, such as a network: no random games.
//!
//! Silver and others, 2017 (PUCT); Chaslot, Winands and Van den Herik, 2008 (virtual loss). Every simulation walks
//! down by prior and value to a position not yet judged. Such leaves are gathered, of one tree or of many, and judged
//! together. A leaf under way counts as lost for whoever moves there, so that the next simulation looks elsewhere. Memory
//! is one position and its moves a simulation; time is mostly the judge's.

use plywood_contract::{Game, Limits, Seat, Stop, Stopwatch};

use crate::random::SplitMix;

/// A place in a game from which one can walk on. [`Standing`] is one for every [`Game`].
pub trait Walk: Clone {
    /// How many moves there are; none once the game is over.
    fn n_moves(&self) -> usize;
    /// Plays the move of this place in the list.
    fn walk(&mut self, place: usize);
    /// Whose turn it is.
    fn turn(&self) -> Seat;
    /// What the finished game was worth to player 1, from −1 to 1; `None` while it goes on.
    fn ended(&self) -> Option<f32>;
}

/// A position and its moves.
#[derive(Debug)]
pub struct Standing<'g, G: Game> {
    game: &'g G,
    /// The position.
    pub position: G::Position,
    /// Its legal moves.
    pub moves: Vec<G::Move>,
}

impl<'g, G: Game> Standing<'g, G> {
    /// At this position.
    pub fn at(game: &'g G, position: G::Position) -> Self {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        Self { game, position, moves }
    }
}

/// Whether the game itself can be copied does not matter.
impl<G: Game> Clone for Standing<'_, G> {
    fn clone(&self) -> Self {
        let Self { game, position, moves } = self;
        Self { game, position: position.clone(), moves: moves.clone() }
    }
}

impl<G: Game> Walk for Standing<'_, G> {
    fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn walk(&mut self, place: usize) {
        self.game.play(&mut self.position, self.moves[place]);
        self.moves.clear();
        self.game.moves(&self.position, &mut self.moves);
    }

    fn turn(&self) -> Seat {
        self.game.turn(&self.position)
    }

    fn ended(&self) -> Option<f32> {
        self.game.result(&self.position).map(|result| result.signum() as f32)
    }
}

/// What a judge says of the positions it was shown.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// For each position, how likely each of its moves is to be the best: all moves of the first, then all of the
    /// second. Any numbers from 0; they are scaled to sum to 1.
    pub priors: Vec<f32>,
    /// For each position, what the side to move may expect, from −1 to 1.
    pub values: Vec<f32>,
}

/// How to search.
///
/// ```
/// use plywood_contract::Limits;
/// use plywood_games::connect_four::{ConnectFour, Position};
/// use plywood_search::adversarial::{Guided, Opinions, Standing};
///
/// // Three discs in a row at the bottom, and a judge that knows nothing: the search finds the fourth.
/// let root = Standing::at(&ConnectFour, Position::after("415263").unwrap());
/// let know_nothing = |leaves: &[Standing<'_, _>]| Ok::<_, ()>(Opinions {
///     priors: leaves.iter().flat_map(|leaf| vec![1.0; leaf.moves.len()]).collect(),
///     values: vec![0.0; leaves.len()],
/// });
/// let found = Guided { batch: 8, ..Guided::default() }
///     .run(vec![root.clone()], 200, &Limits::default(), know_nothing)
///     .unwrap();
/// assert_eq!(found.roots[0].best(), Some(6));
/// assert!(found.roots[0].value > 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct Guided {
    /// How many positions are judged at once, at most.
    pub batch: usize,
    /// How much is spent on moves tried seldom.
    pub exploration: f32,
    /// How many losses a simulation under way counts as.
    pub virtual_loss: f32,
    /// How much less than its parent a move is thought to be worth before it was tried.
    pub reduction: f32,
    /// At the roots: the concentration of Dirichlet noise, and its share of the priors.
    pub noise: Option<(f32, f32)>,
    /// What the noise follows from.
    pub seed: u64,
}

impl Default for Guided {
    fn default() -> Self {
        Self {
            batch: 64,
            exploration: 1.5,
            virtual_loss: 1.0,
            reduction: 0.2,
            noise: None,
            seed: 0,
        }
    }
}

/// Between two looks at the clock no more finished games than this are met.
const MOST_ENDED: u32 = 1000;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// For each position asked about.
    pub roots: Vec<Root>,
    /// Positions that were judged.
    pub evaluations: u64,
    /// How often the judge was asked.
    pub batches: u64,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Stop>,
}

/// What was found of a position.
#[derive(Clone, Debug, Default)]
pub struct Root {
    /// Of each move, in the game's own order.
    pub moves: Vec<Tried>,
    /// What the side to move may expect, from −1 to 1.
    pub value: f32,
    /// Simulations.
    pub visits: u32,
}

/// What was found of a move.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// The judge's first impression, as a share of 1.
    pub prior: f32,
    /// Simulations.
    pub visits: u32,
    /// What the side to move may expect of it; `None` if it was never tried.
    pub value: Option<f32>,
}

impl Root {
    /// The place of the move tried most often, the more valuable one of equals.
    pub fn best(&self) -> Option<usize> {
        let order = |&a: &usize, &b: &usize| {
            let (a, b) = (&self.moves[a], &self.moves[b]);
            let worth = |tried: &Tried| tried.value.unwrap_or(-2.0);
            (a.visits, worth(a), a.prior)
                .partial_cmp(&(b.visits, worth(b), b.prior))
                .unwrap_or(std::cmp::Ordering::Equal)
        };
        // Of equals `max_by` takes the last; the game's first move is the natural one.
        (0..self.moves.len()).rev().max_by(order)
    }
}

impl Guided {
    /// Makes so many simulations from each position, unless a limit of time or a raised flag ends it sooner. What
    /// the judge fails with is passed on. The judge must give a prior for each move and a value for each position.
    pub fn run<W: Walk, E>(
        &self,
        roots: Vec<W>,
        simulations: u32,
        limits: &Limits,
        mut judge: impl FnMut(&[W]) -> Result<Opinions, E>,
    ) -> Result<Found, E> {
        let clock = Stopwatch::start();
        let mut chance = SplitMix::new(self.seed);
        let mut trees: Vec<Tree<W>> = roots.into_iter().map(Tree::new).collect();
        let (mut leaves, mut owners) = (Vec::new(), Vec::new());
        let (mut evaluations, mut batches) = (0, 0);
        // Where gathering goes on: every tree has its turn even if there are more of them than places.
        let mut next = 0;
        let stopped = loop {
            if let Err(stop) = limits.check_time(clock.elapsed()) {
                break Some(stop);
            }
            let is_done =
                self.gather(&mut trees, simulations, &mut next, (&mut leaves, &mut owners));
            if leaves.is_empty() {
                match is_done {
                    true => break None,
                    false => continue,
                }
            }
            let opinions = judge(&leaves)?;
            let mut priors = opinions.priors.as_slice();
            for (i, (owner, path)) in owners.drain(..).enumerate() {
                let (own, rest) = priors.split_at(leaves[i].n_moves().min(priors.len()));
                priors = rest;
                let tree: &mut Tree<W> = &mut trees[owner];
                tree.open(&path, own);
                if path.len() == 1 {
                    self.disturb(tree, &mut chance);
                }
                let value = opinions.values.get(i).copied().unwrap_or(0.0).clamp(-1.0, 1.0);
                let to_one = if leaves[i].turn() == Seat::One { value } else { -value };
                tree.back_up(&path, to_one);
            }
            evaluations += leaves.len() as u64;
            batches += 1;
            leaves.clear();
        };
        let roots = trees.iter().map(Tree::root).collect();
        Ok(Found { roots, evaluations, batches, stopped })
    }

    /// Fills a batch: a simulation of each tree in turn. Says whether no tree has any left to make; leaves that
    /// end the game need no judge, and after many of them the clock is looked at.
    fn gather<W: Walk>(
        &self,
        trees: &mut [Tree<W>],
        simulations: u32,
        next: &mut usize,
        (leaves, owners): (&mut Vec<W>, &mut Vec<(usize, Vec<u32>)>),
    ) -> bool {
        let (mut n_idle, mut n_ended) = (0, 0);
        while leaves.len() < self.batch.max(1) && n_idle < trees.len() {
            let owner = *next % trees.len();
            *next = owner + 1;
            let tree = &mut trees[owner];
            if tree.begun >= simulations {
                n_idle += 1;
                continue;
            }
            match tree.descend(self) {
                Descent::Leaf(path) => {
                    n_idle = 0;
                    leaves.push(tree.walker_at(&path));
                    owners.push((owner, path));
                }
                Descent::Ended if n_ended == MOST_ENDED => return false,
                Descent::Ended => (n_idle, n_ended) = (0, n_ended + 1),
                // All it would look at is being judged already.
                Descent::Busy => n_idle += 1,
            }
        }
        n_idle >= trees.len()
    }

    fn disturb<W: Walk>(&self, tree: &mut Tree<W>, chance: &mut SplitMix) {
        let Some((concentration, share)) = self.noise else { return };
        let edges = &mut tree.nodes[0].edges;
        let noise: Vec<f32> = edges.iter().map(|_| gamma(concentration, chance)).collect();
        let sum: f32 = noise.iter().sum();
        if sum > 0.0 {
            for (edge, noise) in edges.iter_mut().zip(noise) {
                edge.prior = (1.0 - share) * edge.prior + share * noise / sum;
            }
        }
    }
}

/// How a walk down the tree ended.
enum Descent {
    /// At a position to be judged: the nodes and edges to it, see [`Tree::back_up`].
    Leaf(Vec<u32>),
    /// At the end of a game.
    Ended,
    /// At a position that is being judged; nothing is changed.
    Busy,
}

struct Tree<W> {
    nodes: Vec<Node<W>>,
    /// Simulations begun.
    begun: u32,
}

struct Node<W> {
    walker: W,
    edges: Vec<Edge>,
    seat: Seat,
    /// What the finished game was worth to player 1.
    ended: Option<f32>,
    is_pending: bool,
    visits: f32,
    /// To player 1, over all visits.
    total: f32,
}

#[derive(Clone, Copy)]
struct Edge {
    prior: f32,
    visits: f32,
    /// To player 1.
    total: f32,
    under_way: f32,
    /// 0 if it leads to no node yet: the root is nobody's child.
    child: u32,
}

impl<W: Walk> Node<W> {
    fn new(walker: W) -> Self {
        let (seat, ended) = (walker.turn(), walker.ended());
        let edges = Vec::new();
        Self { walker, edges, seat, ended, is_pending: false, visits: 0.0, total: 0.0 }
    }

    /// The edge with the best upper bound.
    fn choose(&self, settings: &Guided) -> usize {
        let sign = if self.seat == Seat::One { 1.0 } else { -1.0 };
        let under_way: f32 = self.edges.iter().map(|edge| edge.under_way).sum();
        let breadth = settings.exploration * (self.visits + under_way).max(1.0).sqrt();
        let untried = sign * self.total / self.visits.max(1.0) - settings.reduction;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (i, edge) in self.edges.iter().enumerate() {
            let lost = settings.virtual_loss * edge.under_way;
            let n = edge.visits + lost;
            let value = if n > 0.0 { (sign * edge.total - lost) / n } else { untried };
            let bound = value + breadth * edge.prior / (1.0 + edge.visits + edge.under_way);
            if bound > most {
                (best, most) = (i, bound);
            }
        }
        best
    }
}

impl<W: Walk> Tree<W> {
    fn new(root: W) -> Self {
        Self { nodes: vec![Node::new(root)], begun: 0 }
    }

    fn walker_at(&self, path: &[u32]) -> W {
        self.nodes[path[path.len() - 1] as usize].walker.clone()
    }

    /// Walks down to a leaf. The path is `node (edge node)*`.
    fn descend(&mut self, settings: &Guided) -> Descent {
        let mut path = vec![0];
        let mut at = 0_usize;
        loop {
            let node = &self.nodes[at];
            if let Some(result) = node.ended {
                self.begun += 1;
                self.count(&path, result);
                return Descent::Ended;
            }
            if node.is_pending {
                return Descent::Busy;
            }
            if node.edges.is_empty() {
                self.nodes[at].is_pending = true;
                self.begun += 1;
                for step in path[..path.len() - 1].chunks_exact(2) {
                    self.nodes[step[0] as usize].edges[step[1] as usize].under_way += 1.0;
                }
                return Descent::Leaf(path);
            }
            let place = node.choose(settings);
            let mut child = node.edges[place].child;
            if child == 0 {
                let mut walker = node.walker.clone();
                walker.walk(place);
                child = self.nodes.len() as u32;
                self.nodes.push(Node::new(walker));
                self.nodes[at].edges[place].child = child;
            }
            path.extend([place as u32, child]);
            at = child as usize;
        }
    }

    /// Gives a judged leaf its moves.
    fn open(&mut self, path: &[u32], priors: &[f32]) {
        let node = &mut self.nodes[path[path.len() - 1] as usize];
        node.is_pending = false;
        let n = node.walker.n_moves();
        let given = |i: usize| priors.get(i).copied().filter(|p| *p > 0.0 && p.is_finite());
        let sum: f32 = (0..n).filter_map(given).sum();
        let even = 1.0 / n.max(1) as f32;
        let prior = |i| if sum > 0.0 { given(i).unwrap_or(0.0) / sum } else { even };
        let edge = |i| Edge { prior: prior(i), visits: 0.0, total: 0.0, under_way: 0.0, child: 0 };
        node.edges = (0..n).map(edge).collect();
    }

    /// A simulation under way has come back with what its leaf is worth to player 1.
    fn back_up(&mut self, path: &[u32], value: f32) {
        for step in path[..path.len() - 1].chunks_exact(2) {
            self.nodes[step[0] as usize].edges[step[1] as usize].under_way -= 1.0;
        }
        self.count(path, value);
    }

    fn count(&mut self, path: &[u32], value: f32) {
        for (i, &at) in path.iter().enumerate().step_by(2) {
            let node = &mut self.nodes[at as usize];
            node.visits += 1.0;
            node.total += value;
            if let Some(&place) = path.get(i + 1) {
                let edge = &mut node.edges[place as usize];
                edge.visits += 1.0;
                edge.total += value;
            }
        }
    }

    fn root(&self) -> Root {
        let node = &self.nodes[0];
        let sign = if node.seat == Seat::One { 1.0 } else { -1.0 };
        let tried = |edge: &Edge| Tried {
            prior: edge.prior,
            visits: edge.visits as u32,
            value: (edge.visits > 0.0).then(|| sign * edge.total / edge.visits),
        };
        let value = node.ended.unwrap_or(node.total / node.visits.max(1.0));
        let moves = node.edges.iter().map(tried).collect();
        Root { moves, value: sign * value, visits: node.visits as u32 }
    }
}

/// A number between 0 and 1, neither of them.
fn uniform(chance: &mut SplitMix) -> f32 {
    ((chance.next() >> 41) as f32 + 0.5) / (1 << 23) as f32
}

/// A random number of the gamma distribution: Marsaglia and Tsang, 2000.
fn gamma(shape: f32, chance: &mut SplitMix) -> f32 {
    if shape < 1.0 {
        let boost = uniform(chance).powf(1.0 / shape);
        return boost * gamma(shape + 1.0, chance);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (one, two) = (uniform(chance), uniform(chance));
        let normal = (-2.0 * one.ln()).sqrt() * (std::f32::consts::TAU * two).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && uniform(chance).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SplitMix, gamma};

    #[test]
    fn gamma_has_its_mean() {
        for shape in [0.3_f32, 1.0, 4.0] {
            let mut chance = SplitMix::new(5);
            let mean = (0..20_000).map(|_| gamma(shape, &mut chance)).sum::<f32>() / 20_000.0;
            assert!((mean / shape - 1.0).abs() < 0.05, "{shape}: {mean}");
        }
    }
}
