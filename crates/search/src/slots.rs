//! A list of slots that takes memory where it is written: a table of gigabytes is made in microseconds.
//!
//! For slots of any type. Where a slot is a few plain words, `vec![0; n]` does the same.

/// Slots that are all `T::default()` until written.
pub(crate) struct Slots<T> {
    /// Without room until one of its slots is written.
    chunks: Vec<Vec<T>>,
    len: usize,
}

/// Slots that get their memory together.
const CHUNK: usize = 256;

impl<T: Default> Slots<T> {
    /// So many slots.
    pub(crate) fn new(len: usize) -> Self {
        let chunks = std::iter::repeat_with(Vec::new).take(len.div_ceil(CHUNK)).collect();
        Self { chunks, len }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// What a slot holds, if its neighbourhood was ever written.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.chunks[place / CHUNK].get(place % CHUNK)
    }

    /// A slot to write.
    #[inline]
    pub(crate) fn get_mut(&mut self, place: usize) -> &mut T {
        let chunk = &mut self.chunks[place / CHUNK];
        if chunk.is_empty() {
            let count = CHUNK.min(self.len - place / CHUNK * CHUNK);
            chunk.reserve_exact(count);
            chunk.resize_with(count, T::default);
        }
        &mut chunk[place % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_there_when_written_and_no_more_than_asked_for() {
        let mut slots = Slots::<u64>::new(CHUNK + 3);
        assert_eq!(slots.get(CHUNK + 2), None);
        *slots.get_mut(CHUNK + 2) = 7;
        assert_eq!(
            (slots.get(CHUNK + 2), slots.get(CHUNK), slots.get(0)),
            (Some(&7), Some(&0), None)
        );
        assert_eq!(slots.chunks.iter().map(Vec::capacity).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(slots.len(), CHUNK + 3);
    }

    #[test]
    fn sixteen_gigabytes_are_had_at_once() {
        let mut slots = Slots::<[u64; 8]>::new(1 << 28);
        slots.get_mut((1 << 28) - 1)[0] = 1;
        assert_eq!(slots.chunks.iter().filter(|chunk| !chunk.is_empty()).count(), 1);
    }
}
