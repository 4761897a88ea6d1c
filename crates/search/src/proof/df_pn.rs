//! Depth-first proof-number search: settle a yes-or-no question by the line that is easiest to settle.
//!
//! Nagai, 2002, after Allis, 1994. Every position carries two numbers: how many unsettled positions
//! must at least be won to prove the claim below it (pn), and how many to refute it (dn). Where the
//! claimant moves, one good move proves and all must be refuted; where the opponent moves, the other
//! way round. The search always goes to the position that would settle most, and stays below it until
//! its numbers pass a threshold at which another one becomes more promising. It finds deep narrow
//! wins that searches by depth miss; it does not say how good a result is beyond yes or no. With a
//! table far too small for the question it may go in circles; the limits end it then.

use plywood_contract::{Game, Keyed, Limits, PlayStats, Seat, Stop};

use plywood_contract::Meter;

/// What is claimed of a position: `seat` ends with at least `least` by [`Game::result`], seen from
/// that seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who claims.
    pub seat: Seat,
    /// The result claimed: 1 for a win, 0 for at least a draw, or a difference in points.
    pub least: i32,
}

impl Claim {
    fn holds(self, result: i32) -> bool {
        let own = if self.seat == Seat::One { result } else { -result };
        own >= self.least
    }
}

/// How a claim came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the claim is true; `None` if a limit came first.
    pub verdict: Result<bool, Stop>,
    /// What it cost.
    pub stats: PlayStats,
}

/// Settles whether `claim` is true of `root`, with a table of at most `bytes`.
///
/// ```
/// use plywood_contract::{Game, Limits, Seat};
/// use plywood_games::tic_tac_toe::TicTacToe;
/// use plywood_search::proof::{Claim, df_pn};
///
/// let start = TicTacToe.start();
/// let claim = Claim { seat: Seat::One, least: 0 };
/// let settled = df_pn(&TicTacToe, &start, claim, 1 << 20, &Limits::default());
/// assert_eq!(settled.verdict, Ok(true)); // player 1 has at least a draw
/// ```
pub fn df_pn<G: Keyed>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    bytes: usize,
    limits: &Limits,
) -> Settled {
    let mut search = Search {
        game,
        claim,
        limits,
        meter: Meter::start(),
        stats: PlayStats::default(),
        expanded: 0,
        numbers: Numbers::new(bytes),
        moves: Vec::new(),
    };
    let verdict = search.settle(&mut root.clone());
    search.stats.time = search.meter.elapsed();
    search.stats.expanded = Some(search.expanded);
    Settled { verdict, stats: search.stats }
}

/// Proof and disproof number; 0 and [`INFINITE`] when settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    pn: u32,
    dn: u32,
}

const INFINITE: u32 = u32::MAX;
const UNKNOWN: Pair = Pair { pn: 1, dn: 1 };
const PROVEN: Pair = Pair { pn: 0, dn: INFINITE };
const REFUTED: Pair = Pair { pn: INFINITE, dn: 0 };

struct Search<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    limits: &'a Limits,
    meter: Meter,
    stats: PlayStats,
    expanded: u64,
    numbers: Numbers,
    /// The moves of all positions on the current path, one list above the other.
    moves: Vec<G::Move>,
}

/// What the children of a position say together, and which one to look into.
struct Summary<M> {
    own: Pair,
    /// The child to look into and its numbers.
    best: Option<(M, Pair)>,
    /// The second-lowest of the numbers the mover wants low.
    second: u32,
}

impl<G: Keyed> Search<'_, G> {
    fn settle(&mut self, root: &mut G::Position) -> Result<bool, Stop> {
        loop {
            let pair = self.explore(root, 0, Pair { pn: INFINITE, dn: INFINITE })?;
            match pair {
                Pair { pn: 0, .. } => return Ok(true),
                Pair { dn: 0, .. } => return Ok(false),
                // Numbers can saturate without settling anything; the table has grown meanwhile.
                _ => {}
            }
        }
    }

    /// Works below `position` until its numbers reach the limits, and returns them.
    fn explore(&mut self, position: &mut G::Position, ply: u32, limit: Pair) -> Result<Pair, Stop> {
        self.count(ply)?;
        if let Some(result) = self.game.result(position) {
            let pair = if self.claim.holds(result) { PROVEN } else { REFUTED };
            self.numbers.put(self.game.key(position), pair);
            return Ok(pair);
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        self.expanded += 1;
        let is_claimant = self.game.turn(position) == self.claim.seat;
        let pair = loop {
            let summary = self.summarise(position, first, is_claimant);
            let own = summary.own;
            if own.pn >= limit.pn || own.dn >= limit.dn {
                break own;
            }
            let Some((step, child)) = summary.best else { break own };
            let below = threshold(own, limit, child, summary.second, is_claimant);
            let undo = self.game.play(position, step);
            self.explore(position, ply + 1, below)?;
            self.game.undo(position, step, undo);
        };
        self.moves.truncate(first);
        self.numbers.put(self.game.key(position), pair);
        Ok(pair)
    }

    /// Adds up what is known of the children.
    fn summarise(
        &mut self,
        position: &mut G::Position,
        first: usize,
        is_claimant: bool,
    ) -> Summary<G::Move> {
        // `low` is what the mover wants low and needs of one child only; `sum` is what adds up.
        let (mut low, mut second, mut sum) = (INFINITE, INFINITE, 0_u32);
        let mut best = None;
        for i in first..self.moves.len() {
            let step = self.moves[i];
            let undo = self.game.play(position, step);
            let pair = self.numbers.get(self.game.key(position)).unwrap_or(UNKNOWN);
            self.game.undo(position, step, undo);
            let (wanted, other) = if is_claimant { (pair.pn, pair.dn) } else { (pair.dn, pair.pn) };
            sum = sum.saturating_add(other);
            if wanted < low {
                (second, low) = (low, wanted);
                best = Some((step, pair));
            } else {
                second = second.min(wanted);
            }
        }
        // A sum that merely saturates settles nothing.
        let is_settled = low == 0;
        let sum = if is_settled { INFINITE } else { sum.min(INFINITE - 1) };
        let sum = if low == INFINITE { 0 } else { sum };
        let own = if is_claimant { Pair { pn: low, dn: sum } } else { Pair { pn: sum, dn: low } };
        Summary { own, best, second }
    }

    fn count(&mut self, ply: u32) -> Result<(), Stop> {
        if self.meter.is_due(self.stats.analysed) {
            self.meter.poll(self.stats.analysed, self.limits)?;
        }
        self.stats.analysed += 1;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        Ok(())
    }
}

/// How far the numbers of the chosen child may grow before another choice looks better.
fn threshold(own: Pair, limit: Pair, child: Pair, second: u32, is_claimant: bool) -> Pair {
    let one = |limit: u32| limit.min(second.saturating_add(1));
    let added = |limit: u32, own: u32, child: u32| {
        if limit == INFINITE { INFINITE } else { (limit - own).saturating_add(child) }
    };
    if is_claimant {
        Pair { pn: one(limit.pn), dn: added(limit.dn, own.dn, child.dn) }
    } else {
        Pair { pn: added(limit.pn, own.pn, child.pn), dn: one(limit.dn) }
    }
}

/// Proof and disproof numbers by key, in a table of fixed size: two slots side by side, one for the
/// newest, one for what is settled or took most work.
///
/// A slot is a key and a packed [`Pair`], zero where nothing is known: memory is asked for zeroed and
/// touched only where something is stored, so that a table of gigabytes begins at once.
struct Numbers {
    slots: Vec<[[u64; 2]; 2]>,
}

impl Pair {
    /// In one word, which is 0 for [`UNKNOWN`].
    #[inline]
    fn packed(self) -> u64 {
        u64::from(self.pn ^ UNKNOWN.pn) << 32 | u64::from(self.dn ^ UNKNOWN.dn)
    }

    #[inline]
    fn unpacked(word: u64) -> Self {
        Self { pn: (word >> 32) as u32 ^ UNKNOWN.pn, dn: word as u32 ^ UNKNOWN.dn }
    }
}

impl Numbers {
    fn new(bytes: usize) -> Self {
        let slots = (crate::room::at_most(bytes) / size_of::<[[u64; 2]; 2]>()).max(1);
        Self { slots: vec![[[0; 2]; 2]; slots] }
    }

    fn place(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.slots.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Pair> {
        let slots = &self.slots[self.place(key)];
        slots.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| Pair::unpacked(slot[1]))
    }

    fn put(&mut self, key: u64, pair: Pair) {
        let place = self.place(key);
        let [steady, newest] = &mut self.slots[place];
        let weight =
            |pair: Pair| if pair.pn == 0 || pair.dn == 0 { INFINITE } else { pair.pn.max(pair.dn) };
        if steady[0] == key || weight(pair) >= weight(Pair::unpacked(steady[1])) {
            if steady[0] != key {
                *newest = *steady;
            }
            *steady = [key, pair.packed()];
        } else {
            *newest = [key, pair.packed()];
        }
    }
}
