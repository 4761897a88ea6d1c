//! `plywood tournament`, `rate` and `tune`: engines against each other.
//!
//! `args` says what can be asked, `tournament` plays, `live` shows how it stands, `show` what came of
//! it, `archive` looks into stores and `tune` looks for better numbers.

mod archive;
mod args;
mod live;
mod show;
mod tournament;
mod tune;

pub(crate) use archive::rate;
pub(crate) use args::{
    EntryArguments, OutputArguments, RateArguments, TournamentArguments, TuneArguments,
    TuningArguments, parse_leash,
};
pub(crate) use show::{ratings as show_ratings, report as show_report};
pub(crate) use tournament::tournament;
pub(crate) use tune::{report as show_tuning, settings as tuning_settings, tune};
