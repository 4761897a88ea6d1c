//! The states of one layer: what later cells must know and the pieces used, each kept once.

/// All that later cells must know of the decided ones.
pub(super) trait Key: Copy + Default + PartialEq {
    fn hash(&self) -> u64;

    /// How many groups there are at the frontier.
    fn n_groups(&self) -> u32;
}

/// A way to have decided all cells before a layer, as far as later cells can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<K> {
    pub(super) key: K,
    /// Pieces used: `a`, `b`, `c`.
    pub(super) used: [u8; 3],
    /// The code of the choice that led here.
    pub(super) choice: u8,
    /// The state before, by its place in its layer.
    pub(super) parent: u32,
    /// At most this many cells in the end, in the unit of the bounds.
    pub(super) bound: i16,
}

impl<K: Key> State<K> {
    /// Nothing is decided.
    pub(super) fn start() -> Self {
        Self { key: K::default(), used: [0; 3], choice: 0, parent: 0, bound: i16::MAX }
    }

    /// How many cells are covered or will be by pieces already begun.
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        let [a, b, c] = self.used.map(u32::from);
        a + 4 * (b + c)
    }
}

/// Which kinds of pieces are minded: `a`, `b`, `c`. The others are taken to be plenty, so that states
/// need not be told apart by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Care(pub(super) [bool; 3]);

impl Care {
    /// Whether the stock of a kind is minded.
    #[inline]
    pub(super) fn minds(self, kind: usize) -> bool {
        self.0[kind]
    }

    /// Whether whatever `worse` can still reach, `better` can reach as well or exceed.
    #[inline]
    fn prefers<K: Key>(self, better: &State<K>, worse: &State<K>) -> bool {
        let spares = |kind: usize| !self.0[kind] || better.used[kind] <= worse.used[kind];
        better.cells() >= worse.cells() && spares(0) && spares(1) && spares(2)
    }
}

/// A set of states with an index by their keys.
#[derive(Default)]
pub(super) struct Frontier<K> {
    pub(super) states: Vec<State<K>>,
    index: Vec<u32>,
}

const VACANT: u32 = u32::MAX;

impl<K: Key> Frontier<K> {
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.index.fill(VACANT);
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State<K>>() + self.index.capacity() * 4) as u64
    }

    /// Adds a state unless one at least as good is there; replaces one that is no better.
    #[inline]
    pub(super) fn insert(&mut self, state: State<K>, care: Care) {
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
                if care.prefers(other, &state) {
                    return;
                }
                if care.prefers(&state, other) {
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

    /// Keeps the `width` states that promise most; tells how many it had to drop.
    pub(super) fn narrow(&mut self, width: usize) -> u64 {
        let rank = |state: &State<K>| {
            (std::cmp::Reverse(state.bound), state.key.n_groups(), state.key.hash())
        };
        let surplus = self.states.len().saturating_sub(width);
        if surplus > 0 {
            self.states.select_nth_unstable_by_key(width, rank);
            self.states.truncate(width);
        }
        surplus as u64
    }
}
