//! Statistics of results: scores with error bars, sequential tests, ratings of many players.
//!
//! ```
//! use plywood_arena::statistics::{Sample, Sprt};
//!
//! let pairs = Sample::pairs([10, 30, 60, 40, 20]); // worth 0, ½, 1, 1½ and 2 points
//! let elo = pairs.elo().unwrap();
//! assert_eq!(format!("{:.2} ± {:.2}", elo.value, elo.margin.unwrap()), "32.67 ± 29.22");
//! assert!((Sprt::normalized(0.0, 10.0).llr(&pairs) - 0.9910).abs() < 1e-4);
//! ```
//!
//! `sample` holds the formulas for one meeting, `sprt` the sequential probability ratio test, `ratings` the
//! table of many players, `normal` the normal distribution.

mod normal;
mod ratings;
mod sample;
mod sprt;

pub use normal::phi;
pub use ratings::{CrossTable, Rating, Tally};
pub use sample::{Estimate, Sample, elo_of_score, score_of_elo};
pub use sprt::{Conclusion, Crossing, Expected, Model, Sprt, SprtError, Walk};
