//! Simultaneous perturbation (SPSA): all parameters are moved at once, each up or down at random, and the
//! winning side pulls them its way.
//!
//! Spall, 1992; the gains and their decay as in his "Implementation of the SPSA algorithm" (1998): two games
//! estimate the gradient of twenty parameters as well as of one.

use plywood_workbench::{Refused, message};
use std::str::FromStr;

use plywood_workbench::SplitMix;
use serde::{Deserialize, Serialize};

/// A parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name in the template.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// The least it may be.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// The size of the perturbation at the end; larger at the beginning.
    pub step: f64,
    /// Whether only whole numbers are tried.
    pub is_whole: bool,
}

impl Parameter {
    /// The value, rounded if need be.
    pub fn show(&self, value: f64) -> String {
        if self.is_whole { format!("{value:.0}") } else { format!("{value:.6}") }
    }
}

/// Reads `NAME=START,LOW,HIGH[,STEP]`; the step is a twentieth of the range unless given. Written
/// without points, only whole numbers are tried.
impl FromStr for Parameter {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let expected = || -> Refused {
            message!(
                "tune-parameter",
                "`{text}` is not a parameter: expected NAME=START,LOW,HIGH as in c=1.0,0.1,5.0",
                text
            )
            .into()
        };
        let (name, numbers) = text.split_once('=').ok_or_else(expected)?;
        let parts: Vec<&str> = numbers.split(',').map(str::trim).collect();
        let numbers = parts.iter().map(|part| part.parse::<f64>().ok().filter(|n| n.is_finite()));
        let numbers: Option<Vec<f64>> = numbers.collect();
        let (start, low, high, step) = match numbers.as_deref() {
            Some(&[start, low, high]) => (start, low, high, (high - low) / 20.0),
            Some(&[start, low, high, step]) => (start, low, high, step),
            _ => return Err(expected()),
        };
        let name = name.trim();
        if name.is_empty() || name.contains(['{', '}']) {
            return Err(expected());
        }
        if !(low <= start && start <= high && low < high && step > 0.0) {
            let said = message!("tune-range", "expected LOW ≤ START ≤ HIGH and a step above 0");
            return Err(Refused::from(said).about(text));
        }
        let is_whole = parts[..3].iter().all(|part| !part.contains(['.', 'e', 'E']));
        let step = if is_whole { step.max(1.0) } else { step };
        Ok(Self { name: name.to_owned(), start, low, high, step, is_whole })
    }
}

/// The method: the values to try at each step, and the update from the score.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    steps: u64,
    taken: u64,
    rate: f64,
    seed: u64,
}

impl Spsa {
    /// Starts from the parameters' initial values. `rate` is how much of a step a won match moves a value by at the
    /// end of all `steps`.
    pub fn new(parameters: &[Parameter], steps: u64, rate: f64, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Self { parameters: parameters.to_vec(), values, steps, taken: 0, rate, seed }
    }

    /// The values so far.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Steps taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The values to play against each other at this step: each moved up or down, and the reverse.
    pub fn candidates(&self) -> [Vec<f64>; 2] {
        [1.0, -1.0].map(|side| {
            let moved = self.offsets().into_iter().zip(&self.parameters).zip(&self.values);
            moved
                .map(|((offset, parameter), value)| {
                    let value = (value + side * offset).clamp(parameter.low, parameter.high);
                    if parameter.is_whole { value.round() } else { value }
                })
                .collect()
        })
    }

    /// Takes the step: the first candidate scored `score` of all points against the second.
    pub fn learn(&mut self, score: f64) {
        /// Spall's exponents: the gain must fall faster than the perturbation.
        const GAIN: f64 = 0.602;
        let (steps, next) = (self.steps as f64, self.taken as f64 + 1.0);
        // A tenth of the run is spent before the gain falls much, so that the first steps do not dominate.
        let delay = 0.1 * steps;
        let gain =
            ((delay + steps) / (delay + next)).powf(GAIN) * (next / steps).powf(2.0 * PERTURBATION);
        let lead = 2.0 * score.clamp(0.0, 1.0) - 1.0;
        let offsets = self.offsets();
        for ((value, offset), parameter) in
            self.values.iter_mut().zip(offsets).zip(&self.parameters)
        {
            *value =
                (*value + self.rate * gain * offset * lead).clamp(parameter.low, parameter.high);
        }
        self.taken += 1;
    }

    /// How far each value is moved at this step, with the sign drawn from the seed.
    fn offsets(&self) -> Vec<f64> {
        let mut random = SplitMix::new(self.seed ^ self.taken.wrapping_mul(0xa076_1d64_78bd_642f));
        let widening = (self.steps as f64 / (self.taken as f64 + 1.0)).powf(PERTURBATION).max(1.0);
        let sign = |random: &mut SplitMix| if random.below(2) == 0 { 1.0 } else { -1.0 };
        self.parameters
            .iter()
            .map(|parameter| sign(&mut random) * parameter.step * widening)
            .collect()
    }
}

/// How slowly the perturbation shrinks.
const PERTURBATION: f64 = 0.101;

#[cfg(test)]
mod tests {
    use super::*;

    /// Two numbers whose best values are 3 and −20; a candidate's chance follows its distance.
    fn chance(values: &[f64]) -> f64 {
        -((values[0] - 3.0) / 2.0).powi(2) - ((values[1] + 20.0) / 30.0).powi(2)
    }

    #[test]
    fn a_noisy_bowl_is_descended() {
        let parameters: Vec<Parameter> = ["a=1.0,0.0,10.0,0.5", "b=40.0,-100.0,100.0,10.0"]
            .map(|text| text.parse().unwrap())
            .into();
        const STEPS: u64 = 2000;
        let mut spsa = Spsa::new(&parameters, STEPS, 0.2, 7);
        let mut random = SplitMix::new(99);
        while spsa.taken() < STEPS {
            let [up, down] = spsa.candidates();
            let score = 1.0 / (1.0 + (chance(&down) - chance(&up)).exp());
            // One game, won or lost: as noisy as it gets.
            let toss = random.below(1 << 20) as f64 / f64::from(1 << 20);
            spsa.learn(f64::from(u8::from(toss < score)));
        }
        let values = spsa.values();
        assert!((values[0] - 3.0).abs() < 1.0 && (values[1] + 20.0).abs() < 20.0, "{values:?}");
    }

    #[test]
    fn values_stay_between_their_bounds_and_whole_ones_whole() {
        let parameters: Vec<Parameter> = ["n=3,1,4".parse().unwrap()].into();
        let mut spsa = Spsa::new(&parameters, 50, 5.0, 1);
        for _ in 0..50 {
            let [up, down] = spsa.candidates();
            assert!([up[0], down[0]].iter().all(|v| (1.0..=4.0).contains(v) && v.fract() == 0.0));
            spsa.learn(if up[0] > down[0] { 1.0 } else { 0.0 });
        }
        assert_eq!(spsa.values(), [4.0]);
    }

    #[test]
    fn parameters_are_read() {
        let c: Parameter = "c=1.0,0.1,5.1".parse().unwrap();
        assert_eq!((c.step, c.is_whole, c.show(1.25)), (0.25, false, "1.250000".into()));
        let depth: Parameter = "depth=3,1,6".parse().unwrap();
        assert_eq!((depth.step, depth.is_whole, depth.show(2.6)), (1.0, true, "3".into()));
        for text in ["c", "c=1", "c=9,1,5", "c=1,2,nan", "=1,0,2", "c=1,1,1"] {
            assert!(text.parse::<Parameter>().is_err(), "{text}");
        }
    }
}
