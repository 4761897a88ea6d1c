//! The sequential test: known answers, error rates by simulation, and samples at the edge.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_arena::statistics::{Conclusion, Model, Sample, Sprt, Walk, score_of_elo};
use plywood_testkit::check::Dice;

#[test]
fn known_answers_of_published_runs() {
    for (counts, sprt, llr, tolerance) in [
        ([379, 10_170, 21_828, 10_640, 343], Sprt::normalized(0.0, 2.0), 2.9455, 1e-4),
        ([379, 10_170, 21_828, 10_640, 343], Sprt::normalized(0.0, 2.0), 2.945_98, 0.01),
        ([184, 15, 508, 17, 290], Sprt::normalized(0.0, 5.0), 2.9502, 1e-4),
        ([4, 4, 11, 15, 3], Sprt::normalized(-5.0, 0.0), 0.1634, 1e-4),
        ([10, 30, 60, 40, 20], Sprt::normalized(0.0, 10.0), 0.9910, 1e-4),
        ([0, 0, 10, 0, 0], Sprt::normalized(0.0, 10.0), -0.0137, 1e-4),
    ] {
        let ours = sprt.llr(&Sample::pairs(counts));
        assert!((ours - llr).abs() < tolerance, "{counts:?}: {ours}, expected {llr}");
    }
    let ours = Sprt::logistic(0.0, 10.0).llr(&Sample::games([726, 1, 1]));
    assert!((ours + 21.20).abs() < 0.005, "{ours}");
}

#[test]
fn bounds_and_expected_games() {
    let (lower, upper) = Sprt::normalized(0.0, 5.0).bounds();
    assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    for (elo1, at_bound, midway) in [
        (5.0, 25_600.0, 41_900.0),
        (10.0, 6_400.0, 10_500.0),
        (20.0, 1_600.0, 2_600.0),
        (50.0, 256.0, 419.0),
    ] {
        let expected = Sprt::normalized(0.0, elo1).expected_games();
        assert!((expected.at_bound / at_bound - 1.0).abs() < 0.01, "{elo1}: {expected:?}");
        assert!((expected.midway / midway - 1.0).abs() < 0.01, "{elo1}: {expected:?}");
    }
}

/// With two results the mean leaves no freedom: the ratio is a binomial's.
#[test]
fn two_results_agree_with_the_closed_form() {
    let (losses, wins) = (120_u64, 150_u64);
    let ours = Sprt::logistic(0.0, 40.0).llr(&Sample::games([losses, 0, wins]));
    let (s0, s1) = (score_of_elo(0.0), score_of_elo(40.0));
    let closed = wins as f64 * (s1 / s0).ln() + losses as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
    // The stand-in for draws that never happened is worth a little.
    assert!((ours - closed).abs() < 1e-3, "{ours} {closed}");
}

#[test]
fn the_ratio_is_near_its_quick_approximation() {
    let counts = [200, 900, 2_000, 1_000, 240];
    let sample = Sample::pairs(counts);
    let (mean, variance, n) =
        (sample.score().unwrap(), sample.variance().unwrap(), sample.n() as f64);
    let (s0, s1) = (score_of_elo(0.0), score_of_elo(5.0));
    let quick = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    let ours = Sprt::logistic(0.0, 5.0).llr(&sample);
    assert!((ours - quick).abs() < 0.01 * quick.abs() + 0.001, "{ours} {quick}");
}

#[test]
fn no_sample_gives_a_ratio_that_is_no_number() {
    let edges = [0, 1, 7, 1_000_000];
    for model in [Model::Normalized, Model::Logistic] {
        for (elo0, elo1) in [(0.0, 5.0), (-500.0, 500.0), (-3.0, 1.0), (100.0, 400.0)] {
            let sprt = Sprt { model, ..Sprt::normalized(elo0, elo1) };
            for cells in 0..edges.len().pow(5) {
                let cell = |i: u32| edges[cells / edges.len().pow(i) % edges.len()];
                let counts = [cell(0), cell(1), cell(2), cell(3), cell(4)];
                let llr = sprt.llr(&Sample::pairs(counts));
                assert!(llr.is_finite(), "{sprt} {counts:?}: {llr}");
            }
        }
    }
}

#[test]
fn tests_are_read_and_written_alike() {
    let sprt: Sprt = "elo0=-2.5,elo1=3,alpha=0.1,beta=0.02,model=logistic".parse().unwrap();
    assert_eq!(sprt.to_string().parse(), Ok(sprt));
    assert_eq!("elo0=0 elo1=20".parse(), Ok(Sprt::normalized(0.0, 20.0)));
    for (text, word) in [
        ("elo0=5,elo1=5", "more than"),
        ("elo2=5", "elo0, elo1"),
        ("alpha=2", "0.0001 to 0.4"),
        ("elo1=nan", "-500 to 500"),
        ("model=linear", "normalized or logistic"),
    ] {
        let message = text.parse::<Sprt>().unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
}

#[test]
fn what_comes_after_the_crossing_does_not_change_the_verdict() {
    let mut walk = Walk::new(Sprt::normalized(0.0, 50.0));
    while walk.crossing().is_none() {
        [4, 3, 2].into_iter().for_each(|half_points| walk.add(half_points));
    }
    let crossing = walk.crossing().unwrap();
    assert_eq!(crossing.conclusion, Conclusion::Passed);
    (0..500).for_each(|_| walk.add(0));
    assert_eq!(walk.crossing(), Some(crossing));
    assert!(walk.llr() < 0.0);
}

/// The share of 10 000 simulated tests that end with `wrong`, when pairs fall as `chances` say.
fn error_rate(sprt: Sprt, chances: [f64; 5], wrong: Conclusion, seed: u64) -> f64 {
    const TESTS: u32 = 10_000;
    let mut dice = Dice::new(seed);
    let mut errors = 0;
    for _ in 0..TESTS {
        let mut walk = Walk::new(sprt);
        while walk.crossing().is_none() {
            let mut toss = dice.below(1 << 30) as f64 / f64::from(1 << 30);
            let hit = |chance: &f64| {
                toss -= chance;
                toss < 0.0
            };
            walk.add(chances.iter().position(hit).unwrap_or(4));
        }
        errors += u32::from(walk.crossing().map(|crossing| crossing.conclusion) == Some(wrong));
    }
    f64::from(errors) / f64::from(TESTS)
}

/// Pairs with this mean, most of them level.
fn chances(mean: f64) -> [f64; 5] {
    let level = [0.08, 0.22, 0.40, 0.22, 0.08];
    // Moving a share x from each result to the next one up adds x/4 times what can move.
    let x = (mean - 0.5) * 4.0 / (1.0 - level[4]);
    let mut moved = level;
    for i in 0..4 {
        moved[i] -= x * level[i];
        moved[i + 1] += x * level[i];
    }
    moved
}

#[test]
fn simulated_tests_err_no_more_often_than_they_may() {
    let sprt = Sprt::logistic(0.0, 90.0);
    let at = |elo: f64| chances(score_of_elo(elo));
    let false_pass = error_rate(sprt, at(0.0), Conclusion::Passed, 1);
    let false_fail = error_rate(sprt, at(90.0), Conclusion::Failed, 2);
    assert!(false_pass <= 0.055 && false_fail <= 0.055, "{false_pass} {false_fail}");
    // A test that never errs would not be testing at these bounds.
    assert!(false_pass > 0.02 && false_fail > 0.02, "{false_pass} {false_fail}");
}

#[test]
fn simulated_tests_of_normalized_elo_err_no_more_often_than_they_may() {
    let sprt = Sprt::normalized(0.0, 120.0);
    let at = |normalized: f64| {
        // The mean at which this difference in deviations is reached, by halving.
        let (mut low, mut high) = (0.5, 0.8);
        for _ in 0..60 {
            let mean = (low + high) / 2.0;
            let shares = chances(mean).map(|share| (share * 1e9) as u64);
            let reached = Sample::pairs(shares).normalized_elo().unwrap().value;
            if reached < normalized { low = mean } else { high = mean }
        }
        chances(low)
    };
    let false_pass = error_rate(sprt, at(0.0), Conclusion::Passed, 3);
    let false_fail = error_rate(sprt, at(120.0), Conclusion::Failed, 4);
    assert!(false_pass <= 0.055 && false_fail <= 0.055, "{false_pass} {false_fail}");
    assert!(false_pass > 0.02 && false_fail > 0.02, "{false_pass} {false_fail}");
}
