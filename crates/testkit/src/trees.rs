//! Random game trees: every position, whose turn it is there and every value follow from a seed.

use plywood_contract::{Evaluator, Game, Keyed, Score, Seat, Symmetric};

/// A tree of the given height in which a player may move twice running.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The seed.
    pub seed: u64,
    /// Plies until every line is over.
    pub height: u32,
    /// The most moves of a position.
    pub most_moves: u32,
    /// Values lie between plus and minus this.
    pub spread: i32,
}

/// The moves that led to a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<u8>);

impl Tree {
    fn chance(&self, path: &Path, salt: u64) -> u64 {
        let mut hash = self.seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for &step in &path.0 {
            hash = (hash ^ u64::from(step) ^ 0x55).wrapping_mul(0xd6e8_feb8_6659_fd93);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 33
    }

    fn draw(&self, path: &Path, salt: u64) -> i32 {
        (self.chance(path, salt) % (2 * self.spread as u64 + 1)) as i32 - self.spread
    }

    /// Some lines end early.
    fn is_over(&self, path: &Path) -> bool {
        path.0.len() as u32 >= self.height
            || (!path.0.is_empty() && self.chance(path, 1).is_multiple_of(8))
    }
}

impl Game for Tree {
    type Position = Path;
    type Move = u8;
    type Undo = ();

    fn start(&self) -> Path {
        Path(Vec::new())
    }
    fn turn(&self, path: &Path) -> Seat {
        if self.chance(path, 2).is_multiple_of(2) { Seat::One } else { Seat::Two }
    }
    fn moves(&self, path: &Path, out: &mut Vec<u8>) {
        if !self.is_over(path) {
            let count = 1 + self.chance(path, 3) % u64::from(self.most_moves);
            out.extend(0..count as u8);
        }
    }
    fn play(&self, path: &mut Path, step: u8) {
        path.0.push(step);
    }
    fn undo(&self, path: &mut Path, _: u8, (): ()) {
        path.0.pop();
    }
    fn result(&self, path: &Path) -> Option<i32> {
        self.is_over(path).then(|| self.draw(path, 4))
    }
}

impl Keyed for Tree {
    fn key(&self, path: &Path) -> u64 {
        self.chance(path, 7) << 32 | self.chance(path, 8)
    }
}

impl Symmetric for Tree {
    type Canon = Path;
    /// No two positions are the same.
    fn canonical(&self, path: &Path) -> Path {
        path.clone()
    }
}

/// An opinion that follows from the seed as well.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whim;

/// The same opinion, by which every third move is noisy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nervous;

impl Evaluator<Tree> for Nervous {
    const RANKS: bool = true;
    const NOISE: bool = true;
    fn evaluate(&self, tree: &Tree, path: &Path) -> Score {
        Whim.evaluate(tree, path)
    }
    fn rank(&self, tree: &Tree, path: &Path, step: u8) -> i32 {
        Whim.rank(tree, path, step)
    }
    fn is_noisy(&self, tree: &Tree, path: &Path, step: u8) -> bool {
        (tree.chance(path, 9) + u64::from(step)).is_multiple_of(3)
    }
}

impl Evaluator<Tree> for Whim {
    fn evaluate(&self, tree: &Tree, path: &Path) -> Score {
        tree.draw(path, 5)
    }
    const RANKS: bool = true;
    fn rank(&self, tree: &Tree, path: &Path, step: u8) -> i32 {
        let mut next = path.clone();
        next.0.push(step);
        tree.draw(&next, 6)
    }
}
