//! The set of states of one layer, reduced by dominance.
//!
//! A state is the signature of the frontier (its [`Key`]), the pieces used, and the way back to its
//! parent. Of two states with one key the dominated one is discarded, which loses no optimum.

/// The signature of a frontier: all that undecided cells must know of the decided ones.
pub(super) trait Key: Copy + Default + PartialEq {
    fn hash(&self) -> u64;

    /// How many components reach the frontier.
    fn n_components(&self) -> u32;
}

/// A partial solution, as far as undecided cells can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<K> {
    pub(super) key: K,
    /// Pieces used: `a`, `b`, `c`.
    pub(super) used: [u8; 3],
    /// The code of the decision that led here.
    pub(super) decision: u8,
    /// The index of the state before it, in that state's layer.
    pub(super) parent: u32,
    /// Upper bound on the cells of every completion, in the unit of the bounds.
    pub(super) bound: i16,
}

impl<K: Key> State<K> {
    /// Nothing is decided.
    pub(super) fn root() -> Self {
        Self { key: K::default(), used: [0; 3], decision: 0, parent: 0, bound: i16::MAX }
    }

    /// Cells of all pieces begun so far, their undecided cells included.
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        let [a, b, c] = self.used.map(u32::from);
        a + 4 * (b + c)
    }
}

/// The kinds whose stock a sweep enforces: `a`, `b`, `c`.
///
/// The counts of the other kinds are projected out of the state, a state-space relaxation: fewer
/// states, and an upper bound all the same. Every kind with a multiplier must be enforced, or the
/// bound of a state would depend on a count that dominance ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enforced(pub(super) [bool; 3]);

impl Enforced {
    #[inline]
    pub(super) fn includes(self, kind: usize) -> bool {
        self.0[kind]
    }

    /// Whether `one` covers at least as many cells as `other` with no more pieces of any enforced
    /// kind. With equal keys, every completion of `other` then completes `one` at least as well.
    #[inline]
    fn dominates<K: Key>(self, one: &State<K>, other: &State<K>) -> bool {
        let spares = |kind: usize| !self.0[kind] || one.used[kind] <= other.used[kind];
        one.cells() >= other.cells() && spares(0) && spares(1) && spares(2)
    }
}

/// States with a hash index by their keys; several may share a key if none dominates another.
#[derive(Default)]
pub(super) struct StateSet<K> {
    pub(super) states: Vec<State<K>>,
    index: Vec<u32>,
}

const VACANT: u32 = u32::MAX;

impl<K: Key> StateSet<K> {
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.index.fill(VACANT);
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State<K>>() + self.index.capacity() * 4) as u64
    }

    /// Adds a state unless it is dominated; takes the place of one that it dominates.
    #[inline]
    pub(super) fn insert(&mut self, state: State<K>, enforced: Enforced) {
        if 2 * (self.states.len() + 1) > self.index.len() {
            self.grow();
        }
        let mask = self.index.len() - 1;
        let mut at = state.key.hash() as usize & mask;
        loop {
            let place = self.index[at];
            if place == VACANT {
                self.index[at] = self.states.len() as u32;
                self.states.push(state);
                return;
            }
            let other = &mut self.states[place as usize];
            if other.key == state.key {
                if enforced.dominates(other, &state) {
                    return;
                }
                if enforced.dominates(&state, other) {
                    *other = state;
                    return;
                }
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.index.len()).max(64);
        self.index.clear();
        self.index.resize(size, VACANT);
        for (place, state) in self.states.iter().enumerate() {
            let mut at = state.key.hash() as usize & (size - 1);
            while self.index[at] != VACANT {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = place as u32;
        }
    }

    /// Keeps the `width` most promising states and returns how many were dropped.
    ///
    /// Higher bounds come first, then fewer components, which have less left to connect.
    pub(super) fn restrict(&mut self, width: usize) -> u64 {
        let rank = |state: &State<K>| {
            (std::cmp::Reverse(state.bound), state.key.n_components(), state.key.hash())
        };
        let surplus = self.states.len().saturating_sub(width);
        if surplus > 0 {
            self.states.select_nth_unstable_by_key(width, rank);
            self.states.truncate(width);
        }
        surplus as u64
    }
}
