//! The two figures courses ask for: penetrance and effective branching factor.

/// How straight the search went to its goal: path length over nodes generated.
///
/// 0 when nothing was generated (the start was a goal).
///
/// ```
/// use plywood_search::path::penetrance;
///
/// assert_eq!(penetrance(5, 20), 0.25); // five steps, twenty nodes made
/// ```
pub fn penetrance(length: usize, generated: u64) -> f64 {
    if generated == 0 { 0.0 } else { length as f64 / generated as f64 }
}

/// The B for which a uniform tree of depth L holds as many nodes as were generated:
/// B + B² + … + B^L = generated. Found by bisection; 0 for a path of length 0.
///
/// ```
/// use plywood_search::path::branching_factor;
///
/// assert!((branching_factor(3, 14) - 2.0).abs() < 0.001); // 2 + 4 + 8
/// ```
pub fn branching_factor(length: usize, generated: u64) -> f64 {
    let target = generated as f64;
    if length == 0 || generated == 0 {
        return 0.0;
    }
    if length == 1 {
        return target;
    }
    let total = |b: f64| (0..length).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, target);
    // A hundred halvings bring any u64 range below the precision of a double.
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if total(middle) < target { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_factor_solves_its_equation() {
        for (length, generated) in [(2, 11), (5, 12_471), (18, 299), (1, 7), (9, 9)] {
            let b = branching_factor(length, generated);
            let total: f64 = (1..=length).map(|i| b.powi(i as i32)).sum();
            assert!((total - generated as f64).abs() < 1e-6 * generated as f64, "{length}: {b}");
        }
    }

    #[test]
    fn a_path_of_length_zero_has_no_branching() {
        assert_eq!(branching_factor(0, 0), 0.0);
        assert_eq!(branching_factor(0, 12), 0.0);
        assert_eq!(penetrance(0, 0), 0.0);
    }
}
