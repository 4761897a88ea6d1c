//! What several unit tests need.

use crate::settings::{Control, Settings};

/// Settings for players written `NAME=ENGINE`.
pub(crate) fn settings(players: &[&str]) -> Settings {
    let players = players.iter().map(|text| text.parse().expect("a player")).collect();
    let control = Control { nodes: Some(200), ..Control::default() };
    Settings { pairs: 2, control, seed: 1, hash: 1 << 20, ..Settings::new("quatro", players) }
}
