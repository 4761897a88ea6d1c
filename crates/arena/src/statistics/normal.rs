//! The normal distribution.

/// The cumulative distribution function at `x`.
///
/// Marsaglia's series (2004), good to the last digits of a float; beyond eight deviations nothing is
/// left to add.
pub fn phi(x: f64) -> f64 {
    if x.is_nan() {
        return 0.5;
    }
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut before, mut odd) = (x, x, 0.0, 1.0);
    while sum != before {
        before = sum;
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::phi;

    #[test]
    fn known_quantiles() {
        for (x, share) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_964, 0.975), (-2.575_829, 0.005)]
        {
            assert!((phi(x) - share).abs() < 1e-7, "{x}: {}", phi(x));
        }
        assert_eq!((phi(f64::INFINITY), phi(-40.0), phi(f64::NAN)), (1.0, 0.0, 0.5));
    }
}
