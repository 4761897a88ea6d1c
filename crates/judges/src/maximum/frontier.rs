//! The states of one layer: profiles with groups and pieces used, each kept once.

use super::labels::Labels;

/// A way to have decided all cells before a layer, as far as later cells can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) labels: Labels,
    /// The words of the left and the right half.
    pub(super) words: [u16; 2],
    /// Pieces used: `a`, `b`, `c`.
    pub(super) used: [u8; 3],
    /// The code of the choice that led here.
    pub(super) choice: u8,
    /// The state before, by its place in its layer.
    pub(super) parent: u32,
    /// At most this many cells in the end, in the unit of the bounds.
    pub(super) bound: i16,
}

impl State {
    /// Nothing is decided.
    pub(super) const START: Self = Self {
        labels: Labels(0),
        words: [0, 0],
        used: [0; 3],
        choice: 0,
        parent: 0,
        bound: i16::MAX,
    };

    /// How many cells are covered or will be by pieces already begun.
    #[inline]
    pub(super) fn cells(&self) -> u32 {
        let [a, b, c] = self.used.map(u32::from);
        a + 4 * (b + c)
    }

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let [left, right] = self.words.map(u64::from);
        let mut hash = (left << 16 | right).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= (self.labels.0 as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= ((self.labels.0 >> 64) as u64).wrapping_mul(0x94d0_49bb_1331_11eb);
        (hash ^ hash >> 29).wrapping_mul(0xff51_afd7_ed55_8ccd)
    }
}

/// Whether states that differ in the pieces they used are told apart by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// All cells are equal: more is better.
    Cells,
    /// Fewer `a` may be better than more cells; `b` and `c` are taken to be plenty.
    Singles,
    /// Every kind counts.
    Every,
}

impl Care {
    /// Whether the stock of a kind is minded: `a`, `b`, `c`.
    #[inline]
    pub(super) fn minds(self, kind: usize) -> bool {
        self == Self::Every || kind == 0 && self == Self::Singles
    }

    /// Whether whatever `worse` can still reach, `better` can reach as well or exceed.
    #[inline]
    fn prefers(self, better: &State, worse: &State) -> bool {
        match self {
            Self::Cells => better.cells() >= worse.cells(),
            Self::Singles => better.cells() >= worse.cells() && better.used[0] <= worse.used[0],
            Self::Every => better.used == worse.used,
        }
    }
}

/// A set of states with an index by profile and groups.
#[derive(Default)]
pub(super) struct Frontier {
    pub(super) states: Vec<State>,
    index: Vec<u32>,
}

const VACANT: u32 = u32::MAX;

impl Frontier {
    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.index.fill(VACANT);
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State>() + self.index.capacity() * 4) as u64
    }

    /// Adds a state unless one at least as good is there; replaces one that is no better.
    #[inline]
    pub(super) fn insert(&mut self, state: State, care: Care) {
        if 2 * (self.states.len() + 1) > self.index.len() {
            self.grow();
        }
        let mask = self.index.len() - 1;
        let mut at = state.hash() as usize & mask;
        loop {
            let place = self.index[at];
            if place == VACANT {
                self.index[at] = self.states.len() as u32;
                self.states.push(state);
                return;
            }
            let other = &mut self.states[place as usize];
            if other.words == state.words && other.labels == state.labels {
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
            let mut at = state.hash() as usize & (size - 1);
            while self.index[at] != VACANT {
                at = (at + 1) & (size - 1);
            }
            self.index[at] = place as u32;
        }
    }

    /// Keeps the `width` states that promise most; tells whether it had to drop any.
    pub(super) fn narrow(&mut self, width: usize) -> bool {
        let rank =
            |state: &State| (std::cmp::Reverse(state.bound), state.labels.count(), state.hash());
        let is_wide = width < self.states.len();
        if is_wide {
            self.states.select_nth_unstable_by_key(width, rank);
            self.states.truncate(width);
        }
        is_wide
    }
}
