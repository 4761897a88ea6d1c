//! Tuning: good values for an engine's parameters by self-play.
//!
//! `spsa` is the method, for any named numbers; `tune` applies it to engines whose options are a
//! template such as `mcts:exploration={c}`.

mod spsa;
mod tune;

pub use spsa::{Parameter, Spsa};
pub use tune::{TuneProgress, TuneSettings, tune};
