//! An index for states that lie close together: a page for each block of neighbours, a place for each of them.

use crate::hash::{NEIGHBOURS, Neighbour};

use super::met::Place;

pub(super) struct Pages {
    /// A node's number plus one for each neighbour, or 0.
    pages: Vec<Box<[u32; NEIGHBOURS]>>,
    /// Open addressing from a block to its page: at most half full.
    directory: Vec<Entry>,
    /// The last page found: the next state is often a neighbour.
    last: Entry,
    /// Nodes whose block has the hash of another block. There is hardly ever one.
    strays: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Entry {
    block: u64,
    page: u32,
}

const NO_PAGE: u32 = u32::MAX;
const NOTHING: Entry = Entry { block: 0, page: NO_PAGE };
const FIRST_ENTRIES: usize = 64;

impl Pages {
    pub(super) fn new() -> Self {
        let directory = vec![NOTHING; FIRST_ENTRIES];
        Self { pages: Vec::new(), directory, last: NOTHING, strays: Vec::new() }
    }

    /// The node of a state, or `new`, which it shall have from now on.
    #[inline]
    pub(super) fn meet(
        &mut self,
        Neighbour { block, place }: Neighbour,
        new: u32,
        is_it: impl Fn(u32) -> bool,
    ) -> Place {
        if block != self.last.block || self.last.page == NO_PAGE {
            self.last = Entry { block, page: self.page(block) };
        }
        let slot = &mut self.pages[self.last.page as usize][place % NEIGHBOURS];
        match *slot {
            0 => {
                *slot = new + 1;
                Place::New(new)
            }
            id if is_it(id - 1) => Place::Known(id - 1),
            _ => self.stray(new, is_it),
        }
    }

    #[cold]
    #[inline(never)]
    fn stray(&mut self, new: u32, is_it: impl Fn(u32) -> bool) -> Place {
        if let Some(&id) = self.strays.iter().find(|&&id| is_it(id)) {
            return Place::Known(id);
        }
        self.strays.push(new);
        Place::New(new)
    }

    /// The page of a block, a new one if it has none.
    #[inline]
    fn page(&mut self, block: u64) -> u32 {
        let mask = self.directory.len() - 1;
        let mut place = (block >> 32) as usize & mask;
        loop {
            let entry = self.directory[place];
            if entry.page == NO_PAGE {
                return self.add(Entry { block, page: self.pages.len() as u32 }, place);
            }
            if entry.block == block {
                return entry.page;
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, entry: Entry, place: usize) -> u32 {
        self.pages.push(Box::new([0; NEIGHBOURS]));
        self.directory[place] = entry;
        if 2 * self.pages.len() > self.directory.len() {
            let mask = 2 * self.directory.len() - 1;
            let old = std::mem::replace(&mut self.directory, vec![NOTHING; mask + 1]);
            for entry in old.into_iter().filter(|entry| entry.page != NO_PAGE) {
                let mut place = (entry.block >> 32) as usize & mask;
                while self.directory[place].page != NO_PAGE {
                    place = (place + 1) & mask;
                }
                self.directory[place] = entry;
            }
        }
        entry.page
    }

    /// Whether the pages of so many nodes are mostly empty: less than an eighth is in use.
    #[inline]
    pub(super) fn is_sparse(&self, len: u32) -> bool {
        (len as usize) < self.pages.len() * (NEIGHBOURS / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_with_the_same_hash_are_told_apart_by_their_states() {
        let mut pages = Pages::new();
        let at = Neighbour { block: 7, place: 3 };
        let states = ["one", "two", "three"];
        for round in 0..2 {
            for (id, state) in (0_u32..).zip(states) {
                let place = pages.meet(at, id, |other| states[other as usize] == state);
                assert_eq!(place, if round == 0 { Place::New(id) } else { Place::Known(id) });
            }
        }
    }
}
