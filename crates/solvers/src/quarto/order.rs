//! Short lists in the order in which they are to be tried.

/// Up to sixteen numbers below sixteen, those with the lowest score first.
pub(super) struct Order {
    /// Score above, number in the lowest four bits.
    items: [u16; 16],
    len: usize,
}

impl Order {
    pub(super) const fn new() -> Self {
        Self { items: [0; 16], len: 0 }
    }

    /// Inserts a number; equal scores stay in the order they came.
    #[inline]
    pub(super) fn insert(&mut self, number: u32, score: u32) {
        let item = (score << 4 | number) as u16;
        let mut place = self.len & 15;
        while place > 0 && self.items[place - 1] > item {
            self.items[place] = self.items[place - 1];
            place -= 1;
        }
        self.items[place] = item;
        self.len += 1;
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + use<'_> {
        self.items.iter().take(self.len).map(|&item| u32::from(item & 15))
    }
}

/// The numbers of the bits set, lowest first.
#[inline]
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}
