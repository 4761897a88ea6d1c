//! What several unit tests need.

use crate::settings::{Control, Format, Openings, Settings};

/// Settings for players written `NAME=ENGINE`.
pub(crate) fn settings(players: &[&str]) -> Settings {
    Settings {
        game: "quatro".into(),
        rules: String::new(),
        players: players.iter().map(|text| text.parse().expect("a player")).collect(),
        format: Format::RoundRobin,
        pairs: 2,
        rounds: 0,
        control: Control { nodes: Some(200), ..Control::default() },
        margin_ms: 100,
        patience_ms: 5000,
        openings: Openings::Plies(2),
        seed: 1,
        sprt: None,
        adjudication: None,
        hash: 1 << 20,
        threads: 1,
    }
}
