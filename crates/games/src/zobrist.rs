//! Hash keys after Zobrist, 1970: a random number for each fact about a position, combined by
//! exclusive or, so that a move changes the key by the facts it changes.

/// `N` random numbers that follow from a seed (SplitMix64, Steele, Lea and Flood, 2014).
pub(crate) const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        numbers[i] = mixed(state);
        i += 1;
    }
    numbers
}

/// Spreads every bit of a number over all 64.
pub(crate) const fn mixed(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
