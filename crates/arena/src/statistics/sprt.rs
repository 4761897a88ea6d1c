//! The sequential test: games are played until the results favour one of two hypotheses clearly enough.
//!
//! Wald's test (1945) in its generalized form (GSPRT): the log-likelihood ratio compares the maximum-likelihood
//! distributions of results under "the difference is `elo0`" and "the difference is `elo1`" (Van den Bergh, "A
//! practical introduction to the GSPRT", and "Normalized Elo practical").

use plywood_workbench::{Message, explained, message};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::sample::{NORMALIZED, Sample, score_of_elo};

/// The unit of the bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the effort to see a difference does not depend on the draw rate.
    #[default]
    Normalized,
    /// Elo points.
    Logistic,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// The error rate alpha: how often a difference of `elo0` may pass.
    pub alpha: f64,
    /// The error rate beta: how often a difference of `elo1` may fail.
    pub beta: f64,
    /// The unit of the differences.
    pub model: Model,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Conclusion {
    /// The first player is better by `elo1` rather than `elo0`.
    Passed,
    /// It is not.
    Failed,
}

/// How many games a test takes on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// If the difference is exactly one of the bounds, the worse of the two.
    pub at_bound: f64,
    /// If it lies in the middle, which takes longest.
    pub midway: f64,
}

impl Sprt {
    /// A test of normalized Elo at 5 % errors.
    pub const fn normalized(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }

    /// A test of Elo at 5 % errors.
    pub const fn logistic(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }

    /// The ratios at which the test fails and passes.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict at this ratio.
    pub fn conclusion(&self, llr: f64) -> Option<Conclusion> {
        let (lower, upper) = self.bounds();
        match llr {
            llr if llr >= upper => Some(Conclusion::Passed),
            llr if llr <= lower => Some(Conclusion::Failed),
            _ => None,
        }
    }

    /// The log-likelihood ratio of the results; 0 without any.
    pub fn llr(&self, sample: &Sample) -> f64 {
        /// Stands in for the counts of results that did not occur, so that their logarithm exists.
        const ABSENT: f64 = 0.001;
        if sample.n() == 0 {
            return 0.0;
        }
        let counts = sample.counts().iter().map(|&count| (count as f64).max(ABSENT));
        let n: f64 = counts.clone().sum();
        let mut results = Results { n: sample.counts().len(), worth: [0.0; 5], share: [0.0; 5] };
        for (i, count) in counts.enumerate() {
            (results.worth[i], results.share[i]) = (sample.worth(i), count / n);
        }
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => results.with_mean(score_of_elo(elo)),
            Model::Normalized => {
                let per_result = (sample.games_per_result() as f64).sqrt();
                results.with_deviations(per_result * elo / NORMALIZED)
            }
        };
        let (q0, q1) = (likeliest(self.elo0), likeliest(self.elo1));
        let terms = results.share.iter().zip(q0.iter().zip(&q1)).take(results.n);
        n * terms.map(|(p, (q0, q1))| p * (q1 / q0).ln()).sum::<f64>()
    }

    /// How many games the test takes on average, by the Brownian approximation. For Elo points the
    /// variance of games without draws is assumed, the largest there is.
    pub fn expected_games(&self) -> Expected {
        let (lower, upper) = self.bounds();
        let drift = match self.model {
            Model::Normalized => (self.elo1 - self.elo0) / NORMALIZED,
            Model::Logistic => 2.0 * (score_of_elo(self.elo1) - score_of_elo(self.elo0)),
        };
        let at_elo1 = (1.0 - self.beta) * upper + self.beta * lower;
        let at_elo0 = -(self.alpha * upper + (1.0 - self.alpha) * lower);
        Expected {
            at_bound: at_elo0.max(at_elo1) / (drift * drift / 2.0),
            midway: -upper * lower / (drift * drift),
        }
    }
}

/// Results with their observed shares, none of them 0.
struct Results {
    /// How many there are: three or five. What is behind them does not count.
    n: usize,
    worth: [f64; 5],
    share: [f64; 5],
}

impl Results {
    /// The maximum-likelihood distribution with this mean.
    fn with_mean(&self, mean: f64) -> [f64; 5] {
        self.tilted(&self.worth.map(|worth| worth - mean)).unwrap_or(self.share)
    }

    /// The maximum-likelihood distribution whose mean is `t` of its own standard deviations above ½. The constraint
    /// is not linear: it is linearised around the last answer, beginning at equal shares, until it converges.
    fn with_deviations(&self, t: f64) -> [f64; 5] {
        const ROUNDS: u32 = 10;
        const TOLERANCE: f64 = 1e-9;
        let mut q = [1.0 / self.n as f64; 5];
        for _ in 0..ROUNDS {
            let each = || self.worth.iter().zip(&q).take(self.n);
            let mean: f64 = each().map(|(a, q)| a * q).sum();
            let variance: f64 = each().map(|(a, q)| (a - mean).powi(2) * q).sum();
            let deviation = variance.sqrt();
            let offset = |a: f64| a - 0.5 - t / 2.0 * (deviation + (a - mean).powi(2) / deviation);
            let Some(next) = self.tilted(&self.worth.map(offset)) else { break };
            let changes = next.iter().zip(&q).take(self.n).map(|(a, b)| (a - b).abs());
            let change = changes.fold(0.0, f64::max);
            q = next;
            if change < TOLERANCE {
                break;
            }
        }
        q
    }

    /// The maximum-likelihood distribution in which the offsets average 0: shares / (1 + x · offset). `None` if
    /// all offsets have one sign, where there is no such distribution.
    fn tilted(&self, offsets: &[f64; 5]) -> Option<[f64; 5]> {
        let offsets = &offsets[..self.n];
        let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        if !(least < 0.0 && 0.0 < most) {
            return None;
        }
        let x = self.root(offsets, -1.0 / most, -1.0 / least);
        let mut tilted = self.share;
        tilted.iter_mut().zip(offsets).for_each(|(p, offset)| *p /= 1.0 + x * offset);
        Some(tilted)
    }

    /// Where Σ share · offset / (1 + x · offset), which falls, crosses 0: Newton's steps, kept inside
    /// an interval that halves whenever they leave it.
    fn root(&self, offsets: &[f64], mut low: f64, mut high: f64) -> f64 {
        let mut x = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (p, offset) in self.share.iter().zip(offsets) {
                let part = offset / (1.0 + x * offset);
                value += p * part;
                slope -= p * part * part;
            }
            if value > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let step = x - value / slope;
            let next = if low < step && step < high { step } else { (low + high) / 2.0 };
            if (next - x).abs() <= 1e-13 * (1.0 + x.abs()) {
                return next;
            }
            x = next;
        }
        x
    }
}

/// The crossing of a bound. Games played afterwards do not change it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// The verdict.
    pub conclusion: Conclusion,
    /// The log-likelihood ratio at that moment.
    pub llr: f64,
    /// Complete pairs at that moment.
    pub pairs: u64,
}

/// A test in progress, fed one complete pair after another.
#[derive(Clone, Debug)]
pub struct Walk {
    sprt: Sprt,
    counts: [u64; 5],
    llr: f64,
    crossing: Option<Crossing>,
}

impl Walk {
    /// Before the first pair.
    pub fn new(sprt: Sprt) -> Self {
        Self { sprt, counts: [0; 5], llr: 0.0, crossing: None }
    }

    /// Adds a pair worth `half_points` (0 to 4 halves) to the first player. After the crossing the
    /// ratio still follows the results, but the verdict stands.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
        self.llr = self.sprt.llr(&Sample::pairs(self.counts));
        let pairs = self.counts.iter().sum();
        let decided = self.sprt.conclusion(self.llr);
        let crossing = decided.map(|conclusion| Crossing { conclusion, llr: self.llr, pairs });
        self.crossing = self.crossing.or(crossing);
    }

    /// The log-likelihood ratio of all pairs so far.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The first crossing of a bound, if there was one.
    pub fn crossing(&self) -> Option<Crossing> {
        self.crossing
    }
}

/// Why a text is not a test.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SprtError {
    /// No such setting.
    Key(String),
    /// The value of a setting is not a number, or outside these bounds.
    Value(String, String, [f64; 2]),
    /// No such model.
    Model(String),
    /// The bounds are the wrong way round or equal.
    Order(f64, f64),
}

impl SprtError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Key(text) => message!(
                "sprt-key",
                "`{text}` is not a setting of a sequential test: expected elo0, elo1, alpha, beta or model",
                text = &**text
            ),
            Self::Value(key, text, [low, high]) => message!(
                "sprt-value",
                "`{text}` is not a value for {key}: expected a number from {low} to {high}",
                text = &**text,
                key = &**key,
                low = low.to_string(),
                high = high.to_string()
            ),
            Self::Model(text) => message!(
                "sprt-model",
                "`{text}` is not a value for model: expected normalized or logistic",
                text = &**text
            ),
            Self::Order(low, high) => message!(
                "sprt-order",
                "elo1 must be more than elo0, by 0.1 at least; they are {high} and {low}",
                high = high.to_string(),
                low = low.to_string()
            ),
        }
    }
}

explained!(SprtError);

/// Reads `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized`, separated by commas or spaces; what
/// is left out is as here.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Self::normalized(0.0, 20.0);
        for part in text.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let number = |low: f64, high: f64| {
                let number =
                    value.parse::<f64>().ok().filter(|number| (low..=high).contains(number));
                number.ok_or_else(|| SprtError::Value(key.into(), value.into(), [low, high]))
            };
            match key {
                "elo0" => sprt.elo0 = number(-500.0, 500.0)?,
                "elo1" => sprt.elo1 = number(-500.0, 500.0)?,
                "alpha" => sprt.alpha = number(0.0001, 0.4)?,
                "beta" => sprt.beta = number(0.0001, 0.4)?,
                "model" => {
                    sprt.model = match value {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        _ => return Err(SprtError::Model(value.into())),
                    }
                }
                _ => return Err(SprtError::Key(key.into())),
            }
        }
        if sprt.elo1 - sprt.elo0 < 0.1 {
            return Err(SprtError::Order(sprt.elo0, sprt.elo1));
        }
        Ok(sprt)
    }
}

/// The form [`Sprt::from_str`] reads.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}
