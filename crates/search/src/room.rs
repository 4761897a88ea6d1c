//! Whether memory can be had. Where it cannot, an allocation ends the whole program: a search asks first, and ends
//! with its statistics instead.

use std::hint::black_box;

/// Whether so many bytes could be had at once, now.
#[cold]
pub(crate) fn is_there(bytes: u64) -> bool {
    let mut space: Vec<u8> = Vec::new();
    let is_there = usize::try_from(bytes).is_ok_and(|bytes| space.try_reserve_exact(bytes).is_ok());
    // Space that nobody uses would never be asked for.
    black_box(&mut space);
    is_there
}

/// The largest of `bytes`, half of them, a quarter and so on that can be had: for tables, which work at any size.
pub(crate) fn at_most(bytes: usize) -> usize {
    let halves = std::iter::successors(Some(bytes), |bytes| Some(bytes / 2));
    halves.take_while(|bytes| *bytes > 0).find(|bytes| is_there(*bytes as u64)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_any_machine_has_is_not_there() {
        assert!(is_there(1 << 20));
        assert!(!is_there(1 << 60) && !is_there(u64::MAX));
        assert_eq!(at_most(1 << 20), 1 << 20);
        let most = at_most(1 << 60);
        assert!(0 < most && most < 1 << 60, "{most}");
    }
}
